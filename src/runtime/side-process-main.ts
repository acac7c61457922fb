/**
 * Entry of the side process, which runs threads for another process (side-process.ts).
 * Invariant: the side process ends when the process that started it ends, whatever its threads do.
 */
import type { FromSideProcess, ToSideProcess } from './side-process.ts';
import { startThread, type Thread } from './thread.ts';
import { ownProcessInThreads, tuneForIndexing } from './v8-settings.ts';

const threads = new Map<number, Thread>();

function send(message: FromSideProcess): void {
  // If the parent is gone, nobody needs the message, and this process ends.
  if (process.connected) process.send?.(message, () => {});
}

/** The fields of an error, to send them. An error that is sent itself would arrive without its `code`. */
function errorFields(error: Error): { message: string; stack: string | undefined; code: string | undefined } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, stack: error.stack, code };
}

process.on('message', (message: ToSideProcess) => {
  const { id } = message;
  if (message.type === 'post') threads.get(id)?.post(message.message);
  else if (message.type === 'end') {
    threads.get(id)?.end();
    threads.delete(id);
  } else {
    const thread = startThread(message.start, {
      onMessage: (answer) => send({ id, type: 'message', message: answer }),
      onEnd: (error) => {
        threads.delete(id);
        send({ id, type: 'end', error: error === null ? null : errorFields(error) });
      },
    });
    threads.set(id, thread);
  }
});
// The parent is gone. `process.exit` would wait for threads in SQLite or a parser, while another process may already be the writer.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal sends signals to both processes. The parent handles them, and lets threads finish their work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
ownProcessInThreads();
tuneForIndexing();
send({ type: 'ready' });
