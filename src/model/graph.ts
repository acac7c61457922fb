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
  /** The last part of `qualified`; the path for a file. */
  name: string;
  /** `Outer.name`; the path for a file. */
  qualified: string;
  kind: DefinitionKind | 'file';
  path: string;
  /** Line of the name. This line and the next two count from 1, and are 0 for a file. */
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
  /** Set for code of others that the project keeps a copy of. */
  isVendored?: boolean;
  /** Qualified names of the overloads, where the node stands for all of them. */
  overloads?: readonly string[];
  /** Names with parameter types of the signatures that a function has, where they are one symbol (TypeScript's overload lists). */
  signatures?: readonly string[];
}

export interface SymbolFilter {
  /** A path, or the end of one. */
  file?: string;
  module?: string;
  package?: string;
}

/** A name, `Class.method`, `Class.*`, or an id from an earlier answer; a file's path means its top level. */
export interface SymbolQuery extends SymbolFilter {
  symbol: string;
}

/** How a name was understood that no symbol has exactly as it was given. */
export interface NameTaken {
  /** The name that was used instead: `GzipMiddleware`. The name as given, if it is only that of an inherited member. */
  name: string;
  /** Whether `name` differs from the given name in case or spelling. */
  isCorrected: boolean;
  /** The type that declares the member (`QueryCreator`), where the type in `name` inherits it; else null. */
  inheritedFrom: string | null;
}

/** Which symbol a query means. */
export type SymbolChoice =
  | { kind: 'one'; node: SymbolNode; taken?: NameTaken }
  /** Several symbols fit, the likeliest first. `total` also counts candidates that are not listed. */
  | { kind: 'several'; total: number; candidates: SymbolNode[]; taken?: NameTaken }
  /** The members of one type, by `Type.*`, in the order of their declaration. */
  | { kind: 'members'; owner: SymbolNode; members: SymbolNode[]; taken?: NameTaken }
  /** No symbol fits. `nearest`: similar names; `note`: a sentence about why the index may not know the symbol. */
  | { kind: 'none'; nearest: string[]; note?: string | null };

/** The package through which a place of one repository reaches a symbol of another. */
export interface ImportedPackage {
  /** As manifests require it: `@scope/name`, `com.google.code.gson:gson`. */
  name: string;
  /** The versions that the place's repository requires; null where no manifest says so. It is not compared with the version of the code. */
  range: string | null;
  /** Other repositories that were asked and provide a package of this name, so that the place may mean theirs. */
  alsoIn: readonly string[];
}

/** A reference site that makes an edge. */
export interface GraphSite {
  line: number;
  column: number;
  kind: LinkKind;
  resolution: LinkResolution;
  /** The line, trimmed: it says to what a function is handed. Only for some of the sites that hand one on. */
  text?: string;
  /** The place is linked to so many overloads of one function, because its arguments do not tell which is meant. Absent: to one. */
  overloads?: number;
  /** `Link.signatures`. */
  signatures?: number;
  /** Of a place in another repository than the symbol. */
  package?: ImportedPackage;
}

/** The calls of a function with several signatures (TypeScript's overload lists). */
export interface SignatureCalls {
  /** The signatures in the order of their declaration, with the number of calls that mean each; the one that was asked for, or all. */
  signatures: { name: string; line: number; calls: number }[];
  /** Calls that may mean one of `signatures`, and another as well. */
  undecided: number;
}

/** An edge from one symbol to another, by one or more reference sites in the file of `from`. */
export interface GraphEdge {
  from: SymbolNode;
  to: SymbolNode;
  /** In order of position. */
  sites: GraphSite[];
  /**
   * The declaration that the sites name, if that is not `to` itself but a declaration that `to` implements or inherits: a call of an interface's method
   * reaches the implementations. Else null.
   */
  via: SymbolNode | null;
}

