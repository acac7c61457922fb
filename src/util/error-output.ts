/** Lines for standard error by those that have no terminal. Invariant: that nobody takes them ends nothing. */

let isWatched = false;

export function writeError(text: string): void {
  const { stderr } = process;
  if (!isWatched) stderr.on('error', () => {});
  isWatched = true;
  stderr.write(text);
}
