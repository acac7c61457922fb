/**
 * Answers about the code graph, as the engine gives them and every front end prints them.
 * Invariants: every edge says how it was resolved; what was cut is counted; what could not be resolved but may belong to the answer is counted
 * and sampled.
 */
import type { DefinitionKind } from './definition.ts';
import type { LinkKind, LinkResolution } from './link.ts';

/** All declarations of one qualified name in one file, or a file's top level. */
export interface SymbolNode {
  /** Stable: `path#Outer.name`; `path` alone for the top level of a file. */
  id: string;
  /** `name` is the last part of `qualified`; both are the path for a file. */
  name: string;
  qualified: string;
  kind: DefinitionKind | 'file';
  path: string;
  /** 1-based lines of its name, its start and its end. 0 for a file. */
  line: number;
  startLine: number;
  endLine: number;
  exported: boolean;
  /** Text after the name (`(a: number): void`); null for none. */
  signature: string | null;
  /** Name in the nearest manifest; null when there is none. */
  package: string | null;
  /** First folder below the package's source root; null at its top. */
  module: string | null;
  isTest: boolean;
  /** Qualified names of the overloads, where the node stands for all of them. */
  overloads?: readonly string[];
}

export interface SymbolFilter {
  /** A path, or the end of one. */
  file?: string;
  module?: string;
  package?: string;
}

/** A name, `Class.method`, or an id from an earlier answer; a file's path means its top level. */
export interface SymbolQuery extends SymbolFilter {
  symbol: string;
}

/** Which symbol a query means. */
export type SymbolChoice =
  | { kind: 'one'; node: SymbolNode }
  /** Several: the caller has to narrow. `total` counts those that are not listed too. */
  | { kind: 'several'; total: number; candidates: SymbolNode[] }
  /** None: similar names, and a sentence about why the index may not know it. */
  | { kind: 'none'; nearest: string[]; note?: string | null };

/** A place that makes an edge. */
export interface GraphSite {
  line: number;
  column: number;
  kind: LinkKind;
  resolution: LinkResolution;
}

/** From one symbol to another, by one or more places in the file of `from`. */
export interface GraphEdge {
  from: SymbolNode;
  to: SymbolNode;
  /** In order of place. */
  sites: GraphSite[];
  /**
   * Set when the link goes through a declaration that the other end implements or inherits (a call of an interface's method reaches its
   * implementations): the declaration that the places themselves name.
   */
  via: SymbolNode | null;
}

/** A symbol that a walk reached. */
export interface ReachedNode {
  node: SymbolNode;
  /** Edges from the start, 1 or more. */
  distance: number;
  /** How it was reached first: edges between it and a node one step nearer to the start. */
  edges: GraphEdge[];
}

/** Unresolved reference sites that have the name asked for. */
export interface Unresolved {
  /** How many places, and in how many files. */
  sites: number;
  files: number;
  /** Some of them. `caller` is the innermost definition that contains the place; `name` the name at the place (for callees, where it is not the target's own). */
  samples: { path: string; line: number; column: number; caller: string | null; kind: LinkKind; name?: string }[];
}

/** What holds for every graph answer. */
export interface GraphState {
  freshness: GraphFreshness;
  /** Languages in the answer's files whose links are made by name only. */
  nameOnlyLanguages: string[];
  /** For an empty answer: a sentence about the code that could not be read; null where all was read. */
  unread: string | null;
}

export interface GraphFreshness {
  state: 'fresh' | 'indexing' | 'unknown';
  /** Files that had changed and were read again for this answer. */
  refreshed: number;
  /** A note about the state; null for none. */
  note: string | null;
}

export interface Truncation {
  /** Why the walk ended early: `nodes`, `time`; null when it did not. */
  reason: 'nodes' | 'time' | null;
  /** Symbols that were reached, but whose own edges were not followed. */
  frontier: number;
}

export interface WalkRequest extends SymbolQuery {
  /** Edges from the start; undefined for no limit (limits of nodes and time always apply). */
  maxDepth?: number;
}

