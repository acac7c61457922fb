/**
 * A query node: answers questions about all repositories of a catalogue from their newest snapshots, which it fetches when they are first asked for.
 * Invariants: no question indexes; what a question uses is neither closed nor removed; a catalogue that is away for a while keeps nothing that is here from
 * answering.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from '../../model/error.ts';
import { lockFolder } from '../../runtime/folder-lock.ts';
import type { Node, Repository } from '../../team/catalogue/catalogue.ts';
import { flavourKey } from '../../team/snapshot/layout.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import { flavourOf, openStoreAt } from '../team/team-place.ts';
import { AtMost } from '../../util/turns/at-most.ts';
import { openTogether, type EngineOfSeveral } from '../union/open-together.ts';
import { requireGit } from '../worker/poll-repositories.ts';
import type { CommitState, Engine, EngineConfig, SearchLimits } from '../types.ts';
import { choicesFor } from './assignment.ts';
import { countedEngine, EngineUse } from './counted-engine.ts';
import type { NodeSettings } from './node-settings.ts';
import { ServedRepository, type Retired } from './served-repository.ts';
import { shownStatus } from './shown-status.ts';
import { SnapshotCache } from './snapshot-cache.ts';

export type { NodeEvent, NodeLimits, NodeSettings } from './node-settings.ts';
export type { Access } from '../../team/access/access.ts';
export type { OpenChecker } from '../../team/access/open-checker.ts';

/** So many snapshots are fetched at once. */
const fetchedAtOnce = 2;
/** An engine that was given up is closed when nothing has been asked of it for this time (ms): a question asks several times. */
const graceMs = 15_000;
/** How long a question about several repositories waits for those that are not open (ms). */
const togetherMs = 10_000;
/** A node counts as dead when it was not heard of for this time (ms). */
const aliveMs = 10_000;
/** A node that did not answer is not asked for this time (ms). */
const suspectMs = 5_000;

export class QueryNode {
  readonly #settings: NodeSettings;
  readonly #cache: SnapshotCache;
  readonly #host: ConstructorParameters<typeof ServedRepository>[1];
  readonly #unlock: () => void;
  readonly #abort = new AbortController();
  readonly #served = new Map<number, ServedRepository>();
  readonly #retired = new Set<Retired>();
  /** By the ids of their repositories. */
  readonly #unions = new Map<string, Union>();
  #nodes: readonly Node[] = [];
  readonly #suspects = new Map<string, number>();
  /** How searches over everything are ranked and limited: by the settings of this node, not of a repository. */
  searching!: Pick<EngineConfig, 'search'> & { limits: SearchLimits };
  /** Why the catalogue could not be asked last time; null where it was. */
  trouble: string | null = null;
  /** Sorted by name. */
  #repositories: readonly Repository[] = [];
  #announced: { name: string; url: string } | null = null;
  #working: Promise<void> = Promise.resolve();

  private constructor(settings: NodeSettings, edition: string, unlock: () => void) {
    this.#settings = settings;
    this.#unlock = unlock;
    const { folder, cacheBytes, log } = settings;
    this.#cache = new SnapshotCache(folder, cacheBytes, ({ repository, bytes }) => log({ event: 'evicted', repository, bytes })); // prettier-ignore
    this.#host = {
      ...{ settings, edition, cache: this.#cache, git: requireGit(), signal: this.#abort.signal },
      fetches: new AtMost(fetchedAtOnce),
      retire: (retired) => this.#retired.add(retired),
    };
  }

