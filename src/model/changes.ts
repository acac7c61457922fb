/**
 * What has changed between two states of a project, what the change reaches, and which tests to run.
 * Invariants: what was cut or could not be read is counted; every test is listed with a reason.
 */
import type { DefinitionKind } from './definition.ts';
import type { GraphState, ReachedNode, Truncation } from './graph.ts';
import type { LinkKind } from './link.ts';

export interface ChangesRequest {
  /** A commit, `a..b` or `a...b`; undefined: the working tree, including untracked files. */
  revision?: string;
  /** The commit that the working tree is compared with, instead of HEAD. */
  base?: string;
  /** Only changed files whose present or previous path starts with this text. */
  pathPrefix?: string;
  /** How many edges are followed from the changes. */
  maxDepth?: number;
  /** Ignores changes of test files, so that the answer depends on the other changes alone. */
  withoutTests?: boolean;
  signal?: AbortSignal;
}

/**
 * `body`: only the body has changed; `signature`: the signature, the kind or the visibility has changed as well; `renamed`, `moved`: nothing but the name, or
 * the file, has changed.
 */
export type DefinitionChangeKind = 'added' | 'body' | 'signature' | 'renamed' | 'moved' | 'removed';

export interface ChangedDefinition {
  change: DefinitionChangeKind;
  /** `path#Outer.name`; the path alone for the top level of a file. */
  id: string;
  /** The path for the top level of a file. */
  qualified: string;
  kind: DefinitionKind | 'file';
  path: string;
  /** Lines in the newer state; for a removed definition in the older one. 0 for the top level of a file. */
  startLine: number;
  endLine: number;
  exported: boolean;
  signature: string | null;
  /** The earlier path of a `moved` definition; the earlier name of any other definition whose name, or container's name, has changed. Else null. */
  before: string | null;
  /** How many members were added or removed together with the definition. They are not listed separately. */
  members: number;
  isTest: boolean;
  /** Whether the index, which describes the files on disk, has the definition. */
  isKnown: boolean;
}

export type ChangedFileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'typeChanged' | 'unmerged';

export interface ChangedFile {
  status: ChangedFileStatus;
  path: string;
  oldPath: string | null;
  isTest: boolean;
  definitions: ChangedDefinition[];
  /** Why the file's definitions are not shown (`binary`, `not code`, …); null if they are, or if none has changed. */
  unread: string | null;
}

/** A reference site that still names a removed or renamed definition or file, and is now unresolved. */
export interface DanglingUse {
  /** `path#Outer.name` of the definition, or the path of the file, that was removed or renamed. */
  id: string;
  path: string;
  line: number;
  column: number;
  kind: LinkKind;
  /** The innermost definition that contains the site; null at the top of a file. */
  caller: string | null;
}

/** Why a test file is to be run. */
export type TestReason =
  /** The test itself has changed. */
  | { kind: 'changed' }
  /** A definition of the test uses a changed one: `way` has the names on the path between them, each using the next. */
  | { kind: 'reaches'; line: number; use: LinkKind; way: string[]; more: number }
  /** The test imports or uses something of a changed file. */
  | { kind: 'uses'; path: string }
  /** The test is named after a changed file, or after a changed definition. In the second case `path` is the id of the definition. */
  | { kind: 'named'; path: string }
  /** The test has changed together with the changed file, or files of the folder, `path` in this many of the last commits. */
  | { kind: 'history'; commits: number; path: string }
  /** An unresolved reference site of the test has the name of a changed definition, or names a removed one or a removed file (then `name` is its id). */
  | { kind: 'mentions'; name: string; line: number };

export interface TestToRun {
  path: string;
  isChanged: boolean;
  /** Edges from the nearest changed definition; null where the graph does not lead there. */
  distance: number | null;
  /** The strongest first. */
  reasons: TestReason[];
}

/** Unresolved reference sites that have the name of a changed definition. */
export interface UnresolvedName {
  name: string;
  sites: number;
  files: number;
  /** Path and line of one of these sites. */
  path: string;
  line: number;
}

export interface ComparedStates {
  kind: 'workingTree' | 'commit' | 'range';
  /** Short id of the older commit; null: nothing existed before. */
  from: string | null;
  /** Short id of the newer commit; null: the files on disk. */
  to: string | null;
  subject: string | null;
  /** Whether the commit is a merge. A merge is compared with the first of its parents. */
  isMerge: boolean;
  /** Whether the compared files on disk are in the newer state. The links of the index describe the files on disk. */
  isOnDisk: boolean;
}

export interface ChangesAnswer {
  compared: ComparedStates;
  /** The examined files: code before tests before others; within each, removed files last; then by path. */
  files: ChangedFile[];
  totalFiles: number;
  /** Files beyond the limits of an answer, which were not examined. */
  skippedFiles: number;
  /** Reached symbols that are neither changed themselves nor tests, nearest first. */
  reached: ReachedNode[];
  reachedFiles: number;
  /** Best first. */
  tests: TestToRun[];
  dangling: { total: number; places: DanglingUse[] };
  unresolved: { sites: number; names: UnresolvedName[] };
  truncation: Truncation;
  /** Sentences about what the answer does not know. */
  notes: string[];
  state: GraphState;
}

export interface CommitState {
  /** Short id. */
  id: string;
  /** When it was committed (ms since 1970). */
  atMs: number;
  /** First line of the message, cut. */
  subject: string;
}

export interface BranchState {
  name: string;
  isCurrent: boolean;
  /** When its last commit was made (ms since 1970). */
  atMs: number;
}

/** What can be compared. Both lists are empty where there is no git or no repository. */
export interface KnownStates {
  /** The newest first. */
  commits: CommitState[];
  /** The one that changed last first. */
  branches: BranchState[];
}
