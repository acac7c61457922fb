/** Says on a terminal that an answer takes long, and for how long already. */
import { formatDuration } from './quantities.ts';
import type { Terminal } from './terminal.ts';

/** Before this an answer does not take long (ms). */
const patienceMs = 2000;
const tickMs = 1000;
const clearLine = '\r\u001b[2K';

type WaitingTerminal = Pick<Terminal, 'progressStyle' | 'errRaw'>;

/** @param what what is being done: `Asking git for the changes` */
export async function whileWaiting<T>(
  { progressStyle, errRaw }: WaitingTerminal,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  if (progressStyle !== 'bar') return work();
  const started = Date.now();
  let isShown = false;
  const timer = setInterval(() => {
    const waitedMs = Date.now() - started;
    if (waitedMs < patienceMs) return;
    errRaw(`${clearLine}${what}… ${formatDuration(Math.floor(waitedMs / tickMs) * tickMs).replace('.0', '')}`);
    isShown = true;
  }, tickMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isShown) errRaw(clearLine);
  }
}
