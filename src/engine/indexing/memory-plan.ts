/**
 * Divides the memory limit of the whole process among its parts. Two things keep the process within the limit: sizes are chosen in advance, and no
 * further work begins while the process is near the limit. One file, or the links of one project (made in one heap), may need more than the limit.
 * Such work fails with an error instead of using up the machine's memory.
 */
import { totalmem } from 'node:os';
import { clockMs } from '../../util/clock.ts';

export interface MemoryPlan {
  /** Memory that the process may use, including its side processes (bytes). */
  mostBytes: number;
  /** Largest number of parse workers. */
  workers: number;
  /** Heap of a parse worker (MB). */
  workerHeapMb: number;
  /** Young generation in that heap (MB). */
  workerYoungMb: number;
  /** Heap of the threads that index and update (MB). */
  threadHeapMb: number;
  /** Vectors that stay loaded for questions (bytes). */
  vectorBytes: number;
  /** Whether grammars run in code of V8's baseline compiler, which is a tenth slower and takes up to 400 MB less memory. */
  plainGrammars: boolean;
  /** Whether a TypeScript compiler may run too. */
  compiler: boolean;
}

const MB = 1024 * 1024;
/** Memory of an idle process (MB, approximate). */
const idleProcessMb = 170;
/** If the user sets no limit, the process gets this share of the memory of the machine or container. */
const defaultShare = 0.5;
/** If the user sets no limit, this is the largest heap of a thread (MB). */
const defaultThreadHeapMb = 4096;
/** Shares of the limit for all parse workers, and for the heap of a thread. The rest is for the writing thread, questions and growth. */
const shareOfWorkers = 0.5;
const shareOfThread = 0.6;

/** Sizes of parse workers, the largest first. A size is used if the limit of the whole process is at least `fromMb`; each worker takes `takesMb`. */
const workerSizes = [
  { fromMb: 1500, heapMb: 384, youngMb: 192, takesMb: 300, workers: Infinity },
  { fromMb: 900, heapMb: 384, youngMb: 96, takesMb: 220, workers: Infinity },
  { fromMb: 600, heapMb: 256, youngMb: 48, takesMb: 160, workers: 2 },
  { fromMb: 0, heapMb: 192, youngMb: 24, takesMb: 120, workers: 1 },
] as const;

/** @param wantedBytes the user's limit; 0: chosen by the machine's memory */
export function planMemory(wantedBytes: number, machineBytes: number = machineMemory()): MemoryPlan {
  const mostBytes = wantedBytes > 0 ? wantedBytes : machineBytes * defaultShare;
  const mb = mostBytes / MB;
  const size = workerSizes.find(({ fromMb }) => mb >= fromMb) ?? workerSizes[3];
  const affordableWorkers = Math.floor(((mb - idleProcessMb) * shareOfWorkers) / size.takesMb);
  return {
    mostBytes,
    workers: Math.max(1, Math.min(size.workers, affordableWorkers)),
    workerHeapMb: size.heapMb,
    workerYoungMb: size.youngMb,
    threadHeapMb: Math.max(
      128,
      Math.min(Math.floor(mb * shareOfThread), wantedBytes > 0 ? Infinity : defaultThreadHeapMb),
    ),
    vectorBytes: Math.min(1536 * MB, Math.floor(mostBytes / 4)),
    plainGrammars: mb < 1500,
    compiler: wantedBytes === 0 || mb >= 1500,
  };
}

function machineMemory(): number {
  const constrained = process.constrainedMemory();
  const total = totalmem();
  return constrained > 0 && constrained < total ? constrained : total;
}

/**
 * Least time between two measurements of the memory in use (ms). Each job would begin with one, and one takes 7 µs or more, depending on the number of
 * threads.
 */
const measureEveryMs = 20;
let measuredAt = -Infinity;
let residentBytes = 0;
/** Near the limit: more than this share of it is in use. */
const nearShare = 0.85;

/** Whether the process is so near its limit that no further work may begin. */
export function isNearLimit(mostBytes: number): boolean {
  const now = clockMs();
  if (now - measuredAt >= measureEveryMs) {
    measuredAt = now;
    residentBytes = process.memoryUsage.rss();
  }
  return residentBytes > mostBytes * nearShare;
}
