/**
 * A cache of files that were read for recent answers. Large files match many questions and come up again and again.
 * Invariants: its memory has a limit; a cached file is given only for the same content and the same file record.
 */
import type { ChunkSpan } from '../../model/chunk.ts';
import type { StampedSource } from '../../source/read/read-source.ts';
import type { PackedOutline } from '../../store/packed/packed-outline.ts';
import type { FileRecord } from '../../store/store.ts';
import { RecentlyUsed } from '../../util/recently-used.ts';
import type { TextLines } from './text-lines.ts';

export interface CachedFile {
  source: StampedSource;
  lines: TextLines;
  spans: readonly ChunkSpan[];
  outline: PackedOutline;
}

/** Memory limit of all files together (bytes). */
const mostBytes = 3 * 2 ** 20;
/** A file that takes a larger share of the limit is not cached. */
const largestShare = 1 / 2;
/** Estimated memory of a chunk's span (bytes). */
const spanBytes = 60;
/** Estimated memory of a file besides its text, spans and outline (bytes). */
const fileBytes = 1000;

export class CachedFiles {
  /** By file id. */
  readonly #files = new RecentlyUsed<number, CachedFile & { path: string }>(mostBytes);

  /** Null if this content of the file is not cached. */
  get({ id, path, hash }: Pick<FileRecord, 'id' | 'path' | 'hash'>): CachedFile | null {
    const file = this.#files.get(id);
    // In another index the id may belong to another file.
    return file?.path === path && file.source.content.hash === hash ? file : null;
  }

  add({ id, path }: Pick<FileRecord, 'id' | 'path'>, file: CachedFile): void {
    const bytes = bytesOf(file);
    if (file.source.stamp === null || bytes > mostBytes * largestShare) this.#files.delete(id);
    else this.#files.set(id, { ...file, path }, bytes);
  }
}

function bytesOf({ source: { content }, spans, outline }: CachedFile): number {
  // V8 takes one byte for each character of an ASCII text.
  const width = content.size === content.text?.length ? 1 : 2;
  return (content.text?.length ?? 0) * width + spans.length * spanBytes + outline.bytes + fileBytes;
}
