/** Blanks lines that no other line depends on. */

/**
 * The text with the line at `offset` blanked. Null when the line is blank, or other lines may depend on it: it opens or closes a bracket,
 * comment or template, or has a backslash, which may continue it.
 */
export function withoutLine(text: string, offset: number): string | null {
  const at = Math.min(offset, text.length);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const next = text.indexOf('\n', at);
  const end = next === -1 ? text.length : next;
  const line = text.slice(start, end);
  if (line.trim() === '' || /[`\\]|\/\*|\*\//.test(line) || !isBalanced(line)) return null;
  return text.slice(0, start) + line.replace(/[^\r]/g, ' ') + text.slice(end);
}

const openers = '([{';
const closers = ')]}';

/**
 * Whether a line closes all brackets that it opens, and no others. Brackets in strings count too, so the result may be false although the code is
 * balanced.
 */
function isBalanced(line: string): boolean {
  const open: string[] = [];
  for (const character of line) {
    if (openers.includes(character)) open.push(closers[openers.indexOf(character)]!);
    else if (closers.includes(character) && open.pop() !== character) return false;
  }
  return open.length === 0;
}
