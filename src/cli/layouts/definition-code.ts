/** The code of short definitions, where it says more than the first line. */
import { printable } from '../terminal/printable.ts';
import { cutToWidth } from './place-lines.ts';

/** Longer definitions are shown by their first line alone (lines). */
const mostLines = 25;

/** The lines without their common indentation; none for a definition of one line, and for one that is too long. */
export function definitionCode(lines: readonly string[], width: number): string[] {
  if (lines.length < 2 || lines.length > mostLines) return [];
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length);
  const common = Math.min(...indents);
  return lines.map((line) => {
    const text = printable(line.slice(common).replaceAll('\t', '    ').trimEnd());
    return text === '' ? '' : `    ${cutToWidth(text, Math.max(20, width - 4))}`;
  });
}
