/** The engine's contract: the types that tools, protocol and command line share. */
import type { CommitState } from '../model/answers/commit-state.ts';
import type { AskedProjects } from './union/asked-projects.ts';
import type { NameQueries } from './graph/name-queries.ts';
import type { SearchLimits } from './engine-options.ts';
import type { CacheStatus } from './search/answer-cache.ts';
import type { EarlierState } from '../graph/across/earlier.ts';
import type { ScipImportReport } from '../graph/scip/import-index.ts';
import type { ScipExchange } from './graph/scip-exchange.ts';
import type { ChangedDefinition, ChangesAnswer, ChangesRequest, KnownStates } from '../model/changes.ts';
import type { ReviewAnswer, ReviewRequest, UsesElsewhere } from '../model/review.ts';
import type { Chunk, ChunkKind, ChunkedFile, ChunkedFileList } from '../model/chunk.ts';
import type {
  CodePage,
  DefinitionAnswer,
  ImplementersAnswer,
  ImplementersRequest,
  NamesRequest,
  OutlineAnswer,
  OutlineRequest,
  PlaceRequest,
} from '../model/code-questions.ts';
import type { Definition } from '../model/definition.ts';
import type { IndexLocation } from '../store/index-location.ts';
import type { EditorQueries, PlaceQueries } from './editor/place-queries.ts';
import type { CompletionQueries } from './graph/completion-queries.ts';
import type { LeftOut, LeftOutReason } from '../model/file.ts';
import type {
  CallsAnswer,
  CyclesAnswer,
  CyclesRequest,
  FileGraph,
  GraphDump,
  GraphState,
  ImpactAnswer,
  NeighboursAnswer,
  NeighboursRequest,
  PathAnswer,
  PathRequest,
  SymbolChoice,
  SymbolQuery,
  SymbolSearchAnswer,
  SymbolSearchRequest,
  UnusedAnswer,
  UnusedRequest,
  UsageAnswer,
  UsageRequest,
  WalkRequest,
} from '../model/graph.ts';
import type { Import } from '../model/import.ts';
import type { ExploreRequest, ExploreResult, HybridQuery, HybridSearchResult } from '../model/search.ts';
import type { UsageQueries } from '../model/usage.ts';
import type { SourceContent } from '../source/source.ts';
import type { TextSpan } from '../text/text-search.ts';

export interface IndexProgress {
  phase: 'walking' | 'indexing' | 'finishing' | 'linking' | 'compiling' | 'embedding' | 'done';
  /** Number of files done. */
  done: number;
  /** Number of files that this run has to do; 0 until the walk has ended. */
  total: number;
  /** Relative to the root; null between files. */
  path: string | null;
}

export interface IndexRequest {
  /** Indexes all files again. */
  force?: boolean;
  /** Asks the TypeScript compiler about reference sites that linking left unresolved, and waits for its answers. */
  compiler?: boolean;
  /** Also makes the files' vectors, and waits for them. */
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
  /** Files whose modification time has changed, but not their content. */
  touchedFiles: number;
  removedFiles: number;
  leftOut: Partial<Record<LeftOutReason, number>>;
  filesWithIssues: number;
  durationMs: number;
  /** Size of the files that were read and parsed. */
  bytes: number;
  /** A message for the user if a damaged index was set aside when the index was opened. */
  notice?: string;
  /** What the index began with, as a sentence; absent if it was there before, or was made from nothing. */
  beganWith?: string;
  /** If the compiler was asked: numbers of the files and unresolved sites that it was asked about, and of the sites that it found to be linked or external. */
  compiler?: { files: number; sites: number; linked: number; external: number; notes: readonly string[] };
  /** If vectors were asked for: how many this run has made. `note` says why some are missing; null if none are. */
  embedding?: { files: number; vectors: number; note: string | null };
}

export type IndexState = 'idle' | 'indexing' | 'failed' | 'absent';

/** How well an answer matches the disk. */
export interface Freshness {
  state: 'fresh' | 'indexing' | 'unknown';
  /** While indexing: number of files done. */
  filesDone: number;
  /** While indexing: number of files known so far. */
  filesKnown: number;
  /** Files of this answer that changed on disk and were read again before it was given. */
  refreshed: number;
  /** A sentence for the reader about how the answer may differ from the disk; null if it does not. */
  note: string | null;
}

