/**
 * Decides when to report changes. A path is reported once it has been quiet for a while; many paths are reported together; a single path
 * does not wait for others.
 * Invariant: every mark is handed over, as a path or as a rescan, within the sum of `#latestMs`, `batchMs` and the time that the previous batch
 * takes. A rescan may also wait because the last one was recent.
 */
import { clockMs } from '../../util/clock.ts';

/**
 * What may have happened to a path. `moved`: the name was created, removed, or now belongs to something else. `edited`: the file or folder was
 * written to, or its permissions changed.
 */
export type Mark = 'moved' | 'edited';

export interface Batch {
  /** By path below the root. Empty for a rescan. */
  marks: ReadonlyMap<string, Mark>;
  /** Why everything must be checked; null where the marks are complete. */
  rescan: string | null;
}

export interface GatherOptions {
  debounceMs: number;
  batchMs: number;
  /** More marks than these become a rescan. */
  maxMarks: number;
  /** Called for the first path of a batch to come. */
  onFirst?: () => void;
  /** Awaited before the next batch. */
  onBatch: (batch: Batch) => Promise<void>;
}

/** The pause after a rescan, as a multiple of the time that the rescan took. */
const restShare = 2;

interface Pending {
  mark: Mark;
  firstMs: number;
  lastMs: number;
}

interface PendingRescan {
  reason: string;
  firstMs: number;
  lastMs: number;
}

interface Taken {
  batch: Batch | null;
  /** When to check again; null where nothing is pending. */
  nextMs: number | null;
}

export class ChangeGatherer {
  readonly #options: GatherOptions;
  /** After this time from its first mark a path is due, even if it is still being written. */
  readonly #latestMs: number;
  #pending = new Map<string, Pending>();
  #rescan: PendingRescan | null = null;
  /** When the first due change of the next batch began to wait for the others; null where none waits. */
  #batchSinceMs: number | null = null;
  /** No rescan before this time: a tree that changes all the time must not keep everything busy. */
  #restUntilMs = 0;
  #timer: NodeJS.Timeout | null = null;
  /** The batch that `onBatch` is working on. */
  #handedOver: Batch | null = null;
  /** Resolves when the last batch has been handed over. */
  #batch: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: GatherOptions) {
    this.#options = options;
    this.#latestMs = Math.max(3 * options.batchMs, 2 * options.debounceMs);
  }

  /** Records that something may have happened to a path. While a rescan is pending, only the quiet time before it begins anew. */
  mark(path: string, mark: Mark): void {
    const nowMs = clockMs();
    if (this.#rescan !== null) {
      this.#rescan.lastMs = nowMs;
      return;
    }
    const pending = this.#pending.get(path);
    if (pending !== undefined) {
      pending.lastMs = nowMs;
      if (mark === 'moved') pending.mark = mark;
      return;
    }
    if (!this.isPending) this.#options.onFirst?.();
    this.#pending.set(path, { mark, firstMs: nowMs, lastMs: nowMs });
    if (this.#pending.size > this.#options.maxMarks) this.rescan('many changes at once');
    else this.#wakeIn(this.#options.debounceMs);
  }

  /** Requests a check of everything once it is quiet. */
  rescan(reason: string): void {
    const nowMs = clockMs();
    this.#pending.clear();
    this.#rescan ??= { reason, firstMs: nowMs, lastMs: nowMs };
    this.#wakeIn(this.#options.debounceMs);
  }

  /** Number of paths that are not completely handed over; infinite while a rescan is pending. */
  get pendingCount(): number {
    return this.isRescanPending ? Infinity : this.#pending.size + (this.#handedOver?.marks.size ?? 0);
  }

  /** Whether a mark has not been completely handed over. */
  get isPending(): boolean {
    return this.#pending.size > 0 || this.#rescan !== null || this.#handedOver !== null;
  }

  /** Whether everything must be checked and the rescan has not been completely handed over. */
  get isRescanPending(): boolean {
    return this.#rescan !== null || (this.#handedOver !== null && this.#handedOver.rescan !== null);
  }

  /**
   * Hands over at once everything marked before the call; a rescan only if the last one is long enough ago. Resolves when all of it is handed over.
   */
  async flush(): Promise<void> {
    await this.#batch;
    if (this.#isClosed) return;
    const rescan = this.#rescan?.reason;
    if (rescan !== undefined) {
      if (clockMs() < this.#restUntilMs) return;
      this.clear();
      return this.#hand({ marks: new Map(), rescan });
    }
    if (this.#pending.size === 0) return;
    const marks = new Map([...this.#pending].map(([path, { mark }]) => [path, mark]));
    this.clear();
    await this.#hand({ marks, rescan: null });
  }

  /** Drops what is pending, because a check of everything has just begun. */
  clear(): void {
    this.#pending.clear();
    this.#rescan = null;
    this.#batchSinceMs = null;
  }

  close(): void {
    this.#isClosed = true;
    this.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wakeIn(delayMs: number): void {
    if (this.#timer !== null || this.#handedOver !== null || this.#isClosed) return;
    this.#timer = setTimeout(() => this.#wake(), Math.max(1, Math.ceil(delayMs))).unref();
  }

  #wake(): void {
    this.#timer = null;
    const nowMs = clockMs();
    const { batch, nextMs } = this.#rescan === null ? this.#takeDue(nowMs) : this.#takeRescan(this.#rescan, nowMs);
    if (batch === null) {
      if (nextMs !== null) this.#wakeIn(nextMs - nowMs);
      return;
    }
    this.#batchSinceMs = null;
    void this.#hand(batch);
  }

  #hand(batch: Batch): Promise<void> {
    const startMs = clockMs();
    this.#handedOver = batch;
    this.#batch = this.#options.onBatch(batch).finally(() => {
      this.#handedOver = null;
      const endMs = clockMs();
      if (batch.rescan !== null) this.#restUntilMs = endMs + restShare * (endMs - startMs);
      if (this.#rescan !== null || this.#pending.size > 0) this.#wakeIn(1);
    });
    return this.#batch;
  }

  #takeRescan({ reason, firstMs, lastMs }: PendingRescan, nowMs: number): Taken {
    const dueMs = Math.min(lastMs + this.#options.debounceMs, firstMs + this.#latestMs);
    const nextMs = Math.max(dueMs, this.#restUntilMs);
    if (nowMs < nextMs) return { batch: null, nextMs };
    this.clear();
    return { batch: { marks: new Map(), rescan: reason }, nextMs: null };
  }

  #takeDue(nowMs: number): Taken {
    const { debounceMs, batchMs } = this.#options;
    const due = new Map<string, Mark>();
    let nextMs = Infinity;
    let othersFollow = false;
    for (const [path, { mark, firstMs, lastMs }] of this.#pending) {
      const dueMs = Math.min(lastMs + debounceMs, firstMs + this.#latestMs);
      if (dueMs <= nowMs) {
        due.set(path, mark);
        continue;
      }
      nextMs = Math.min(nextMs, dueMs);
      // A path that has been pending for longer is written repeatedly: nothing waits for it.
      if (nowMs - firstMs < debounceMs) othersFollow = true;
    }
    if (due.size === 0) return { batch: null, nextMs: nextMs === Infinity ? null : nextMs };
    this.#batchSinceMs ??= nowMs;
    const batchEndMs = this.#batchSinceMs + batchMs;
    if (othersFollow && nowMs < batchEndMs) return { batch: null, nextMs: Math.min(nextMs, batchEndMs) };
    for (const path of due.keys()) this.#pending.delete(path);
    return { batch: { marks: due, rescan: null }, nextMs: null };
  }
}
