/**
 * Counts a server's calls in memory, and writes the counts in the background to a file next to the index.
 * Invariants: a counted call never waits for a write, and an error of writing reaches no caller. Counts that cannot be written stay in memory, within
 * a bound; further attempts follow after longer and longer pauses. No folder is created.
 */
import { toAppError } from '../../model/error.ts';
import { keptDays, type UsageCall, type UsageQueries, type UsageReport } from '../../model/usage.ts';
import { usagePath, type LocalState } from '../../store/local-state.ts';
import { forgetUsage, openUsageStore } from '../../store/registry.ts';
import { dayOf, type UsageStore, type UsageTotals } from '../../store/usage-store.ts';
import {
  addCall,
  addGrowth,
  addMemory,
  addToTotals,
  batchOf,
  emptyTotals,
  emptyUsage,
  isEmptyUsage,
  mergeUsage,
  type PendingUsage,
} from './usage-batch.ts';
import { usageReport } from './usage-report.ts';

const dayMs = 86_400_000;
/** How long counts are collected before they are written (ms). */
const defaultPauseMs = 10_000;
/** The longest pause between two attempts to write, after failures (ms). */
const longestPauseMs = 600_000;
/** How long a write waits while other processes write (ms). */
const patienceMs = 1000;
/** The same limit for the write at the end, when the engine closes (ms). */
const lastPatienceMs = 250;

export interface UsageRecorderOptions {
  /** Null for an index in memory: its counts stay in memory as well. */
  state: LocalState | null;
  /** From the configuration; absent: nothing is counted. */
  metrics: { enabled: boolean; queries: boolean } | undefined;
  /** Whether this process is a server; a command only reports. */
  isServer: boolean;
  /** Absent: `defaultPauseMs`. */
  pauseMs?: number;
}

/**
 * Memory of this process on the day of `nowMs` (bytes). The system reports the peak since the start of the process. If the process started on an
 * earlier day, that peak may be older, so the present use is returned.
 */
function memoryPeak(nowMs: number): number {
  const startedMs = nowMs - process.uptime() * 1000;
  const presentBytes = process.memoryUsage.rss();
  if (dayOf(startedMs) !== dayOf(nowMs)) return presentBytes;
  return Math.max(presentBytes, process.resourceUsage().maxRSS * 1024);
}

export class UsageRecorder implements UsageQueries {
  readonly #state: LocalState | null;
  readonly #isCounting: boolean;
  readonly #pauseMs: number;
  readonly #settings: { enabled: boolean; queries: boolean };
  #pending = emptyUsage(Date.now());
  #store: UsageStore | null = null;
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #problem: string | null = null;
  #failures = 0;
  #closed = false;

  constructor({ state, metrics, isServer, pauseMs = defaultPauseMs }: UsageRecorderOptions) {
    this.#pauseMs = pauseMs;
    this.#state = state;
    this.#settings = metrics ?? { enabled: false, queries: false };
    this.#isCounting = this.#settings.enabled && isServer;
  }

  count(call: UsageCall): void {
    if (!this.#isCounting || this.#closed) return;
    const nowMs = Date.now();
    addCall(this.#pendingCounts(nowMs), call, nowMs, this.#settings.queries);
  }

  /** Call this when an indexing run has ended. */
  countRun(run: { changed: boolean; files: number; definitions: number; indexBytes: number }): void {
    if (!this.#isCounting || this.#closed || !run.changed) return;
    const atMs = Date.now();
    const { files, definitions, indexBytes: bytes } = run;
    addGrowth(this.#pendingCounts(atMs), { atMs, files, definitions, bytes });
  }

  /** The pending counts, to be added to. Schedules the write. */
  #pendingCounts(nowMs: number): PendingUsage {
    if (isEmptyUsage(this.#pending)) this.#pending = emptyUsage(nowMs);
    this.#writeSoon();
    return this.#pending;
  }

  #writeSoon(): void {
    if (this.#timer !== null || this.#state === null || this.#closed) return;
    const pause = Math.min(longestPauseMs, this.#pauseMs * 2 ** Math.min(this.#failures, 10));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#write(patienceMs);
    }, pause).unref();
  }

  /** Writes the pending counts, one write at a time. Never rejects. */
  async #write(waitMs: number): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    const state = this.#state;
    if (state === null || isEmptyUsage(this.#pending)) return;
    const nowMs = Date.now();
    const batch = this.#pending;
    addMemory(batch, memoryPeak(nowMs), nowMs);
    this.#pending = emptyUsage(nowMs);
    this.#writing = this.#writeBatch(state, batch, { nowMs, patienceMs: waitMs });
    try {
      await this.#writing;
    } finally {
      this.#writing = null;
    }
    if (!isEmptyUsage(this.#pending)) this.#writeSoon();
  }

  async #writeBatch(
    state: LocalState,
    batch: PendingUsage,
    options: { nowMs: number; patienceMs: number },
  ): Promise<void> {
    try {
      if (this.#store?.isGone() === true) await this.#closeStore();
      this.#store ??= await openUsageStore(state);
      if (this.#store === null) throw new Error(`the folder ${state.folder} does not exist yet`);
      await this.#store.add(batchOf(batch), options);
      this.#problem = null;
      this.#failures = 0;
    } catch (error) {
      await this.#closeStore();
      this.#pending = mergeUsage(batch, this.#pending);
      this.#problem = toAppError(error).message;
      this.#failures++;
    }
  }

  /** The next write opens the store again. */
  async #closeStore(): Promise<void> {
    const store = this.#store;
    this.#store = null;
    await store?.close().catch(() => {});
  }

  async report({ days: requestedDays }: { days: number }): Promise<UsageReport> {
    const days = Math.max(1, Math.min(keptDays, Math.floor(requestedDays)));
    if (this.#isCounting) await this.#write(0);
    const fromMs = Date.parse(dayOf(Date.now() - (days - 1) * dayMs));
    let problem = this.#problem;
    const totals = await this.#read(fromMs).catch((error: unknown) => {
      problem ??= toAppError(error).message;
      return emptyTotals();
    });
    if (this.#isCounting) {
      const nowMs = Date.now();
      const memory = emptyUsage(nowMs);
      addMemory(memory, memoryPeak(nowMs), nowMs);
      for (const usage of [this.#pending, memory]) addToTotals(totals, usage, fromMs);
    }
    const { enabled: counting, queries: keepingQueries } = this.#settings;
    const path = this.#state === null ? null : usagePath(this.#state);
    return usageReport(totals, { days, counting, keepingQueries, path, problem });
  }

  async #read(fromMs: number): Promise<UsageTotals> {
    if (this.#state === null) return emptyTotals();
    const store = await openUsageStore(this.#state, { readOnly: true });
    if (store === null) return emptyTotals();
    try {
      return await store.read({ fromMs });
    } finally {
      await store.close();
    }
  }

  async forget(): Promise<void> {
    this.#pending = emptyUsage(Date.now());
    while (this.#writing !== null) await this.#writing;
    await this.#closeStore();
    this.#pending = emptyUsage(Date.now());
    if (this.#state !== null) await forgetUsage(this.#state);
    this.#problem = null;
  }

  /** Writes the remaining counts. Never rejects. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#isCounting) await this.#write(lastPatienceMs);
    await this.#closeStore();
  }
}
