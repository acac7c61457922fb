/**
 * Follows the changes of a project on disk: which files came, went or changed, or that everything has to be looked at again.
 * Invariants: ignored folders have no handle; no change is lost silently: where single changes cannot be told there is a rescan, and
 * where the system tells of none they are looked for; nothing here keeps the process running.
 */
import { lstatSync } from 'node:fs';
import { AppError } from '../../model/error.ts';
import type { WalkOptions } from '../source.ts';
import { isOwnPath } from '../walk/skipped-names.ts';
import { readMarks } from './watch-changes.ts';
import { silentFileSystem, type Obstacle } from './watch-filesystem.ts';
import { ChangeGatherer, type Batch, type Mark } from './watch-gather.ts';
import { GitWatch, gitMarks, tracksOthers } from './watch-git.ts';
import { noHandles, systemHandles, type HandleRequest } from './watch-handles.ts';
import { lookAtGit, lookForChanges } from './watch-poll.ts';
import { routineReason } from './watch-reason.ts';
import { identityOf, type Stamp } from './watch-stamp.ts';
import { WatchedTree } from './watch-tree.ts';

export interface WatchOptions extends WalkOptions {
  /** A file is told of once it has been quiet for so long, at the latest after three batches. */
  debounceMs: number;
  /** Changes of many files are gathered for so long; a lone one does not wait. */
  batchMs: number;
  /** `auto`: polling where the file system does not tell of changes. At a limit of the system each but `polling` ends in polling. */
  mode: 'auto' | 'native' | 'polling';
  /** At least so long between two looks when polling; longer where a look costs more than 2 % of the time. */
  pollMs: number;
  /** So often everything is to be looked at in case something was missed; 0: never. Absent: an hour. */
  reconcileMs?: number;
  /** Hears that something changes after a time of quiet: what, is told soon, if it is anything that matters. Must not throw. */
  onStir?: () => void;
  /** For tests of platforms and limits: how handles are opened, and whether one takes a whole tree. */
  handles?: Pick<HandleRequest, 'open' | 'isDeep'>;
}

export type WatchEvent =
  /** Files (paths as the walk gives them) that the ignore rules let through, there or gone, changed or not. */
  | { kind: 'changes'; paths: readonly string[] }
  /** Any file may have changed. What changes after this event is told again. */
  | { kind: 'rescan'; reason: string }
  /** There is no root any more, or it cannot be read. A rescan follows when it is back. */
  | { kind: 'rootGone' }
  /** From now on changes are looked for. */
  | { kind: 'degraded'; reason: string; hint: string };

export interface Watcher {
  readonly state: 'starting' | 'native' | 'polling' | 'stopped';
  /** What the user should know of the way of watching; null where there is nothing. */
  readonly note: string | null;
  /** Something has changed that is not told yet. */
  readonly isPending: boolean;
  /** Any file may have changed, and no rescan says so yet. */
  readonly isRescanPending: boolean;
  /** Changes that are not told yet. */
  readonly pendingCount: number;
  /** Tells at once, without waiting for quiet, what the system has told of until now; rescans that follow one another take their time. Resolves when told. */
  hurry: () => Promise<void>;
  /** Resolves once changes are told: those before are the caller's to find. Never rejects. */
  readonly ready: Promise<void>;
  /** No event comes after the call. */
  close: () => Promise<void>;
}

/** `root`: a real path. `onEvent` must not throw. */
export function watchTree(root: string, options: WatchOptions, onEvent: (event: WatchEvent) => void): Watcher {
  return new TreeWatcher(root, options, onEvent);
}

