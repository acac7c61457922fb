/**
 * Breadth-first walks over the graph with limits for symbols and time.
 * Invariant: nearer symbols come first, and of equally near ones those with more links; a walk that ends early reports it.
 */
import type { GraphEdge, ReachedNode, SymbolNode, Truncation } from '../../model/graph.ts';
import type { LinkIndex } from './index/link-index.ts';
import { RefMap, type SymbolRef } from './ref-map.ts';
import type { Step, TakeStep } from './step.ts';
import { clockMs } from '../../util/clock.ts';

/** The most symbols in one answer: far more than anybody reads. */
export const maxNodes = 2_000;
/** The most time for one walk (ms). */
export const maxWalkMs = 500;
/** For more steps than this, edges are found by a table, not by comparing each. */
const fewSteps = 8;
/** How many symbols are looked up at once. */
const frontierAtOnce = 256;

export interface Walk {
  start: readonly SymbolRef[];
  /** Whether the starts are overloads, of which one may be reached from another. Default: they are parts of one whole. */
  areOverloads?: boolean;
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

export async function walk(
  index: LinkIndex,
  { start, areOverloads = false, direction, step, maxDepth }: Walk,
): Promise<WalkResult> {
  const deadline = clockMs() + maxWalkMs;
  const starts = new RefMap<true>();
  const seen = new RefMap<true>();
  for (const ref of start) starts.set(ref, true);
  // A single start is reached when it calls itself, and is not walked on from again.
  if (start.length > 1 && !areOverloads) for (const ref of start) seen.set(ref, true);
  const reached: WalkResult['reached'] = [];
  let frontier = [...start];
  for (let distance = 1; distance <= maxDepth && frontier.length > 0; distance++) {
    const found = new RefMap<{ ref: SymbolRef; steps: Step[] }>();
    const isUnreached = (file: number, key: number): boolean =>
      !seen.hasAt(file, key) && (distance === 1 || !starts.hasAt(file, key));
    for (let at = 0; at < frontier.length; at += frontierAtOnce) {
      if (clockMs() > deadline) return resultOf(reached, 'time', frontier.length - at + found.size);
      for (const one of await step(distance)(index, frontier.slice(at, at + frontierAtOnce), isUnreached)) {
        const ref = direction === 'in' ? one.from : one.to;
        const known = found.get(ref);
        if (known !== undefined) known.steps.push(one);
        else if (isUnreached(ref.file, ref.key)) found.set(ref, { ref, steps: [one] });
      }
    }
    const next = found.values().toSorted((a, b) => b.steps.length - a.steps.length);
    const room = maxNodes - reached.length;
    for (const { ref, steps } of next.slice(0, room)) {
      seen.set(ref, true);
      reached.push({ ref, distance, steps });
    }
    if (next.length > room) return resultOf(reached, 'nodes', next.length - room);
    frontier = next.map(({ ref }) => ref).filter((ref) => !starts.has(ref));
  }
  return resultOf(reached, null, 0);
}

function resultOf(reached: WalkResult['reached'], reason: Truncation['reason'], frontier: number): WalkResult {
  return { reached, truncation: { reason, frontier } };
}

/** Reached symbols as answers show them: by distance, then certain before possible, then by number of places, then by place. */
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

/** 0 for a link to the symbol itself, 1 for one through another declaration, 2 for one by name only. */
function doubtOf(edges: readonly GraphEdge[]): number {
  let least = 2;
  for (const { via, sites } of edges)
    if (sites.some(({ resolution }) => resolution !== 'name')) least = Math.min(least, via === null ? 0 : 1);
  return least;
}

function sitesOf(edges: readonly GraphEdge[]): number {
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

/** One edge for all steps between the same ends and through the same declaration. */
export function edgesOf(steps: readonly Step[], nodes: RefMap<SymbolNode>): GraphEdge[] {
  const edges: GraphEdge[] = [];
  // Most symbols have few edges: comparing each is faster than a table.
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
