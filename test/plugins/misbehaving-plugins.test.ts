/** A faulty plugin affects only the call or the file that it was used for, never the server or the index. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { RawClient } from '../e2e/raw-client.ts';

let project: TestProject;
beforeEach(() => {
  project = createProject({ 'src/lamp.ts': 'export const lamp = 1;\n' });
});
afterEach(() => project.remove());

/** Writes a module beside the project and gives its path. */
function plugin(source: string, name = 'plugin.mjs'): string {
  project.write({ [`../${name}`]: source });
  return join(project.root, '..', name);
}

const tool = (name: string, run: string, more = ''): string =>
  `{ name: '${name}', description: 'd', inputSchema: { type: 'object', properties: { word: { type: 'string' } } }, ${more} run: ${run} }`;
const withTools = (...tools: string[]): string =>
  `export default { name: 'wild', version: '1.0.0', tools: [${tools.join(', ')}] };\n`;

test('a tool that throws, hangs, breaks its thread or returns an invalid result gives an error as its answer, and the server goes on', async () => {
  const path = plugin(
    withTools(
      tool('throws', `() => { throw new Error('no lamp oil') }`),
      tool('spins', `() => { for (;;); }`, 'timeoutMs: 300,'),
      tool('waits', `() => new Promise(() => {})`, 'timeoutMs: 300,'),
      tool('strays', `() => new Promise(() => setTimeout(() => { throw new Error('astray') }, 5))`),
      tool('exits', `() => process.exit(3)`),
      tool('gives_nothing', `() => {}`),
      tool(
        'gives_wrong_data',
        `() => ({ text: 'x', data: { n: 'many' } })`,
        `outputSchema: { type: 'object', properties: { n: { type: 'integer' } } },`,
      ),
      tool('gives_much', `() => 'x'.repeat(60000)`),
      tool('prints', `() => { console.log('not a message'); process.stdout.write('nor this\\n'); return 'printed' }`),
      tool(
        'asks_wrongly',
        `async (_, { callTool }) => JSON.stringify([await callTool('get_nothing'), await callTool('read_file', { path: '../x' })])`,
      ),
      tool('works', `({ word }, { root }) => word + ' at ' + root`),
    ),
  );
  const client = new RawClient({ cwd: project.root, args: ['--plugin', path] });
  await client.initialize();
  const failing: [string, RegExp][] = [
    ['throws', /wild failed: throws failed: no lamp oil/],
    ['spins', /spins gave no answer within 300 ms/],
    ['waits', /waits gave no answer within 300 ms/],
    ['strays', /its thread ended: astray/],
    ['exits', /its thread ended/],
    ['gives_nothing', /run returned neither a text nor an object with a text/],
    ['gives_wrong_data', /not what its outputSchema says: n: /],
  ];
  for (const [name, pattern] of failing) {
    const answer = await client.call(name);
    expect(answer.isError, name).toBe(true);
    expect(answer.text).toMatch(pattern);
    expect(answer.data).toHaveProperty('error.next');
    // The plugin's thread is started again.
    expect(await client.call('works', { word: name })).toMatchObject({
      isError: false,
      text: `${name} at ${project.root}`,
    });
  }
  expect((await client.call('gives_much')).text).toMatch(/^x{50000}\n\(10000 more characters are left out\)$/);
  expect((await client.call('prints')).text).toBe('printed');
  const asked = JSON.parse((await client.call('asks_wrongly')).text) as { isError: boolean; text: string }[];
  expect(asked.map(({ isError }) => isError)).toEqual([true, true]);
  const strange = await client.call('works', { word: 'x', colour: 'red' });
  expect(strange).toMatchObject({ isError: true, text: expect.stringContaining('Unknown argument: colour') as string });
  expect((await client.call('code-scout_status')).isError).toBe(false);
  expect((await client.close()).code).toBe(0);
});

