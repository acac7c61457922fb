import { describe, expect, it } from 'vitest';
import { circleProblems, importCircles } from './import-circles.ts';

const imports = (all: Record<string, string[]>): Map<string, string[]> => new Map(Object.entries(all));

describe('importCircles', () => {
  it('finds modules that import each other, each circle once', () => {
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

  it('finds none where two paths lead to the same module', () => {
    expect(importCircles(imports({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
  });

  it('finds a module that imports itself', () => {
    expect(importCircles(imports({ a: ['a'] }))).toEqual([['a']]);
  });
});

describe('circleProblems', () => {
  const within = imports({ 'x/a.ts': ['x/b.ts'], 'x/b.ts': ['x/a.ts'] });
  const across = imports({ 'x/a.ts': ['x/y/b.ts'], 'x/y/b.ts': ['x/a.ts'] });

  it('reports the modules of a circle that is not permitted', () => {
    expect(circleProblems(within, [])).toEqual(['src/x/a.ts:1: a circle of 2 imports: x/a.ts x/b.ts']);
  });

  const why = 'they call each other';

  it.each([
    ['a folder', 'x/'],
    ['files', ['x/a.ts', 'x/b.ts']],
  ])('permits one of %s', (_, allowed) => {
    expect(circleProblems(within, [{ in: allowed, why }])).toEqual([]);
  });

  it('permits none across folders', () => {
    expect(circleProblems(across, [{ in: 'x/', why }])).toHaveLength(1);
  });

  it('reports a permitted circle that does not exist', () => {
    const gone = 'scripts/lib/boundaries.ts:1: there is no circle in x/a.ts, x/ any more';
    expect(circleProblems(imports({ 'x/a.ts': [] }), [{ in: ['x/a.ts', 'x/'], why }])).toEqual([gone]);
  });
});
