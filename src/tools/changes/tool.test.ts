import { describe, expect, it } from 'vitest';
import type { ChangedDefinition, ChangesAnswer, TestToRun } from '../../model/changes.ts';
import { callTool } from '../call-tool.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { edge, fresh, reached, sites, symbol, wholeWalk } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

function definition(id: string, parts: Partial<ChangedDefinition> = {}): ChangedDefinition {
  const [path = '', qualified = path] = id.split('#');
  const place = { id, qualified, kind: 'function' as const, path, startLine: 3, endLine: 9 };
  const rest = { exported: false, signature: null, before: null, members: 0, isTest: false, isKnown: true };
  return { change: 'body', ...place, ...rest, ...parts };
}

function changesAnswer(parts: Partial<ChangesAnswer> = {}): ChangesAnswer {
  const none = { files: [], totalFiles: 0, skippedFiles: 0, reached: [], reachedFiles: 0, tests: [] };
  return {
    compared: { kind: 'workingTree', from: '0123456789ab', to: null, subject: null, isMerge: false, isOnDisk: true },
    ...none,
    dangling: { total: 0, places: [] },
    unresolved: { sites: 0, names: [] },
    truncation: wholeWalk,
    notes: [],
    state: fresh,
    ...parts,
  };
}

const berth = symbol('src/harbour.ts#Harbour.berth');
const main = symbol('src/main.ts#main');
const start = symbol('src/start.ts');

const tests: TestToRun[] = [
  { path: 'test/ship.test.ts', isChanged: true, distance: null, reasons: [{ kind: 'changed' }] },
  {
    path: 'test/harbour.test.ts',
    isChanged: false,
    distance: 2,
    reasons: [
      { kind: 'reaches', line: 7, use: 'call', way: ['mooring', 'main', 'Harbour.berth'], more: 2 },
      { kind: 'named', path: 'src/harbour.ts' },
    ],
  },
  {
    path: 'test/dock.test.ts',
    isChanged: false,
    distance: null,
    reasons: [
      { kind: 'uses', path: 'src/harbour.ts' },
      { kind: 'history', commits: 3, path: 'src/harbour.ts' },
      { kind: 'mentions', name: 'berth', line: 4 },
    ],
  },
];

const rich = changesAnswer({
  compared: {
    ...{
      kind: 'commit',
      from: '0123456789ab',
      to: 'ba9876543210',
      subject: 'Berth\ttwice',
      isMerge: true,
      isOnDisk: true,
    },
  },
  files: [
    {
      ...{ status: 'modified', path: 'src/harbour.ts', oldPath: null, isTest: false, unread: null },
      definitions: [
        definition('src/harbour.ts', { kind: 'file', startLine: 0, endLine: 0 }),
        definition('src/harbour.ts#Harbour.berth', { kind: 'method', change: 'signature', exported: true }),
        definition('src/harbour.ts#Dock', { kind: 'class', change: 'removed', members: 2, isKnown: false }),
        definition('src/harbour.ts#moor', { change: 'renamed', before: 'tie', isKnown: false }),
      ],
    },
    {
      ...{ status: 'renamed', path: 'src/quay.ts', oldPath: 'src/pier.ts', isTest: false, unread: null },
      definitions: [],
    },
    {
      ...{ status: 'modified', path: 'test/ship.test.ts', oldPath: null, isTest: true, unread: null },
      definitions: [definition('test/ship.test.ts#sails', { change: 'added', isTest: true })],
    },
    { ...{ status: 'added', path: 'docs/a\nb.md', oldPath: null, isTest: false }, unread: 'not code', definitions: [] },
  ],
  totalFiles: 5,
  skippedFiles: 1,
  reached: [
    reached(main, 1, [edge(main, berth, sites([12, 14]))]),
    reached(start, 2, [edge(start, main, sites([1], 'call', 'name'))]),
  ],
  reachedFiles: 2,
  tests,
  dangling: {
    total: 2,
    places: [
      { id: 'src/harbour.ts#Dock', path: 'src/old.ts', line: 8, column: 3, kind: 'construct', caller: 'open' },
      { id: 'src/harbour.ts#Dock', path: 'src/old.ts', line: 1, column: 3, kind: 'import', caller: null },
    ],
  },
  unresolved: { sites: 4, names: [{ name: 'berth', sites: 4, files: 2, path: 'src/loose.js', line: 2 }] },
  notes: ['1 more files changed that were not looked into.'],
});

async function ask(args: Record<string, unknown>, changes: ChangesAnswer) {
  const engine = fixedEngine({ changes });
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => engine, context);
  expect(tool.output!.safeParse(answer.structured).error).toBeUndefined();
  return { text: answer.texts.join('\n'), data: answer.structured ?? {}, asked: engine.asked.changes, answer };
}

