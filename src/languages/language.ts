/**
 * The contract of a language: one folder below this one, data first, hooks where the grammar needs them.
 * Invariant: a hook never throws on a broken tree (nodes may be missing, `isError`, or empty).
 */
import type { Definition, DefinitionKind } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import type { Import, ImportType } from '../model/import.ts';
import type { FileSummary } from '../model/file-summary.ts';
import type { ReferenceKind } from '../model/reference.ts';

/** The part of a tree-sitter node that hooks may use (web-tree-sitter's `Node` satisfies it). Rows and columns are 0-based. */
export interface SyntaxNode {
  readonly id: number;
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: { row: number; column: number };
  readonly endPosition: { row: number; column: number };
  readonly isNamed: boolean;
  readonly hasError: boolean;
  readonly parent: SyntaxNode | null;
  readonly previousNamedSibling: SyntaxNode | null;
  readonly nextNamedSibling: SyntaxNode | null;
  readonly previousSibling: SyntaxNode | null;
  readonly nextSibling: SyntaxNode | null;
  readonly firstNamedChild: SyntaxNode | null;
  readonly namedChildCount: number;
  /** All nodes of these types below it, in order of start. */
  descendantsOfType(types: string | string[]): (SyntaxNode | null)[];
  readonly childCount: number;
  readonly namedChildren: (SyntaxNode | null)[];
  readonly children: (SyntaxNode | null)[];
  namedChild(index: number): SyntaxNode | null;
  child(index: number): SyntaxNode | null;
  childForFieldName(name: string): SyntaxNode | null;
  childrenForFieldName(name: string): (SyntaxNode | null)[];
}

/** What of a text could not be parsed, by offsets. */
export interface UnreadPart {
  start: number;
  end: number;
}

/** An import as a hook gives it; the engine adds the place and, where `type` is absent, asks `classifyImport`. */
export interface ImportDraft extends Partial<Omit<Import, 'module'>> {
  module: string;
}

/** A file as its facts are collected. */
export interface SummaryTree {
  /** Relative to the project's root, '/'-separated. */
  path: string;
  /** The text that `root`'s offsets count in. */
  text: string;
  root: SyntaxNode;
  /** Places of the file's definitions, in the order of the index. */
  definitions: readonly Pick<Definition, 'line' | 'column'>[];
  /** Also the sites that name what only their own function can see: no other file asks for them. Default: none of these. */
  everySite?: boolean;
}

/** What a language's own parser makes of a file. */
export interface OwnTree {
  root: SyntaxNode;
  /** In order of place. */
  comments: readonly SyntaxNode[];
  imports: SyntaxNode[];
  /** What the query would say of each definition; `pattern`: where one name has several, the lowest counts. */
  definitions: {
    pattern: number;
    kind: DefinitionKind;
    node: SyntaxNode;
    name: SyntaxNode;
    body: SyntaxNode | null;
    params: SyntaxNode | null;
  }[];
}

/** The project as module resolution sees it. */
export interface ModuleProject {
  /** Every file, relative to the root, '/'-separated. */
  paths: readonly string[];
  /** The text of a file; null when it cannot be read. */
  read(path: string): string | null;
}

export interface OpenedModule {
  /** As `ModuleResolver.resolve` gives it. */
  module: string;
  /** Of the namespace. */
  name: string;
  /** Of a type in it whose members are opened; `*` for what the namespace has. */
  path: string;
}

export interface ModuleResolver {
  /**
   * The file, or unit (`unitPath`), that a specifier means as written in a file; null for what is not the project's.
   * @param required by `require`
   */
  resolve(from: string, specifier: string, required: boolean): string | null;
  /** What the project's settings open for a file as if it did itself. Default: nothing. */
  opened?(path: string): readonly OpenedModule[];
  /** Files whose content the answers depend on. */
  readonly configPaths: readonly string[];
}

export interface DefinitionContext {
  /** The captured `@definition.*` node. */
  node: SyntaxNode;
  /** The node of its name. */
  nameNode: SyntaxNode;
  /** The file's root: the same object for all of a file, so that a hook may keep what it found out in a WeakMap by it. */
  root: SyntaxNode;
  /** The file's text; a node's offsets count in it. */
  source: string;
  name: string;
  kind: DefinitionKind;
  /** Kind of the innermost definition around it; null at top level. */
  parentKind: DefinitionKind | null;
}

export interface ReferenceContext {
  /** The captured `@reference.*` node. */
  node: SyntaxNode;
  name: string;
  kind: ReferenceKind;
  /** `NOTE` of `@reference.KIND.NOTE`. */
  note: string;
}

