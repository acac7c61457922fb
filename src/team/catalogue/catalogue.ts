/**
 * The contract of a catalogue: what an organisation's server knows about its repositories, apart from their code. It says which commits were pushed, which
 * of them have a snapshot in the page store, what is still to be indexed and by whom, and who may see what. One catalogue is opened for one tenant.
 * Invariants: each call is one transaction, and may be made again after a failure of the connection. The head of a ref only goes forward. A job is finished
 * only by the worker that holds it in its last attempt. Times are of the database's clock, or durations; no time of another machine is compared with them.
 */
import { AppError } from '../../model/error.ts';
import type { OverviewCalls } from './overview.ts';
import type { JobState, Permission, Principal, PrincipalKind, RepositoryState, TokenRow } from './states.ts';

export type { JobState, Permission, Principal, PrincipalKind, RepositoryState, TokenRow };

export interface Catalogue
  extends RepositoryCalls, JobCalls, SnapshotCalls, AccessCalls, OperationCalls, OverviewCalls, UpkeepCalls {
  /** For messages; has no secret. */
  readonly location: string;
  readonly tenant: string;
  /** What the administrator should know about the database, as sentences. */
  readonly notes: readonly string[];
  /** Writes a copy of the whole database, of all tenants, to a file that must not exist, beside those who use it. Null where the database has a program of its own for that. */
  readonly backup: ((file: string) => Promise<void>) | null;
  close(): Promise<void>;
}

export interface Repository {
  id: number;
  /** Repositories of one family may share a mirror: a repository and its forks. */
  family: number;
  /** As in the page store: `github.com/owner/name`. */
  name: string;
  /** What git clones. */
  url: string;
  /** Name of the default branch. */
  defaultRef: string;
  /** Archived: stays readable, and nothing is indexed. Forgotten: nobody sees it, and its snapshots are to be deleted: see `UpkeepCalls.eraseRepository`. */
  state: RepositoryState;
}

export interface NewRepository {
  name: string;
  url: string;
  defaultRef: string;
  /** A repository whose family it joins; null: a family of its own. */
  forkOf: string | null;
}

/** What was heard about a branch. */
export interface HeardPush {
  repository: number;
  /** Name of the branch. */
  ref: string;
  /** Null: the branch was deleted. */
  commit: string | null;
  /** The id that the git host gave to this message, so that one that comes twice counts once; null for a poll. */
  delivery: string | null;
  /** The branch's commit before, null for none: where another one is known, a message is missing or late, so the next poll is due at once. */
  before?: string | null;
}

/** The head of a branch as it was indexed. */
export interface Head {
  /** What it was indexed with: see `JobCalls.wantEdition`. */
  edition: string;
  push: number;
  commit: string;
  tree: string;
  /** The key of the flavour of its snapshot in the page store. */
  flavour: string;
}

export interface RefState {
  ref: string;
  /** Number of the last push that is known; a head with a smaller number is behind. */
  heard: number;
  /** The commit of that push; null where the branch was deleted. */
  commit: string | null;
  heads: Head[];
}

/** The default branch of a repository, for whoever answers questions about it. */
export interface WatchedRef {
  repository: number;
  state: RefState;
  /** Of the largest of the snapshots of its heads. */
  bytes: number;
  /** How long ago somebody asked for one of its snapshots (ms); null where nobody did lately. */
  usedMsAgo: number | null;
  /** How long ago the last of its snapshots was made (ms); null where none was lately. */
  indexedMsAgo: number | null;
}

