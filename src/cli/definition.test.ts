/** `definition` and `outline` take what a person types, and print lines of code. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/count.ts':
      '/** Counts. @param from where */\nexport function count(from: number): number {\n  return from + 1;\n}\n',
    'src/long.ts': `export function long(): void {\n${'  long();\n'.repeat(24)}}\n`,
    'src/use/main.ts':
      "import { count } from '../count';\n\nexport function main(): number {\n  const total = count(1);\n  return total;\n}\n",
    'src/patterns.ts': [
      'export function f(x: any) {',
      '  const { alpha, beta: [gamma] } = x;',
      '  return alpha + gamma;',
      '}',
      'export const g = ({ alpha, beta }) => {',
      '  return alpha + beta;',
      '};',
      'export const h = (',
      '  { alpha },',
      '  {',
      '    beta,',
      '  },',
      ') => {',
      '  return [1].map(() => alpha + beta);',
      '};',
      '[1].forEach(({ alpha }) => { console.log(alpha); });',
      'for (const { alpha } of [1]) console.log(alpha);',
      '',
    ].join('\n'),
    'src/many.test.ts': Array.from({ length: 25 }, (_, at) => `export class C${at} {\n  often = 1;\n}\n`).join(''),
    'README.md': '# Guide\n\n## Use\n\nText.\n',
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

const run = async (args: readonly string[], folder = ''): ReturnType<typeof runCommandLine> =>
  runCommandLine(args, join(project.root, folder), project.outside, { width: 80 });
const countCode = ['    export function count(from: number): number {', '      return from + 1;', '    }'];
const countLines = (path: string): string[] => [
  `${path}:2:17: export function count(from: number): number {`,
  '  function count(from: number): number',
  '  Counts.',
  ...countCode,
];

describe('definition', () => {
  it.each([
    [['src/use/main.ts:4:18'], ''],
    [['src/use/main.ts', '--line', '4', '--name', 'count'], ''],
    [['main.ts:4:18'], ''],
  ])('of the name at a place: %j', async (args, folder) => {
    expect((await run(['definition', ...args], folder)).out).toEqual(countLines('src/count.ts'));
  });

  it('takes paths from the current folder, and prints them so', async () => {
    expect((await run(['definition', './main.ts:4:18'], 'src/use')).out).toEqual(countLines('../count.ts'));
    expect((await run(['definition', '../use/main.ts:4:18'], 'src/use')).out).toEqual(countLines('../count.ts'));
  });

  it('of a local variable, and of nothing', async () => {
    expect((await run(['definition', 'src/use/main.ts:5:10'])).out).toEqual([
      'src/use/main.ts:4:9: const total = count(1);',
      '  local variable of main',
    ]);
    const { code, output } = await run(['definition', 'src/use/main.ts:5:3']);
    expect([code, output]).toEqual([1, expect.stringContaining('not known')]);
  });

  it.each([
    ['3:10', '2:11: const { alpha, beta: [gamma] } = x;'],
    ['3:18', '2:25: const { alpha, beta: [gamma] } = x;'],
    ['6:10', '5:21: export const g = ({ alpha, beta }) => {'],
    ['6:18', '5:28: export const g = ({ alpha, beta }) => {'],
    ['14:24', '9:5: { alpha },'],
    ['14:32', '11:5: beta,'],
    ['16:42', '16:16: [1].forEach(({ alpha }) => { console.log(alpha); });'],
    ['17:42', '17:14: for (const { alpha } of [1]) console.log(alpha);'],
  ])('of a variable in a destructuring pattern, at %s', async (place, declared) => {
    expect((await run(['definition', `src/patterns.ts:${place}`])).out[0]).toBe(`src/patterns.ts:${declared}`);
  });

  it('of a name without a place', async () => {
    const lines = ['src/count.ts:2  function count(from: number): number', ...countCode];
    expect((await run(['definition', 'count'])).out).toEqual(lines);
    expect((await run(['definition', '--name', 'count'])).out).toEqual(lines);
    const { code, output } = await run(['definition', '--line', '2', '--name', 'count']);
    expect([code, output]).toEqual([2, expect.stringContaining('A place or a name is required')]);
    expect((await run(['definition', 'count', '--vimgrep'])).out).toEqual([
      'src/count.ts:2:17:export function count(from: number): number {',
    ]);
  });
});

describe('a name with many definitions', () => {
  it('is shown by the first of them, and by a command for the others', async () => {
    const { out } = await run(['definition', 'often']);
    expect(out.filter((line) => /property C\d+\.often/.test(line))).toHaveLength(20);
    expect(out.at(-1)).toBe('note: 5 more match: `code-scout symbols often --offset 20` goes on there.');
    expect((await run(['symbols', 'often', '--offset', '20'])).out).toHaveLength(5);
    expect((await run(['definition', 'often', '--vimgrep'])).out).toHaveLength(25);
    expect((await run(['definition', 'often', '--max-results', '7'])).out.at(-1)).toContain('--offset 7`');
  });
});

describe('the code of a definition', () => {
  it('is left out where it is long', async () => {
    expect((await run(['definition', 'long'])).out).toEqual(['src/long.ts:1  function long(): void']);
    expect((await run(['usage', 'long'])).output).not.toContain('    }');
    expect((await run(['usage', 'count'])).out.slice(2, 6)).toEqual(['  Counts.', ...countCode]);
  });
});

describe('outline', () => {
  it.each([
    ['src/count.ts', ''],
    ['../count.ts', 'src/use'],
    ['count.ts', ''],
  ])('of the file %s', async (path, folder) => {
    expect((await run(['outline', path], folder)).out).toContain('2-4 function count(from: number): number');
  });

  it('of a function of a file', async () => {
    for (const [name, folder] of [
      ['src/use/main.ts:main', ''],
      ['./main.ts:main', 'src/use'],
    ] as const)
      expect((await run(['outline', name], folder)).out[0]).toBe('outline: src/use/main.ts#main');
  });

  it('calls the parts of a text sections', async () => {
    expect((await run(['outline', 'README.md'])).output).toMatch(/section Guide\n.*section Use/);
  });
});

describe('names of symbols', () => {
  it('may begin with a path from the current folder', async () => {
    for (const name of ['../count.ts:count', '../count.ts#count'])
      expect((await run(['callers', name, '--vimgrep'], 'src/use')).out).toEqual([
        'main.ts:4:17:  const total = count(1);',
      ]);
    expect((await run(['path', './main.ts:main', '../count.ts:count'], 'src/use')).output).toContain('path 1: 1 edge');
  });
});

describe('similar', () => {
  it('prints short blocks', async () => {
    const { output, out } = await run(['similar', 'adds one to a number']);
    expect(out).toContain('src/count.ts:2  function count');
    expect(output).not.toMatch(/chunk_|Language:|similarity/);
    expect((await run(['similar', 'adds one to a number', '--vimgrep'])).out).toContain(
      'src/count.ts:2:17:export function count(from: number): number {',
    );
  });
});
