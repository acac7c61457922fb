/**
 * Follows the disk for a server's project: what changes is indexed behind its back, and at once when a question comes first.
 * Invariant: what has changed before a question is in the index before its answer, or named as not yet seen.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { routineReason } from '../../source/watch/watch-reason.ts';
import type { WatchEvent, WatchOptions, Watcher } from '../../source/watch/watch.ts';
import { withTimeout } from '../../util/with-timeout.ts';
import { Backoff } from '../../util/backoff.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import type { IndexRuns } from '../indexing/index-runs.ts';
import type { Update } from './update-thread.ts';
import { clockMs } from '../../util/clock.ts';

/** What an answer is made of: files as they are in the index, or links between them too. */
export type AnswerSource = 'files' | 'links';

export interface FollowHost {
  root: string;
  runs: IndexRuns;
  options: WatchOptions;
  watch: (root: string, options: WatchOptions, onEvent: (event: WatchEvent) => void) => Watcher;
}

export const comparingNote = 'The index is being compared with the disk: what changed last may be missing. Ask again.';

/** The first answers behind many changes wait so long for them (ms)… */
const freshWaitMs = 30;
/** … for a few files longer, since the answer is most likely about them… */
const fewFiles = 3;
/** … and so many changes at once are many: a save of a file may be several. */
const manyPending = 20;
const fewWaitMs = 250;
/** … and for the thread that does it, when it has to be started. */
const coldWaitMs = 1000;
/** Indexing begins at the latest so long after watching began: where there are very many folders it begins first (ms). */
const watchFirstMs = 2000;
/** Files that are named as not yet seen. */
const namedFiles = 3;

/** @param paths files that have changed and are not in the index: one or more */
export function unseenNote(paths: readonly string[]): string {
  if (paths.length === 1) return `${paths[0]} has changed and is not seen yet: ask again.`;
  const named = paths.slice(0, namedFiles).join(', ');
  const more = paths.length > namedFiles ? ', …' : '';
  return `${paths.length} files have changed and are not seen yet (${named}${more}): ask again.`;
}

export class ProjectFollower {
  readonly #host: FollowHost;
  readonly #watcher: Watcher;
  /** Files whose update is under way, and those of them that are not even written. */
  readonly #unseen = new CountedPaths();
  readonly #unwritten = new CountedPaths();
  readonly #updates = new Set<Update>();
  #scanning: Promise<void> | null = null;
  #scanAgain = false;
  #rootGone = false;
  /** The last question did not see all that was told. */
  #isLagging = false;
  readonly #backoff = new Backoff({ firstMs: 1000, mostMs: 60_000 });
  #retry: NodeJS.Timeout | null = null;
  /** When the last change came that made it much (`clockMs()`). */
  #absorbingFrom = -Infinity;
  /** Until then (`clockMs()`) something may have changed that nobody told of: it has to be compared. */
  #doubtFrom = -Infinity;
  /** From then on changes are told. */
  #toldFrom = Infinity;
  readonly #ready: Promise<void>;
  #beginning: Promise<void> | null = null;
  #isReady = false;
  #closed = false;

