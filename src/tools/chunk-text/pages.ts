/**
 * A file's chunks in pages of limited size.
 * Invariant: consecutive pages show every line once, except blank lines at the end of a piece. Unless the file is empty, a page shows at least
 * one line; characters cut from a line are counted.
 */
import type { Chunk, ChunkedFile } from '../../model/chunk.ts';
import { AppError } from '../../model/error.ts';
import { largestNumber } from '../budget.ts';

/** A chunk, or the lines of it that fit. */
export interface ChunkPiece {
  chunk: Chunk;
  /** 1-based, both included. */
  from: number;
  to: number;
  /** The text of these lines, without blank lines at the end. */
  lines: readonly string[];
  /** Characters cut from the piece, if it is a single line. */
  cut: number;
}

export interface ChunkPage {
  pieces: ChunkPiece[];
  /** Where the next page starts; null when this is the last. */
  nextLine: number | null;
}

export interface PageRequest {
  startLine: number;
  /** Characters that the pieces may take. */
  room: number;
  /** Characters that a piece takes. */
  cost(piece: ChunkPiece): number;
}

/** At least this many characters of a line are shown, even if they do not fit: fewer would be of no use. */
const minLineChars = 20;

function pieceOf({ lines }: ChunkedFile, chunk: Chunk, from: number, to = chunk.endLine): ChunkPiece {
  const shown = lines.slice(from - 1, to);
  while (shown.length > 1 && shown.at(-1)!.trim() === '') shown.pop();
  return { chunk, from, to, lines: shown, cut: 0 };
}

/** The part of a chunk that fits: as many lines as fit, or of a single line as many characters. */
function cutPiece(file: ChunkedFile, chunk: Chunk, from: number, { room, cost }: PageRequest): ChunkPiece {
  const count = largestNumber(
    1,
    chunk.endLine - from + 1,
    (lines) => cost(pieceOf(file, chunk, from, from + lines - 1)) <= room,
  );
  const piece = pieceOf(file, chunk, from, from + count - 1);
  const [line = ''] = piece.lines;
  if (count > 1 || line === '' || cost(piece) <= room) return piece;
  const shortened = (length: number): ChunkPiece => ({
    ...piece,
    lines: [line.slice(0, length)],
    cut: line.length - length,
  });
  const length = largestNumber(1, line.length, (characters) => cost(shortened(characters)) <= room);
  return shortened(Math.max(length, Math.min(minLineChars, line.length)));
}

/** The page that starts at a line; it is empty only if the file is. Throws `AppError` for a line that the file does not have. */
export function chunkPage(file: ChunkedFile, request: PageRequest): ChunkPage {
  const { startLine, room, cost } = request;
  const pieces: ChunkPiece[] = [];
  const last = file.lines.length;
  if (startLine > Math.max(last, 1)) {
    throw new AppError('ValidationError', `Line ${startLine} is past the end: the file has ${last} lines`, {
      hint: `Give a line from 1 to ${Math.max(last, 1)}.`,
      details: { field: 'start_line', expected: `at most ${Math.max(last, 1)}`, received: startLine },
    });
  }
  let used = 0;
  for (const chunk of file.chunks) {
    if (chunk.endLine < startLine) continue;
    const from = Math.max(chunk.startLine, startLine);
    const piece = pieceOf(file, chunk, from);
    const size = cost(piece);
    if (used + size > room) {
      if (pieces.length > 0) return { pieces, nextLine: from };
      const part = cutPiece(file, chunk, from, request);
      return { pieces: [part], nextLine: part.to < last ? part.to + 1 : null };
    }
    pieces.push(piece);
    used += size;
  }
  return { pieces, nextLine: null };
}
