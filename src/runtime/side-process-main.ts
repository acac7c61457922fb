/**
 * Entry of the process that has the threads of another one (side-process.ts).
 * Invariant: it ends with that one, whatever its threads do.
 */
import type { FromSideProcess, ToSideProcess } from './side-process.ts';
import { startThread, type Thread } from './thread.ts';
import { ownProcessInThreads, settleForWork } from './v8-settings.ts';

const threads = new Map<number, Thread>();

function say(message: FromSideProcess): void {
  // Where nobody is left to be told this process ends, too.
  if (process.connected) process.send?.(message, () => {});
}

/** An error's own fields do not pass from process to process. */
function wordsOf(error: Error): { message: string; stack: string | undefined; code: string | undefined } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, stack: error.stack, code };
}

process.on('message', (told: ToSideProcess) => {
  const { id } = told;
  if (told.type === 'post') threads.get(id)?.post(told.message);
  else if (told.type === 'end') {
    threads.get(id)?.end();
    threads.delete(id);
  } else {
    const thread = startThread(told.start, {
      onMessage: (message) => say({ id, type: 'message', message }),
      onEnd: (error) => {
        threads.delete(id);
        say({ id, type: 'end', error: error === null ? null : wordsOf(error) });
      },
    });
    threads.set(id, thread);
  }
});
// `process.exit` would wait for threads in SQLite or a parser, while another process may be the writer already.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal tells the other process too, which lets threads end their work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
ownProcessInThreads();
settleForWork();
say({ type: 'ready' });
