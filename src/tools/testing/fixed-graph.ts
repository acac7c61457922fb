/** Fixed answers about the code graph, and the parts that tests make them of. */
import type { GraphQueries } from '../../engine/types.ts';
import type { DefinitionAnswer, ImplementersAnswer, OutlineAnswer } from '../../model/code-questions.ts';
import { AppError } from '../../model/error.ts';
import { accountClasses } from '../../model/graph.ts';
import type {
  CallsAnswer,
  CyclesAnswer,
  FileGraph,
  GraphDump,
  GraphEdge,
  GraphSite,
  GraphState,
  ImpactAnswer,
  NameAccount,
  NeighboursAnswer,
  PathAnswer,
  ReachedNode,
  SymbolChoice,
  SymbolNode,
  SymbolSearchAnswer,
  Unresolved,
  UnusedAnswer,
  UsageAnswer,
} from '../../model/graph.ts';
import type { LinkKind, LinkResolution } from '../../model/link.ts';

/** @param id `path#Outer.name`, or a path for a file's top level */
export function symbol(id: string, parts: Partial<SymbolNode> = {}): SymbolNode {
  const [path = '', qualified] = id.split('#');
  const isFile = qualified === undefined;
  return {
    id,
    name: qualified?.split('.').at(-1) ?? path,
    qualified: qualified ?? path,
    kind: isFile ? 'file' : 'function',
    path,
    line: isFile ? 0 : 10,
    startLine: isFile ? 0 : 10,
    endLine: isFile ? 0 : 20,
    exported: false,
    signature: null,
    package: null,
    module: null,
    isTest: false,
    ...parts,
  };
}

export function sites(
  lines: readonly number[],
  kind: LinkKind = 'call',
  resolution: LinkResolution = 'scope',
): GraphSite[] {
  return lines.map((line) => ({ line, column: 3, kind, resolution }));
}

export function edge(
  from: SymbolNode,
  to: SymbolNode,
  places: GraphSite[] = sites([12]),
  via: SymbolNode | null = null,
): GraphEdge {
  return { from, to, sites: places, via };
}

export function reached(node: SymbolNode, distance: number, edges: GraphEdge[]): ReachedNode {
  return { node, distance, edges };
}

export const fresh: GraphState = {
  freshness: { state: 'fresh', refreshed: 0, note: null },
  nameOnlyLanguages: [],
  unread: null,
};
export const nothingUnresolved: Unresolved = { sites: 0, files: 0, samples: [] };
export const wholeWalk = { reason: null, frontier: 0 };
const rest = { unresolved: nothingUnresolved, truncation: wholeWalk, state: fresh };

export function callsAnswer(target: SymbolNode, found: ReachedNode[], parts: Partial<CallsAnswer> = {}): CallsAnswer {
  return {
    target,
    reached: found,
    otherUses: 0,
    values: { total: 0, places: [] },
    decorators: [],
    runsByItself: false,
    ...rest,
    ...parts,
  };
}

export function impactAnswer(
  target: SymbolNode,
  found: ReachedNode[],
  parts: Partial<ImpactAnswer> = {},
): ImpactAnswer {
  const files = (isTest: boolean): number =>
    new Set(found.filter(({ node }) => node.isTest === isTest).map(({ node }) => node.path)).size;
  return { target, reached: found, files: files(false), testFiles: files(true), ...rest, ...parts };
}

export function pathAnswer(
  from: SymbolNode,
  to: SymbolNode,
  paths: GraphEdge[][],
  parts: Partial<PathAnswer> = {},
): PathAnswer {
  return {
    from,
    to,
    meanings: { from: 1, to: 1 },
    patterns: {},
    paths,
    visited: 5,
    reversed: false,
    ...rest,
    ...parts,
  };
}

export function neighboursAnswer(
  center: SymbolNode,
  nodes: NeighboursAnswer['nodes'],
  edges: GraphEdge[],
  parts: Partial<NeighboursAnswer> = {},
): NeighboursAnswer {
  return {
    center,
    nodes,
    edges,
    unresolved: { in: nothingUnresolved, out: nothingUnresolved },
    truncation: wholeWalk,
    state: fresh,
    ...parts,
  };
}

export function symbolsAnswer(symbols: SymbolNode[], parts: Partial<SymbolSearchAnswer> = {}): SymbolSearchAnswer {
  const files = new Set(symbols.map(({ path }) => path)).size;
  return {
    total: symbols.length,
    files,
    symbols,
    nearest: [],
    others: { total: 0, first: null },
    state: fresh,
    ...parts,
  };
}

