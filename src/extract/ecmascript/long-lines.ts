/**
 * Breaks very long lines: data in a string (an image, a compiled module), or tables. Each error message of the native parser quotes its whole line,
 * so the messages for a broken text could fill the memory. Lines are broken where that changes no more than the value of a long string
 * or a number in a table. If that does not suffice, another parser must read the text.
 * Invariant: the result has the length of the original text, and every declaration keeps its offset.
 */
import { threadKernel } from '../../kernels/words.ts';

/**
 * Maximum sum of the squares of line lengths. In the worst case there is an error at each character (backslashes), and the messages take three quarters of
 * a byte for each character of the line: 750 MB.
 */
const maxSquares = 1_000_000_000;

/** Whether the lines of a text are too long for the native parser. */
export function hasLongLines(text: string): boolean {
  const { length } = text;
  if (length * length <= maxSquares) return false;
  let sum = 0;
  let end = length;
  for (const start of threadKernel().lineStarts(text).toReversed()) {
    sum += (end - start) ** 2;
    end = start;
  }
  return sum > maxSquares;
}

/** The text with its long lines broken; null where lines stay too long. */
export function withShorterLines(text: string, jsx: boolean): string | null {
  const breaks = threadKernel().lineBreaks(text, jsx);
  if (breaks === null || breaks.length === 0) return null;
  const parts: string[] = [];
  let copied = 0;
  for (const place of breaks) {
    const at = place >> 1;
    const mark = place % 2 === 0 ? '\n' : '\\\n';
    parts.push(text.slice(copied, at), mark);
    copied = at + mark.length;
  }
  parts.push(text.slice(copied));
  const shorter = parts.join('');
  return hasLongLines(shorter) ? null : shorter;
}
