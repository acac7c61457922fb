/** Tells lines of comments from code, by their beginnings alone. A line of a block comment without a mark of its own counts as code. */

const comment = /^\s*(?:\/\/|\/?\*|#(?![[!])|--|;|"""|'''|<!--)/;

export function isCommentLine(line: string): boolean {
  return comment.test(line);
}

/** Whether a text is comments and blank lines only. */
export function isOnlyComments(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || isCommentLine(line));
}
