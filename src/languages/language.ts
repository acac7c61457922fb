/**
 * The contract of a language. Each language is a folder below this one: data first, hooks where the grammar needs them.
 * Invariant: a hook never throws on a broken tree, where nodes may be absent, empty or of type `ERROR`.
 */
import type { Ecosystem } from './ecosystem.ts';
import type { FileMacros, MacroContext } from '../model/macros.ts';
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
  /** All nodes of these types below the node, in order of start. */
  descendantsOfType(types: string | string[]): (SyntaxNode | null)[];
  readonly childCount: number;
  readonly namedChildren: (SyntaxNode | null)[];
  readonly children: (SyntaxNode | null)[];
  namedChild(index: number): SyntaxNode | null;
  child(index: number): SyntaxNode | null;
  childForFieldName(name: string): SyntaxNode | null;
  childrenForFieldName(name: string): (SyntaxNode | null)[];
}

/** A part of a text that could not be parsed, by offsets. */
export interface UnreadPart {
  start: number;
  end: number;
}

/** An import as a hook returns it. The extraction adds the line and, where `type` is absent, asks `classifyImport`. */
export interface ImportDraft extends Partial<Omit<Import, 'module'>> {
  module: string;
}

/** What a macro makes of a call in an expression. */
export interface MadeExpression {
  /** Offset in the text of the expansion. */
  at: number;
  /** The place of the call in the file, from its first character to behind its last. */
  from: { line: number; column: number };
  to: { line: number; column: number };
}

/** Declarations that a file does not write out, as a text of their own: what macros make of its calls. Lines and columns from 1. */
export interface Expansion {
  text: string;
  /** The offsets in the file of the calls that are expanded. */
  calls: ReadonlySet<number>;
  /** The names of the macros that are expanded to declarations. */
  macros: ReadonlySet<string>;
  /** By the offset in the file of a call in an expression: the offset in `text` of the constant whose value the call has, and the call's place. */
  expressions: ReadonlyMap<number, MadeExpression>;
  /** By the offset in the file of a macro: its rules as code. Macros that are expanded to declarations have none. */
  templates: ReadonlyMap<number, readonly RuleTemplate[]>;
  /** Whether the name at a place of `text` has a place of its own in the file, as a definition. */
  isPlaced(line: number, column: number): boolean;
  /** The place in the file that a place of `text` comes from. */
  placeOf(line: number, column: number): { line: number; column: number };
  /** The place in the file of the call that made a line of `text`. */
  spanOf(line: number): Pick<Definition, 'startLine' | 'startColumn' | 'endLine' | 'endColumn'>;
}

/** A rule of a macro as code, in which names stand for the variables of the rule. */
export interface RuleTemplate {
  /** The offset in the expansion's text of the constant whose value the code is. */
  at: number;
  /** The names of the variables with the kinds of their fragments, in order. */
  variables: ReadonlyMap<string, string>;
  /** Whether the rule takes a list of single variables, so that arguments are told by their position. */
  isList: boolean;
}

/** A parsed file whose summary is to be made. */
export interface SummaryTree {
  /** Relative to the project's root, '/'-separated. */
  path: string;
  /** The text to which the offsets of `root` refer. */
  text: string;
  root: SyntaxNode;
  /** Places of the file's definitions, in the order of the index. */
  definitions: readonly Pick<Definition, 'line' | 'column'>[];
  /** What macros make, and its tree. Its definitions are among `definitions`. */
  expanded?: { expansion: Expansion; root: SyntaxNode } | null;
  /**
   * Also record reference sites of names that only the enclosing function can see, such as local variables. Links between files
   * never need these sites. Default: false.
   */
  everySite?: boolean;
}

/** The result of a language's own parser for a file. */
export interface OwnTree {
  root: SyntaxNode;
  /** In source order. */
  comments: readonly SyntaxNode[];
  imports: SyntaxNode[];
  /**
   * What the query would capture for each definition. `pattern` is the index of the query's pattern: where several patterns match
   * one node and name, the lowest index wins.
   */
  definitions: {
    pattern: number;
    kind: DefinitionKind;
    node: SyntaxNode;
    name: SyntaxNode;
    body: SyntaxNode | null;
    params: SyntaxNode | null;
  }[];
}

