/** The part of the explorer's contract about the structure of a project: its map, its paths, what a change reaches, its state. */
import type { ChangedFileStatus, ComparedStates, DefinitionChangeKind, KnownStates } from '../model/changes.ts';
import type { LeftOutReason } from '../model/file.ts';
import type { LeftOffReason, SymbolNode } from '../model/graph.ts';
import type { LinkKind, LinkResolution } from '../model/link.ts';
import type { Listed, NoParameters, SymbolRef } from './list-contract.ts';

/** A part of the project on the map. */
export interface MapBox {
  /** The path of a folder or file; `FOLDER/.` for the files directly in an unfolded folder. */
  id: string;
  kind: 'folder' | 'file' | 'files';
  /** The last part of the path, or several where folders contain nothing but one folder. */
  name: string;
  /** The path before the name; empty at the top. */
  context: string;
  /** The name of the package whose manifest is in the folder; null for none. */
  package: string | null;
  files: number;
  lines: number;
  symbols: number;
  /** Latest commits that changed a file of it. */
  changes: number;
  /** Files outside of it that use it. */
  users: number;
  /** `changes` times `users`, as the square root of its share of the largest on the map: 0 to 1. */
  heat: number;
  /** Whether it can be unfolded. */
  canOpen: boolean;
  /** The group of parts that all import each other; null for none. */
  group: number | null;
}

/** What leads from one box to another. */
export interface MapEdge {
  /** Positions in `boxes`. */
  from: number;
  to: number;
  /** Reference sites, imports among them; at least 1. */
  links: number;
  /** Pairs of files. */
  pairs: number;
  /** Whether an import leads there, or a use in languages whose imports lead to no files. */
  isImport: boolean;
  /** Whether all links are known only by a name that nothing else has. */
  isGuessed: boolean;
  /** Whether both boxes are in one group. */
  isInCycle: boolean;
  /** Whether it leads to a box that stands before its own: with `isInCycle` it closes a circle. */
  isBack: boolean;
  /** Whether other edges of the map lead from one box to the other as well. */
  isImplied: boolean;
}

export interface MapCycle {
  group: number;
  /** Each leads to the next, and the last to the first. */
  steps: {
    from: string;
    to: string;
    /** The file with the import, and the line of it; 0 where it is not known. */
    path: string;
    line: number;
    target: string;
    isTypeOnly: boolean;
  }[];
}

/** `map`: the folders of the project, and what depends on what. */
export interface MapAnswer {
  /** What uses others comes before what is used. */
  boxes: MapBox[];
  /** Heaviest first. */
  edges: MapEdge[];
  /** All, also those beyond the caps. `filesLeftOut`: tests, generated and vendored files, and files without code. */
  total: { boxes: number; edges: number; files: number; lines: number };
  filesLeftOut: { tests: number; foreign: number; withoutCode: number };
  /** Edges with fewer links than `least`. */
  edgesBelow: number;
  /** Folders that are unfolded, from the outside. `byRule`: without being asked for. */
  opened: { id: string; byRule: boolean }[];
  hidden: string[];
  /** Groups of boxes that all import each other: their sizes. */
  groups: number[];
  /** For each box of a group the shortest circle through it, each once; the shortest first. */
  cycles: Listed<MapCycle>;
  /** Commits that `changes` was counted in. */
  commits: number;
  note: string | null;
}

/** Ids of boxes are joined by `//`, which no path has. */
export interface MapParameters {
  open?: string;
  fold?: string;
  hide?: string;
  /** Edges with fewer links are left out; default 1. */
  least?: number;
  tests?: 'with' | 'without';
}

/** `mapEdge`: the imports and links behind an edge. */
export interface MapEdgeAnswer {
  links: number;
  /** Imports first, then by number of links. */
  pairs: Listed<{
    from: string;
    to: string;
    line: number;
    /** The line, trimmed; empty where it cannot be read. */
    text: string;
    links: number;
    guessed: number;
    isImport: boolean;
    isTypeOnly: boolean;
  }>;
  note: string | null;
}

/** A symbol that a change reaches. Its id is `path#qualified`, for a file `path`. */
export interface ReachedRef {
  qualified: string;
  path: string;
  kind: SymbolNode['kind'];
  /** The symbol that it uses on the way, and the line where. */
  through: string;
  line: number;
  use: LinkKind;
  resolution: LinkResolution;
}

export interface ReachedGroup {
  /** The package, or the folder where there are no packages. */
  name: string;
  symbols: Listed<ReachedRef>;
}

export interface ImpactColumn {
  /** Edges from the change. */
  distance: number;
  total: number;
  /** Groups of which symbols are shown. */
  groups: ReachedGroup[];
  /** The symbols that no group shows: how many, and the folders of their files with the most of them. */
  rest: { symbols: number; folders: Listed<{ folder: string; symbols: number }> };
}

export interface ChangedRef {
  id: string;
  qualified: string;
  kind: SymbolNode['kind'];
  change: DefinitionChangeKind;
  line: number;
  exported: boolean;
}

export interface ChangedFileRef {
  path: string;
  status: ChangedFileStatus;
  isTest: boolean;
  /** Why its definitions are not shown; null if they are. */
  unread: string | null;
  definitions: Listed<ChangedRef>;
}

