/**
 * What has changed between two states of a project, what the change reaches, and which tests to run.
 * Invariants: what was cut or could not be read is counted; every test is listed with a reason.
 */
import type { DefinitionKind } from './definition.ts';
import type { GraphState, ReachedNode, Truncation } from './graph.ts';
import type { LinkKind } from './link.ts';

export interface ChangesRequest {
  /** A commit, `a..b` or `a...b`; undefined: the working tree, with what is not tracked. */
  revision?: string;
  /** The commit that the working tree is compared with, instead of HEAD. */
  base?: string;
  /** Only changed files whose present or previous path starts with it. */
  pathPrefix?: string;
  /** How many edges are followed from the changes. */
  maxDepth?: number;
  /** Ignores changes of test files, so that the answer depends on the other changes alone. */
  withoutTests?: boolean;
  signal?: AbortSignal;
}

/** `body`: the text inside; `signature`: also the text in front of the body; `renamed`, `moved`: otherwise the same. */
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
  /** For a renamed or moved definition: its name or path before. */
  before: string | null;
  /** Members added or removed together with it, which are not listed separately. */
  members: number;
  isTest: boolean;
  /** Whether the index, which describes the files on disk, has it. */
  isKnown: boolean;
}

export type ChangedFileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'typeChanged' | 'unmerged';

export interface ChangedFile {
  status: ChangedFileStatus;
  path: string;
  oldPath: string | null;
  isTest: boolean;
  definitions: ChangedDefinition[];
  /** Why its definitions are not shown (`binary`, `not code`, …); null where they are, or where none of them has changed. */
  unread: string | null;
}

/** A place that still names a removed or renamed definition, and whose meaning is now unknown. */
export interface DanglingUse {
  /** `path#Outer.name` of what was removed or renamed. */
  id: string;
  path: string;
  line: number;
  column: number;
  kind: LinkKind;
  /** The innermost definition that contains the place; null at the top of a file. */
  caller: string | null;
}

/** Why a test file is to be run, the strongest first. */
export type TestReason =
  /** It is itself changed. */
  | { kind: 'changed' }
  /** A path from a definition of the test to a changed one: names, each using the next. */
  | { kind: 'reaches'; line: number; use: LinkKind; way: string[]; more: number }
  /** It imports or uses something of a changed file. */
  | { kind: 'uses'; path: string }
  /** It is named after a changed file, or after a changed definition, whose id is then `path`. */
  | { kind: 'named'; path: string }
  /** It has changed together with changed files in this many of the last commits. */
  | { kind: 'history'; commits: number; path: string }
  /** It names a changed definition at an unresolved reference site. */
  | { kind: 'mentions'; name: string; line: number };

export interface TestToRun {
  path: string;
  isChanged: boolean;
  /** Edges from the nearest changed definition; null where the graph does not lead there. */
  distance: number | null;
  reasons: TestReason[];
}

/** Unresolved reference sites that have the name of a changed definition. */
export interface UnresolvedName {
  name: string;
  sites: number;
  files: number;
  /** The place of one of them. */
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
  /** Whether the newer state of the compared files is that on disk. The links of the index describe that state. */
  isOnDisk: boolean;
}

export interface ChangesAnswer {
  compared: ComparedStates;
  /** The examined files: code before tests before others; within each, removed files last; then by path. */
  files: ChangedFile[];
  totalFiles: number;
  /** Files beyond the limits of an answer, which were not examined. */
  skippedFiles: number;
  /** Symbols outside of the changes, without tests: nearest first. */
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
