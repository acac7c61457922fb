/** Entry of a worker thread that does its share of each training step. */
import { parentPort, workerData } from 'node:worker_threads';
import { TrainingThread, type TrainingShare } from './training-steps.ts';

export interface TrainWorkerData {
  share: TrainingShare;
  thread: number;
}

const port = parentPort;
if (port !== null) {
  const { share, thread } = workerData as TrainWorkerData;
  const training = new TrainingThread(share, thread);
  port.on('message', ({ first, end }: { first: number; end: number }) => {
    training.run(first, end);
    port.postMessage('done');
  });
}
