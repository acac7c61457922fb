/** Trains a table of vectors on a set of pairs, in several threads. Owns the threads while it runs. */
import { Worker } from 'node:worker_threads';
import { sharedMemory } from './kernels.ts';
import { layOut, type TrainingSettings } from './training-memory.ts';
import type { TrainingSet } from './training-set.ts';
import type { TrainWorkerData } from './train-worker.ts';
import { fillTable, TrainingThread, type TrainingShare } from './training-steps.ts';

export interface Training {
  rows: number;
  set: TrainingSet;
  settings: TrainingSettings;
  /** Steps between reports. */
  reportEvery: number;
  /** @param loss mean loss of a pair in the last step */
  report(step: number, loss: number, table: Float32Array): void;
}

function runSteps(worker: Worker, first: number, end: number): Promise<void> {
  return new Promise((done, failed) => {
    worker.once('message', () => {
      worker.off('error', failed);
      done();
    });
    worker.once('error', failed);
    worker.postMessage({ first, end });
  });
}

/** `rows` × `dimensions` numbers, in row-major order. */
export async function train({ rows, set, settings, reportEvery, report }: Training): Promise<Float32Array> {
  const at = layOut(rows, settings);
  const memory = sharedMemory(at.total);
  const share: TrainingShare = { memory, rows, set, settings };
  fillTable(share);
  const table = new Float32Array(memory.buffer, at.table, rows * settings.dimensions);
  const losses = new Float32Array(memory.buffer, at.losses, settings.batch);
  const workers =
    settings.threads === 1
      ? []
      : Array.from({ length: settings.threads }, (_, thread) => {
          const workerData: TrainWorkerData = { share, thread };
          return new Worker(new URL('./train-worker.ts', import.meta.url), { workerData });
        });
  const alone = workers.length === 0 ? new TrainingThread(share, 0) : null;
  try {
    for (let first = 0; first < settings.steps; first += reportEvery) {
      const end = Math.min(first + reportEvery, settings.steps);
      alone?.run(first, end);
      await Promise.all(workers.map((worker) => runSteps(worker, first, end)));
      report(end, losses.reduce((sum, loss) => sum + loss, 0) / settings.batch, table);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return Float32Array.from(table);
}
