import { describe, expect, it } from 'vitest';
import type { ImplementersAnswer, Relative } from '../../model/code-questions.ts';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { accountOf, fresh, nothingUnresolved, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const shape = symbol('src/shape.ts#Shape', { kind: 'interface', exported: true });
const box = symbol('src/box.ts#Box', { kind: 'class' });

function relative(parts: Partial<Relative>): Relative {
  const rest = {
    package: null,
    written: null,
    path: 'src/box.ts',
    line: 3,
    isTest: false,
    relation: 'implements',
    distance: 1,
    through: null,
  } as const;
  return { node: box, ...rest, ...parts };
}

function answerOf(found: Relative[], parts: Partial<ImplementersAnswer> = {}): ImplementersAnswer {
  return {
    ...{ target: shape, direction: 'implementers', found, members: [], unresolved: nothingUnresolved },
    ...{ fitsByForm: false, isEmpty: false, unknownParts: [], state: fresh },
    ...parts,
  };
}

const ask = async (implementers: ImplementersAnswer, args: Record<string, unknown> = {}) =>
  callGraphTool(tool, { symbol: implementers.target.id, ...args }, { implementers });

describe('get_implementers', () => {
  it('tells direct and indirect ones apart, and marks tests and types without a symbol', async () => {
    const fake = symbol('test/fake.ts#Fake', { kind: 'class', isTest: true });
    const found = [
      relative({}),
      relative({ node: null, written: 'impl Shape for Vec<i32> {', path: 'src/lib.rs', line: 9 }),
      relative({ node: fake, path: 'test/fake.ts', isTest: true, relation: 'extends', distance: 2, through: box }),
    ];
    const { text, data, asked } = await ask(answerOf(found, { fitsByForm: true }));
    await expect(text).toMatchFileSnapshot('golden/implementers.txt');
    expect(data).toMatchObject({
      ...{ total: 3, direct: 2, in_tests: 1, shown: 3, summary: '3 in 3 files (2 direct, 1 indirect, 1 in tests)' },
      found: [
        { name: 'Box', path: 'src/box.ts', line: 3, distance: 1 },
        { written: 'impl Shape for Vec<i32> {', line: 9 },
        { name: 'Fake', through: 'Box', distance: 2, test: true },
      ],
    });
    expect(asked).toEqual([['implementers', { symbol: shape.id, direction: 'implementers', account: true }]]);
  });

  it('has interfaces that extend an interface last, by themselves', async () => {
    const solid = symbol('src/a.ts#Solid', { kind: 'interface' });
    const found = [relative({ node: solid, path: 'src/a.ts', relation: 'extends' }), relative({})];
    const { text } = await ask(answerOf(found));
    expect(text).toContain('implementers: 1 in 1 file (1 direct); 1 interface extends it\n');
    expect(text).toMatch(/\ndirect\nsrc\/box\.ts\n.*Box.*\n\ninterfaces\nsrc\/a\.ts\n.*Solid.* extends/);
  });

  it('writes the package before a name that several of them have', async () => {
    const csv = symbol('output/csv/output.go#Output', { kind: 'class' });
    const { text, data } = await ask(answerOf([relative({ node: csv, package: 'csv', path: 'output/csv/output.go' })]));
    expect(text).toContain('  3 class csv.Output [10-20] implements\n');
    expect(data).toMatchObject({ found: [{ name: 'csv.Output' }] });
  });

  it('ends with what the places of its name are, which it asks of implementers only', async () => {
    const account = accountOf({ uses: 2, declarations: 1 });
    const { text, data } = await ask(answerOf([relative({})], { account }));
    expect(text).toMatch(/\n\naccount: 3 places in 2 files have the name f: 2 other uses, 1 declaration\n/);
    expect(data).toMatchObject({ account: { places: 3 } });
    const { asked } = await ask(answerOf([], { direction: 'implements' }), { direction: 'implements' });
    expect(asked).toEqual([['implementers', { symbol: shape.id, direction: 'implements' }]]);
  });

  it('says where the members of a type come from', async () => {
    const area = symbol('src/box.ts#Box.area', { kind: 'method' });
    const bump = symbol('src/base.ts#Base.bump', { kind: 'method' });
    const members = [
      { node: area, from: null, overrides: [symbol('src/shape.ts#Shape.area', { kind: 'method' })] },
      { node: bump, from: symbol('src/base.ts#Base', { kind: 'class' }), overrides: [] },
    ];
    const found = [relative({ node: shape, path: 'src/box.ts' })];
    const { text, data } = await ask(answerOf(found, { target: box, direction: 'implements', members }), {
      direction: 'implements',
    });
    await expect(text).toMatchFileSnapshot('golden/implements.txt');
    expect(data).toMatchObject({
      members: {
        own: [{ name: 'area', overrides: ['Shape.area'] }],
        inherited: [{ from: 'Base', place: 'src/base.ts:10', names: ['bump'] }],
      },
    });
  });

  it('says "none" only where nothing is left in doubt', async () => {
    expect((await ask(answerOf([]))).text).toContain('implementers: none in the project\n');
    const unresolved = { sites: 1, files: 1, samples: [] };
    for (const doubt of [{ fitsByForm: true }, { unknownParts: ['Reader (a.go:3)'] }, { unresolved }])
      expect((await ask(answerOf([], doubt))).text).toContain('implementers: none known\n');
    expect((await ask(answerOf([], { isEmpty: true }))).text).toContain('every type: it has no methods');
  });

  it('counts what does not fit', async () => {
    const many = Array.from({ length: 900 }, (_, at) => relative({ path: `src/a${at}.ts` }));
    const { text, data } = await ask(answerOf(many), { max_chars: 2000 });
    expect(text.length).toBeLessThan(2000);
    expect(data).toMatchObject({ total: 900 });
    expect(text).toMatch(/note: \d+ of the 900 implementers do not fit into 2000 characters: a larger max_chars/);
  });
});
