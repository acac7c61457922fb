/**
 * The contract of the index. It is asynchronous and coarse (one call per step of a query, with sets as arguments and results), so that another
 * engine than SQLite can implement it.
 * Invariants: a batch is written completely or not at all; readers see whole batches, those of their own store at once, and those of another store
 * as soon as the engine promises (SQLite: at once); answers depend on the files' contents, never on the order in which they were indexed (row ids are
 * not stable and must not break ties).
 */
import type { Definition } from '../model/definition.ts';
import type { FileIssue } from '../model/extraction.ts';
import type { FileState, LeftOut, LeftOutReason } from '../model/file.ts';
import type { Import } from '../model/import.ts';
import type { IndexedMacros } from '../model/macros.ts';
import type { TextList } from '../model/text-list.ts';
import type { ChunkStore, ChunkWrite } from './chunk-store.ts';
import type { IndexLocation } from './index-location.ts';
import type { LinkStore } from './link-store.ts';
import type { MacroStore } from './macro-store.ts';
import type { DefinitionChoice, OutlineEntry } from './outline.ts';
import type { PackedOutline } from './packed/packed-outline.ts';
import type { TextStore } from './text-store.ts';
import type { VectorState, VectorStore } from './vector-store.ts';

/**
 * The fields of the tag index, in the order of their columns. A posting has the number of times that a term occurs in each.
 */
export const tagFields = [
  'filename',
  'path',
  'definitions',
  'imports',
  'decorators',
  'symbols',
  'docstrings',
  'comments',
  'derived',
] as const;
export type TagField = (typeof tagFields)[number];

/** One file as the indexer writes it. It replaces a file of the same path. */
export interface FileWrite extends ChunkWrite {
  path: string;
  rawPath: Uint8Array | null;
  size: number;
  mtimeMs: number;
  hash: string;
  verifiedAtMs: number;
  language: string;
  encoding: string;
  lines: number;
  /** Bits of `fileTraits`. */
  traits: number;
  /** `packDefinitions` of the file's definitions. */
  definitions: Uint8Array;
  definitionCount: number;
  /** Distinct names of the definitions, in any order. */
  definitionNames: readonly string[];
  /** `packImports` of the file's imports. */
  imports: Uint8Array;
  importCount: number;
  /** `packReferences` of the file's references; empty if they are in its summary. */
  references: Uint8Array;
  referenceCount: number;
  /** `packSummary` of the file's summary; empty if its language is not linked. */
  summary: Uint8Array;
  issues: FileIssue[];
  /** What the file says about macros; null for nothing. */
  macros: IndexedMacros | null;
  /** Distinct terms, in any order. */
  terms: TextList;
  /** `terms.length * tagFields.length` counts (0 to 255), row by row. */
  termCounts: Uint8Array;
  /** Sum of the counts of each field. */
  fieldLengths: number[];
}

export interface WriteBatch {
  files: FileWrite[];
  /** Files whose time has changed, but not their content: only size and times of their rows are written. */
  touched: { path: string; size: number; mtimeMs: number; verifiedAtMs: number }[];
  /** Paths that are gone. */
  removed: string[];
}

/** A file's row, without the data that belongs to it. */
export interface FileRecord extends FileState {
  rawPath: Uint8Array | null;
  language: string;
  encoding: string;
  lines: number;
  traits: number;
  indexedAtMs: number;
  definitionCount: number;
  importCount: number;
  referenceCount: number;
  issueCount: number;
}

/** Data of all documents for ranking, as parallel arrays; cached between writes. */
export interface DocumentTable {
  /** `VectorState.generation`. */
  generation: number;
  count: number;
  /** The same array as before while no file was written or removed. */
  ids: Uint32Array;
  paths: string[];
  languages: string[];
  traits: Uint16Array;
  /** `count * tagFields.length` lengths, row by row. */
  fieldLengths: Uint32Array;
}

/** Values of `MetaKey` that are part of the state, because answers depend on them. */
export const stateMarks = ['lastIndexedMs', 'linkingVersion', 'linkGeneration', 'damageReplacedMs'] as const;
export type StateMark = (typeof stateMarks)[number];

