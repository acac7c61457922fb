/** The part of the explorer's contract that administrators of an organisation's server ask: `GET /api/admin/NAME`, and what they do: `POST /api/admin/NAME`. */
import type {
  AuditOverview,
  JobOverview,
  NodeOverview,
  PageOf,
  PrincipalOverview,
  RepositoryFilter,
  RepositoryOverview,
  TokenOverview,
  WorkerOverview,
} from '../team/catalogue/overview.ts';
import type { JobState, PrincipalKind } from '../team/catalogue/states.ts';
import type { Listed, NoParameters } from './list-contract.ts';

export type {
  AuditOverview,
  JobOverview,
  JobState,
  NodeOverview,
  PageOf,
  PrincipalKind,
  PrincipalOverview,
  RepositoryFilter,
  RepositoryOverview,
  TokenOverview,
  WorkerOverview,
};

/** Which rows of a list. A page may have fewer than `limit`, where they are long: the next one begins at `offset` and the number of its rows. */
export interface PageParameters {
  /** Only those whose name has the text in it, in any case. */
  q?: string | undefined;
  offset?: number | undefined;
  /** From 1 to 50. */
  limit?: number | undefined;
}

/** `open`: those that wait, are in work, or have failed. */
export type JobFilter = 'open' | JobState;

/** `admin/summary`: how the server as a whole is. */
export interface AdminSummary {
  /** Whose repositories these are. */
  tenant: string;
  /** What the administrator should know about the database, as sentences. */
  notes: readonly string[];
  repositories: number;
  snapshots: number;
  /** Of the indexes of all snapshots (bytes). Pages that they share count for each. */
  snapshotBytes: number;
  jobs: Readonly<Record<JobState, number>>;
  /** Branches whose last push is not indexed. */
  behind: number;
  /** How long the job has waited that waits longest (ms); null where none waits. */
  oldestWaitingMs: number | null;
  /** Versions of Code Scout that workers index for. */
  versions: string[];
  /** When the catalogue was swept last; null where that is not known. */
  lastSweep: { atMs: number; deleted: number } | null;
  /** Nodes that were heard of within a day. */
  nodes: Listed<NodeOverview>;
  workers: Listed<WorkerOverview>;
}

export interface AuditNote extends Pick<AuditOverview, 'atMs' | 'who' | 'what'> {
  /** Who or what it was about; empty where nothing else was noted. */
  words: string;
}

/** What may be asked of a server only by its administrators. */
export interface AdminQuestions {
  'admin/summary': { parameters: NoParameters; answer: AdminSummary };
  'admin/repositories': {
    parameters: PageParameters & { filter?: RepositoryFilter | undefined };
    answer: PageOf<RepositoryOverview>;
  };
  'admin/jobs': { parameters: PageParameters & { state?: JobFilter | undefined }; answer: PageOf<JobOverview> };
  'admin/people': {
    parameters: PageParameters & { kind?: PrincipalKind | 'all' | undefined };
    answer: PageOf<PrincipalOverview>;
  };
  'admin/tokens': {
    parameters: PageParameters & { state?: TokenOverview['state'] | 'all' | undefined };
    answer: PageOf<TokenOverview>;
  };
  'admin/audit': { parameters: PageParameters; answer: PageOf<AuditNote> };
}

/** What administrators do, each noted in the audit: the body of the request, and the answer. */
export interface AdminActions {
  /** Has the head of a branch indexed before all others, again if it was. */
  'ask-index': { given: { repository: number; ref: string }; answer: { repository: number; ref: string } };
  /** @param id as lists of tokens have it */
  'revoke-token': { given: { id: string }; answer: { id: string } };
}
