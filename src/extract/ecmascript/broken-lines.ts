/** Lines that can be blanked without affecting other lines. */

/** The text with the line at `offset` blanked; null when other lines depend on the line: it opens or closes a bracket, comment or template of theirs. */
export function withoutLine(text: string, offset: number): string | null {
  const at = Math.min(offset, text.length);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const next = text.indexOf('\n', at);
  const end = next === -1 ? text.length : next;
  const line = text.slice(start, end);
  if (line.trim() === '' || /[`\\]|\/\*|\*\//.test(line) || !isBalanced(line)) return null;
  return text.slice(0, start) + line.replace(/[^\r]/g, ' ') + text.slice(end);
}

const opens = '([{';
const closes = ')]}';

/** Whether each bracket closes one of its own kind on the line. Quotes are ignored: the worst result is a wrong no. */
function isBalanced(line: string): boolean {
  const open: string[] = [];
  for (const character of line) {
    if (opens.includes(character)) open.push(closes[opens.indexOf(character)]!);
    else if (closes.includes(character) && open.pop() !== character) return false;
  }
  return open.length === 0;
}
