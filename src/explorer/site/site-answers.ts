/**
 * The answers of a static site: the explorer's questions, asked beforehand, as far as the limits go.
 * Invariants: an answer is what a server would give, without what only concerns this machine (absolute paths, what agents asked). Symbols come in the
 * order in which a reader comes to them: the public API with its neighbours, then exported symbols of the most used files with theirs, then others.
 */
import type { Engine } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import type { FileGraph } from '../../model/graph.ts';
import {
  answerKey,
  blockStart,
  siteBlockLines,
  type CodeAnswer,
  type EntriesAnswer,
  type FileAnswer,
  type HealthAnswer,
  type MapAnswer,
  type ProjectAnswer,
  type Side,
  type SiteInfo,
  type SiteNames,
  type SymbolAnswer,
  type SymbolRef,
} from '../contract.ts';
import { answerExplorer } from '../explorer.ts';

export interface SiteLimits {
  symbols: number;
  /** Of all answers together; the last one may go beyond it. */
  bytes: number;
}

export interface SiteRequest {
  /** The range whose impact is in the site; null for none. */
  range: string | null;
  limits: SiteLimits;
  signal: AbortSignal;
  /** Called with the number of symbols and files that are done. */
  onProgress(symbols: number, files: number): void;
}

export interface SiteAnswers {
  info: Omit<SiteInfo, 'buckets'>;
  /** `answerKey` -> JSON. */
  answers: Map<string, string>;
  bytes: number;
}

/** Symbols may take this share of the bytes; the rest is for files. */
const shareOfSymbols = 0.6;
const maxFiles = 1000;
const maxMaps = 60;
/** The links behind edges of maps. */
const maxEdges = 600;
/** Of one file. Longer files are generated, or nobody reads them to their end. */
const maxLines = 8000;

type Found = Extract<SymbolAnswer, { found: 'one' }>;

export async function collectSite(engine: Engine, request: SiteRequest): Promise<SiteAnswers> {
  const collector = new Collector(engine, request);
  return collector.run();
}

class Collector {
  readonly #engine: Engine;
  readonly #request: SiteRequest;
  readonly #answers = new Map<string, string>();
  readonly #symbols = new Map<string, Found>();
  readonly #files = new Set<string>();
  #bytes = 0;

  constructor(engine: Engine, request: SiteRequest) {
    this.#engine = engine;
    this.#request = request;
  }