  /** Reads the catalogue once, and goes on asking what is new. Rejects with an `AppError`. */
  static async start(settings: NodeSettings): Promise<QueryNode> {
    const { folder, store, settingsFor } = settings;
    if (settings.trusted.length === 0)
      throw new AppError('ConfigurationError', 'No key is trusted, so no snapshot can be used', {
        hint: 'List the public keys of your workers in `team.keys` of your own settings.',
      });
    const unlock = lockFolder(folder, 'node');
    try {
      const { config, usualLimit } = settingsFor(folder);
      openStoreAt(store, config);
      await usePlugins(config.plugins ?? []);
      const node = new QueryNode(settings, flavourKey(await flavourOf({ root: folder, config })), unlock);
      node.searching = { search: config.search, limits: { usual: usualLimit, most: config.search.maxLimit } };
      await node.#readRepositories();
      node.#working = node.#work();
      return node;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Those that are served, by name. */
  get repositories(): readonly Repository[] {
    return this.#repositories;
  }

  /** How the other nodes know this one; empty where it is alone. */
  get name(): string {
    return this.#announced?.name ?? '';
  }

  /**
   * Takes its share of the repositories from now on.
   * @param name names this node in the catalogue, and decides which repositories are its own: where it stays over restarts, its cache stays of use
   * @param url where other nodes reach it
   */
  async announce(name: string, url: string): Promise<void> {
    this.#announced = { name, url };
    await this.#meetNodes();
  }

  /** The engine of a repository; where its snapshot is not here, it is fetched. Rejects with an `AppError`. */
  async engineOf(repository: number): Promise<Engine> {
    const served = this.#served.get(repository);
    if (served === undefined) throw new AppError('NotFoundError', 'There is no such repository');
    return (await served.open()).engine;
  }

  /**
   * One engine over several repositories, with one ranking. Those that are not open yet are waited for, but not for long: then the answer is of the others
   * and says so, and the next one has them.
   */
  async engineOfSeveral(repositories: readonly number[]): Promise<EngineOfSeveral> {
    const all = repositories.flatMap((id) => this.#served.get(id) ?? []);
    const missing = all.filter(({ isOpen }) => !isOpen);
    const opening = Promise.allSettled(missing.map((one) => one.open()));
    await Promise.race([opening, sleep(togetherMs, undefined, { ref: false })]);
    if (!all.some(({ isOpen }) => isOpen))
      await Promise.any(missing.map((one) => one.open())).catch((error: AggregateError) => {
        throw error.errors[0];
      });
    const key = repositories.join();
    const opened = all.filter(({ isOpen }) => isOpen).map(async (one) => ({ name: one.repository.name, ...(await one.open()) })); // prettier-ignore
    const parts = await Promise.all(opened);
    const names = new Set(parts.map(({ name }) => name));
    const notAsked = all.flatMap(({ repository: { name } }) =>
      names.has(name) ? [] : [{ project: name, reason: 'its snapshot is being fetched' }],
    );
    const kept = this.#unions.get(key);
    const isSame = kept?.parts.length === parts.length && parts.every(({ engine }, at) => kept.parts[at] === engine);
    if (isSame) {
      kept.notAsked = notAsked;
      return kept.engine;
    }
    const union = { parts: parts.map(({ engine }) => engine), notAsked };
    const together = await openTogether(parts, () => union.notAsked);
    const use = new EngineUse();
    const commits = (): CommitState[] => union.parts.flatMap((part) => part.commits?.() ?? []);
    // A question of all uses each of them.
    const counted = countedEngine(together, [use, ...parts.map((one) => one.use)]);
    const engine = countedEngine(counted, [], { commits, status: () => shownStatus(counted, '*') });
    this.#dropUnion(key);
    this.#unions.set(key, Object.assign(union, { engine, use }));
    const [oldest] = this.#unions.keys();
    if (this.#unions.size > mostUnions && oldest !== undefined) this.#dropUnion(oldest);
    return engine;
  }

  #dropUnion(key: string): void {
    const union = this.#unions.get(key);
    this.#unions.delete(key);
    if (union !== undefined) this.#retired.add({ ...union, end: () => {} });
  }

  /** Other nodes that should answer for a repository before this one does, the first choice first. Empty where this one is to answer. */
  betterNodes(repository: number): Node[] {
    if (this.#announced === null) return [];
    const now = performance.now();
    const own = { ...this.#announced, bytes: 0, version: '' };
    const others = this.#nodes.filter(({ name }) => name !== own.name);
    const [first, second] = choicesFor(repository, [own, ...others]);
    const before = first === undefined || first.name === own.name ? [] : second?.name === own.name || second === undefined ? [first] : [first, second]; // prettier-ignore
    return before.filter(({ name }) => (this.#suspects.get(name) ?? -Infinity) < now);
  }

  /** A node that did not answer is left out for a while. */
  suspect(node: Node): void {
    this.#suspects.set(node.name, performance.now() + suspectMs);
  }

  async #readRepositories(): Promise<void> {
    const listed = await this.#settings.catalogue.listRepositories();
    const known = new Set(listed.map(({ id }) => id));
    for (const repository of listed) {
      const served = this.#served.get(repository.id);
      if (served === undefined) this.#served.set(repository.id, new ServedRepository(repository, this.#host));
      else served.repository = repository;
    }
    for (const [id, served] of this.#served) {
      if (known.has(id)) continue;
      served.close();
      this.#served.delete(id);
    }
    this.#repositories = listed.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const id of this.#cache.repositories()) if (!known.has(id)) this.#cache.forget(id);
  }

  async #meetNodes(): Promise<void> {
    if (this.#announced === null) return;
    const { catalogue, version, cacheBytes } = this.#settings;
    await catalogue.beatNode({ ...this.#announced, bytes: cacheBytes, version });
    this.#nodes = await catalogue.liveNodes(aliveMs);
  }

  async #work(): Promise<void> {
    const { signal } = this.#abort;
    const { pollMs, log } = this.#settings;
    for (;;) {
      await sleep(pollMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#meetNodes();
        await this.#readRepositories();
        for (const served of this.#served.values()) if (served.isOpen) this.#renew(served);
        this.trouble = null;
      } catch (error) {
        this.trouble = toAppError(error).message;
        log({ event: 'trouble', error: this.trouble });
      }
      await this.#tidy();
    }
  }

  /** Fetching may take long, and the others do not wait for it. */
  #renew(served: ServedRepository): void {
    served.renew().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#settings.log({ event: 'trouble', error: toAppError(error).message });
    });
  }

  /** Closes what nobody uses any more, and the engines that were used least recently where too many are open. */
  async #tidy(): Promise<void> {
    const open = [...this.#served.values()].filter(({ isOpen }) => isOpen).sort((a, b) => b.idleMs - a.idleMs);
    for (const one of open.slice(0, Math.max(0, open.length - this.#settings.limits.openIndexes))) one.close();
    for (const retired of this.#retired) {
      if (retired.use.idleMs < graceMs) continue;
      this.#retired.delete(retired);
      await this.#end(retired);
    }
  }

  async #end({ engine, end }: Retired): Promise<void> {
    for (const [key, { parts }] of this.#unions) if (parts.includes(engine)) this.#dropUnion(key);
    await engine.close().catch(() => {});
    end();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#working;
    for (const served of this.#served.values()) served.close();
    for (const retired of this.#retired) await this.#end(retired);
    this.#unlock();
  }
}

interface Union {
  parts: readonly Engine[];
  notAsked: { project: string; reason: string }[];
  engine: EngineOfSeveral;
  use: EngineUse;
}

/** So many different sets of repositories keep an engine over all of them. */
const mostUnions = 20;
