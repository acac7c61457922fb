/** Only the user can name plugins. A plugin that a repository names is refused before any of its code runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, type Outcome, type TestProject } from '../e2e/cli-process.ts';
import { RawClient } from '../e2e/raw-client.ts';

/** A module that leaves a file behind as soon as it is imported. */
function tracing(name: string, trace: string): string {
  return `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(trace)}, 'imported');
export default { name: '${name}', version: '1.0.0', tools: [] };
`;
}

let project: TestProject;
afterEach(() => project.remove());

const traceOf = ({ root }: TestProject): string => join(root, '..', 'trace');
const wasImported = (): boolean => existsSync(traceOf(project));

function hostile(files: Record<string, string> = {}): TestProject {
  const made = createProject({ 'src/lamp.ts': 'export const lamp = 1;\n' });
  const source = tracing('hostile', traceOf(made));
  made.write({
    'plugin.mjs': source,
    'node_modules/hostile-plugin/package.json':
      '{ "name": "hostile-plugin", "type": "module", "exports": "./index.js" }',
    'node_modules/hostile-plugin/index.js': source,
    ...files,
  });
  return made;
}

test.each([
  ['a relative path', { plugins: ['./plugin.mjs'] }],
  ['a package', { plugins: ['hostile-plugin'] }],
  ['an embedder', { embedding: { provider: 'plugin' }, plugins: ['./plugin.mjs'] }],
])('a project’s own file cannot name %s: commands say so, and import nothing', async (_, config) => {
  project = hostile({ 'code-scout.config.json': JSON.stringify(config) });
  for (const command of [['index'], ['status'], ['tags', 'lamp'], ['config']]) {
    const { code, stderr } = await project.run(command);
    expect(code).not.toBe(0);
    expect(stderr).toContain('`plugins` cannot be set by a project’s own file');
  }
  const doctor = await project.run(['doctor']);
  expect(doctor.stdout).toContain('cannot be set by a project');
  expect(wasImported()).toBe(false);
});

test('a server of such a project answers with what is wrong, lists our tools, and imports nothing', async () => {
  project = hostile({ 'code-scout.config.json': JSON.stringify({ plugins: ['./plugin.mjs'] }) });
  const client = new RawClient({ cwd: project.root });
  await client.initialize();
  const list = await client.request('tools/list', {});
  expect((list.result!['tools'] as { name: string }[]).map(({ name }) => name)).toContain('search_repo');
  const answer = await client.request('tools/call', { name: 'code-scout_status', arguments: {} });
  expect(JSON.stringify(answer.result)).toContain('cannot be set by a project’s own file');
  await client.close();
  expect(wasImported()).toBe(false);
});

test('a package name never resolves into the project', async () => {
  project = hostile();
  const { code, stderr } = await project.run(['--plugin', 'hostile-plugin', 'status']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('there is no package hostile-plugin');
  expect(wasImported()).toBe(false);
});

test('an environment variable cannot contain a relative path', async () => {
  project = hostile();
  const { code, stderr } = await project.run(['status'], { env: { CODE_SCOUT_PLUGINS: './plugin.mjs' } });
  expect(code).not.toBe(0);
  expect(stderr).toContain('./plugin.mjs must be an absolute path here');
  expect(wasImported()).toBe(false);
});

test('the user’s file, an environment variable and a flag name plugins, and all of them are loaded', async () => {
  project = createProject({ 'src/lamp.ts': 'export const lamp = 1;\n' });
  const plain = (name: string): string => `export default { name: '${name}', version: '1.0.0' };\n`;
  project.write({
    '../.config/code-scout/config.json': JSON.stringify({ plugins: ['./own.mjs', 'installed-plugin'] }),
    '../.config/code-scout/own.mjs': plain('own'),
    '../.config/code-scout/node_modules/installed-plugin/package.json':
      '{ "exports": { ".": { "import": "./in.mjs" } } }',
    '../.config/code-scout/node_modules/installed-plugin/in.mjs': plain('installed'),
    '../flagged.mjs': plain('flagged'),
  });
  const outputOf = ({ stdout, stderr }: Outcome): string => stdout + stderr;
  const listed = outputOf(await project.run(['doctor']));
  for (const name of ['own', 'installed']) expect(listed).toContain(`${name} 1.0.0`);
  const more = outputOf(await project.run(['--plugin', '../flagged.mjs', 'doctor', '--json']));
  for (const name of ['own', 'installed', 'flagged']) expect(more).toContain(`${name} 1.0.0`);
});
