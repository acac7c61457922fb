/**
 * The order of the boxes of a map: groups that all lead to each other, what stands before what, and edges that others imply.
 * Invariants: boxes of a group stand together; only edges inside of a group lead backwards; without implied edges the same boxes lead to the same boxes.
 */
import { shortestCircle, stronglyConnected } from '../../util/components.ts';

/** For each node the nodes to which it leads, ascending, without itself. */
export type Targets = readonly (readonly number[])[];

export interface Order {
  /** By node: its group; null for none. Groups are numbered from 0 in the order of their first nodes. */
  groups: (number | null)[];
  /** Sizes of the groups. */
  sizes: number[];
  /** By node: its position in the order. */
  places: number[];
}

export function orderOf(targets: Targets): Order {
  const groups = targets.map((): number | null => null);
  const components = stronglyConnected(targets)
    .map((component) => component.toSorted((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]!);
  for (const [group, component] of components.entries()) for (const node of component) groups[node] = group;
  const firstOf = (node: number): number => (groups[node] === null ? node : components[groups[node]!]![0]!);
  const depths = depthsOf(targets, firstOf);
  const balance = balances(targets, groups);
  const nodes = targets
    .map((_, node) => node)
    .sort(
      (a, b) =>
        depths.get(firstOf(a))! - depths.get(firstOf(b))! ||
        firstOf(a) - firstOf(b) ||
        balance[a]! - balance[b]! ||
        a - b,
    );
  const places = targets.map(() => 0);
  for (const [place, node] of nodes.entries()) places[node] = place;
  return { groups, sizes: components.map(({ length }) => length), places };
}

/** By first node of a group, and by node without a group: the edges of the longest way that leads there. */
function depthsOf(targets: Targets, firstOf: (node: number) => number): Map<number, number> {
  const uses = new Map<number, Set<number>>();
  for (const [node, ofNode] of targets.entries()) {
    const from = firstOf(node);
    const known = uses.get(from) ?? new Set<number>();
    uses.set(from, known);
    for (const target of ofNode) if (firstOf(target) !== from) known.add(firstOf(target));
  }
  const waiting = new Map<number, number>();
  for (const used of uses.values()) for (const to of used) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const ready = [...uses.keys()].filter((node) => !waiting.has(node));
  const depths = new Map(ready.map((node) => [node, 0]));
  for (let head = 0; head < ready.length; head++) {
    const from = ready[head]!;
    for (const to of uses.get(from)!) {
      depths.set(to, Math.max(depths.get(to) ?? 0, depths.get(from)! + 1));
      const left = waiting.get(to)! - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return depths;
}

/** By node: how many of its group use it, without those that it uses. What uses most then comes first, and few edges lead backwards. */
function balances(targets: Targets, groups: readonly (number | null)[]): number[] {
  const balance = targets.map(() => 0);
  for (const [from, ofNode] of targets.entries()) {
    for (const to of ofNode) {
      if (groups[from] === null || groups[from] !== groups[to]) continue;
      balance[from]!--;
      balance[to]!++;
    }
  }
  return balance;
}

/** By node: what it leads to, in one step or several. */
export function reachedFrom(targets: Targets): Set<number>[] {
  return targets.map((_, start) => {
    const reached = new Set<number>();
    const queue = [start];
    for (let head = 0; head < queue.length; head++) {
      for (const to of targets[queue[head]!]!) {
        if (!reached.has(to)) queue.push(to);
        reached.add(to);
      }
    }
    return reached;
  });
}

/** The edges that lead forwards to where other edges lead forwards as well, as `from * count + to`. */
export function impliedEdges(targets: Targets, places: readonly number[]): Set<number> {
  const count = targets.length;
  const forward = targets.map((ofNode, from) => ofNode.filter((to) => places[to]! > places[from]!));
  const lastFirst = places.map((_, node) => node).sort((a, b) => places[b]! - places[a]!);
  const reached = forward.map(() => new Set<number>());
  const implied = new Set<number>();
  for (const from of lastFirst) {
    for (const to of forward[from]!) {
      if (forward[from]!.some((other) => reached[other]!.has(to))) implied.add(from * count + to);
      reached[from]!.add(to);
      for (const farther of reached[to]!) reached[from]!.add(farther);
    }
  }
  return implied;
}

/** For each node of a group the shortest circle through it, each once; the shortest first. */
export function circlesOf(targets: Targets, groups: readonly (number | null)[]): number[][] {
  const circles = new Map<string, number[]>();
  for (const [start, group] of groups.entries()) {
    if (group === null) continue;
    const circle = shortestCircle(start, targets, (node) => groups[node] === group, { steps: 100_000 });
    if (circle === null) continue;
    const key = circle.toSorted((a, b) => a - b).join(' ');
    if (!circles.has(key)) circles.set(key, circle);
  }
  return [...circles.values()].sort((a, b) => a.length - b.length);
}
