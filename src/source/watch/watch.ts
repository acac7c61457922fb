/**
 * Watches a project on disk: reports which files appeared, disappeared or changed, or that everything must be checked again.
 * Invariants: ignored folders have no handle. No change is lost silently: where single changes cannot be reported there is a rescan, and
 * where the system reports none the tree is polled. Nothing here keeps the process running.
 */
import { lstatSync } from 'node:fs';
import { AppError } from '../../model/error.ts';
import type { WalkOptions } from '../source.ts';
import { isOwnPath } from '../walk/skipped-names.ts';
import { processMarks } from './watch-changes.ts';
import { silentFileSystem, type Obstacle } from './watch-filesystem.ts';
import { ChangeGatherer, type Batch, type Mark } from './watch-gather.ts';
import { GitWatch, gitMarks, tracksOtherFiles } from './watch-git.ts';
import { noHandles, systemHandles, type HandleRequest } from './watch-handles.ts';
import { pollGit, pollPauseMs, pollTree } from './watch-poll.ts';
import { routineReason } from './watch-reason.ts';
import { identityOf, type Stamp } from './watch-stamp.ts';
import { WatchedTree } from './watch-tree.ts';

export interface WatchOptions extends WalkOptions {
  /** A file is reported once it has been quiet for this long; at the latest after `3 * batchMs`, or `2 * debounceMs` where that is longer. */
  debounceMs: number;
  /** Changes of many files are gathered for this long; a single change does not wait. */
  batchMs: number;
  /** `auto`: polling where the file system does not report changes. At a limit of the system every mode but `polling` switches to polling. */
  mode: 'auto' | 'native' | 'polling';
  /** Minimum time between two polls. It is longer where polling would take more than 2 % of the time. */
  pollMs: number;
  /** Interval for checking everything in case something was missed; 0: never. Absent: an hour. */
  reconcileMs?: number;
  /** Called when something changes after a quiet time. What changed is reported soon, if it matters. Must not throw. */
  onActivity?: () => void;
  /** For tests of platforms and limits: how handles are opened, and whether one covers a whole tree. */
  handles?: Pick<HandleRequest, 'open' | 'isDeep'>;
}

export type WatchEvent =
  /**
   * Files (paths as in the walk) that the ignore rules let through; they may exist or not, and may have changed or not. And folders that appeared or
   * disappeared. A reader of the project may have seen, below one of either, what came and went before anybody here looked: it must check all that it
   * knows there.
   */
  | { kind: 'changes'; paths: readonly string[]; folders: readonly string[] }
  /** Any file may have changed. Changes after this event are reported again. */
  | { kind: 'rescan'; reason: string }
  /** The root no longer exists, or cannot be read. A rescan follows when it is back. */
  | { kind: 'rootGone' }
  /** From now on the tree is polled. */
  | { kind: 'degraded'; reason: string; hint: string };

export interface Watcher {
  readonly state: 'starting' | 'native' | 'polling' | 'stopped';
  /** What the user should know about the way of watching; null where there is nothing. */
  readonly note: string | null;
  /** Whether something has changed that is not reported yet. */
  readonly isPending: boolean;
  /** Whether any file may have changed and no rescan has been reported yet. */
  readonly isRescanPending: boolean;
  /** Number of changes that are not reported yet. */
  readonly pendingCount: number;
  /**
   * Reports at once, without waiting for quiet, what the system has signalled so far. Rescans that follow one another may wait. Resolves when
   * reported.
   */
  flush: () => Promise<void>;
  /** Resolves when watching has begun. The caller must find earlier changes itself. Never rejects. */
  readonly ready: Promise<void>;
  /** No event follows this call. */
  close: () => Promise<void>;
}

/** `root`: a real path. `onEvent` must not throw. */
export function watchTree(root: string, options: WatchOptions, onEvent: (event: WatchEvent) => void): Watcher {
  return new TreeWatcher(root, options, onEvent);
}

/** A batch with more paths is reported as a rescan. */
const maxPaths = 1000;
const defaultReconcileMs = 3_600_000;
/** Maximum time between two checks whether a root is there again, or is still the same one where no event tells (ms). */
const rootPollMs = 1000;
const retryMs = 10_000;

