/** Answers with the shortest paths between two symbols, by walks from both ends that meet. */
import {
  isPattern,
  type GraphEdge,
  type PathAnswer,
  type PathPattern,
  type PathRequest,
  type SymbolNode,
  type SymbolQuery,
  type Truncation,
  type Unresolved,
} from '../../model/graph.ts';
import { withMembers, type Stateless } from './calls.ts';
import { isCallLike } from '../../model/link.ts';
import { findSymbols } from './names/find-symbols.ts';
import type { FoundSymbol } from './found-symbol.ts';
import type { LinkIndex, UnresolvedPlace } from './index/link-index.ts';
import { unresolvedOf } from './name-links.ts';
import { patternEnd } from './places/pattern-ends.ts';
import { distinctRefs, groupByRef, RefMap, type SymbolRef } from './ref-map.ts';
import { requireSymbol } from './resolve-symbol.ts';
import { usedStep, usersStep } from './steps.ts';
import type { Step } from './step.ts';
import { edgesOf, endsOf, maxNodes, maxWalkMs } from './walk.ts';
import { clockMs } from '../../util/clock.ts';

/** Of an end with more meanings, nobody knows which is meant. */
const maxEndMeanings = 20;

/** The walk from one end. */
interface Side {
  frontier: SymbolRef[];
  depth: number;
  /** All symbols of the walk, the nearest first. */
  reached: SymbolRef[];
  /** By symbol: the steps that lead to it from symbols one step nearer to the end. */
  steps: RefMap<Step[]>;
  /** By symbol: the number of steps from the end. */
  distance: RefMap<number>;
}

/** The walks from both ends, and the symbols in which they meet. */
interface Search {
  out: Side;
  into: Side;
  meetings: SymbolRef[];
  truncation: Truncation;
}

/** @param globOf compiles a glob that ignores case; throws an `AppError` for an invalid one */
export async function answerPaths(
  index: LinkIndex,
  request: PathRequest,
  globOf: (pattern: string) => (text: string) => boolean,
): Promise<Stateless<PathAnswer>> {
  const { maxDepth, maxPaths } = request;
  const { from, to, meanings } = await endsOfPaths(index, request, globOf);
  const [starts, ends] = [from.refs, to.refs];
  const search = await searchPaths(index, { starts, ends, maxDepth });
  const paths = await pathsOf(index, search, maxPaths);
  const visited = search.out.distance.size + search.into.distance.size;
  const reversed =
    paths.length === 0 && (await searchPaths(index, { starts: ends, ends: starts, maxDepth })).meetings.length > 0;
  const unresolved =
    paths.length === 0 && from.node.id !== to.node.id
      ? await unresolvedNear(index, search, to.node.name)
      : { sites: 0, files: 0, samples: [] };
  const patterns = {
    ...(from.matches === null ? {} : { from: from.matches }),
    ...(to.matches === null ? {} : { to: to.matches }),
  };
  return {
    from: from.matches === null ? from.node : (paths[0]?.[0]?.from ?? from.node),
    to: to.matches === null ? to.node : (paths[0]?.at(-1)?.to ?? to.node),
    ...{ meanings, patterns, paths, visited, reversed, unresolved },
    truncation: search.truncation,
  };
}

interface PathEnd {
  node: SymbolNode;
  refs: readonly SymbolRef[];
  /** Null for an end without wildcards. */
  matches: PathPattern | null;
}

/** Both ends: where neither has wildcards, the pair of meanings with the shortest path; else all that each end means. */
async function endsOfPaths(
  index: LinkIndex,
  request: PathRequest,
  globOf: (pattern: string) => (text: string) => boolean,
): Promise<{ from: PathEnd; to: PathEnd; meanings: PathAnswer['meanings'] }> {
  if (isPattern(request.from.symbol) || isPattern(request.to.symbol)) {
    const from = await endOf(index, request.from, { field: 'from', globOf });
    const to = await endOf(index, request.to, { field: 'to', globOf });
    return { from, to, meanings: { from: 1, to: 1 } };
  }
  const froms = await meaningsOf(index, request.from, 'from');
  const tos = await meaningsOf(index, request.to, 'to');
  const { from, to } = await connectedPair(index, { froms, tos, maxDepth: request.maxDepth });
  return {
    from: { node: from.node, refs: await withMembers(index, from), matches: null },
    to: { node: to.node, refs: await withMembers(index, to), matches: null },
    meanings: { from: froms.length, to: tos.length },
  };
}

