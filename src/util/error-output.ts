/** Lines on standard error for processes without a terminal. Invariant: nothing ends because nobody reads them. */

let isWatched = false;

export function writeError(text: string): void {
  const { stderr } = process;
  if (!isWatched) stderr.on('error', () => {});
  isWatched = true;
  stderr.write(text);
}
