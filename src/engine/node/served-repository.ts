/**
 * One repository of a node: its newest snapshot, fetched beforehand or when it is first asked for, opened then, and replaced when there is a newer one.
 * Invariants: a question keeps the snapshot that it began with; a newer one is open before the old one is given up; a failure to get a newer one leaves the old
 * one in its place.
 */
import { AppError, toAppError } from '../../model/error.ts';
import type { GitCommand } from '../../source/git/find-git.ts';
import type { Head, RefState, Repository, WatchedRef } from '../../team/catalogue/catalogue.ts';
import { openEngine } from '../engine.ts';
import type { DoctorCheck, CommitState, Engine, ProjectStatus } from '../types.ts';
import { apartFromQuestion } from '../../util/turns/question.ts';
import type { FairTurns, Place, Sender } from '../../util/turns/fair-turns.ts';
import { repositoryAttribute, traced } from '../../util/tracing/spans.ts';
import { countedEngine, EngineUse } from './counted-engine.ts';
import { filesOf, forSenders, makeSnapshot } from './make-snapshot.ts';
import type { NodeSettings } from './node-settings.ts';
import { shownChecks, shownStatus } from './shown-status.ts';
import type { HeldSnapshot, SnapshotCache } from './snapshot-cache.ts';

export interface OpenSnapshot {
  readonly engine: Engine;
  readonly use: EngineUse;
  readonly held: HeldSnapshot;
  /** The head that it was opened for, or a later one of the same tree. */
  head: Head;
}

/** What is to be closed when nothing is asked of it any more. */
export interface Retired {
  engine: Engine;
  use: EngineUse;
  end: () => void;
}

export interface RepositoryHost {
  settings: NodeSettings;
  cache: SnapshotCache;
  git: GitCommand;
  /** What this node's program and settings make. */
  edition: string;
  signal: AbortSignal;
  /** Lets few make a snapshot at once, those of each sender in turn. */
  fetches: FairTurns;
  /** Takes over what is not used for new questions any more, and ends it when no question uses it. */
  retire: (retired: Retired) => void;
}

/** What the catalogue has said lately is not asked again before a snapshot is opened (ms). */
const knownMs = 5000;
/** How often the catalogue is told that questions are asked (ms). */
const tellMs = 600_000;
/** As whom a node gets newer snapshots of what is open. */
const renewing = 'newer snapshots';

export const noSuchRepository = (): AppError => new AppError('NotFoundError', 'There is no such repository');

export class ServedRepository {
  readonly #host: RepositoryHost;
  repository: Repository;
  #current: OpenSnapshot | null = null;
  #isRemoved = false;
  #ref: RefState | null = null;
  /** Of its newest snapshot, as far as the catalogue has said so: its size, and when it was made (`performance.now()`). */
  bytes = 0;
  indexedAt = -Infinity;
  /** When the catalogue was asked last (`performance.now()`). */
  #lookedAt = -Infinity;
  #opening: Promise<OpenSnapshot> | null = null;
  /** What is being fetched for whoever asks first, and of which tree that was tried last: it is tried once. */
  #ahead: Promise<unknown> | null = null;
  #triedAhead = '';
  /** Who waits for what is being opened, and the place for it where it has to be fetched. */
  readonly #waiting = new Set<Sender>();
  #place: Place | null = null;
  /** The tree of the snapshot that the catalogue knows to be in use, and when it was told (`performance.now()`). */
  #told = { tree: '', at: -Infinity };
  #failure: { error: AppError; until: number } | null = null;

