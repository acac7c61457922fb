/**
 * Answers to the questions of a language server: what implements a type, what a name at a place means, and what a file or function consists of.
 * Invariant: what is not known is counted or named.
 */
import type { Definition } from './definition.ts';
import type { GraphState, NameAccount, SymbolNode, SymbolQuery, Unresolved } from './graph.ts';
import type { LinkKind, LinkResolution } from './link.ts';

/** `implementers`: what implements, extends or overrides the symbol; `implements`: what the symbol implements, extends or overrides. */
export const implementerDirections = ['implementers', 'implements'] as const;
export type ImplementerDirection = (typeof implementerDirections)[number];

export interface ImplementersRequest extends SymbolQuery {
  direction: ImplementerDirection;
  /** With `account`, for which the texts of the project are searched. For implementers only. */
  account?: true;
}

/** How one type or member is connected with the next: as written, or because a type has all methods of an interface (`implicit`). */
export type TypeRelation = 'extends' | 'implements' | 'overrides' | 'implicit';

/** A type or member that implements another, or that another implements. */
export interface Relative {
  /** Null for a type that the project does not define (`impl Shape for Vec<i32>`), or that has no name. */
  node: SymbolNode | null;
  /** The package of the type where the files of a folder are one (Go) and another type of the answer has its name too; else null. */
  package: string | null;
  /** For a type without a node: the code that says so, on one line. */
  written: string | null;
  /** Where the relation is written; the type's own place for `implicit`. `line` counts from 1. */
  path: string;
  line: number;
  isTest: boolean;
  relation: TypeRelation;
  /** 1: directly. */
  distance: number;
  /** The type in between, one step nearer to the symbol that was asked about; null for a direct relation. */
  through: SymbolNode | null;
}

/** A member of a type, and where it comes from. */
export interface MemberOrigin {
  node: SymbolNode;
  /** The type that declares it, if that is not the type that was asked about. */
  from: SymbolNode | null;
  /** The members that it overrides or implements. */
  overrides: SymbolNode[];
}

/** `get_implementers`. */
export interface ImplementersAnswer {
  target: SymbolNode;
  direction: ImplementerDirection;
  /** By distance, code before tests, then by path and line. */
  found: Relative[];
  /** For a type and `implements`: its members and those that it inherits from types of the project. */
  members: MemberOrigin[];
  /** Heritage clauses that name a type of this name which could not be resolved. */
  unresolved: Unresolved;
  /** Whether values may have the type without naming it (an interface of TypeScript, a protocol of Python). These are not looked for. */
  fitsByForm: boolean;
  /** Whether every type implements it, because it has no methods (Go). */
  isEmpty: boolean;
  /** Embedded types from outside of the project, whose methods are not known, with the place where they are embedded. */
  unknownParts: string[];
  /** What the places are that have the symbol's name; absent where that is no word, and if it was not asked for. */
  account?: NameAccount;
  state: GraphState;
}

/** A place in a file: with a column, or with the name that stands on the line. */
export interface PlaceRequest {
  /** A path, or the end of one. */
  file: string;
  line: number;
  /** From 1, in UTF-16 units. */
  column?: number;
  /** The name on the line, its first occurrence; instead of a column. */
  name?: string;
}

/** A symbol that the name at a place means. */
export interface MeantSymbol {
  node: SymbolNode;
  /** The first doc comment of its declarations. */
  docstring: string | null;
  /** What the place does with it; `definition` where the place is the symbol's own name. */
  kind: LinkKind | 'definition';
  resolution: LinkResolution;
}

/** A variable, parameter or field that only its function knows. */
export interface LocalDeclaration {
  kind: 'variable' | 'parameter' | 'typeParameter' | 'function' | 'field' | 'import';
  line: number;
  column: number;
  /** The line of the declaration, trimmed. */
  text: string;
  /** The function that declares it (`Class.method`); null for none. */
  container: string | null;
  /** For an import: the module as written. */
  module: string | null;
}

/** `get_definition`. */
export interface DefinitionAnswer {
  path: string;
  line: number;
  /** Where the name begins; 0 where there is no name. */
  column: number;
  /** The name at the place; null where there is none. */
  name: string | null;
  symbols: MeantSymbol[];
  local: LocalDeclaration | null;
  /** The definition that contains the place; null at the top of the file. */
  container: string | null;
  /** Where nothing is known: symbols of this name, any of which may be meant, and their number. */
  candidates: { total: number; first: SymbolNode[] };
  state: GraphState;
}

/** Lines of a file, all names of which are asked for. */
export interface NamesRequest {
  /** The whole path. */
  file: string;
  /** From 1, both inclusive. */
  startLine: number;
  endLine: number;
}

/** A place in a file that names a symbol. */
export interface NamedPlace {
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** `definition`: the place is the symbol's own name. */
  kind: LinkKind | 'definition';
  resolution: LinkResolution;
  /** An index into `symbols`. */
  symbol: number;
}

