import { describe, expect, it } from 'vitest';
import { circleProblems, importCircles } from './import-circles.ts';

const imports = (all: Record<string, string[]>): Map<string, string[]> => new Map(Object.entries(all));

describe('importCircles', () => {
  it('finds who leads to each other, once each', () => {
    const graph = imports({
      a: ['b', 'elsewhere'],
      b: ['c'],
      c: ['b', 'd'],
      d: ['e'],
      e: ['f'],
      f: ['d', 'e'],
      g: ['a'],
    });
    expect(importCircles(graph).toSorted()).toEqual([
      ['b', 'c'],
      ['d', 'e', 'f'],
    ]);
  });

  it('finds none where modules lead to one by two ways', () => {
    expect(importCircles(imports({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
  });

  it('finds a module that imports itself', () => {
    expect(importCircles(imports({ a: ['a'] }))).toEqual([['a']]);
  });
});

describe('circleProblems', () => {
  const within = imports({ 'x/a.ts': ['x/b.ts'], 'x/b.ts': ['x/a.ts'] });
  const across = imports({ 'x/a.ts': ['x/y/b.ts'], 'x/y/b.ts': ['x/a.ts'] });

  it('says which modules make a circle that nobody allowed', () => {
    expect(circleProblems(within, [])).toEqual(['src/x/a.ts:1: a circle of 2 imports: x/a.ts x/b.ts']);
  });

  it.each([
    ['of a folder', within, { in: 'x/', why: 'they call each other' }],
    ['of files', within, { in: ['x/a.ts', 'x/b.ts'], until: 'later' }],
    ['across folders, for now', across, { in: 'x/', until: 'later' }],
  ])('allows one %s', (_, graph, allowed) => {
    expect(circleProblems(graph, [allowed])).toEqual([]);
  });

  it('allows none across folders for good', () => {
    expect(circleProblems(across, [{ in: 'x/', why: 'they call each other' }])).toHaveLength(1);
  });

  it('says what is allowed in vain', () => {
    const gone = 'scripts/lib/boundaries.ts:1: there is no circle in x/a.ts, x/ any more';
    expect(circleProblems(imports({ 'x/a.ts': [] }), [{ in: ['x/a.ts', 'x/'], until: 'later' }])).toEqual([gone]);
  });
});
