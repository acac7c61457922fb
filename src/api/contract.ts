/**
 * What `import … from 'code-scout-mcp'` gives: the types of the programmatic interface.
 * Invariants: nothing here refers to a module of the program besides the plugins' contract, so that the package's declarations stand alone;
 * `project-engine.ts` is checked against it, so that it says what there is.
 */
import type { ToolAnswer } from '../plugins/contract.ts';

export interface EngineSettings {
  /** The project's folder, absolute or from the current one. It is taken as it is: no repository is looked for around it. */
  root: string;
  /** The index: a path (from the current folder), or `:memory:`. Default: `.code-scout/database.db` in the project. */
  database?: string;
  /** Settings by their names in docs/reference/configuration.md, as `{ 'indexing.maxFileSize': '2MB' }`; they go before all files. */
  settings?: Readonly<Record<string, string | number | boolean>>;
  /**
   * Modules of plugins: paths (from the current folder), `file:` URLs (`import.meta.resolve('…')`), or names of packages that are installed
   * beside Code Scout. They go before those that the user's configuration names.
   */
  plugins?: readonly string[];
  /** False: neither the user's configuration file nor `CODE_SCOUT_…` variables are read. Default: true, as on the command line. */
  userConfig?: boolean;
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

export interface IndexProgress {
  phase: 'walking' | 'indexing' | 'finishing' | 'linking' | 'compiling' | 'embedding' | 'done';
  /** Files done, and files that this run has to do (0 until that is known). */
  done: number;
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
  /** How many files are left out, by reason. */
  leftOut: Readonly<Record<string, number>>;
  filesWithIssues: number;
  durationMs: number;
}

export interface ProjectStatus {
  projectPath: string;
  databasePath: string;
  status: 'idle' | 'indexing' | 'failed' | 'absent';
  filesIndexed: number;
  /** ISO 8601; null before the first whole run. */
  lastIndexed: string | null;
  /** Files by language. */
  languages: Readonly<Record<string, number>>;
  /** Bytes. */
  indexSize: number;
  definitions: number;
  references: number;
  /** What went wrong last; null where nothing did. */
  notice: string | null;
}

export interface SearchOptions {
  /** Results at most, 1 to 100. Default: 10. */
  limit?: number;
  offset?: number;
  /** 0 to 1: hits below it are left out. */
  minScore?: number;
  /** A language's id, such as `typescript`. */
  language?: string;
  /** What paths start with, from the root. */
  pathPrefix?: string;
}

export interface SearchHit {
  /** Relative to the root, '/'-separated. */
  path: string;
  /** 1-based, both included. */
  startLine: number;
  endLine: number;
  language: string;
  /** Qualified names of what is defined in it. */
  symbols: readonly string[];
  /** 0 to 1, for the order of one answer's hits. */
  score: number;
  /** The lines, as they are on disk. */
  text: string;
}

export interface SearchResult {
  /** Files that have something of what was asked. */
  total: number;
  /** Best first, one a file. */
  hits: readonly SearchHit[];
  /** What to know about the answer: how fresh it is, what it was found without. */
  notes: readonly string[];
}

export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  /** JSON Schema 2020-12. */
  inputSchema: Readonly<Record<string, unknown>>;
  /** Of the answer's `data`; null where it is prose or code. */
  outputSchema: Readonly<Record<string, unknown>> | null;
}

/** What everything here rejects with. */
export interface CodeScoutError extends Error {
  /** `ValidationError`, `ConfigurationError`, `DatabaseError`, `NotFoundError`, … */
  readonly code: string;
  /** What to do; null where the message says it. */
  readonly hint: string | null;
}

/** One project's index. Every method rejects with a `CodeScoutError`. While one is under way the process does not end by itself. */
export interface ProjectEngine {
  readonly root: string;
  readonly databasePath: string;
  /** Makes the index, or brings it up to date. A second call while one is under way joins it. */
  index(request?: IndexRequest): Promise<IndexReport>;
  /** Brings the index up to date and keeps it so while files change, until `close`. Resolves when it is up to date. */
  follow(): Promise<void>;
  status(): Promise<ProjectStatus>;
  /** A question in words, names or both. An index that is not there is made first, for up to three seconds; `notes` says so where it is not done. */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /** The tools that agents have, those of plugins included. */
  tools(): Promise<readonly ToolDescription[]>;
  /** What an agent gets from a tool. A call that fails is an answer with `isError`; only an unknown tool rejects. */
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: { signal?: AbortSignal },
  ): Promise<ToolAnswer>;
  /** Ends what is under way. Further calls reject. */
  close(): Promise<void>;
}

export interface ServerSettings extends EngineSettings {
  /** `stdio`: this process's standard input and output, which nothing else may use meanwhile. */
  transport: 'stdio' | 'http';
  /** For `http`: the address (default: 127.0.0.1) and the port (default: 0, any that is free). */
  host?: string;
  port?: number;
  /** For `http`: what clients must send as a bearer token, at least 16 characters. It is needed wherever the address is not a loopback one. */
  token?: string;
}

export interface McpServerHandle {
  /** Where it is asked, `http://127.0.0.1:51234/mcp`; null for `stdio`. */
  readonly url: string | null;
  /** Settles when it has ended: by `close`, or because its client has gone (`stdio`). */
  readonly ended: Promise<void>;
  /** Ends it, and all that is under way. */
  close(): Promise<void>;
}
