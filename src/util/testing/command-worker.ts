/** Entry of a thread that executes commands, for tests of threads. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Runs for minutes without executing JavaScript. */
function count(): void {
  const numbers = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1e9) SELECT sum(x) FROM c';
  new DatabaseSync(':memory:').prepare(numbers).get();
}

/** Length of the arrays that `fill` allocates until the heap is full. */
const words = 1_000_000;

function perform(command: string): void {
  if (command === 'throw') throw new Error('on command');
  else if (command === 'leave') process.exit(3);
  else if (command === 'fill') for (const all: number[][] = []; ;) all.push(Array.from({ length: words }, Math.random));
  else if (command === 'count') count();
  else parentPort?.postMessage({ pid: process.pid, data: workerData as unknown, command });
}

parentPort?.on('message', perform);