/** All symbols that a pattern matches, or all that a name means, with their members. */
async function endOf(
  index: LinkIndex,
  query: SymbolQuery,
  how: { field: 'from' | 'to'; globOf: (pattern: string) => (text: string) => boolean },
): Promise<PathEnd> {
  if (isPattern(query.symbol)) return patternEnd(index, query, how);
  const meanings = await meaningsOf(index, query, how.field);
  const refs = (await Promise.all(meanings.map(async (one) => withMembers(index, one)))).flat();
  return { node: meanings[0].node, refs, matches: null };
}

/** All symbols that an end means, the likeliest first. @throws AppError where it means none, or too many to try each */
async function meaningsOf(
  index: LinkIndex,
  query: SymbolQuery,
  field: 'from' | 'to',
): Promise<readonly [FoundSymbol, ...FoundSymbol[]]> {
  const { symbols } = await findSymbols(index, query);
  const [first, ...others] = symbols;
  if (first === undefined || symbols.length > maxEndMeanings) return [await requireSymbol(index, query, field)];
  return [first, ...others];
}

interface Pair {
  from: FoundSymbol;
  to: FoundSymbol;
}

/**
 * The pair of meanings with the shortest path. Meanings in tests are left out where others are connected; where none are, the likeliest meanings are
 * the pair.
 */
async function connectedPair(
  index: LinkIndex,
  { froms, tos, maxDepth }: { froms: readonly FoundSymbol[]; tos: readonly FoundSymbol[]; maxDepth: number },
): Promise<Pair> {
  const likeliest = { from: froms[0]!, to: tos[0]! };
  if (froms.length === 1 && tos.length === 1) return likeliest;
  const withoutTests = (found: readonly FoundSymbol[]): readonly FoundSymbol[] =>
    found.some(({ node }) => !node.isTest) ? found.filter(({ node }) => !node.isTest) : found;
  const rounds = [[withoutTests(froms), withoutTests(tos)] as const, [froms, tos] as const];
  for (const [starts, ends] of rounds) {
    const [startOwners, endOwners] = [await ownersOf(index, starts), await ownersOf(index, ends)];
    const refsOf = (owners: RefMap<Owned>): SymbolRef[] => owners.values().map(({ ref }) => ref);
    const search = await searchPaths(index, { starts: refsOf(startOwners), ends: refsOf(endOwners), maxDepth });
    const pairs = search.meetings.flatMap((meeting) =>
      endsBehind(search.out, meeting, true).flatMap((start) =>
        endsBehind(search.into, meeting, false).map((end) => ({
          from: startOwners.get(start)!,
          to: endOwners.get(end)!,
        })),
      ),
    );
    const [best] = pairs.sort((a, b) => a.from.at - b.from.at || a.to.at - b.to.at);
    if (best !== undefined) return { from: best.from.owner, to: best.to.owner };
  }
  return likeliest;
}

/** A part of a meaning, with the meaning's place among the meanings. */
interface Owned {
  ref: SymbolRef;
  owner: FoundSymbol;
  at: number;
}

async function ownersOf(index: LinkIndex, meanings: readonly FoundSymbol[]): Promise<RefMap<Owned>> {
  const owners = new RefMap<Owned>();
  for (const [at, owner] of meanings.entries())
    for (const ref of await withMembers(index, owner)) if (!owners.has(ref)) owners.set(ref, { ref, owner, at });
  return owners;
}

/** The ends of a side from which the walk came to a symbol. */
function endsBehind(side: Side, meeting: SymbolRef, isForward: boolean): readonly SymbolRef[] {
  let level: readonly SymbolRef[] = [meeting];
  for (let distance = side.distance.get(meeting) ?? 0; distance > 0; distance--) {
    const previous = level.flatMap((ref) => (side.steps.get(ref) ?? []).map(({ from, to }) => (isForward ? from : to)));
    level = distinctRefs(previous).filter((ref) => side.distance.get(ref) === distance - 1);
  }
  return level;
}

/** How many edges from the start unresolved calls are looked for, and in how many symbols and files. */
const near = { depth: 2, symbols: 200, files: 40 } as const;

/** The unresolved calls in the symbols nearest to the start. @param name that of the end: calls of this name come first */
async function unresolvedNear(index: LinkIndex, { out }: Search, name: string): Promise<Unresolved> {
  while (out.depth < near.depth && out.frontier.length > 0 && out.distance.size < near.symbols)
    await expand(index, out, true);
  const nearest = out.reached.slice(0, near.symbols);
  const found: { place: UnresolvedPlace; distance: number }[] = [];
  for (const file of [...new Set(nearest.map((ref) => ref.file))].slice(0, near.files)) {
    const places = (await index.unresolvedSitesOf(file)).filter(({ site }) => isCallLike(site.kind));
    const containers = await index.containersOf(places);
    for (const [at, place] of places.entries()) {
      const distance = out.distance.get(containers[at]!);
      if (distance !== undefined && distance <= near.depth) found.push({ place, distance });
    }
  }
  const isNamed = ({ place }: (typeof found)[number]): number => Number(place.site.name === name);
  found.sort(
    (a, b) =>
      isNamed(b) - isNamed(a) ||
      a.distance - b.distance ||
      (a.place.path < b.place.path ? -1 : a.place.path > b.place.path ? 1 : a.place.site.line - b.place.site.line),
  );
  return unresolvedOf(
    index,
    found.map(({ place }) => place),
    null,
  );
}

