/**
 * The contract of a plugin: the types for its author, and `definePlugin`. docs/how-to/add-languages-and-plugins.md describes it; examples/plugin is an example.
 * Invariant: nothing here refers to another module, so that the package's declarations stand alone.
 */

/** The default export of a plugin's module. The module is imported in several threads, so importing it must have no side effects. */
export interface Plugin {
  /** Lower case letters, digits, `.`, `_` and `-`. */
  name: string;
  /** After a change of the version, the results of its languages and embedders are computed again. */
  version: string;
  tools?: readonly PluginTool[];
  languages?: readonly PluginLanguage[];
  embedders?: readonly PluginEmbedder[];
}

/** A tool for agents. Each plugin's tools run in their own thread, so they cannot block the server; a call that hangs is ended. */
export interface PluginTool {
  /** Lower case letters, digits, `_` and `-`, 40 at most; different from all other tools. */
  name: string;
  /** For people. Default: the name. */
  title?: string;
  /** For agents: what it answers, and when to call it. */
  description: string;
  /** JSON Schema of an object. Arguments that it does not name are refused; `run` gets only valid arguments. */
  inputSchema: Readonly<Record<string, unknown>>;
  /** JSON Schema of `data`, an object; with it every result has `data`. */
  outputSchema?: Readonly<Record<string, unknown>>;
  /** Whether the tool changes nothing, neither on disk nor elsewhere. Default: false. */
  readOnly?: boolean;
  /** Whether the tool uses the network. Default: false. */
  openWorld?: boolean;
  /** A call that takes longer is ended (ms, 100 to 600,000). Default: 30,000. */
  timeoutMs?: number;
  run(
    args: Readonly<Record<string, unknown>>,
    context: PluginToolContext,
  ): PluginToolResult | Promise<PluginToolResult>;
}

export interface PluginToolContext {
  /** Absolute path of the project that the call is about. */
  readonly root: string;
  /** Fires when the caller cancels, or the time is over. */
  readonly signal: AbortSignal;
  /** Reports progress to the caller; `total` is 0 while it is not known. */
  report(done: number, total: number, message: string): void;
  /** Calls one of Code Scout's own tools for the same project. A call that fails is an answer with `isError`. */
  callTool(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

/** `text` is for agents; `data` has the same facts for programs. */
export type PluginToolResult = string | { text: string; data?: Readonly<Record<string, unknown>> };

export interface ToolAnswer {
  /** What an agent reads. */
  text: string;
  /** The facts of `text`, if the tool has an `outputSchema`; `{ error }` if the call failed. */
  data: Readonly<Record<string, unknown>> | null;
  isError: boolean;
}

/** A language, read by a function (`extract`) or a tree-sitter grammar (`grammar`). It is linked by name alone. */
export interface PluginLanguage {
  /** Lower case letters, digits and `-`; different from all other languages. `language` filters take it. */
  id: string;
  /** For people. */
  name: string;
  /** With the dot. Extensions of languages that Code Scout parses cannot be taken; those of languages that it reads as text can. */
  extensions: readonly string[];
  /** Whole file names. */
  filenames?: readonly string[];
  /** Programs of a `#!` line. */
  interpreters?: readonly string[];
  /** `prose` and `data` rank after `code`. Default: `code`. */
  nature?: 'code' | 'prose' | 'data';
  /** Words of the language itself, which say nothing about the subject of a file. */
  keywords?: readonly string[];
  extract?(file: { readonly path: string; readonly text: string }): PluginExtraction;
  grammar?: PluginGrammar;
}

/** Lines and columns are 1-based, columns in UTF-16 units. Entries outside of the file or without a name are dropped, and counted as an issue of the file. */
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
  /** The line of the name. */
  line: number;
  /** Default: the first place of the name in its line. */
  column?: number;
  /** First line of the whole definition. Default: the line of the name. */
  startLine?: number;
  /** Last line of the whole definition. Default: the line of the name. */
  endLine?: number;
  /** Dotted names of the definitions that contain this one. Default: the definitions whose lines enclose its lines. */
  container?: string | null;
  /** Default: true. */
  exported?: boolean;
  docstring?: string | null;
  /** The text after the name, up to the body. */
  signature?: string | null;
}

export interface ExtractedReference {
  /** Without a receiver: the last part of a dotted name. */
  name: string;
  kind: 'call' | 'construct' | 'render' | 'inherit' | 'implement' | 'type' | 'decorate';
  line: number;
  column?: number;
  /** The text before the name, if it is a plain dotted path. */
  receiver?: string | null;
}

export interface ExtractedImport {
  /** As in the source. */
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

/** Turns texts into vectors. Chosen by `embedding.provider: plugin` and, if there are several, `embedding.model: NAME`. */
export interface PluginEmbedder {
  name: string;
  /** Length of every vector. */
  dimensions: number;
  /** Returns a vector for each text, in their order; Code Scout normalises them. A text is a query or a chunk of code. */
  embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    signal: AbortSignal,
  ): Promise<readonly (Float32Array | readonly number[])[]>;
  close?(): Promise<void> | void;
}

/** Returns the plugin unchanged; it exists for the types. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
