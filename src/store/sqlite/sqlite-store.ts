/** The store on SQLite. It has the invariants of its connection (serialised-connection.ts). */
import { lowerBound } from '../../util/lower-bound.ts';
import { questionTurn } from '../../util/turns/question.ts';
import { nextTurn, questionSliceMs, runSteps } from '../../util/turns/turns.ts';
import type { Definition } from '../../model/definition.ts';
import type { FileIssue } from '../../model/extraction.ts';
import type { FileState, LeftOut } from '../../model/file.ts';
import type { Import } from '../../model/import.ts';
import type {
  InterfaceChange,
  LinkBatch,
  LinkBlob,
  LinkedFile,
  LinkPlace,
  UnresolvedPlace,
  UnresolvedSites,
  PreciseBatch,
  PreciseFile,
  PreciseLinks,
} from '../link-store.ts';
import type { MacroCaller, MacroOffer } from '../macro-store.ts';
import type { PackedOutline } from '../packed/packed-outline.ts';
import type { DefinitionChoice, OutlineEntry } from '../outline.ts';
import type {
  DefinitionPlace,
  DocumentTable,
  FileFilter,
  FileRecord,
  HealthProblem,
  LeftOutFilter,
  MetaKey,
  Postings,
  Statistics,
  Store,
  StoreState,
  WriteBatch,
} from '../store.ts';
import { readChunkBlobs, readChunkCounts, readFilesOfChunkKey, readFilesOfChunkPath } from './tables/chunk-tables.ts';
import { NamesReading, refreshDefinitionNames, type DefinitionNames } from './index/definition-names.ts';
import { positionOf, refreshDocuments } from './tables/documents.ts';
import type { DocumentIndex } from './tables/documents.ts';
import type { IndexLocation } from '../index-location.ts';
import type { Database } from './file/driver.ts';
import { locationOfSqlite, sqlitePath } from './file/sqlite-path.ts';
import {
  listFiles,
  readChosenOutlines,
  readDefinitions,
  readDefinitionsNamed,
  readFiles,
  readFilesByPath,
  readPathsBelow,
  readFileStates,
  readImports,
  readIssues,
  readOutlines,
  readPackedOutlines,
  readReferences,
} from './tables/file-queries.ts';
import { readGeneration } from './tables/generation.ts';
import { readMacroCallers, readMacroOffers, readMacroTexts } from './tables/macro-tables.ts';
import {
  giveLinkIds,
  readSummary,
  readInterfaces,
  readLinkedFiles,
  readLinkPlaces,
  readResolutions,
  readLinkDegrees,
  readLinksFrom,
  readLinksInto,
  readUnresolvedNames,
  readUnresolvedPlaces,
  readUnresolvedSites,
  readOverridesFrom,
  writeInterfaceChanges,
  writeLinkBatch,
} from './tables/link-tables.ts';
import { readPreciseFiles, readPreciseLinks, writePreciseBatch } from './tables/precise-tables.ts';
import { readLeftOut, writeLeftOutList } from './tables/left-out.ts';
import { readMeta, writeMeta } from './tables/meta.ts';
import { readState } from './tables/state.ts';
import { readNamesInAnyCase } from './index/names-in-any-case.ts';
import type { OpenedDatabase } from './file/open-database.ts';
import { noteDamage } from './file/noted-damage.ts';
import { emptyLog, optimiseStore } from './file/optimise.ts';
import { mergeWritten } from './index/segment-merge.ts';
import { countStatistics, readIndexBytes } from './index/statistics.ts';
import type { CountedStatistics } from './index/statistics.ts';
import { nameKey } from './index/term-block.ts';
import { StoredBlocks } from './index/stored-blocks.ts';
import { readPostings, readTermsWithPrefix, rowsOfKey } from './index/term-queries.ts';
import { SqliteTexts } from './tables/text-tables.ts';
import { SerialisedConnection } from './file/serialised-connection.ts';
import { SqliteVectors } from './tables/vector-tables.ts';
import { clearFiles, writeBatch } from './tables/write-files.ts';

/** After this many readings of names that writes have interrupted, the next one is not interrupted. */
const maxInterrupted = 3;

export class SqliteStore implements Store {
  readonly location: IndexLocation;
  readonly notice: string | null;
  readonly isLocal = true;
  readonly #connection: SerialisedConnection;
  readonly vectors: SqliteVectors;
  readonly texts: SqliteTexts;
  #optimising: Promise<void> | null = null;
  /** Segments that the merge under way reads; no other merge may remove them. */
  #merging: ReadonlySet<number> = new Set();
  #documents: DocumentIndex | null = null;
  #state: { stamp: string; state: StoreState } | null = null;
  #statistics: CountedStatistics | null = null;
  /** The last result of `definitionNames`. The reference is weak, so that the result is dropped when memory is needed. */
  #names: WeakRef<DefinitionNames> | null = null;
  /** The list of `#names` alone, which is a fifth of it: held, because a reader who types asks for it at every letter. */
  #nameList: Pick<DefinitionNames, 'list' | 'ids'> | null = null;
  #readingNames: Promise<DefinitionNames> | null = null;

