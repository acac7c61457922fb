import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  chosenBenches,
  isFine,
  suite,
  suiteList,
  summaryOf,
  verdictsIn,
  type BenchOutcome,
  type BenchSettings,
} from '../../bench/lib/speed-suite.ts';
import { benches, listOf } from '../../bench/table.ts';

const settings: BenchSettings = {
  ...{ trees: ['/w/a', '/w/b'], areNamed: true, runs: 3, write: false, scale: null },
  hasEvaluation: false,
};
const argsOf = (name: string, more: Partial<BenchSettings> = {}): string[] | string =>
  suite.find((bench) => bench.name === name)!.args({ ...settings, ...more });

const folder = join(import.meta.dirname, '../../bench');

describe('the table of benches', () => {
  it('has a unique name for each', () => {
    expect(new Set(benches.map(({ name }) => name)).size).toBe(benches.length);
    expect(new Set(benches.map(({ file }) => file)).size).toBe(benches.length);
  });

  it.each(benches)('$name: the head of its file shows that command', ({ name, file }) => {
    const head = readFileSync(join(folder, file), 'utf8').slice(0, 100);
    expect(/npm run bench -- ([\w-]+)/.exec(head)?.[1]).toBe(name);
  });

  it('lists every file whose head shows such a command', () => {
    const withCommand = globSync('*/*.ts', { cwd: folder }).filter((file) =>
      /^\/\*\*\n \* `npm run bench -- /.test(readFileSync(join(folder, file), 'utf8')),
    );
    const known = new Set(benches.map(({ file }) => file));
    expect(withCommand.map((file) => file.replaceAll('\\', '/')).filter((file) => !known.has(file))).toEqual([]);
  });

  it('prints one line for each bench', () => {
    expect(listOf(benches).filter((line) => line !== '')).toHaveLength(benches.length);
  });

  it('runs a bench by its name with the arguments, and lists all for an unknown name', () => {
    const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
      spawnSync(process.execPath, [join(folder, 'bench.ts'), ...args], { encoding: 'utf8' });
    const one = run('all', '--list', '--only', 'growth');
    expect([one.status, one.stdout]).toEqual([0, expect.stringMatching(/^growth  costs at .*\(about \d+ min\)\n$/)]);
    expect(run().stdout).toContain('graph-rivals');
    const unknown = run('stage');
    expect([unknown.status, unknown.stdout]).toEqual([2, '']);
    expect(unknown.stderr).toContain('there is no bench called stage');
  });
});

describe('the benches of speed', () => {
  it('are in the table', () => {
    expect(suiteList(suite)).toHaveLength(suite.length);
  });

  it('are chosen by name, in their own order', () => {
    expect(chosenBenches('growth,stages', undefined).map(({ name }) => name)).toEqual(['stages', 'growth']);
    expect(chosenBenches(undefined, 'growth,scale').map(({ name }) => name)).not.toContain('growth');
    expect(chosenBenches(undefined, undefined)).toEqual(suite);
    expect(() => chosenBenches('stage', undefined)).toThrow(/benches of speed: stage; there are stages, index/);
  });

  it('get the trees in their own form of arguments, and only the trees that the user named where they have trees of their own', () => {
    expect(argsOf('index')).toEqual(['/w/a', '/w/b', '--runs', '3']);
    expect(argsOf('index', { areNamed: false, runs: null })).toEqual(['/w/a', '/w/b']);
    expect(argsOf('rivals', { write: true })).toEqual(['--tree', '/w/a', '--tree', '/w/b', '--runs', '3', '--write']);
    expect(argsOf('rivals', { areNamed: false })).toEqual(['--runs', '3']);
  });

  it('are skipped with a reason', () => {
    expect(argsOf('scale')).toBe('name a tree with --scale DIR');
    expect(argsOf('scale', { scale: '/k' })).toEqual(['/k']);
    expect(argsOf('text')).toMatch(/evaluation pack/);
  });
});

it('count verdicts in lists and tables, and nothing else', () => {
  const output = [
    '- met: a: 1 (at most 2)',
    '- MISSED: b: 3 (at most 2)',
    '  * met: c',
    '| MISSED | d |',
    'met by nobody: a line that only begins like a verdict',
    'a threshold was MISSED: not at the beginning of a line',
    '- withheld: e',
  ].join('\n');
  expect(verdictsIn(output)).toEqual({ met: 2, missed: ['b: 3 (at most 2)', 'd'] });
});

describe('the summary', () => {
  const outcome = (end: BenchOutcome['end'], met: number, missed: string[]): BenchOutcome => ({
    ...{ name: 'x', end, minutes: 1.26, met, missed },
  });

  it.each([
    ['all met', outcome(0, 3, []), true, 'done'],
    ['no targets', outcome(0, 0, []), true, 'done'],
    ['some missed', outcome(1, 2, ['a']), false, 'missed'],
    ['missed, whatever the exit code', outcome(0, 2, ['a']), false, 'missed'],
    ['failed before any verdict', outcome(1, 0, []), false, 'FAILED: exit 1'],
    ['failed after verdicts that were met', outcome(1, 2, []), false, 'FAILED: exit 1'],
    ['failed otherwise', outcome(7, 2, []), false, 'FAILED: exit 7'],
    ['ended by a signal', outcome(null, 0, []), false, 'FAILED: ended by a signal'],
    ['skipped', outcome('no tree', 0, []), true, 'skipped: no tree'],
  ])('of one: %s', (_, one, fine, state) => {
    expect(isFine(one)).toBe(fine);
    expect(summaryOf([one])[2]).toContain(`| x | ${state} |`);
  });

  it('ends with what was missed', () => {
    expect(summaryOf([outcome(1, 2, ['a', 'b'])]).slice(2)).toEqual([
      '| x | missed | 2 | 2 | 1.3 |',
      'x: MISSED: a',
      'x: MISSED: b',
    ]);
  });
});
