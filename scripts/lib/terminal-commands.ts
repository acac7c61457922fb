/**
 * What `npm run screenshots:terminal` types in a project: every command, with names that the project has.
 * Invariant: each command of the help has a line, or a reason why not; a test compares.
 */

/** Names from the project's index. */
export interface Subjects {
  /** A function with many callers. */
  symbol: string;
  /** A function from which a path leads to it. */
  from: string;
  /** A type with many uses. */
  type: string;
  /** The file of `symbol`. */
  file: string;
  /** The line of `symbol` in `file`. */
  line: number;
  /** The first id of a chunk of `file`. */
  chunk: string;
}

/** A node and an edge of `code-scout graph --level symbols --format json`. */
interface GraphNode {
  id: string;
  qualified: string;
  kind: string;
  line: number;
  path: string;
  isTest: boolean;
}
interface GraphEdge {
  from: string;
  to: string;
  kind: string;
}
export interface SymbolGraph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

const types: ReadonlySet<string> = new Set(['class', 'interface', 'struct', 'trait', 'enum', 'type', 'protocol']);
const functions: ReadonlySet<string> = new Set(['function', 'method']);

/** The names that are used most; null where the project has no function that another calls. */
export function subjectsIn({ nodes, edges }: SymbolGraph): Omit<Subjects, 'chunk'> | null {
  const uses = new Map<string, number>();
  for (const { to } of edges) uses.set(to, (uses.get(to) ?? 0) + 1);
  const most = (kinds: ReadonlySet<string>): GraphNode[] =>
    nodes
      .filter(({ id, kind, isTest }) => kinds.has(kind) && !isTest && (uses.get(id) ?? 0) > 0)
      .toSorted((a, b) => uses.get(b.id)! - uses.get(a.id)! || (a.id < b.id ? -1 : 1));
  const [symbol] = most(functions);
  if (symbol === undefined) return null;
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const callersOf = (id: string): string[] =>
    edges.filter(({ to, from }) => to === id && from !== id).map((e) => e.from);
  const direct = callersOf(symbol.id);
  // Two calls away, if there is one.
  const from = nodeOf.get(direct.flatMap(callersOf).find((id) => id !== symbol.id) ?? direct[0] ?? symbol.id) ?? symbol;
  const [type = symbol] = most(types);
  return { symbol: symbol.id, from: from.id, type: type.id, file: symbol.path, line: symbol.line };
}

/** The last part of a symbol's id: `run` of `src/app.ts#App.run`. */
export function nameOf(id: string): string {
  return id.split(/[#.]/).at(-1) ?? id;
}

/** The words of a name, as somebody would ask for them. */
function wordsOf(id: string): string {
  return nameOf(id)
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
}

export interface CommandLine {
  /** The name of the picture. */
  name: string;
  /** What follows `code-scout`. */
  args: readonly string[];
}

/** Commands that run on, write into the project, or ask. */
export const notShown: Readonly<Record<string, string>> = {
  export: 'writes a site',
  lsp: 'runs on, for an editor',
  open: 'runs on, for a browser',
  serve: 'runs on, for an agent',
  organisation: 'runs until it is stopped',
  catalogue: 'writes to a catalogue',
  snapshot: 'writes to a page store',
  worker: 'runs until it is stopped',
  hooks: 'runs until it is stopped',
};

/** @param commands the commands of the help, each of which is shown with its own help too */
export function commandLines(of: Subjects, commands: readonly string[]): CommandLine[] {
  const { symbol, from, type, file, line, chunk } = of;
  const question = `where is ${wordsOf(symbol)} handled`;
  const lines: (readonly [name: string, ...args: string[]])[] = [
    ['help', '--help'],
    ['help-options', 'help', 'options'],
    ...commands.map((name): readonly [string, ...string[]] => [`help-${name}`, 'help', name]),
    ['index', 'index'],
    ['explore', 'explore', question],
    ['search', 'search', question],
    ['search-name', 'search', nameOf(type)],
    ['grep', 'grep', nameOf(symbol)],
    ['grep-context', 'grep', nameOf(symbol), '-C', '1', '-m', '5'],
    ['symbols', 'symbols', `*${nameOf(type)}*`],
    ['tags', 'tags', ...wordsOf(type).split(' ')],
    ['similar', 'similar', question],
    ['definition', 'definition', symbol],
    ['outline', 'outline', file],
    ['outline-type', 'outline', type],
    ['callers', 'callers', symbol],
    ['callers-depth', 'callers', symbol, '--depth', '2'],
    ['callers-names', 'callers', symbol, '--names'],
    ['callers-files', 'callers', symbol, '--files'],
    ['callees', 'callees', from],
    ['usage', 'usage', type],
    ['usage-files', 'usage', type, '--files'],
    ['implementers', 'implementers', type],
    ['impact', 'impact', symbol],
    ['path', 'path', from, symbol],
    ['neighbors', 'neighbors', symbol],
    ['changes', 'changes', 'HEAD'],
    ['review', 'review', '--base', 'HEAD'],
    ['unused', 'unused'],
    ['cycles', 'cycles'],
    ['cycles-folders', 'cycles', '--folders'],
    ['graph', 'graph'],
    ['scip', 'scip', 'export', '--output', '/dev/null', '--force'],
    ['read', 'read', file, '--lines', `${Math.max(1, line - 5)}-${line + 20}`],
    ['ls', 'ls'],
    ['files', 'files'],
    ['files-left-out', 'files', '--left-out'],
    ['files-issues', 'files', '--issues'],
    ['context', 'context', file],
    ['chunks', 'chunks', file],
    ['chunk', 'chunk', chunk],
    ['status', 'status'],
    ['doctor', 'doctor'],
    ['config', 'config'],
    ['setup', 'setup', '--list'],
    ['unsetup', 'unsetup', '--dry-run'],
    ['guidance', 'guidance'],
    ['stats', 'stats'],
    ['tool', 'tool', 'get_callers', JSON.stringify({ symbol })],
    ['completion', 'completion', 'bash'],
    // What goes wrong.
    ['wrong-command', 'serch', 'x'],
    ['wrong-option', 'callers', nameOf(symbol), '--dept', '2'],
    ['wrong-symbol', 'callers', `${nameOf(symbol)}x`],
    ['wrong-search', 'search', 'zzqxv'],
    ['wrong-grep', 'grep', 'zzqxv'],
    ['wrong-regex', 'grep', '('],
    ['wrong-file', 'outline', `${file}x`],
    ['wrong-path', 'path', symbol, type],
    ['wrong-graph', 'graph', '--path', 'zzqxv'],
    ['wrong-argument', 'callers'],
    ['wrong-kind', 'search', 'kind:zzqxv', 'x'],
  ];
  return lines.map(([name, ...args]) => ({ name, args }));
}
