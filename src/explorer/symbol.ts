/** `symbol` and `hover`: a symbol with what it is linked with. */
import type { Engine } from '../engine/types.ts';
import type { Relative } from '../model/code-questions.ts';
import type { GraphEdge, GraphSite, NameTaken, NeighboursAnswer, SymbolNode } from '../model/graph.ts';
import { linkResolutions, mayRun, type LinkKind, type LinkResolution } from '../model/link.ts';
import type { Neighbour, Questions, RelatedType, Side, SymbolAnswer, SymbolParameters } from './contract.ts';
import { lineTexts } from './line-texts.ts';
import { distinctSites, docOf, isKnown, weaker } from './places.ts';
import { bareRef, cutText, listed, symbolRef, type Question } from './question.ts';

/** Symbols that a side shows; all others are counted by file. */
const sideShown = 25;
const filesShown = 25;
const membersShown = 100;
const candidatesShown = 50;
/** How far away a test may be that is shown with a symbol. */
const testDistance = 3;
const maxDocLength = 2000;
/** Longer lines of callers are cut. */
const maxLineLength = 120;

async function answer(engine: Engine, parameters: SymbolParameters): Promise<SymbolAnswer> {
  const choice = await engine.graph.resolve({ symbol: parameters.id });
  if (choice.kind === 'none') return { found: 'none', nearest: choice.nearest.slice(0, 20), note: choice.note ?? null };
  if (choice.kind === 'several') {
    const { total } = choice;
    const candidates = listed(choice.candidates.map(symbolRef), { cap: candidatesShown, budget: 40_000, total });
    return { found: 'several', candidates, note: null };
  }
  const node = choice.kind === 'one' ? choice.node : choice.owner;
  return about(engine, node, { parameters, taken: takenSentence(choice.taken) });
}

function takenSentence(taken: NameTaken | undefined): string | null {
  if (taken === undefined) return null;
  if (taken.inheritedFrom !== null) return `Inherited from ${taken.inheritedFrom}.`;
  return taken.isCorrected ? `Nothing has exactly this name; this is ${taken.name}.` : null;
}

async function about(
  engine: Engine,
  node: SymbolNode,
  { parameters, taken }: { parameters: SymbolParameters; taken: string | null },
): Promise<SymbolAnswer> {
  const symbol = node.id;
  const around = (direction: 'in' | 'out'): Promise<NeighboursAnswer> =>
    engine.graph.neighbours({ symbol, maxDepth: 1, direction });
  const [into, out, outline, doc, tests, heritage] = await Promise.all([
    around('in'),
    around('out'),
    engine.graph.outline({ symbol, steps: false }),
    docOf(engine, node),
    testsOf(engine, node),
    heritageOf(engine, node),
  ]);
  const isRelation = (kind: LinkKind): boolean => kind === 'extends' || kind === 'implements' || kind === 'overrides';
  const isType = (kind: LinkKind): boolean => kind === 'type' || isRelation(kind);
  const filter = filterOf(parameters);
  const incoming = ends(into.edges, 'from');
  const outgoing = ends(out.edges, 'to');
  const side = (ends: readonly End[], accepts: (kind: LinkKind) => boolean): Side =>
    sideOf(neighboursOf(ends, { accepts, filter }));
  // The lines of those who use it. What it uses itself is named by its own source.
  const withLines = async (accepts: (kind: LinkKind) => boolean): Promise<Side> =>
    sideOf(await linesOf(engine, neighboursOf(incoming, { accepts, filter })));
  const [callers, users, shownTests] = await Promise.all([
    withLines(mayRun),
    withLines((kind) => !mayRun(kind) && !isRelation(kind)),
    linesOf(engine, tests),
  ]);
  return {
    found: 'one',
    symbol: symbolRef(node),
    doc: doc === null ? null : cutText(doc, maxDocLength),
    startLine: node.startLine,
    endLine: node.endLine,
    taken,
    members: listed(membersOf(outline, node), { cap: membersShown, budget: 6000 }),
    callers: {
      ...callers,
      unresolved: into.unresolved.in.sites,
      isCut: into.truncation.reason !== null,
    },
    users,
    callees: { ...side(outgoing, mayRun), unresolved: out.unresolved.out.sites, isCut: out.truncation.reason !== null },
    used: side(outgoing, (kind) => !mayRun(kind) && !isType(kind)),
    types: listed([...heritage, ...usedTypes(outgoing)], {
      cap: sideShown,
      budget: 8000,
    }),
    tests: listed(shownTests, { cap: sideShown, budget: 10_000 }),
    packages: [...new Set([...incoming, ...outgoing].flatMap(({ node: { package: name } }) => name ?? []))]
      .sort()
      .slice(0, 50),
    note: into.state.freshness.note,
  };
}

