/**
 * Keeps deeply nested text away from the native parser, whose recursion would overflow the thread's stack and end the process.
 * One linear pass bounds the stack that parsing needs (`Cost` of `kernels/words/depth-levels.ts`, in bytes). Text beyond the limit is blanked.
 * Invariant: the returned text has the length and the lines of the original, and parses within the limit.
 */
import { threadKernel } from '../../kernels/words.ts';

export interface BoundedText {
  text: string;
  /** Offset of the first blanked character; -1 when the text is unchanged. */
  blankedAt: number;
  /** Whether the scan could distinguish code from text. If not, only a parser that cannot crash may read the text. */
  certain: boolean;
}

/** @param jsx whether `<` may start an element (in all files but `.ts`, `.mts`, `.cts`) */
export function boundDepth(text: string, jsx: boolean): BoundedText {
  const deep = threadKernel().deepRanges(text, jsx);
  if (deep === null) return { text, blankedAt: -1, certain: false };
  return { text: blank(text, deep), blankedAt: deep[0] ?? -1, certain: true };
}

/** Replaces the ranges (pairs of offsets) by spaces, and keeps their line ends. */
function blank(text: string, ranges: readonly number[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let copied = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    parts.push(text.slice(copied, ranges[i]), text.slice(ranges[i], ranges[i + 1]).replace(/[^\n]/g, ' '));
    copied = ranges[i + 1]!;
  }
  parts.push(text.slice(copied));
  return parts.join('');
}
