/**
 * Several indexes as one, for reading: a path is `<repository>/<path>`, an id is a number of `UnionIds`, and all lists are in the order that one index
 * of the same files in folders would have.
 * Invariants: every call asks each part once at most; nothing is written; an answer about one file asks its part alone.
 */
import type { Definition } from '../../model/definition.ts';
import type { FileIssue } from '../../model/extraction.ts';
import type { FileState, LeftOut } from '../../model/file.ts';
import type { Import } from '../../model/import.ts';
import { chunkPathKey } from '../../model/chunk.ts';
import { RecentlyUsed } from '../../util/recently-used.ts';
import { eachInTurns } from '../../util/turns/each-in-turns.ts';
import { QuestionTurns, SharedWork } from '../../util/turns/question.ts';
import { unitedInTurns } from '../../util/turns/sorted-in-turns.ts';
import { lowerBound } from '../../util/lower-bound.ts';
import type { IndexLocation } from '../index-location.ts';
import { listedRows } from '../listed-rows.ts';
import type { MacroCaller, MacroOffer } from '../macro-store.ts';
import type { DefinitionChoice, OutlineEntry } from '../outline.ts';
import type { PackedOutline } from '../packed/packed-outline.ts';
import {
  stateMarks,
  type DefinitionPlace,
  type DocumentTable,
  type FileFilter,
  type FileRecord,
  type HealthProblem,
  type IndexView,
  type LeftOutFilter,
  type MetaKey,
  type Postings,
  type StateMark,
  type Statistics,
  type Store,
  type StoreState,
} from '../store.ts';
import { readOnly } from './read-only.ts';
import { UnionLinks } from './union-links.ts';
import { UnionParts, type NamedPart, type PlacedPart } from './union-parts.ts';
import { unionPostings } from './union-postings.ts';
import { UnionState } from './union-state.ts';
import { sumOfStatistics } from './union-statistics.ts';
import { UnionTexts, UnionVectors } from './union-vectors.ts';

/** Tables of all files that are made at first use, of one state. */
interface Tables {
  ids: Uint32Array;
  /** Ids by `chunkPathKey`, in the order of paths. */
  byChunkPath: Map<number, number[]> | null;
  names: readonly string[] | null;
  /** What reads them, for all questions that need them. */
  naming: SharedWork<readonly string[]> | null;
  /** The files that define a name. */
  defining: RecentlyUsed<string, Uint32Array>;
}

/** Memory limit of the kept `definingFiles` (bytes), and the overhead of a name. */
const mostDefiningBytes = 4 * 2 ** 20;
const nameBytes = 200;

export class UnionStore extends UnionLinks implements Store {
  readonly location: IndexLocation;
  readonly vectors: UnionVectors;
  readonly texts: UnionTexts;
  readonly isPinned = false;
  readonly #state: UnionState;
  #tables: Tables | null = null;

