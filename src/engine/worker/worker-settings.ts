/** What a worker is told when it starts. */
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import type { PageStore } from '../../team/pages/page-store.ts';

export interface WorkerSettings {
  catalogue: Catalogue;
  /** Of this worker in the catalogue; each process has its own. */
  name: string;
  /** What its program and settings make: see `JobCalls.wantEdition`. */
  edition: string;
  /** The version of the program, for people. */
  label: string;
  /** For mirrors and checkouts; no other worker has it at the same time. */
  folder: string;
  /** The page store, as a command line names it. */
  store: string;
  pages: PageStore;
  /** How this program is started again, for the process that makes an index. */
  program: { path: string; args: readonly string[] };
  /** For that process: the secrets of the page store, the key, the settings. */
  environment: Readonly<Record<string, string>>;
  limits: WorkerLimits;
  leaseMs: number;
  /** How long it waits when there is nothing to do. */
  idleMs: number;
  /** How often each repository is asked for its branches; null: never by this worker. */
  pollMs: number | null;
  /** How many days the heads of branches stay that are not pushed to, where this worker may sweep; null: it does not. */
  sweep: { keepDays: number } | null;
  /** Ends when there is nothing to do. */
  once: boolean;
  log: (event: WorkerEvent) => void;
  signal: AbortSignal;
}

export interface WorkerLimits {
  /** Of one index (ms). */
  timeMs: number;
  /** Of the process that makes it. */
  memoryBytes: number;
  /** Of a mirror, which the forks of a repository share. */
  mirrorBytes: number;
  /** Of a checkout. */
  checkoutBytes: number;
  checkoutFiles: number;
  /** How often a job is tried. */
  attempts: number;
}

export type WorkerEvent =
  | { event: 'taken'; repository: string; ref: string; commit: string; attempt: number }
  | {
      event: 'indexed';
      repository: string;
      ref: string;
      commit: string;
      wasThere: boolean;
      newPages: number;
      /** Sent to the page store. */
      sentBytes: number;
      ms: number;
    }
  | { event: 'failed'; repository: string; ref: string; commit: string; error: string; isTriedAgain: boolean }
  /** `gone`: a sweep has deleted the snapshot meanwhile, so it is made again. */
  | { event: 'lost' | 'released' | 'gone'; repository: string; ref: string; commit: string }
  /** Damaged objects of a repository were deleted: `packs` that were not as they should be, and the manifests of `snapshots` that need them. */
  | { event: 'mended'; repository: string; packs: number; snapshots: number }
  /** Of a removed repository; `objects` null where the page store cannot list them. */
  | { event: 'erased'; repository: string; objects: number | null; isErased: boolean }
  /** Once a day; `missing`: heads of branches whose snapshots were not there, and are made again. */
  | { event: 'swept'; snapshots: number; packs: number; freedBytes: number; waiting: number; missing: number }
  | { event: 'polled'; repository: string; pushes: number }
  | { event: 'trouble'; error: string };
