/**
 * What a plugin is: the types that its author writes against, and `definePlugin`. docs/how-to/add-languages-and-plugins.md describes it, examples/plugin is one.
 * Invariant: nothing here refers to another module, so that the package's declarations stand alone.
 */

/** A module whose default export is this. It is imported in several threads: importing it must do nothing but define. */
export interface Plugin {
  /** Lower case letters, digits, `.`, `_` and `-`. */
  name: string;
  /** What its languages and embedders gave under another version is made anew. */
  version: string;
  tools?: readonly PluginTool[];
  languages?: readonly PluginLanguage[];
  embedders?: readonly PluginEmbedder[];
}

/** A tool for agents. It runs in a thread of its plugin's own: it cannot stop the server, and one that hangs is ended. */
export interface PluginTool {
  /** Lower case letters, digits, `_` and `-`, 40 at most, and no other tool's. */
  name: string;
  /** For people. Default: the name. */
  title?: string;
  /** What an agent goes by: what it answers, and when to call it. */
  description: string;
  /** JSON Schema of an object. Arguments that it does not name are refused, and `run` gets only what fits it. */
  inputSchema: Readonly<Record<string, unknown>>;
  /** JSON Schema of `data`, an object; with it every result has `data`. */
  outputSchema?: Readonly<Record<string, unknown>>;
  /** It changes nothing, neither on disk nor elsewhere. Default: false. */
  readOnly?: boolean;
  /** It asks the network. Default: false. */
  openWorld?: boolean;
  /** A call that takes longer is ended (ms, 100 to 600,000). Default: 30,000. */
  timeoutMs?: number;
  run(
    args: Readonly<Record<string, unknown>>,
    context: PluginToolContext,
  ): PluginToolResult | Promise<PluginToolResult>;
}

export interface PluginToolContext {
  /** The project that is asked about: an absolute path. */
  readonly root: string;
  /** Fires when the caller wants no answer any more, or the time is over. */
  readonly signal: AbortSignal;
  /** Tells the caller how far it is; `total` is 0 while that is not known. */
  report(done: number, total: number, message: string): void;
  /** Asks one of Code Scout's own tools about the same project. A call that fails is an answer with `isError`. */
  callTool(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

/** `data` says what `text` says, for programs. */
export type PluginToolResult = string | { text: string; data?: Readonly<Record<string, unknown>> };

export interface ToolAnswer {
  /** What an agent reads. */
  text: string;
  /** The same facts, where the tool has an `outputSchema`; of a failed call `{ error }`. */
  data: Readonly<Record<string, unknown>> | null;
  isError: boolean;
}

/** A language, by a function or by a tree-sitter grammar: `extract` or `grammar`. Its names are linked by name alone. */
export interface PluginLanguage {
  /** Lower case letters, digits and `-`, and no other language's: what `language` filters take. */
  id: string;
  /** For people. */
  name: string;
  /** With the dot. Those of languages that Code Scout parses cannot be taken over; those that it reads by lines can. */
  extensions: readonly string[];
  /** Whole file names. */
  filenames?: readonly string[];
  /** Programs of a `#!` line. */
  interpreters?: readonly string[];
  /** `prose` and `data` step behind `code` in rankings. Default: `code`. */
  nature?: 'code' | 'prose' | 'data';
  /** Words that say nothing of what a file is about. */
  keywords?: readonly string[];
  extract?(file: { readonly path: string; readonly text: string }): PluginExtraction;
  grammar?: PluginGrammar;
}

/** Lines and columns are 1-based, columns in UTF-16 units. What is not in the file, or has no name, is left out, and counted as an issue of the file. */
export interface PluginExtraction {
  definitions?: readonly ExtractedDefinition[];
  references?: readonly ExtractedReference[];
  imports?: readonly ExtractedImport[];
  comments?: readonly ExtractedComment[];
}

export type ExtractedKind =
  | 'class'
  | 'interface'
  | 'typeAlias'
  | 'enum'
  | 'enumMember'
  | 'function'
  | 'method'
  | 'property'
  | 'variable'
  | 'component'
  | 'module'
  | 'macro';

export interface ExtractedDefinition {
  name: string;
  kind: ExtractedKind;
  /** Of the name. */
  line: number;
  /** Default: where the name first stands in its line. */
  column?: number;
  /** Of the whole definition. Default: the line of the name. */
  startLine?: number;
  endLine?: number;
  /** Dotted names of what is around it. Default: the definitions whose lines are around its own. */
  container?: string | null;
  /** Default: true. */
  exported?: boolean;
  docstring?: string | null;
  /** What stands behind the name, up to the body. */
  signature?: string | null;
}

export interface ExtractedReference {
  /** The last name only. */
  name: string;
  kind: 'call' | 'construct' | 'render' | 'inherit' | 'implement' | 'type' | 'decorate';
  line: number;
  column?: number;
  /** What stands before the name, where that is a plain dotted path. */
  receiver?: string | null;
}

export interface ExtractedImport {
  /** As written. */
  module: string;
  line: number;
  /** `local`: a file of the project. Default: `local` where the module begins with `.` or `/`, else `external`. */
  type?: 'local' | 'external' | 'builtin';
  names?: readonly string[];
  alias?: string | null;
}

export interface ExtractedComment {
  /** Without markers. */
  text: string;
  line: number;
  endLine?: number;
}

export interface PluginGrammar {
  /** The grammar's `.wasm`, of tree-sitter's ABI 13 to 15: an absolute path or a `file:` URL (`import.meta.resolve('./x.wasm')`). */
  wasm: string;
  /** `@definition.KIND` with `@name`, `@reference.KIND`, `@comment`: docs/how-to/add-languages-and-plugins.md. */
  query: string;
}

/** What turns texts into vectors, chosen by `embedding.provider: plugin` and, where there are several, `embedding.model: NAME`. */
export interface PluginEmbedder {
  name: string;
  /** Values of every vector. */
  dimensions: number;
  /** A vector for each text, in their order; they are brought to length 1. Texts are as many and as long as chunks of code are. */
  embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    signal: AbortSignal,
  ): Promise<readonly (Float32Array | readonly number[])[]>;
  close?(): Promise<void> | void;
}

/** The plugin as it is: for the types. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