export interface RepositoryCalls {
  /**
   * Returns the repository that has the name, where there is one. Its URL and default branch become those given; a forgotten one becomes active, with its grants.
   * Rejects with a `QuotaError` where the tenant has as many as it may have.
   */
  addRepository(repository: NewRepository): Promise<Repository>;
  /** In the order of their ids, without the forgotten ones. */
  listRepositories(): Promise<Repository[]>;
  /** What waits is not wanted any more where it is not active. Of a forgotten one nothing is known any more but its name, its grants and which snapshots are to be deleted; whoever indexes it loses the job. */
  setRepositoryState(repository: number, state: RepositoryState): Promise<void>;
  /** It is at another address, or has another default branch; its next poll is due at once. Nothing happens to a forgotten one. */
  moveRepository(repository: number, to: Pick<Repository, 'url' | 'defaultRef'>): Promise<void>;
  /** The active repositories whose next poll is due, at most `limit`; their next one is `intervalMs` from now. Two pollers get different ones. */
  takePolls(options: { limit: number; intervalMs: number }): Promise<Repository[]>;
  /**
   * Counts a push, unless it is known; makes a job for each wanted edition; supersedes waiting jobs of the ref's earlier pushes that nobody waits for.
   * Returns the number of the ref's last push; null for a repository that is not active.
   */
  hear(push: HeardPush): Promise<number | null>;
  listRefs(repository: number): Promise<RefState[]>;
  /**
   * The default branches of these repositories, of all that somebody has asked for within `usedMs`, and of all that have a snapshot made within `indexedMs`
   * (absent: none; of many the newest): what a node asks again and again, in one call. Those that were not pushed to yet, and forgotten ones, are left out. In
   * the order of their repositories.
   */
  watchRefs(options: { repositories: readonly number[]; usedMs: number; indexedMs?: number }): Promise<WatchedRef[]>;
}

/** A smaller number is done earlier. */
export const priorities = { asked: 0, defaultRef: 1, otherRef: 2, rebuild: 3 } as const;

/** What a worker has in its hands: only the attempt that took a job last may finish it. */
export interface TakenJob {
  job: string;
  worker: string;
  attempt: number;
}

export interface ClaimedJob extends TakenJob {
  repository: Repository;
  ref: string;
  push: number;
  commit: string;
  /** How often it was taken and not given back: 1 at first. */
  strikes: number;
  /** A snapshot of the repository was reported as missing, and nobody has looked at what is left: see `UpkeepCalls.reportMissing`. */
  isReported: boolean;
}

export interface JobRow {
  job: string;
  repository: number;
  ref: string;
  push: number;
  commit: string;
  edition: string;
  priority: number;
  state: JobState;
  worker: string | null;
  attempt: number;
  strikes: number;
  error: string | null;
}

export interface TakeOptions {
  worker: string;
  edition: string;
  /** How long the job is this worker's without a heartbeat (ms). */
  leaseMs: number;
  /** A job that was taken this often, and whose lease ended each time, fails. */
  maxStrikes: number;
}

/** A package that a folder of a repository provides. `graph/across/package-uses.ts` makes the rows, and says under which names a package is required. */
export interface ProvidedPackage {
  ecosystem: string;
  /** In the form in which the ecosystem compares names. */
  package: string;
  /** The folder, without a slash at its end; empty for the whole repository. */
  root: string;
}

/** A name of a package that files of a repository use. */
export interface RequiredName {
  ecosystem: string;
  /** Where no manifest says of which package the module is, in several rows: the module, and each that it is inside of. */
  package: string;
  /** As code writes it; empty where only a manifest requires the package. */
  module: string;
  /** `*` for a whole module. */
  name: string;
  /** Ids of the linked files in the snapshot that import the module; empty where not known: any may. */
  files: number[];
}

export interface PackageUses {
  provides: readonly ProvidedPackage[];
  requires: readonly RequiredName[];
}

export interface FinishedJob extends TakenJob {
  commit: string;
  tree: string;
  flavour: string;
  /** Size of the index (bytes). */
  bytes: number;
  /** What was added to the page store (bytes). Default: 0. */
  sentBytes?: number;
  files: number;
  lines: number;
  /** Replaces what is known of the repository, where the job was of the default branch and its head is this push now; null: it stays. */
  packages: PackageUses | null;
}

/**
 * `lost`: another attempt has the job, and nothing was written. `leaving`: the snapshot of this tree is being deleted; the job is still this worker's, who is to
 * fail it, so that it is made anew.
 */