  constructor(opened: OpenedDatabase) {
    this.#connection = new SerialisedConnection(opened);
    this.vectors = new SqliteVectors(this.#connection);
    this.texts = new SqliteTexts(this.#connection);
    this.location = locationOfSqlite(opened.database.location);
    this.notice = opened.notice;
  }

  async write(batch: WriteBatch): Promise<void> {
    if (batch.files.length + batch.touched.length + batch.removed.length === 0) return;
    await this.#change((database) => {
      writeBatch(database, batch, Date.now());
      if (batch.files.length > 0) mergeWritten(database, this.#merging);
    });
  }

  async writeLeftOut(leftOut: readonly LeftOut[]): Promise<void> {
    await this.#change((database) => writeLeftOutList(database, leftOut));
  }

  async clear(): Promise<void> {
    await this.#change(clearFiles);
  }

  async setMeta(key: MetaKey, value: string | null): Promise<void> {
    await this.#change((database) => writeMeta(database, key, value));
  }

  /** Concurrent calls share one run. */
  async optimise(): Promise<void> {
    this.#optimising ??= this.#optimise().finally(() => {
      this.#optimising = null;
    });
    await this.#optimising;
  }

  async emptyLog(): Promise<void> {
    this.#connection.unpin();
    emptyLog(this.#connection.database, sqlitePath(this.location));
  }

  async state(): Promise<StoreState> {
    return this.#read((database) => {
      const stamp = this.#connection.stamp(database);
      if (this.#state?.stamp !== stamp) {
        const state = readState(database, this.#currentDocuments(), this.#state?.state ?? null);
        this.#state = { stamp, state };
      }
      return this.#state.state;
    });
  }

  async generation(): Promise<number> {
    return this.#read(readGeneration);
  }

  async getMeta(key: MetaKey): Promise<string | null> {
    return this.#read((database) => readMeta(database, key));
  }

  async fileStates(): Promise<FileState[]> {
    return this.#read(readFileStates);
  }

  async statistics(): Promise<Statistics> {
    return this.#read((database) => {
      if (this.#statistics?.generation !== readGeneration(database)) this.#statistics = countStatistics(database);
      const lastIndexed = readMeta(database, 'lastIndexedMs');
      return {
        ...structuredClone(this.#statistics),
        indexBytes: readIndexBytes(database),
        lastIndexedMs: lastIndexed === null ? null : Number(lastIndexed),
      };
    });
  }

  async macroOffers(): Promise<MacroOffer[]> {
    return this.#read(readMacroOffers);
  }

  async macroCallers(): Promise<MacroCaller[]> {
    return this.#read(readMacroCallers);
  }

  async macroTexts(paths: readonly string[]): Promise<Map<string, string>> {
    return this.#read((database) => readMacroTexts(database, paths));
  }

  async postings(terms: readonly string[]): Promise<{ documents: DocumentTable; postings: Postings[] }> {
    return this.#read((database) => {
      const documents = this.#currentDocuments();
      return { documents: documents.table, postings: readPostings(new StoredBlocks(database), documents, terms) };
    });
  }

  async termsWithPrefix(prefix: string, limit: number): Promise<string[]> {
    return this.#read((database) =>
      readTermsWithPrefix(new StoredBlocks(database), this.#currentDocuments(), { prefix, limit }),
    );
  }

  async files(ids: readonly number[]): Promise<FileRecord[]> {
    return this.#read((database) => {
      const found = readFiles(database, ids);
      if (found.length < ids.length) this.#requireKnown(database, found, { ids });
      return found;
    });
  }

  async filesByPath(paths: readonly string[]): Promise<FileRecord[]> {
    return this.#read((database) => {
      const found = readFilesByPath(database, paths);
      if (found.length < paths.length) this.#requireKnown(database, found, { paths });
      return found;
    });
  }

  async pathsBelow(folders: readonly string[]): Promise<string[]> {
    return this.#read((database) => readPathsBelow(database, folders));
  }

  async listFiles(filter: FileFilter): Promise<{ total: number; files: FileRecord[] }> {
    return this.#read((database) => listFiles(database, this.#currentDocuments().table, filter));
  }

  async definitions(fileIds: readonly number[]): Promise<Map<number, Definition[]>> {
    return this.#read((database) => readDefinitions(database, fileIds));
  }

  async outlines(fileIds: readonly number[]): Promise<Map<number, OutlineEntry[]>> {
    return this.#read((database) => readOutlines(database, fileIds));
  }

  async packedOutlines(fileIds: readonly number[]): Promise<Map<number, PackedOutline>> {
    return this.#read((database) => readPackedOutlines(database, fileIds));
  }

  async chosenOutlines(fileIds: readonly number[], choice: DefinitionChoice): Promise<Map<number, OutlineEntry[]>> {
    return this.#read((database) => readChosenOutlines(database, fileIds, choice));
  }

  async definitionsNamed(names: readonly string[]): Promise<Map<string, DefinitionPlace[]>> {
    for (let tries = 1; ; tries++) {
      const documents = this.#read(() => this.#currentDocuments());
      const steps = readDefinitionsNamed(this.#connection.database, documents, names);
      const sliceMs = tries <= maxInterrupted ? questionSliceMs : Infinity;
      const next = (): Map<string, DefinitionPlace[]> | 'changed' | null =>
        this.#read(() =>
          this.#currentDocuments().sortedIds === documents.sortedIds ? runSteps(steps, sliceMs) : 'changed',
        );
      let found = next();
      while (found === null) {
        await questionTurn();
        found = next();
      }
      if (found !== 'changed') return found;
    }
  }

  async definitionNames(): Promise<readonly string[]> {
    const held = this.#nameList;
    if (held !== null && this.#read(() => this.#currentDocuments().sortedIds === held.ids)) return held.list;
    const previous = this.#names?.deref() ?? null;
    const known = this.#read((database) => refreshDefinitionNames(database, this.#currentDocuments(), previous));
    const names = known ?? (await (this.#readingNames ??= this.#readNames()));
    this.#names = new WeakRef(names);
    this.#nameList = { list: names.list, ids: names.ids };
    return names.list;
  }

  /** Reads all names of definitions, as they are at the end. Other work gets turns, unless the index is written again and again. */
  async #readNames(): Promise<DefinitionNames> {
    try {
      for (let tries = 1; ; tries++) {
        const reading = this.#read(
          (database) => new NamesReading(new StoredBlocks(database), this.#currentDocuments()),
        );
        for (let names: ReturnType<NamesReading['step']> = null; names !== 'changed';) {
          if (tries <= maxInterrupted) await nextTurn();
          names = this.#read((database) => reading.step(new StoredBlocks(database), this.#currentDocuments()));
          if (names !== null && names !== 'changed') return names;
        }
      }
    } finally {
      this.#readingNames = null;
    }
  }

  async namesInAnyCase(name: string): Promise<readonly string[]> {
    const found = this.#read((database) =>
      readNamesInAnyCase(new StoredBlocks(database), this.#currentDocuments(), name),
    );
    const lower = name.toLowerCase();
    return (
      found ?? (await this.definitionNames()).filter((one) => one.length === name.length && one.toLowerCase() === lower)
    );
  }

  async definingFiles(names: readonly string[]): Promise<Uint32Array[]> {
    return this.#read((database) => {
      const documents = this.#currentDocuments();
      const { ids } = documents.table;
      const blocks = new StoredBlocks(database);
      return names.map((name) => rowsOfKey(blocks, documents, nameKey(name)).map((row) => ids[row]!));
    });
  }

  async imports(fileIds: readonly number[]): Promise<Map<number, Import[]>> {
    return this.#read((database) => readImports(database, fileIds));
  }

  async references(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#read((database) => readReferences(database, fileIds));
  }

  async chunks(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#read((database) => readChunkBlobs(database, 'data', fileIds));
  }

  async chunkWords(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#read((database) => readChunkBlobs(database, 'words', fileIds));
  }

  async chunkCounts(fileIds: readonly number[]): Promise<Map<number, number>> {
    return this.#read((database) => readChunkCounts(database, fileIds));
  }

  async filesOfChunkPath(pathKey: number): Promise<number[]> {
    return this.#read((database) => readFilesOfChunkPath(database, pathKey));
  }

  async filesOfChunkKey(key: number, limit: number): Promise<number[]> {
    return this.#read((database) => readFilesOfChunkKey(database, key, limit));
  }

  async summaries(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#read((database) => readSummary(database, fileIds));
  }

  summaryNow(fileId: number): Uint8Array | null {
    return this.#read((database) => readSummary(database, [fileId])).get(fileId) ?? null;
  }

  async linkedFiles(): Promise<LinkedFile[]> {
    return this.#read(readLinkedFiles);
  }

  async linkPlaces(): Promise<LinkPlace[]> {
    return this.#read(readLinkPlaces);
  }

  async linkIds(paths: readonly string[]): Promise<Map<string, number>> {
    return this.#change((database) => giveLinkIds(database, paths));
  }

  async resolutions(paths: readonly string[]): Promise<Map<string, string>> {
    return this.#read((database) => readResolutions(database, paths));
  }

  async interfaces(paths: readonly string[]): Promise<Pick<LinkedFile, 'path' | 'language' | 'interface'>[]> {
    return this.#read((database) => readInterfaces(database, paths));
  }

  async writeInterfaces(changes: readonly InterfaceChange[]): Promise<void> {
    if (changes.length > 0) await this.#change((database) => writeInterfaceChanges(database, changes));
  }

  async writeLinks(batch: LinkBatch): Promise<void> {
    if (batch.files.length + batch.removed.length === 0) return;
    await this.#change((database) => writeLinkBatch(database, batch));
  }

  async linksInto(ids: readonly number[]): Promise<LinkBlob[]> {
    return this.#read((database) => readLinksInto(database, ids));
  }

  async linkDegrees(paths: readonly string[]): Promise<Map<string, number>> {
    return this.#read((database) => readLinkDegrees(database, paths));
  }

  async linksFrom(ids: readonly number[]): Promise<LinkBlob[]> {
    return this.#read((database) => readLinksFrom(database, ids));
  }

  async overridesFrom(ids: readonly number[]): Promise<LinkBlob[]> {
    return this.#read((database) => readOverridesFrom(database, ids));
  }

  async unresolvedNames(names: readonly string[]): Promise<string[]> {
    return this.#read((database) => readUnresolvedNames(database, names));
  }

  async unresolvedSites(names: readonly string[], file?: number): Promise<UnresolvedSites[]> {
    return this.#read((database) => readUnresolvedSites(database, names, file));
  }

  async unresolvedPlaces(ids: readonly number[]): Promise<Map<number, UnresolvedPlace[]>> {
    return this.#read((database) => readUnresolvedPlaces(database, ids));
  }

  async preciseFiles(): Promise<PreciseFile[]> {
    return this.#read(readPreciseFiles);
  }

  async preciseLinks(paths: readonly string[]): Promise<PreciseLinks[]> {
    return this.#read((database) => readPreciseLinks(database, paths));
  }

  async writePreciseLinks(batch: PreciseBatch): Promise<void> {
    if (batch.files.length + batch.removed.length === 0) return;
    await this.#change((database) => writePreciseBatch(database, batch));
  }

  async issues(fileIds: readonly number[]): Promise<Map<number, FileIssue[]>> {
    return this.#read((database) => readIssues(database, fileIds));
  }

  async leftOut(filter: LeftOutFilter): Promise<{ total: number; leftOut: LeftOut[] }> {
    return this.#read((database) => readLeftOut(database, filter));
  }

  async check(): Promise<HealthProblem[]> {
    const { checkContents, checkDatabase } = await import('./file/check.ts');
    const problems = [...this.#read(checkDatabase), ...(await checkContents(this))];
    // Damage that no question has met: the next use makes the index anew, as if one had.
    if (problems.length > 0) noteDamage(sqlitePath(this.location));
    return problems;
  }

  /** Closes the store after the writes under way and those that wait. Further calls do nothing. */
  async close(): Promise<void> {
    await this.#connection.close();
    this.#documents = null;
    this.#state = null;
  }

  pin(): void {
    this.#connection.pin();
  }

  unpin(): void {
    this.#connection.unpin();
  }

  get isPinned(): boolean {
    return this.#connection.isPinned;
  }

  #read<T>(work: (database: Database) => T): T {
    return this.#connection.read(work);
  }

  #change<T>(work: (database: Database) => T): Promise<T> {
    return this.#connection.change(work);
  }

  #currentDocuments(): DocumentIndex {
    this.#documents = refreshDocuments(this.#connection.database, this.#documents);
    return this.#documents;
  }

  /** Throws a `RangeError` if the table of documents has one of these files, and the query has not found it. */
  #requireKnown(
    database: Database,
    found: readonly FileRecord[],
    { ids = [], paths = [] }: { ids?: readonly number[]; paths?: readonly string[] },
  ): void {
    // Not read for this: who asks for files that are not there waits for nothing.
    const documents = this.#documents;
    if (documents === null || documents.table.generation !== readGeneration(database)) return;
    const [foundIds, foundPaths] = [new Set(found.map(({ id }) => id)), new Set(found.map(({ path }) => path))];
    const isKnownId = (id: number): boolean => documents.sortedIds[positionOf(documents.sortedIds, id)] === id;
    const isKnownPath = (path: string): boolean =>
      documents.table.paths[lowerBound(documents.table.paths, path)] === path;
    if (
      ids.some((id) => !foundIds.has(id) && isKnownId(id)) ||
      paths.some((path) => !foundPaths.has(path) && isKnownPath(path))
    )
      throw new RangeError('the row of a file is missing');
  }

  async #optimise(): Promise<void> {
    this.#connection.unpin();
    await optimiseStore({
      database: this.#connection.database,
      change: (work) => this.#change(work),
      setMerging: (ids) => {
        this.#merging = ids;
      },
    });
  }
}
