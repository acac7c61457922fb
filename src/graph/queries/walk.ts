/**
 * Breadth-first walks over the graph within a budget of symbols and time.
 * Invariant: what is nearer comes first, and of equals what is connected more; a walk that ends early says so.
 */
import type { GraphEdge, ReachedNode, SymbolNode, Truncation } from '../../model/graph.ts';
import type { LinkIndex } from './index/link-index.ts';
import { RefMap, type SymbolRef } from './ref-map.ts';
import type { Step, TakeStep } from './step.ts';
import { clockMs } from '../../util/clock.ts';

/** Symbols of one answer: far more than anybody reads. */
export const maxNodes = 2_000;
/** Time of one walk (ms). */
export const maxWalkMs = 500;
/** Steps that are compared one by one. */
const fewSteps = 8;
/** Symbols that are looked up at once. */
const frontierAtOnce = 256;

export interface Walk {
  start: readonly SymbolRef[];
  /** `in`: steps lead to the symbols that were reached before. */
  direction: 'in' | 'out';
  step: (distance: number) => TakeStep;
  maxDepth: number;
}

export interface WalkResult {
  /** In the order in which they were reached. */
  reached: { ref: SymbolRef; distance: number; steps: Step[] }[];
  truncation: Truncation;
}

export async function walk(index: LinkIndex, { start, direction, step, maxDepth }: Walk): Promise<WalkResult> {
  const deadline = clockMs() + maxWalkMs;
  const starts = new RefMap<true>();
  const seen = new RefMap<true>();
  for (const ref of start) starts.set(ref, true);
  // One that is asked for alone is reached when it calls itself, and not walked on from again; parts of a whole are the whole.
  if (start.length > 1) for (const ref of start) seen.set(ref, true);
  const reached: WalkResult['reached'] = [];
  let frontier = [...start];
  for (let distance = 1; distance <= maxDepth && frontier.length > 0; distance++) {
    const found = new RefMap<{ ref: SymbolRef; steps: Step[] }>();
    const isFresh = (file: number, key: number): boolean =>
      !seen.hasAt(file, key) && (distance === 1 || !starts.hasAt(file, key));
    for (let at = 0; at < frontier.length; at += frontierAtOnce) {
      if (clockMs() > deadline) return cut(reached, 'time', frontier.length - at + found.size);
      for (const one of await step(distance)(index, frontier.slice(at, at + frontierAtOnce), isFresh)) {
        const ref = direction === 'in' ? one.from : one.to;
        const known = found.get(ref);
        if (known !== undefined) known.steps.push(one);
        else if (isFresh(ref.file, ref.key)) found.set(ref, { ref, steps: [one] });
      }
    }
    const next = found.values().toSorted((a, b) => b.steps.length - a.steps.length);
    const room = maxNodes - reached.length;
    for (const { ref, steps } of next.slice(0, room)) {
      seen.set(ref, true);
      reached.push({ ref, distance, steps });
    }
    if (next.length > room) return cut(reached, 'nodes', next.length - room);
    frontier = next.map(({ ref }) => ref).filter((ref) => !starts.has(ref));
  }
  return cut(reached, null, 0);
}

function cut(reached: WalkResult['reached'], reason: Truncation['reason'], frontier: number): WalkResult {
  return { reached, truncation: { reason, frontier } };
}

/** Reached symbols as people see them: by distance, the certain before the possible, then most places, then place. */
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
    found.push({ answer: { node, distance, edges }, doubt: doubtOf(edges), sites: sitesOf(edges) });
  }
  return found
    .sort(
      (one, other) =>
        one.answer.distance - other.answer.distance ||
        one.doubt - other.doubt ||
        other.sites - one.sites ||
        byPlace(one.answer.node, other.answer.node),
    )
    .map(({ answer }) => answer);
}

function byPlace(a: SymbolNode, b: SymbolNode): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}

/** 0 for what names the symbol itself, 1 for what may mean it through another declaration, 2 for what has its name alone. */
function doubtOf(edges: readonly GraphEdge[]): number {
  let least = 2;
  for (const { via, sites } of edges)
    if (sites.some(({ resolution }) => resolution !== 'name')) least = Math.min(least, via === null ? 0 : 1);
  return least;
}

function sitesOf(edges: readonly GraphEdge[]): number {
  return edges.reduce((sum, { sites }) => sum + sites.length, 0);
}

/** All symbols that steps name. */
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

/** Steps between the same ends and through the same declaration as one edge. */
export function edgesOf(steps: readonly Step[], nodes: RefMap<SymbolNode>): GraphEdge[] {
  const edges: GraphEdge[] = [];
  // Most symbols have a few edges: a look at each is quicker than a table.
  const byTarget = steps.length > fewSteps ? new Map<SymbolNode, GraphEdge[]>() : null;
  for (const { from, to, via, site } of steps) {
    const start = nodes.get(from);
    const end = nodes.get(to);
    if (start === undefined || end === undefined) continue;
    const through = via === null ? null : (nodes.get(via) ?? null);
    let alike = byTarget === null ? edges : byTarget.get(end);
    if (alike === undefined) byTarget?.set(end, (alike = []));
    const known = alike?.find((edge) => edge.to === end && edge.from === start && edge.via === through);
    if (known !== undefined) {
      known.sites.push(site);
      continue;
    }
    const edge = { from: start, to: end, sites: [site], via: through };
    if (alike !== edges) alike?.push(edge);
    edges.push(edge);
  }
  for (const { sites } of edges) if (sites.length > 1) sites.sort((a, b) => a.line - b.line || a.column - b.column);
  return edges;
}
