/** Entry of a server's indexing thread. */
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
  // Not awaited: V8 ends the whole process if a thread ends during a top-level `await`.
  void serveIndexThread(workerData as ThreadJob, (message) => port.postMessage(message), abort.signal);
}