  constructor(repository: Repository, host: RepositoryHost) {
    [this.repository, this.#host] = [repository, host];
  }

  get isOpen(): boolean {
    return this.#current !== null;
  }

  /** Whether it could not be opened a moment ago: it is not tried again at once. */
  get isFailing(): boolean {
    return this.#failure !== null && performance.now() < this.#failure.until;
  }

  /** How long nobody has asked (ms); 0 where it is not open. */
  get idleMs(): number {
    return this.#current?.use.idleMs ?? 0;
  }

  /** What the answers of a snapshot of this repository are of, also of one that was replaced. */
  #stateOf({ head }: OpenSnapshot): CommitState {
    const behind = Math.max(0, (this.#ref?.heard ?? head.push) - head.push);
    return { name: this.repository.name, commit: head.commit, behind };
  }

  /**
   * The newest snapshot that is here; where none is, the newest is fetched. Rejects with an `AppError`.
   * @param sender the sender of the question; null: it is opened beforehand, and nobody waits
   */
  async open(sender: Sender): Promise<OpenSnapshot> {
    const current = this.#current ?? (await this.#opened(sender));
    // Counts from now on, so that it is not closed before the first question.
    current.use.begin();
    current.use.end();
    if (sender !== null) this.#tell(current);
    return current;
  }

  #opened(sender: Sender): Promise<OpenSnapshot> {
    if (this.isFailing) return Promise.reject(this.#failure!.error);
    this.#waiting.add(sender);
    if (this.#place !== null) this.#host.fetches.join(this.#place, sender);
    this.#opening ??= this.#ending(apartFromQuestion(() => this.#openFirst()));
    if (sender === null) return this.#opening;
    const { firstAnswerMs } = this.#host.settings.limits;
    return withLimit(this.#opening, firstAnswerMs, () => {
      const hint = 'Ask again in a while: it goes on.';
      return new AppError('NotFoundError', `The snapshot of ${this.repository.name} is still being fetched`, { hint });
    });
  }

  #ending(opening: Promise<OpenSnapshot>): Promise<OpenSnapshot> {
    return opening.finally(() => {
      this.#opening = null;
      this.#waiting.clear();
    });
  }

  /** Whether there is a snapshot. Of what the catalogue has said last. */
  get isIndexed(): boolean {
    return this.#headOf() !== null;
  }

  /** Whether the snapshot that would be opened is in the cache. Of what the catalogue has said last. */
  get isHere(): boolean {
    const head = this.#headOf();
    return head !== null && this.#host.cache.has({ repository: this.repository.id, ...head });
  }

  /** Tells the catalogue that questions are asked, so that others keep the snapshot, too. */
  #tell({ head: { tree, flavour } }: OpenSnapshot): void {
    const now = performance.now();
    if (tree === this.#told.tree && now - this.#told.at < tellMs) return;
    this.#told = { tree, at: now };
    this.#host.settings.catalogue.useSnapshot(this.repository.id, tree, flavour).catch(() => {
      this.#told.at = -Infinity;
    });
  }

  async #openFirst(): Promise<OpenSnapshot> {
    try {
      if (performance.now() - this.#lookedAt > knownMs) await this.#look();
      const head = this.#headOf();
      if (head === null) throw this.#noSnapshot();
      const opened = await this.#openHead(head);
      if (this.#isRemoved) {
        this.#retire(opened);
        throw noSuchRepository();
      }
      this.#current = opened;
      this.#failure = null;
      return opened;
    } catch (error) {
      // What was known may have been of a commit that is there no more.
      this.#lookedAt = -Infinity;
      throw this.#noteFailure(error);
    }
  }

  /** Questions get it again for a while, and nothing is tried. */
  #noteFailure(error: unknown): AppError {
    const failure = { error: toAppError(error), until: performance.now() + this.#host.settings.limits.retryMs };
    this.#failure = failure;
    return failure.error;
  }

  #noSnapshot(): AppError {
    const { name, defaultRef } = this.repository;
    const isOfOthers = (this.#ref?.heads.length ?? 0) > 0;
    return new AppError('NotFoundError', `There is no snapshot of ${name} yet`, {
      hint: isOfOthers
        ? 'There is one of another version of Code Scout, or of other settings. Workers and nodes need the same.'
        : `Workers make one when they hear of the branch ${defaultRef}: see \`code-scout catalogue status\`.`,
    });
  }

  async #look(): Promise<void> {
    const repositories = [this.repository.id];
    const [watched] = await this.#host.settings.catalogue.watchRefs({ repositories, usedMs: 0 });
    this.learn(watched ?? null);
  }

  /** What the catalogue says about the default branch; null where it was not pushed to yet. */
  learn(watched: WatchedRef | null): void {
    this.#ref = watched?.state ?? null;
    this.bytes = watched?.bytes ?? 0;
    this.#lookedAt = performance.now();
    const ago = watched?.indexedMsAgo ?? null;
    if (ago !== null) this.indexedAt = this.#lookedAt - ago;
  }

  /** The newest head that this program can read. */
  #headOf(): Head | null {
    const heads = this.#ref?.heads.filter(({ edition }) => edition === this.#host.edition) ?? [];
    return heads.sort((a, b) => b.push - a.push)[0] ?? null;
  }

  async #openHead(head: Head): Promise<OpenSnapshot> {
    const { settings } = this.#host;
    const held = await this.#hold(head);
    const root = filesOf(held.folder);
    try {
      const { config, usualLimit } = settings.settingsFor(root);
      const own = await openEngine({ root, config, usualLimit, indexing: 'never' });
      // So that the first question does not wait for it, and a snapshot that cannot be opened never takes the place of one that can.
      if ((await own.generation()) === null)
        throw new AppError('DatabaseError', `The index of ${this.repository.name} cannot be opened`);
      const use = new EngineUse();
      const commits = (): CommitState[] => [this.#stateOf(snapshot)];
      const counted = countedEngine(own, [use]);
      const status = (): Promise<ProjectStatus> => shownStatus(counted, this.repository.name);
      const doctor = (): Promise<DoctorCheck[]> => Promise.resolve(shownChecks(this.repository.name));
      const snapshot: OpenSnapshot = {
        engine: countedEngine(counted, [], { commits, status, doctor }),
        use,
        held,
        head,
      };
      return snapshot;
    } catch (error) {
      this.#host.cache.release(held);
      throw error;
    }
  }

  async #hold(head: Head): Promise<HeldSnapshot> {
    await this.#ahead?.catch(() => {});
    const kept = this.#host.cache.take({ repository: this.repository.id, ...head });
    return kept ?? this.#fetchInTurn(head, [...this.#waiting]);
  }

  /** Whether its newest snapshot may be fetched before anybody asks. */
  get isAheadWanted(): boolean {
    const head = this.#headOf();
    const isIdle = this.#current === null && this.#opening === null && this.#ahead === null;
    return head !== null && isIdle && head.tree !== this.#triedAhead && !this.isHere;
  }

  /** Whether a snapshot is on its way, also for somebody who waits. */
  get isComing(): boolean {
    return this.#place !== null;
  }

  get isComingAhead(): boolean {
    return this.#ahead !== null;
  }

  /** Fetches the newest snapshot for whoever asks first: behind all that somebody waits for, and without making room for it. */
  async fetchAhead(): Promise<void> {
    const head = this.#headOf();
    if (head === null || !this.isAheadWanted) return;
    this.#triedAhead = head.tree;
    this.#ahead = apartFromQuestion(() => this.#fetchInTurn(head, [null], true));
    try {
      await this.#ahead;
    } finally {
      this.#ahead = null;
    }
  }

  async #fetchInTurn(head: Head, senders: readonly Sender[], isAhead = false): Promise<HeldSnapshot> {
    const { fetches } = this.#host;
    const [first = renewing, ...others] = senders;
    this.#place = fetches.ask(first);
    for (const sender of others) fetches.join(this.#place, sender);
    try {
      await this.#place.granted;
      return await this.#fetch(head, isAhead);
    } finally {
      fetches.leave(this.#place);
      this.#place = null;
    }
  }

  async #fetch(head: Head, isAhead: boolean): Promise<HeldSnapshot> {
    const { settings, cache, git, signal } = this.#host;
    signal.throwIfAborted();
    const { repository } = this;
    const key = { repository: repository.id, ...head };
    const started = performance.now();
    const make = async (folder: string): Promise<void> => {
      const mirror = cache.mirrorOf(repository.id);
      const { differing } = await traced('fetch snapshot', { attributes: repositoryAttribute(repository.name) }, () =>
        makeSnapshot({ repository, head, mirror, folder, isAwaited: !isAhead }, { settings, git, signal }),
      );
      if (differing > 0)
        settings.log({ event: 'differed', repository: repository.name, commit: head.commit, files: differing });
    };
    // The files take about as much as their index.
    const making = isAhead ? cache.makeAhead(key, make) : cache.make(key, 2 * this.bytes, make);
    const made = await making.catch((error: unknown) => {
      throw forSenders(error, repository, settings);
    });
    const ms = Math.round(performance.now() - started);
    settings.log({ event: 'fetched', repository: repository.name, commit: head.commit, bytes: made.bytes, ms });
    return made;
  }

  /** Opens the newest snapshot that is known, and takes its place. */
  async renew(): Promise<void> {
    if (this.#current === null) return;
    const current = this.#current;
    const head = this.#headOf();
    // The catalogue says which one it is, also where it was restored and counts anew.
    if (head === null || (head.push === current.head.push && head.commit === current.head.commit)) return;
    if (head.tree === current.held.tree && head.flavour === current.held.flavour) {
      current.head = head;
      return;
    }
    if (this.#opening !== null || this.isFailing) return;
    this.#opening = this.#ending(this.#openHead(head));
    try {
      const opened = await this.#opening;
      // It was closed meanwhile.
      if (this.#current !== current) return this.#retire(opened);
      this.#current = opened;
      this.#failure = null;
      this.#retire(current);
    } catch (error) {
      throw this.#noteFailure(error);
    }
  }

  /** The catalogue has the repository no more: what is open is given up, and what is on its way, too. */
  remove(): void {
    this.#isRemoved = true;
    this.close();
  }

  /** Gives the open snapshot up. */
  close(): void {
    const current = this.#current;
    this.#current = null;
    if (current !== null) this.#retire(current);
  }

  #retire({ engine, use, held }: OpenSnapshot): void {
    this.#host.retire({ engine, use, end: () => this.#host.cache.release(held) });
  }
}

async function withLimit<T>(work: Promise<T>, ms: number, error: () => AppError): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
