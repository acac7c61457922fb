/** The text of a chunk that is embedded. Invariant: a passage depends only on the file's path and content. */
import type { ChunkOutline, ChunkSpan } from '../../model/chunk.ts';

/** Longer texts of chunks are cut (UTF-16 units). Only chunks of one very long line are longer. */
const longestText = 4_000;
/** At most this many symbols come before the text. */
const mostSymbols = 12;
/** Limit on the length of a name before the text (UTF-16 units). */
const longestName = 120;

/** Folder and name of a file. They distinguish chunks, and the model is trained on passages that begin with them. */
export function pathWords(path: string): string {
  return path
    .split('/')
    .slice(-2)
    .join(' ')
    .replace(/\.\w+$/, '');
}

/** A passage for each chunk, in order: path, container and symbols on one line, then the text. */
export function passagesOf(
  { path, text }: { path: string; text: string },
  spans: readonly ChunkSpan[],
  outlines: readonly ChunkOutline[],
): string[] {
  const pathHead = pathWords(path);
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
    // Names without their containers, because the container comes before them.
    const names = symbols.slice(0, mostSymbols).map((symbol) => symbol.slice(symbol.lastIndexOf('.') + 1));
    const head = [pathHead, container ?? '', ...names]
      .map((word) => word.slice(0, longestName))
      .filter((word) => word !== '');
    return `${head.join(' ')}\n${body}`;
  });
}
