/** On a narrow terminal names and code stay readable: long paths stand above them, and prose is folded between words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandGuides } from './help/command-guide.ts';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

const folder = 'packages/application/source/components/editor';
let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    [`${folder}/toolbar.ts`]: [
      "import { translateLabel } from '../../translate';",
      'export function describeToolbarButtons(): string[] {',
      "  const pinned = translateLabel('Pin the toolbar');",
      "  return [pinned, translateLabel('Unpin the toolbar')];",
      '}',
      '',
    ].join('\n'),
    'packages/application/source/translate.ts':
      'export function translateLabel(text: string): string {\n  return text;\n}\n',
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

const run = async (args: readonly string[], width: number | null = 80): Promise<string[]> =>
  (await runCommandLine(args, project.root, project.outside, { width })).out;

describe('a long path', () => {
  it('stands above the places of callers', async () => {
    expect((await run(['callers', 'translateLabel'])).slice(4, 8)).toEqual([
      '  describeToolbarButtons [2-5] calls',
      `    ${folder}/toolbar.ts`,
      "      3:18: const pinned = translateLabel('Pin the toolbar');",
      "      4:19: return [pinned, translateLabel('Unpin the toolbar')];",
    ]);
  });

  it('stands in front of each place where there is room, and in a pipe', async () => {
    const expected = `    ${folder}/toolbar.ts:3:18: const pinned = translateLabel('Pin the toolbar');`;
    for (const width of [120, null]) expect(await run(['callers', 'translateLabel'], width)).toContain(expected);
  });

  it('stands above lines around places', async () => {
    const lines = await run(['callers', 'translateLabel', '--context', '1']);
    expect(lines.slice(5, 10)).toEqual([
      `    ${folder}/toolbar.ts`,
      '      2- export function describeToolbarButtons(): string[] {',
      "      3:18:   const pinned = translateLabel('Pin the toolbar');",
      "      4:19:   return [pinned, translateLabel('Unpin the toolbar')];",
      '      5- }',
    ]);
  });

  it('leaves the names of symbols whole', async () => {
    expect(await run(['symbols', '*Toolbar*'])).toEqual([
      `${folder}/toolbar.ts`,
      '  2  function describeToolbarButtons(): string[]',
    ]);
    const found = await run(['search', 'describeToolbarButtons']);
    expect(found.slice(0, 2)).toEqual([`${folder}/toolbar.ts:2`, '  function describeToolbarButtons']);
  });
});

describe('what is said', () => {
  it('of a symbol by its id is its definition', async () => {
    expect((await run(['definition', 'packages/application/source/translate.ts#translateLabel']))[0]).toContain(
      'translate.ts:1  function translateLabel',
    );
  });

  it('of a path with a typing error names the file', async () => {
    const { output } = await runCommandLine(['outline', `${folder}/toolbar.tsx`], project.root, project.outside, {
      width: 1000,
    });
    expect(output).toContain(`The nearest: ${folder}/toolbar.ts.`);
  });
});

describe('the help of', () => {
  it('the program fits 80 columns, and so do the options of all commands', async () => {
    for (const args of [['help'], ['help', 'options']])
      expect((await run(args)).filter((line) => line.length > 80)).toEqual([]);
  });

  it.each(Object.keys(commandGuides))('%s fits 80 columns, and has examples once', async (name) => {
    const lines = await run(['help', name]);
    // A command is typed as it stands.
    const tooWide = lines.filter((line) => line.length > 80 && !line.startsWith('  code-scout '));
    expect(tooWide).toEqual([]);
    expect(lines.filter((line) => line === 'Examples:')).toHaveLength(1);
  });
});
