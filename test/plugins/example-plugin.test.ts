/**
 * The example of docs/how-to/add-languages-and-plugins.md: compiled against the types of the published package, and run by a server and by
 * commands.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage, repository, type Installed } from '../package/packed-package.ts';

let installed: Installed;
let plugin: string;

/** Runs the package's command line on the project beside it. */
function codeScout(...args: string[]): string {
  return installed.node([join(installed.unpacked, 'dist', 'bin.js'), '--root', 'project', ...args]);
}

beforeAll(() => {
  installed = installPackage();
  plugin = join(installed.folder, 'node_modules', 'code-scout-plugin-example');
  cpSync(join(repository, 'examples', 'plugin'), plugin, { recursive: true });
  symlinkSync(join(repository, 'node_modules', 'typescript'), join(installed.folder, 'node_modules', 'typescript'));
  execFileSync(join(repository, 'node_modules', '.bin', 'tsc'), ['-p', plugin], { encoding: 'utf8' });
  installed.write({
    'project/package.json': '{}',
    'project/src/lamp.ts':
      '// TODO(ada) polish the lens\n// TODO(bob) oil the gears\nexport const lamp = 1; // TODO(ada)\n',
    'project/soups.recipe':
      '# Broth first\nrecipe broth\n  boil bones\n\nrecipe minestrone\n  use broth\n  add beans\n',
  });
});
afterAll(() => installed.remove());

test('the example’s language is parsed in threads, and its names are linked', () => {
  const index = JSON.parse(codeScout('--plugin', plugin, 'index', '--json')) as { indexedFiles: number };
  expect(index.indexedFiles).toBe(3);
  expect(codeScout('--plugin', plugin, 'files', '--language', 'recipe')).toContain('soups.recipe');
  expect(codeScout('--plugin', plugin, 'callers', 'broth')).toContain('minestrone');
  expect(codeScout('--plugin', plugin, 'search', 'lang:recipe boil bones', '--limit', '1')).toContain('soups.recipe');
});

test('without the plugin the same index is made anew, and its files have words only', () => {
  const before = JSON.parse(codeScout('--plugin', plugin, 'index', '--json')) as { indexedFiles: number };
  expect(before.indexedFiles).toBe(0);
  const without = JSON.parse(codeScout('index', '--json')) as { indexedFiles: number };
  expect(without.indexedFiles).toBe(3);
  expect(() => codeScout('callers', 'broth')).toThrow(/broth/);
});

test('the example’s tool answers agents under the package’s name, and the example’s embedder finds chunks', () => {
  installed.write({
    'ask.mjs': `
      import { openEngine } from 'code-scout-mcp';
      const engine = await openEngine({
        root: 'project', userConfig: false, database: ':memory:', plugins: ['code-scout-plugin-example'],
        settings: { 'embedding.provider': 'plugin' },
      });
      await engine.index({ embeddings: true });
      const owners = await engine.callTool('todo_owners', { limit: 1 });
      const refused = await engine.callTool('todo_owners', { limit: 0 });
      const near = await engine.callTool('search_by_embedding', { query: 'boil bones minestrone', max_results: 1 });
      const listed = (await engine.tools()).find(({ name }) => name === 'todo_owners');
      await engine.close();
      console.log(JSON.stringify({ owners, refused: refused.text, near: near.text, listed }));
    `,
  });
  const { owners, refused, near, listed } = JSON.parse(installed.node(['ask.mjs'])) as Record<string, unknown>;
  expect(owners).toEqual({ text: 'ada: 2', data: { owners: [{ name: 'ada', todos: 2 }] }, isError: false });
  expect(refused).toMatch(/limit/);
  expect(near).toContain('soups.recipe');
  expect(listed).toMatchObject({ title: 'Owners of TODOs', inputSchema: { additionalProperties: false } });
});

test('the command line calls the example’s tool', () => {
  expect(codeScout('--plugin', plugin, 'tool', 'todo_owners').trim()).toBe('ada: 2\nbob: 1');
  const data = JSON.parse(codeScout('--plugin', plugin, 'tool', 'todo_owners', '{"limit": 1}', '--json')) as unknown;
  expect(data).toEqual({ owners: [{ name: 'ada', todos: 2 }] });
  expect(() => codeScout('tool', 'todo_owners')).toThrow(/Unknown tool: todo_owners/);
  expect(() => codeScout('--plugin', plugin, 'tool', 'todo_owners', 'limit=1')).toThrow(/not a JSON object/);
});

test('a server lists the example’s tool after our own', () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'todo_owners', arguments: {} } },
  ];
  const program = join(installed.unpacked, 'dist', 'bin.js');
  const out = execFileSync(process.execPath, [program, '--root', 'project', '--plugin', plugin], {
    cwd: installed.folder,
    input: `${messages.map((message) => JSON.stringify(message)).join('\n')}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: installed.folder },
  });
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: number; result?: unknown });
  const of = (id: number): unknown => answers.find((answer) => answer.id === id)?.result;
  const { tools } = of(2) as { tools: { name: string }[] };
  expect(tools.at(-1)?.name).toBe('todo_owners');
  expect(tools.length).toBeGreaterThan(10);
});
