/** Tells lines of comments from code, by their beginnings alone: no language is known here. */

const comment = /^\s*(?:\/\/|\/?\*|#(?![[!])|--|;|"""|'''|<!--)/;
const blockStart = /^\s*\/\*/;
const blockEnd = /\*\/\s*$/;
/** The end of a block comment that began before the text. A `*` before code is rarely alone on its line. */
const onlyBlockEnd = /^\s*\*\/\s*$/;

export function isCommentLine(line: string): boolean {
  return comment.test(line);
}

/** For each line, 1 for one of a comment. Lines inside of a block comment need no mark of their own, even if it began before the first line. */
export function commentLines(lines: readonly string[]): Uint8Array {
  const found = Uint8Array.from(lines, (line) => Number(isCommentLine(line)));
  let from = -1;
  let isFirst = true;
  for (const [at, line] of lines.entries()) {
    if (from === -1 && blockStart.test(line)) [from, isFirst] = [at, false];
    if (isFirst && onlyBlockEnd.test(line)) from = 0;
    if (from === -1 || !blockEnd.test(line)) continue;
    found.fill(1, from, at + 1);
    [from, isFirst] = [-1, false];
  }
  return found;
}

/** Whether a text is comments and blank lines only. */
export function isOnlyComments(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || isCommentLine(line));
}