describe('changes', () => {
  it('shows what changed, the tests with their reasons, removed code that is still named, what is reached and what is unresolved', async () => {
    const { text, data, asked } = await ask({ revision: 'HEAD' }, rich);
    await expect(text).toMatchFileSnapshot('golden/rich.txt');
    expect(asked).toMatchObject([{ revision: 'HEAD' }]);
    expect(asked[0]).not.toHaveProperty('maxDepth');
    expect(data).toMatchObject({
      compared: { kind: 'commit', first_parent: true },
      changed_definitions: 5,
      changed_files: 5,
      tests_total: 3,
      tests: [{ changed: true }, { distance: 2, why: [{ kind: 'reaches', more: 2 }, { kind: 'named' }] }, {}],
      gone: { places: 2, samples: [{ of: 'src/harbour.ts#Dock', line: 8, in: 'open' }, {}] },
      reached_symbols: 2,
      unresolved: { places: 4 },
    });
  });

  it('shows a long path by its two ends', async () => {
    const way = ['sails', 'a', 'b', 'c', 'd', 'Harbour.berth'];
    const reasons = [{ kind: 'reaches' as const, line: 7, use: 'call' as const, way, more: 0 }];
    const { text, data } = await ask({}, { ...rich, tests: [{ ...tests[1]!, distance: 5, reasons }] });
    expect(text).toContain('  test/harbour.test.ts: sails calls a at 7 > … > d > Harbour.berth\n');
    expect(data).toMatchObject({ tests: [{ distance: 5, why: [{ way: ['sails', 'a', '…', 'd', 'Harbour.berth'] }] }] });
  });

  it('says that nothing changed', async () => {
    const { text, answer } = await ask({}, changesAnswer());
    expect(text).toBe('changes: working tree against 0123456789ab\nchanged: nothing\n');
    expect(answer.log?.results).toBe(0);
  });

  it('passes the arguments on, and treats an empty text as not given', async () => {
    const { asked } = await ask({ revision: '', base: 'main', pathPrefix: 'src/', maxDepth: 2 }, changesAnswer());
    expect(asked).toMatchObject([{ base: 'main', pathPrefix: 'src/', maxDepth: 2 }]);
    expect(asked[0]).not.toHaveProperty('revision');
    expect((await ask({ revison: 'HEAD' }, rich)).answer.isError).toBe(true);
  });

  it('shows as many tests as are asked for, and says how to see the rest', async () => {
    const { text, data } = await ask({ limit: 1 }, rich);
    expect(text).toContain('tests to run: 3 files (1 shown, best first)\n  test/ship.test.ts: changed\n\n');
    expect(text).toContain('note: 2 more tests are less likely: limit: 3 shows more.');
    expect(data['tests']).toHaveLength(1);
  });

  it.each([1000, 3000, 8000, 50_000])('keeps to %i characters in both forms, and counts what it cut', async (max) => {
    const many = Array.from({ length: 150 }, (_, at) => `src/a-rather-long-folder/part-${at}.ts`);
    const { text, data } = await ask(
      { max_chars: max, limit: 200 },
      changesAnswer({
        files: many.map((path) => ({
          ...{ status: 'modified', path, oldPath: null, isTest: false, unread: null },
          definitions: [1, 2, 3].map((at) => definition(`${path}#function${at}`)),
        })),
        totalFiles: 150,
        reached: many.map((path, at) => {
          const node = symbol(`${path}#user`);
          return reached(node, 1 + (at % 3), [edge(node, berth)]);
        }),
        reachedFiles: 150,
        tests: many.map((path) => ({ ...tests[1]!, path: `${path}.test.ts` })),
        dangling: { ...rich.dangling, total: 500 },
        unresolved: rich.unresolved,
        notes: rich.notes,
      }),
    );
    expect(text.length).toBeLessThan(max);
    expect(JSON.stringify(data).length).toBeLessThan(max);
    expect(text).toContain('changed: 450 definitions in 150 files\n');
    const shown = (data['files'] as { definitions: unknown[] }[]).reduce(
      (sum, file) => sum + file.definitions.length,
      0,
    );
    expect(text.includes(`${450 - shown} of the 450 changed definitions`)).toBe(shown < 450);
    const shownTests = (data['tests'] as unknown[]).length;
    expect(shownTests).toBeGreaterThan(0);
    expect(text.includes(`${150 - shownTests} of the 150 tests`)).toBe(shownTests < 150);
  });

  it('names a few definitions of a deleted file, and counts the others', async () => {
    const removed = Array.from({ length: 60 }, (_, at) =>
      definition(`src/old.ts#f${at}`, { change: 'removed', exported: at >= 58, isKnown: false }),
    );
    const place = { ...rich.dangling.places[0]!, id: 'src/old.ts#f1' };
    const answer = changesAnswer({
      files: [
        { ...rich.files[0]! },
        {
          ...{ status: 'deleted', path: 'src/old.ts', oldPath: null, isTest: false, unread: null },
          definitions: removed,
        },
      ],
      totalFiles: 2,
      tests: Array.from({ length: 30 }, (_, at) => ({ ...tests[1]!, path: `test/${'long-'.repeat(9)}${at}.test.ts` })),
      dangling: { total: 40, places: Array.from({ length: 40 }, (_, at) => ({ ...place, line: at + 1 })) },
    });
    const { text, data } = await ask({}, answer);
    expect(text).toContain('changed: 64 definitions in 2 files\n');
    expect(text).toContain('  f59 [3-9] function exp: removed\n  f0 [3-9] function: removed\n');
    expect(text).toContain('  ... and 55 more removed with it\n');
    expect(text).not.toContain('changed definitions');
    expect(text).toContain('  src/old.ts:8 in open names src/old.ts#f1\n');
    expect(text).toContain('more: search_code finds them by name\n');
    expect(data).toMatchObject({ changed_definitions: 64, files: [{}, { more_removed: 55 }] });
  });

  it('keeps within its characters even if one name is very long', async () => {
    const long = `src/${'x'.repeat(3000)}.ts`;
    const one = {
      ...{ status: 'modified' as const, path: long, oldPath: null, isTest: false, unread: null },
      definitions: [definition(`${long}#${'y'.repeat(3000)}`)],
    };
    const { text, data } = await ask(
      { max_chars: 1000 },
      { ...rich, files: [one], tests: [{ ...tests[1]!, path: long }], notes: [] },
    );
    expect(text.length).toBeLessThan(1000);
    expect(JSON.stringify(data).length).toBeLessThan(1000);
  });
});
