/**
 * Counts a server's calls in memory, and writes the counts in the background to a file next to the index.
 * Invariants: no answer waits for it, and its errors reach no caller; counts that cannot be written stay in memory, bounded, and are tried again
 * with longer and longer pauses; no folder is created.
 */
import { basename, dirname, join } from 'node:path';
import { toAppError } from '../../model/error.ts';
import { keptDays, type UsageCall, type UsageQueries, type UsageReport } from '../../model/usage.ts';
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
const defaultPauseMs = 10_000;
/** The longest pause between two attempts if writing fails (ms). */
const longestPauseMs = 600_000;
/** How long a write waits for other processes, usually and when the engine closes (ms). */
const patienceMs = 1000;
const lastPatienceMs = 250;

export interface UsageRecorderOptions {
  databasePath: string;
  /** From the configuration; absent: nothing is counted. */
  metrics: { enabled: boolean; queries: boolean } | undefined;
  /** Whether this process is a server; a command only reports. */
  isServer: boolean;
  /** How long counts are collected before they are written (ms). */
  pauseMs?: number;
}

/** `usage.db` in the index's own folder; next to an index that the user placed, a file named after it. Null: counts stay in memory. */
export function usagePath(databasePath: string): string | null {
  if (databasePath === ':memory:') return null;
  const folder = dirname(databasePath);
  const name = basename(databasePath);
  if (basename(folder) === '.code-scout' && name === 'database.db') return join(folder, 'usage.db');
  return join(folder, `${name.replace(/\.(?:db|sqlite3?)$/i, '')}.usage.db`);
}

/** Memory of this process on that day (bytes): its peak if it started on that day, else its present use. */
function memoryPeak(nowMs: number): number {
  const began = nowMs - process.uptime() * 1000;
  const now = process.memoryUsage.rss();
  return dayOf(began) === dayOf(nowMs) ? Math.max(now, process.resourceUsage().maxRSS * 1024) : now;
}

export class UsageRecorder implements UsageQueries {
  readonly #path: string | null;
  readonly #counting: boolean;
  readonly #pauseMs: number;
  readonly #settings: { enabled: boolean; queries: boolean };
  #pending = emptyUsage(Date.now());
  #store: UsageStore | null = null;
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #problem: string | null = null;
  #failures = 0;
  #closed = false;

  constructor({ databasePath, metrics, isServer, pauseMs = defaultPauseMs }: UsageRecorderOptions) {
    this.#pauseMs = pauseMs;
    this.#path = usagePath(databasePath);
    this.#settings = metrics ?? { enabled: false, queries: false };
    this.#counting = this.#settings.enabled && isServer;
  }

  count(call: UsageCall): void {
    if (!this.#counting || this.#closed) return;
    const nowMs = Date.now();
    addCall(this.#counted(nowMs), call, nowMs, this.#settings.queries);
  }

  /** To be called when a run has ended. */
  countRun(run: { changed: boolean; files: number; definitions: number; indexBytes: number }): void {
    if (!this.#counting || this.#closed || !run.changed) return;
    const atMs = Date.now();
    const { files, definitions, indexBytes: bytes } = run;
    addGrowth(this.#counted(atMs), { atMs, files, definitions, bytes });
  }

  /** The pending counts, which will be written soon. */
  #counted(nowMs: number): PendingUsage {
    if (isEmptyUsage(this.#pending)) this.#pending = emptyUsage(nowMs);
    this.#writeSoon();
    return this.#pending;
  }

  #writeSoon(): void {
    if (this.#timer !== null || this.#path === null || this.#closed) return;
    const pause = Math.min(longestPauseMs, this.#pauseMs * 2 ** Math.min(this.#failures, 10));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#write(patienceMs);
    }, pause).unref();
  }

  /** Writes the pending counts, one write at a time. Never rejects. */
  async #write(waitMs: number): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    const path = this.#path;
    if (path === null || isEmptyUsage(this.#pending)) return;
    const nowMs = Date.now();
    const batch = this.#pending;
    addMemory(batch, memoryPeak(nowMs), nowMs);
    this.#pending = emptyUsage(nowMs);
    this.#writing = this.#writeBatch(path, batch, { nowMs, patienceMs: waitMs });
    try {
      await this.#writing;
    } finally {
      this.#writing = null;
    }
    if (!isEmptyUsage(this.#pending)) this.#writeSoon();
  }

  async #writeBatch(path: string, batch: PendingUsage, options: { nowMs: number; patienceMs: number }): Promise<void> {
    try {
      if (this.#store?.isGone() === true) await this.#drop();
      this.#store ??= await openUsageStore({ path });
      if (this.#store === null) throw new Error(`the folder ${dirname(path)} does not exist yet`);
      await this.#store.add(batchOf(batch), options);
      this.#problem = null;
      this.#failures = 0;
    } catch (error) {
      await this.#drop();
      this.#pending = mergeUsage(batch, this.#pending);
      this.#problem = toAppError(error).message;
      this.#failures++;
    }
  }

  /** Closes the file after a failure; the next attempt opens it again. */
  async #drop(): Promise<void> {
    const store = this.#store;
    this.#store = null;
    await store?.close().catch(() => {});
  }

  async report({ days: asked }: { days: number }): Promise<UsageReport> {
    const days = Math.max(1, Math.min(keptDays, Math.floor(asked)));
    if (this.#counting) await this.#write(0);
    const fromMs = Date.parse(dayOf(Date.now() - (days - 1) * dayMs));
    let problem = this.#problem;
    const totals = await this.#read(fromMs).catch((error: unknown) => {
      problem ??= toAppError(error).message;
      return emptyTotals();
    });
    if (this.#counting) {
      const nowMs = Date.now();
      const now = emptyUsage(nowMs);
      addMemory(now, memoryPeak(nowMs), nowMs);
      for (const usage of [this.#pending, now]) addToTotals(totals, usage, fromMs);
    }
    const { enabled: counting, queries: keepingQueries } = this.#settings;
    return usageReport(totals, { days, counting, keepingQueries, path: this.#path, problem });
  }

  async #read(fromMs: number): Promise<UsageTotals> {
    if (this.#path === null) return emptyTotals();
    const store = await openUsageStore({ path: this.#path, readOnly: true });
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
    await this.#drop();
    this.#pending = emptyUsage(Date.now());
    if (this.#path !== null) await forgetUsage(this.#path);
    this.#problem = null;
  }

  /** Writes the remaining counts. Never rejects. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#counting) await this.#write(lastPatienceMs);
    await this.#drop();
  }
}
