/**
 * A file's text as the chunker sees it: only lines that hold something, each with where it stands, how far it is indented and a number for
 * what it says. Blank lines belong to the line before them, and count for nothing.
 * Invariant: one pass over the text, whatever is in it. It is the thread's kernel's (`assembly/lines.ts`).
 */
import type { Comment } from '../../model/extraction.ts';
import { threadKernel, type TextLines } from '../../kernels/words.ts';

export interface ChunkLines extends TextLines {
  /** 1 where it is nothing but comment. */
  comments: Uint8Array;
}

/** Kept between files: most need no room of their own. */
const room = new Uint8Array(4096);

/**
 * What it gives is good until the next call.
 * @param comments in order of place
 */
export function chunkLines(text: string, comments: readonly Pick<Comment, 'line' | 'endLine'>[]): ChunkLines {
  const read = threadKernel().readLines(text);
  const isSmall = read.count <= room.length;
  const lines = { ...read, comments: isSmall ? room.fill(0, 0, read.count) : new Uint8Array(read.count) };
  markComments(lines, comments);
  return lines;
}

/** What a line of code may start with that a comment does not: letters, digits, `_`, `$`, and what closes. */
function startsCode(first: number): boolean {
  if (first > 127) return true;
  const isLetter = (first >= 65 && first <= 90) || (first >= 97 && first <= 122);
  return isLetter || (first >= 48 && first <= 57) || first === 95 || first === 36 || closes(first);
}

/** `)`, `]` or `}`. */
export function closes(first: number): boolean {
  return first === 41 || first === 93 || first === 125;
}

function markComments(lines: ChunkLines, comments: readonly Pick<Comment, 'line' | 'endLine'>[]): void {
  const { ranks, numbers, firsts, lineCount, count } = lines;
  let next = 0;
  for (const { line, endLine } of comments) {
    if (line < 1 || line > lineCount) continue;
    for (let rank = Math.max(next, ranks[line]!); rank < count && numbers[rank]! <= endLine; rank++) {
      // The line on which a comment begins may begin with code.
      if (numbers[rank]! > line || !startsCode(firsts[rank]!)) lines.comments[rank] = 1;
      next = rank + 1;
    }
  }
}