class TreeWatcher implements Watcher {
  state: Watcher['state'] = 'starting';
  note: string | null = null;
  readonly ready: Promise<void>;
  readonly #root: string;
  readonly #options: WatchOptions;
  readonly #onEvent: (event: WatchEvent) => void;
  readonly #stop = new AbortController();
  readonly #gatherer: ChangeGatherer;
  #tree: WatchedTree | null = null;
  #git: GitWatch | null = null;
  #gitStamps = new Map<string, Stamp | null>();
  #rootIdentity: string | null = null;
  #isPolling: boolean;
  #isGone = false;
  /** Whether a timer for the next check of the root runs. */
  #checksRoot = false;
  readonly #timers = new Set<NodeJS.Timeout>();
  #pollTimer: NodeJS.Timeout | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(root: string, options: WatchOptions, onEvent: (event: WatchEvent) => void) {
    this.#root = root;
    this.#options = options;
    this.#onEvent = onEvent;
    this.#isPolling = options.mode === 'polling';
    this.#gatherer = new ChangeGatherer({
      debounceMs: options.debounceMs,
      batchMs: options.batchMs,
      maxMarks: maxPaths,
      onFirst: () => {
        if (this.state !== 'stopped') options.onActivity?.();
      },
      onBatch: (batch) => this.#enqueue(() => this.#processBatch(batch)),
    });
    this.ready = this.#enqueue(async () => {
      const silent = options.mode === 'auto' ? silentFileSystem(root) : null;
      if (silent !== null) this.#degrade(silent);
      this.#reconcileLater();
      await this.#start();
    });
  }

  get isPending(): boolean {
    return this.#gatherer.isPending;
  }

  get pendingCount(): number {
    return this.#gatherer.pendingCount;
  }

  get isRescanPending(): boolean {
    return this.#gatherer.isRescanPending;
  }

  async flush(): Promise<void> {
    await this.#gatherer.flush();
  }

  async close(): Promise<void> {
    this.state = 'stopped';
    this.#stop.abort();
    this.#gatherer.close();
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#pollTimer !== null) clearTimeout(this.#pollTimer);
    this.#closeHandles();
    await this.#work;
    // A step that was running may have opened more handles.
    this.#closeHandles();
  }

  #report(event: WatchEvent): void {
    if (this.state !== 'stopped') this.#onEvent(event);
  }

  /** Runs a step after all earlier ones. No step begins after the watcher is closed. */
  #enqueue(step: () => Promise<unknown>): Promise<void> {
    const run = async (): Promise<void> => {
      if (this.#stop.signal.aborted) return;
      try {
        await step();
      } catch (error) {
        if (!this.#stop.signal.aborted) this.#fail(error);
      }
    };
    return (this.#work = this.#work.then(run));
  }

  /** After an unexpected error (no more files can be opened) everything starts again after a while. */
  #fail(error: unknown): void {
    this.#closeHandles();
    this.#gatherer.clear();
    const reason = `watching failed: ${error instanceof Error ? error.message : String(error)}`;
    const hint = `It is tried again after ${retryMs / 1000} s.`;
    this.note = `${reason}. ${hint}`;
    this.#report({ kind: 'degraded', reason, hint });
    this.#later(retryMs, () => void this.#enqueue(() => this.#takeRoot('watching begins anew')));
  }

  #later(delayMs: number, step: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      step();
    }, delayMs).unref();
    this.#timers.add(timer);
  }

  #reconcileLater(): void {
    const delayMs = this.#options.reconcileMs ?? defaultReconcileMs;
    if (delayMs === 0) return;
    this.#later(delayMs, () => {
      this.#gatherer.rescan(routineReason);
      this.#reconcileLater();
    });
  }

  /** Starts watching from scratch. False where the root does not exist; it is then waited for. */
  async #start(): Promise<boolean> {
    this.#closeHandles();
    this.#rootIdentity = this.#readRootIdentity();
    this.#tree = this.#newTree();
    if (!this.#checksRoot) this.#checkRootLater();
    return this.#sync();
  }

  /** A handle on a whole tree tells nothing of its own folder: it follows one that is renamed, and goes on to report what is in it (Windows, macOS). */
  #checkRootLater(): void {
    this.#checksRoot = this.#tree?.options.handles.isDeep === true;
    if (!this.#checksRoot) return;
    this.#later(Math.min(rootPollMs, this.#options.pollMs), () => {
      void this.#enqueue(async () => {
        if (this.#tree !== null) await this.#hasRoot();
        this.#checkRootLater();
      });
    });
  }

  #newTree(): WatchedTree {
    const options = this.#options;
    const listener = {
      // Changes of Code Scout's own index are not changes of the project.
      mark: (path: string, mark: Mark) => {
        if (!isOwnPath(path)) this.#gatherer.mark(path, mark);
      },
      lost: () => this.#gatherer.rescan('the system dropped events'),
    };
    const handles = this.#isPolling ? noHandles() : systemHandles({ root: this.#root, listener, ...options.handles });
    const treeOptions = {
      ...options,
      handles,
      isPolled: this.#isPolling,
      needsEvents: options.mode === 'auto' && !this.#isPolling,
    };
    return new WatchedTree(this.#root, treeOptions, this.#stop.signal);
  }

  #closeHandles(): void {
    this.#git?.close();
    this.#tree?.options.handles.close();
  }

  /** Synchronises the watched folders with the disk. False where the root is gone. */
  async #sync(): Promise<boolean> {
    const tree = this.#tree as WatchedTree;
    const gitObstacle = this.#watchGit();
    let newPaths: string[] = [];
    try {
      if (gitObstacle === null) newPaths = await tree.sync();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'FileSystemError') throw error;
      this.#loseRoot();
      return false;
    }
    const obstacle = gitObstacle ?? tree.obstacle;
    if (obstacle !== null) {
      this.#degrade(obstacle);
      return this.#start();
    }
    this.#isGone = false;
    if (this.#isPolling) await this.#poll();
    if (this.#stop.signal.aborted) return false;
    this.state = this.#isPolling ? 'polling' : 'native';
    for (const path of newPaths) this.#gatherer.mark(path, 'edited');
    return true;
  }

  #watchGit(): Obstacle | null {
    const git = new GitWatch(this.#root);
    const mark = (path: string): void => this.#gatherer.mark(path, 'edited');
    const obstacle = this.#isPolling ? null : git.watch(mark, this.#options.handles?.open);
    this.#git?.close();
    this.#git = git;
    if (this.#isPolling) pollGit(git, this.#gitStamps, mark);
    return obstacle;
  }

  /** Polls everything once, and schedules the next poll. */
  async #poll(): Promise<void> {
    const tree = this.#tree as WatchedTree;
    const cost = await pollTree(tree, (path, mark) => this.#gatherer.mark(path, mark));
    if (this.#git !== null) pollGit(this.#git, this.#gitStamps, (path) => this.#gatherer.mark(path, 'edited'));
    if (this.#pollTimer !== null) clearTimeout(this.#pollTimer);
    const delayMs = pollPauseMs(cost, this.#options.pollMs);
    this.#pollTimer = setTimeout(() => void this.#enqueue(() => this.#pollAgain()), delayMs).unref();
  }

  async #pollAgain(): Promise<void> {
    if (this.#tree !== null && (await this.#hasRoot())) await this.#poll();
  }

  #degrade(obstacle: Obstacle): void {
    const { reason, hint } = obstacle;
    this.#isPolling = true;
    this.note = `The project is polled every ${this.#options.pollMs / 1000} s or less often: ${reason}. ${hint}`;
    this.#report({ kind: 'degraded', reason, hint });
  }

  async #processBatch({ marks, rescan }: Batch): Promise<void> {
    if (this.#tree === null || !(await this.#hasRoot())) return;
    if (rescan !== null) return this.#rescan(rescan);
    if (this.#tree.nodes.get('')?.isReadable !== this.#tree.isReadable(''))
      return this.#rescan('the root was opened or closed');
    const gitReason = await this.#reasonOfGitMarks(marks);
    if (gitReason !== null) return this.#rescan(gitReason);
    const changes = await processMarks(this.#tree, marks);
    const obstacle = this.#tree.obstacle;
    if (obstacle !== null) {
      this.#degrade(obstacle);
      if (await this.#start()) this.#report({ kind: 'rescan', reason: 'the project is polled from now on' });
    } else if (changes.rescan !== null) await this.#rescan(changes.rescan);
    else if (changes.paths.size > maxPaths) this.#report({ kind: 'rescan', reason: 'many changes at once' });
    else if (changes.paths.size + changes.folders.size > 0)
      this.#report({ kind: 'changes', paths: [...changes.paths].sort(), folders: [...changes.folders].sort() });
  }

  async #rescan(reason: string): Promise<void> {
    // A change from here on is either found by the scan or marked anew.
    this.#gatherer.clear();
    if (await this.#sync()) this.#report({ kind: 'rescan', reason });
  }

  /** Why changes of git's files require a rescan; null where they do not. */
  async #reasonOfGitMarks(marks: ReadonlyMap<string, Mark>): Promise<string | null> {
    if (marks.has(gitMarks.rules)) return 'the ignore rules changed';
    if (marks.has(gitMarks.head) && this.#git?.hasSwitched() === true) return 'HEAD of git changed';
    if (!marks.has(gitMarks.index)) return null;
    const hasOthers = await tracksOtherFiles(this.#tree as WatchedTree, this.#stop.signal);
    return hasOthers ? 'git tracks other ignored files' : null;
  }

  /** Identifies the root folder; null where there is none. */
  #readRootIdentity(): string | null {
    try {
      const stats = lstatSync(this.#root, { throwIfNoEntry: false, bigint: process.platform === 'win32' });
      if (stats === undefined || !stats.isDirectory()) return null;
      // Inode numbers are unreliable on network file systems. Polling stats every file in any case.
      return this.#isPolling ? 'a folder' : identityOf(stats);
    } catch {
      return null;
    }
  }

  /** Whether the root exists and is the same as before; switches to another one in its place. */
  async #hasRoot(): Promise<boolean> {
    const identity = this.#readRootIdentity();
    if (identity !== null && identity === this.#rootIdentity) return true;
    if (identity === null) this.#loseRoot();
    else await this.#takeRoot('the root was replaced');
    return false;
  }

  #loseRoot(): void {
    this.#closeHandles();
    this.#gatherer.clear();
    this.#rootIdentity = null;
    this.#tree = null;
    if (!this.#isGone) this.#report({ kind: 'rootGone' });
    this.#isGone = true;
    this.#waitForRoot();
  }

  #waitForRoot(): void {
    this.#later(Math.min(rootPollMs, this.#options.pollMs), () => {
      if (this.#readRootIdentity() === null) this.#waitForRoot();
      else void this.#enqueue(() => this.#takeRoot('the root is back'));
    });
  }

  async #takeRoot(reason: string): Promise<void> {
    this.#gatherer.clear();
    if (await this.#start()) this.#report({ kind: 'rescan', reason });
  }
}
