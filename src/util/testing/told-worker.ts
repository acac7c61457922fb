/** Entry of a thread that does what the tests of threads tell it. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** For minutes, in which nothing of JavaScript runs. */
function count(): void {
  const numbers = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1e9) SELECT sum(x) FROM c';
  new DatabaseSync(':memory:').prepare(numbers).get();
}

/** So many bytes at once fill a small heap soon. */
const words = 1_000_000;

function perform(told: string): void {
  if (told === 'throw') throw new Error('as it was told');
  else if (told === 'leave') process.exit(3);
  else if (told === 'fill') for (const all: number[][] = []; ;) all.push(Array.from({ length: words }, Math.random));
  else if (told === 'count') count();
  else parentPort?.postMessage({ pid: process.pid, data: workerData as unknown, told });
}

parentPort?.on('message', perform);
