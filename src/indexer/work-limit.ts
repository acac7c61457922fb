/**
 * Reports a worker that has used too much processor time (`cpu-time.ts` says why the clock is not used).
 * The processor time is first read when half of the limit has passed on the clock: until then the worker cannot have used more than that half. It is
 * reported when it has used the other half since.
 */
import type { Worker } from 'node:worker_threads';
import { processCpuMs } from '../util/cpu-time.ts';

/**
 * After this many checks in a row without any work the worker counts as stuck in a system call (a disk that is gone). A worker that only waits for
 * the processor does some work now and then.
 */
const mostIdleChecks = 40;
/** Less processor time than this between two checks counts as no work (ms). */
const leastMs = 1;

/** Why a worker is ended. */
export type Excess = 'work' | 'stuck';

interface Watch {
  /** Half of the limit (ms). */
  halfMs: number;
  onExcess: (why: Excess) => void;
  timer: NodeJS.Timeout | null;
  /** Processor time at the first check (ms). */
  first: number | null;
  /** Processor time at the last check (ms). */
  last: number | null;
  /** How many checks in a row have found no work. */
  idleChecks: number;
}

/** Node 24.6 and later report a worker's processor time, even during an endless loop. */
interface MeasuredWorker {
  cpuUsage?: () => Promise<NodeJS.CpuUsage>;
}

export class WorkLimit {
  readonly #worker: MeasuredWorker;
  readonly #threads: number;
  #watch: Watch | null = null;

  /** @param threads number of threads that may work in this process, including this one and the worker */
  constructor(worker: Worker, threads: number) {
    this.#worker = worker;
    this.#threads = threads;
  }

  /** Starts a limit, and ends the previous one. */
  begin(limitMs: number, onExcess: (why: Excess) => void): void {
    this.end();
    this.#watch = { halfMs: limitMs / 2, onExcess, timer: null, first: null, last: null, idleChecks: 0 };
    this.#checkAfter(this.#watch, limitMs / 2);
  }

  end(): void {
    const timer = this.#watch?.timer ?? null;
    if (timer !== null) clearTimeout(timer);
    this.#watch = null;
  }

  #checkAfter(watch: Watch, ms: number): void {
    watch.timer = setTimeout(() => void this.#check(watch), ms);
  }

  async #check(watch: Watch): Promise<void> {
    const now = await this.#cpuMs(watch.halfMs);
    if (this.#watch !== watch) return;
    if (now === 'not running') return this.#checkAfter(watch, watch.halfMs);
    const isIdle = now === 'silent' || (watch.last !== null && now - watch.last < leastMs);
    watch.idleChecks = isIdle ? watch.idleChecks + 1 : 0;
    if (watch.idleChecks >= mostIdleChecks) return this.#exceed(watch, 'stuck');
    // The measurement itself has already waited for the worker.
    if (now === 'silent') return this.#checkAfter(watch, leastMs);
    watch.first ??= now;
    watch.last = now;
    const worked = now - watch.first;
    if (worked >= watch.halfMs) return this.#exceed(watch, 'work');
    this.#checkAfter(watch, Math.max(leastMs, watch.halfMs - worked));
  }

  #exceed(watch: Watch, why: Excess): void {
    this.end();
    watch.onExcess(why);
  }

  /** Processor time of the worker (ms). If Node does not report it, the processor time of the process, divided by the number of its threads. */
  async #cpuMs(waitMs: number): Promise<number | 'silent' | 'not running'> {
    if (this.#worker.cpuUsage === undefined) return processCpuMs() / this.#threads;
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<'silent'>((done) => (timer = setTimeout(() => done('silent'), waitMs)));
    const measured = this.#worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      // The worker has not begun yet, or has ended, which its pool notices.
      () => 'not running' as const,
    );
    return Promise.race([measured, silent]).finally(() => clearTimeout(timer));
  }
}
