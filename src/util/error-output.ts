/** Writes to standard error, for processes without a terminal. Invariant: the process does not end because the reader is gone. */

let hasErrorListener = false;

export function writeError(text: string): void {
  const { stderr } = process;
  if (!hasErrorListener) stderr.on('error', () => {});
  hasErrorListener = true;
  stderr.write(text);
}
