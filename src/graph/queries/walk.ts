/**
 * Breadth-first walks over the graph, with limits of the number of symbols and of time.
 * Invariants: nearer symbols are reached first, of equally near ones those with more links; a walk that stops at a limit reports so.
 */
import type { GraphEdge, ReachedNode, SymbolNode, Truncation } from '../../model/graph.ts';
import type { LinkIndex } from './index/link-index.ts';
import { RefMap, type SymbolRef } from './ref-map.ts';
import type { Step, TakeStep } from './step.ts';
import { clockMs } from '../../util/clock.ts';

/** The maximum number of symbols in one answer: far more than anybody reads. */
export const maxNodes = 2_000;
/** The maximum time of one walk, in ms. */
export const maxWalkMs = 500;
/** Up to this number of steps, edges are found by comparing each; for more, by a table. */
const fewSteps = 8;
/** The number of symbols whose steps are looked up at once. */
const frontierAtOnce = 256;

export interface Walk {
  start: readonly SymbolRef[];
  /** Whether the starts are overloads, of which one may be reached from another. Default: they are parts of one symbol. */
  areOverloads?: boolean;
  /** `in`: against the links, to symbols that use others; `out`: along the links. */
  direction: 'in' | 'out';
  /** Returns how to take the steps at a distance, which is 1 for steps from the start. */
  step: (distance: number) => TakeStep;
  maxDepth: number;
  /** Is asked with the symbols of each distance; true ends the walk there. */
  isEnough?: (reached: readonly SymbolRef[]) => Promise<boolean>;
}

export interface WalkResult {
  /** The symbols in the order in which they were reached, with the steps that reached them. */
  reached: { ref: SymbolRef; distance: number; steps: Step[] }[];
  truncation: Truncation;
}

export async function walk(
  index: LinkIndex,
  { start, areOverloads = false, direction, step, maxDepth, isEnough }: Walk,
): Promise<WalkResult> {
  const deadline = clockMs() + maxWalkMs;
  const starts = new RefMap<true>();
  const visited = new RefMap<true>();
  for (const ref of start) starts.set(ref, true);
  // A single start that uses itself is reached, but the walk does not go on from it again. Several starts are parts of one symbol and are never
  // reached, unless they are overloads.
  if (start.length > 1 && !areOverloads) for (const ref of start) visited.set(ref, true);
  const reached: WalkResult['reached'] = [];
  let frontier = [...start];
  for (let distance = 1; distance <= maxDepth && frontier.length > 0; distance++) {
    const found = new RefMap<{ ref: SymbolRef; steps: Step[] }>();
    const isUnreached = (file: number, key: number): boolean =>
      !visited.hasAt(file, key) && (distance === 1 || !starts.hasAt(file, key));
    for (let at = 0; at < frontier.length; at += frontierAtOnce) {
      if (clockMs() > deadline) return resultOf(reached, 'time', frontier.length - at + found.size);
      for (const one of await step(distance)(index, frontier.slice(at, at + frontierAtOnce), isUnreached)) {
        const ref = direction === 'in' ? one.from : one.to;
        const entry = found.get(ref);
        if (entry !== undefined) entry.steps.push(one);
        else if (isUnreached(ref.file, ref.key)) found.set(ref, { ref, steps: [one] });
      }
    }
    const next = found.values().toSorted((a, b) => b.steps.length - a.steps.length);
    const room = maxNodes - reached.length;
    for (const { ref, steps } of next.slice(0, room)) {
      visited.set(ref, true);
      reached.push({ ref, distance, steps });
    }
    if (isEnough !== undefined && (await isEnough(next.slice(0, room).map(({ ref }) => ref)))) break;
    if (next.length > room) return resultOf(reached, 'nodes', next.length - room);
    frontier = next.map(({ ref }) => ref).filter((ref) => !starts.has(ref));
  }
  return resultOf(reached, null, 0);
}

function resultOf(reached: WalkResult['reached'], reason: Truncation['reason'], frontier: number): WalkResult {
  return { reached, truncation: { reason, frontier } };
}

/** Reached symbols in the form of answers: by distance, then certain before possible ones, then by number of sites, then by path and line. */
export async function reachedNodes(index: LinkIndex, reached: WalkResult['reached']): Promise<ReachedNode[]> {
  const refs: SymbolRef[] = [];
  for (const { ref, steps } of reached) {
    refs.push(ref);
    addEnds(steps, refs);
  }
  const nodes = await index.nodes(refs);
  const found: { answer: ReachedNode; doubt: number; sites: number }[] = [];
  for (const { ref, distance, steps } of reached) {
    const node = nodes.get(ref);
    if (node === undefined) continue;
    const edges = edgesOf(steps, nodes);
    found.push({ answer: { node, distance, edges }, doubt: doubtOf(edges), sites: siteCountOf(edges) });
  }
  return found
    .sort(
      (one, other) =>
        one.answer.distance - other.answer.distance ||
        one.doubt - other.doubt ||
        other.sites - one.sites ||
        compareByPlace(one.answer.node, other.answer.node),
    )
    .map(({ answer }) => answer);
}

function compareByPlace(a: SymbolNode, b: SymbolNode): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}

/** How doubtful edges are: 0 where one has a link to the symbol itself, 1 where one leads through another declaration, 2 for links by name only. */
function doubtOf(edges: readonly GraphEdge[]): number {
  let least = 2;
  for (const { via, sites } of edges)
    if (sites.some(({ resolution }) => resolution !== 'name')) least = Math.min(least, via === null ? 0 : 1);
  return least;
}

function siteCountOf(edges: readonly GraphEdge[]): number {
  return edges.reduce((sum, { sites }) => sum + sites.length, 0);
}

/** All symbols in some steps. */
export function endsOf(steps: readonly Step[]): SymbolRef[] {
  const refs: SymbolRef[] = [];
  addEnds(steps, refs);
  return refs;
}

function addEnds(steps: readonly Step[], refs: SymbolRef[]): void {
  for (const { from, to, via } of steps) {
    refs.push(from, to);
    if (via !== null) refs.push(via);
  }
}

/** The edges of steps: one edge for all steps with the same ends through the same declaration. */
export function edgesOf(steps: readonly Step[], nodes: RefMap<SymbolNode>): GraphEdge[] {
  const edges: GraphEdge[] = [];
  // Most symbols have few edges, and comparing each is faster than a table.
  const byTarget = steps.length > fewSteps ? new Map<SymbolNode, GraphEdge[]>() : null;
  for (const { from, to, via, site } of steps) {
    const start = nodes.get(from);
    const end = nodes.get(to);
    if (start === undefined || end === undefined) continue;
    const through = via === null ? null : (nodes.get(via) ?? null);
    let candidates = byTarget === null ? edges : byTarget.get(end);
    if (candidates === undefined) byTarget?.set(end, (candidates = []));
    const existing = candidates?.find((edge) => edge.to === end && edge.from === start && edge.via === through);
    if (existing !== undefined) {
      existing.sites.push(site);
      continue;
    }
    const edge = { from: start, to: end, sites: [site], via: through };
    if (candidates !== edges) candidates?.push(edge);
    edges.push(edge);
  }
  for (const { sites } of edges) if (sites.length > 1) sites.sort((a, b) => a.line - b.line || a.column - b.column);
  return edges;
}
