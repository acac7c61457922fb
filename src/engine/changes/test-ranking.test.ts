import { describe, expect, it } from 'vitest';
import { testsChangedWith } from './test-history.ts';
import { rankTests, type RankingInput } from './test-ranking.ts';

const nothing: RankingInput = {
  sources: ['src/shop/price.ts'],
  definitions: [],
  changedTests: new Set(),
  tests: [],
  reach: { tests: [], importers: [], mentions: [], dangling: { total: 0, places: [] } },
  history: new Map(),
};

function way(path: string, score: number, distance = 1): RankingInput['reach']['tests'][number] {
  return { path, score, distance, way: ['t', 'price'], line: 3, use: 'call', more: 0 };
}

describe('rankTests', () => {
  it('lists no test without a reason', () => {
    expect(rankTests({ ...nothing, tests: ['test/a.test.ts', 'test/b.test.ts'] })).toEqual([]);
  });

  it('puts changed tests first, then those with the most and strongest reasons', () => {
    const tests = ['changed', 'price', 'near', 'far', 'with', 'uses', 'names'].map((name) => `test/${name}.test.ts`);
    const ranked = rankTests({
      ...nothing,
      tests,
      changedTests: new Set(['test/changed.test.ts']),
      reach: {
        tests: [way('test/near.test.ts', 4), way('test/far.test.ts', 0.04, 3), way('test/price.test.ts', 1, 2)],
        importers: ['uses', 'near'].map((name) => ({ path: `test/${name}.test.ts`, file: 'src/shop/price.ts' })),
        mentions: [{ path: 'test/names.test.ts', name: 'price', line: 9, files: 4 }],
        dangling: { total: 0, places: [] },
      },
      history: new Map([['test/with.test.ts', { commits: 4, path: 'src/shop/price.ts', weight: 0.5 }]]),
    });
    expect(ranked.map(({ path }) => path)).toEqual(
      ['changed', 'near', 'price', 'with', 'uses', 'far', 'names'].map((name) => `test/${name}.test.ts`),
    );
    expect(ranked.map(({ distance }) => distance)).toEqual([null, 1, 2, null, null, 3, null]);
    expect(ranked.map(({ reasons }) => reasons.map(({ kind }) => kind))).toEqual([
      ...[['changed'], ['reaches', 'uses'], ['named', 'reaches'], ['history'], ['uses'], ['reaches'], ['mentions']],
    ]);
  });

  it('puts tests that name removed definitions before all unchanged tests', () => {
    const tests = ['test/gone.test.ts', 'test/near.test.ts'];
    const place = { id: 'src/shop/price.ts#cost', path: 'test/gone.test.ts', line: 7, column: 1, caller: null };
    const places = [
      { ...place, kind: 'call' as const },
      { ...place, line: 9, kind: 'call' as const },
    ];
    const reach = { ...nothing.reach, tests: [way('test/near.test.ts', 4)], dangling: { total: 2, places } };
    const history = new Map([['test/near.test.ts', { commits: 9, path: 'src/shop/price.ts', weight: 1 }]]);
    const [first, second] = rankTests({ ...nothing, tests, reach, history });
    expect(first).toMatchObject({
      path: 'test/gone.test.ts',
      reasons: [{ kind: 'mentions', name: place.id, line: 7 }],
    });
    expect(second).toMatchObject({ path: 'test/near.test.ts' });
  });

  it('puts code that tests use after the tests', () => {
    const importers = ['test/helpers.ts', 'test/zebra.test.ts'].map((path) => ({ path, file: 'src/shop/price.ts' }));
    const ranked = rankTests({ ...nothing, reach: { ...nothing.reach, importers } });
    expect(ranked.map(({ path }) => path)).toEqual(['test/zebra.test.ts', 'test/helpers.ts']);
  });

  it('finds tests by the names of definitions, and excludes test data by its folder', () => {
    const tests = ['test/res.format.js', 'test/fixtures/res.format.js', 'test/format.js', 'test/price.js'];
    const definitions = [{ id: 'lib/response.js#res.format', qualified: 'res.format' }];
    expect(rankTests({ ...nothing, sources: [], definitions, tests })).toEqual([
      {
        ...{ path: 'test/res.format.js', isChanged: false, distance: null },
        reasons: [{ kind: 'named', path: 'lib/response.js#res.format' }],
      },
      expect.objectContaining({ path: 'test/format.js' }),
    ]);
  });

  it('weighs an import more if few files have it', () => {
    const sources = ['src/common.ts', 'src/rare.ts'];
    const importers = [
      ...['a', 'b', 'c', 'd'].map((name) => ({ path: `test/${name}.test.ts`, file: 'src/common.ts' })),
      { path: 'test/d.test.ts', file: 'src/rare.ts' },
    ];
    const [first] = rankTests({ ...nothing, sources, reach: { ...nothing.reach, importers } });
    expect(first).toMatchObject({ path: 'test/d.test.ts', reasons: [{ kind: 'uses', path: 'src/rare.ts' }] });
  });
});

describe('testsChangedWith', () => {
  const commits = [
    ['src/a.ts', 'test/a.test.ts'],
    ['src/a.ts', 'test/b.test.ts'],
    ['src/a.ts', 'test/a.test.ts', 'lib/b.ts'],
    ['lib/b.ts', 'lib/c.ts', 'test/c.test.ts'],
  ];
  const tests = new Set(['a', 'b', 'c'].map((name) => `test/${name}.test.ts`));

  it('counts shared commits, relative to the commits of the file', () => {
    const found = testsChangedWith(commits, ['src/a.ts'], tests);
    expect([...found.keys()]).toEqual(['test/a.test.ts', 'test/b.test.ts']);
    expect(found.get('test/a.test.ts')).toEqual({
      ...{ commits: 2, path: 'src/a.ts' },
      weight: expect.closeTo(1 - (1 - 2 / 5) * (1 - 0.4 * (2 / 5))) as number,
    });
  });

  it('adds up the evidence of several files', () => {
    const of = (sources: string[]): number =>
      testsChangedWith(commits, sources, tests).get('test/a.test.ts')?.weight ?? 0;
    expect(of(['src/a.ts', 'lib/b.ts'])).toBeGreaterThan(of(['src/a.ts']));
    expect(of(['elsewhere/c.ts'])).toBe(0);
  });

  it('uses the history of the folder if the file has none', () => {
    const found = testsChangedWith(commits, ['lib/new.ts'], tests).get('test/c.test.ts');
    expect(found).toMatchObject({ commits: 1, path: 'lib/' });
    expect(found?.weight).toBeCloseTo(0.4 / 4);
  });
});
