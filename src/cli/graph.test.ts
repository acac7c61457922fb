/** `graph` draws folders first, and says why a graph is empty. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/api/routes.ts': "import { load } from '../store/store';\nexport const route = (): number => load();\n",
    'src/api/extra.ts': "import { route } from './routes';\nexport const extra = (): number => route();\n",
    'src/store/store.ts': 'export const load = (): number => 1;\n',
    'docs/guide.md': '# Guide\n',
    'docs/more.md': '# More\n',
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

const graph = async (...args: string[]): ReturnType<typeof runCommandLine> =>
  runCommandLine(['graph', ...args], project.root, project.outside, { width: null });

describe('graph', () => {
  it('draws folders, and files with --files or within a path', async () => {
    const folders = await graph();
    expect(folders.code).toBe(0);
    expect(folders.out).toContain('  n0["src/api/<br/>2 files"]');
    expect(folders.out).toContain('  n1["src/store/<br/>1 file"]');
    expect(folders.output).toContain('n0 -->|3| n1');
    expect((await graph('--files')).output).toContain('["src/api/routes.ts"]');
    expect((await graph('--path', 'src/api')).output).toContain('["routes.ts"]');
    expect((await graph('--path', './src/api/')).output).toContain('["routes.ts"]');
    expect((await graph('--level', 'symbols')).output).toContain('["extra<br/>src/api/extra.ts:2"]');
  });

  it.each(['svg', 'html', 'dot', 'graphml', 'json'])('prints %s', async (format) => {
    const { code, output } = await graph('--format', format);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(format === 'graphml' || format === 'json' ? 'src/api/routes.ts' : 'src/api/'),
    ]);
  });

  it.each([
    [['--path', 'nosuch'], 'No file of the index is at --path nosuch.'],
    [['--path', 'src/aip'], 'The nearest: src/api.'],
    [['--path', 'docs'], 'Nothing links the 2 files of --path docs with each other'],
    [['--path', 'src/store', '--format', 'svg'], 'try a folder above'],
  ] as const)('says why there is nothing to draw: %j', async (args, reason) => {
    const { code, out, output } = await graph(...args);
    expect([code, out]).toEqual([1, []]);
    expect(output).toContain(reason);
  });

  it('says what is folded', async () => {
    expect((await graph('--max-nodes', '1', '--level', 'packages')).code).toBe(0);
    expect((await graph('--files', '--max-nodes', '2')).output).toContain('Folded into their folders:');
    expect((await graph('--max-nodes', '0')).code).toBe(2);
  });
});
