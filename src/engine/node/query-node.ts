/**
 * A query node: answers questions about all repositories of a catalogue from their newest snapshots, which it fetches when they are first asked for, here or at the
 * node whose second choice it is, and before, where there is room.
 * Invariants: no question indexes; what a question uses is neither closed nor removed; what nobody has asked for takes the place of nothing else; a catalogue that
 * is away for a while keeps nothing that is here from answering.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from '../../model/error.ts';
import { lockFolder } from '../../runtime/folder-lock.ts';
import type { Node, Repository, WatchedRef } from '../../team/catalogue/catalogue.ts';
import { flavourKey } from '../../team/snapshot/layout.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import { flavourOf, openStoreAt } from '../team/team-place.ts';
import { FairTurns } from '../../util/turns/fair-turns.ts';
import { questionsOfNode } from '../phases/bounds.ts';
import { openTogether, type EngineOfSeveral } from '../union/open-together.ts';
import { requireGit } from '../worker/poll-repositories.ts';
import type { CommitState, Engine, EngineConfig, SearchLimits } from '../types.ts';
import { choicesFor } from './assignment.ts';
import { countedEngine, EngineUse } from './counted-engine.ts';
import { KeptUnions } from './kept-unions.ts';
import type { NodeSettings } from './node-settings.ts';
import { noSuchRepository, ServedRepository, type Retired } from './served-repository.ts';
import { shownChecks, shownStatus } from './shown-status.ts';
import { SnapshotCache } from './snapshot-cache.ts';

export type { NodeEvent, NodeLimits, NodeSettings } from './node-settings.ts';
export type { Access } from '../../team/access/access.ts';
export type { OpenChecker } from '../../team/access/open-checker.ts';

export interface NodeState {
  /** Whether the catalogue answered last time. */
  isCatalogueUp: boolean;
  /** What its cache takes, and may take (bytes). */
  cacheBytes: number;
  maxCacheBytes: number;
  /** In the catalogue, in the cache, and open. */
  repositories: { known: number; held: number; open: number };
}

/** So many snapshots are fetched at once, and of one sender: a large one takes minutes, and holds up no other sender. */
const fetches = { atOnce: 4, ofOne: 2 };
/** What was asked for within this time is kept by its first two nodes (ms). */
const inUseMs = 3_600_000;
/** A snapshot takes about so many times its index: the index, the files, the mirror. */
const timesIndex = 3;
/** What nobody has asked for may fill this share of the cache: how much a snapshot takes is not known before. */
const shareAhead = 0.9;
/** What was indexed since the catalogue was asked last is asked for with this much before (ms): a change may be seen later than its time. */
const overlapMs = 60_000;
/** A node that starts opens what is in its cache for so long before it takes questions (ms), and fetches for so long before others pass some on to it. */
const openingMs = 5000;
const fetchingMs = 60_000;
/** Engines over several repositories that are kept: those that searches over everything ask, and those that questions open for themselves, apart. */
const unionLimits = {
  searches: { most: 20, ofOne: 4 },
  questions: { most: 2 * questionsOfNode.atOnce, ofOne: questionsOfNode.ofOne },
};
const failed = 'its snapshot could not be fetched a moment ago';
const noRoom = 'the server keeps no more repositories at once: name it as `project`';
/** How long a question about several repositories waits for those that are not open (ms). */
const togetherMs = 10_000;
/** A node counts as dead when it was not heard of for this time (ms). */
const aliveMs = 10_000;
/** A node that did not answer is asked last for this time (ms). */
const suspectMs = 5_000;

