/**
 * Two servers with different models on one index, and a command beside them: each answers with its own vectors, and
 * none of them are lost.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { writeSmallModel } from '../../src/embed/static/testing/small-model.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { openStore } from '../../src/store/registry.ts';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { RawClient } from '../e2e/raw-client.ts';

const query = 'retry the colour';
const names = ['one', 'other'] as const;

let project: TestProject;
let models: Record<(typeof names)[number], string>;
const clients: RawClient[] = [];

beforeAll(() => {
  project = createProject({
    'src/client.ts': 'export function attempt(call) {\n  return backoff(call);\n}\n',
    'src/lexer.py': 'def token(syntax):\n    return parse(syntax)\n',
    'src/canvas.ts': 'export const paint = (colour) => draw(colour);\n',
  });
  const write = (name: string, seed: number): string => writeSmallModel(join(project.root, '..', `${name}.bin`), seed);
  models = { one: write('one', 1), other: write('other', 6) };
});
afterAll(async () => {
  for (const client of clients) await client.close();
  project.remove();
});

async function serve(name: (typeof names)[number]): Promise<RawClient> {
  const client = new RawClient({ cwd: project.root, env: { CODE_SCOUT_EMBEDDING_MODEL: models[name] } });
  clients.push(client);
  await client.initialize();
  return client;
}

/** Lines such as `0.912 src/client.ts`, best first, and the rest of the answer. */
interface Answer {
  hits: string[];
  text: string;
}

function answerOf(text: string): Answer {
  const hits = text.matchAll(/^\[similarity (-?\d\.\d{3})\] \.\/(.+):\d+-\d+$/gm);
  return { hits: [...hits].map(([, similarity, path]) => `${similarity} ${path}`), text };
}

/** Asks until all files have vectors. */
async function ask(client: RawClient): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const { text } = await client.call('search_by_embedding', { query, max_results: 9 });
    if (tries === 200 || !/no vectors yet|index/i.test(text)) return answerOf(text);
    await sleep(50);
  }
}

/** The answer of a model that has an index to itself. */
async function alone(name: (typeof names)[number]): Promise<string[]> {
  const flags = { 'database.path': ':memory:', 'embedding.model': models[name] };
  const { config } = loadConfig({ root: project.root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root: project.root, config, indexing: 'inline' });
  try {
    await engine.index({ embeddings: true });
    const { hits } = await engine.semantic.nearest({ query, k: 9 });
    return hits.map(({ path, similarity }) => `${similarity.toFixed(3)} ${path}`);
  } finally {
    await engine.close();
  }
}

/** The state of the index now, and for how many files vectors were written after `since`. */
async function written(since: number): Promise<{ generation: number; count: number }> {
  const store = await openStore({ file: join(project.root, '.code-scout', 'database.db') });
  try {
    expect(await store.check()).toEqual([]);
    const { generation, embedders } = await store.state();
    expect(embedders).toHaveLength(2);
    const files = await Promise.all(embedders.map((embedder) => store.vectors.filesSince(embedder, since)));
    return { generation, count: files.reduce((sum, { fileIds }) => sum + fileIds.length, 0) };
  } finally {
    await store.close();
  }
}

it('answer by their own vectors, in turn and after edits, and make none twice', async () => {
  const [one, other] = await Promise.all(names.map(serve));
  const servers = { one: one!, other: other! };
  const inBoth = <T>(work: (name: (typeof names)[number]) => Promise<T>): Promise<T[]> => Promise.all(names.map(work));
  for (const round of [0, 1]) {
    if (round === 1) {
      writeFileSync(join(project.root, 'src/client.ts'), 'export const read = (token) => paint(colour);\n');
      writeFileSync(join(project.root, 'src/new.ts'), 'export const again = 1;\n');
    }
    const expected = { one: await alone('one'), other: await alone('other') };
    expect(expected.one).not.toEqual(expected.other);
    await inBoth((name) => servers[name].call('code-scout_index', { background: false }));
    await inBoth((name) => ask(servers[name]));
    const { generation, count } = await written(-1);
    expect(count).toBe(2 * expected.one.length);
    for (const name of [...names, ...names]) {
      const { hits, text } = await ask(servers[name]);
      expect(hits).toEqual(expected[name]);
      expect(text).not.toContain('note:');
    }
    // The command runs in a third process.
    const name = names[round]!;
    const env = { CODE_SCOUT_EMBEDDING_MODEL: models[name] };
    const { stdout } = await project.run(['tool', 'search_by_embedding', JSON.stringify({ query, max_results: 9 })], {
      env,
    });
    expect(answerOf(stdout).hits).toEqual(expected[name]);
    expect(stdout).not.toContain('note:');
    expect((await written(generation)).count).toBe(0);
  }
}, 180_000);