/** A text of the same length and lines as another. */
export interface Reading {
  text: string;
  /** Where something is left out that the other has; null where nothing is. */
  leftOutAt: number | null;
}

/**
 * A language parsed by tree-sitter. Conventions of `query` (one string of patterns):
 * - `@definition.KIND` on the whole definition and `@name` on its name, in one pattern; KIND is a fine kind. Optional in the same pattern:
 *   `@body` (the signature ends where it starts), `@params` (the signature starts there; default: after the name).
 *   When several patterns capture the same node, the first in the query wins.
 * - `@reference.KIND` on the name node of a reference; optional `@receiver` in the same pattern on what stands before it, or on
 *   the path that ends in the name.
 *   When several patterns capture the same name node, the first in the query wins.
 * - `@reference.none` on a name that is no reference though a later pattern takes it for one (a type parameter); with `@scope` in
 *   the same pattern, type references to that name inside the scope are dropped too.
 * - `@import` on a statement: the engine calls `imports(node)`.
 * - `@comment` on every comment.
 * - `@_word` for captures that only serve a predicate of their own pattern; any other name is an error.
 * The engine derives containers from nesting, drops `variable`s inside functions and methods, turns a `function` whose parent is a
 * class, interface or enum into a `method`, folds signatures and cuts comments out of them, finds doc comments that end on the line
 * above, and drops references that stand on the name of a definition. Definitions of one span are side by side (`var a, b int`).
 * With `facts` the query captures no references: the facts say them.
 */
export interface TreeSitterGrammar {
  /** File name of the grammar, `tree-sitter-python.wasm`; a `file:` URL for one that is not ours. */
  wasm: string;
  query: string;
  /** One of its functions is so large that V8's optimising compiler takes gigabytes for it: it is not to. */
  isHuge?: boolean;
  /** The text as the parser is to see it, of the same length and lines (macros that no grammar can read, blanked out). */
  prepare?(text: string): string;
  /** Of a text that the grammar cannot parse whole: other ways to read it, best first. The one that leaves least unread counts. */
  readings?(text: string, unread: readonly UnreadPart[]): Reading[];
  /** The text so that the grammar cannot mistake what it mistook in this tree of it; null where it did not. */
  reread?(root: SyntaxNode, text: string): string | null;
  /**
   * A parser of our own for what is plain and well-formed; null for what is left to the grammar. Its tree and what it says of definitions,
   * imports and comments are the grammar's and the query's. It gives no references, so that only a language with `facts` has one.
   */
  parse?(text: string): OwnTree | null;
  imports?(node: SyntaxNode, root: SyntaxNode): ImportDraft[];
  /** What linking needs to know of the file, references included; without it, those of the query are linked by name alone. */
  summary?(tree: SummaryTree): FileSummary;
  exported?(context: DefinitionContext): boolean;
  /** The docstring when it is not a comment above; null falls back to the comment above, '' means none. */
  docstring?(context: DefinitionContext): string | null;
  decorators?(context: DefinitionContext): string[];
  /** Last word on a kind; null drops the definition. */
  refineKind?(context: DefinitionContext): DefinitionKind | null;
  /** The name where the captured node's text is not it (`:code`, `"adds two"`); a part of that text. For definitions and references. */
  nameText?(name: SyntaxNode): string;
  /** Last word on the kind of a reference captured as `@reference.KIND.NOTE`; null drops it (a bare word that is a local variable). */
  refineReference?(context: ReferenceContext): ReferenceKind | null;
  /** A container that nesting does not show (a Go receiver, a Rust impl, `A::f` in C++); null means nesting decides. */
  container?(context: DefinitionContext): string | null;
  /** The node whose start (and end) is the definition's span when it is not the captured one (a decorated or exported wrapper). */
  span?(node: SyntaxNode): SyntaxNode;
  /** The node where the span starts when that is a sibling before it (Rust attributes); default: the span's own start. */
  spanStart?(node: SyntaxNode): SyntaxNode;
  /** The node where the span ends, when the grammar's node runs on over what follows (Scala); default: the span's own end. */
  spanEnd?(node: SyntaxNode): SyntaxNode;
  /** The node where the signature ends, when it is no `body` field; null means that field. */
  bodyNode?(node: SyntaxNode): SyntaxNode | null;
  /** The real name inside the captured `@name` (a C declarator); null drops the definition. */
  nameNode?(captured: SyntaxNode): SyntaxNode | null;
  /** A comment without its markers, where `usual` (which strips `//`, `///`, `#`, `--`, `/* *\/`, `"""`) does not do. */
  stripComment?(text: string, usual: (text: string) => string): string;
}

