/**
 * What a bound on the memory of the whole process means for its parts. The bound is kept by choosing sizes beforehand and by holding work
 * back while the process is near it; what one file or one project needs at the least (its links are made in one heap) can pass it, and then
 * fails with a word instead of taking the machine's memory.
 */
import { totalmem } from 'node:os';
import { clockMs } from '../../util/clock.ts';

export interface MemoryPlan {
  /** What the process may take, with those that it works in (bytes). */
  mostBytes: number;
  /** Of parse workers: how many at the most, and their heaps (MB). */
  workers: number;
  workerHeapMb: number;
  workerYoungMb: number;
  /** Heap of the threads that index and update (MB). */
  threadHeapMb: number;
  /** Vectors that are kept for questions (bytes). */
  vectorBytes: number;
  /** Grammars keep the code of V8's first compiler: a tenth more work, and up to 400 MB less. */
  plainGrammars: boolean;
  /** Whether there may be a TypeScript compiler beside it. */
  compiler: boolean;
}

const MB = 1024 * 1024;
/** A process without anything to do takes about this (MB). */
const ownMb = 170;
/** Without a bound of the user's: the process may take this share of what the machine, or its container, has, and a thread no larger heap. */
const usualShare = 0.5;
const usualThreadHeapMb = 4096;
/** The rest is for the thread that writes, for questions, and for what grows. */
const shareOfWorkers = 0.5;
const shareOfThread = 0.6;

/** Parse workers, from the most room to the least: from how many MB for the process on, and what each takes. */
const workerSizes = [
  { fromMb: 1500, heapMb: 384, youngMb: 192, takesMb: 300, workers: Infinity },
  { fromMb: 900, heapMb: 384, youngMb: 96, takesMb: 220, workers: Infinity },
  { fromMb: 600, heapMb: 256, youngMb: 48, takesMb: 160, workers: 2 },
  { fromMb: 0, heapMb: 192, youngMb: 24, takesMb: 120, workers: 1 },
] as const;

/** @param wantedBytes 0: by the machine */
export function planMemory(wantedBytes: number, machineBytes: number = machineMemory()): MemoryPlan {
  const mostBytes = wantedBytes > 0 ? wantedBytes : machineBytes * usualShare;
  const mb = mostBytes / MB;
  const size = workerSizes.find(({ fromMb }) => mb >= fromMb) ?? workerSizes[3];
  const room = Math.floor(((mb - ownMb) * shareOfWorkers) / size.takesMb);
  return {
    mostBytes,
    workers: Math.max(1, Math.min(size.workers, room)),
    workerHeapMb: size.heapMb,
    workerYoungMb: size.youngMb,
    threadHeapMb: Math.max(
      128,
      Math.min(Math.floor(mb * shareOfThread), wantedBytes > 0 ? Infinity : usualThreadHeapMb),
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

/** The system is asked so often at most (ms): it writes a text for each answer (7 µs and more, by threads), and is asked before each job. */
const askedEveryMs = 20;
let askedAt = -Infinity;
let resident = 0;

/** The process is so near to its bound that no more work is begun beside what is under way. */
export function isNearBound(mostBytes: number): boolean {
  const now = clockMs();
  if (now - askedAt >= askedEveryMs) {
    askedAt = now;
    resident = process.memoryUsage.rss();
  }
  return resident > mostBytes * 0.85;
}
