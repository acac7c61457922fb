/**
 * A file's text as the chunker sees it: only non-blank lines, each with its place, its indentation and a hash of
 * its content. Blank lines belong to the line before them, and do not count.
 * Invariant: one pass over the text, whatever is in it. The kernel of this thread, a WebAssembly module, does the work
 * (`kernels/words/lines.ts`).
 */
import type { Comment } from '../../model/extraction.ts';
import { threadKernel, type TextLines } from '../../kernels/words.ts';

export interface ChunkLines extends TextLines {
  /** 1 where the line belongs to a comment and does not begin with code. */
  comments: Uint8Array;
}

/** Reused for files with no more non-blank lines than it has elements, which are most. */
const reusedMarks = new Uint8Array(4096);

/**
 * The result is valid until the next call.
 * @param comments in order of place
 */
export function chunkLines(text: string, comments: readonly Pick<Comment, 'line' | 'endLine'>[]): ChunkLines {
  const textLines = threadKernel().readLines(text);
  const isSmall = textLines.count <= reusedMarks.length;
  const lines = {
    ...textLines,
    comments: isSmall ? reusedMarks.fill(0, 0, textLines.count) : new Uint8Array(textLines.count),
  };
  markComments(lines, comments);
  return lines;
}

/** Whether a line of code may start with this character and a comment may not: letters, digits, `_`, `$`, and closing brackets. */
function startsCode(first: number): boolean {
  if (first > 127) return true;
  const isLetter = (first >= 65 && first <= 90) || (first >= 97 && first <= 122);
  return (
    isLetter || (first >= 48 && first <= 57) || first === 95 /* _ */ || first === 36 /* $ */ || isClosingBracket(first)
  );
}

/** Whether a character is `)`, `]` or `}`. */
export function isClosingBracket(first: number): boolean {
  return first === 41 /* ) */ || first === 93 /* ] */ || first === 125; /* } */
}

function markComments(lines: ChunkLines, comments: readonly Pick<Comment, 'line' | 'endLine'>[]): void {
  const { ranks, numbers, firsts, lineCount, count } = lines;
  let next = 0;
  for (const { line, endLine } of comments) {
    if (line < 1 || line > lineCount) continue;
    for (let rank = Math.max(next, ranks[line]!); rank < count && numbers[rank]! <= endLine; rank++) {
      // Code may come before a comment on the comment's first line.
      if (numbers[rank]! > line || !startsCode(firsts[rank]!)) lines.comments[rank] = 1;
      next = rank + 1;
    }
  }
}