test('a cancelled tool ends, and other tools of its plugin go on', async () => {
  const path = plugin(
    withTools(tool('spins', `() => { for (;;); }`, 'timeoutMs: 60000,'), tool('works', `() => 'done'`)),
  );
  const client = new RawClient({ cwd: project.root, args: ['--plugin', path] });
  await client.initialize();
  await client.call('works');
  client.send({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'spins', arguments: {} } });
  await new Promise((done) => setTimeout(done, 200));
  client.notify('notifications/cancelled', { requestId: 7 });
  await new Promise((done) => setTimeout(done, 1000));
  expect((await client.call('works')).text).toBe('done');
  await client.close();
});

test.each<[string, string, RegExp]>([
  ['a syntax error', 'export default {', /cannot be used: /],
  ['an import that fails', `throw new Error('no lamp oil')`, /cannot be used: no lamp oil/],
  ['no default export', 'export const plugin = {}', /no default export/],
  ['no object', 'export default 7', /its default export must be an object/],
  ['no version', `export default { name: 'x' }`, /`version` must be a text/],
  ['an unknown part', `export default { name: 'x', version: '1', hooks: [] }`, /it has the unknown key hooks/],
  [
    'the name of one of our tools',
    withTools(tool('search_repo', '() => 1')),
    /the tool search_repo is Code Scout's own/,
  ],
  [
    'an invalid name of a tool',
    withTools(tool('Search Repo', '() => 1')),
    /the name of a tool must be a text that fits/,
  ],
  [
    'two tools of the same name',
    withTools(tool('x', '() => 1'), tool('x', '() => 1')),
    /the tool x belongs to the plugin wild already/,
  ],
  [
    'no schema',
    `export default { name: 'x', version: '1', tools: [{ name: 't', description: 'd', run() {} }] }`,
    /inputSchema of the tool t must be an object/,
  ],
  [
    'an empty schema',
    withTools(
      `{ name: 't', description: 'd', run() {}, inputSchema: { type: 'object', properties: { x: { type: 'lamp' } } } }`,
    ),
    /the schema of the tool t cannot be read/,
  ],
  [
    'one of our languages',
    `export default { name: 'x', version: '1', languages: [{ id: 'python', name: 'P', extensions: ['.zz'], extract: () => ({}) }] }`,
    /the language python is Code Scout's own/,
  ],
  [
    'one of our file extensions',
    `export default { name: 'x', version: '1', languages: [{ id: 'p2', name: 'P', extensions: ['.py'], extract: () => ({}) }] }`,
    /\.py is Python's, which Code Scout parses itself/,
  ],
  [
    'a language without a parser',
    `export default { name: 'x', version: '1', languages: [{ id: 'p2', name: 'P', extensions: ['.zz'] }] }`,
    /must have either extract, which is a function, or grammar/,
  ],
  [
    'a missing grammar',
    `export default { name: 'x', version: '1', languages: [{ id: 'p2', name: 'P', extensions: ['.zz'], grammar: { wasm: '/nowhere/x.wasm', query: '(x) @comment' } }] }`,
    /there is no grammar \/nowhere\/x\.wasm/,
  ],
  [
    'an embedder without a size',
    `export default { name: 'x', version: '1', embedders: [{ name: 'e', embed() {} }] }`,
    /dimensions of the embedder e must be a whole number/,
  ],
])('a plugin with %s is refused with what is wrong', async (_, source, pattern) => {
  const path = plugin(source);
  const client = new RawClient({ cwd: project.root, args: ['--plugin', path] });
  await client.initialize();
  const { result } = await client.request('tools/list', {});
  const listed = (result!['tools'] as { name: string }[]).map(({ name }) => name);
  expect(listed).toContain('search_repo');
  // What the tools do not need is checked after their list is sent.
  await expect.poll(() => client.errors).toMatch(pattern);
  await client.close();
  const doctor = await project.run(['--plugin', path, 'doctor']);
  expect(doctor.code).not.toBe(0);
  expect(doctor.stdout).toMatch(/^!! +plugins/m);
});

const language = (
  extract: string,
  version = '1.0.0',
): string => `export default { name: 'odd', version: '${version}', languages: [
  { id: 'odd', name: 'Odd', extensions: ['.odd'], extract: ${extract} },
] };\n`;

interface Report {
  indexedFiles: number;
  leftOut: Record<string, number>;
  filesWithIssues: number;
}

