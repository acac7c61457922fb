/** Commands that list places show the line of code beside each, and print them for editors with --vimgrep. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/shape.ts': [
      'export interface Shape {',
      '  area(): number;',
      '}',
      '/** A square. @example new Square(2) */',
      'export class Square implements Shape {',
      '  constructor(readonly side: number) {}',
      '  area(): number {',
      '    return multiply(this.side, this.side);',
      '  }',
      '}',
      'export function multiply(a: number, b: number): number {',
      '  return a * b;',
      '}',
      '',
    ].join('\n'),
    'src/main.ts': [
      "import { multiply, Square } from './shape';",
      '',
      'export function main(): number {',
      '\t/* é */ const twice = multiply(2, 3);',
      `  const long = multiply(1, /* ${'a very long comment '.repeat(12)} */ 4);`,
      '  return twice + new Square(long).area();',
      '}',
      '',
    ].join('\n'),
    'src/start.ts': "import { main } from './main';\nexport function start(): number {\n  return main();\n}\n",
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

const run = async (
  args: readonly string[],
  width: number | null = 100,
  folder = '',
): ReturnType<typeof runCommandLine> => runCommandLine(args, join(project.root, folder), project.outside, { width });

describe('the code beside places', () => {
  it('stands below each caller, and fits the terminal', async () => {
    const { out, code } = await run(['callers', 'multiply'], 80);
    expect(out).toContain('callers: 2 in 2 files, at 3 places');
    expect(out).toContain('  main [3-7] calls');
    expect(out).toContain('    src/main.ts:4:24: /* é */ const twice = multiply(2, 3);');
    expect(out).toContain('    src/shape.ts:8:12: return multiply(this.side, this.side);');
    const long = out.find((line) => line.startsWith('    src/main.ts:5:16: const long = multiply(1, /* a very'));
    expect([long?.length, long?.at(-1)]).toEqual([80, '…']);
    expect(out.filter((line) => line.startsWith('account: '))).toHaveLength(1);
    expect(code).toBe(0);
  });

  it('is not cut in a pipe', async () => {
    const { out } = await run(['callers', 'multiply'], null);
    expect(out.find((line) => line.includes('src/main.ts:5:16'))).toMatch(/\*\/ 4\);$/);
  });

  it('stands beside what is called, with the place of its definition', async () => {
    const { out } = await run(['callees', 'main']);
    expect(out).toContain('  multiply src/shape.ts:11 called');
    expect(out).toContain('    src/main.ts:4:24: /* é */ const twice = multiply(2, 3);');
  });

  it('stands beside direct uses of an impact; farther symbols are listed without', async () => {
    const { out } = await run(['impact', 'multiply']);
    expect(out).toContain('    src/shape.ts:8:12: return multiply(this.side, this.side);');
    expect(out.join('\n')).toMatch(/distance 2: \d symbols?\nfile: /);
  });

  it('has lines around it with --context', async () => {
    const { out } = await run(['callers', 'multiply', '--context', '1']);
    expect(out).toContain('    src/shape.ts-7-   area(): number {');
    expect(out).toContain('    src/shape.ts:8:12:     return multiply(this.side, this.side);');
    expect(out).toContain('    src/shape.ts-9-   }');
    expect((await run(['callers', 'multiply', '--context', 'many'])).code).toBe(2);
  });

  it('stands beside uses and implementers', async () => {
    const usage = (await run(['usage', 'Square'])).out;
    expect(usage.slice(0, 5)).toEqual([
      'usage: src/shape.ts#Square',
      'src/shape.ts:5  exported class Square implements Shape',
      '  A square.',
      '    export class Square implements Shape {',
      '      constructor(readonly side: number) {}',
    ]);
    expect(usage).toContain('Uses: 1 (constructed 1)');
    expect(usage).toContain('src/main.ts:6:22: return twice + new Square(long).area();');
    expect((await run(['usage', 'Square', '--full'])).output).toContain('Definition:\n  File: ./src/shape.ts\n');
    expect((await run(['implementers', 'Shape'])).out).toContain(
      '  src/shape.ts:5:14: export class Square implements Shape {',
    );
  });
});

describe('lists without code', () => {
  it('name functions and lines with --names', async () => {
    const { out, code } = await run(['callers', 'multiply', '--names']);
    expect(out).toEqual(expect.arrayContaining(['file: src/main.ts', '  main [3-7] calls at 4, 5']));
    expect(out.join('\n')).not.toContain('const twice');
    expect(code).toBe(0);
    expect((await run(['impact', 'multiply', '--names'])).output).not.toContain('const twice');
    const usage = (await run(['usage', 'Square', '--names'])).out;
    expect(usage.slice(0, 3)).toEqual([
      'usage: src/shape.ts#Square',
      'class [5-10] exp in src/shape.ts',
      'Uses: 1 (constructed 1)',
    ]);
    expect(usage).toContain('  main constructs at 6');
  });

  it('give numbers by file with --files', async () => {
    const callers = (await run(['callers', 'multiply', '--files'])).out;
    expect(callers).toEqual(
      expect.arrayContaining(['callers: 3 calls in 2 files', '  src/main.ts: 2', '  src/shape.ts: 1']),
    );
    expect(callers.join('\n')).not.toContain('main [');
    expect((await run(['callees', 'main', '--files'])).out).toContain('  src/shape.ts: 4');
    const impact = (await run(['impact', 'multiply', '--files'])).out;
    expect(impact).toContain('  src/start.ts: 1, nearest at distance 2');
    expect((await run(['usage', 'multiply', '--files'])).out).toContain('  src/main.ts: 2');
  });

  it.each([
    ['--names', '--files'],
    ['--files', '--vimgrep'],
    ['--names', '--context', '1'],
  ])('are of one kind: %s with %s is an error', async (...flags) => {
    expect((await run(['callers', 'multiply', ...flags])).output).toContain('cannot be used with');
  });
});

describe('--vimgrep', () => {
  const places = [
    'main.ts:4:25:\t/* é */ const twice = multiply(2, 3);',
    expect.stringMatching(/^main\.ts:5:16: {2}const long = .*4\);$/),
    'shape.ts:8:12:    return multiply(this.side, this.side);',
  ];

  it.each(['callers', 'usage', 'impact'])(
    'of %s prints only places, from the current folder, columns in bytes',
    async (name) => {
      const { out } = await run(
        [name, 'multiply', '--vimgrep', ...(name === 'impact' ? ['--depth', '1'] : [])],
        40,
        'src',
      );
      expect(out.toSorted()).toEqual(places);
    },
  );

  it('prints nothing but notes where there is nothing', async () => {
    const { out, output, code } = await run(['callers', 'start', '--vimgrep']);
    expect([out, code]).toEqual([[], 1]);
    expect(output).toContain('callers: none');
  });

  it('lists unused symbols', async () => {
    const { out } = await run(['unused', '--exported', '--vimgrep']);
    expect(out).toEqual(['src/start.ts:2:17:export function start(): number {']);
  });

  it('lists the definitions of implementers', async () => {
    expect((await run(['implementers', 'Shape', '--vimgrep'])).out).toEqual([
      'src/shape.ts:5:14:export class Square implements Shape {',
    ]);
  });
});