  async run(): Promise<SiteAnswers> {
    const { range, limits } = this.#request;
    // A range that cannot be read fails the command before it takes time.
    if (range !== null) this.#keep('impact', { revision: range }, await this.#ask('impact', { revision: range }));
    const graph = await this.#engine.graph.fileGraph();
    const files = byUse(graph);
    const { total, entries } = await this.#wholeProject();
    await this.#maps();
    const api = [
      ...entries.exported.shown.flatMap(({ symbols }) => symbols.shown),
      ...entries.commands.shown.flatMap(({ target }) => target ?? []),
    ].map(({ id }) => id);
    await this.#takeSymbols(api, limits.bytes * shareOfSymbols, 1);
    for (const path of files) {
      if (!this.#hasRoom(limits.bytes * shareOfSymbols)) break;
      await this.#takeSymbols(await this.#exportedIn(path), limits.bytes * shareOfSymbols, Infinity);
    }
    for (const path of new Set([...this.#pathsOfSymbols(), ...files])) {
      if (this.#files.size >= maxFiles || this.#bytes >= limits.bytes) break;
      await this.#takeFile(path);
    }
    const names: SiteNames = {
      symbols: [...this.#symbols.values()].map(({ symbol }) => symbol),
      files: [...this.#files],
    };
    this.#keep('names', {}, JSON.stringify(names));
    return {
      info: {
        project: total.name,
        commit: await this.#commit(),
        range,
        symbols: { total: total.definitions, inSite: this.#symbols.size },
        files: { total: total.files, inSite: this.#files.size },
      },
      answers: this.#answers,
      bytes: this.#bytes,
    };
  }

  async #ask(name: string, parameters: Record<string, string | number>): Promise<string> {
    const { signal } = this.#request;
    signal.throwIfAborted();
    const query = new URLSearchParams(
      Object.entries(parameters).map(([key, value]): [string, string] => [key, String(value)]),
    );
    return answerExplorer(this.#engine, { name, query: query.toString(), signal });
  }

  /** Null where the question has no answer: a file may have gone since the index was made. */
  async #tryAsk(name: string, parameters: Record<string, string | number>): Promise<string | null> {
    return this.#ask(name, parameters).catch((error: unknown) => {
      if (error instanceof AppError && !this.#request.signal.aborted) return null;
      throw error;
    });
  }

  #keep(name: string, parameters: Record<string, string | number>, json: string): void {
    const key = answerKey(name, parameters);
    if (this.#answers.has(key)) return;
    this.#answers.set(key, json);
    this.#bytes += Buffer.byteLength(json) + key.length;
  }

  /** Asks for an answer and keeps it; what a reader of the site may not know is taken out. */
  async #take<T extends object>(
    name: string,
    parameters: Record<string, string | number> = {},
    change: (answer: T) => T = (answer) => answer,
  ): Promise<T | null> {
    const json = await this.#tryAsk(name, parameters);
    if (json === null) return null;
    const answer = change(JSON.parse(json) as T);
    this.#keep(name, parameters, JSON.stringify(answer));
    return answer;
  }

  async #wholeProject(): Promise<{ total: ProjectAnswer; entries: EntriesAnswer }> {
    const total = await this.#take<ProjectAnswer>('project', {}, (answer) => ({ ...answer, root: '', notice: null }));
    const entries = await this.#take<EntriesAnswer>('entries');
    const noUsage: HealthAnswer['usage'] = {
      ...{ days: 30, counting: false, calls: 0, failed: 0 },
      ...{ tools: [], byDay: [], popular: [] },
    };
    await this.#take<HealthAnswer>('health', {}, (answer) => ({ ...answer, notice: null, usage: noUsage }));
    await this.#take('unused');
    await this.#take('unused', { exported: 'yes' });
    await this.#take('impact');
    await this.#take('states');
    if (total === null || entries === null) throw new AppError('InternalError', 'The project has no index');
    return { total, entries };
  }

  /** The map, and one for each folder on it that can be unfolded: each with the folders around it, and no other, unfolded. */
  async #maps(): Promise<void> {
    const waiting: string[][] = [[]];
    let edges = 0;
    for (let at = 0; at < Math.min(waiting.length, maxMaps); at++) {
      const opened = waiting[at]!;
      const json = await this.#tryAsk('map', opened.length === 0 ? {} : { open: opened.join('//') });
      if (json === null) continue;
      const map = JSON.parse(json) as MapAnswer;
      const last = opened.at(-1);
      this.#keep('map', last === undefined ? {} : { open: last }, json);
      for (const { from, to } of map.edges) {
        if (edges++ >= maxEdges) break;
        await this.#take('mapEdge', { from: map.boxes[from]!.id, to: map.boxes[to]!.id });
      }
      for (const { id, canOpen } of map.boxes) {
        const around = opened.filter((outer) => id.startsWith(`${outer}/`));
        if (canOpen && !waiting.some((one) => one.at(-1) === id)) waiting.push([...around, id]);
      }
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#symbols.size < this.#request.limits.symbols && this.#bytes < bytes;
  }

  /**
   * Takes symbols, and then those that are beside them.
   * @param steps how far from the first ones
   */
  async #takeSymbols(first: readonly string[], bytes: number, steps: number): Promise<void> {
    let next = [...new Set(first)];
    for (let step = 0; step <= steps && next.length > 0; step++) {
      const beside = new Set<string>();
      for (const id of next) {
        if (!this.#hasRoom(bytes)) return;
        const found = await this.#takeSymbol(id);
        for (const one of found === null ? [] : besideOf(found)) if (!this.#symbols.has(one)) beside.add(one);
      }
      next = [...beside];
    }
  }

  async #takeSymbol(id: string): Promise<Found | null> {
    if (this.#symbols.has(id)) return null;
    const answer = await this.#take<SymbolAnswer>('symbol', { id });
    if (answer === null || answer.found !== 'one') return null;
    this.#symbols.set(id, answer);
    await this.#take('hover', { id });
    await this.#take('impact', { id });
    this.#request.onProgress(this.#symbols.size, this.#files.size);
    return answer;
  }

  async #exportedIn(path: string): Promise<string[]> {
    const outline = await this.#engine.graph.outline({ symbol: path }).catch(() => null);
    if (outline === null || outline.of !== 'file') return [];
    return outline.symbols
      .filter(({ exported, depth }) => exported && depth === 0)
      .map(({ name }) => `${path}#${name}`);
  }

  *#pathsOfSymbols(): Iterable<string> {
    for (const { symbol } of this.#symbols.values()) yield symbol.path;
  }

  async #takeFile(path: string): Promise<void> {
    const file = await this.#take<FileAnswer>('file', { path });
    if (file === null) return;
    this.#files.add(path);
    for (let start = 1; start <= Math.min(file.lines, maxLines); start += siteBlockLines) {
      const block = await this.#codeBlock(path, start);
      if (block.length > 0) this.#keep('code', { path, start }, JSON.stringify(block));
    }
    this.#request.onProgress(this.#symbols.size, this.#files.size);
  }

  /** The answers for one block: several where its lines are long. */
  async #codeBlock(path: string, first: number): Promise<CodeAnswer[]> {
    const block: CodeAnswer[] = [];
    const end = first + siteBlockLines - 1;
    for (let start = first; start <= end && blockStart(start) === first;) {
      const json = await this.#tryAsk('code', { path, start, end });
      const answer = json === null ? null : (JSON.parse(json) as CodeAnswer);
      if (answer === null || answer.lines.length === 0) break;
      block.push(answer);
      start = answer.startLine + answer.lines.length;
      if (start > answer.totalLines) break;
    }
    return block;
  }

  async #commit(): Promise<SiteInfo['commit']> {
    const states = await this.#engine.changes.states().catch(() => null);
    const [commit] = states?.commits ?? [];
    return commit === undefined ? null : { id: commit.id, subject: commit.subject };
  }
}

/** Files of the project's own code, those first that most files use. */
function byUse({ files, edges }: FileGraph): string[] {
  const users = files.map(() => 0);
  for (const { to } of edges) users[to]!++;
  return [...files.keys()]
    .filter((at) => files[at]!.isLinked && !files[at]!.isForeign)
    .sort(
      (a, b) =>
        Number(files[a]!.isTest) - Number(files[b]!.isTest) ||
        users[b]! - users[a]! ||
        (files[a]!.path < files[b]!.path ? -1 : 1),
    )
    .map((at) => files[at]!.path);
}

/** What the page of a symbol leads to. */
function besideOf({ symbol, callers, callees, users, used, types, members }: Found): string[] {
  const ofSides = [callers, callees, users, used].flatMap(({ shown }: Side) => shown.map((one) => one.symbol));
  const refs: Pick<SymbolRef, 'id' | 'kind'>[] = [...ofSides, ...types.shown.map((one) => one.symbol)];
  const inside = symbol.kind === 'file' ? [] : members.shown.map(({ name }) => `${symbol.id}.${name}`);
  return [...refs.filter(({ kind }) => kind !== 'file').map(({ id }) => id), ...inside];
}
