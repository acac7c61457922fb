/** What a query node is told when it starts. */
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import type { PublicKey } from '../../team/snapshot/keys.ts';
import type { EngineOptions } from '../engine-options.ts';

export interface NodeSettings {
  catalogue: Catalogue;
  version: string;
  /** For mirrors and snapshots; no other node has it at the same time. */
  folder: string;
  /** What mirrors and snapshots may take on the disk (bytes). More is taken only by what is in use. */
  cacheBytes: number;
  /** The page store, as a command line names it. */
  store: string;
  /** Whose snapshots are trusted. */
  trusted: readonly PublicKey[];
  /** The settings of the repository that is checked out at this root. Throws a `ConfigurationError`. */
  settingsFor: (root: string) => Pick<EngineOptions, 'config'> & { usualLimit: number | null };
  /** How this program is started again, for the process that compares a checkout with its snapshot. */
  program: { path: string; args: readonly string[] };
  /** For that process. */
  environment: Readonly<Record<string, string>>;
  limits: NodeLimits;
  /** Whether a node at this URL is one that tokens of those who ask may be passed on to. */
  mayPassTo: (url: string) => boolean;
  /** How often the catalogue is asked what is new (ms). */
  pollMs: number;
  log: (event: NodeEvent) => void;
}

export interface NodeLimits {
  /** Of the comparison of one checkout (ms). */
  timeMs: number;
  /** Of the process that compares. */
  memoryBytes: number;
  /** Of a checkout. */
  checkoutBytes: number;
  checkoutFiles: number;
  /** How many indexes are open at once. */
  openIndexes: number;
  /** How many snapshots that nobody has asked for are on their way at once; 0: none is fetched. */
  ahead: number;
  /** How long a question waits for a repository that is not here (ms). */
  firstAnswerMs: number;
  /** After a failure to open a repository, questions get it again for so long, and nothing is tried (ms). */
  retryMs: number;
  /** An engine that was given up is closed when nothing has been asked of it for this time (ms): a question asks several times. */
  graceMs: number;
}

export type NodeEvent =
  | { event: 'fetched'; repository: string; commit: string; bytes: number; ms: number }
  | { event: 'differed'; repository: string; commit: string; files: number }
  | { event: 'evicted'; repository: number; bytes: number }
  | { event: 'trouble'; error: string };
