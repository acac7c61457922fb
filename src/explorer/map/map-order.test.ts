/** The order of boxes, implied edges and circles, on any small graph. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { circlesOf, impliedEdges, orderOf, reachedFrom, type Targets } from './map-order.ts';

const graphs = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc
    .array(fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 4 }), {
      minLength: count,
      maxLength: count,
    })
    .map((targets): Targets => targets.map((ofNode, node) => ofNode.filter((to) => to !== node).sort((a, b) => a - b))),
);

it('leads forwards outside of groups, and keeps groups together', () => {
  fc.assert(
    fc.property(graphs, (targets) => {
      const { groups, places, sizes } = orderOf(targets);
      expect(new Set(places).size).toBe(targets.length);
      for (const [from, ofNode] of targets.entries()) {
        for (const to of ofNode) {
          const isInGroup = groups[from] !== null && groups[from] === groups[to];
          if (!isInGroup) expect(places[to]).toBeGreaterThan(places[from]!);
        }
      }
      for (const [group, size] of sizes.entries()) {
        const ofGroup = places.filter((_, node) => groups[node] === group);
        expect(ofGroup).toHaveLength(size);
        expect(Math.max(...ofGroup) - Math.min(...ofGroup)).toBe(size - 1);
      }
    }),
  );
});

it('without implied edges the same nodes lead to the same nodes', () => {
  fc.assert(
    fc.property(graphs, (targets) => {
      const { places } = orderOf(targets);
      const implied = impliedEdges(targets, places);
      const left = targets.map((ofNode, from) => ofNode.filter((to) => !implied.has(from * targets.length + to)));
      expect(reachedFrom(left)).toEqual(reachedFrom(targets));
    }),
  );
});

it('leaves out the edge that a longer way replaces, and no other', () => {
  const targets = [[1, 2], [2], [3], []];
  expect([...impliedEdges(targets, orderOf(targets).places)]).toEqual([2]);
});

it('finds a shortest circle through each node of a group, each once', () => {
  const targets = [[1], [0, 2], [3], [1], [0]];
  expect(orderOf(targets).groups).toEqual([0, 0, 0, 0, null]);
  expect(circlesOf(targets, orderOf(targets).groups)).toEqual([
    [0, 1],
    [2, 3, 1],
  ]);
});
