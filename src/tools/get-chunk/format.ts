/** The answer of `get_chunk`: the chunk with its kind and the definition around it. */
import type { Chunk, ChunkedFile } from '../../model/chunk.ts';
import { largestMaxChars } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { codeLines, containerText, pathText, symbolsText } from '../chunk-text/chunk-words.ts';
import { chunkPage, type ChunkPiece } from '../chunk-text/pages.ts';

/** Characters kept free for a note below the text. */
const noteRoom = 300;

export interface ChunkFormat {
  maxChars: number;
  say: Wording;
}

function cutNote({ chunk, to, cut }: ChunkPiece, { maxChars, say }: ChunkFormat): string | null {
  const left = chunk.endLine - to;
  if (left === 0 && cut === 0) return null;
  const what = left === 0 ? 'The line is cut' : `${left} more ${left === 1 ? 'line' : 'lines'}`;
  const larger = maxChars < largestMaxChars ? `a larger ${say.option('max_chars')} (up to ${largestMaxChars})` : null;
  const next = left === 0 ? null : say.call('get_context', { start_line: to + 1 });
  const ways = [larger, next].filter((way) => way !== null);
  return ways.length === 0 ? `${what}.` : `${what}: ${ways.join(', or ')} shows more.`;
}

export function formatChunk(file: ChunkedFile, chunk: Chunk, format: ChunkFormat): string {
  const { id, startLine, endLine, kind, container } = chunk;
  const head = `${[
    `Chunk ID: ${id}`,
    `File: ${pathText(file.path)}`,
    `Lines: ${startLine}-${endLine}`,
    `Language: ${file.language}`,
    `Symbols: ${symbolsText(chunk)}`,
    `Kind: ${kind}`,
    ...(container === null ? [] : [`In: ${containerText(container)}`]),
    '',
    'Content:',
  ].join('\n')}\n`;
  const textOf = (piece: ChunkPiece): string => `${codeLines(piece, '').join('\n')}\n`;
  const { pieces } = chunkPage(
    { ...file, chunks: [chunk] },
    { startLine, room: format.maxChars - head.length - noteRoom, cost: (piece) => textOf(piece).length },
  );
  const [piece] = pieces;
  if (piece === undefined) return head;
  const note = cutNote(piece, format);
  return head + textOf(piece) + (note === null ? '' : `\nnote: ${note}\n`);
}
