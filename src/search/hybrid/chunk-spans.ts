/** Positions of the chunks of a file. */
import type { ChunkSpan } from '../../model/chunk.ts';

/** Whether a chunk contains any of the lines `from` to `to` (1-based, both included). */
export function containsAnyLine({ startLine, endLine }: ChunkSpan, from: number, to: number): boolean {
  return startLine <= to && from <= endLine;
}

/** Index of the chunk to show for a file that matches by its path alone: the first one that does not contain the imports. */
export function firstChunk(spans: readonly ChunkSpan[]): number {
  return Math.max(
    0,
    spans.findIndex(({ kind }) => kind !== 'imports'),
  );
}
