/** What the engine answers: the types that tools, protocol and command line share. */
import type {
  CallsAnswer,
  GraphDump,
  ImpactAnswer,
  NeighboursAnswer,
  NeighboursRequest,
  PathAnswer,
  PathRequest,
  SymbolChoice,
  SymbolQuery,
  SymbolSearchAnswer,
  SymbolSearchRequest,
  UsageAnswer,
  WalkRequest,
} from '../model/graph.ts';
import type { CacheStatus } from './search/answer-cache.ts';
import type { ChangeQueries } from './changes/changes-types.ts';
import type { CompletionQueries } from './graph/completion-types.ts';
import type { SearchLimits } from './engine-options.ts';
import type { ExploreRequest, ExploreResult } from './search/explore-types.ts';
import type { EmbeddingStatus } from './embedding/embedding-types.ts';
import type { FileQueries } from './files/file-reading-types.ts';
import type { RepoQuery, RepoSearchResult } from './search/repo-search-types.ts';
import type { TextQueries } from './search/text-search-types.ts';
import type { Chunk, ChunkedFile, ChunkedFileList, ChunkKind } from '../model/chunk.ts';
import type { Definition } from '../model/definition.ts';
import type { LeftOut, LeftOutReason } from '../model/file.ts';
import type { Import } from '../model/import.ts';
import type { UsageQueries } from '../model/usage.ts';
import type { ScipExportReport } from '../graph/scip/export-index.ts';
import type { ScipImportReport } from '../graph/scip/import-index.ts';

export interface IndexProgress {
  phase: 'walking' | 'indexing' | 'finishing' | 'linking' | 'compiling' | 'embedding' | 'done';
  /** Files done and files that this run has to do (0 until walked). */
  done: number;
  total: number;
  path: string | null;
}

export interface IndexRequest {
  /** Everything anew. */
  force?: boolean;
  /** Asks the TypeScript compiler what linking left open, and waits for its answers. */
  compiler?: boolean;
  /** Gives the files their vectors too, and waits for it. */
  embeddings?: boolean;
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}

export interface IndexReport {
  root: string;
  /** Files in the index when the run ended. */
  totalFiles: number;
  /** Read and parsed in this run. */
  indexedFiles: number;
  /** Same content, other time. */
  touchedFiles: number;
  removedFiles: number;
  leftOut: Partial<Record<LeftOutReason, number>>;
  filesWithIssues: number;
  durationMs: number;
  bytes: number;
  /** What was put aside when the index was opened. */
  notice?: string;
  /** Where the compiler was asked: about so many files and open places, and how many of these have links now or lead out of the project. */
  compiler?: { files: number; sites: number; linked: number; external: number; notes: readonly string[] };
  /** Where vectors were asked for: those of this run, and why not all could be made; null when all are there. */
  embedding?: { files: number; vectors: number; note: string | null };
}

export type IndexState = 'idle' | 'indexing' | 'failed' | 'absent';

/** How far the answer can be trusted to be the disk's. */
export interface Freshness {
  state: 'fresh' | 'indexing' | 'unknown';
  /** While indexing: files done and files known. */
  filesDone: number;
  filesKnown: number;
  /** Files of this answer that changed on disk and were read again before it was given. */
  refreshed: number;
  /** A sentence for the reader when there is something to know; null when all is well. */
  note: string | null;
}

export interface ProjectStatus {
  projectPath: string;
  databasePath: string;
  status: IndexState;
  filesIndexed: number;
  /** ISO 8601; null before the first whole run. */
  lastIndexed: string | null;
  /** Files by language id. */
  languages: Record<string, number>;
  /** Bytes. */
  indexSize: number;
  definitions: number;
  references: number;
  leftOut: Partial<Record<LeftOutReason, number>>;
  filesWithIssues: number;
  freshness: Freshness;
  /** Of the last run that failed, or of a database that was put aside. */
  notice: string | null;
  /** Search by meaning. */
  embedding?: EmbeddingStatus;
  /** Answers that are kept for the same questions. */
  cache?: CacheStatus;
}

export interface TagFilters {
  language?: string;
  /** `.ts` or `ts`. */
  fileType?: string;
  /** Glob on the relative path. */
  path?: string;
  hasExports?: boolean;
  /** True only tests, false none, absent both. */
  hasTests?: boolean;
}

