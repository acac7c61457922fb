/**
 * What answers showed lately of files: large ones, which have words of many questions, come up again and again.
 * Invariant: bounded; a file is given for the content and the row of the index that it was kept for, and no other.
 */
import type { ChunkSpan } from '../model/chunk.ts';
import type { StampedSource } from '../source/read-source.ts';
import type { PackedOutline } from '../store/packed-outline.ts';
import type { FileRecord } from '../store/store.ts';
import type { TextLines } from './text-lines.ts';

export interface KeptFile {
  source: StampedSource;
  lines: TextLines;
  spans: readonly ChunkSpan[];
  outline: PackedOutline;
}

/** What they may take together, and one of them (bytes). */
const mostBytes = 8 * 2 ** 20;
const largestShare = 1 / 4;
/** Of a chunk's place in memory, and of a file besides. */
const spanBytes = 60;
const fileBytes = 1000;

interface Entry {
  path: string;
  file: KeptFile;
  bytes: number;
}

export class KeptFiles {
  /** By file id, that which was asked for last at the end. */
  readonly #entries = new Map<number, Entry>();
  #bytes = 0;

  /** Null where nothing is kept of that content of it. */
  of({ id, path, hash }: Pick<FileRecord, 'id' | 'path' | 'hash'>): KeptFile | null {
    const entry = this.#entries.get(id);
    // Another index may have given the id to another file.
    return entry?.path === path && entry.file.source.content.hash === hash ? entry.file : null;
  }

  keep({ id, path }: Pick<FileRecord, 'id' | 'path'>, file: KeptFile): void {
    const before = this.#entries.get(id);
    if (before !== undefined) this.#bytes -= before.bytes;
    this.#entries.delete(id);
    const bytes = bytesOf(file);
    if (file.source.stamp === null || bytes > mostBytes * largestShare) return;
    this.#entries.set(id, { path, file, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= mostBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}

function bytesOf({ source: { content }, spans, outline }: KeptFile): number {
  const width = content.size === content.text?.length ? 1 : 2;
  return (content.text?.length ?? 0) * width + spans.length * spanBytes + outline.bytes + fileBytes;
}
