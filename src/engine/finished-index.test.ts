/** An engine whose files and index are of one commit: it answers as an engine that compares, and neither compares nor writes. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine } from './engine.ts';
import type { Engine, EngineOptions } from './types.ts';

const files = {
  'package.json': '{"name": "shop"}',
  'src/basket.ts':
    '/** Adds a price to a basket. */\nexport function addPrice(basket: number[], price: number) {\n  basket.push(price);\n}\n',
  'src/till.ts':
    "import { addPrice } from './basket.ts';\nexport function ring(price: number) {\n  addPrice([], price);\n}\n",
};

function project(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-finished-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'src'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  return root;
}

async function opened(root: string, indexing: EngineOptions['indexing']): Promise<Engine> {
  const { config } = loadConfig({ root, flags: { 'metrics.enabled': false }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing });
  onTestFinished(() => engine.close());
  return engine;
}

async function answersOf(engine: Engine): Promise<unknown> {
  const { executionTimeMs: _time, ...tags } = await engine.searchTags({ tags: ['price'] });
  return {
    tags,
    callers: await engine.graph.callers({ symbol: 'addPrice' }),
    ranked: await engine.searchRepo({ query: 'add a price to a basket', limit: 5 }),
    text: await engine.text.search({ query: 'addPrice(', limit: 9 }),
    chunks: await engine.chunks.file('src/till.ts'),
    file: await engine.files.read({ path: 'src/till.ts', startLine: 1, startColumn: 1, endLine: null, maxChars: 900 }),
    folder: await engine.files.list({ path: 'src', offset: 0, limit: 9 }),
    found: await engine.graph.search({ pattern: 'ri*', offset: 0, limit: 9 }),
  };
}

it('answers as an engine that compares with the disk', async () => {
  const root = project();
  const usual = await opened(root, 'inline');
  await usual.index({ embeddings: true });
  expect(await answersOf(await opened(root, 'never'))).toEqual(await answersOf(usual));
});

it('neither compares nor writes, whatever is asked', async () => {
  const root = project();
  const usual = await opened(root, 'inline');
  await usual.index({ embeddings: true });
  await usual.close();
  const database = join(root, '.code-scout', 'database.db');
  const before = readFileSync(database);
  const engine = await opened(root, 'never');
  const generation = await engine.generation();
  writeFileSync(join(root, 'src', 'new.ts'), "import { addPrice } from './basket.ts';\naddPrice([], 1);\n");
  await answersOf(engine);
  await engine.watch();
  engine.indexInBackground();
  await expect(engine.index()).rejects.toMatchObject({ code: 'ValidationError' });
  expect((await engine.listFiles({ limit: 9 })).files.map(({ path }) => path)).not.toContain('src/new.ts');
  const callers = await engine.graph.callers({ symbol: 'addPrice' });
  expect(JSON.stringify(callers)).not.toContain('src/new.ts');
  expect(await engine.generation()).toBe(generation);
  await engine.close();
  expect(readFileSync(database).equals(before)).toBe(true);
  expect(readdirSync(join(root, '.code-scout')).filter((name) => name.endsWith('usage.db'))).toEqual([]);
});

it('makes no index where there is none', async () => {
  const root = project();
  const engine = await opened(root, 'never');
  await expect(engine.searchTags({ tags: ['price'] })).rejects.toMatchObject({ code: 'NotFoundError' });
  expect(readdirSync(root)).not.toContain('.code-scout');
});
