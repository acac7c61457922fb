/**
 * What `import … from 'code-scout-mcp'` gives: the types of the programmatic interface.
 * Invariants: nothing here refers to a module of the program except the plugins' contract, so that the package's declarations stand alone. The
 * compiler checks `project-engine.ts` against these types, so they describe what there is.
 */
import type { ToolAnswer } from '../plugins/contract.ts';

export interface EngineSettings {
  /** The project's folder, absolute or relative to the current folder. It becomes the root, even if it lies inside a repository. */
  root: string;
  /** The index file: a path (relative to the current folder), or `:memory:`. Default: `.code-scout/database.db` in the project. */
  database?: string;
  /** Settings by their names in docs/reference/configuration.md, such as `{ 'indexing.maxFileSize': '2MB' }`; they take precedence over all files. */
  settings?: Readonly<Record<string, string | number | boolean>>;
  /**
   * Modules of plugins: paths (relative to the current folder), `file:` URLs (`import.meta.resolve('…')`), or names of packages that are installed
   * beside Code Scout. They come before the plugins of the user's configuration.
   */
  plugins?: readonly string[];
  /** False: neither the user's configuration file nor `CODE_SCOUT_…` variables are read. Default: true, as on the command line. */
  userConfig?: boolean;
}

export interface IndexRequest {
  /** Reads all files again. */
  force?: boolean;
  /** Also asks the TypeScript compiler about unresolved reference sites, and waits for its answers. */
  compiler?: boolean;
  /** Also makes the vectors of the files, and waits for them. */
  embeddings?: boolean;
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}

export interface IndexProgress {
  phase: 'walking' | 'indexing' | 'finishing' | 'linking' | 'compiling' | 'embedding' | 'done';
  /** Number of files done. */
  done: number;
  /** Number of files that this run has to do; 0 until that is known. */
  total: number;
  /** Relative to the root; null between files. */
  path: string | null;
}

export interface IndexReport {
  root: string;
  /** Files in the index when the run ended. */
  totalFiles: number;
  /** Read and parsed in this run. */
  indexedFiles: number;
  removedFiles: number;
  /** Number of skipped files, by reason. */
  leftOut: Readonly<Record<string, number>>;
  filesWithIssues: number;
  durationMs: number;
}

export interface ProjectStatus {
  projectPath: string;
  databasePath: string;
  status: 'idle' | 'indexing' | 'failed' | 'absent';
  filesIndexed: number;
  /** ISO 8601; null before the first complete run. */
  lastIndexed: string | null;
  /** Files by language. */
  languages: Readonly<Record<string, number>>;
  /** Bytes. */
  indexSize: number;
  definitions: number;
  references: number;
  /** The last problem; null if there was none. */
  notice: string | null;
}

export interface SearchOptions {
  /** At most this many results, 1 to 100. Default: 10. */
  limit?: number;
  /** Number of results to skip. Default: 0. */
  offset?: number;
  /** 0 to 1; hits with a lower score are left out. */
  minScore?: number;
  /** A language's id, such as `typescript`. */
  language?: string;
  /** Only paths that start with this text, relative to the root. */
  pathPrefix?: string;
}

export interface SearchHit {
  /** Relative to the root, '/'-separated. */
  path: string;
  /** Lines from 1, both included. */
  startLine: number;
  endLine: number;
  language: string;
  /** Qualified names of the definitions in these lines. */
  symbols: readonly string[];
  /** 0 to 1; orders the hits of one answer. */
  score: number;
  /** The lines, as they are on disk. */
  text: string;
}

export interface SearchResult {
  /** Number of matching files. */
  total: number;
  /** Best first, one for each file. */
  hits: readonly SearchHit[];
  /** Notes on the answer: whether the index is up to date, what could not be used. */
  notes: readonly string[];
}

export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  /** JSON Schema 2020-12. */
  inputSchema: Readonly<Record<string, unknown>>;
  /** JSON Schema of the answer's `data`; null where the answer is prose or code. */
  outputSchema: Readonly<Record<string, unknown>> | null;
}

/** The error with which all functions and methods of this interface reject. */
export interface CodeScoutError extends Error {
  /** `ValidationError`, `ConfigurationError`, `DatabaseError`, `NotFoundError`, … */
  readonly code: string;
  /** What to do; null if the message says it. */
  readonly hint: string | null;
}

/** One project's index. Every method rejects with a `CodeScoutError`. The process does not end by itself while a method is running. */
export interface ProjectEngine {
  readonly root: string;
  readonly databasePath: string;
  /**
   * Creates the index, or brings it up to date. A call during another one joins it if that one does all that the request asks for; otherwise the call
   * waits for its end, and then does its own work.
   */
  index(request?: IndexRequest): Promise<IndexReport>;
  /**
   * Brings the index up to date, and watches the files until `close`. Resolves when the index is up to date. An index in memory is only brought up to date
   * once.
   */
  follow(): Promise<void>;
  status(): Promise<ProjectStatus>;
  /**
   * Searches by a question in words, names or both. If there is no index, the search starts to create one, and waits for it up to three seconds. If the
   * index is not complete then, `notes` says so.
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /** The tools that agents have, those of plugins included. */
  tools(): Promise<readonly ToolDescription[]>;
  /** Calls a tool as an agent does. A call that fails is an answer with `isError`; only an unknown tool rejects. */
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: { signal?: AbortSignal },
  ): Promise<ToolAnswer>;
  /** Ends running calls. Later calls reject. */
  close(): Promise<void>;
}

export interface ServerSettings extends EngineSettings {
  /** `stdio`: this process's standard input and output, which nothing else may use until it ends. */
  transport: 'stdio' | 'http';
  /** For `http`: the address to listen on. Default: 127.0.0.1. */
  host?: string;
  /** For `http`: the port. Default: 0, which means any free port. */
  port?: number;
  /** For `http`: the bearer token that clients must send, at least 16 characters. Required if the address is not a loopback address. */
  token?: string;
}

export interface McpServerHandle {
  /** The server's URL, such as `http://127.0.0.1:51234/mcp`; null for `stdio`. */
  readonly url: string | null;
  /** Settles when the server has ended: by `close`, or because its client has disconnected (`stdio`). */
  readonly ended: Promise<void>;
  /** Ends the server and its running calls. */
  close(): Promise<void>;
}