/** A symbol that a walk reached. */
export interface ReachedNode {
  node: SymbolNode;
  /** Edges from the start, 1 or more. */
  distance: number;
  /** How the symbol was reached first: edges between it and a symbol one step nearer to the start. */
  edges: GraphEdge[];
}

/** Unresolved reference sites that have the requested name. */
export interface Unresolved {
  /** Number of sites. */
  sites: number;
  /** Number of files with such sites. */
  files: number;
  /** Some of the sites. `caller`: the innermost definition that contains the site; `name`: for callees, the name at the site. */
  samples: { path: string; line: number; column: number; caller: string | null; kind: LinkKind; name?: string }[];
}

/** What a place is at which a text of the project has the name of a symbol. */
export const accountClasses = [
  /** It calls the symbol, also through a declaration that the symbol implements. */
  'calls',
  /** It hands the symbol on. */
  'handedOn',
  /** It imports the symbol, or exports it again. */
  'imports',
  /** It uses the symbol in another way: reads, writes, types, heritage. */
  'uses',
  /** It declares the symbol. */
  'declarations',
  /** It declares, or is linked to, another symbol of the index. */
  'others',
  /** A local name or a field, part of a path, or what comes from outside of the project. */
  'foreign',
  /** A named argument, a key, or an attribute of an element: no link says of what. */
  'labels',
  /** A member of a value from outside the project: such a value may be of a type of the project. */
  'outside',
  /** A reference that could not be resolved. */
  'unresolved',
  /** In a comment, or in documentation. */
  'comments',
  'strings',
  /** In a file whose language is not linked, or not with the symbol's language. */
  'unlinked',
  /** Nothing is known of it. */
  'unclassified',
] as const;
export type AccountClass = (typeof accountClasses)[number];

/** A place in an account. */
export interface AccountPlace {
  path: string;
  line: number;
}

/**
 * What a list of callers, uses or implementers is made of: all places at which the texts of the project, as they are on disk, have the symbol's name
 * as a whole word. The numbers by class add up to `places`.
 */
export interface NameAccount {
  /** The word that was looked for: the symbol's name without the marks of its language. */
  name: string;
  places: number;
  files: number;
  byClass: Record<AccountClass, number>;
  /** Of the class `others`: the symbols with most places. */
  others: { symbol: string; places: number }[];
  /** Some places of the classes that a reader may want to look at. */
  samples: Record<'unresolved' | 'outside' | 'unclassified', AccountPlace[]>;
  /** Linked uses that do not have the name: through an alias, an operator, a variable. */
  unnamed: number;
  /** For a macro: calls outside of functions that are not expanded; what they make has no symbols. */
  unexpanded: number;
  /** Number of files that may have the name but were not read; the account is then of the others. */
  unreadFiles: number;
}

/** What holds for every graph answer. */
export interface GraphState {
  freshness: GraphFreshness;
  /** Languages in the answer's files whose links are made by name only. */
  nameOnlyLanguages: string[];
  /** For an empty answer: a sentence about the code that could not be read; null if all code was read. */
  unread: string | null;
  /** For an answer with lines of notebooks: a sentence about the cells that they are in. */
  cells?: string;
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
  /** Number of symbols that were reached, but whose edges were not followed any further. */
  frontier: number;
}

export interface WalkRequest extends SymbolQuery {
  /** Edges from the start; undefined for no limit (limits of nodes and time always apply). */
  maxDepth?: number;
  /** False: without `account`, for which the texts of the project are searched. For callers and impact only. */
  account?: boolean;
}

/** A place that names a function as a value without handing it to a call: it is stored, returned or compared there. */
export interface ValuePlace {
  path: string;
  isTest: boolean;
  line: number;
  column: number;
  /** The definition that contains the place (`Class.method`); null at the top of a file. */
  container: string | null;
  /** The line, trimmed; empty if it cannot be read. */
  text: string;
}