export function usageAnswer(parts: Partial<UsageAnswer> = {}): UsageAnswer {
  const uses = parts.uses ?? [];
  const usesByKind: UsageAnswer['usesByKind'] = {};
  for (const { kind } of uses) usesByKind[kind] = (usesByKind[kind] ?? 0) + 1;
  return {
    definitions: [],
    totalUses: uses.length,
    usesByKind,
    uses,
    chunks: [],
    unresolved: nothingUnresolved,
    state: fresh,
    ...parts,
  };
}

export interface FixedGraphAnswers {
  /** Symbols that `resolve` finds by id or qualified name, besides those that the other answers are about. */
  symbols?: readonly SymbolNode[];
  nearest?: string[];
  search?: SymbolSearchAnswer;
  callers?: CallsAnswer;
  callees?: CallsAnswer;
  impact?: ImpactAnswer;
  paths?: PathAnswer;
  neighbours?: NeighboursAnswer;
  usage?: UsageAnswer;
  implementers?: ImplementersAnswer;
  definitionAt?: DefinitionAnswer;
  outline?: OutlineAnswer;
  dump?: GraphDump;
  fileGraph?: FileGraph & { state: GraphState };
  unused?: UnusedAnswer;
  cycles?: CyclesAnswer;
}

function requireAnswer<T>(answer: T | undefined): T {
  if (answer === undefined) throw new AppError('InternalError', 'The test gives no such answer');
  return answer;
}

/** @param asked takes what was asked: the method's name and its request */
export function fixedGraph(answers: FixedGraphAnswers, asked: [string, unknown][]): GraphQueries {
  const known = [
    ...(answers.symbols ?? []),
    ...[answers.callers, answers.callees, answers.impact].flatMap((one) => (one === undefined ? [] : [one.target])),
    ...(answers.paths === undefined ? [] : [answers.paths.from, answers.paths.to]),
    ...(answers.neighbours === undefined ? [] : [answers.neighbours.center]),
    ...(answers.implementers === undefined ? [] : [answers.implementers.target]),
    ...(answers.usage?.definitions.map(({ node }) => node) ?? []),
  ];
  const choose = (wanted: string): SymbolChoice => {
    const found = [...new Set(known.filter(({ id, qualified }) => id === wanted || qualified === wanted))];
    const [node] = found;
    if (node === undefined) return { kind: 'none', nearest: answers.nearest ?? [] };
    return found.length === 1 ? { kind: 'one', node } : { kind: 'several', total: found.length, candidates: found };
  };
  const answer =
    <Request, T>(method: string, fixed: T | undefined) =>
    async (request: Request): Promise<T> => {
      asked.push([method, request]);
      return requireAnswer(fixed);
    };
  return {
    resolve: async (query) => {
      asked.push(['resolve', query]);
      return choose(query.symbol);
    },
    search: answer('search', answers.search),
    callers: answer('callers', answers.callers),
    callees: answer('callees', answers.callees),
    impact: answer('impact', answers.impact),
    paths: answer('paths', answers.paths),
    neighbours: answer('neighbours', answers.neighbours),
    usage: answer('usage', answers.usage),
    implementers: answer('implementers', answers.implementers),
    definitionAt: answer('definitionAt', answers.definitionAt),
    outline: answer('outline', answers.outline),
    dump: answer('dump', answers.dump),
    fileGraph: async () => answer('fileGraph', answers.fileGraph)(null),
    unused: answer('unused', answers.unused),
    cycles: answer('cycles', answers.cycles),
    names: noTool('names'),
    fileLinks: noTool('fileLinks'),
    likeNamed: noTool('likeNamed'),
  };
}

/** A question of the explorer, which no tool asks. */
function noTool(name: string): () => Promise<never> {
  return () => Promise.reject(new Error(`no tool asks for ${name}`));
}

/** An account of `f` with these places. */
export function accountOf(byClass: Partial<NameAccount['byClass']>, parts: Partial<NameAccount> = {}): NameAccount {
  const none = Object.fromEntries(accountClasses.map((name) => [name, 0])) as NameAccount['byClass'];
  const places = Object.values(byClass).reduce((sum, one) => sum + one, 0);
  const samples = { unresolved: [], outside: [], unclassified: [] };
  const rest = { name: 'f', files: 2, others: [], samples, unnamed: 0, unexpanded: 0, unreadFiles: 0 };
  return { ...rest, places, byClass: { ...none, ...byClass }, ...parts };
}