/** The files of a project, as module resolution reads them. */
export interface ModuleProject {
  /** Every file, relative to the root, '/'-separated. */
  paths: readonly string[];
  /** The text of a file; null when it cannot be read. */
  read(path: string): string | null;
}

/** A namespace, or a type in a namespace, whose members a file sees by name alone, without an import in the file. */
export interface OpenedModule {
  /** As `ModuleResolver.resolve` returns it. */
  module: string;
  /** Name of the namespace. */
  name: string;
  /** Path of the type in the namespace whose members are imported; `*` imports the namespace's own members. */
  path: string;
}

export interface ModuleResolver {
  /**
   * The file or unit (`unitPath`) that a module specifier means in the file `from`; null where the project has no such module.
   * @param required the specifier is an argument of `require`
   */
  resolve(from: string, specifier: string, required: boolean): string | null;
  /** Namespaces that the project's settings import into a file as if the file did so itself. Default: none. */
  opened?(path: string): readonly OpenedModule[];
  /** Files whose content the results depend on. */
  readonly configPaths: readonly string[];
}

export interface DefinitionContext {
  /** The captured `@definition.*` node. */
  node: SyntaxNode;
  /** The node of the definition's name. */
  nameNode: SyntaxNode;
  /**
   * The file's root. It is the same object for all definitions of a file, so a hook may cache per-file results in a WeakMap keyed
   * by it.
   */
  root: SyntaxNode;
  /** The file's text, to which the offsets of nodes refer. */
  source: string;
  name: string;
  kind: DefinitionKind;
  /** Kind of the innermost definition that contains this one; null at top level. */
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

/** One way to read a file: a text for the parser, with the same length and lines as the original. */
export interface Reading {
  text: string;
  /** The number of the first line whose code is not in `text`, from 1; null where all code is. */
  leftOutAt: number | null;
}

/**
 * A language parsed by tree-sitter. Conventions of `query` (one string of patterns):
 * - `@definition.KIND` on the whole definition and `@name` on its name, in one pattern; KIND is a `DefinitionKind`. Optional in the same
 *   pattern: `@body` (the signature ends where it starts), `@params` (the signature starts there; default: after the name). When
 *   several patterns capture the same node, the first in the query wins.
 * - `@reference.KIND` on the name node of a reference; optional `@receiver` in the same pattern on the expression before the
 *   name, or on the path that ends in the name. When several patterns capture the same name node, the first in the query wins.
 * - `@reference.none` on a name that is no reference, such as a type parameter, though a later pattern would capture it as one. With
 *   `@scope` in the same pattern, type references to that name inside the scope are dropped too.
 * - `@import` on a statement: the extraction calls `imports(node)`.
 * - `@comment` on every comment.
 * - `@_word` for captures that only serve a predicate of their own pattern; any other name is an error.
 * The extraction derives containers from nesting, and drops `variable`s inside functions, methods, components and macros. In a class,
 * interface, enum or component it turns a `function` into a `method`, and a `variable` into a `property`. A `function` with a `container`
 * becomes a `method` too. The extraction folds signatures and cuts comments out of them, finds doc comments that end
 * on the line above, and drops references that stand on the name of a definition. Definitions with the same span are siblings
 * (`var a, b int`).
 * A language with `summary` captures no references in its query: the file summary lists them.
 */
export interface TreeSitterGrammar {
  /** File name of the grammar, such as `tree-sitter-python.wasm`; a `file:` URL for a plugin's grammar. */
  wasm: string;
  query: string;
  /**
   * Turns off V8's optimising compiler for the grammar, because one function of the grammar is so large that the compiler would
   * need gigabytes of memory.
   */
  isHuge?: boolean;
  /**
   * Rewrites the text for the parser, with the same length and lines (blanks out macros that no grammar can parse).
   * @param context that of a file; a text that is made of one has none
   */
  prepare?(text: string, context?: MacroContext): string;
  /**
   * Other ways to read a text that the grammar cannot parse completely, best first. The reading with the least unparsed text
   * wins.
   */
  readings?(text: string, unread: readonly UnreadPart[]): Reading[];
  /** What macros make where the file calls them; null for nothing. The text gets a tree of its own. */
  expand?(text: string, context: MacroContext): Expansion | null;
  /** The macros that a file offers to others, and those that it calls. @param expansion the result of `expand` */
  macros?(text: string, context: MacroContext, expansion: Expansion | null): FileMacros;
  /** Whether the scanner looks for the end of a word without noticing that of the text: it would go on for ever in a text that does not end with a line break. */
  needsLastBreak?: true;
  /**
   * Checks a tree for known mistakes of the grammar. Returns the text rewritten so that the grammar parses it correctly; null
   * where there is no mistake.
   */
  reread?(root: SyntaxNode, text: string): string | null;
  /**
   * Our own parser for plain, well-formed files; null leaves the file to the grammar. The tree, definitions, imports and comments
   * equal those of the grammar and the query. The parser gives no references, so only a language with `summary` can have one.
   */
  parse?(text: string): OwnTree | null;
  imports?(node: SyntaxNode, root: SyntaxNode): ImportDraft[];
  /** Makes the file summary, references included. Without it, the references of the query are linked by name only. */
  summary?(tree: SummaryTree): FileSummary;
  /** Whether a definition can be used from outside of its file. Default: always. */
  exported?(context: DefinitionContext): boolean;
  /** The docstring when it is not a comment above; null falls back to the comment above, '' means none. */
  docstring?(context: DefinitionContext): string | null;
  decorators?(context: DefinitionContext): string[];
  /** The final kind of a definition, which may differ from the captured one; null drops the definition. */
  refineKind?(context: DefinitionContext): DefinitionKind | null;
  /** The name of a definition or reference where it is only a part of the captured node's text (`:code`, `"adds two"`). @param written the node's text in the file */
  nameText?(name: SyntaxNode, written: string): string;
  /** The signature of a definition where it is not the text behind the name; null for that text. */
  signature?(context: DefinitionContext): string | null;
  /**
   * The final kind of a reference that is captured as `@reference.KIND.NOTE`; null drops the reference (a bare word that is a
   * local variable).
   */
  refineReference?(context: ReferenceContext): ReferenceKind | null;
  /**
   * The name of the definition's container where nesting does not show it (a Go receiver, a Rust impl, `A::f` in C++); null: the
   * innermost definition that contains it.
   */
  container?(context: DefinitionContext): string | null;
  /** Whether what `container` returns is inside of the surrounding module: C++'s `A::f` in `namespace n` is a member of `n.A`. */
  declaresWithinModules?: boolean;
  /** The node that gives the definition's span when it is not the captured one (a decorated or exported wrapper). */
  span?(node: SyntaxNode): SyntaxNode;
  /** The node where the span starts when that is an earlier sibling (Rust attributes); default: the span's own start. */
  spanStart?(node: SyntaxNode): SyntaxNode;
  /** The node where the span ends when the grammar's node also covers what follows (Scala); default: the span's own end. */
  spanEnd?(node: SyntaxNode): SyntaxNode;
  /** The node before which the signature ends when it is not the `body` field; null means that field. */
  bodyNode?(node: SyntaxNode): SyntaxNode | null;
  /** The real name inside the captured `@name` (a C declarator); null drops the definition. */
  nameNode?(captured: SyntaxNode): SyntaxNode | null;
  /** Strips a comment's markers where `stripUsual` does not suffice, which strips `//`, `///`, `#`, `--`, `/* *\/` and `"""`. */
  stripComment?(text: string, stripUsual: (text: string) => string): string;
}

/**
 * A definition that can be recognised on one line. Invariant of its pattern: anchored (`^`), without `g`, linear time, and its
 * match ends with the name.
 */
export interface LineRule {
  /** The name is the last group that matched. Quotes and the like stand outside of that group or in a lookahead. */
  pattern: RegExp;
  kind: DefinitionKind;
  /** Tested on the line to decide visibility; default: always exported. */
  exported?: RegExp;
  /** Only the first definition of a name and kind counts (equations of a function, clauses, assignments). */
  once?: boolean;
  /** The line that ends the definition where indentation does not show it (`@end`). */
  until?: RegExp;
}

/**
 * An import that can be recognised on one line. Group 1 is the module, a group `alias` its alias, and a group `names` holds names
 * separated by blanks or commas.
 */
export interface LineImport {
  pattern: RegExp;
  /** Overrides `classifyImport`. */
  type?: ImportType;
}

/** How a file without a grammar is read line by line (`parser: 'text'`). */
export interface LineSyntax {
  lineComments?: readonly string[];
  blockComments?: readonly (readonly [open: string, close: string])[];
  /** Group 1 opens a verbatim block, which ends with a line that starts with the same text. */
  fence?: RegExp;
  /**
   * Section titles become modules, nested by level: `#` and underlines (Markdown), `=` (AsciiDoc), only underlines
   * (reStructuredText), `*` (Org).
   */
  headings?: { mark?: '#' | '=' | '*'; underlines?: string };
  definitions?: readonly LineRule[];
  imports?: readonly LineImport[];
  /** A definition ends where its indentation ends (default), or with its line. */
  span?: 'indent' | 'line';
}

/** The data of a language that is known without loading its extractor. */
export interface LanguageTraits {
  /** Lower case and stable: a value of the `language` filter (`typescript`, `csharp`, `cpp`). */
  id: string;
  /** Display name: `TypeScript`, `C#`. */
  name: string;
  /** With the dot, lower case; the first is the usual one. */
  extensions: readonly string[];
  /** Whole file names, as written (`Makefile`, `Gemfile`). */
  filenames?: readonly string[];
  /** Programs of a `#!` line (`python`, `python3`). */
  interpreters?: readonly string[];
  /** `code` ranks as source; `prose` and `data` rank below it. */
  nature: 'code' | 'prose' | 'data';
  /**
   * `ecmascript`: by oxc, with `grammar` for files that oxc cannot parse. `tree-sitter`: by `grammar`. `text`: words and lines
   * only.
   */
  parser: 'ecmascript' | 'tree-sitter' | 'text';
  /** Lower-case words that never become tags: the language's keywords and noise. */
  keywords: readonly string[];
}

/** A language of the registry. Its extractor is loaded when a file of the language has to be read. */
export interface LanguageEntry extends LanguageTraits {
  /** Whether references are linked by more than their names: files of the language have a file summary. */
  isLinked: boolean;
  /** Whether our own parser (`TreeSitterGrammar.parse`) reads nearly all files of the language, without the grammar. */
  isPlain: boolean;
  /** Returns the same object each time. */
  load(): Promise<Language>;
}

/** A TypeScript or JavaScript program inside a file of another kind. */
export interface EmbeddedProgram {
  /** The scripts, and the names of the markup as statements. As long as the file, with the lines of the file. */
  text: string;
  /** Only the scripts, for a file whose markup cannot be turned into a program. */
  scripts: string;
  /** The file without its scripts. */
  markup: string;
  dialect: 'ts' | 'tsx' | 'jsx';
  /** Offsets in `text` of names that come from tags: the markup renders what they name. */
  tags: readonly number[];
}

export interface Language extends LanguageTraits {
  /**
   * Whether functions of one name in one scope are different functions where the types of their parameters differ; `labels`: where the labels of their
   * arguments differ, or else the types. Default: false.
   */
  hasOverloads?: boolean | 'labels';
  /** For `ecmascript`, chosen by extension when the grammar differs (`.tsx`). */
  grammar?: TreeSitterGrammar;
  /** The grammar for a path, where extensions of the language need different ones (`.tsx`); default: `grammar`. */
  grammarFor?(path: string): TreeSitterGrammar;
  /**
   * Whether a file belongs to this language by its first lines, where several languages share an extension (a C++ header named
   * `.h`).
   */
  claims?(path: string, head: string): boolean;
  /** For `text`: comments, headings, definitions and imports by line. */
  lines?: LineSyntax;
  /** The extraction of a plugin, used instead of a parser. It may throw. */
  extract?(file: { path: string; text: string }): Extraction;
  /** For `text`: the program inside a file, which is a component with the file's name; null for none. */
  embedded?(path: string, text: string): EmbeddedProgram | null;
  classifyImport?(module: string): ImportType;
  /** How modules are found, for a language with file summaries. Languages that share the same function can import each other. */
  modules?: (project: ModuleProject) => ModuleResolver;
  /** The packages by which its code is shared with other projects. Languages that share the same object can import each other's packages. */
  packages?: Ecosystem;
}
