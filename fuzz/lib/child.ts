/**
 * The process that runs the inputs of one target, in a thread. This thread watches processor time and memory, and ends the process when a limit is
 * passed; it tells why beforehand.
 */
import { Worker } from 'node:worker_threads';
import { protectThreads } from '../../src/runtime/v8-settings.ts';
import type { Failure, Limits } from './target.ts';
import { inMb, memoryByKind } from './memory-kinds.ts';
import type { Batch, WorkerAnswer, WorkerData } from './worker.ts';

export type ChildMessage = 'ready' | WorkerAnswer | { failure: Failure };

const watchMs = 100;

const [target = '', coverage = '', limits = '{}'] = process.argv.slice(2);
const own = JSON.parse(limits) as Limits;
const begun = new SharedArrayBuffer(4);
const counter = new Int32Array(begun);

function endWith(failure: Failure): void {
  process.send?.({ failure } satisfies ChildMessage, () => process.kill(process.pid, 'SIGKILL'));
}

// The keys that stop a command go to all of its processes; the first of them ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
protectThreads();
const worker = new Worker(new URL('worker.ts', import.meta.url), {
  workerData: { target, coverage: coverage === 'coverage', begun, cpuMs: own.cpuMs } satisfies WorkerData,
  resourceLimits: { maxOldGenerationSizeMb: own.heapMb, maxYoungGenerationSizeMb: 192 },
});
let isBusy = false;
/** Memory after the last batch, before the inputs that run now. */
let before: NodeJS.MemoryUsage | null = null;
worker.on('message', (answer: 'ready' | WorkerAnswer) => {
  isBusy = false;
  if (answer !== 'ready') before = answer.memory;
  process.send?.(answer satisfies ChildMessage);
});
worker.on('error', (error: NodeJS.ErrnoException) => {
  const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'error';
  endWith({ kind, message: `not caught: ${error.stack ?? String(error)}` });
});
process.on('message', (batch: Batch) => {
  isBusy = true;
  worker.postMessage(batch);
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let [input, fromCpu, fromTime] = [-1, 0, 0];
setInterval(() => {
  const now = Atomics.load(counter, 0);
  if (!isBusy || now !== input) [input, fromCpu, fromTime] = [now, cpuMs(), performance.now()];
  const [cpu, time] = [cpuMs() - fromCpu, performance.now() - fromTime];
  if (cpu > own.cpuMs) endWith({ kind: 'time', message: `more than ${own.cpuMs} ms of processor time` });
  else if (time > own.stuckMs && cpu < own.stuckMs / 60) endWith({ kind: 'time', message: 'it waits for ever' });
  const memory = process.memoryUsage.rss();
  if (memory > own.memory) endWith({ kind: 'memory', message: `${inMb(memory)} MB\n${memoryByKind(before)}` });
}, watchMs);
