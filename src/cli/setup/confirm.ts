/** Asks a yes-or-no question at the terminal. Invariant: everything but a clear yes is a no, including the end of input. */
import { createInterface } from 'node:readline/promises';
import { AppError } from '../../model/error.ts';

export type Confirm = (question: string) => Promise<boolean>;

/** Throws `AppError('CancelledError')` on Ctrl-C. */
export const confirmAtTerminal: Confirm = async (question) => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const stop = new AbortController();
  let isCancelled = false;
  lines.on('SIGINT', () => {
    isCancelled = true;
    stop.abort();
  });
  lines.on('close', () => stop.abort());
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: stop.signal });
    return /^\s*y(?:es)?\s*$/i.test(answer);
  } catch (error) {
    if (isCancelled)
      throw new AppError('CancelledError', 'Cancelled; what was already written stays', { cause: error });
    return false;
  } finally {
    lines.close();
  }
};
