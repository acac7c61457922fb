/**
 * Watches the disk for a server's project: changes are indexed in the background, or at once if a question comes first.
 * Invariant: a change made before a question is in the index before the answer, or the answer says that it may be missing.
 */
import { routineReason } from '../../source/watch/watch-reason.ts';
import type { WatchEvent, WatchOptions, Watcher } from '../../source/watch/watch.ts';
import { withTimeout } from '../../util/with-timeout.ts';
import { Backoff } from '../../util/backoff.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import type { IndexRuns } from '../indexing/index-runs.ts';
import type { Update } from './update-thread.ts';
import { clockMs } from '../../util/clock.ts';
import { nextTurn } from '../../util/turns/turns.ts';

/** What an answer is made from: indexed files alone, or also the links between them. */
export type AnswerSource = 'files' | 'links';

export interface WatchHost {
  root: string;
  runs: IndexRuns;
  options: WatchOptions;
  watch: (root: string, options: WatchOptions, onEvent: (event: WatchEvent) => void) => Watcher;
}

export const comparingNote = 'The index is being compared with the disk: what changed last may be missing. Ask again.';

/** When many files change, only questions within this time after the first change wait for them, and at most for this time (ms). */
const freshWaitMs = 30;
/** At most this many changed files are few. Questions wait longer for few files, because a question is then probably about those files. */
const fewFiles = 3;
/** More pending changes than this are many. Saving one file may cause several. */
const manyPending = 20;
/** How long a question waits for few changed files, or for the first comparison with the disk (ms). */
const fewWaitMs = 250;
/** How long a question waits for few changed files if the update thread has to be started first (ms). */
const coldWaitMs = 1000;
/** Indexing begins at the latest this long after watching began (ms): with very many folders it does not wait until all are watched. */
const watchFirstMs = 2000;
/** A note names at most this many files. */
const maxNamedFiles = 3;

/** @param paths files that have changed and are not in the index: one or more */
export function unseenNote(paths: readonly string[]): string {
  if (paths.length === 1) return `${paths[0]} has changed and is not seen yet: ask again.`;
  const named = paths.slice(0, maxNamedFiles).join(', ');
  const more = paths.length > maxNamedFiles ? ', …' : '';
  return `${paths.length} files have changed and are not seen yet (${named}${more}): ask again.`;
}

export class WatchedProject {
  readonly #host: WatchHost;
  readonly #watcher: Watcher;
  /** Files whose update has not ended: they are not written, or not linked. */
  readonly #unseen = new CountedPaths();
  /** Files whose update has not written them yet. */
  readonly #unwritten = new CountedPaths();
  readonly #updates = new Set<Update>();
  #scanning: Promise<void> | null = null;
  #scanAgain = false;
  #rootGone = false;
  /** Whether the last question was answered before all reported changes were indexed. */
  #isLagging = false;
  readonly #backoff = new Backoff({ firstMs: 1000, mostMs: 60_000 });
  #retry: NodeJS.Timeout | null = null;
  /** When catching up began (`clockMs()`). */
  #catchingUpFrom = -Infinity;
  /** Changes before this time (`clockMs()`) may not have been reported: a comparison that began earlier is not enough. */
  #staleBefore = -Infinity;
  /** When the watcher began to report changes (`clockMs()`). */
  #reportedFrom = Infinity;
  readonly #ready: Promise<void>;
  #beginning: Promise<void> | null = null;
  #isReady = false;
  #closed = false;