/** A batch of more paths is told as a rescan. */
const maxPaths = 1000;
const defaultReconcileMs = 3_600_000;
/** A root that is gone is looked for at least so often (ms). */
const rootPollMs = 1000;
/** A look takes at most one part in so many of the time. */
const pollShare = 50;
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
        if (this.state !== 'stopped') options.onStir?.();
      },
      onBatch: (batch) => this.#do(() => this.#read(batch)),
    });
    this.ready = this.#do(async () => {
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

  async hurry(): Promise<void> {
    await this.#gatherer.hurry();
  }

  async close(): Promise<void> {
    this.state = 'stopped';
    this.#stop.abort();
    this.#gatherer.close();
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#pollTimer !== null) clearTimeout(this.#pollTimer);
    this.#closeHandles();
    await this.#work;
    // What was under way may have opened some more.
    this.#closeHandles();
  }

  #tell(event: WatchEvent): void {
    if (this.state !== 'stopped') this.#onEvent(event);
  }

  /** Steps run one after the other; being stopped ends them. */
  #do(step: () => Promise<unknown>): Promise<void> {
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

  /** What nobody expects (no more files can be opened): all is begun anew after a while. */
  #fail(error: unknown): void {
    this.#closeHandles();
    this.#gatherer.clear();
    const reason = `watching failed: ${error instanceof Error ? error.message : String(error)}`;
    const hint = `It is tried again after ${retryMs / 1000} s.`;
    this.note = `${reason}. ${hint}`;
    this.#tell({ kind: 'degraded', reason, hint });
    this.#later(retryMs, () => void this.#do(() => this.#takeRoot('watching begins anew')));
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

  /** Watches from nothing. False where there is no root; it is waited for. */
  async #start(): Promise<boolean> {
    this.#closeHandles();
    this.#rootIdentity = this.#lookAtRoot();
    this.#tree = this.#newTree();
    return this.#sync();
  }

  #newTree(): WatchedTree {
    const options = this.#options;
    const listener = {
      // An index that is made, or written to where folders are watched whole, is no change of the project.
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
      minds: options.mode === 'auto' && !this.#isPolling,
    };
    return new WatchedTree(this.#root, treeOptions, this.#stop.signal);
  }

  #closeHandles(): void {
    this.#git?.close();
    this.#tree?.options.handles.close();
  }

  /** Brings the watched folders in line with the disk. False where the root is gone. */
  async #sync(): Promise<boolean> {
    const tree = this.#tree as WatchedTree;
    const gitObstacle = this.#watchGit();
    let late: string[] = [];
    try {
      if (gitObstacle === null) late = await tree.sync();
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
    if (this.#isPolling) await this.#look();
    if (this.#stop.signal.aborted) return false;
    this.state = this.#isPolling ? 'polling' : 'native';
    for (const path of late) this.#gatherer.mark(path, 'edited');
    return true;
  }

  #watchGit(): Obstacle | null {
    const git = new GitWatch(this.#root);
    const mark = (path: string): void => this.#gatherer.mark(path, 'edited');
    const obstacle = this.#isPolling ? null : git.watch(mark, this.#options.handles?.open);
    this.#git?.close();
    this.#git = git;
    if (this.#isPolling) lookAtGit(git, this.#gitStamps, mark);
    return obstacle;
  }

  /** One look at everything, and the next one later. */
  async #look(): Promise<void> {
    const tree = this.#tree as WatchedTree;
    const { busyMs } = await lookForChanges(tree, (path, mark) => this.#gatherer.mark(path, mark));
    if (this.#git !== null) lookAtGit(this.#git, this.#gitStamps, (path) => this.#gatherer.mark(path, 'edited'));
    if (this.#pollTimer !== null) clearTimeout(this.#pollTimer);
    const delayMs = Math.max(this.#options.pollMs, busyMs * (pollShare - 1));
    this.#pollTimer = setTimeout(() => void this.#do(() => this.#lookAgain()), delayMs).unref();
  }

  async #lookAgain(): Promise<void> {
    if (this.#tree !== null && (await this.#hasRoot())) await this.#look();
  }

  #degrade(obstacle: Obstacle): void {
    const { reason, hint } = obstacle;
    this.#isPolling = true;
    this.note = `Changes are looked for every ${this.#options.pollMs / 1000} s or less often: ${reason}. ${hint}`;
    this.#tell({ kind: 'degraded', reason, hint });
  }

  async #read({ marks, rescan }: Batch): Promise<void> {
    if (this.#tree === null || !(await this.#hasRoot())) return;
    if (rescan !== null) return this.#rescan(rescan);
    if (this.#tree.nodes.get('')?.isReadable !== this.#tree.isReadable(''))
      return this.#rescan('the root was opened or closed');
    const others = await this.#readGitMarks(marks);
    if (others !== null) return this.#rescan(others);
    const changes = await readMarks(this.#tree, marks);
    const obstacle = this.#tree.obstacle;
    if (obstacle !== null) {
      this.#degrade(obstacle);
      if (await this.#start()) this.#tell({ kind: 'rescan', reason: 'changes are looked for from now on' });
    } else if (changes.rescan !== null) await this.#rescan(changes.rescan);
    else if (changes.paths.size > maxPaths) this.#tell({ kind: 'rescan', reason: 'many changes at once' });
    else if (changes.paths.size > 0) this.#tell({ kind: 'changes', paths: [...changes.paths].sort() });
  }

  async #rescan(reason: string): Promise<void> {
    // What comes from here on is either seen by this or marked anew.
    this.#gatherer.clear();
    if (await this.#sync()) this.#tell({ kind: 'rescan', reason });
  }

  async #readGitMarks(marks: ReadonlyMap<string, Mark>): Promise<string | null> {
    if (marks.has(gitMarks.rules)) return 'the ignore rules changed';
    if (marks.has(gitMarks.head) && this.#git?.hasSwitched() === true) return 'HEAD of git changed';
    if (!marks.has(gitMarks.index)) return null;
    const hasOthers = await tracksOthers(this.#tree as WatchedTree, this.#stop.signal);
    return hasOthers ? 'git tracks other files behind ignore rules' : null;
  }

  /** Which folder the root is; null where there is none. */
  #lookAtRoot(): string | null {
    try {
      const stats = lstatSync(this.#root, { throwIfNoEntry: false });
      if (stats?.isDirectory() !== true) return null;
      // Numbers are not to be relied upon where files are far away; there every file is looked at in any case.
      return this.#isPolling ? 'a folder' : identityOf(stats);
    } catch {
      return null;
    }
  }

  /** Whether the root is there and the same as before; takes another in its place. */
  async #hasRoot(): Promise<boolean> {
    const identity = this.#lookAtRoot();
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
    if (!this.#isGone) this.#tell({ kind: 'rootGone' });
    this.#isGone = true;
    this.#waitForRoot();
  }

  #waitForRoot(): void {
    this.#later(Math.min(rootPollMs, this.#options.pollMs), () => {
      if (this.#lookAtRoot() === null) this.#waitForRoot();
      else void this.#do(() => this.#takeRoot('the root is back'));
    });
  }

  async #takeRoot(reason: string): Promise<void> {
    this.#gatherer.clear();
    if (await this.#start()) this.#tell({ kind: 'rescan', reason });
  }
}