export interface TagQuery {
  /** 1 to 5. */
  tags: string[];
  limit?: number;
  offset?: number;
  filters?: TagFilters;
  /** So many definitions of each file, those that the tags name first and members last; absent: all, in the file's order. */
  mostDefinitions?: number;
}

export interface TagHit {
  path: string;
  language: string;
  /** Relative to the best possible of this query's tags; higher is better. Only its order has a meaning. */
  score: number;
  /** Which of the query's tags the file has, in the query's order. */
  matchedTags: string[];
  size: number;
  lines: number;
  /** Ms since 1970. */
  lastModified: number;
  isTest: boolean;
  /** All of the file. */
  definitionCount: number;
  definitions: Omit<Definition, 'docstring' | 'decorators'>[];
  imports: Import[];
}

export interface TagSearchResult {
  /** All files that match, not only those shown. */
  totalFiles: number;
  executionTimeMs: number;
  hits: TagHit[];
  freshness: Freshness;
  /** The ranking was kept from an earlier question. */
  cached?: boolean;
}

export interface FileListing {
  total: number;
  files: {
    path: string;
    language: string;
    lines: number;
    size: number;
    definitions: number;
    traits: string[];
    issues: string[];
  }[];
}

export interface FileListingFilter {
  language?: string;
  pathPrefix?: string;
  afterPath?: string;
  offset?: number;
  limit?: number;
}

export interface LeftOutListing {
  total: number;
  counts: Partial<Record<LeftOutReason, number>>;
  leftOut: LeftOut[];
}

export interface DoctorCheck {
  name: string;
  ok: boolean;
  detail: string;
  /** What to do; null when ok. */
  hint: string | null;
}

/** Questions about the code graph. */
export interface GraphQueries {
  /** Which symbol a query means; never guesses. */
  resolve(query: SymbolQuery): Promise<SymbolChoice>;
  search(request: SymbolSearchRequest): Promise<SymbolSearchAnswer>;
  callers(request: WalkRequest): Promise<CallsAnswer>;
  callees(request: WalkRequest): Promise<CallsAnswer>;
  impact(request: WalkRequest): Promise<ImpactAnswer>;
  paths(request: PathRequest): Promise<PathAnswer>;
  neighbours(request: NeighboursRequest): Promise<NeighboursAnswer>;
  usage(request: SymbolQuery & { limit: number }): Promise<UsageAnswer>;
  /** @param level between files, or between symbols; @param pathPrefix only what lies below it */
  dump(request: { level: 'files' | 'symbols'; pathPrefix?: string; maxNodes: number }): Promise<GraphDump>;
}

/** Files by chunks. */
export interface ChunkQueries {
  /**
   * Any text file below the root, read again when it has changed. An unknown one rejects with a `NotFoundError` that names the nearest.
   * @param path from the root, or absolute
   */
  file(path: string): Promise<ChunkedFile>;
  /** The chunk of this id with its file. An id that is no longer any chunk's rejects with a `NotFoundError` that says where to look. */
  chunk(id: string): Promise<{ file: ChunkedFile; chunk: Chunk }>;
  /** @param request `limit` from 0: without files, the counts alone */
  list(request: { language?: string; pathPrefix?: string; offset: number; limit: number }): Promise<ChunkedFileList>;
}

/** A question about meaning. All conditions that are given must hold. */
export interface NearestRequest {
  /** Words, or code. */
  query: string;
  /** Chunks at the most. */
  k: number;
  /** Language id. */
  language?: string;
  /** Compared as text, from the root on. */
  pathPrefix?: string;
  /** Unix seconds, both inclusive, by the files' times. */
  after?: number;
  before?: number;
  /** False leaves it to the caller to compare the files with the disk (default: true). */
  checkDisk?: boolean;
  signal?: AbortSignal;
}

export interface NearestChunk {
  fileId: number;
  path: string;
  language: string;
  /** Place among the file's chunks, from 0. */
  ordinal: number;
  /** The chunk's id. */
  id: string;
  startLine: number;
  endLine: number;
  kind: ChunkKind;
  /** Cosine of question and chunk: -1 to 1. Only its order has a meaning. */
  similarity: number;
}

export interface NearestAnswer {
  /** `partial`: not all files are indexed or have vectors; `off`, `unavailable`: no hits, since there is nothing to ask; `note` says why and what to do. */
  state: 'ready' | 'partial' | 'off' | 'unavailable';
  /** Best first; of equal similarity by path, then by line. */
  hits: readonly NearestChunk[];
  /** Files of this answer that changed on disk and were read again before it was given. */
  refreshed: number;
  /** What to know about the answer; null when all is well. */
  note: string | null;
}

