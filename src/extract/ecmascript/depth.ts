/**
 * Keeps deep text away from the native parser, whose recursion would overflow the thread's stack and end the process.
 * One linear pass bounds the stack that parsing needs (`Cost` of `assembly/depth-levels.ts`, in bytes); what lies beyond the limit is blanked.
 * Invariant: the text that is returned has the length and the lines of the one that was given, and parses within the limit.
 */
import { threadKernel } from '../../kernels/words.ts';

export interface BoundedText {
  text: string;
  /** Where the first character was blanked; -1 when the text is as it was. */
  blankedAt: number;
  /** False when the scan cannot tell what is code: then only a parser that cannot crash may read the text. */
  certain: boolean;
}

/** @param jsx whether `<` may start an element (any file but `.ts`, `.mts`, `.cts`) */
export function boundDepth(text: string, jsx: boolean): BoundedText {
  const deep = threadKernel().deepRanges(text, jsx);
  if (deep === null) return { text, blankedAt: -1, certain: false };
  return { text: blank(text, deep), blankedAt: deep[0] ?? -1, certain: true };
}

/** The ranges (pairs of offsets) as spaces, their line ends kept. */
function blank(text: string, ranges: readonly number[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    parts.push(text.slice(kept, ranges[i]), text.slice(ranges[i], ranges[i + 1]).replace(/[^\n]/g, ' '));
    kept = ranges[i + 1]!;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}