export type Finish = 'done' | 'lost' | 'leaving';

export interface JobCalls {
  /**
   * Says that snapshots of this edition are wanted: what one program with its settings makes. All heads that lack it get a job. At most two are wanted: a
   * third replaces that which was asked for least recently. @param label for people: the version of the program
   */
  wantEdition(edition: string, label: string): Promise<void>;
  /**
   * The most urgent job of the edition; of equally urgent ones, that of the repository whose last turn is longest ago. Null where there is none, or the tenant
   * has no room in the page store (`LimitName`).
   */
  takeJob(options: TakeOptions): Promise<ClaimedJob | null>;
  /** Begins the lease anew. False: the job is no longer this worker's, who should stop. */
  heartbeat(taken: TakenJob, leaseMs: number): Promise<boolean>;
  /** Publishes: the snapshot, its commit, the head of the ref (only forward), the end of the job, in one transaction. */
  finishJob(finished: FinishedJob): Promise<Finish>;
  /** Gives a job back that failed: it waits for `retryMs`, or has failed for good (null). False where it is no longer this worker's. */
  failJob(taken: TakenJob, failure: { error: string; retryMs: number | null }): Promise<boolean>;
  /** Gives a job back that nothing is wrong with, because the worker ends. */
  releaseJob(taken: TakenJob): Promise<boolean>;
  /**
   * Has the head of a ref indexed again, or a failed job tried again, before all others. False where the ref is not known.
   * @param by the number of the administrator, for the audit; absent: the audit gets no row
   */
  askForJob(repository: number, ref: string, by?: number): Promise<boolean>;
  /** The last ones, the newest first. */
  listJobs(options: { states: readonly JobState[]; limit: number }): Promise<JobRow[]>;
}

export interface SnapshotRow {
  repository: number;
  tree: string;
  flavour: string;
  commit: string;
  bytes: number;
  files: number;
  lines: number;
}

export interface LeavingSnapshot extends SnapshotRow {
  /** The name of the repository, also of a forgotten one. */
  name: string;
}

export interface RetentionRules {
  /** The heads of refs that were pushed to within this time stay (ms). */
  headsMs: number;
  /** Snapshots that were used within this time stay (ms). */
  usedMs: number;
  /** This many of the last pushes of each default branch stay. */
  lastOfDefault: number;
}

export interface SnapshotCalls {
  /** A snapshot that is there, which is noted as used now; null where there is none. */
  useSnapshot(repository: number, tree: string, flavour: string): Promise<SnapshotRow | null>;
  /** The snapshot of the first of these commits that has one, else that of the default branch. At most 500 commits. */
  nearestSnapshot(repository: number, flavour: string, commits: readonly string[]): Promise<SnapshotRow | null>;
  /** Marks snapshots that no rule keeps as leaving, and returns all that are leaving: the caller deletes their objects, and then calls `forgetSnapshots`. */
  condemnSnapshots(rules: RetentionRules, limit: number): Promise<LeavingSnapshot[]>;
  /** Removes the rows of snapshots that are leaving; of others nothing. */
  forgetSnapshots(snapshots: readonly Pick<SnapshotRow, 'repository' | 'tree' | 'flavour'>[]): Promise<void>;
  /** Who provides a package. */
  providersOf(ecosystem: string, name: string): Promise<(ProvidedPackage & { repository: number })[]>;
  /** Who requires one of these names of a package, or a whole module of it; empty: any name. */
  requirersOf(ecosystem: string, name: string, names: readonly string[]): Promise<(RequiredName & { repository: number })[]>; // prettier-ignore
}

export interface NewToken {
  /** SHA-256 of the token, in hexadecimal digits: `tokenDigest`. */
  digest: string;
  principal: number;
  /** For people: what it is for. */
  name: string;
  /** Null: all repositories of its principal. */
  repositories: readonly number[] | null;
  may: Permission;
  /** Whether it may administer where its principal may. Absent: no. */
  administers?: boolean;
  /** How long it is valid (ms). */
  validMs: number;
}