export class QueryNode {
  readonly #settings: NodeSettings;
  readonly #cache: SnapshotCache;
  readonly #host: ConstructorParameters<typeof ServedRepository>[1];
  readonly #unlock: () => void;
  readonly #abort = new AbortController();
  readonly #served = new Map<number, ServedRepository>();
  readonly #retired = new Set<Retired>();
  /** By what they are for. */
  readonly #unions = {
    searches: new KeptUnions(unionLimits.searches),
    questions: new KeptUnions(unionLimits.questions),
  };
  #nodes: readonly Node[] = [];
  readonly #suspects = new Map<string, number>();
  /** How searches over everything are ranked and limited: by the settings of this node, not of a repository. */
  searching!: Pick<EngineConfig, 'search'> & { limits: SearchLimits; mostTogether: number };
  /** Why the catalogue could not be asked last time; null where it was. */
  trouble: string | null = null;
  /** Sorted by name. */
  #repositories: readonly Repository[] = [];
  #announced: { name: string; url: string; at: number } | null = null;
  /** Whether it has its share of what is in use, so that others may pass questions on to it. */
  #isReady = false;
  /** When the catalogue has said last what is new (`performance.now()`). */
  #learntAt = -Infinity;
  #working: Promise<void> = Promise.resolve();

  private constructor(settings: NodeSettings, edition: string, unlock: () => void) {
    this.#settings = settings;
    this.#unlock = unlock;
    const { folder, cacheBytes, log } = settings;
    this.#cache = new SnapshotCache(folder, cacheBytes, ({ repository, bytes }) => log({ event: 'evicted', repository, bytes })); // prettier-ignore
    this.#host = {
      ...{ settings, edition, cache: this.#cache, git: requireGit(), signal: this.#abort.signal },
      fetches: new FairTurns(fetches),
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
      const limits = { usual: usualLimit, most: config.search.maxLimit };
      node.searching = { search: config.search, limits, mostTogether: settings.limits.openIndexes };
      await node.#readRepositories();
      await node.#openKept();
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

  /** How it is now, for metrics. */
  get state(): NodeState {
    const open = [...this.#served.values()].filter(({ isOpen }) => isOpen).length;
    return {
      isCatalogueUp: this.trouble === null,
      cacheBytes: this.#cache.bytes,
      maxCacheBytes: this.#settings.cacheBytes,
      repositories: { known: this.#repositories.length, held: this.#cache.repositories().size, open },
    };
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
    this.#announced = { name, url, at: performance.now() };
    await this.#meetNodes();
    await this.#watch();
    await this.#meetNodes();
  }

  /** The engine of a repository; where its snapshot is not here, it is fetched, in the sender's turn. Rejects with an `AppError`. */
  async engineOf(repository: number, sender: string): Promise<Engine> {
    const served = this.#served.get(repository);
    if (served === undefined) throw noSuchRepository();
    return (await served.open(sender)).engine;
  }

  /**
   * One engine over several repositories, with one ranking. Those that are not open yet are waited for, but not for long: then the answer is of the others
   * and says so, and the next one has them.
   * @param of `questions`: of the repositories that one question is about, of which there are many: they take the place of none that searches ask
   */
  async engineOfSeveral(
    repositories: readonly number[],
    sender: string,
    of: keyof typeof unionLimits = 'searches',
  ): Promise<EngineOfSeveral> {
    const all = repositories.flatMap((id) => this.#served.get(id) ?? []);
    if (all.length === 0) throw noSuchRepository();
    const missing = this.#fittingOf(all);
    const opening = Promise.allSettled(missing.map((one) => one.open(sender)));
    await Promise.race([opening, sleep(togetherMs, undefined, { ref: false })]);
    if (!all.some(({ isOpen }) => isOpen))
      await Promise.any(missing.map((one) => one.open(sender))).catch((error: AggregateError) => {
        throw error.errors[0];
      });
    const key = repositories.join();
    const opened = all.filter(({ isOpen }) => isOpen).map(async (one) => ({ name: one.repository.name, ...(await one.open(sender)) })); // prettier-ignore
    const parts = await Promise.all(opened);
    const names = new Set(parts.map(({ name }) => name));
    const notAsked = all.flatMap((one) => {
      const { name } = one.repository;
      if (names.has(name)) return [];
      const isComing = one.isOpen || missing.includes(one);
      return [{ project: name, reason: one.isFailing ? failed : isComing ? 'its snapshot is being fetched' : noRoom }];
    });
    const kept = this.#unions[of].find(key);
    const isSame = kept?.parts.length === parts.length && parts.every(({ engine }, at) => kept.parts[at] === engine);
    if (isSame) {
      kept.notAsked = notAsked;
      return kept.engine;
    }
    const union = { parts: parts.map(({ engine }) => engine), notAsked, sender };
    const together = await openTogether(parts, () => union.notAsked);
    const use = new EngineUse();
    const commits = (): CommitState[] => union.parts.flatMap((part) => part.commits?.() ?? []);
    // A question of all uses each of them.
    const counted = countedEngine(together, [use, ...parts.map((one) => one.use)]);
    const engine = countedEngine(counted, [], {
      ...{ commits, status: () => shownStatus(counted, '*'), doctor: () => Promise.resolve(shownChecks('*')) },
    });
    this.#unions[of].keep(key, Object.assign(union, { engine, use }));
    return engine;
  }

  /**
   * What a question of all these opens besides what is open. More than the node keeps would take each other's place, and the next question would fetch them all
   * again.
   */
  #fittingOf(all: readonly ServedRepository[]): ServedRepository[] {
    const { cacheBytes, limits } = this.#settings;
    const open = all.filter(({ isOpen }) => isOpen);
    const needed = ({ bytes }: ServedRepository): number => bytes * timesIndex;
    let left = open.reduce((rest, one) => rest - needed(one), cacheBytes);
    let places = limits.openIndexes - open.length;
    const hereFirst = all.filter(({ isOpen }) => !isOpen).sort((a, b) => Number(b.isHere) - Number(a.isHere));
    const fitting = hereFirst.filter((one) => {
      if (one.isFailing || places <= 0 || (!one.isHere && needed(one) > left)) return false;
      left -= needed(one);
      places--;
      return true;
    });
    // One is always asked.
    return open.length + fitting.length > 0 ? fitting : hereFirst.slice(0, 1);
  }

  /** A repository that is open, of which the catalogue is told no use; null where none is. */
  async anyOpen(): Promise<{ name: string; engine: Engine } | null> {
    const one = [...this.#served.values()].find(({ isOpen }) => isOpen);
    return one === undefined ? null : { name: one.repository.name, engine: (await one.open(null)).engine };
  }

  /** Whether a question about the repository waits for nothing here. */
  isOpen(repository: number): boolean {
    return this.#served.get(repository)?.isOpen === true;
  }

  /** Whether the catalogue knows a snapshot of the repository that this node can read. */
  isIndexed(repository: number): boolean {
    return this.#served.get(repository)?.isIndexed === true;
  }

  /** Other nodes that should answer for a repository before this one does, the first choice first. Empty where this one is to answer. */
  betterNodes(repository: number): Node[] {
    const own = this.#announced?.name;
    if (own === undefined) return [];
    const choices = this.#choicesFor(repository, this.#isReady);
    const at = choices.findIndex(({ name }) => name === own);
    const before = at < 0 ? choices : choices.slice(0, at);
    const now = performance.now();
    const isSuspect = ({ name }: Node): boolean => (this.#suspects.get(name) ?? -Infinity) >= now;
    // What is here is answered rather than asked of a node that did not answer; what is not takes longer than asking once more.
    const suspects = this.isOpen(repository) ? [] : before.filter(isSuspect);
    return [...before.filter((node) => !isSuspect(node)), ...suspects];
  }

  /** The two nodes that have the repository, where it is in use. */
  #choicesFor(repository: number, withOwn: boolean): Node[] {
    const { name = '', url = '' } = this.#announced ?? {};
    const others = this.#nodes.filter((node) => node.name !== name);
    return choicesFor(repository, withOwn ? [{ name, url, bytes: 0, version: '' }, ...others] : others).slice(0, 2);
  }

  /** A node that did not answer is asked last for a while. */
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
      served.remove();
      this.#served.delete(id);
    }
    this.#repositories = listed.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const id of this.#cache.repositories()) if (!known.has(id)) this.#cache.forget(id);
  }

  async #meetNodes(): Promise<void> {
    if (this.#announced === null) return;
    const { catalogue, version, cacheBytes } = this.#settings;
    const { name, url } = this.#announced;
    const holds = { bytes: this.#cache.bytes, repositories: this.#cache.repositories().size };
    if (this.#isReady) await catalogue.beatNode({ name, url, bytes: cacheBytes, version }, holds);
    const live = await catalogue.liveNodes(aliveMs);
    this.#nodes = live.filter((node) => node.name === name || this.#settings.mayPassTo(node.url));
  }

  /** Opens what an earlier process of this node has left of what is in use, for some seconds. */
  async #openKept(): Promise<void> {
    const until = performance.now() + openingMs;
    const { inUse } = await this.#learn([...this.#cache.repositories()]);
    for (const served of inUse.slice(0, this.#settings.limits.openIndexes)) {
      if (performance.now() >= until) return;
      if (served.isHere) await served.open(null).catch((error: unknown) => this.#trouble(error));
    }
  }

  /** Gets newer snapshots of what is open, those of its share of what is in use, and then of what was indexed last. */
  async #watch(): Promise<void> {
    const open = [...this.#served].flatMap(([id, { isOpen }]) => (isOpen ? [id] : []));
    const { watched, inUse } = await this.#learn(open);
    for (const served of watched) this.#inBackground(served.renew());
    const missing = this.#missingOf(inUse, open.length);
    for (const served of missing) this.#inBackground(served.open(null));
    if (missing.length === 0) for (const served of this.#wantedAhead()) this.#inBackground(served.fetchAhead());
    if (this.#announced === null) return;
    const isLate = performance.now() - this.#announced.at > fetchingMs;
    this.#isReady ||= missing.length === 0 || isLate;
  }

  /**
   * Asks the catalogue about these repositories, about those that somebody has asked for lately, here or at other nodes, and about those that were indexed since it
   * was asked last. Returns those that it knows, and those in use, the last one first.
   */
  async #learn(repositories: readonly number[]): Promise<{ watched: ServedRepository[]; inUse: ServedRepository[] }> {
    const now = performance.now();
    const indexedMs = Math.min(Math.ceil(now - this.#learntAt) + overlapMs, Number.MAX_SAFE_INTEGER);
    const rows = await this.#settings.catalogue.watchRefs({ repositories, usedMs: inUseMs, indexedMs });
    this.#learntAt = now;
    for (const row of rows) this.#served.get(row.repository)?.learn(row);
    const servedOf = ({ repository }: WatchedRef): ServedRepository[] => {
      const served = this.#served.get(repository);
      return served === undefined ? [] : [served];
    };
    const used = rows.filter(({ usedMsAgo }) => usedMsAgo !== null).sort((a, b) => a.usedMsAgo! - b.usedMsAgo!);
    return { watched: rows.flatMap(servedOf), inUse: used.flatMap(servedOf) };
  }

  /** What is not open of those whose first or second choice this node is. There must be room for it: nothing is closed or removed in its favour. */
  #missingOf(inUse: readonly ServedRepository[], openCount: number): ServedRepository[] {
    const { cacheBytes, limits } = this.#settings;
    let left = cacheBytes - this.#cache.bytes + this.#cache.unusedBytes;
    return inUse
      .filter(({ repository: { id } }) => this.#isOwn(id))
      .filter(({ isOpen, isFailing }) => !isOpen && !isFailing)
      .slice(0, Math.max(0, limits.openIndexes - openCount))
      .filter(({ isHere, bytes }) => isHere || (left -= bytes * timesIndex) >= 0);
  }

  #isOwn(repository: number): boolean {
    const own = this.#announced?.name ?? '';
    return this.#choicesFor(repository, true).some(({ name }) => name === own);
  }

  /** What is not here of its share of what is indexed, the last one first, as far as there is room. */
  #wantedAhead(): ServedRepository[] {
    const { cacheBytes, limits } = this.#settings;
    const all = [...this.#served.values()];
    const coming = all.filter(({ isComing }) => isComing);
    const needed = (one: ServedRepository): number => one.bytes * timesIndex;
    let left = cacheBytes * shareAhead - this.#cache.bytes - coming.reduce((sum, one) => sum + needed(one), 0);
    let free = limits.ahead - coming.filter(({ isComingAhead }) => isComingAhead).length;
    const wanted: ServedRepository[] = [];
    const newestFirst = all.filter(({ isAheadWanted }) => isAheadWanted).sort((a, b) => b.indexedAt - a.indexedAt);
    for (const one of newestFirst) {
      if (free <= 0) break;
      if (needed(one) > left || !this.#isOwn(one.repository.id)) continue;
      left -= needed(one);
      free--;
      wanted.push(one);
    }
    return wanted;
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
        await this.#watch();
        this.trouble = null;
      } catch (error) {
        this.trouble = toAppError(error).message;
        log({ event: 'trouble', error: this.trouble });
      }
      await this.#tidy();
    }
  }

  /** Fetching may take long, and the others do not wait for it. */
  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#trouble(error));
  }

  #trouble(error: unknown): void {
    if (!this.#abort.signal.aborted) this.#settings.log({ event: 'trouble', error: toAppError(error).message });
  }

  /** Closes what nobody uses any more, and the engines that were used least recently where too many are open. */
  async #tidy(): Promise<void> {
    const { openIndexes, graceMs } = this.#settings.limits;
    const open = [...this.#served.values()].filter(({ isOpen }) => isOpen).sort((a, b) => b.idleMs - a.idleMs);
    for (const one of open.slice(0, Math.max(0, open.length - openIndexes))) one.close();
    for (const retired of this.#retired) {
      if (retired.use.idleMs < graceMs) continue;
      this.#retired.delete(retired);
      await this.#end(retired);
    }
    for (const unions of Object.values(this.#unions)) await unions.tidy(graceMs);
  }

  async #end({ engine, end }: Retired): Promise<void> {
    for (const unions of Object.values(this.#unions)) unions.dropWith(engine);
    await engine.close().catch(() => {});
    end();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#working;
    for (const served of this.#served.values()) served.close();
    for (const retired of this.#retired) await this.#end(retired);
    for (const unions of Object.values(this.#unions)) await unions.close();
    this.#unlock();
  }
}