function newSide(refs: readonly SymbolRef[]): Side {
  const distance = new RefMap<number>();
  for (const ref of refs) distance.set(ref, 0);
  return { frontier: [...refs], depth: 0, reached: [...refs], steps: new RefMap(), distance };
}

async function searchPaths(
  index: LinkIndex,
  { starts, ends, maxDepth }: { starts: readonly SymbolRef[]; ends: readonly SymbolRef[]; maxDepth: number },
): Promise<Search> {
  const search: Search = {
    out: newSide(starts),
    into: newSide(ends),
    meetings: [],
    truncation: { reason: null, frontier: 0 },
  };
  const { out, into } = search;
  const deadline = clockMs() + maxWalkMs;
  search.meetings = distinctRefs(starts).filter((ref) => into.distance.has(ref));
  while (search.meetings.length === 0 && out.depth + into.depth < maxDepth) {
    if (out.frontier.length === 0 || into.frontier.length === 0) break;
    const isForward = out.frontier.length <= into.frontier.length;
    const side = isForward ? out : into;
    // Twice as many symbols as an answer has: of these, only the ones on a path are shown.
    if (clockMs() > deadline || side.distance.size > maxNodes * 2) {
      search.truncation = {
        reason: clockMs() > deadline ? 'time' : 'nodes',
        frontier: out.frontier.length + into.frontier.length,
      };
      break;
    }
    await expand(index, side, isForward);
    const other = isForward ? into : out;
    search.meetings = side.frontier.filter((ref) => other.distance.has(ref));
  }
  return search;
}

/** Walks one step further from one end. */
async function expand(index: LinkIndex, side: Side, isForward: boolean): Promise<void> {
  const takeStep = isForward ? usedStep(false) : usersStep;
  const next: SymbolRef[] = [];
  side.depth++;
  for (const step of await takeStep(index, side.frontier)) {
    const ref = isForward ? step.to : step.from;
    const distance = side.distance.get(ref);
    if (distance !== undefined && distance < side.depth) continue;
    if (distance === undefined) side.reached.push(ref);
    side.distance.set(ref, side.depth);
    next.push(ref);
    const steps = side.steps.get(ref);
    if (steps === undefined) side.steps.set(ref, [step]);
    else steps.push(step);
  }
  side.frontier = [...distinctRefs(next)];
}

async function pathsOf(index: LinkIndex, { out, into, meetings }: Search, maxPaths: number): Promise<GraphEdge[][]> {
  const chains: Step[][][] = [];
  for (const meeting of meetings) {
    for (const head of chainsTo(out, meeting, maxPaths, true))
      for (const tail of chainsTo(into, meeting, maxPaths, false)) chains.push([...head.toReversed(), ...tail]);
    // More chains than paths are wanted, because several chains may give one path.
    if (chains.length >= maxPaths * 4) break;
  }
  const nodes = await index.nodes(endsOf(chains.flat(2)));
  const paths = chains.map((chain) => chain.flatMap((steps) => edgesOf(steps, nodes).slice(0, 1)));
  const distinct = new Map(paths.map((path) => [path.map(({ from, to }) => `${from.id}>${to.id}`).join(' '), path]));
  return [...distinct]
    .sort(([a, one], [b, other]) => one.length - other.length || (a < b ? -1 : 1))
    .slice(0, maxPaths)
    .map(([, path]) => path);
}

/** Up to `maxPaths` chains of steps from a meeting point back to the side's end, the steps at the meeting point first. */
function chainsTo(side: Side, meeting: SymbolRef, maxPaths: number, isForward: boolean): Step[][][] {
  const steps = side.steps.get(meeting);
  if (steps === undefined || side.distance.get(meeting) === 0) return [[]];
  const previousOf = ({ from, to }: Step): SymbolRef => (isForward ? from : to);
  const chains: Step[][][] = [];
  for (const group of groupByRef(steps, previousOf).values()) {
    for (const rest of chainsTo(side, previousOf(group[0]), maxPaths, isForward)) {
      chains.push([group, ...rest]);
      if (chains.length >= maxPaths) return chains;
    }
  }
  return chains;
}