export interface ProjectStatus {
  projectPath: string;
  databasePath: string;
  status: IndexState;
  filesIndexed: number;
  /** ISO 8601; null before the first complete run. */
  lastIndexed: string | null;
  /** Files by language id. */
  languages: Record<string, number>;
  /** Bytes. */
  indexSize: number;
  definitions: number;
  references: number;
  leftOut: Partial<Record<LeftOutReason, number>>;
  filesWithIssues: number;
  /** Calls of macros beside declarations that are not expanded, by language id: what they may declare has no symbols. Absent: none. */
  unexpandedMacros?: Record<string, number>;
  freshness: Freshness;
  /** What the user should know: the last run failed, a database was set aside, watching is limited, links could not be made. Null for nothing. */
  notice: string | null;
  /** The state of the vectors. */
  embedding?: EmbeddingStatus;
  /** The cache of answers. */
  cache?: CacheStatus;
}

export interface TagFilters {
  language?: string;
  /** `.ts` or `ts`. */
  fileType?: string;
  /** Glob on the relative path. */
  path?: string;
  hasExports?: boolean;
  /** True: only tests; false: no tests; absent: both. */
  hasTests?: boolean;
}

export interface TagQuery {
  /** 1 to 5. */
  tags: string[];
  limit?: number;
  offset?: number;
  filters?: TagFilters;
  /** At most this many definitions of each file: first those that the tags name, members last. Absent: all, in the file's order. */
  mostDefinitions?: number;
}