/** A symbol at the other end, with all edges to it: it may be used itself, and through declarations that it implements. */
interface End {
  node: SymbolNode;
  edges: readonly GraphEdge[];
}

function ends(edges: readonly GraphEdge[], end: 'from' | 'to'): End[] {
  return [...Map.groupBy(edges, (edge) => edge[end].id).values()].map((same) => ({ node: same[0]![end], edges: same }));
}

interface Filter {
  accepts: (node: SymbolNode) => boolean;
  known: LinkResolution;
}

function filterOf({ known = 'name', tests = 'all', package: name }: SymbolParameters): Filter {
  const accepts = (node: SymbolNode): boolean =>
    (tests === 'all' || node.isTest === (tests === 'only')) && (name === undefined || node.package === name);
  return { accepts, known };
}

/** Null where no site is accepted. */
function neighbourOf({ node, edges }: End, accepts: (site: GraphSite) => boolean): Neighbour | null {
  const sites = new Map<string, GraphSite>();
  const vias = new Set<string | null>();
  for (const edge of edges) {
    for (const site of distinctSites(edge).filter(accepts)) {
      const place = `${site.line}:${site.column}`;
      if (!sites.has(place)) sites.set(place, site);
      vias.add(edge.via?.qualified ?? null);
    }
  }
  const [first] = sites.values();
  if (first === undefined) return null;
  const { line, kind, resolution } = first;
  const [via = null] = vias;
  return {
    symbol: bareRef(node),
    sites: sites.size,
    first: { line, text: '', kind, resolution },
    resolution: [...sites.values()].reduce((weakest, site) => weaker(weakest, site.resolution), resolution),
    via: via === null || vias.has(null) ? null : cutText(via),
  };
}

/** The most important first. */
function neighboursOf(
  all: readonly End[],
  { accepts, filter }: { accepts: (kind: LinkKind) => boolean; filter: Filter },
): Neighbour[] {
  const isWanted = ({ kind, resolution }: GraphSite): boolean => accepts(kind) && isKnown(resolution, filter.known);
  return all
    .filter(({ node }) => filter.accepts(node))
    .flatMap((end) => neighbourOf(end, isWanted) ?? [])
    .toSorted(byImportance);
}

/** With the texts of the lines where they use the symbol in the middle, as far as they are shown. */
async function linesOf<One extends Neighbour>(engine: Engine, neighbours: readonly One[]): Promise<One[]> {
  const places = neighbours.slice(0, sideShown).map(({ symbol: { path }, first: { line } }) => ({ path, line }));
  const texts = await lineTexts(engine, places, maxLineLength);
  return neighbours.map((one, at) => ({ ...one, first: { ...one.first, text: texts[at] ?? '' } }));
}

function sideOf(neighbours: readonly Neighbour[]): Side {
  const shown = listed(neighbours, { cap: sideShown, budget: 12_000 });
  const rest = Map.groupBy(neighbours.slice(shown.shown.length), ({ symbol }) => symbol.path);
  const files = [...rest].map(([path, list]) => ({ path, symbols: list.length }));
  const byFile = listed(
    files.toSorted((a, b) => b.symbols - a.symbols || (a.path < b.path ? -1 : 1)),
    { cap: filesShown, budget: 3000 },
  );
  return { ...shown, byFile, unresolved: 0, isCut: false };
}

