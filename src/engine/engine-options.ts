/** The options and settings of an engine. */
import type { EmbeddingSettings } from '../embed/registry.ts';
import type { AppError } from '../model/error.ts';

export interface EngineOptions {
  /** Absolute path of the project. */
  root: string;
  /** From `loadConfig` (src/config). */
  config: EngineConfig;
  /**
   * `thread`: indexing runs in a worker thread (servers); `inline`: in the calling thread (commands). An index in memory is made in the calling thread.
   * `never`: the files and their index are of one commit and stay as they are (query nodes): nothing is compared with the disk, and nothing is written.
   */
  indexing: 'thread' | 'inline' | 'never';
  /** The user's usual limit of results, as in `SearchLimits.usual`. */
  usualLimit?: number | null;
  /** Called when a run of this process has ended; must not throw. */
  onRun?: (run: FinishedRun) => void;
}

/** An indexing run that has ended: the numbers of files read and removed, or the error it failed with. */
export type FinishedRun = { root: string; durationMs: number } & (
  | { indexed: number; removed: number }
  | { error: AppError }
);

/** The part of the configuration that the engine uses; `AppConfig` of src/config satisfies it. */
export interface EngineConfig {
  indexing: {
    /** Larger files are skipped (bytes). */
    maxFileSize: number;
    maxWorkers: number;
    /** Limit on the number of files that one transaction writes. */
    batchSize: number;
    /** Memory that the process may use (bytes); 0 or absent: chosen by the machine's memory. */
    maxMemory?: number;
    /** Indexing waits until no change came for this time (ms); absent: the default. */
    debounceMs?: number;
    /** The longest wait for further changes (ms); absent: the default. */
    batchWindowMs?: number;
  };
  search: {
    defaultLimit: number;
    maxLimit: number;
    /** Number of cached answers; absent: none. */
    cacheSize?: number;
    scoringWeights: { filename: number; path: number; definitions: number; imports: number; documentation: number };
  };
  database: { path: string };
  linking: { compiler: boolean };
  /** Whether callers may also read ignored files and files with the name of a secret; absent: neither. */
  files?: { allowIgnored: boolean; allowSecrets: boolean };
  /** Usage counts in a file next to the index; absent: none. */
  metrics?: { enabled: boolean; queries: boolean };
  /** Absent: search by words alone. */
  embedding?: EmbeddingSettings;
  watching: {
    ignorePatterns: readonly string[];
    /** Absent: true. */
    enabled?: boolean;
    /** How changes are found; absent: as the file system allows. */
    mode?: 'auto' | 'native' | 'polling';
    /** Interval of polling (ms). */
    pollMs?: number;
  };
  /** The page store of the user's team; absent: none. */
  team?: TeamSettings;
  /** Whose access tokens a server of an organisation accepts; absent: the catalogue's alone. */
  access?: AccessSettings;
  /** Absolute paths of plugins' modules; absent: none. */
  plugins?: readonly string[];
  /** By language id: further extensions, and `enabled: false` to read the files of that language as plain text. */
  languages?: Readonly<Record<string, { extensions?: readonly string[]; enabled?: boolean }>>;
}

/** Where snapshots of indexes are, and whose are trusted. From the user's own settings alone. */
export interface TeamSettings {
  /** Empty: none. */
  url: string;
  /** Public keys (`ed25519:…`). */
  keys: readonly string[];
  /** The name of the repository; empty: by its remote. */
  repository: string;
  /** How long the first index waits for the store (ms). */
  waitMs: number;
  /** Whether a store on another machine may be asked without TLS. */
  allowHttp: boolean;
}

/** An issuer of OAuth access tokens. From the user's own settings alone. */
export interface AccessSettings {
  /** Empty: none. */
  issuer: string;
  resource: string;
  /** Empty: the resource. */
  audience: string;
  /** Where its keys are; empty: as its metadata says. */
  keys: string;
  algorithms: readonly string[];
  principalClaim: string;
  /** Empty: none. */
  groupsClaim: string;
}

/** How many results searches show, by the user's settings. */
export interface SearchLimits {
  /** Used if the call gives no limit; null: the user set none, and each search has its own default. */
  usual: number | null;
  /** The largest limit that a call may give. */
  most: number;
}
