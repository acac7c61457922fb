/**
 * What has changed between two states of a project, what that reaches, and the tests to run for it.
 * Invariants: what was cut or could not be read is counted; a test is named with the reason for it.
 */
import type { DefinitionKind } from './definition.ts';
import type { GraphState, ReachedNode, Truncation } from './graph.ts';
import type { LinkKind } from './link.ts';

export interface ChangesRequest {
  /** A commit, `a..b` or `a...b`; undefined: the working tree, with what is not tracked. */
  revision?: string;
  /** The commit that the working tree is compared with, instead of HEAD. */
  base?: string;
  /** Only changed files whose path starts with it, before or now. */
  pathPrefix?: string;
  /** Steps that are followed from what has changed. */
  maxDepth?: number;
  /** Leaves changed test files aside, as though they had not been changed: what would the rest alone say? */
  withoutTests?: boolean;
  signal?: AbortSignal;
}

/** `body`: the text within; `signature`: also what stands before it; `renamed`, `moved`: else the same. */
export type DefinitionChangeKind = 'added' | 'body' | 'signature' | 'renamed' | 'moved' | 'removed';

export interface ChangedDefinition {
  change: DefinitionChangeKind;
  /** `path#Outer.name`; the path alone for the top level of a file. */
  id: string;
  /** The path for the top level of a file. */
  qualified: string;
  kind: DefinitionKind | 'file';
  path: string;
  /** In the newer state; of what is removed in the older one. 0 for the top level of a file. */
  startLine: number;
  endLine: number;
  exported: boolean;
  signature: string | null;
  /** Of what was renamed or moved: its name or path before. */
  before: string | null;
  /** Members that were added or removed with it, and are not listed on their own. */
  members: number;
  isTest: boolean;
  /** The index, which is of the files on disk, has it. */
  isKnown: boolean;
}

export type ChangedFileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'typeChanged' | 'unmerged';

export interface ChangedFile {
  status: ChangedFileStatus;
  path: string;
  oldPath: string | null;
  isTest: boolean;
  definitions: ChangedDefinition[];
  /** Why it has no definitions to show (`binary`, `not code`, …); null where it has, or where none of them has changed. */
  unread: string | null;
}

/** A definition that is gone is still named where nobody knows what that means now. */
export interface DanglingUse {
  /** `path#Outer.name` of what was removed or renamed. */
  id: string;
  path: string;
  line: number;
  column: number;
  kind: LinkKind;
  /** The definition around the place; null at the top of a file. */
  caller: string | null;
}

/** Why a test file is to be run, the strongest first. */
export type TestReason =
  /** It is itself changed. */
  | { kind: 'changed' }
  /** Names from a definition of the test to a changed one, each using the next. */
  | { kind: 'reaches'; line: number; use: LinkKind; way: string[]; more: number }
  /** It imports or uses something of a changed file. */
  | { kind: 'uses'; path: string }
  /** It is called after a changed file, or after a changed definition, whose id is then the path. */
  | { kind: 'named'; path: string }
  /** It has changed together with changed files in so many of the last commits. */
  | { kind: 'history'; commits: number; path: string }
  /** It names a changed definition at a place that nobody could resolve. */
  | { kind: 'mentions'; name: string; line: number };

export interface TestToRun {
  path: string;
  isChanged: boolean;
  /** Edges from the nearest changed definition; null where the graph does not lead there. */
  distance: number | null;
  reasons: TestReason[];
}

/** Places of a changed definition's name that nobody could resolve. */
export interface UnresolvedName {
  name: string;
  sites: number;
  files: number;
  /** One of them. */
  path: string;
  line: number;
}

export interface ComparedStates {
  kind: 'workingTree' | 'commit' | 'range';
  /** Short ids; `from` null: there was nothing; `to` null: the files on disk. */
  from: string | null;
  to: string | null;
  subject: string | null;
  /** A merge is compared with the first of its parents. */
  isMerge: boolean;
  /** The newer state is that of the files on disk, as far as files of the comparison go: links are of it. */
  isOnDisk: boolean;
}

export interface ChangesAnswer {
  compared: ComparedStates;
  /** Those that were looked into: code before tests before others, of each what is gone last, then by path. */
  files: ChangedFile[];
  totalFiles: number;
  /** Beyond the bounds of an answer, and not looked into. */
  skippedFiles: number;
  /** Outside of what has changed, tests apart: nearest first. */
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
