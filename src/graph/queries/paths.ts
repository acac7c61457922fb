/** Shortest paths between two symbols, found by walks from both ends. */
import type { GraphEdge, PathAnswer, PathRequest, Truncation } from '../../model/graph.ts';
import { withMembers, type Stateless } from './calls.ts';
import type { LinkIndex } from './index/link-index.ts';
import { distinctRefs, groupByRef, RefMap, type SymbolRef } from './ref-map.ts';
import { requireSymbol } from './resolve-symbol.ts';
import { usedStep, usersStep } from './steps.ts';
import type { Step } from './step.ts';
import { edgesOf, endsOf, maxNodes, maxWalkMs } from './walk.ts';
import { clockMs } from '../../util/clock.ts';

/** The walk from one end: by symbol, the steps by which it was reached from a symbol one step nearer to the end. */
interface Side {
  frontier: SymbolRef[];
  depth: number;
  steps: RefMap<Step[]>;
  distance: RefMap<number>;
}

interface Search {
  out: Side;
  into: Side;
  meetings: SymbolRef[];
  truncation: Truncation;
}

export async function answerPaths(index: LinkIndex, request: PathRequest): Promise<Stateless<PathAnswer>> {
  const from = await requireSymbol(index, request.from, 'from');
  const to = await requireSymbol(index, request.to, 'to');
  const [starts, ends] = [await withMembers(index, from), await withMembers(index, to)];
  const search = await searchPaths(index, { starts, ends, maxDepth: request.maxDepth });
  const paths = await pathsOf(index, search, request.maxPaths);
  const visited = search.out.distance.size + search.into.distance.size;
  const reversed =
    paths.length === 0 &&
    (await searchPaths(index, { starts: ends, ends: starts, maxDepth: request.maxDepth })).meetings.length > 0;
  return { from: from.node, to: to.node, paths, visited, reversed, truncation: search.truncation };
}

function newSide(refs: readonly SymbolRef[]): Side {
  const distance = new RefMap<number>();
  for (const ref of refs) distance.set(ref, 0);
  return { frontier: [...refs], depth: 0, steps: new RefMap(), distance };
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
    const forwards = out.frontier.length <= into.frontier.length;
    const side = forwards ? out : into;
    if (clockMs() > deadline || side.distance.size > maxNodes * 2) {
      search.truncation = {
        reason: clockMs() > deadline ? 'time' : 'nodes',
        frontier: out.frontier.length + into.frontier.length,
      };
      break;
    }
    await expand(index, side, forwards);
    const other = forwards ? into : out;
    search.meetings = side.frontier.filter((ref) => other.distance.has(ref));
  }
  return search;
}

async function expand(index: LinkIndex, side: Side, forwards: boolean): Promise<void> {
  const take = forwards ? usedStep(false) : usersStep;
  const next: SymbolRef[] = [];
  side.depth++;
  for (const step of await take(index, side.frontier)) {
    const ref = forwards ? step.to : step.from;
    const known = side.distance.get(ref);
    if (known !== undefined && known < side.depth) continue;
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

/** Up to `maxPaths` chains from a meeting point back to the side's start, the meeting point's step first. */
function chainsTo(side: Side, meeting: SymbolRef, maxPaths: number, forwards: boolean): Step[][][] {
  const steps = side.steps.get(meeting);
  if (steps === undefined || side.distance.get(meeting) === 0) return [[]];
  const previousOf = ({ from, to }: Step): SymbolRef => (forwards ? from : to);
  const chains: Step[][][] = [];
  for (const group of groupByRef(steps, previousOf).values()) {
    for (const rest of chainsTo(side, previousOf(group[0]), maxPaths, forwards)) {
      chains.push([group, ...rest]);
      if (chains.length >= maxPaths) return chains;
    }
  }
  return chains;
}