/**
 * The state of the index at one moment. A question asks for it once, at its beginning, and hands it down, because the store may be on another
 * machine. Whether the index was written meanwhile shows by comparing generations at its end.
 */
export interface StoreState extends VectorState {
  readonly documents: DocumentTable;
  /** Identifies the set of paths of `linkPlaces`: different for different sets. */
  readonly linkExtent: string;
  readonly marks: Readonly<Record<StateMark, string | null>>;
}

/** The index as a question meets it. */
export interface IndexView {
  readonly store: Store;
  /** The state when the question began, or since the question has changed the index itself. */
  readonly state: StoreState;
  /** Whether several questions share the view. Who asks them all then compares the state at their end, and none does so itself. */
  readonly isShared?: boolean;
}

export async function viewOf(store: Store): Promise<IndexView> {
  return { store, state: await store.state() };
}

/** The state when a question ends: whether the index was written meanwhile shows by its generation. */
export async function stateAfter({ store, state, isShared }: IndexView): Promise<StoreState> {
  return isShared === true ? state : store.state();
}

/** The documents of one term, without removed ones. */
export interface Postings {
  term: string;
  /** Rows of the `DocumentTable` of the same call, in no particular order. */
  rows: Uint32Array;
  /** `rows.length * tagFields.length` counts, row by row. */
  counts: Uint8Array;
}

/** A definition with its file. */
export interface DefinitionPlace {
  fileId: number;
  /** Position among the file's definitions, in the order of extraction. */
  index: number;
  definition: Definition;
}

export interface FileFilter {
  language?: string;
  pathPrefix?: string;
  /** Only files after this path are returned; `total` still counts all. */
  afterPath?: string;
  offset: number;
  limit: number;
}

export interface LeftOutFilter {
  reason?: LeftOutReason;
  /** Only these paths. */
  paths?: readonly string[];
  offset: number;
  limit: number;
}

export interface LanguageStatistics {
  language: string;
  files: number;
  bytes: number;
  lines: number;
  /** Calls of macros beside declarations that are not expanded: what they may declare has no symbol. */
  unexpandedMacros: number;
}

export interface Statistics {
  generation: number;
  files: number;
  bytes: number;
  lines: number;
  definitions: number;
  imports: number;
  references: number;
  /** Number of postings of the tag index: the distinct terms of each file, summed over the files. */
  terms: number;
  filesWithIssues: number;
  /** Files with issues that were not parsed, or not to the end: many of their definitions may be missing. */
  filesCutShort: number;
  /** Languages by number of files, most first, then by name. */
  languages: LanguageStatistics[];
  leftOut: Partial<Record<LeftOutReason, number>>;
  /** Bytes of the database and its write-ahead log. */
  indexBytes: number;
  schemaVersion: number;
  /** End of the last complete run (ms since 1970); null before the first. */
  lastIndexedMs: number | null;
}

export interface HealthProblem {
  what: string;
  /** What to do. */
  hint: string;
}

/** Small values that are stored with the index. */
export type MetaKey =
  | 'lastIndexedMs'
  | 'extractionVersion'
  | 'linkingVersion'
  /** The configuration files that the links depend on, with what identifies their contents. */
  | 'linkedConfigs'
  /** Changes with every write of links; maintained by the store. */
  | 'linkGeneration'
  /** The files that the compiler was asked about, with the state for which its answers are valid. */
  | 'compilerAsked'
  /** Each identifies the state of the index in which nothing was left to ask the compiler, to link, or to embed. */
  | 'compilerSettled'
  | 'linksSettled'
  | 'vectorsSettled'
  /** The files that could not be linked. */
  | 'linksFailed'
  /** The id of the embedder that was opened last, with the stamp of its file. */
  | 'embedderSeen'
  /** The fingerprint of the indexed tree, with the index's generation. */
  | 'treeFingerprint'
  | 'root'
  /** When this index was made in the place of a damaged one (ms since 1970); absent if it was not. */
  | 'damageReplacedMs'
  | 'runState';

export interface Store extends LinkStore, ChunkStore, MacroStore {
  readonly location: IndexLocation;
  /** A message for the user if opening has set an unusable database aside; else null. */
  readonly notice: string | null;
  /** Whether a call costs no round trip to another machine. Only then can `summaryNow` be called. */
  readonly isLocal: boolean;
  readonly vectors: VectorStore;
  readonly texts: TextStore;