  constructor(host: FollowHost) {
    this.#host = host;
    const options = { ...host.options, onActivity: () => host.runs.warm() };
    this.#watcher = host.watch(host.root, options, (event) => this.#take(event));
    this.#ready = this.#watcher.ready.then(() => {
      this.#isReady = true;
      this.#toldFrom = clockMs();
    });
  }

  /** Compares the index with the disk once, when changes are told. Resolves when it is compared. Never rejects. */
  begin(): Promise<void> {
    return (this.#beginning ??= this.#begin());
  }

  async #begin(): Promise<void> {
    await this.armed();
    if (this.#closed) return;
    await this.#scan();
    await this.#ready;
    // What changed between that comparison and the first event is told by nobody.
    if (this.#host.runs.comparedFrom < this.#toldFrom) await this.#scan(true);
  }

  /** Resolves when changes are told, or when that takes too long to wait for it. */
  armed(): Promise<void> {
    return withTimeout(watchFirstMs, this.#ready);
  }

  /** Nothing has changed that the index does not know. */
  get isSure(): boolean {
    const isTold = this.#isReady && this.#watcher.state === 'native' && !this.#watcher.isPending;
    const isCompared = !this.#isComparing && this.#host.runs.comparedFrom >= this.#toldFrom;
    return isTold && isCompared && this.#unseen.size === 0 && this.#scanning === null && !this.#rootGone;
  }

  /** So much has changed that answers do not wait for it: they are of before, and say so. */
  get isAbsorbing(): boolean {
    const isMuch = this.#unseen.size > fewFiles || this.#watcher.pendingCount > manyPending;
    return isMuch || (this.#scanning !== null && this.#isComparing);
  }

  /** Files that have changed and are not in the index, as far as that is known. */
  get waitingFiles(): number {
    return Math.max(this.#unseen.size, this.#watcher.pendingCount);
  }

  /** Changes are told, or looked for: nobody else has to compare. */
  get isWatching(): boolean {
    return this.#watcher.state !== 'stopped';
  }

  /** What a reader of an answer has to know; null where all is seen. */
  note(wants: AnswerSource): string | null {
    if (this.#rootGone) return 'The project’s folder is gone or cannot be read: answers are from the index.';
    const unseen = [...(wants === 'files' ? this.#unwritten : this.#unseen).paths()];
    if (unseen.length > 0) return unseenNote(unseen);
    if (this.#isComparing || this.#watcher.isRescanPending) return comparingNote;
    const isPending = this.#isLagging && this.#watcher.isPending;
    return isPending ? 'Files are changing at this moment: what changed last may be missing. Ask again.' : null;
  }

  /** On how the project is followed; null where there is nothing to say. */
  get watchNote(): string | null {
    return this.#watcher.note;
  }

  /** Before a question: waits for what has changed until now, but not longer than an answer may. */
  async settle(wants: AnswerSource): Promise<void> {
    // What the system has told of comes in first.
    await nextTurn();
    await this.#settled(wants);
    this.#isLagging = this.#watcher.isPending;
  }

  async #settled(wants: AnswerSource): Promise<void> {
    const started = clockMs();
    const left = (limitMs: number): number => limitMs - (clockMs() - started);
    if (this.#watcher.isPending && !this.isAbsorbing) await withTimeout(fewWaitMs, this.#watcher.flush());
    if (this.#isComparing) {
      const isFirst = this.#host.runs.comparedFrom === -Infinity;
      const comparing = (isFirst ? this.#beginning : this.#scanning) ?? Promise.resolve();
      await withTimeout(left(this.#patience(isFirst)), comparing);
      return;
    }
    if (this.#updates.size === 0) return;
    const few = this.#unseen.size <= fewFiles;
    const limitMs = !few ? this.#patience(false) : this.#host.runs.isWarm ? fewWaitMs : coldWaitMs;
    const work = [...this.#updates].map(async (update) => {
      await (wants === 'files' ? update.written : update.linked);
    });
    await withTimeout(left(limitMs), Promise.allSettled(work));
  }

  /** For what takes long most likely: only the first questions after it began wait for it. */
  #patience(isFirst: boolean): number {
    if (isFirst) return fewWaitMs;
    return clockMs() - this.#absorbingFrom < freshWaitMs ? freshWaitMs : 0;
  }

  /** Something that may have changed the index's files has not been compared yet. */
  get #isComparing(): boolean {
    const { comparedFrom } = this.#host.runs;
    return comparedFrom === -Infinity || comparedFrom < this.#doubtFrom;
  }

  #take(event: WatchEvent): void {
    if (this.#closed) return;
    switch (event.kind) {
      case 'changes':
        this.update(event.paths);
        return;
      case 'rescan':
        this.#rootGone = false;
        if (event.reason !== routineReason) this.#doubtFrom = clockMs();
        if (!this.isAbsorbing) this.#absorbingFrom = clockMs();
        void this.#scan(event.reason === routineReason);
        return;
      case 'rootGone':
        this.#rootGone = true;
        return;
      case 'degraded':
        // `watchNote` says it.
        return;
    }
  }

  /** Indexes these files behind what is under way. */
  update(paths: readonly string[]): void {
    const update = this.#host.runs.update(paths.map((path) => ({ path, rawPath: rawPathOf(path) })));
    if (update === null) return;
    if (!this.isAbsorbing) this.#absorbingFrom = clockMs();
    this.#updates.add(update);
    this.#unseen.add(paths);
    this.#unwritten.add(paths);
    const written = (): void => this.#unwritten.remove(paths);
    update.written.then(written, written);
    const seen = (): void => {
      this.#updates.delete(update);
      this.#unseen.remove(paths);
    };
    const seenNow = (): void => {
      seen();
      this.#afterwards();
    };
    update.linked.then(seenNow, () => {
      seen();
      // What an update cannot do a whole run can, file by file, or says why not.
      this.doubt();
    });
  }

  /** Compares everything, unless that was done since the last reason for it. */
  #scan(always = false): Promise<void> {
    this.#scanAgain ||= always;
    this.#scanning ??= this.#scanAll().finally(() => {
      this.#scanning = null;
    });
    return this.#scanning;
  }

  async #scanAll(): Promise<void> {
    const { runs } = this.#host;
    // A run that fails is tried once for each reason, and again later; `runs.failure` says why.
    let tried = -Infinity;
    const isDone = (): boolean =>
      !this.#scanAgain && (!this.#isComparing || (tried > -Infinity && tried >= this.#doubtFrom));
    while (!this.#closed && !isDone()) {
      await runs.run?.ended();
      if (this.#closed || isDone()) return;
      this.#scanAgain = false;
      tried = clockMs();
      await runs.index().catch(() => {});
    }
    this.#afterwards();
  }

  /** What failed is tried again, after longer and longer pauses: a disk may have room again, a lock be free, a file be closed. */
  #afterwards(): void {
    const { failure, unread } = this.#host.runs;
    if (failure === null && unread === 0) {
      this.#backoff.reset();
      return;
    }
    if (this.#closed || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.doubt();
    }, this.#backoff.next()).unref();
  }

  /** Something may be missing that was told of: everything is compared. */
  doubt(): void {
    this.#doubtFrom = clockMs();
    if (!this.#closed) void this.#scan();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#watcher.close();
  }
}

/** Paths with how often they were added. */
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
      const left = (this.#counts.get(path) ?? 1) - 1;
      if (left === 0) this.#counts.delete(path);
      else this.#counts.set(path, left);
    }
  }
}