/** What a principal may do by its own grants and those of its groups. */
export interface PrincipalScope {
  principal: Principal;
  /** Ids of repositories, in order. */
  read: number[];
  index: number[];
  /** Whether it may see and do what the administration of this tenant needs: that is more than any repository's code, and gives none of it. */
  administers: boolean;
  /** It may be kept as long as `accessVersion` is this. */
  accessVersion: number;
}

/** What a token may do: the meeting of its own list with the scope of its principal. */
export interface Scope extends PrincipalScope {
  /** It may be kept no longer than this (ms): then the token expires. */
  validMs: number;
}

export interface GrantRow {
  principal: number;
  /** Null: all repositories, also those that are added later. */
  repository: number | null;
  may: Permission;
}

/** Somebody whom an issuer of tokens names. */
export interface NamedPrincipal {
  kind: 'person' | 'robot';
  name: string;
  /** Names of groups that it has besides its memberships here. Those that the catalogue does not know count for nothing. */
  groups: readonly string[];
}

/** Each change raises the access version and is noted in the audit, in one transaction. */
export interface AccessCalls {
  /** Returns the one that has the name, where there is one. */
  addPrincipal(kind: PrincipalKind, name: string): Promise<Principal>;
  listPrincipals(): Promise<Principal[]>;
  /** Off-boarding: with its memberships and grants; its tokens are revoked. */
  removePrincipal(principal: number): Promise<void>;
  addMember(group: number, principal: number): Promise<void>;
  removeMember(group: number, principal: number): Promise<void>;
  /** In order. */
  listMembers(): Promise<{ group: number; principal: number }[]>;
  /** @param repository null: all, also those that are added later */
  grant(principal: number, repository: number | null, may: Permission): Promise<void>;
  /** Takes back what `grant` gave with the same arguments. */
  revokeGrant(principal: number, repository: number | null, may: Permission): Promise<void>;
  /** In order, without those for forgotten repositories. */
  listGrants(): Promise<GrantRow[]>;
  /** Makes a principal an administrator of the tenant, or no administrator any more. Members of a group are what it is. */
  setAdministrator(principal: number, administers: boolean): Promise<void>;
  /** Ids, in order. */
  listAdministrators(): Promise<number[]>;
  addToken(token: NewToken): Promise<void>;
  /** @param id as in `TokenRow`. False where there is no such token that could be revoked @param by the principal who does it; absent: the command line */
  revokeToken(id: string, by?: number): Promise<boolean>;
  listTokens(): Promise<TokenRow[]>;
  /** Null for a token that is not known, expired or revoked. */
  scopeOf(digest: string): Promise<Scope | null>;
  /** Null for one that the catalogue does not know, or does not know any more. */
  scopeOfPrincipal(named: NamedPrincipal): Promise<PrincipalScope | null>;
  accessVersion(): Promise<number>;
}

export interface Node {
  name: string;
  url: string;
  /** What its cache takes (bytes). */
  bytes: number;
  version: string;
}

export interface AuditEntry {
  /** When, by the database's clock (ms since 1970). */
  atMs: number;
  /** Null: the administrator, or the system. */
  principal: number | null;
  what: string;
  detail: unknown;
}

export interface Counts {
  repositories: number;
  snapshots: number;
  /** Of all snapshots (bytes). */
  snapshotBytes: number;
  jobs: Record<JobState, number>;
  /** How long the job has waited that waits longest of those that might be done now (ms); null where none waits. */
  oldestWaitingMs: number | null;
  /** Refs whose head is behind the last push. */
  behind: number;
  editions: { edition: string; label: string }[];
  /** Limits that are set, and what is used of them now; null where that is not counted. */
  limits: { name: LimitName; most: number; used: number | null }[];
  /** Snapshots that were reported as missing in the page store, and are not known to be there again. */
  missing: number;
}

/**
 * `repositories`: how many there may be. `store`: bytes in the page store; above that no job is given. The others are days for which something is kept:
 * `audit`: notes of changes; `tokens`: those that have expired or were revoked; `history`: messages of git hosts, earlier pushes and their jobs, deleted branches.
 */