export interface NamesAnswer {
  path: string;
  /** In order of position; a place that names several symbols is there for each. Empty for a file without links. */
  places: NamedPlace[];
  symbols: SymbolNode[];
  state: GraphState;
}

/** A file that another is linked with. */
export interface LinkedFile {
  path: string;
  /** Number of the reference sites. */
  sites: number;
  /** Whether one of the sites is an import. */
  isImport: boolean;
  isTest: boolean;
}

export interface FileLinksAnswer {
  path: string;
  /** Files with links into the file, most sites first, then by path. */
  usedBy: LinkedFile[];
  /** Files that the file has links into. */
  uses: LinkedFile[];
  state: GraphState;
}

/** What a part of a line is, as far as it is no name. */
export type SpanKind = 'comment' | 'string' | 'keyword' | 'number';

/** A part of a line. */
export interface CodeSpan {
  /** From 0, in UTF-16 units. */
  start: number;
  length: number;
  kind: SpanKind;
}

/** Lines of a file with what is known of them, for a reader. */
export interface CodePage {
  path: string;
  /** Language id. */
  language: string;
  /** Whether the file is in the index. */
  indexed: boolean;
  totalLines: number;
  /** The first of `lines`, from 1. */
  startLine: number;
  lines: readonly string[];
  /** For each line: what is a comment, a string, a keyword or a number. */
  spans: readonly (readonly CodeSpan[])[];
  names: NamesAnswer;
}

/** A definition in the outline of a file. Lines count from 1. */
export interface OutlineSymbol {
  name: string;
  /** `cell`: a cell of a notebook. */
  kind: SymbolNode['kind'] | 'cell';
  signature: string | null;
  exported: boolean;
  startLine: number;
  endLine: number;
  /** 0 at the top of the file. */
  depth: number;
}

/** A statement in the outline of a function. */
export interface OutlineStep {
  /** What it is: `if`, `else`, `for`, `return`, `call` … */
  kind: string;
  /** Its head, on one line: the condition, the value, the called name. */
  text: string;
  line: number;
  endLine: number;
  /** Number of the enclosing steps that have a block. */
  depth: number;
}

/** `symbol` may also be the path of a file of any language, or its end. */
export type OutlineRequest = SymbolQuery & {
  /** False: the answer has no statements, and no parser is loaded. */
  steps?: boolean;
};

/** `get_outline`. */
export type OutlineAnswer =
  | {
      of: 'file';
      path: string;
      language: string;
      /** 0 where the file cannot be read. */
      lines: number;
      symbols: OutlineSymbol[];
      state: GraphState;
    }
  | {
      of: 'symbol';
      node: SymbolNode;
      /** The symbols that it contains; empty for a function without inner definitions. */
      symbols: OutlineSymbol[];
      /** The statements of a function; null where the language has no grammar, or for another kind of symbol. */
      steps: OutlineStep[] | null;
      state: GraphState;
    };

/** A part of a file. */
export interface TextSpan {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
}

/** A place that names something. */
export interface NamePlace {
  path: string;
  line: number;
  column: number;
  /** The length of the name, in UTF-16 units. */
  length: number;
}

/** A declaration of a symbol: where its name is, and the whole of it. */
export interface DeclarationPlace extends NamePlace, TextSpan {
  node: SymbolNode;
}

/** A place that uses a symbol or a local name. */
export interface UsePlace extends NamePlace {
  kind: LinkKind;
  resolution: LinkResolution;
  isTest: boolean;
}

export interface UsesRequest {
  /** Ids of symbols (`SymbolNode.id`). */
  symbols: readonly string[];
}

/** All uses of symbols, imports included, by path and place. */
export interface UsesAnswer {
  uses: UsePlace[];
  state: GraphState;
}

/** A file's definitions with their columns. */
export type FileDefinition = Omit<Definition, 'docstring' | 'decorators'>;

/** A name in a file, with the kind of what it means. */
export interface NameKind {
  line: number;
  column: number;
  length: number;
  kind: SymbolNode['kind'];
  isDeclaration: boolean;
}

/** A place in a file that names a file of the project: the module of an import, or a path in a comment. */
export interface TextLink {
  line: number;
  column: number;
  length: number;
  /** From the root. */
  target: string;
}

/** The places in a file that name other files. */
export interface TextLinksAnswer {
  /** In order of place. */
  links: TextLink[];
  state: GraphState;
}

/** The definitions of a file. */
export interface FileAnswer {
  path: string;
  language: string;
  /** In order of their start. */
  definitions: FileDefinition[];
  /** The id of the symbol of each definition. */
  ids: string[];
  state: GraphState;
}

/** The names in a file that mean something of the project. */
export interface NameKindsAnswer {
  /** In order of place, each place once. */
  names: NameKind[];
  state: GraphState;
}

/** The uses of a variable, parameter or field that only its function knows, its declaration among them. */
export interface LocalUsesAnswer {
  path: string;
  uses: { line: number; column: number; length: number }[];
  state: GraphState;
}

/** The types of what a place names, as far as its declaration or its first value writes them. */
export interface TypesAnswer {
  types: SymbolNode[];
  state: GraphState;
}
