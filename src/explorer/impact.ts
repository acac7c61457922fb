/**
 * `impact`: what a symbol, or a change, reaches: by distance and package, with the tests to run. `states`: what can be compared.
 * Invariant: at most `maxReached` symbols are shown, the nearest; everything else is counted.
 */
import type { Engine } from '../engine/types.ts';
import type { ChangedFile, ChangesAnswer, TestReason, TestToRun } from '../model/changes.ts';
import type { ImpactAnswer as FoundImpact, ReachedNode, SymbolNode, Truncation } from '../model/graph.ts';
import type {
  ChangedFileRef,
  ImpactAnswer,
  ImpactColumn,
  ImpactParameters,
  Questions,
  ReachedGroup,
  ReachedRef,
} from './contract.ts';
import { impactMarkdown } from './impact-markdown.ts';
import { endOf } from './path.ts';
import { distinctSites } from './places.ts';
import { cutText, listed, symbolRef, type Question } from './question.ts';

export const maxReached = 200;
const maxTests = 100;
const maxChangedFiles = 60;
const maxDefinitions = 20;
const maxPlaces = 30;
const maxDepth = 20;
/** Folders that a column names for the symbols that it does not list. */
const maxFolders = 12;
/** What a group takes beside its name and its symbols. */
const groupBytes = 50;
/** Of the answer's size: what the lists may take (bytes of JSON), and the Markdown. */
const budgets = { reached: 42_000, folders: 5000, tests: 10_000, files: 12_000, places: 3000, markdown: 18_000 };

function reachedRef({ node, edges }: ReachedNode): ReachedRef {
  const [edge] = edges;
  const [site] = edge === undefined ? [] : distinctSites(edge);
  return {
    ...{ qualified: cutText(node.qualified), path: node.path, kind: node.kind },
    through: cutText(edge?.to.qualified ?? ''),
    line: site?.line ?? node.line,
    use: site?.kind ?? 'read',
    resolution: site?.resolution ?? 'name',
  };
}

/** The package; without one the first two folders. */
function groupOf({ package: name, path }: SymbolNode): string {
  return name ?? (path.split('/').slice(0, -1).slice(0, 2).join('/') || '.');
}

/** The nearest symbols by distance, and within a distance by package; of the others the folders. */
export function columnsOf(reached: readonly ReachedNode[]): { columns: ImpactColumn[]; shown: number } {
  const byDistance = Map.groupBy(
    reached.toSorted((a, b) => a.distance - b.distance),
    ({ distance }) => distance,
  );
  let [left, leftForFolders, shown] = [budgets.reached, budgets.folders, 0];
  const columns = [...byDistance].map(([distance, nodes]): ImpactColumn => {
    const groups: ReachedGroup[] = [];
    const unlisted: ReachedNode[] = [];
    for (const [whole, ofGroup] of mostFirst(Map.groupBy(nodes, ({ node }) => groupOf(node)))) {
      const name = cutText(whole);
      const refs: ReachedRef[] = [];
      left -= Buffer.byteLength(name) + groupBytes;
      for (const one of left < 0 ? [] : ofGroup) {
        const ref = reachedRef(one);
        left -= Buffer.byteLength(JSON.stringify(ref));
        if (left < 0 || shown >= maxReached) break;
        shown++;
        refs.push(ref);
      }
      if (refs.length > 0) groups.push({ name, symbols: { total: ofGroup.length, shown: refs } });
      unlisted.push(...ofGroup.slice(refs.length));
    }
    const rest = restOf(unlisted, leftForFolders);
    leftForFolders -= Buffer.byteLength(JSON.stringify(rest.folders.shown));
    return { distance, total: nodes.length, groups, rest };
  });
  return { columns, shown };
}

function mostFirst<T>(groups: ReadonlyMap<string, T[]>): [name: string, members: T[]][] {
  return [...groups].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
}

function restOf(nodes: readonly ReachedNode[], budget: number): ImpactColumn['rest'] {
  const byFolder = Map.groupBy(nodes, ({ node }) => node.path.split('/').slice(0, -1).join('/') || '.');
  const folders = mostFirst(byFolder).map(([folder, { length }]) => ({ folder, symbols: length }));
  // `listed` shows one entry at least, which a column late in the answer may have no room for.
  const cap = budget > 0 ? maxFolders : 0;
  return { symbols: nodes.length, folders: listed(folders, { cap, budget }) };
}

function reasonText(reason: TestReason | undefined): string {
  switch (reason?.kind) {
    case undefined:
      return 'near the change';
    case 'changed':
      return 'changed itself';
    case 'reaches':
      return `reaches it: ${reason.way.join(' > ')}`;
    case 'uses':
      return `uses ${reason.path}`;
    case 'named':
      return `is named after ${reason.path}`;
    case 'history':
      return `changed with ${reason.path} in ${reason.commits} ${reason.commits === 1 ? 'commit' : 'commits'}`;
    case 'mentions':
      return `names ${reason.name} on line ${reason.line}, unresolved`;
  }
}

function testRef({ path, distance, isChanged, reasons }: TestToRun): ImpactAnswer['tests']['shown'][number] {
  return { path, distance, isChanged, reason: cutText(reasonText(reasons[0])) };
}

function cutNotes({ reason, frontier }: Truncation): string[] {
  if (reason === null) return [];
  return [`The walk ended early: the users of ${frontier} symbols were not looked for.`];
}

function stateNotes({ state }: Pick<FoundImpact, 'state'>): string[] {
  return [state.freshness.note, state.unread].filter((note) => note !== null);
}

