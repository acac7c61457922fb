/** Entry of the indexing thread of a server. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../runtime/thread-priority.ts';
import type { IndexThreadRequest, ThreadJob } from './index-job.ts';
import { serveIndexThread } from './indexing.ts';

const port = parentPort;
if (port !== null) {
  lowerPriority();
  const abort = new AbortController();
  port.on('message', (message: IndexThreadRequest) => {
    if (message.type === 'cancel') abort.abort();
  });
  // Not waited for: V8 ends the process where a thread is ended while a module waits at its top level.
  void serveIndexThread(workerData as ThreadJob, (message) => port.postMessage(message), abort.signal);
}