/** `impact`: what a symbol or a change reaches. */
export interface ImpactAnswer {
  /** What the answer is about: a symbol; a comparison; or a name that is not one symbol. */
  of:
    | { kind: 'symbol'; symbol: SymbolRef }
    | { kind: 'changes'; compared: ComparedStates; files: Listed<ChangedFileRef>; definitions: number }
    | { kind: 'several'; candidates: Listed<SymbolRef> }
    | { kind: 'none'; nearest: string[] };
  /** Symbols that are reached, without tests. */
  reached: number;
  reachedFiles: number;
  shown: number;
  columns: ImpactColumn[];
  /** Best first. `reason`: one phrase. */
  tests: Listed<{ path: string; distance: number | null; isChanged: boolean; reason: string }>;
  /** Places that could not be resolved and may belong to the answer. */
  unresolved: { sites: number; places: Listed<{ path: string; line: number; name: string }> };
  /** Places that name what was removed. */
  dangling: Listed<{ path: string; line: number; name: string }>;
  /** Symbols whose users were not looked for any more. */
  frontier: number;
  notes: string[];
  /** All of it as Markdown. */
  markdown: string;
}

export interface ImpactParameters {
  /** An id or a name. Without it the answer is about changes. */
  id?: string;
  /** A commit, `a..b` or `a...b`; without it the working tree. */
  revision?: string;
  /** What the working tree is compared with, instead of the last commit. */
  base?: string;
  depth?: number;
}

/** Seven lines of a file, around the one that matters. */
export interface Excerpt {
  path: string;
  /** From 1. */
  startLine: number;
  lines: string[];
  /** The line that matters. */
  line: number;
}

export interface PathStep {
  symbol: SymbolRef;
  /** How it leads to the next step; null for the last. */
  next: {
    kind: LinkKind;
    resolution: LinkResolution;
    line: number;
    sites: number;
    /** The declaration that the line names, where the next symbol implements it; else null. */
    via: string | null;
    /** Known only by its name, or reached through a declaration that it implements. */
    isInferred: boolean;
  } | null;
  /** The lines around the call; for the last step the beginning of the symbol. */
  code: Excerpt | null;
}

/** `path`: how one symbol leads to another. */
export interface PathAnswer {
  ends: { from: PathEnd; to: PathEnd };
  /** Number of paths that were found, the shortest first, and which of them this is, from 0. */
  paths: number;
  at: number;
  steps: PathStep[];
  /** Where there is no path: whether there is one in the other direction, and what could not be resolved near the start. */
  reversed: boolean;
  unresolved: number;
  visited: number;
  notes: string[];
}

/** An end of a path: one symbol; several to choose from, where the name does not tell; or none. */
export interface PathEnd {
  symbol: SymbolRef | null;
  candidates: Listed<SymbolRef>;
  nearest: string[];
}

export interface PathParameters {
  from: string;
  to: string;
  at?: number;
}

/** `entries`: where the project is entered from outside. */
export interface EntriesAnswer {
  commands: Listed<{
    name: string;
    /** What says so: `package.json`, `main function`. */
    source: string;
    /** The file or symbol that runs. Null where it is not in the index: it is built. */
    target: SymbolRef | null;
    /** What the manifest names. */
    written: string;
  }>;
  /** By module, or by package. `file`: its file; for `isFolder` the folder whose files export it, empty for the root. */
  exported: Listed<{ package: string; file: string; isFolder: boolean; symbols: Listed<SymbolRef> }>;
  tests: { files: number; folders: Listed<{ folder: string; files: number }> };
  notes: string[];
}

/** `unused`: symbols without a known use. */
export interface UnusedShown {
  total: number;
  files: number;
  symbols: Listed<SymbolRef>;
  leftOff: { reason: LeftOffReason; count: number }[];
  checkedFiles: number;
  skippedFiles: number;
  note: string | null;
}

export interface UnusedParameters {
  path?: string;
  exported?: 'yes' | 'no';
}

/** `health`: what the index knows, what it does not, and how it is used. */
export interface HealthAnswer {
  status: 'idle' | 'indexing' | 'failed' | 'absent';
  lastIndexed: string | null;
  /** How the index may differ from the disk; null if it does not. */
  note: string | null;
  notice: string | null;
  files: number;
  filesWithIssues: number;
  definitions: number;
  references: number;
  /** Bytes. */
  indexSize: number;
  leftOut: { reason: LeftOutReason; count: number; samples: { path: string; detail: string | null }[] }[];
  /** By language: linked and unresolved reference sites, most files first. */
  languages: { language: string; files: number; lines: number; links: number; unresolved: number }[];
  /** The files with most unresolved sites. */
  worst: Listed<{ path: string; links: number; unresolved: number }>;
  /** Null for several projects together: calls are counted for each. */
  usage: {
    days: number;
    counting: boolean;
    calls: number;
    failed: number;
    tools: { tool: string; calls: number; failed: number; p50Ms: number; p95Ms: number }[];
    byDay: { day: string; calls: number }[];
    popular: { tool: string; query: string; calls: number; found: number }[];
  } | null;
}

/** `checks`: what can be checked of the installation and the index. Takes seconds. */
export interface ChecksAnswer {
  checks: { name: string; ok: boolean; detail: string; hint: string | null }[];
}

/** Question -> its parameters, and its answer. */
export interface StructureQuestions {
  map: { parameters: MapParameters; answer: MapAnswer };
  mapEdge: { parameters: { from: string; to: string; tests?: 'with' | 'without' }; answer: MapEdgeAnswer };
  impact: { parameters: ImpactParameters; answer: ImpactAnswer };
  states: { parameters: NoParameters; answer: KnownStates };
  path: { parameters: PathParameters; answer: PathAnswer };
  entries: { parameters: NoParameters; answer: EntriesAnswer };
  unused: { parameters: UnusedParameters; answer: UnusedShown };
  health: { parameters: NoParameters; answer: HealthAnswer };
  checks: { parameters: NoParameters; answer: ChecksAnswer };
}