export type LimitName = 'repositories' | 'store' | 'audit' | 'tokens' | 'history';

/** What counts where nothing is set; null: no limit. */
export const usualLimits = {
  repositories: null,
  store: null,
  audit: 400,
  tokens: 90,
  history: 30,
} as const satisfies Record<LimitName, number | null>;

export interface Duty {
  name: string;
  /** Who does it; each process has a name of its own. */
  holder: string;
}

export interface ForgottenRepository {
  id: number;
  name: string;
  /** How long ago it was forgotten (ms). */
  agoMs: number;
}

/** What a catalogue knew when its backup was made. */
export interface Restored {
  /** When the last change was made that it knows (ms since 1970, by the clock of that time); null where it knows none. */
  lastChangeMs: number | null;
  revokedTokens: number;
}

/** What keeps the catalogue and the page store going, without an administrator or with one. */
export interface UpkeepCalls {
  /**
   * Whether the holder is to do it now: its time has come, and nobody else does it. Who does not end it within the lease has lost it, so a duty must be one
   * that two may do at once.
   */
  takeDuty(duty: Duty, leaseMs: number): Promise<boolean>;
  /** Begins the lease anew, for whoever still has the duty. */
  keepDuty(duty: Duty, leaseMs: number): Promise<void>;
  /** It was done, or has failed: its time comes again after `againMs`. */
  endDuty(duty: Duty, againMs: number): Promise<void>;
  /**
   * Says that a snapshot cannot be read from the page store. Heads of active repositories that have it get a job, unless that was so a short while ago: ten
   * minutes the first time, and twice as long each time. Returns whether they did. @param isAwaited whether somebody waits for it: jobs that wait for it hurry
   */
  reportMissing(snapshot: Pick<SnapshotRow, 'repository' | 'tree' | 'flavour'>, isAwaited: boolean): Promise<boolean>;
  /** What was left of the snapshots of a repository was looked at: see `ClaimedJob.isReported`. */
  noteMended(repository: number): Promise<void>;
  /** What the objects of each repository take in the page store, by its number. */
  noteStored(bytes: ReadonlyMap<number, number>): Promise<void>;
  /** @param most null: as usual */
  setLimit(name: LimitName, most: number | null): Promise<void>;
  /** Those of which the catalogue knows more than a number. */
  listForgotten(): Promise<ForgottenRepository[]>;
  /**
   * Removes all that is known of a repository that was forgotten at least `graceMs` ago: only its number stays, so that it is not given again. The caller has
   * deleted its objects. False where it was not, or was added again.
   */
  eraseRepository(repository: number, graceMs: number): Promise<boolean>;
  /**
   * The database was restored from a backup. Nobody who remembers what was done since then is right any more: scopes that are kept count for nothing, jobs in
   * work are lost, and all repositories are asked for pushes at once. @param keepsTokens else all are revoked, because some of them were, and nobody knows which
   */
  markRestored(keepsTokens: boolean): Promise<Restored>;
}

/** More than a tenant may have. */
export class QuotaError extends AppError {
  constructor(what: string, hint: string) {
    super('ValidationError', what, { hint });
  }
}

export interface OperationCalls {
  /** @param holds for administrators: what its cache takes (bytes), and of how many repositories it has a snapshot */
  beatNode(node: Node, holds?: { bytes: number; repositories: number }): Promise<void>;
  /** Those that were seen within this time, by name. */
  liveNodes(withinMs: number): Promise<Node[]>;
  note(entry: Omit<AuditEntry, 'atMs'>): Promise<void>;
  /** The last ones, the newest first. */
  readAudit(limit: number): Promise<AuditEntry[]>;
  counts(): Promise<Counts>;
}

/** A catalogue that cannot be reached, or refuses. */
export class CatalogueError extends AppError {
  constructor(location: string, what: string, options: { hint?: string; cause?: unknown } = {}) {
    super('DatabaseError', `The catalogue ${location} ${what}`, options);
  }
}
