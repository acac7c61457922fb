/** A real server caches answers and uses its own default number of results. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject, type TestProject } from './cli-process.ts';
import { RawClient } from './raw-client.ts';

const sources = {
  'src/crane.ts':
    '/** Lifts a load onto a ship. */\nexport function liftLoad(tons: number): number {\n  return tons;\n}\n',
  'src/ship.ts':
    "import { liftLoad } from './crane.ts';\n\nexport class Ship {\n  load(tons: number): number {\n    return liftLoad(tons);\n  }\n}\n",
};
const env = { CODE_SCOUT_EMBEDDING_PROVIDER: 'off', CODE_SCOUT_LOGGING_LEVEL: 'info' };

let project: TestProject;
let client: RawClient;

beforeAll(async () => {
  project = createProject(sources);
  // The next run reads a file again if it was written within the last seconds, and then it writes to the index.
  const past = new Date(Date.now() - 60_000);
  for (const { name, parentPath } of readdirSync(project.root, { recursive: true, withFileTypes: true }))
    utimesSync(join(parentPath, name), past, past);
  client = new RawClient({
    cwd: project.root,
    env,
    args: ['--max-results', '1', '--cache-size', '50', '--no-compiler'],
  });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
});
afterAll(async () => {
  await client.close();
  project.remove();
});

const cache = async (): Promise<unknown> => (await client.call('code-scout_status')).data['cache'];

it('shows as many results as --max-results says, and those that a call names', async () => {
  const count = async (name: string, args: object): Promise<number> =>
    (await client.call(name, { ...args })).text.match(/^\[.*match\]|^## /gm)?.length ?? 0;
  expect(await count('search_repo', { query: 'load' })).toBe(1);
  expect(await count('search_repo', { query: 'load', limit: 5 })).toBe(2);
  const { data } = await client.call('code-scout_search', { tags: ['load'] });
  expect([data['total_files'], data['results']]).toEqual([2, 1]);
});

it('caches answers while nothing changes, and reports how often each was asked for', async () => {
  const args = { query: 'what does the crane lift' };
  const first = await client.call('search_repo', args);
  expect(await cache()).toMatchObject({ limit: 50, entries: 4, hits: 0, misses: 4, hitRatio: 0 });
  // A run that finds no changes leaves the cached answers valid.
  await client.call('code-scout_index', { background: false });
  expect((await client.call('search_repo', args)).text).toBe(first.text);
  const cached = (await cache()) as Record<string, unknown>;
  expect(cached).toMatchObject({ entries: 4, hits: 1, misses: 4, hitRatio: 0.2 });
  const { text } = await client.call('code-scout_status');
  expect(JSON.parse(text)).toMatchObject({ cache: cached });
  const { result } = await client.request('resources/read', { uri: 'code-scout://project/status' });
  expect(JSON.stringify(result)).toContain('\\"hitRatio\\": 0.2');
  expect(client.errors).toMatch(/"tool":"search_repo",.*"cache":false/);
  expect(client.errors).toMatch(/"tool":"search_repo",.*"cache":true/);
});

it('shows the file as it is when it was edited between two equal questions', async () => {
  const args = { query: 'what does the crane lift' };
  const usage = { symbol: 'liftLoad' };
  const [, before] = [await client.call('search_repo', args), await client.call('explain_usage', usage)];
  expect(before.text).toContain('./src/ship.ts:1-7 (called at 5 in Ship.load) | Chunk: chunk_');
  writeFileSync(join(project.root, 'src/crane.ts'), sources['src/crane.ts'].replace('return tons', 'return tons * 2'));
  writeFileSync(join(project.root, 'src/ship.ts'), `const berth = 7;\n${sources['src/ship.ts']}`);
  expect((await client.call('search_repo', args)).text).toContain('  return tons * 2;');
  const after = await client.call('explain_usage', usage);
  expect(after.text).toContain('return tons * 2;');
  expect(after.text).toContain('./src/ship.ts:1-8 (called at 6 in Ship.load)');
});

it('the command line shows what is cached', async () => {
  const shown = await project.run(['status', '--cache-size', '7'], { env });
  expect(shown.stdout).toMatch(/^Cache +up to 7 answers in each server/m);
  const { stdout } = await project.run(['status', '--json', '--cache-size', '0'], { env });
  expect(JSON.parse(stdout)).toMatchObject({ cache: { limit: 0, entries: 0, hits: 0, misses: 0, hitRatio: null } });
});
