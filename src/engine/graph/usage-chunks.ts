/** The chunks of a symbol's definitions and uses. Invariant: a use whose line has changed since it was linked gets no chunk. */
import type { UsageWithoutChunks } from '../../graph/queries/usage.ts';
import type { Chunk, ChunkedFile } from '../../model/chunk.ts';
import type { UsageAnswer, UsageChunk } from '../../model/graph.ts';

/** Longer lines are cut (UTF-16 units). */
const longestLine = 1000;

/** Reads files in their present state, in the order of `paths`; null for a file that is gone or cannot be read. */
type ReadChunkedFiles = (paths: readonly string[]) => Promise<(ChunkedFile | null)[]>;

/** Adds to each definition the chunks that it overlaps, and to each use the chunk with its line. */
export async function withChunks(
  answer: UsageWithoutChunks,
  read: ReadChunkedFiles,
): Promise<Omit<UsageAnswer, 'state'>> {
  const { definitions, uses } = answer;
  const paths = [...new Set([...definitions.map(({ node }) => node.path), ...uses.map(({ path }) => path)])];
  const files = new Map((await read(paths)).map((file, at) => [paths[at], file]));
  const chunks = new Map<string, UsageChunk>();
  return {
    ...answer,
    definitions: definitions.map((definition) => {
      const { path, startLine, endLine } = definition.node;
      const overlapping = files.get(path)?.chunks.filter((one) => one.startLine <= endLine && one.endLine >= startLine);
      return { ...definition, chunks: (overlapping ?? []).map(({ id }) => id) };
    }),
    uses: uses.map((use) => {
      const file = files.get(use.path) ?? null;
      const chunk = file === null ? undefined : chunkAt(file, use);
      if (file === null || chunk === undefined) return { ...use, chunk: null };
      if (!chunks.has(chunk.id)) chunks.set(chunk.id, usageChunk(file, chunk));
      return { ...use, chunk: chunk.id };
    }),
    chunks: [...chunks.values()],
  };
}

/** The chunk of a use; undefined if the file now has another line there. */
function chunkAt({ lines, chunks }: ChunkedFile, { line, text }: { line: number; text: string }): Chunk | undefined {
  if (
    lines
      .slice(line - 1, line)[0]
      ?.trim()
      .startsWith(text) !== true
  )
    return undefined;
  return chunks.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
}

function usageChunk({ path, lines }: ChunkedFile, { id, startLine, endLine }: Chunk): UsageChunk {
  const shown = lines.slice(startLine - 1, endLine).map((line) => line.slice(0, longestLine));
  while (shown.length > 1 && shown.at(-1)!.trim() === '') shown.pop();
  return { id, path, startLine, endLine: startLine + shown.length - 1, lines: shown };
}