/** Adds the Markdown, which is made of everything else. */
function withMarkdown(answer: Omit<ImpactAnswer, 'markdown'>): ImpactAnswer {
  return { ...answer, markdown: impactMarkdown({ ...answer, markdown: '' }, budgets.markdown) };
}

/** An answer about nothing, for a name that is not one symbol. */
function nothingAbout(of: ImpactAnswer['of']): ImpactAnswer {
  const none = { total: 0, shown: [] };
  return {
    ...{ of, reached: 0, reachedFiles: 0, shown: 0, columns: [], tests: none, unresolved: { sites: 0, places: none } },
    ...{ dangling: none, frontier: 0, notes: [], markdown: '' },
  };
}

async function impactOfSymbol(engine: Engine, id: string, depth: number | undefined): Promise<ImpactAnswer> {
  const choice = await engine.graph.resolve({ symbol: id });
  const end = endOf(choice);
  if (choice.kind === 'none') return nothingAbout({ kind: 'none', nearest: end.nearest });
  if (choice.kind === 'several') return nothingAbout({ kind: 'several', candidates: end.candidates });
  const { id: symbol } = choice.kind === 'one' ? choice.node : choice.owner;
  const found = await engine.graph.impact({
    symbol,
    account: false,
    ...(depth === undefined ? {} : { maxDepth: depth }),
  });
  const code = found.reached.filter(({ node }) => !node.isTest);
  const tests = [
    ...Map.groupBy(
      found.reached.filter(({ node }) => node.isTest),
      ({ node }) => node.path,
    ),
  ]
    .map(([path, nodes]) => ({ path, nodes, distance: Math.min(...nodes.map(({ distance }) => distance)) }))
    .sort((a, b) => a.distance - b.distance || b.nodes.length - a.nodes.length);
  const { columns, shown } = columnsOf(code);
  const places = found.unresolved.samples.map(({ path, line, name }) => ({
    path,
    line,
    name: name ?? found.target.name,
  }));
  return withMarkdown({
    of: { kind: 'symbol', symbol: symbolRef(found.target) },
    ...{ reached: code.length, reachedFiles: found.files, shown, columns },
    tests: listed(
      tests.map(({ path, nodes, distance }) => {
        const through = nodes[0]?.edges[0]?.to.qualified ?? '';
        return { path, distance, isChanged: false, reason: cutText(`reaches it through ${through}`) };
      }),
      { cap: maxTests, budget: budgets.tests, total: found.testFiles },
    ),
    unresolved: {
      sites: found.unresolved.sites,
      places: listed(places, { cap: maxPlaces, budget: budgets.places, total: found.unresolved.sites }),
    },
    dangling: { total: 0, shown: [] },
    frontier: found.truncation.frontier,
    notes: [
      ...(found.target.exported ? ['It is exported: uses outside of this project are not known.'] : []),
      ...cutNotes(found.truncation),
      ...stateNotes(found),
    ],
  });
}

function changedFileRef({ path, status, isTest, unread, definitions }: ChangedFile): ChangedFileRef {
  const refs = definitions.map(({ id, qualified, kind, change, startLine, exported }) => ({
    ...{ id, qualified: cutText(qualified), kind, change, line: startLine, exported },
  }));
  return { path, status, isTest, unread, definitions: listed(refs, { cap: maxDefinitions, budget: 4000 }) };
}

function impactOfChanges(found: ChangesAnswer): ImpactAnswer {
  const { columns, shown } = columnsOf(found.reached);
  const names = found.unresolved.names.map(({ path, line, name }) => ({ path, line, name: cutText(name) }));
  const gone = found.dangling.places.map(({ path, line, id }) => ({ path, line, name: cutText(id) }));
  return withMarkdown({
    of: {
      kind: 'changes',
      compared: found.compared,
      files: listed(found.files.map(changedFileRef), {
        ...{ cap: maxChangedFiles, budget: budgets.files, total: found.totalFiles },
      }),
      definitions: found.files.reduce((sum, { definitions }) => sum + definitions.length, 0),
    },
    ...{ reached: found.reached.length, reachedFiles: found.reachedFiles, shown, columns },
    tests: listed(found.tests.map(testRef), { cap: maxTests, budget: budgets.tests }),
    unresolved: {
      sites: found.unresolved.sites,
      places: listed(names, { cap: maxPlaces, budget: budgets.places, total: found.unresolved.sites }),
    },
    dangling: listed(gone, { cap: maxPlaces, budget: budgets.places, total: found.dangling.total }),
    frontier: found.truncation.frontier,
    notes: [...found.notes, ...cutNotes(found.truncation), ...stateNotes(found)],
  });
}

async function answer(engine: Engine, asked: ImpactParameters, signal: AbortSignal): Promise<ImpactAnswer> {
  const { id, revision, base, depth } = asked;
  if (id !== undefined) return impactOfSymbol(engine, id, depth);
  const found = await engine.changes.of({
    signal,
    ...(revision === undefined ? {} : { revision }),
    ...(base === undefined ? {} : { base }),
    ...(depth === undefined ? {} : { maxDepth: depth }),
  });
  return impactOfChanges(found);
}

export const impactQuestion: Question<Questions['impact']> = {
  read: (given) => {
    const [id, revision, base] = [given.optionalText('id'), given.optionalText('revision'), given.optionalText('base')];
    const depth = given.whole('depth', { min: 1, max: maxDepth, usual: undefined });
    return {
      ...(id === undefined ? {} : { id }),
      ...(revision === undefined ? {} : { revision }),
      ...(base === undefined ? {} : { base }),
      ...(depth === undefined ? {} : { depth }),
    };
  },
  answer,
};

export const statesQuestion: Question<Questions['states']> = {
  read: () => ({}),
  answer: (engine) => engine.changes.states(),
};