/** `get_callers`, `get_callees`. */
export interface CallsAnswer {
  target: SymbolNode;
  /** By distance, then by number of places (most first), then by path and line. */
  reached: ReachedNode[];
  /** Places that name the target without calling it (a function passed as a value); for callers only. */
  otherUses: number;
  unresolved: Unresolved;
  /** For callees: calls of external code are not counted as unresolved. */
  truncation: Truncation;
  state: GraphState;
}

/** `get_impact`. */
export interface ImpactAnswer {
  target: SymbolNode;
  reached: ReachedNode[];
  /** Distinct files of `reached`, without tests. */
  files: number;
  testFiles: number;
  unresolved: Unresolved;
  truncation: Truncation;
  state: GraphState;
}

export interface PathRequest {
  from: SymbolQuery;
  to: SymbolQuery;
  maxDepth: number;
  maxPaths: number;
}

export interface PathAnswer {
  from: SymbolNode;
  to: SymbolNode;
  /** Shortest first; each a chain of edges from `from` to `to`. Empty for no path within `maxDepth`. */
  paths: GraphEdge[][];
  /** When empty: how many symbols were visited, and whether there is a path in the other direction. */
  visited: number;
  reversed: boolean;
  truncation: Truncation;
  state: GraphState;
}

export interface NeighboursRequest extends SymbolQuery {
  maxDepth: number;
  direction: 'in' | 'out' | 'both';
}

export interface NeighboursAnswer {
  center: SymbolNode;
  nodes: { node: SymbolNode; distance: number }[];
  /** Among `center` and `nodes`. */
  edges: GraphEdge[];
  /** Unresolved sites that could use the center, and unresolved calls in it; empty for a direction that was not asked for. */
  unresolved: { in: Unresolved; out: Unresolved };
  truncation: Truncation;
  state: GraphState;
}

/** A search for symbols by a pattern of their names. */
export interface SymbolSearchRequest {
  /** Glob on the symbol's name (`*`, `?`, `{a,b}`, `[ab]`); with a dot it is matched against the qualified name. Ignores case. */
  pattern: string;
  type?: DefinitionKind;
  module?: string;
  package?: string;
  exported?: boolean;
  offset: number;
  limit: number;
}

export interface SymbolSearchAnswer {
  total: number;
  files: number;
  /** A page: code before tests before generated code; of one name, matches in the same case first; then by path and line. */
  symbols: SymbolNode[];
  /** For an empty answer: similar names or ids. */
  nearest: string[];
  /** For an empty answer: what matches apart from its type, module, package or whether it is exported. */
  others: { total: number; first: SymbolNode | null };
  state: GraphState;
}

/** The chunk that contains a use, as it is on disk. */
export interface UsageChunk {
  id: string;
  path: string;
  startLine: number;
  endLine: number;
  /** Without line breaks; very long lines are cut. */
  lines: readonly string[];
}

/** `explain_usage`. */
export interface UsageAnswer {
  /** Every definition that the symbol means, each with its text (at most 60 lines of it) and the ids of its chunks. */
  definitions: {
    node: SymbolNode;
    docstring: string | null;
    text: string;
    cutLines: number;
    chunks: readonly string[];
  }[];
  /** All uses of those definitions without imports; `uses` are those that are shown. */
  totalUses: number;
  usesByKind: Partial<Record<LinkKind, number>>;
  uses: {
    path: string;
    isTest: boolean;
    /** Lines of the statement or definition that is shown with it. */
    startLine: number;
    endLine: number;
    line: number;
    column: number;
    kind: LinkKind;
    resolution: LinkResolution;
    /** The definition that contains it (`Class.method`); null at the top of a file. */
    caller: string | null;
    /** The line of the place, trimmed. */
    text: string;
    /** Id of its chunk; null where its file has changed since it was linked. */
    chunk: string | null;
  }[];
  /** The chunks of the uses, each once, in the order of the uses. */
  chunks: readonly UsageChunk[];
  unresolved: Unresolved;
  state: GraphState;
}

/** `code-scout graph`: the graph of files or symbols of a part of the project. */
export interface GraphDump {
  nodes: SymbolNode[];
  edges: { from: string; to: string; kind: LinkKind; resolution: LinkResolution; count: number }[];
  truncated: boolean;
}
