import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../util/testing/until.ts';
import { WorkLimit, type Excess } from './work-limit.ts';

const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.terminate())));

/** A worker that does nothing, or works forever. */
async function startWorker(code: string): Promise<Worker> {
  const worker = new Worker(code, { eval: true });
  workers.push(worker);
  await new Promise((online) => worker.once('online', online));
  return worker;
}

function burn(): number {
  let sum = 0;
  for (let at = 0; at < 1e6; at++) sum = (sum * 31 + at) | 0;
  return sum;
}

/** Applies the limit while this thread works, until it is exceeded. */
async function excessWhileWorking(limit: WorkLimit, limitMs: number, rounds = Infinity): Promise<Excess | null> {
  let found: Excess | null = null;
  limit.begin(limitMs, (why) => (found = why));
  for (let round = 0; round < rounds && found === null; round++) {
    burn();
    await sleep(1);
  }
  limit.end();
  return found;
}

describe('the limit on work', () => {
  it('counts the time of the worker alone', async () => {
    const resting = new WorkLimit(await startWorker('setInterval(() => {}, 1000)'), 1);
    // At least half a second of other work.
    expect(await excessWhileWorking(resting, 40, 15)).toBeNull();
    const working = new WorkLimit(await startWorker('for (;;);'), 1);
    expect(await excessWhileWorking(working, 40)).toBe('work');
  });

  it('divides the time of the process by its threads if Node does not report that of the worker', async () => {
    // A worker as in Node before 24.6.
    const silent = { cpuUsage: undefined } as unknown as Worker;
    expect(await excessWhileWorking(new WorkLimit(silent, 1), 40)).toBe('work');
    expect(await excessWhileWorking(new WorkLimit(silent, 1e6), 40, 15)).toBeNull();
  });

  it('ends a stuck worker, and says so', async () => {
    const found: Excess[] = [];
    const limit = new WorkLimit(await startWorker('setInterval(() => {}, 1e6)'), 1);
    // More than the few steps (16 ms on Windows) in which a system may count the worker's start.
    limit.begin(100, (why) => found.push(why));
    await until(() => found.length > 0);
    expect(found).toEqual(['stuck']);
  });

  it('starts again with each job, and can be ended', async () => {
    const found: string[] = [];
    const limit = new WorkLimit(await startWorker('for (;;);'), 1);
    limit.begin(60, () => found.push('first'));
    limit.begin(120, () => found.push('second'));
    await until(() => found.length > 0);
    limit.begin(40, () => found.push('third'));
    limit.end();
    await sleep(150);
    expect(found).toEqual(['second']);
  });
});
