/**
 * A cache of files that answers showed lately. Large files match many questions and come up again and again.
 * Invariant: bounded; a cached file is given only for the same content and the same file record.
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

/** Memory limit of all files together (bytes), and the largest share of one file. */
const mostBytes = 3 * 2 ** 20;
const largestShare = 1 / 2;
/** Estimates of memory (bytes): a chunk's span, and the rest of a file. */
const spanBytes = 60;
const fileBytes = 1000;

export class CachedFiles {
  /** By file id. */
  readonly #files = new RecentlyUsed<number, CachedFile & { path: string }>(mostBytes);

  /** Null if this content of the file is not cached. */
  of({ id, path, hash }: Pick<FileRecord, 'id' | 'path' | 'hash'>): CachedFile | null {
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
  const width = content.size === content.text?.length ? 1 : 2;
  return (content.text?.length ?? 0) * width + spans.length * spanBytes + outline.bytes + fileBytes;
}
