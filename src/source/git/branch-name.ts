/** Names of branches, as hosts say them: they can say anything. */

/** Longer ones are no name of a branch here (characters). */
const mostLength = 500;

/** Whether git would take a name for a branch's (`git check-ref-format`), and it can be kept and shown. */
export function isBranchName(name: string): boolean {
  if (name === '@' || name.length > mostLength || !name.isWellFormed()) return false;
  return /^[^\0-\x20\x7f~^:?*[\\\ufffd]+$/.test(name) && !/(?:^|\/)[./]|\.\.|@\{|\.lock\/|(?:[./]|\.lock)$/.test(name);
}
