/**
 * What answers showed lately of files: large ones, which have words of many questions, come up again and again.
 * Invariant: bounded; a file is given for the content and the row of the index that it was kept for, and no other.
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

/** What they may take together, and one of them (bytes). */
const mostBytes = 3 * 2 ** 20;
const largestShare = 1 / 2;
/** Of a chunk's place in memory, and of a file besides. */
const spanBytes = 60;
const fileBytes = 1000;

export class CachedFiles {
  /** By file id. */
  readonly #files = new RecentlyUsed<number, CachedFile & { path: string }>(mostBytes);

  /** Null where nothing is kept of that content of it. */
  of({ id, path, hash }: Pick<FileRecord, 'id' | 'path' | 'hash'>): CachedFile | null {
    const file = this.#files.get(id);
    // Another index may have given the id to another file.
    return file?.path === path && file.source.content.hash === hash ? file : null;
  }

  keep({ id, path }: Pick<FileRecord, 'id' | 'path'>, file: CachedFile): void {
    const bytes = bytesOf(file);
    if (file.source.stamp === null || bytes > mostBytes * largestShare) this.#files.delete(id);
    else this.#files.set(id, { ...file, path }, bytes);
  }
}

function bytesOf({ source: { content }, spans, outline }: CachedFile): number {
  const width = content.size === content.text?.length ? 1 : 2;
  return (content.text?.length ?? 0) * width + spans.length * spanBytes + outline.bytes + fileBytes;
}
