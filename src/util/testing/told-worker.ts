/** Entry of a thread that does what the tests of threads tell it. */
import { parentPort, workerData } from 'node:worker_threads';

/** So many bytes at once fill a small heap soon. */
const words = 1_000_000;

function perform(told: string): void {
  if (told === 'throw') throw new Error('as it was told');
  else if (told === 'leave') process.exit(3);
  else if (told === 'fill') for (const all: number[][] = []; ;) all.push(Array.from({ length: words }, Math.random));
  else parentPort?.postMessage({ pid: process.pid, data: workerData as unknown, told });
}

parentPort?.on('message', perform);
