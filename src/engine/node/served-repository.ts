/**
 * One repository of a node: its newest snapshot, opened when it is first asked for, and replaced when there is a newer one.
 * Invariants: a question keeps the snapshot that it began with; a newer one is open before the old one is given up; a failure to get a newer one leaves the old
 * one in its place.
 */
import { AppError, toAppError } from '../../model/error.ts';
import type { GitCommand } from '../../source/git/find-git.ts';
import type { Head, RefState, Repository } from '../../team/catalogue/catalogue.ts';
import { openEngine } from '../engine.ts';
import type { CommitState, Engine, ProjectStatus } from '../types.ts';
import { apartFromQuestion } from '../../util/turns/question.ts';
import { repositoryAttribute, traced } from '../../util/tracing/spans.ts';
import type { AtMost } from '../../util/turns/at-most.ts';
import { countedEngine, EngineUse } from './counted-engine.ts';
import { filesOf, makeSnapshot } from './make-snapshot.ts';
import type { NodeSettings } from './node-settings.ts';
import { shownStatus } from './shown-status.ts';
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
  /** Lets few make a snapshot at once. */
  fetches: AtMost;
  /** Takes over what is not used for new questions any more, and ends it when no question uses it. */
  retire: (retired: Retired) => void;
}

/** After a failure, questions get it again for this time, and nothing is tried (ms). */
const retryMs = 10_000;

export class ServedRepository {
  readonly #host: RepositoryHost;
  repository: Repository;
  #current: OpenSnapshot | null = null;
  #ref: RefState | null = null;
  /** When the catalogue was asked last (`performance.now()`). */
  #lookedAt = -Infinity;
  #opening: Promise<OpenSnapshot> | null = null;
  #failure: { error: AppError; until: number } | null = null;

  constructor(repository: Repository, host: RepositoryHost) {
    [this.repository, this.#host] = [repository, host];
  }

  get isOpen(): boolean {
    return this.#current !== null;
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

  /** The newest snapshot that is here; where none is, the newest is fetched. Rejects with an `AppError`. */
  async open(): Promise<OpenSnapshot> {
    const current = this.#current;
    if (current !== null) {
      // Counts from now on, so that it is not closed before the first question.
      current.use.begin();
      current.use.end();
      return current;
    }
    if (this.#failure !== null && performance.now() < this.#failure.until) throw this.#failure.error;
    this.#opening ??= apartFromQuestion(() => this.#openFirst()).finally(() => (this.#opening = null));
    const { firstAnswerMs } = this.#host.settings.limits;
    return withLimit(this.#opening, firstAnswerMs, () => {
      const hint = 'Ask again in a while: it goes on.';
      return new AppError('NotFoundError', `The snapshot of ${this.repository.name} is still being fetched`, { hint });
    });
  }

  async #openFirst(): Promise<OpenSnapshot> {
    try {
      await this.#look();
      const head = this.#headOf();
      if (head === null) throw this.#noSnapshot();
      const opened = await this.#openHead(head);
      this.#current = opened;
      this.#failure = null;
      return opened;
    } catch (error) {
      this.#failure = { error: toAppError(error), until: performance.now() + retryMs };
      throw this.#failure.error;
    }
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
    const refs = await this.#host.settings.catalogue.listRefs(this.repository.id);
    this.#ref = refs.find(({ ref }) => ref === this.repository.defaultRef) ?? null;
    this.#lookedAt = performance.now();
  }

  /** The newest head that this program can read. */
  #headOf(): Head | null {
    const heads = this.#ref?.heads.filter(({ edition }) => edition === this.#host.edition) ?? [];
    return heads.sort((a, b) => b.push - a.push)[0] ?? null;
  }

  async #openHead(head: Head): Promise<OpenSnapshot> {
    const { settings, fetches } = this.#host;
    const held = await fetches.run(() => this.#hold(head));
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
      const snapshot: OpenSnapshot = { engine: countedEngine(counted, [], { commits, status }), use, held, head };
      return snapshot;
    } catch (error) {
      this.#host.cache.release(held);
      throw error;
    }
  }

  async #hold(head: Head): Promise<HeldSnapshot> {
    const { settings, cache, git, signal } = this.#host;
    const { repository } = this;
    const key = { repository: repository.id, tree: head.tree, flavour: head.flavour };
    const row = await settings.catalogue.useSnapshot(repository.id, head.tree, head.flavour);
    const kept = cache.take(key);
    if (kept !== null) return kept;
    const started = performance.now();
    // The files take about as much as their index.
    const made = await cache.make(key, 2 * (row?.bytes ?? 0), async (folder) => {
      const mirror = cache.mirrorOf(repository.id);
      const { differing } = await traced('fetch snapshot', { attributes: repositoryAttribute(repository.name) }, () =>
        makeSnapshot({ repository, head, mirror, folder }, { settings, git, signal }),
      );
      if (differing > 0)
        settings.log({ event: 'differed', repository: repository.name, commit: head.commit, files: differing });
    });
    const ms = Math.round(performance.now() - started);
    settings.log({ event: 'fetched', repository: repository.name, commit: head.commit, bytes: made.bytes, ms });
    return made;
  }

  /** Asks the catalogue whether there is a newer snapshot, and takes its place. Rejects where the catalogue cannot be asked. */
  async renew(): Promise<void> {
    if (this.#current === null) return;
    await this.#look();
    const current = this.#current;
    const head = this.#headOf();
    if (head === null || head.push <= current.head.push) return;
    if (head.tree === current.held.tree && head.flavour === current.held.flavour) {
      current.head = head;
      return;
    }
    if (this.#opening !== null || (this.#failure !== null && performance.now() < this.#failure.until)) return;
    this.#opening = this.#openHead(head).finally(() => (this.#opening = null));
    try {
      const opened = await this.#opening;
      // It was closed meanwhile.
      if (this.#current !== current) return this.#retire(opened);
      this.#current = opened;
      this.#failure = null;
      this.#retire(current);
    } catch (error) {
      this.#failure = { error: toAppError(error), until: performance.now() + retryMs };
      throw error;
    }
  }

  /** How long ago the catalogue was asked (ms). */
  get lookedMsAgo(): number {
    return performance.now() - this.#lookedAt;
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
