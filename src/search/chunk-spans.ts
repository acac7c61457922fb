/** Where the chunks of a file stand. */
import type { ChunkSpan } from '../model/chunk.ts';

/** Whether a chunk has one of the lines `from` to `to` (1-based, both included). */
export function meets({ startLine, endLine }: ChunkSpan, from: number, to: number): boolean {
  return startLine <= to && from <= endLine;
}

/** For a file that has the words in its path alone. */
export function firstChunk(spans: readonly ChunkSpan[]): number {
  return Math.max(
    0,
    spans.findIndex(({ kind }) => kind !== 'imports'),
  );
}
