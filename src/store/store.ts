/**
 * The contract of the index: asynchronous and coarse (one call a step of a query, sets in and sets out), so that an engine other than
 * SQLite can stand behind it.
 * Invariants: a batch is written whole or not at all; readers see whole batches; answers depend on the files' contents, never on the
 * order in which they were indexed (row ids are not stable and are no tie-breakers).
 */
import type { Definition } from '../model/definition.ts';
import type { FileIssue } from '../model/extraction.ts';
import type { FileState, LeftOut, LeftOutReason } from '../model/file.ts';
import type { Import } from '../model/import.ts';
import type { TextList } from '../model/text-list.ts';
import type { ChunkStore, ChunkWrite } from './chunk-store.ts';
import type { LinkStore } from './link-store.ts';
import type { DefinitionChoice, OutlineEntry } from './outline.ts';
import type { PackedOutline } from './packed/packed-outline.ts';
import type { TextStore } from './text-store.ts';
import type { VectorStore } from './vector-store.ts';

/**
 * The fields of the tag index, 002's nine sources in the order of their columns. A posting says how often a term stands in each.
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

/** One file as the indexer writes it. A file of the same path is replaced. */
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
  /** Their distinct names, in any order. */
  definitionNames: readonly string[];
  /** `packImports` of the file's imports. */
  imports: Uint8Array;
  importCount: number;
  /** `packReferences` of the file's references; empty where its facts say them. */
  references: Uint8Array;
  referenceCount: number;
  /** `packSummary` of what linking needs to know of the file; empty when its language is not linked. */
  summary: Uint8Array;
  issues: FileIssue[];
  /** Distinct terms, in any order. */
  terms: TextList;
  /** `terms.length * tagFields.length` counts (0 to 255), row by row. */
  termCounts: Uint8Array;
  /** Sum of the counts of each field. */
  fieldLengths: number[];
}

export interface WriteBatch {
  files: FileWrite[];
  /** Same content, other time: only the row's times change. */
  touched: { path: string; size: number; mtimeMs: number; verifiedAtMs: number }[];
  /** Paths that are gone. */
  removed: string[];
}

/** A file's row, without what hangs on it. */
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

/** What ranking needs of every document, as parallel arrays; the store keeps it between writes. */
export interface DocumentTable {
  /** Changes with every write. */
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

/** One term's documents. Only live documents are in it. */
export interface Postings {
  term: string;
  /** Rows of the `DocumentTable` of the same call, in no settled order. */
  rows: Uint32Array;
  /** `rows.length * tagFields.length` counts, row by row. */
  counts: Uint8Array;
}

/** A definition with its place in the index. */
export interface DefinitionPlace {
  fileId: number;
  /** Its place among its file's definitions, in the order of extraction. */
  index: number;
  definition: Definition;
}

export interface FileFilter {
  language?: string;
  pathPrefix?: string;
  /** Only files behind it in the order of the list, which `total` counts none the less. */
  afterPath?: string;
  offset: number;
  limit: number;
}

export interface LeftOutFilter {
  reason?: LeftOutReason;
  /** Only these. */
  paths?: readonly string[];
  offset: number;
  limit: number;
}

export interface Statistics {
  generation: number;
  files: number;
  bytes: number;
  lines: number;
  definitions: number;
  imports: number;
  references: number;
  /** Postings of the tag index: the distinct terms of each file, summed over the files. */
  terms: number;
  filesWithIssues: number;
  /** Of these, the ones of which more may be missing than a construct: not parsed, or not to the end. */
  filesCutShort: number;
  /** Files by language id, most first, then by name. */
  languages: { language: string; files: number; bytes: number; lines: number }[];
  leftOut: Partial<Record<LeftOutReason, number>>;
  /** Bytes of the database with its write-ahead log. */
  indexBytes: number;
  schemaVersion: number;
  /** End of the last whole run, ms since 1970; null before the first. */
  lastIndexedMs: number | null;
}

export interface HealthProblem {
  what: string;
  /** What to do. */
  hint: string;
}

/** Small facts that outlive a run (`lastIndexedMs`, `extractionVersion`, `root`). */
export type MetaKey =
  | 'lastIndexedMs'
  | 'extractionVersion'
  | 'linkingVersion'
  | 'linkedConfigs'
  /** Changes with every write of links; the store keeps it. */
  | 'linkGeneration'
  | 'compilerAsked'
  /** The states of the index in which there was nothing to ask, to link, and to give vectors. */
  | 'compilerSettled'
  | 'linksSettled'
  | 'linksFailed'
  | 'vectorsSettled'
  /** The id of the embedder that was opened last, by what its file looked like. */
  | 'embedderSeen'
  /** Of the tree that the index holds, with the index's generation. */
  | 'treeFingerprint'
  | 'root'
  | 'runState';

export interface Store extends LinkStore, ChunkStore {
  /** Where it is, for people (`:memory:` in memory). */
  readonly location: string;
  /** Set when opening put an unusable database aside; for people. */
  readonly notice: string | null;
  readonly vectors: VectorStore;
  readonly texts: TextStore;

