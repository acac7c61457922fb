/** Gathers in which chunks of a file its terms stand. Owns arrays that one thread uses file by file. */
import type { TermTable } from '../model/chunk-words.ts';

/** Room that is kept between files. */
const keptTerms = 1 << 12;
const keptPlaces = 1 << 14;

/** A place: the row of its term, its chunk, its count. */
const width = 3;

export class TermCollector {
  /** Row of each term of the file at hand, by the term's number; -1 for none. */
  #rowOf = new Int32Array(1024).fill(-1);
  /** The terms of the file at hand, by row. */
  readonly #terms: number[] = [];
  /** By row: where its last place is, and how many it has. */
  #last = new Int32Array(keptTerms);
  #sizes = new Int32Array(keptTerms);
  #places = new Int32Array(keptPlaces * width);
  #length = 0;

  /** @param chunk no smaller than that of the call before */
  add(term: number, chunk: number, count: number): void {
    if (term >= this.#rowOf.length) this.#rowOf = widened(this.#rowOf, term, -1);
    let row = this.#rowOf[term]!;
    if (row === -1) row = this.#addRow(term);
    else {
      const last = this.#last[row]!;
      if (this.#places[last + 1] === chunk) {
        this.#places[last + 2]! += count;
        return;
      }
    }
    const at = this.#length;
    if (at + width > this.#places.length) this.#places = widened(this.#places, at + width, 0);
    this.#places[at] = row;
    this.#places[at + 1] = chunk;
    this.#places[at + 2] = count;
    this.#length = at + width;
    this.#last[row] = at;
    this.#sizes[row]!++;
  }

  #addRow(term: number): number {
    const row = this.#terms.length;
    this.#terms.push(term);
    this.#rowOf[term] = row;
    if (row >= this.#last.length) {
      this.#last = widened(this.#last, row, 0);
      this.#sizes = widened(this.#sizes, row, 0);
    }
    return row;
  }

  /**
   * What was gathered; empty for the next file.
   * @param hashes by the term's number
   */
  take(hashes: readonly number[]): TermTable {
    const rows = this.#terms.length;
    const hashOf = new Float64Array(rows);
    // Sorted as numbers that carry their rows.
    for (let row = 0; row < rows; row++) hashOf[row] = hashes[this.#terms[row]!]! * 2 ** 24 + row;
    hashOf.sort();
    const table = this.#distribute(hashOf);
    for (const term of this.#terms) this.#rowOf[term] = -1;
    this.#sizes.fill(0, 0, rows);
    this.#terms.length = 0;
    this.#length = 0;
    if (this.#places.length > keptPlaces * width) this.#places = new Int32Array(keptPlaces * width);
    return table;
  }

  /** Puts the places in the order of their terms' hashes. */
  #distribute(sorted: Float64Array): TermTable {
    const places = this.#length / width;
    const chunks = new Int32Array(places);
    const counts = new Int32Array(places);
    const hashes: number[] = [];
    const starts: number[] = [];
    /** By row, where its next place goes. */
    const next = this.#last;
    let start = 0;
    let isShared = false;
    for (let index = 0; index < sorted.length; index++) {
      const entry = sorted[index]!;
      const hash = Math.floor(entry / 2 ** 24);
      // A remainder of fractions takes a call.
      const row = entry - hash * 2 ** 24;
      if (hashes.at(-1) === hash) isShared = true;
      hashes.push(hash);
      starts.push(start);
      next[row] = start;
      start += this.#sizes[row]!;
    }
    starts.push(start);
    for (let at = 0; at < this.#length; at += width) {
      const to = next[this.#places[at]!]!++;
      chunks[to] = this.#places[at + 1]!;
      counts[to] = this.#places[at + 2]!;
    }
    const table = { hashes, starts, chunks, counts };
    return isShared ? joined(table) : table;
  }
}

/** Terms of one hash as one. */
function joined({ hashes, starts, chunks, counts }: TermTable): TermTable {
  const table = { hashes: [] as number[], starts: [] as number[], chunks: [] as number[], counts: [] as number[] };
  for (let first = 0, end = 0; first < hashes.length; first = end) {
    end = first + 1;
    while (end < hashes.length && hashes[end] === hashes[first]) end++;
    table.hashes.push(hashes[first]!);
    table.starts.push(table.chunks.length);
    // Nearly all are alone, and in order.
    if (end - first === 1) {
      for (let at = starts[first]!; at < starts[end]!; at++) {
        table.chunks.push(chunks[at]!);
        table.counts.push(counts[at]!);
      }
      continue;
    }
    const byChunk = new Map<number, number>();
    for (let at = starts[first]!; at < starts[end]!; at++)
      byChunk.set(chunks[at]!, (byChunk.get(chunks[at]!) ?? 0) + counts[at]!);
    for (const [chunk, count] of [...byChunk].sort(([a], [b]) => a - b)) {
      table.chunks.push(chunk);
      table.counts.push(count);
    }
  }
  table.starts.push(table.chunks.length);
  return table;
}

/** A longer copy that has room for `index`. */
function widened(from: Int32Array<ArrayBuffer>, index: number, value: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(index + 1, from.length * 2));
  if (value !== 0) to.fill(value, from.length);
  to.set(from);
  return to;
}