/** `get_callers`, `get_callees`. */
export interface CallsAnswer {
  target: SymbolNode;
  /** By distance, then by number of sites (most first), then by path and line. */
  reached: ReachedNode[];
  /** Number of sites that name the target without calling it or handing it on; for callers only. */
  otherUses: number;
  /** Of a function: the first of `otherUses` that name it as a value, tests last, and their number. For callers only. */
  values: { total: number; places: ValuePlace[] };
  /** The decorators, annotations or attributes of a function without callers: it may be called through them. For callers only. */
  decorators: readonly string[];
  /** For callers: the language itself may call the target (an operator, a method of loops), also where nothing says so. */
  runsByItself: boolean;
  /** Where nothing calls the target: what implements or overrides it, with the number of places that call that directly. For callers only. */
  implementations?: { node: SymbolNode; calls: number }[];
  /** Of a getter whose setter is a symbol of its own: the setter's id. For callers only. */
  setter?: string;
  /** Of a function with several signatures. Where one of them was asked for, `reached` has only its callers. For callers only. */
  signatures?: SignatureCalls;
  /** For callees: calls of external code are not counted as unresolved. */
  unresolved: Unresolved;
  /**
   * Of a member that nothing is known to call: calls of its name on values from outside the project; absent for none. `isCut`: whether not all files
   * could be searched in time. For callers only.
   */
  outside?: Unresolved & { isCut: boolean };
  /** For callers only; absent for a symbol whose name is no word. */
  account?: NameAccount;
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
  /** Absent for a symbol whose name is no word. */
  account?: NameAccount;
  unresolved: Unresolved;
  truncation: Truncation;
  state: GraphState;
}

export interface PathRequest {
  /** An end that means several symbols means those that the other end leads to, or that lead there. */
  from: SymbolQuery;
  to: SymbolQuery;
  maxDepth: number;
  maxPaths: number;
}

