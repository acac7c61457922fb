/** Folds prose between words, so that a terminal does not break a word at its edge. */
import { displayWidth } from './display-width.ts';

/** Commands and code in backticks are kept whole. */
const words = /`[^`]*`[^\s`]*|\S+/g;

/**
 * The lines of a line that is too wide; the second and later ones are indented by two more. A word that is wider than a line stays whole.
 * @param text without line ends
 */
export function foldLine(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const indent = /^ */.exec(text)![0];
  const lines: string[] = [];
  let current = '';
  for (const [word] of text.slice(indent.length).matchAll(words)) {
    const longer = current === '' ? (lines.length === 0 ? indent : `${indent}  `) + word : `${current} ${word}`;
    if (current.trim() !== '' && displayWidth(longer) > width) {
      lines.push(current);
      current = `${indent}  ${word}`;
    } else current = longer;
  }
  return [...lines, current];
}

/** Every line of the text, folded. @param width null: nothing is folded */
export function foldText(text: string, width: number | null): string {
  if (width === null) return text;
  return text
    .split('\n')
    .flatMap((line) => foldLine(line, width))
    .join('\n');
}