test('a language that throws, or returns ranges outside of the file, costs a file its names, and is reported as an issue', async () => {
  project.write({ 'src/a.odd': 'alpha\nbeta\n', 'src/b.odd': 'boom\n' });
  const path = plugin(
    language(`({ text }) => {
      if (text.includes('boom')) throw new Error('boom');
      return { definitions: [
        { name: 'alpha', kind: 'function', line: 1 }, { name: 'beta', kind: 'gizmo', line: 2 },
        { name: 'gamma', kind: 'function', line: 99 }, { name: '', kind: 'class', line: 1 }, null, 7,
        { name: 'beta', kind: 'class', line: 2, startLine: -5, endLine: 1e9, column: NaN },
      ], references: 'none', comments: [{ text: 'x', line: 0 }], imports: [{ module: 'm', line: 2, names: ['x', 7] }] };
    }`),
  );
  const { stdout } = await project.run(['--plugin', path, 'index', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ indexedFiles: 4, filesWithIssues: 2 } satisfies Partial<Report>);
  const found = await project.run(['--plugin', path, 'symbols', '*a', '--json']);
  expect(found.stdout).toContain('alpha');
  expect(found.stdout).not.toContain('gamma');
});

test('an index is made anew when the module or its version changes, and stays when neither does', async () => {
  project.write({ 'src/a.odd': 'alpha\n' });
  const indexed = async (path: string): Promise<number> => {
    const { stdout } = await project.run(['--plugin', path, 'index', '--json']);
    return (JSON.parse(stdout) as Report).indexedFiles;
  };
  const none = `() => ({})`;
  expect(await indexed(plugin(language(none)))).toBe(3);
  expect(await indexed(plugin(language(none)))).toBe(0);
  expect(await indexed(plugin(language(none, '1.0.1')))).toBe(3);
  expect(await indexed(plugin(language(`() => ({ definitions: [] })`, '1.0.1')))).toBe(3);
});

const lua = join(import.meta.dirname, '..', '..', 'dist', 'grammars', 'tree-sitter-lua.wasm');
const byGrammar = (query: string): string =>
  `export default { name: 'moon', version: '1.0.0', languages: [{ id: 'moon', name: 'Moon', extensions: ['.moon'],
    grammar: { wasm: ${JSON.stringify(lua)}, query: ${JSON.stringify(query)} } }] };\n`;

test('a language with a grammar is parsed by it; an invalid query costs its files their names', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`src/a${i}.moon`, `function rise${i}()\n  return set()\nend\n`]),
  );
  project.write(files);
  const good = plugin(
    byGrammar(
      '(function_declaration name: (identifier) @name) @definition.function (function_call name: (identifier) @reference.call)',
    ),
    'good.mjs',
  );
  const report = JSON.parse((await project.run(['--plugin', good, 'index', '--json'])).stdout) as Report;
  expect(report).toMatchObject({ indexedFiles: 22, filesWithIssues: 0 } satisfies Partial<Report>);
  expect((await project.run(['--plugin', good, 'symbols', 'rise19'])).stdout).toContain('src/a19.moon');
  const bad = plugin(byGrammar('(no_such_node) @definition.function'), 'bad.mjs');
  const broken = JSON.parse((await project.run(['--plugin', bad, 'index', '--json'])).stdout) as Report;
  expect(broken).toMatchObject({ indexedFiles: 22, filesWithIssues: 20, leftOut: {} } satisfies Partial<Report>);
  expect((await project.run(['--plugin', bad, 'files', '--issues'])).stdout).toContain('src/a19.moon');
});

test('a file on which a plugin hangs keeps its words, and the run goes on', async () => {
  project.write({ 'src/a.odd': 'alpha\n', 'src/b.odd': 'hang\n' });
  const path = plugin(language(`({ text }) => { while (text.includes('hang')); return {}; }`));
  const { stdout } = await project.run(['--plugin', path, 'index', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ indexedFiles: 4, filesWithIssues: 1 } satisfies Partial<Report>);
  const listed = (await project.run(['--plugin', path, 'files', '--issues'])).stdout;
  expect(listed).toMatch(/src\/b\.odd.*took longer than 5000 ms/);
});
