/**
 * Tells when a worker has worked on something for too long, by its processor time, which `cpu-time.ts` gives the reason for.
 * It is first looked when half of the limit has gone by on the clock: less work than that needs no reading.
 */
import type { Worker } from 'node:worker_threads';
import { processCpuMs } from '../util/cpu-time.ts';

/**
 * So many looks one after the other end it that find that it did nothing at all: it is in a call to the system that does not come back (a disk that
 * is gone). One that only gets no turn does something now and then.
 */
const mostIdleLooks = 40;
/** Less work than this (ms) between two looks is none. */
const leastMs = 1;

/** Why it is given up. */
export type Excess = 'work' | 'stuck';

interface Watch {
  halfMs: number;
  onExcess: (why: Excess) => void;
  timer: NodeJS.Timeout | null;
  /** Processor time at the first look, and at the last (ms). */
  first: number | null;
  last: number | null;
  idleLooks: number;
}

/** How Node tells of a worker from 24.6 on: as soon as that does anything, were it an endless loop. */
interface TellingWorker {
  cpuUsage?: () => Promise<NodeJS.CpuUsage>;
}

export class WorkLimit {
  readonly #worker: TellingWorker;
  readonly #threads: number;
  #watch: Watch | null = null;

  /** @param threads that may be at work in this process, this one and the worker among them */
  constructor(worker: Worker, threads: number) {
    this.#worker = worker;
    this.#threads = threads;
  }

  /** From now on, instead of what was watched before. */
  begin(limitMs: number, onExcess: (why: Excess) => void): void {
    this.end();
    this.#watch = { halfMs: limitMs / 2, onExcess, timer: null, first: null, last: null, idleLooks: 0 };
    this.#lookIn(this.#watch, limitMs / 2);
  }

  end(): void {
    const timer = this.#watch?.timer ?? null;
    if (timer !== null) clearTimeout(timer);
    this.#watch = null;
  }

  #lookIn(watch: Watch, ms: number): void {
    watch.timer = setTimeout(() => void this.#look(watch), ms);
  }

  async #look(watch: Watch): Promise<void> {
    const now = await this.#cpuMs(watch.halfMs);
    if (this.#watch !== watch) return;
    if (now === 'not running') return this.#lookIn(watch, watch.halfMs);
    const isIdle = now === 'silent' || (watch.last !== null && now - watch.last < leastMs);
    watch.idleLooks = isIdle ? watch.idleLooks + 1 : 0;
    if (watch.idleLooks >= mostIdleLooks) return this.#give(watch, 'stuck');
    // It was waited for.
    if (now === 'silent') return this.#lookIn(watch, leastMs);
    watch.first ??= now;
    watch.last = now;
    const worked = now - watch.first;
    if (worked >= watch.halfMs) return this.#give(watch, 'work');
    this.#lookIn(watch, Math.max(leastMs, watch.halfMs - worked));
  }

  #give(watch: Watch, why: Excess): void {
    this.end();
    watch.onExcess(why);
  }

  /** Of the worker; where Node does not tell, of the process by the number of its threads. */
  async #cpuMs(patienceMs: number): Promise<number | 'silent' | 'not running'> {
    if (this.#worker.cpuUsage === undefined) return processCpuMs() / this.#threads;
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<'silent'>((done) => (timer = setTimeout(() => done('silent'), patienceMs)));
    const told = this.#worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      // It has not begun, or has ended, which its pool hears of.
      () => 'not running' as const,
    );
    return Promise.race([told, silent]).finally(() => clearTimeout(timer));
  }
}
