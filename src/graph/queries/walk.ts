/**
 * Breadth-first walks over the graph within a budget of symbols and time.
 * Invariant: what is nearer comes first, and of equals what is connected more; a walk that ends early says so.
 */
import type { GraphEdge, ReachedNode, SymbolNode, Truncation } from '../../model/graph.ts';
import { refId, type LinkIndex, type SymbolRef } from './link-index.ts';
import type { Step, TakeStep } from './steps.ts';

/** Symbols of one answer: far more than anybody reads. */
export const maxNodes = 2_000;
/** Time of one walk (ms). */
export const maxWalkMs = 500;
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
  const deadline = performance.now() + maxWalkMs;
  const starts = new Set(start.map(refId));
  // One that is asked for alone is reached when it calls itself, and not walked on from again; parts of a whole are the whole.
  const seen = new Set<string>(start.length === 1 ? [] : starts);
  const reached: WalkResult['reached'] = [];
  let frontier = [...start];
  for (let distance = 1; distance <= maxDepth && frontier.length > 0; distance++) {
    const found = new Map<string, { ref: SymbolRef; steps: Step[] }>();
    for (let at = 0; at < frontier.length; at += frontierAtOnce) {
      if (performance.now() > deadline) return cut(reached, 'time', frontier.length - at + found.size);
      for (const one of await step(distance)(index, frontier.slice(at, at + frontierAtOnce))) {
        const ref = direction === 'in' ? one.from : one.to;
        const id = refId(ref);
        if (seen.has(id) || (distance > 1 && starts.has(id))) continue;
        const known = found.get(id);
        if (known === undefined) found.set(id, { ref, steps: [one] });
        else known.steps.push(one);
      }
    }
    const next = [...found.values()].sort((a, b) => b.steps.length - a.steps.length);
    const room = maxNodes - reached.length;
    for (const { ref, steps } of next.slice(0, room)) {
      seen.add(refId(ref));
      reached.push({ ref, distance, steps });
    }
    if (next.length > room) return cut(reached, 'nodes', next.length - room);
    frontier = next.map(({ ref }) => ref).filter((ref) => !starts.has(refId(ref)));
  }
  return cut(reached, null, 0);
}

function cut(reached: WalkResult['reached'], reason: Truncation['reason'], frontier: number): WalkResult {
  return { reached, truncation: { reason, frontier } };
}

/** Reached symbols as people see them: by distance, the certain before the possible, then most places, then place. */
export async function reachedNodes(index: LinkIndex, reached: WalkResult['reached']): Promise<ReachedNode[]> {
  const refs = reached.flatMap(({ ref, steps }) => [
    ref,
    ...steps.flatMap(({ from, to, via }) => (via === null ? [from, to] : [from, to, via])),
  ]);
  const nodes = await index.nodes(refs);
  return reached
    .flatMap(({ ref, distance, steps }) => {
      const node = nodes.get(refId(ref));
      return node === undefined ? [] : [{ node, distance, edges: edgesOf(steps, nodes) }];
    })
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        doubt(a) - doubt(b) ||
        sitesOf(b) - sitesOf(a) ||
        (a.node.path < b.node.path ? -1 : a.node.path > b.node.path ? 1 : a.node.line - b.node.line),
    );
}

/** 0 for what names the symbol itself, 1 for what may mean it through another declaration, 2 for what has its name alone. */
function doubt({ edges }: ReachedNode): number {
  const each = edges.map(({ via, sites }) =>
    sites.every(({ resolution }) => resolution === 'name') ? 2 : via === null ? 0 : 1,
  );
  return Math.min(...each);
}

function sitesOf({ edges }: ReachedNode): number {
  return edges.reduce((sum, { sites }) => sum + sites.length, 0);
}

/** Steps between the same ends and through the same declaration as one edge. */
export function edgesOf(steps: readonly Step[], nodes: ReadonlyMap<string, SymbolNode>): GraphEdge[] {
  const groups = Map.groupBy(
    steps,
    ({ from, to, via }) => `${refId(from)} ${refId(to)} ${via === null ? '' : refId(via)}`,
  );
  const edges: GraphEdge[] = [];
  for (const group of groups.values()) {
    const { from, to, via } = group[0]!;
    const [start, end] = [nodes.get(refId(from)), nodes.get(refId(to))];
    if (start === undefined || end === undefined) continue;
    const sites = group.map(({ site }) => site).sort((a, b) => a.line - b.line || a.column - b.column);
    edges.push({ from: start, to: end, sites, via: via === null ? null : (nodes.get(refId(via)) ?? null) });
  }
  return edges;
}
