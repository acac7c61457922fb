/**
 * Hashes of the texts in files' summaries. For most files they show that the file does not mention a name, without reading the
 * summary again.
 * Invariants: no false negatives; the content of a file id never changes.
 */
import { pathMarks, unpackSummaryStrings } from '../../store/packed/packed-summary.ts';

/** The maximum number of hashes in memory: 32 MB. */
const maxHashes = 8_000_000;

export class MentionedTexts {
  /** By file id: the sorted hashes of its texts. */
  readonly #hashes = new Map<number, Uint32Array>();
  #size = 0;

  knows(fileId: number): boolean {
    return this.#hashes.has(fileId);
  }

  /** Adds the texts of a file. @param bytes the packed summary; null for a file without one */
  add(fileId: number, bytes: Uint8Array | null): void {
    if (this.#hashes.has(fileId) || this.#size > maxHashes) return;
    const hashes = new Set<number>();
    for (const text of bytes === null ? [] : unpackSummaryStrings(bytes)) {
      hashes.add(hashOf(text));
      if (pathMarks.test(text)) for (const part of text.split(pathMarks)) hashes.add(hashOf(part));
    }
    const sorted = Uint32Array.from(hashes).sort();
    this.#hashes.set(fileId, sorted);
    this.#size += sorted.length;
  }

  /** False where the file certainly mentions none of the names; true also for an unknown file. */
  mayMention(fileId: number, names: ReadonlySet<string>): boolean {
    const hashes = this.#hashes.get(fileId);
    if (hashes === undefined) return true;
    for (const name of names) if (has(hashes, hashOf(name))) return true;
    return false;
  }

  /** Drops the hashes of all files but these. */
  keep(fileIds: ReadonlySet<number>): void {
    for (const [fileId, { length }] of this.#hashes) {
      if (fileIds.has(fileId)) continue;
      this.#hashes.delete(fileId);
      this.#size -= length;
    }
  }

  get files(): number {
    return this.#hashes.size;
  }
}

/** The FNV-1a hash of a text's UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function has(sorted: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}
