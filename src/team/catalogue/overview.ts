/**
 * What an administrator sees of a catalogue: its rows in pages, each with what belongs to it. Part of the contract of `catalogue.ts`.
 * Invariant: nothing here could be used to get in: of a token there is what names it.
 */
import type { JobState, Permission, Principal, PrincipalKind, RepositoryState, TokenRow } from './states.ts';

export interface PageRequest {
  /** Rows that are skipped. */
  offset: number;
  /** At most so many rows. */
  limit: number;
  /** Only rows whose name has this text in it, in any case; empty: all. */
  text: string;
}

export interface PageOf<Row> {
  /** Rows of all pages. */
  total: number;
  rows: Row[];
}

/** `behind`: the last push of a branch is not indexed. `failed`: a job of the last push of a branch has failed. `new`: nothing is indexed. */
export type RepositoryFilter = 'all' | 'behind' | 'failed' | 'new';

export interface RepositoryOverview {
  id: number;
  name: string;
  state: RepositoryState;
  defaultRef: string;
  /** The last push of the default branch that is known; null for none. `commit` null: the branch was deleted. */
  heard: { push: number; commit: string | null; atMs: number } | null;
  /** The newest push of it that is indexed, in any edition; null for none. */
  head: { push: number; commit: string } | null;
  /** Of the snapshot of that head; null where it is not known. */
  index: { bytes: number; files: number; lines: number } | null;
  branches: number;
  branchesBehind: number;
  snapshots: number;
  /** Of the indexes of all its snapshots. */
  snapshotBytes: number;
  /** The first of those that it provides. */
  packages: PageOf<{ ecosystem: string; package: string }>;
  /** The job that says most: one that failed at the last push of a branch, else one in work, one that waits, or the last that ended. */
  lastJob: JobOverview | null;
}

export interface JobOverview {
  job: string;
  repository: number;
  /** Name of the repository. */
  name: string;
  ref: string;
  commit: string;
  state: JobState;
  /** Who has it, or had it last. */
  worker: string | null;
  attempt: number;
  error: string | null;
  madeMs: number;
  /** Null while it has not ended. */
  endedMs: number | null;
  /** How long it waits still before it may be taken (ms); 0 for other states. */
  restMs: number;
}

/** A worker, as it says itself. */
export interface WorkerBeat {
  name: string;
  version: string;
  edition: string;
}

export interface WorkerOverview extends WorkerBeat {
  startedMs: number;
  seenMsAgo: number;
  /** What it has in its hands; null for nothing. */
  job: Pick<JobOverview, 'name' | 'ref'> | null;
}

export interface NodeOverview {
  name: string;
  url: string;
  version: string;
  seenMsAgo: number;
  /** What its cache may take (bytes). */
  bytes: number;
  /** What its cache takes (bytes), and of how many repositories it has a snapshot; null where its version does not say it. */
  heldBytes: number | null;
  held: number | null;
}

export interface PrincipalOverview extends Principal {
  administers: boolean;
  /** Names of groups of a person or robot; of a group, its members. The first of them. */
  of: PageOf<Pick<Principal, 'kind' | 'name'>>;
  /** The first of them; `repository` null: all. */
  grants: PageOf<{ repository: string | null; may: Permission }>;
  /** Valid ones. */
  tokens: number;
}

export interface TokenOverview extends Omit<TokenRow, 'principal' | 'repositories'> {
  /** Null: its holder was removed. */
  holder: Pick<Principal, 'kind' | 'name'> | null;
  /** How many repositories it is narrowed to; null: all of its holder. */
  repositories: number | null;
}

export interface AuditOverview {
  atMs: number;
  /** Null: from the command line, or the system. `name` null: somebody who was removed. */
  who: { id: number; kind: PrincipalKind | null; name: string | null } | null;
  what: string;
  detail: unknown;
  /** The names of what is a number in `detail`, by its field: principals as they are written (`group:ops`), repositories, of `repositories` the first, with commas. Without those that are gone. */
  names: Readonly<Record<string, string>>;
}

export interface OverviewCalls {
  /** By name. */
  repositoryPage(request: PageRequest & { filter: RepositoryFilter }): Promise<PageOf<RepositoryOverview>>;
  /** Of repositories whose name has the text; those that changed last first. */
  jobPage(request: PageRequest & { states: readonly JobState[] }): Promise<PageOf<JobOverview>>;
  /** By name. @param kind null: all */
  principalPage(request: PageRequest & { kind: PrincipalKind | null }): Promise<PageOf<PrincipalOverview>>;
  /** By holder, or by the beginning of their ids; the newest first. @param state null: all */
  tokenPage(request: PageRequest & { state: TokenRow['state'] | null }): Promise<PageOf<TokenOverview>>;
  /** Those whose `what` has the text, the newest first. */
  auditPage(request: PageRequest): Promise<PageOf<AuditOverview>>;
  /** Says that a worker is there. Workers that were not heard of for a day are forgotten. */
  beatWorker(worker: WorkerBeat): Promise<void>;
  /** A worker has ended. */
  endWorker(name: string): Promise<void>;
  /** All that are known, those that were heard of last first. */
  listWorkers(): Promise<WorkerOverview[]>;
  /** Those that were heard of within this time. */
  listNodes(withinMs: number): Promise<NodeOverview[]>;
  /** When snapshots were swept last, and how many were deleted; null where that was never noted. */
  lastSweep(): Promise<{ atMs: number; deleted: number } | null>;
}