  /** @param parts the repositories that may have an index; `use` says which have one */
  constructor(parts: readonly NamedPart[]) {
    super(new UnionParts(parts));
    this.location = { union: parts.map(({ name }) => name) };
    this.#state = new UnionState(this.parts);
    this.vectors = new UnionVectors(this.parts, this.#state);
    this.texts = new UnionTexts(this.parts);
  }

  /** Sets the indexes by name, each in its present state; a repository without one is left out of all answers. */
  use(views: ReadonlyMap<string, IndexView>): IndexView {
    this.parts.use(views);
    const parts = this.parts.present;
    return { store: this, state: this.#state.stateOf(parts, parts.map(({ name }) => views.get(name)!.state)) }; // prettier-ignore
  }

  /** The indexes as they were in a state of the union, by name. */
  viewsOf(state: StoreState): ReadonlyMap<string, IndexView> {
    return this.#state.viewsOf(state);
  }

  get notice(): string | null {
    return this.parts.present.map(({ store }) => store.notice).find((notice) => notice !== null) ?? null;
  }

  async state(): Promise<StoreState> {
    return this.#state.state();
  }

  async generation(): Promise<number> {
    const parts = this.parts.present;
    return this.#state.generationOf(parts, await Promise.all(parts.map(({ store }) => store.generation())));
  }

  async getMeta(key: MetaKey): Promise<string | null> {
    const mark = stateMarks.find((one): one is StateMark => one === key);
    return mark === undefined ? null : (await this.state()).marks[mark];
  }

  async fileStates(): Promise<FileState[]> {
    return this.ofAll(
      ({ store }) => store.fileStates(),
      (part, file) => ({ ...file, id: this.fileNumber(part, file.id), path: part.prefix + file.path }),
    );
  }

  async statistics(): Promise<Statistics> {
    const all = await Promise.all(this.parts.present.map(({ store }) => store.statistics()));
    return sumOfStatistics(all, await this.generation());
  }

  async postings(terms: readonly string[]): Promise<{ documents: DocumentTable; postings: Postings[] }> {
    return unionPostings(this.parts.present, this.#state, terms);
  }

  async termsWithPrefix(prefix: string, limit: number): Promise<string[]> {
    const found = new Set<string>();
    for (const { store, terms } of this.parts.present) {
      for (const term of await store.termsWithPrefix(prefix, limit)) found.add(term);
      for (const term of terms.counts.keys()) if (term.startsWith(prefix)) found.add(term);
    }
    return [...found].sort().slice(0, limit);
  }

  async files(ids: readonly number[]): Promise<FileRecord[]> {
    const found = new Map<number, FileRecord>();
    for (const { part, own } of this.parts.byId(ids, this.parts.fileIds))
      for (const file of await part.store.files(own)) {
        const record = this.#record(part, file);
        found.set(record.id, record);
      }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async filesByPath(paths: readonly string[]): Promise<FileRecord[]> {
    const found = new Map<string, FileRecord>();
    for (const { part, own } of this.parts.byPath(paths))
      for (const file of await part.store.filesByPath(own)) {
        const record = this.#record(part, file);
        found.set(record.path, record);
      }
    return paths.flatMap((path) => found.get(path) ?? []);
  }

  #record(part: PlacedPart, file: FileRecord): FileRecord {
    const rawPath = rawPathIn(part, file.rawPath);
    return { ...file, id: this.fileNumber(part, file.id), path: part.prefix + file.path, rawPath };
  }

  async pathsBelow(folders: readonly string[]): Promise<string[]> {
    const { paths } = (await this.state()).documents;
    const found = new Set<string>();
    for (const folder of folders) {
      // `0` is the character after `/`.
      const end = lowerBound(paths, `${folder}0`);
      for (let row = lowerBound(paths, `${folder}/`); row < end; row++) found.add(paths[row]!);
    }
    return [...found];
  }

  async listFiles(filter: FileFilter): Promise<{ total: number; files: FileRecord[] }> {
    const { total, ids } = listedRows((await this.state()).documents, filter);
    return { total, files: await this.files(ids) };
  }

  async definitions(fileIds: readonly number[]): Promise<Map<number, Definition[]>> {
    return this.byFile(fileIds, (store, own) => store.definitions(own));
  }

  async outlines(fileIds: readonly number[]): Promise<Map<number, OutlineEntry[]>> {
    return this.byFile(fileIds, (store, own) => store.outlines(own));
  }

  async packedOutlines(fileIds: readonly number[]): Promise<Map<number, PackedOutline>> {
    return this.byFile(fileIds, (store, own) => store.packedOutlines(own));
  }

  async chosenOutlines(fileIds: readonly number[], choice: DefinitionChoice): Promise<Map<number, OutlineEntry[]>> {
    return this.byFile(fileIds, (store, own) => store.chosenOutlines(own, choice));
  }

  async definitionsNamed(names: readonly string[]): Promise<Map<string, DefinitionPlace[]>> {
    const all = new Map<string, DefinitionPlace[]>(names.map((name) => [name, []]));
    const turns = new QuestionTurns();
    const { names: known } = await this.#tablesNow();
    for (const part of this.parts.present) {
      const turn = turns.take();
      if (turn !== null) await turn;
      // Most names are in few parts, and to look one up costs more than to see that a list lacks it. The lists are there where somebody has asked for all names.
      const own = known === null ? names : namesIn(await part.store.definitionNames(), all, names);
      if (own.length === 0) continue;
      for (const [name, places] of await part.store.definitionsNamed(own))
        for (const place of places) all.get(name)!.push({ ...place, fileId: this.fileNumber(part, place.fileId) });
    }
    return all;
  }

  async definitionNames(): Promise<readonly string[]> {
    const tables = await this.#tablesNow();
    if (tables.names !== null) return tables.names;
    if (tables.naming === null || tables.naming.isEnded) tables.naming = new SharedWork(() => this.#allNames());
    return (tables.names = await tables.naming.wait());
  }

  async #allNames(): Promise<readonly string[]> {
    const lists: (readonly string[])[] = [];
    for (const { store } of this.parts.present) lists.push(await store.definitionNames());
    return unitedInTurns(lists);
  }

  async namesInAnyCase(name: string): Promise<readonly string[]> {
    const names = new Set<string>();
    for (const { store } of this.parts.present) for (const one of await store.namesInAnyCase(name)) names.add(one);
    return [...names].sort();
  }

  /** Kept for each name: every question asks for the files that define its words. */
  async definingFiles(names: readonly string[]): Promise<Uint32Array[]> {
    const { defining } = await this.#tablesNow();
    const missing = names.filter((name) => !defining.has(name));
    const known = new Map(names.flatMap((name) => (defining.has(name) ? [[name, defining.get(name)!] as const] : [])));
    if (missing.length > 0) {
      const all = missing.map((): number[] => []);
      for (const part of this.parts.present)
        for (const [at, ids] of (await part.store.definingFiles(missing)).entries())
          for (const id of ids) all[at]!.push(this.fileNumber(part, id));
      for (const [at, name] of missing.entries()) {
        const ids = Uint32Array.from(all[at]!);
        known.set(name, ids);
        defining.set(name, ids, ids.byteLength + nameBytes);
      }
    }
    return names.map((name) => known.get(name)!);
  }

  async imports(fileIds: readonly number[]): Promise<Map<number, Import[]>> {
    return this.byFile(fileIds, (store, own) => store.imports(own));
  }

  async references(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.byFile(fileIds, (store, own) => store.references(own));
  }

  async issues(fileIds: readonly number[]): Promise<Map<number, FileIssue[]>> {
    return this.byFile(fileIds, (store, own) => store.issues(own));
  }

  async chunks(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.byFile(fileIds, (store, own) => store.chunks(own));
  }

  async chunkWords(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.byFile(fileIds, (store, own) => store.chunkWords(own));
  }

  async chunkCounts(fileIds: readonly number[]): Promise<Map<number, number>> {
    return this.byFile(fileIds, (store, own) => store.chunkCounts(own));
  }

  /** A key is of the whole path, so that no part can look it up. */
  async filesOfChunkPath(pathKey: number): Promise<number[]> {
    const tables = await this.#tablesNow();
    if (tables.byChunkPath === null) {
      const { paths, ids } = (await this.state()).documents;
      const byChunkPath = new Map<number, number[]>();
      await eachInTurns(paths, (path, row) => {
        const key = chunkPathKey(path);
        const known = byChunkPath.get(key);
        if (known === undefined) byChunkPath.set(key, [ids[row]!]);
        else known.push(ids[row]!);
      });
      tables.byChunkPath = byChunkPath;
    }
    return tables.byChunkPath.get(pathKey) ?? [];
  }

  async filesOfChunkKey(key: number, limit: number): Promise<number[]> {
    const found: number[] = [];
    for (const part of this.parts.present) {
      if (found.length >= limit) break;
      const own = await part.store.filesOfChunkKey(key, limit - found.length);
      found.push(...own.map((id) => this.fileNumber(part, id)));
    }
    return found;
  }

  async leftOut(filter: LeftOutFilter): Promise<{ total: number; leftOut: LeftOut[] }> {
    const { reason, paths, offset, limit } = filter;
    const ofReason = reason === undefined ? {} : { reason };
    const asked = paths === undefined ? null : this.parts.byPath(paths);
    const parts = asked?.map(({ part, own }) => ({ part, wanted: { ...ofReason, paths: own } })) ?? [
      ...this.parts.present.map((part) => ({ part, wanted: ofReason })),
    ];
    parts.sort((a, b) => a.part.slot - b.part.slot);
    const leftOut: LeftOut[] = [];
    let total = 0;
    for (const { part, wanted } of parts) {
      const page = { offset: Math.max(0, offset - total), limit: limit - leftOut.length };
      const found = await part.store.leftOut({ ...wanted, ...page });
      total += found.total;
      leftOut.push(...found.leftOut.map((one) => ({ ...one, path: part.prefix + one.path })));
    }
    return { total, leftOut };
  }

  async macroOffers(): Promise<MacroOffer[]> {
    return this.ofAll(
      ({ store }) => store.macroOffers(),
      ({ prefix }, offer) => ({ ...offer, path: prefix + offer.path }),
    );
  }

  async macroCallers(): Promise<MacroCaller[]> {
    return this.ofAll(
      ({ store }) => store.macroCallers(),
      (part, caller) => ({
        ...caller,
        path: part.prefix + caller.path,
        rawPath: rawPathIn(part, caller.rawPath),
      }),
    );
  }

  async macroTexts(paths: readonly string[]): Promise<Map<string, string>> {
    return this.byPath(paths, (store, own) => store.macroTexts(own));
  }

  async check(): Promise<HealthProblem[]> {
    return this.ofAll(
      ({ store }) => store.check(),
      ({ name }, problem) => ({ ...problem, what: `${name}: ${problem.what}` }),
    );
  }

  /** The tables of the present files; they are dropped when a file is written or removed. */
  async #tablesNow(): Promise<Tables> {
    const { ids } = (await this.state()).documents;
    if (this.#tables?.ids !== ids)
      this.#tables = {
        ids,
        byChunkPath: null,
        names: null,
        naming: null,
        defining: new RecentlyUsed(mostDefiningBytes),
      };
    return this.#tables;
  }

  async write(): Promise<void> {
    throw readOnly();
  }

  async writeLeftOut(): Promise<void> {
    throw readOnly();
  }

  async clear(): Promise<void> {
    throw readOnly();
  }

  async setMeta(): Promise<void> {
    throw readOnly();
  }

  async optimise(): Promise<void> {
    throw readOnly();
  }

  async emptyLog(): Promise<void> {
    throw readOnly();
  }

  /** Each part is pinned by its own engine. */
  pin(): void {}

  unpin(): void {}

  /** The parts are closed by whoever opened them. */
  async close(): Promise<void> {}
}

/** The bytes of a path that are not those of its text; null where they are. */
function rawPathIn({ prefix }: PlacedPart, raw: Uint8Array | null): Uint8Array | null {
  return raw === null ? null : Buffer.concat([Buffer.from(prefix), raw]);
}

/** So many names are looked for in a list; more are compared with all of it. */
const fewNames = 16;

/** The names that a sorted list has. @param asked the names as keys */
function namesIn(list: readonly string[], asked: ReadonlyMap<string, unknown>, names: readonly string[]): string[] {
  return names.length > fewNames
    ? list.filter((name) => asked.has(name))
    : names.filter((name) => list[lowerBound(list, name)] === name);
}