  write(batch: WriteBatch): Promise<void>;
  /** Replaces the whole list of what was left out. */
  writeLeftOut(leftOut: readonly LeftOut[]): Promise<void>;
  /** Forgets every file and everything that hangs on it. */
  clear(): Promise<void>;
  setMeta(key: MetaKey, value: string | null): Promise<void>;
  /** Folds small segments, gives free pages back, refreshes the planner's statistics. Cheap when there is nothing to do. */
  optimise(): Promise<void>;
  /** Takes the log of what was written into the index, unless it is short or somebody reads from it: what comes behind a run's last write. */
  emptyLog(): Promise<void>;

  getMeta(key: MetaKey): Promise<string | null>;
  fileStates(): Promise<FileState[]>;
  statistics(): Promise<Statistics>;
  documents(): Promise<DocumentTable>;
  /** In the order asked; a term that no document has gives empty arrays. All with one `DocumentTable`. */
  postings(terms: readonly string[]): Promise<{ documents: DocumentTable; postings: Postings[] }>;
  /** Terms that start with `prefix`, in code unit order. */
  termsWithPrefix(prefix: string, limit: number): Promise<string[]>;
  /** In the order asked; ids that are gone are left out. */
  files(ids: readonly number[]): Promise<FileRecord[]>;
  filesByPath(paths: readonly string[]): Promise<FileRecord[]>;
  /** By path in code unit order. */
  listFiles(filter: FileFilter): Promise<{ total: number; files: FileRecord[] }>;
  /** Definitions by file id, each list in the order of extraction. */
  definitions(fileIds: readonly number[]): Promise<Map<number, Definition[]>>;
  /** The same without doc texts and decorators, at a part of the cost. */
  outlines(fileIds: readonly number[]): Promise<Map<number, OutlineEntry[]>>;
  /** The same as they are kept, at less cost for who asks for a few of their entries; ids that are gone are left out. */
  packedOutlines(fileIds: readonly number[]): Promise<Map<number, PackedOutline>>;
  /** Of the outlines those entries that are chosen, best first, in the order of extraction where they are equal. */
  chosenOutlines(fileIds: readonly number[], choice: DefinitionChoice): Promise<Map<number, OutlineEntry[]>>;
  /** Definitions with exactly these names, by name; each list by path, then in the order of extraction. */
  definitionsNamed(names: readonly string[]): Promise<Map<string, DefinitionPlace[]>>;
  /** All names of definitions, in code unit order. */
  definitionNames(): Promise<readonly string[]>;
  /** Those of them that are as long as `name` and differ from it in capitals at the most, in code unit order: cheaper than all. */
  namesInAnyCase(name: string): Promise<readonly string[]>;
  /** The files in which something of that name is defined, by name in the order asked: cheaper than the definitions. */
  definingFiles(names: readonly string[]): Promise<Uint32Array[]>;
  imports(fileIds: readonly number[]): Promise<Map<number, Import[]>>;
  /** Packed references by file id; no bytes for a file that has facts. */
  references(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  issues(fileIds: readonly number[]): Promise<Map<number, FileIssue[]>>;
  /** By path in code unit order. */
  leftOut(filter: LeftOutFilter): Promise<{ total: number; leftOut: LeftOut[] }>;
  /** Integrity, foreign keys, counts that must agree. Empty when sound. */
  check(): Promise<HealthProblem[]>;

  /** All reads see what is committed now, until `release` or the first write of this store. */
  pin(): void;
  unpin(): void;
  readonly isPinned: boolean;

  close(): Promise<void>;
}
