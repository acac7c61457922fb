/**
 * Very long lines: data in a string (an image, a compiled module), tables. Each message of the native parser quotes its whole line, so that
 * the messages of a broken text could fill the memory. Such lines are broken where that changes no more than what a long string
 * or a number of a table is; where they cannot be, another parser has to read the text.
 * Invariant: a text with shorter lines has the length of the one that was given, and what it declares stands where it stood.
 */
import { threadKernel } from '../../kernels/words.ts';

/** At worst one error every four characters: the messages of a line are a quarter of its length squared. */
const most = 2_000_000_000;

export function hasLongLines(text: string): boolean {
  const { length } = text;
  if (length * length <= most) return false;
  let sum = 0;
  let end = length;
  for (const start of threadKernel().lineStarts(text).toReversed()) {
    sum += (end - start) ** 2;
    end = start;
  }
  return sum > most;
}

/** Null where lines stay too long. */
export function withShorterLines(text: string, jsx: boolean): string | null {
  const breaks = threadKernel().lineBreaks(text, jsx);
  if (breaks === null || breaks.length === 0) return null;
  const parts: string[] = [];
  let kept = 0;
  for (const one of breaks) {
    const at = one >> 1;
    const mark = one % 2 === 0 ? '\n' : '\\\n';
    parts.push(text.slice(kept, at), mark);
    kept = at + mark.length;
  }
  parts.push(text.slice(kept));
  const shorter = parts.join('');
  return hasLongLines(shorter) ? null : shorter;
}
