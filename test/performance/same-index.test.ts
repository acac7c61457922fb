import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareIndexes, comparisonReport, isSame } from '../../bench/stages/index-comparison.ts';
import type { IndexLine } from '../../bench/stages/index-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'same-index-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, lines: readonly IndexLine[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

describe('the lines of two indexes', () => {
  const here = written('here', [
    ['term', 'a', [1]],
    ['term', 'b', [1, 2]],
    ['term', 'c', 'only here'],
    ['link', 'x > y', { kind: 'call' }],
  ]);
  const there = written('there', [
    ['link', 'x > y', { kind: 'call' }],
    ['term', 'b', [1, 3]],
    ['term', 'a', [1]],
    ['vector', 'x', 7],
  ]);

  it('are compared table by table, in any order', async () => {
    const comparison = await compareIndexes(here, there, { most: 5 });
    expect(Object.fromEntries(comparison.tables)).toEqual({
      term: { equal: 1, different: 1, onlyHere: 1, onlyThere: 0 },
      link: { equal: 1, different: 0, onlyHere: 0, onlyThere: 0 },
      vector: { equal: 0, different: 0, onlyHere: 0, onlyThere: 1 },
    });
    expect(comparison.differences).toEqual([
      { table: 'term', key: 'b', here: '[1,2]', there: '[1,3]' },
      { table: 'vector', key: 'x', here: null, there: '7' },
      { table: 'term', key: 'c', here: '"only here"', there: null },
    ]);
    expect(isSame(comparison)).toBe(false);
    expect(comparisonReport(comparison)).toContain('| term | 1 | 1 | 1 | 0 |');
  });

  it('show the first differences of each table', async () => {
    expect((await compareIndexes(here, there, { most: 1 })).differences.map(({ key }) => key)).toEqual(['b', 'x']);
  });

  it('of one index are the same', async () => {
    expect(isSame(await compareIndexes(here, here, { most: 5 }))).toBe(true);
  });

  it('of an index that was brought up to date may have more dependencies, and the same ones through other files', async () => {
    const updated = written('updated', [
      ['reads', 'a', ['b', 'old']],
      ['reads', 'b', ['c']],
      ['reads', 'c', []],
    ]);
    const made = written('made', [
      ['reads', 'a', ['b', 'c']],
      ['reads', 'b', ['c']],
      ['reads', 'c', []],
    ]);
    expect(isSame(await compareIndexes(updated, made, { most: 5 }))).toBe(false);
    expect(isSame(await compareIndexes(updated, made, { most: 5, continued: true }))).toBe(true);
    const lacking = await compareIndexes(made, updated, { most: 5, continued: true });
    expect(lacking.differences).toEqual([{ table: 'reads', key: 'a', here: '["b","c"]', there: '["b","old"]' }]);
  });

  it('are refused where a key occurs twice', async () => {
    const twice = written('twice', [
      ['term', 'a', 1],
      ['term', 'a', 2],
    ]);
    await expect(compareIndexes(twice, here, { most: 5 })).rejects.toThrow(/term a occurs twice/);
  });
});

it('are the same for two indexes of one build, and every table is read', () => {
  const tree = join(folder, 'tree');
  mkdirSync(tree);
  writeFileSync(
    join(tree, 'a.ts'),
    "import { b } from './b.ts';\n/** Says what b says. */\nexport function a() {\n  return b(1) + lost();\n}\n",
  );
  writeFileSync(join(tree, 'b.ts'), 'export function b(n: number) {\n  return n;\n}\n');
  const root = join(import.meta.dirname, '../..');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bench', 'bench.ts'), 'same-index', tree, '--against', root],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  for (const table of [
    'file',
    'definition',
    'import',
    'facts',
    'chunk',
    'term',
    'document',
    'reads',
    'link',
    'vector',
    'text',
  ])
    expect(stdout).toMatch(new RegExp(`^\\| ${table} \\| [1-9]\\d* \\| 0 \\| 0 \\| 0 \\|$`, 'm'));
  expect(stdout.trimEnd()).toMatch(/The same\.$/);
});