/** A chunk that is near in meaning, with its file as it is now. */
export interface SemanticHit {
  file: ChunkedFile;
  chunk: Chunk;
  /** As `NearestChunk.similarity`. */
  similarity: number;
}

export interface SemanticAnswer extends Omit<NearestAnswer, 'hits'> {
  hits: readonly SemanticHit[];
  /** Kept from an earlier question. */
  cached?: boolean;
}

/** Search by meaning alone. */
export interface SemanticQueries {
  /** Places alone. */
  nearest(request: NearestRequest): Promise<NearestAnswer>;
  /** The same with what stands there. */
  search(request: NearestRequest): Promise<SemanticAnswer>;
}

/** Indexes in the SCIP format, from and to other programs. */
export interface ScipExchange {
  /** Pieces that are the file behind one another; `report` counts them as they are taken. */
  export(signal?: AbortSignal): { pieces: AsyncIterable<Uint8Array>; report: ScipExportReport };
  /**
   * Links of the places that it names are its own from now on, until their files change. A file that is no such index rejects with a `ParsingError`.
   * @param prefix the folder of the project that the paths in it start from
   * @param whole links of ours at places that it does not mention go too
   */
  import(
    bytes: Uint8Array,
    options: { prefix: string; whole: boolean; signal?: AbortSignal },
  ): Promise<ScipImportReport>;
  /** Our own links again for all files; of how many they were not. */
  forget(): Promise<number>;
}

export type { CacheStatus, ScipExportReport, ScipImportReport };

/** One project's index and every question about it. All methods reject with `AppError` only. */
export interface Engine {
  readonly root: string;
  readonly databasePath: string;
  readonly limits: SearchLimits;
  /** Runs a whole or incremental index; a second call while one runs joins it (`force` waits and runs again). */
  index(request?: IndexRequest): Promise<IndexReport>;
  /** Starts one behind the caller's back; its failure shows in `status`. */
  indexInBackground(request?: IndexRequest): void;
  /**
   * For a server's project: brings the index up to date and keeps it so while the disk changes. Resolves when it is up to date; never rejects.
   * @param behind what goes first, and never rejects: answers say until then that the index has not been compared
   */
  follow(behind?: Promise<unknown>): Promise<void>;
  /** Its index was removed, or another stands in its place: another engine has to be opened for the project. */
  readonly isReplaced: boolean;
  status(): Promise<ProjectStatus>;
  /** Another number after every write of the index, by any process; null without an index. */
  generation(): Promise<number | null>;
  searchTags(query: TagQuery): Promise<TagSearchResult>;
  /** In how many indexed files each word stands, as `searchTags` would match it: anywhere, and in a name. */
  tagFrequencies(words: readonly string[]): Promise<{ files: number; named: number }[]>;
  /** By path; `afterPath` goes on behind a file of an earlier page, which may be gone by now. */
  listFiles(filter: FileListingFilter): Promise<FileListing>;
  listLeftOut(filter: { reason?: LeftOutReason; offset?: number; limit?: number }): Promise<LeftOutListing>;
  /** Known language ids, for completion and for naming the nearest. */
  languages(): { id: string; name: string; extensions: readonly string[] }[];
  /** The code graph. A symbol that is not known, or means several, rejects with a `NotFoundError` or `ValidationError` that lists candidates. */
  readonly graph: GraphQueries;
  readonly changes: ChangeQueries;
  readonly chunks: ChunkQueries;
  readonly files: FileQueries;
  readonly completion: CompletionQueries;
  readonly text: TextQueries;
  /** The fused ranking: words, names, meaning and what files are. A query without a word rejects with a `ValidationError`. */
  searchRepo(query: RepoQuery): Promise<RepoSearchResult>;
  /** The code that a task is about, with what it hangs together with. */
  explore(request: ExploreRequest): Promise<ExploreResult>;
  readonly semantic: SemanticQueries;
  readonly scip: ScipExchange;
  /** What this project's servers were asked; only an engine of a server counts. */
  readonly usage: UsageQueries;
  doctor(): Promise<DoctorCheck[]>;
  close(): Promise<void>;
}

export type * from './changes/changes-types.ts';
export type * from './graph/completion-types.ts';
export type * from './engine-options.ts';
export type * from './files/file-reading-types.ts';
export type * from './search/repo-search-types.ts';
export type * from './search/text-search-types.ts';