  constructor(host: WatchHost) {
    this.#host = host;
    const options = { ...host.options, onActivity: () => host.runs.warm() };
    this.#watcher = host.watch(host.root, options, (event) => this.#take(event));
    this.#ready = this.#watcher.ready.then(() => {
      this.#isReady = true;
      this.#reportedFrom = clockMs();
    });
  }

  /** Compares the index with the disk once, as soon as changes are reported. Resolves when the comparison has ended. Never rejects. */
  begin(): Promise<void> {
    return (this.#beginning ??= this.#begin());
  }

  async #begin(): Promise<void> {
    await this.whenWatching();
    if (this.#closed) return;
    await this.#scan();
    await this.#ready;
    // No event reports what changed between the comparison above and the start of watching.
    if (this.#host.runs.comparedFrom < this.#reportedFrom) await this.#scan(true);
  }

  /** Resolves when changes are reported, or after `watchFirstMs`. */
  whenWatching(): Promise<void> {
    return withTimeout(watchFirstMs, this.#ready);
  }

  /** Whether all changes on disk are in the index. */
  get isUpToDate(): boolean {
    const isReporting = this.#isReady && this.#watcher.state === 'native' && !this.#watcher.isPending;
    const isCompared = !this.#needsComparison && this.#host.runs.comparedFrom >= this.#reportedFrom;
    return isReporting && isCompared && this.#unseen.size === 0 && this.#scanning === null && !this.#rootGone;
  }

  /** Whether so much has changed that answers do not wait for it. They come from the state before the changes, and say so. */
  get isCatchingUp(): boolean {
    const isMuch = this.#unseen.size > fewFiles || this.#watcher.pendingCount > manyPending;
    return isMuch || (this.#scanning !== null && this.#needsComparison);
  }

  /** How many files have changed and are not in the index, as far as that is known. */
  get waitingFiles(): number {
    return Math.max(this.#unseen.size, this.#watcher.pendingCount);
  }

  /** Whether changes are reported or polled for, so that nothing else has to compare the index with the disk. */
  get isWatching(): boolean {
    return this.#watcher.state !== 'stopped';
  }

  /** What the reader of an answer has to know; null if the index is up to date. */
  note(wants: AnswerSource): string | null {
    if (this.#rootGone) return 'The project’s folder is gone or cannot be read: answers are from the index.';
    const unseen = [...(wants === 'files' ? this.#unwritten : this.#unseen).paths()];
    if (unseen.length > 0) return unseenNote(unseen);
    if (this.#needsComparison || this.#watcher.isRescanPending) return comparingNote;
    const isPending = this.#isLagging && this.#watcher.isPending;
    return isPending ? 'Files are changing at this moment: what changed last may be missing. Ask again.' : null;
  }

  /** Says in which way watching is limited; null if it is not. */
  get watchNote(): string | null {
    return this.#watcher.note;
  }

  /** Call this before a question. Waits until the changes up to now are indexed, but not longer than an answer may. */
  async bringUpToDate(wants: AnswerSource): Promise<void> {
    await this.handleReported();
    await this.waitForUpdates(wants);
  }

  /** Handles the events that the system has already reported. */
  handleReported(): Promise<void> {
    return nextTurn();
  }

  /** Waits for the changes that are known to be indexed. @returns whether there was something to wait for */
  async waitForUpdates(wants: AnswerSource): Promise<boolean> {
    const hasWaited = await this.#waitForUpdates(wants);
    this.#isLagging = this.#watcher.isPending;
    return hasWaited;
  }

  async #waitForUpdates(wants: AnswerSource): Promise<boolean> {
    const started = clockMs();
    const remaining = (limitMs: number): number => limitMs - (clockMs() - started);
    const flushes = this.#watcher.isPending && !this.isCatchingUp;
    if (flushes) await withTimeout(fewWaitMs, this.#watcher.flush());
    if (this.#needsComparison) {
      const isFirst = this.#host.runs.comparedFrom === -Infinity;
      const comparing = (isFirst ? this.#beginning : this.#scanning) ?? Promise.resolve();
      await withTimeout(remaining(this.#patience(isFirst)), comparing);
      return true;
    }
    if (this.#updates.size === 0) return flushes;
    const areFew = this.#unseen.size <= fewFiles;
    const limitMs = !areFew ? this.#patience(false) : this.#host.runs.isWarm ? fewWaitMs : coldWaitMs;
    const work = [...this.#updates].map(async (update) => {
      await (wants === 'files' ? update.written : update.linked);
    });
    await withTimeout(remaining(limitMs), Promise.allSettled(work));
    return true;
  }

  /** How long to wait for work that probably takes long (ms): only the first questions after the work began wait. */
  #patience(isFirst: boolean): number {
    if (isFirst) return fewWaitMs;
    return clockMs() - this.#catchingUpFrom < freshWaitMs ? freshWaitMs : 0;
  }

  /** Whether the index has to be compared with the disk: files may have changed without a report since the last comparison. */
  get #needsComparison(): boolean {
    const { comparedFrom } = this.#host.runs;
    return comparedFrom === -Infinity || comparedFrom < this.#staleBefore;
  }

  #take(event: WatchEvent): void {
    if (this.#closed) return;
    switch (event.kind) {
      case 'changes':
        this.update(event.paths, event.folders);
        return;
      case 'rescan':
        this.#rootGone = false;
        if (event.reason !== routineReason) this.#staleBefore = clockMs();
        if (!this.isCatchingUp) this.#catchingUpFrom = clockMs();
        void this.#scan(event.reason === routineReason);
        return;
      case 'rootGone':
        this.#rootGone = true;
        return;
      case 'degraded':
        // `watchNote` reports it.
        return;
    }
  }

  /** Indexes these files after the work that is under way, and checks the files of the index below folders that appeared or disappeared. */
  update(paths: readonly string[], folders: readonly string[] = []): void {
    const update = this.#host.runs.update([...paths, ...folders].map((path) => ({ path, rawPath: rawPathOf(path) })));
    if (update === null) return;
    if (!this.isCatchingUp) this.#catchingUpFrom = clockMs();
    this.#updates.add(update);
    this.#unseen.add(paths);
    this.#unwritten.add(paths);
    const onWritten = (): void => this.#unwritten.remove(paths);
    update.written.then(onWritten, onWritten);
    const removeUpdate = (): void => {
      this.#updates.delete(update);
      this.#unseen.remove(paths);
    };
    const onLinked = (): void => {
      removeUpdate();
      this.#retryAfterFailure();
    };
    update.linked.then(onLinked, () => {
      removeUpdate();
      // A whole run handles files one by one, and can skip the one that failed.
      this.compareAgain();
    });
  }

  /** Compares everything, unless a comparison has begun since the last reason for one. @param always whether to compare even then */
  #scan(always = false): Promise<void> {
    this.#scanAgain ||= always;
    this.#scanning ??= this.#scanAll().finally(() => {
      this.#scanning = null;
    });
    return this.#scanning;
  }

  async #scanAll(): Promise<void> {
    const { runs } = this.#host;
    // A run that fails is tried once for each reason, and again later; `runs.failure` has the error.
    let tried = -Infinity;
    const isDone = (): boolean =>
      !this.#scanAgain && (!this.#needsComparison || (tried > -Infinity && tried >= this.#staleBefore));
    while (!this.#closed && !isDone()) {
      await runs.run?.ended();
      if (this.#closed || isDone()) return;
      this.#scanAgain = false;
      tried = clockMs();
      await runs.index().catch(() => {});
    }
    this.#retryAfterFailure();
  }

  /** If files could not be read or written, compares again after a pause that grows: the disk may have space again, a lock may be free. */
  #retryAfterFailure(): void {
    const { failure, unread } = this.#host.runs;
    if (failure === null && unread === 0) {
      this.#backoff.reset();
      return;
    }
    if (this.#closed || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.compareAgain();
    }, this.#backoff.next()).unref();
  }

  /** Compares everything, because changes may have been missed. */
  compareAgain(): void {
    this.#staleBefore = clockMs();
    if (!this.#closed) void this.#scan();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#watcher.close();
  }
}

/** A multiset of paths. */
class CountedPaths {
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#counts.size;
  }

  paths(): Iterable<string> {
    return this.#counts.keys();
  }

  add(paths: readonly string[]): void {
    for (const path of paths) this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
  }

  remove(paths: readonly string[]): void {
    for (const path of paths) {
      const count = (this.#counts.get(path) ?? 1) - 1;
      if (count === 0) this.#counts.delete(path);
      else this.#counts.set(path, count);
    }
  }
}