/** Whether a query names symbols by wildcards. The operators of C++ and the receivers of Go (`(*App).Start`) are none. */
export function isPattern(symbol: string): boolean {
  return /[*?]/.test(symbol) && !/operator\W*$|\(\*/.test(symbol.trim());
}

/** The symbols that an end with wildcards (`Store.*`) means. */
export interface PathPattern {
  pattern: string;
  /** All symbols that match. */
  total: number;
  /** Those from or to which paths were looked for, the likeliest. */
  tried: number;
}

export interface PathAnswer {
  /** Of an end with several meanings, or with wildcards: the one on the first path, else the likeliest. */
  from: SymbolNode;
  to: SymbolNode;
  /** How many symbols each end means; 1 where an end has wildcards. */
  meanings: { from: number; to: number };
  /** The ends with wildcards. */
  patterns: { from?: PathPattern; to?: PathPattern };
  /** Shortest first. Each path is a chain of edges from `from` to `to`. Empty if there is no path within `maxDepth`. */
  paths: GraphEdge[][];
  /** If there is no path: how many symbols were visited. */
  visited: number;
  /** If there is no path: whether there is one in the other direction. */
  reversed: boolean;
  /** If there is no path: the unresolved calls in symbols near `from`, those with the name of `to` first, then the nearest. */
  unresolved: Unresolved;
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
  /** `in`: unresolved sites that could use the center; `out`: unresolved calls in it. Empty for a direction that was not requested. */
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
  /** One page: code before tests before generated code; matches in the same case first; then by path and line. */
  symbols: SymbolNode[];
  /** How a name without wildcards was understood that no symbol has as it was given. */
  taken?: NameTaken;
  /** For an empty answer: similar names or ids. */
  nearest: string[];
  /** For an empty answer: symbols that match the pattern, but not the other conditions (type, module, package, exported). */
  others: { total: number; first: SymbolNode | null };
  state: GraphState;
}

/** How a place uses a field or variable; a compound assignment (`+=`) does both. */
export type Access = 'read' | 'write' | 'both';

/** The chunk that contains a use, as it is on disk. */
export interface UsageChunk {
  id: string;
  path: string;
  startLine: number;
  endLine: number;
  /** Without line breaks; very long lines are cut. */
  lines: readonly string[];
}

export interface UsageRequest extends SymbolQuery {
  limit: number;
  /** Only places that read, or only those that write, the field or variable; places that do both count as either. Default: all uses. */
  access?: 'read' | 'write';
}

/** `explain_usage`. */
export interface UsageAnswer {
  /** Every definition that the symbol means, with at most 60 lines of its text and the ids of its chunks. `cutLines`: how many lines are left out. */
  definitions: {
    node: SymbolNode;
    docstring: string | null;
    text: string;
    cutLines: number;
    chunks: readonly string[];
  }[];
  /** Number of all uses of these definitions, without imports. */
  totalUses: number;
  usesByKind: Partial<Record<LinkKind, number>>;
  /** The uses that are shown. */
  uses: {
    path: string;
    isTest: boolean;
    /** Lines of the statement or definition that is shown with the use. */
    startLine: number;
    endLine: number;
    line: number;
    column: number;
    kind: LinkKind;
    resolution: LinkResolution;
    /** The definition that contains the use (`Class.method`); null at the top of a file. */
    caller: string | null;
    /** The line of the use, trimmed. */
    text: string;
    /** How the use reads or writes the value; only where the question asks for readers or writers. */
    access?: Access;
    /** Id of the chunk that contains the use; null if the file has changed since it was linked. */
    chunk: string | null;
  }[];
  /** The chunks of the uses, each once, in the order of the uses. */
  chunks: readonly UsageChunk[];
  /** Absent for a symbol whose name is no word. */
  account?: NameAccount;
  unresolved: Unresolved;
  state: GraphState;
}

/** `code-scout unused`: symbols that nothing in the project uses. */
export interface UnusedRequest {
  /** Only symbols of this file or folder. */
  path?: string;
  /** True: only symbols that other files, or programs outside of the project, can name. Default: only the others. */
  exported?: boolean;
  /** Only symbols of these names. */
  names?: readonly string[];
  /** At most this many symbols are returned. */
  limit: number;
}

/** Why a symbol without a known use is not listed as unused. */
export const leftOffReasons = [
  /** Visible outside of its file or package by the rule of its language: code outside of the project may use it. */
  'exported',
  /** Not visible outside, while exported symbols were requested. */
  'notExported',
  /** Another file exports it again. */
  'reexported',
  /** Its file, as a whole, is a value in other code (`import * as all`, `require`). */
  'wholeFile',
  /** A program, a build or a runtime starts there: `main`, `init`. */
  'entryPoint',
  /** Test code in a file that is not a test. */
  'test',
  /** It, or what contains it, has a decorator, an annotation or an attribute. */
  'decorated',
  /** It overrides or implements another member, or its class has a base outside of the project. */
  'overrides',
  /** The language or its library calls it by itself: constructors, operators, conversions. */
  'implicit',
  /** A member of an interface, of an object or of a type that is written in braces: a value needs it to have that form. */
  'form',
  /** Another declaration of its name, which may stand for it, is used: a header, a variant for another platform. */
  'declaredTwice',
  /** The links of its language are made by name only. */
  'nameOnly',
  /** A reference of its name could not be resolved, and may be a use. */
  'unresolved',
  /** Its name stands in a string, or in a file that is not code. */
  'inText',
  /** Its name stands in code where the graph has no link: a local variable, a macro, a template. */
  'named',
  /** The texts of the project were too long to look for its name. */
  'unchecked',
] as const;
export type LeftOffReason = (typeof leftOffReasons)[number];

export interface UnusedAnswer {
  /** All unused symbols, also those beyond the limit. */
  total: number;
  /** Distinct files of all unused symbols. */
  files: number;
  /** By path, then by line. */
  symbols: SymbolNode[];
  /** Symbols without a known use that are not counted as unused, by the first reason that applies. Reasons without symbols are left out. */
  leftOff: { reason: LeftOffReason; count: number }[];
  /** Number of files whose symbols were looked at. */
  checkedFiles: number;
  /** Number of files that were not looked at, because they are tests, generated, vendored, or examples. */
  skippedFiles: number;
  state: GraphState;
}

export interface CyclesRequest {
  /** What the circles are between. */
  level: 'files' | 'folders' | 'packages';
  /** Only circles with a file of this file or folder. */
  path?: string;
  /** False: imports of types only, which are gone when the program runs, are not followed. Default: true. */
  types?: boolean;
  /** At most this many circles are returned. */
  limit: number;
}

/** An import, or a use, that leads from one part of a circle to the next. */
export interface CycleStep {
  /** The file, the folder, or the name of the package. */
  from: string;
  to: string;
  /** Where the import is: the first of several. `line` is 0 where it is not known. */
  path: string;
  line: number;
  /** The imported file. */
  target: string;
  /** Whether all such imports are of types only. */
  isTypeOnly: boolean;
  /** Whether it is no import, but a use of a type, function or variable, in a language whose imports lead to no files. */
  isUse: boolean;
}

export interface CyclesAnswer {
  level: CyclesRequest['level'];
  /** Number of groups of parts that all import each other, directly or indirectly. */
  groups: number;
  /** Number of files, folders or packages in these groups. */
  members: number;
  /** Number of circles: for each part the shortest one through it, each circle once. */
  total: number;
  /** The shortest first, then by name. */
  cycles: CycleStep[][];
  /** Whether the search for circles ended early in large groups, so that `total` is too small. Groups and members are always whole. */
  isCut: boolean;
  /** Languages of files that have imports, none of which is known to lead to a file. */
  unknownLanguages: string[];
  /**
   * Languages of several files whose imports lead to no files, so that their steps are uses: between files of one folder, where the compiler forbids
   * circles of folders, or between all files.
   */
  ofUses: { language: string; within: 'folder' | 'project' }[];
  state: GraphState;
}

/** `code-scout graph`: the graph of files or symbols of a part of the project. */
export interface GraphDump {
  nodes: SymbolNode[];
  edges: { from: string; to: string; kind: LinkKind; resolution: LinkResolution; count: number }[];
  truncated: boolean;
}

export interface MappedFile {
  path: string;
  language: string;
  lines: number;
  /** Number of definitions. */
  symbols: number;
  isTest: boolean;
  /** Whether its language has links. */
  isLinked: boolean;
  /** Whether a program wrote it, or it is a copy of other people's code. */
  isForeign: boolean;
  /** Name in the nearest manifest; null when there is none. */
  package: string | null;
  /** Reference sites that lead to a symbol of the project. */
  links: number;
  /** Reference sites whose symbol is not known. */
  unresolved: number;
}

export interface FileEdge {
  /** Positions in `FileGraph.files`. */
  from: number;
  to: number;
  /** Number of reference sites, imports among them. 0: an import that names nothing. */
  links: number;
  /** How many of them are linked only because no other definition has the name. */
  guessed: number;
  /** The line of the first import, or else of the first reference site; 0 where it is not known. */
  line: number;
  /** Whether it is an import, or a use in languages whose imports lead to no files. Not between files of one package of Go, which are one unit. */
  isImport: boolean;
  /** Whether all such imports are of types only. */
  isTypeOnly: boolean;
  /** Whether everything that the other file exports is exported again (`export * from`). */
  isWholeReexport: boolean;
}

/** All files of the index, and what leads from one to another: one edge for each pair of files. A map of the project is folded from it. */
export interface FileGraph {
  /** Identifies the state of the index that the graph was made from. */
  generation: number;
  /** All indexed files, by path in code units. */
  files: readonly MappedFile[];
  /** By `from`, then by `to`. */
  edges: readonly FileEdge[];
  /** The folders whose manifest names a package; the empty text is the root. */
  packages: readonly { folder: string; name: string }[];
}