  write(batch: WriteBatch): Promise<void>;
  /** Replaces the whole list of skipped files. */
  writeLeftOut(leftOut: readonly LeftOut[]): Promise<void>;
  /** Removes all files and all data that belongs to them. */
  clear(): Promise<void>;
  setMeta(key: MetaKey, value: string | null): Promise<void>;
  /** Merges small segments, frees unused pages, and refreshes the planner's statistics. Cheap if there is nothing to do. */
  optimise(): Promise<void>;
  /** Moves the write-ahead log into the database, unless it is short or in use by a reader. To be called after the last write of a run. */
  emptyLog(): Promise<void>;

  /** The same object while nothing of it changes. What this store has written is in it at once. */
  state(): Promise<StoreState>;
  /** `StoreState.generation`, for work on the index that would read the documents for nothing else. */
  generation(): Promise<number>;
  /** A value for the work on the index, which does not need the whole state. Questions take `StoreState.marks`. */
  getMeta(key: MetaKey): Promise<string | null>;
  fileStates(): Promise<FileState[]>;
  statistics(): Promise<Statistics>;
  /** Postings in the order of `terms`, all for one `DocumentTable`; empty arrays for a term that no document has. */
  postings(terms: readonly string[]): Promise<{ documents: DocumentTable; postings: Postings[] }>;
  /** Terms that start with `prefix`, in code unit order. */
  termsWithPrefix(prefix: string, limit: number): Promise<string[]>;
  /** Files in the order of `ids`; unknown ids are left out. */
  files(ids: readonly number[]): Promise<FileRecord[]>;
  filesByPath(paths: readonly string[]): Promise<FileRecord[]>;
  /** Paths of the files below folders (without a final slash), each once. What is no folder has none. */
  pathsBelow(folders: readonly string[]): Promise<string[]>;
  /** Files ordered by path in code units. */
  listFiles(filter: FileFilter): Promise<{ total: number; files: FileRecord[] }>;
  /** Definitions by file id, each list in the order of extraction. */
  definitions(fileIds: readonly number[]): Promise<Map<number, Definition[]>>;
  /** Like `definitions`, but without docstrings and decorators, for a fraction of the cost. */
  outlines(fileIds: readonly number[]): Promise<Map<number, OutlineEntry[]>>;
  /** The outlines in packed form, which costs less if only a few entries are needed. Unknown ids have no entry. */
  packedOutlines(fileIds: readonly number[]): Promise<Map<number, PackedOutline>>;
  /** The chosen entries of the outlines, best first; equal ones in the order of extraction. */
  chosenOutlines(fileIds: readonly number[], choice: DefinitionChoice): Promise<Map<number, OutlineEntry[]>>;
  /** Definitions with exactly these names, by name; each list by path, then in the order of extraction. */
  definitionsNamed(names: readonly string[]): Promise<Map<string, DefinitionPlace[]>>;
  /** All names of definitions, in code unit order. */
  definitionNames(): Promise<readonly string[]>;
  /** Names of definitions that equal `name` except for case, in code unit order; cheaper than `definitionNames`. */
  namesInAnyCase(name: string): Promise<readonly string[]>;
  /** Ids of the files that define each name, in the order of `names`; cheaper than `definitionsNamed`. */
  definingFiles(names: readonly string[]): Promise<Uint32Array[]>;
  imports(fileIds: readonly number[]): Promise<Map<number, Import[]>>;
  /** Packed references by file id; empty for a file with a summary. */
  references(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  issues(fileIds: readonly number[]): Promise<Map<number, FileIssue[]>>;
  /** Skipped files, ordered by path in code units. */
  leftOut(filter: LeftOutFilter): Promise<{ total: number; leftOut: LeftOut[] }>;
  /** Checks integrity, foreign keys and counts that must agree. Empty if the index is sound. */
  check(): Promise<HealthProblem[]>;

  /** Pins a snapshot: all reads see the present state, until `unpin` or the first write of this store. */
  pin(): void;
  unpin(): void;
  readonly isPinned: boolean;

  close(): Promise<void>;
}