/** Code before tests, what is named itself before what may be meant through an interface, then what is connected by most sites. */
function byImportance(a: Neighbour, b: Neighbour): number {
  return (
    Number(a.symbol.isTest) - Number(b.symbol.isTest) ||
    Number(a.via !== null) - Number(b.via !== null) ||
    b.sites - a.sites ||
    (a.symbol.path < b.symbol.path ? -1 : Number(a.symbol.path > b.symbol.path)) ||
    a.symbol.line - b.symbol.line
  );
}

/** Kinds of symbols that can have a relation by heritage. */
const heirs: ReadonlySet<string> = new Set(['class', 'interface', 'typeAlias', 'enum', 'module', 'method', 'property']);

/** What a symbol is an heir of, then its heirs, each one step away. */
async function heritageOf(engine: Engine, node: SymbolNode): Promise<RelatedType[]> {
  if (!heirs.has(node.kind)) return [];
  const [bases, derived] = await Promise.all(
    (['implements', 'implementers'] as const).map((direction) =>
      engine.graph.implementers({ symbol: node.id, direction }),
    ),
  );
  const related = (found: readonly Relative[], isIncoming: boolean): RelatedType[] =>
    found.flatMap(({ node: relative, relation, distance, line }) =>
      relative === null || distance > 1 ? [] : [{ relation, isIncoming, symbol: bareRef(relative), line }],
    );
  return [...related(bases?.found ?? [], false), ...related(derived?.found ?? [], true)];
}

function usedTypes(all: readonly End[]): RelatedType[] {
  return all.flatMap(({ node, edges }): RelatedType[] => {
    const site = edges.flatMap(({ sites }) => sites).find(({ kind }) => kind === 'type');
    return site === undefined ? [] : [{ relation: 'uses', isIncoming: false, symbol: bareRef(node), line: site.line }];
  });
}

type Outline = Awaited<ReturnType<Engine['graph']['outline']>>;

type Member = Extract<SymbolAnswer, { found: 'one' }>['members']['shown'][number];

/** The direct members of a symbol. Those of one name, as overloads are, stand once, at the first of them. */
function membersOf(outline: Outline, node: SymbolNode): Member[] {
  const least = Math.min(...outline.symbols.map(({ depth }) => depth));
  const members = outline.symbols.filter(
    ({ depth, startLine }) => depth === least && (node.kind === 'file' || startLine >= node.startLine),
  );
  return [...Map.groupBy(members, ({ name }) => name)].map(([name, [first, ...more]]) => {
    const { kind, startLine } = first!;
    return { name: cutText(name), kind, line: startLine, declarations: 1 + more.length };
  });
}

/** Tests that reach a symbol within a few calls, nearest first. */
async function testsOf(engine: Engine, node: SymbolNode): Promise<(Neighbour & { distance: number })[]> {
  if (node.kind === 'file') return [];
  const { reached } = await engine.graph.callers({ symbol: node.id, maxDepth: testDistance, account: false });
  return reached
    .filter((one) => one.node.isTest && !node.isTest)
    .flatMap((one) => {
      const [edge] = one.edges;
      const neighbour = edge === undefined ? null : neighbourOf({ node: one.node, edges: [edge] }, () => true);
      return neighbour === null ? [] : [{ ...neighbour, distance: one.distance }];
    });
}

export const symbolQuestion: Question<Questions['symbol']> = {
  read: (given) => {
    const id = given.text('id');
    const known = given.oneOf('known', linkResolutions, 'name');
    const tests = given.oneOf('tests', ['all', 'without', 'only'], 'all');
    const name = given.optionalText('package');
    return { id, known, tests, ...(name === undefined ? {} : { package: name }) };
  },
  answer,
};

export const hoverQuestion: Question<Questions['hover']> = {
  read: (given) => ({ id: given.text('id') }),
  async answer(engine, { id }) {
    const { center, edges } = await engine.graph.neighbours({ symbol: id, maxDepth: 1, direction: 'in' });
    const callers = edges.filter(({ sites }) => sites.some(({ kind }) => mayRun(kind)));
    const doc = await docOf(engine, center);
    return {
      symbol: symbolRef(center),
      doc: doc === null ? null : cutText(doc, maxDocLength),
      callers: new Set(callers.map(({ from }) => from.id)).size,
    };
  },
};
