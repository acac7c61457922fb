/**
 * Chunks as text and as data. Invariant: the shown lines are exactly as in the file, tabs included; characters cut from the end of a long line
 * are counted. Long names are cut, and names that are left out are counted.
 */
import { z } from 'zod';
import type { Chunk, ChunkedFile } from '../../model/chunk.ts';
import { chunkKinds } from '../../model/chunk.ts';
import { oneLine } from '../budget.ts';
import type { ChunkPiece } from './pages.ts';

const nameLimit = 80;
/** Longer paths are cut, so that they leave room for code. */
export const pathLimit = 240;
const maxSymbols = 10;
/** Characters that all names together may take; the first name is shown even if it is longer. */
const symbolsRoom = 120;

export function pathText(path: string): string {
  return `./${oneLine(path, pathLimit)}`;
}

function shownSymbols({ symbols }: Pick<Chunk, 'symbols'>): { shown: string[]; more: number } {
  const shown: string[] = [];
  let room = symbolsRoom;
  for (const symbol of symbols.slice(0, maxSymbols)) {
    const name = oneLine(symbol, nameLimit);
    room -= name.length;
    if (room < 0 && shown.length > 0) break;
    shown.push(name);
  }
  return { shown, more: symbols.length - shown.length };
}

/** `a, b, C.d`, or `none`; the rest is counted. */
export function symbolsText(chunk: Pick<Chunk, 'symbols'>): string {
  const { shown, more } = shownSymbols(chunk);
  return shown.length === 0 ? 'none' : `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function containerText(container: string): string {
  return oneLine(container, nameLimit);
}

/** The lines of a piece: `15-25`, or `15-20 of 15-25` for a part of a chunk. */
export function rangeText({ chunk, from, to }: ChunkPiece): string {
  const whole = `${chunk.startLine}-${chunk.endLine}`;
  return from === chunk.startLine && to === chunk.endLine ? whole : `${from}-${to} of ${whole}`;
}

export function codeLines({ lines, cut }: ChunkPiece, indent: string): string[] {
  const shown = cut === 0 ? lines : lines.map((line) => `${line}… (${cut} more characters)`);
  return shown.map((line) => (line === '' ? '' : indent + line));
}

/** The lines `File:`, `Language:` and `Chunks:`. */
export function fileHead(file: ChunkedFile): string[] {
  return [`File: ${pathText(file.path)}`, `Language: ${file.language}`, `Chunks: ${file.chunks.length}`];
}

export const unindexedNote =
  'This file is not in the index (ignored, or not read yet): a chunk of it cannot be asked for by its id.';

/** A piece as `chunk_file` shows it: a line about the chunk, then the code. */
export function pieceText(piece: ChunkPiece): string {
  const { id, kind, symbols, container } = piece.chunk;
  const head = [
    `${id}: lines ${rangeText(piece)}, ${kind}`,
    ...(symbols.length === 0 ? [] : [`symbols: ${symbolsText(piece.chunk)}`]),
    ...(container === null ? [] : [`in: ${containerText(container)}`]),
  ];
  return `\n${[head.join('; '), ...codeLines(piece, '  ')].join('\n')}\n`;
}

const line = z.int().min(0).max(2_147_483_647);

export const pieceOutput = () =>
  z.object({
    id: z.string(),
    start_line: line,
    end_line: line,
    kind: z.enum(chunkKinds),
    symbols: z.array(z.string()).optional().describe('Qualified names of what is defined in it'),
    more_symbols: line.optional(),
    container: z.string().optional().describe('The definition around it'),
    shown: z.object({ from: line, to: line }).optional().describe('Present when the text is a part of the chunk'),
    cut_characters: line.optional(),
    text: z.string(),
  });

export function pieceData(piece: ChunkPiece): z.output<ReturnType<typeof pieceOutput>> {
  const { chunk, from, to, lines, cut } = piece;
  const { id, startLine, endLine, kind, container } = chunk;
  const { shown, more } = shownSymbols(chunk);
  return {
    id,
    start_line: startLine,
    end_line: endLine,
    kind,
    ...(shown.length === 0 ? {} : { symbols: shown }),
    ...(more > 0 ? { more_symbols: more } : {}),
    ...(container === null ? {} : { container: containerText(container) }),
    ...(from === startLine && to === endLine ? {} : { shown: { from, to } }),
    ...(cut === 0 ? {} : { cut_characters: cut }),
    text: lines.join('\n'),
  };
}

/** Characters that a piece takes of an answer, in the longer of its two forms. */
export function pieceCost(piece: ChunkPiece): number {
  return Math.max(pieceText(piece).length, JSON.stringify(pieceData(piece)).length + 1);
}
