import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestCircle, stronglyConnected } from './components.ts';

const graphs = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.array(fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 4 }), {
    minLength: count,
    maxLength: count,
  }),
);

function reachable(from: number, targets: readonly (readonly number[])[]): Set<number> {
  const found = new Set<number>();
  const open = [...targets[from]!];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    open.push(...targets[node]!);
  }
  return found;
}

describe('stronglyConnected', () => {
  it('puts two nodes together exactly if each leads to the other', () => {
    fc.assert(
      fc.property(graphs, (targets) => {
        const components = stronglyConnected(targets);
        const group = new Map(components.flatMap((nodes, at) => nodes.map((node) => [node, at] as const)));
        const reach = targets.map((_, node) => reachable(node, targets));
        for (let a = 0; a < targets.length; a++)
          for (let b = 0; b < a; b++) {
            const isTogether = group.has(a) && group.get(a) === group.get(b);
            expect(isTogether).toBe(reach[a]!.has(b) && reach[b]!.has(a));
          }
      }),
    );
  });

  it('has no limit of depth', () => {
    const count = 200_000;
    const ring = Array.from({ length: count }, (_, node) => [(node + 1) % count]);
    expect(stronglyConnected(ring).map(({ length }) => length)).toEqual([count]);
  });
});

describe('shortestCircle', () => {
  it('returns a shortest way from a node back to it', () => {
    const targets = [[1, 2], [2], [3, 0], [0]];
    expect(shortestCircle(1, targets, () => true, { steps: 100 })).toEqual([1, 2, 0]);
    expect(shortestCircle(0, targets, () => true, { steps: 100 })).toEqual([0, 2]);
    expect(shortestCircle(0, targets, (node) => node !== 2, { steps: 100 })).toBeNull();
    expect(shortestCircle(0, targets, () => true, { steps: 1 })).toBeNull();
  });
});
