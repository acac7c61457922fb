/** What of a file's chunks is embedded. Invariant: a passage follows from the file's path and content alone. */
import type { ChunkOutline, ChunkSpan } from '../../model/chunk.ts';

/** Of a chunk's text (UTF-16 units): more than any chunk has that is not one line. */
const longestText = 4_000;
/** Of what stands before it, in symbols and units. */
const mostSymbols = 12;
const longestName = 120;

/** Folder and name of a file: chunks are told apart by them, and the model is trained on passages that start so. */
export function pathWords(path: string): string {
  return path
    .split('/')
    .slice(-2)
    .join(' ')
    .replace(/\.\w+$/, '');
}

/** A passage for each chunk, in their order: path, container and symbols on a line, then its text. */
export function passagesOf(
  { path, text }: { path: string; text: string },
  spans: readonly ChunkSpan[],
  outlines: readonly ChunkOutline[],
): string[] {
  const place = pathWords(path);
  let start = 0;
  return spans.map(({ startLine, endLine }, index) => {
    let end = start;
    for (let line = startLine; line <= endLine && end < text.length; line++) {
      const feed = text.indexOf('\n', end);
      end = feed === -1 ? text.length : feed + 1;
    }
    const body = text.slice(start, Math.min(end, start + longestText));
    start = end;
    const { container = null, symbols = [] } = outlines[index] ?? {};
    // Their containers are named already.
    const names = symbols.slice(0, mostSymbols).map((symbol) => symbol.slice(symbol.lastIndexOf('.') + 1));
    const head = [place, container ?? '', ...names]
      .map((word) => word.slice(0, longestName))
      .filter((word) => word !== '');
    return `${head.join(' ')}\n${body}`;
  });
}