/** A definition that one line shows. Invariant of its pattern: anchored (`^`), without `g`, linear in the line, and its match ends with the name. */
export interface LineRule {
  /** The name is the last group that took part (quotes and the like stand outside it or in a look-ahead). */
  pattern: RegExp;
  kind: DefinitionKind;
  /** Tested on the line, where the language's rule of visibility is in it; default: exported. */
  exported?: RegExp;
  /** Only the first one of a name counts (equations of a function, clauses, assignments). */
  once?: boolean;
  /** The line that ends it, where indentation does not show it (`@end`). */
  until?: RegExp;
}

/** An import that one line shows: group 1 is the module, a group `alias` its alias, a group `names` names between blanks or commas. */
export interface LineImport {
  pattern: RegExp;
  /** Overrules `classifyImport`. */
  type?: ImportType;
}

/** What the lines of a file without a grammar tell (`parser: 'text'`). */
export interface LineSyntax {
  lineComments?: readonly string[];
  blockComments?: readonly (readonly [open: string, close: string])[];
  /** Group 1 opens a verbatim block that ends with a line that starts with the same text. */
  fence?: RegExp;
  /** Titles of sections are modules, nested by level: `#` and underlines (Markdown), `=` (AsciiDoc), underlines alone (reStructuredText), `*` (Org). */
  headings?: { mark?: '#' | '=' | '*'; underlines?: string };
  definitions?: readonly LineRule[];
  imports?: readonly LineImport[];
  /** A definition ends where its indentation ends (default), or with its line. */
  span?: 'indent' | 'line';
}

/** What is known of a language without what reads it. */
export interface LanguageTraits {
  /** Lower case, stable: a value of the `language` filter (`typescript`, `csharp`, `cpp`). */
  id: string;
  /** For people: `TypeScript`, `C#`. */
  name: string;
  /** With the dot, lower case; the first is the usual one. */
  extensions: readonly string[];
  /** Whole file names, as written (`Makefile`, `Gemfile`). */
  filenames?: readonly string[];
  /** Programs of a `#!` line (`python`, `python3`). */
  interpreters?: readonly string[];
  /** `code` counts as source in ranking; `prose` and `data` step behind it. */
  nature: 'code' | 'prose' | 'data';
  /**
   * How it is parsed: `ecmascript` by oxc (with `grammar` behind it for broken files), `tree-sitter` by `grammar`, `text` by its words alone.
   */
  parser: 'ecmascript' | 'tree-sitter' | 'text';
  /** Lower-case words that are no tags: the language's keywords and noise. */
  keywords: readonly string[];
}

/** A language of the registry, which is loaded when something is to be read in it. */
export interface LanguageEntry extends LanguageTraits {
  /** Whether names of its files are linked by more than their names: its files have link facts. */
  isLinked: boolean;
  /** Whether nearly all that is written in it is read by a parser of our own (`TreeSitterGrammar.parse`), without the grammar. */
  isPlain: boolean;
  /** The same object each time. */
  load(): Promise<Language>;
}

/** A program of TypeScript or JavaScript that a file of another kind holds. */
export interface EmbeddedProgram {
  /** Of the file's length and lines: its scripts, and what its markup names, as statements. */
  text: string;
  /** The scripts alone, for a file whose markup makes no program. */
  scripts: string;
  /** The file without its scripts. */
  markup: string;
  dialect: 'ts' | 'tsx' | 'jsx';
  /** Offsets in `text` of names that are tags of the markup: it shows what they name. */
  tags: readonly number[];
}

export interface Language extends LanguageTraits {
  /** For `ecmascript`, chosen by extension when the grammar differs (`.tsx`). */
  grammar?: TreeSitterGrammar;
  /** The grammar of a path, where a language's endings need different ones (`.tsx`); default: `grammar`. */
  grammarFor?(path: string): TreeSitterGrammar;
  /** Whether a file whose ending several languages share is this one's, by its first lines (a C++ header named `.h`). */
  claims?(path: string, head: string): boolean;
  /** For `text`: comments, headings, definitions and imports by lines. */
  lines?: LineSyntax;
  /** What a plugin takes from a file, instead of a parser. It may throw. */
  extract?(file: { path: string; text: string }): Extraction;
  /** For `text`: the program that a file holds, which is a component of the file's name; null for none. */
  embedded?(path: string, text: string): EmbeddedProgram | null;
  classifyImport?(module: string): ImportType;
  /** How modules are found, for a language with facts. Languages that name the same function can import each other. */
  modules?: (project: ModuleProject) => ModuleResolver;
}
