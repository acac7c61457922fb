/**
 * Divides the memory limit of the whole process among its parts. The limit is kept by choosing sizes in advance and by delaying work while the
 * process is near it. One file, or the links of one project (made in one heap), may need more than the limit: then the work fails with an error
 * instead of using up the machine's memory.
 */
import { totalmem } from 'node:os';
import { clockMs } from '../../util/clock.ts';

export interface MemoryPlan {
  /** Memory that the process may use, including its side processes (bytes). */
  mostBytes: number;
  /** Parse workers: the largest number, and their heaps (MB). */
  workers: number;
  workerHeapMb: number;
  workerYoungMb: number;
  /** Heap of the threads that index and update (MB). */
  threadHeapMb: number;
  /** Vectors that stay loaded for questions (bytes). */
  vectorBytes: number;
  /** Grammars run with the code of V8's baseline compiler: a tenth slower, and up to 400 MB less. */
  plainGrammars: boolean;
  /** Whether a TypeScript compiler may run too. */
  compiler: boolean;
}

const MB = 1024 * 1024;
/** Memory of an idle process (MB, approximate). */
const idleProcessMb = 170;
/** Without a limit by the user: the share of the machine's or container's memory for the process, and the largest heap of a thread. */
const defaultShare = 0.5;
const defaultThreadHeapMb = 4096;
/** Shares of parse workers and of a thread's heap. The rest is for the writing thread, questions and growth. */
const shareOfWorkers = 0.5;
const shareOfThread = 0.6;

/** Sizes of parse workers, from the most memory to the least: `fromMb` for the whole process, `takesMb` for each worker. */
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
  const room = Math.floor(((mb - idleProcessMb) * shareOfWorkers) / size.takesMb);
  return {
    mostBytes,
    workers: Math.max(1, Math.min(size.workers, room)),
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

/** Least time between two queries of the memory in use (ms). A query takes 7 µs or more, depending on the number of threads, and precedes each job. */
const askedEveryMs = 20;
let askedAt = -Infinity;
let resident = 0;

/** Whether the process is so near its limit that no further work may begin. */
export function isNearBound(mostBytes: number): boolean {
  const now = clockMs();
  if (now - askedAt >= askedEveryMs) {
    askedAt = now;
    resident = process.memoryUsage.rss();
  }
  return resident > mostBytes * 0.85;
}