export interface TagHit {
  path: string;
  language: string;
  /** Relative to the best possible score for this query's tags; higher is better. Only the order has a meaning. */
  score: number;
  /** The query's tags that the file has, in the query's order. */
  matchedTags: string[];
  size: number;
  lines: number;
  /** Ms since 1970. */
  lastModified: number;
  isTest: boolean;
  /** Number of all definitions of the file. */
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
  /** Whether the ranking comes from the cache. */
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
  /** Default: 100. */
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
export interface GraphQueries extends NameQueries {
  /** Finds what a query means. Never guesses: a name is corrected only where no symbol has it as it is written, and the choice says so. */
  resolve(query: SymbolQuery): Promise<SymbolChoice>;
  search(request: SymbolSearchRequest): Promise<SymbolSearchAnswer>;
  callers(request: WalkRequest): Promise<CallsAnswer>;
  callees(request: WalkRequest): Promise<CallsAnswer>;
  impact(request: WalkRequest): Promise<ImpactAnswer>;
  paths(request: PathRequest): Promise<PathAnswer>;
  neighbours(request: NeighboursRequest): Promise<NeighboursAnswer>;
  usage(request: UsageRequest): Promise<UsageAnswer>;
  /** What implements, extends or overrides a symbol, or what a symbol implements, extends or overrides. */
  implementers(request: ImplementersRequest): Promise<ImplementersAnswer>;
  /** What the name at a place means. An unknown file rejects with a `NotFoundError`. */
  definitionAt(request: PlaceRequest): Promise<DefinitionAnswer>;
  /** The symbols of a file or type, the statements of a function. */
  outline(request: OutlineRequest): Promise<OutlineAnswer>;
  /** @param level links between files, or between symbols; @param pathPrefix only files whose path begins with it */
  dump(request: { level: 'files' | 'symbols'; pathPrefix?: string; maxNodes: number }): Promise<GraphDump>;
  /** All files and what leads from one to another. Made once for a state of the index: the first question waits (seconds on a million lines). */
  fileGraph(): Promise<FileGraph & { state: GraphState }>;
  /** Symbols that nothing in the project uses. What may have a use is left off, and counted by reason. */
  unused(request: UnusedRequest): Promise<UnusedAnswer>;
  /** Circles of imports. */
  cycles(request: CyclesRequest): Promise<CyclesAnswer>;
}

/** Files by chunks. */
export interface ChunkQueries {
  /**
   * Any text file below the root, read again if it has changed. An unknown path rejects with a `NotFoundError` that names the nearest paths.
   * @param path from the root, or absolute
   */
  file(path: string): Promise<ChunkedFile>;
  /** The chunk of this id with its file. An id of no present chunk rejects with a `NotFoundError` that says where to look. */
  chunk(id: string): Promise<{ file: ChunkedFile; chunk: Chunk }>;
  /** @param request `limit` 0: no files, only the counts */
  list(request: { language?: string; pathPrefix?: string; offset: number; limit: number }): Promise<ChunkedFileList>;
}

/** A question about meaning. All conditions that are given must hold. */
export interface NearestRequest {
  /** Words, or code. */
  query: string;
  /** At most this many chunks are returned. */
  k: number;
  /** Language id. */
  language?: string;
  /** Beginning of the path from the root, compared as text. */
  pathPrefix?: string;
  /** Bounds of the files' modification times (Unix seconds), both inclusive. */
  after?: number;
  before?: number;
  /** False: the caller compares the files with the disk itself (default: true). */
  checkDisk?: boolean;
  signal?: AbortSignal;
}

export interface NearestChunk {
  fileId: number;
  path: string;
  language: string;
  /** Position among the file's chunks, from 0. */
  ordinal: number;
  /** The chunk's id. */
  id: string;
  startLine: number;
  endLine: number;
  kind: ChunkKind;
  /** Cosine of question and chunk: -1 to 1. Only the order has a meaning. */
  similarity: number;
}

export interface NearestAnswer {
  /** `partial`: not all files are indexed or have vectors; `off`, `unavailable`: no hits, because there is no model; `note` says why and what to do. */
  state: 'ready' | 'partial' | 'off' | 'unavailable';
  /** Best first; equal similarity is ordered by path, then by line. */
  hits: readonly NearestChunk[];
  /** Files of this answer that changed on disk and were read again before it was given. */
  refreshed: number;
  /** A sentence for the reader about what limits the answer; null if nothing does. */
  note: string | null;
}

/** A chunk that is near in meaning, with the present state of its file. */
export interface SemanticHit {
  file: ChunkedFile;
  chunk: Chunk;
  /** As `NearestChunk.similarity`. */
  similarity: number;
}

export interface SemanticAnswer extends Omit<NearestAnswer, 'hits'> {
  hits: readonly SemanticHit[];
  /** Whether the answer comes from the cache. */
  cached?: boolean;
}

/** Search by meaning alone. */
export interface SemanticQueries {
  /** The positions of the chunks, without their files. */
  nearest(request: NearestRequest): Promise<NearestAnswer>;
  /** The chunks with their files. */
  search(request: NearestRequest): Promise<SemanticAnswer>;
}

export type { CacheStatus, ScipExchange, ScipImportReport };

/** One project's index and every question about it. All methods reject with `AppError` only. */
export interface Engine {
  readonly root: string;
  /** Of an engine for several projects: which of them a question is about at this moment. Absent for one project. */
  readonly projects?: () => Promise<AskedProjects>;
  /** Of indexes of commits, which do not change with the disk: what answers are of, for each project. Absent for a project on the disk. */
  readonly commits?: () => readonly CommitState[];
  readonly location: IndexLocation;
  /** The location as messages name it. */
  readonly databasePath: string;
  readonly limits: SearchLimits;
  /** Whether there is an index, which a question would else make. Never for one in memory. Opens nothing. */
  indexExists(): boolean;
  /**
   * Indexes the whole project, or what has changed. A call during a run joins that run if it does all that the request asks for. Otherwise the call waits,
   * and starts another run.
   */
  index(request?: IndexRequest): Promise<IndexReport>;
  /** Starts a run in the background. If the run fails, `status` says why. */
  indexInBackground(request?: IndexRequest): void;
  /**
   * For a server: watches the disk, brings the index up to date, and keeps it up to date. Outside a server, and if watching is switched off, only one run is
   * made. Resolves when the index is up to date for the first time, or the run has failed; never rejects.
   * @param after watching begins when this promise resolves; it must not reject. Until then answers may say that the index has not been compared yet
   */
  watch(after?: Promise<unknown>): Promise<void>;
  /** Whether the index file was removed or replaced, so that a new engine has to be opened for the project. */
  readonly isReplaced: boolean;
  status(): Promise<ProjectStatus>;
  /** A number that changes with every write of the index, by any process; null without an index. */
  generation(): Promise<number | null>;
  searchTags(query: TagQuery): Promise<TagSearchResult>;
  /** For each word, the number of files that `searchTags` would match: anywhere (`files`), and in a name (`named`). */
  tagFrequencies(words: readonly string[]): Promise<{ files: number; named: number }[]>;
  /** Ordered by path; `afterPath` continues after a file of an earlier page, even if that file is gone. */
  listFiles(filter: FileListingFilter): Promise<FileListing>;
  listLeftOut(filter: { reason?: LeftOutReason; offset?: number; limit?: number }): Promise<LeftOutListing>;
  /** The known languages, for completion and suggestions. */
  languages(): { id: string; name: string; extensions: readonly string[]; isProse?: boolean }[];
  /** The code graph. An unknown symbol rejects with a `NotFoundError`, an ambiguous one with a `ValidationError`; both list candidates. */
  readonly graph: GraphQueries;
  readonly editor: EditorQueries<GraphQueries & PlaceQueries>;
  readonly changes: ChangeQueries;
  readonly chunks: ChunkQueries;
  readonly files: FileQueries;
  readonly completion: CompletionQueries;
  /** Lines of any text file below the root, with the symbols that they name. Errors are those of `ChunkQueries.file`. */
  code(request: NamesRequest): Promise<CodePage>;
  readonly text: TextQueries;
  /** Hybrid search: one ranking from words, names, meaning and kinds of files. A query without a word rejects with a `ValidationError`. */
  searchRepo(query: HybridQuery): Promise<HybridSearchResult>;
  /** The code that a task is about, with related code. */
  explore(request: ExploreRequest): Promise<ExploreResult>;
  readonly semantic: SemanticQueries;
  readonly scip: ScipExchange;
  /** Usage counts of this project's servers; only the engine of a server records them. */
  readonly usage: UsageQueries;
  doctor(): Promise<DoctorCheck[]>;
  close(): Promise<void>;
}

export type * from './editor/place-queries.ts';
export type * from './engine-options.ts';
export type { AskedProjects, CommitState };
export type * from './graph/completion-queries.ts';
export type * from '../model/search.ts';

/** What other repositories are asked about a change. */
export interface ElsewhereQuestion {
  /** The definitions that are there, and differ from before. */
  changed: readonly ChangedDefinition[];
  earlier: EarlierState;
}

export type AskElsewhere = (question: ElsewhereQuestion) => Promise<UsesElsewhere>;

export interface ChangeQueries {
  /** Rejects with an error that says what to do if there is no git, no repository or no such revision. */
  of(request: ChangesRequest): Promise<ChangesAnswer>;
  /**
   * Compares the files on disk with where the current branch left its base, and checks the change by rules. Rejects as `of` does.
   * @param elsewhere asks other repositories for their uses of what changed
   */
  review(request: ReviewRequest, elsewhere?: AskElsewhere): Promise<ReviewAnswer>;
  /** The latest commits and branches, to choose from. */
  states(): Promise<KnownStates>;
  /** The files of each of the latest commits that are no merges and change few files, the newest first. Empty without git. */
  filesOfCommits(): Promise<readonly (readonly string[])[]>;
}

/** The state of search by meaning. */
export interface EmbeddingStatus {
  /** What the user set (`embedding.provider`). */
  provider: string;
  /** The model that made the vectors; null before the first vector. */
  model: string | null;
  /** `working`: vectors are being made; `incomplete`: some are missing and none are being made; `unavailable`: they cannot be made, `note` says why. */
  state: 'off' | 'ready' | 'working' | 'incomplete' | 'unavailable';
  /** Number of files that have vectors. */
  files: number;
  /** Number of files whose vectors are missing. */
  missing: number;
  /** What went wrong, and what to do; null when nothing did. */
  note: string | null;
}

export interface DirectoryRequest {
  /** Relative to the root, or absolute; the empty string or `.` is the root. */
  path: string;
  offset: number;
  limit: number;
  signal?: AbortSignal;
}

export interface DirectoryEntry {
  name: string;
  /** `link`: a symbolic link; `special`: a pipe, a socket or a device. */
  kind: 'folder' | 'file' | 'link' | 'special';
  /** Bytes; null if the entry is not a file. */
  size: number | null;
  /** Number of lines, from the index; null if the file is not in the index, or has changed since it was indexed. */
  lines: number | null;
  /** Language id, from the index; null if the file is not in the index. */
  language: string | null;
  /** Why a file is not in the index; `notYet`: it will be. Null if it is indexed or there is no index, and for folders that are not nested repositories. */
  leftOut: LeftOutReason | 'notYet' | null;
  /** For a symbolic link: where it leads, relative to the root; null if the link is absolute or leads out of the root. For a special file: its kind. */
  detail: string | null;
}

export interface DirectoryListing {
  /** Relative to the root; the empty string is the root. */
  path: string;
  /** The path that was asked for, if a symbolic link in it led here; else null. */
  via: string | null;
  /** Counts of the whole folder, without ignored entries. */
  folders: number;
  files: number;
  /** Symbolic links, pipes, sockets, devices. */
  others: number;
  ignored: number;
  /** The requested page: folders first, then by name. */
  entries: readonly DirectoryEntry[];
}

export interface FileRequest {
  path: string;
  /** From 1. */
  startLine: number;
  /** Column to start at, in UTF-16 units from 1; more than 1 continues a line that was longer than a page. */
  startColumn: number;
  /** Last line, inclusive; null: to the end. */
  endLine: number | null;
  /** At most this many characters are returned. */
  maxChars: number;
  signal?: AbortSignal;
}

export interface TextPage {
  kind: 'text';
  /** The text as on disk, with its line ends, without a byte order mark. May end inside a line. */
  text: string;
  /** Whether the file, or the requested range, ends with this page. */
  isLast: boolean;
  /** Null for a large file whose end has not been seen yet. */
  totalLines: number | null;
  encoding: NonNullable<SourceContent['encoding']>;
  /** Whether the file begins with a byte order mark. */
  hasMark: boolean;
  /** Whether some bytes are invalid in the encoding; they are shown as U+FFFD. */
  isDamaged: boolean;
}

export interface BinaryPage {
  kind: 'binary';
  isImage: boolean;
  /** `PNG image`, `ZIP archive`, `binary data`. */
  type: string;
}

export interface FilePage {
  path: string;
  /** As `DirectoryListing.via`. */
  via: string | null;
  /** Bytes. */
  size: number;
  content: TextPage | BinaryPage;
}

/** Files and folders as they are on disk at this moment. Nothing outside the root is ever read. */
export interface FileQueries {
  /** Rejects with a `NotFoundError` that names the nearest paths, or a `ValidationError` or `FileSystemError` if the file may not be read. */
  read(request: FileRequest): Promise<FilePage>;
  list(request: DirectoryRequest): Promise<DirectoryListing>;
}

/** A search for text in the files of the project. */
export interface TextQuery {
  query: string;
  /** True: a regular expression in the syntax of Rust's regex crate. Absent: literal text; if no file has it and it looks like one, a regular expression. */
  isRegex?: boolean | undefined;
  /** Absent: case counts if the query has a capital letter. */
  caseSensitive?: boolean | undefined;
  wholeWord?: boolean | undefined;
  /** A match may span several lines. */
  multiline?: boolean | undefined;
  /**
   * A glob that begins with `!` excludes the paths that match the rest of it. If there are other globs, a path must match one of them. A glob without a
   * slash matches file names.
   */
  globs?: readonly string[] | undefined;
  /** Only these files, and files below these folders; paths from the root. `endings`: only files whose names end so, such as `.ts`. Absent: all. */
  within?: readonly string[] | undefined;
  endings?: readonly string[] | undefined;
  offset?: number | undefined;
  /** At most this many lines (`search`) or files (`files`). */
  limit: number;
  /** Lines to show before and after each match. */
  context?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A matching line. */
export interface TextHit {
  path: string;
  line: number;
  /** Column of the first match in the line (UTF-16 units), from 1. */
  column: number;
  length: number;
  /** The further matches of the line, in their order; absent if there are none. */
  more?: readonly TextSpan[];
  /** The line, or all lines of a match that spans several. */
  text: string;
  before: readonly string[];
  after: readonly string[];
}

interface TextAnswer {
  /** Number of matching lines. */
  total: number;
  /** Number of files with matching lines. */
  files: number;
  /** Whether there are more: the search has ended before it was through. */
  isLowerBound: boolean;
  /** Whether the query was taken as a regular expression. */
  isRegex: boolean;
  notes: readonly string[];
}

export interface TextSearchResult extends TextAnswer {
  /** Best first. */
  hits: readonly TextHit[];
}

export interface TextFiles extends TextAnswer {
  shown: readonly { path: string; count: number }[];
}

/** Search for text on disk. An invalid regular expression rejects with a `ValidationError`. */
export interface TextQueries {
  search: (query: TextQuery) => Promise<TextSearchResult>;
  /** Only files, with the number of matching lines of each. */
  files: (query: TextQuery) => Promise<TextFiles>;
}
