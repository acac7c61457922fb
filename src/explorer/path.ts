/** `path`: how one symbol leads to another, step by step with its code. Invariant: a step says how it is known; what is inferred is marked. */
import type { Engine } from '../engine/types.ts';
import type { GraphEdge, PathAnswer as FoundPaths, SymbolChoice, SymbolNode } from '../model/graph.ts';
import type { PathAnswer, PathEnd, PathStep, PathParameters, Questions } from './contract.ts';
import { excerpt } from './line-texts.ts';
import { distinctSites } from './places.ts';
import { listed, symbolRef, type Question } from './question.ts';

/** The most steps of a path. */
const maxSteps = 12;
/** The most paths to choose from. */
const maxPaths = 10;
const maxCandidates = 20;
/** Seven lines: three before the call, and three behind it. */
const around = { before: 3, behind: 3 };
/** The last step shows how its symbol begins. */
const beginning = { before: 0, behind: 6 };

export function endOf(choice: SymbolChoice): PathEnd {
  const none = listed<never>([], { cap: 0 });
  switch (choice.kind) {
    case 'one':
      return { symbol: symbolRef(choice.node), candidates: none, nearest: [] };
    case 'several':
      return {
        symbol: null,
        candidates: listed(choice.candidates.map(symbolRef), { cap: maxCandidates, total: choice.total }),
        nearest: [],
      };
    case 'members':
      return { symbol: symbolRef(choice.owner), candidates: none, nearest: [] };
    case 'none':
      return { symbol: null, candidates: none, nearest: choice.nearest.slice(0, maxCandidates) };
  }
}

function nextOf(edge: GraphEdge): PathStep['next'] {
  const { via } = edge;
  const sites = distinctSites(edge);
  const [site] = sites;
  if (site === undefined) return null;
  const { kind, resolution, line } = site;
  const isInferred = via !== null || sites.every((one) => one.resolution === 'name');
  return { kind, resolution, line, sites: sites.length, via: via === null ? null : via.qualified, isInferred };
}

async function stepsOf(engine: Engine, path: readonly GraphEdge[]): Promise<PathStep[]> {
  const last = path.at(-1);
  if (last === undefined) return [];
  const steps = path.map(async (edge): Promise<PathStep> => {
    const next = nextOf(edge);
    const code = await excerpt(engine, { path: edge.from.path, line: next?.line ?? edge.from.line }, around);
    return { symbol: symbolRef(edge.from), next, code };
  });
  const end = excerpt(engine, last.to, beginning).then((code) => ({ symbol: symbolRef(last.to), next: null, code }));
  return Promise.all([...steps, end]);
}

function notesOf({ state, truncation }: FoundPaths): string[] {
  const { note } = state.freshness;
  return [
    ...(note === null ? [] : [note]),
    ...(state.unread === null ? [] : [state.unread]),
    ...(truncation.reason === null
      ? []
      : [`The search ended early: ${truncation.frontier} symbols were not followed any further.`]),
  ];
}

async function answer(engine: Engine, { from, to, at = 0 }: PathParameters): Promise<PathAnswer> {
  const [first, second] = await Promise.all([
    engine.graph.resolve({ symbol: from }),
    engine.graph.resolve({ symbol: to }),
  ]);
  const ends = { from: endOf(first), to: endOf(second) };
  const nothing = { paths: 0, at: 0, steps: [], reversed: false, unresolved: 0, visited: 0, notes: [] };
  if (first.kind === 'none' || second.kind === 'none') return { ends, ...nothing };
  const query = (text: string, choice: SymbolChoice): { symbol: string } => ({
    symbol: choice.kind === 'one' ? choice.node.id : text,
  });
  const found = await engine.graph.paths({
    from: query(from, first),
    to: query(to, second),
    maxDepth: maxSteps,
    maxPaths,
  });
  const chosen = Math.min(at, Math.max(0, found.paths.length - 1));
  const named = (end: PathEnd, node: SymbolNode): PathEnd => ({ ...end, symbol: end.symbol ?? symbolRef(node) });
  const isFound = found.paths.length > 0;
  return {
    // Of a name with several meanings the path says which one it is about.
    ends: isFound ? { from: named(ends.from, found.from), to: named(ends.to, found.to) } : ends,
    paths: found.paths.length,
    at: chosen,
    steps: await stepsOf(engine, found.paths[chosen] ?? []),
    reversed: found.reversed,
    unresolved: found.unresolved.sites,
    visited: found.visited,
    notes: notesOf(found),
  };
}

export const pathQuestion: Question<Questions['path']> = {
  read: (given) => ({
    from: given.text('from'),
    to: given.text('to'),
    at: given.whole('at', { min: 0, max: maxPaths - 1, usual: 0 }),
  }),
  answer,
};
