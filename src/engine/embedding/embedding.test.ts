/** Vectors of a real project that grows and changes, with a small model of a few words. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { writeSmallModel } from '../../embed/static/testing/small-model.ts';
import { openStore } from '../../store/registry.ts';
import { openEngine } from '../engine.ts';
import type { Engine, EngineConfig, EngineOptions, NearestAnswer, NearestRequest } from '../types.ts';

let work = '';
let root = '';
let config: EngineConfig;
const engines: Engine[] = [];

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function open(indexing: EngineOptions['indexing'] = 'inline', settings: EngineConfig = config): Promise<Engine> {
  const engine = await openEngine({ root, config: settings, indexing });
  engines.push(engine);
  return engine;
}

function withModel(model: string, rest: Partial<NonNullable<EngineConfig['embedding']>> = {}): EngineConfig {
  return { ...config, embedding: { ...config.embedding!, model, ...rest } };
}

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'code-scout-embedding-'));
  root = join(work, 'project');
  put('package.json', '{"name":"shop"}');
  put('src/net/client.ts', 'export function attempt(call) {\n  return backoff(call);\n}\n');
  put('src/text/lexer.py', 'def token(syntax):\n    return parse(syntax)\n');
  put('src/ui/canvas.ts', 'export const paint = (colour) => draw(colour);\n');
  const embedding = loadConfig({ root, env: new Map(), userConfigDir: null }).config;
  config = embedding;
  config = withModel(writeSmallModel(join(work, 'weights.bin'), 1));
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(work, { recursive: true, force: true });
});

const paths = ({ hits }: NearestAnswer): string[] => hits.map(({ path }) => path);

/** All vectors of the embedder that began last, by path. @param rank of the embedder that began this many before the last */
async function vectorsOf(engine: Engine, rank = 0): Promise<[string, string][]> {
  const store = await openStore(engine.location);
  try {
    const embedder = (await store.state()).embedders[rank] ?? '';
    const { fileIds } = await store.vectors.filesSince(embedder, -1);
    const vectors = await store.vectors.read(embedder, fileIds);
    const files = await store.files(fileIds);
    const rows = files.map(({ id, path }): [string, string] => [path, Buffer.from(vectors.get(id)!).toString('hex')]);
    expect(await store.check()).toEqual([]);
    return rows.sort(([a], [b]) => (a < b ? -1 : 1));
  } finally {
    await store.close();
  }
}

describe.each(['inline', 'thread'] as const)('search by meaning, indexing %s', (indexing) => {
  it('finds chunks of the same meaning, with their places', async () => {
    const engine = await open(indexing);
    await engine.index({ embeddings: true });
    const answer = await engine.semantic.nearest({ query: 'retry again', k: 2 });
    expect(answer).toMatchObject({ state: 'ready', refreshed: 0, note: null });
    expect(answer.hits[0]).toMatchObject({
      path: 'src/net/client.ts',
      language: 'typescript',
      ordinal: 0,
      startLine: 1,
      endLine: 3,
    });
    expect(answer.hits).toHaveLength(2);
    expect(answer.hits[0]!.similarity).toBeGreaterThan(0.8);
    const { file, chunk } = await engine.chunks.chunk(answer.hits[0]!.id);
    expect([file.path, chunk.startLine]).toEqual(['src/net/client.ts', 1]);
    expect(paths(await engine.semantic.nearest({ query: 'read the syntax', k: 1 }))).toEqual(['src/text/lexer.py']);
  });

  it('answers a first question on a tree without an index', async () => {
    const engine = await open(indexing);
    let answer = await engine.semantic.nearest({ query: 'colour', k: 1 });
    // The thread may take longer than the answer waits; the answer then says so.
    for (let wait = 0; answer.state !== 'ready' && wait < 100; wait++) {
      expect(answer).toMatchObject({ state: 'partial', note: expect.any(String) });
      await new Promise((done) => setTimeout(done, 100));
      answer = await engine.semantic.nearest({ query: 'colour', k: 1 });
    }
    expect(paths(answer)).toEqual(['src/ui/canvas.ts']);
    expect((await engine.status()).embedding).toMatchObject({ provider: 'static', state: 'ready', missing: 0 });
  });

  it('reads files again that have changed on disk, and drops those that are gone', async () => {
    const engine = await open(indexing);
    await engine.index({ embeddings: true });
    await engine.semantic.nearest({ query: 'colour', k: 1 });
    put('src/net/client.ts', 'export function token(syntax) {\n  return parse(syntax);\n}\n');
    rmSync(join(root, 'src/text/lexer.py'));
    const answer = await engine.semantic.nearest({ query: 'retry parse', k: 9 });
    expect(paths(answer)[0]).toBe('src/net/client.ts');
    expect(answer).toMatchObject({ state: 'ready', refreshed: 2 });
    expect(paths(answer)).not.toContain('src/text/lexer.py');
    expect((await engine.semantic.nearest({ query: 'retry', k: 1 })).hits[0]!.similarity).toBeLessThan(0.5);
  });
});

describe('vectors', () => {
  it('of an updated index equal those of a new index', async () => {
    const engine = await open();
    await engine.index({ embeddings: true });
    put('src/net/client.ts', 'export const again = 1;\n');
    put('src/new.py', 'def read():\n    pass\n');
    rmSync(join(root, 'src/ui/canvas.ts'));
    await engine.index({ embeddings: true });
    const grown = await vectorsOf(engine);
    expect(grown.map(([path]) => path)).toEqual(['src/net/client.ts', 'src/new.py', 'src/text/lexer.py'].sort());
    const database = { path: join(work, 'other.db') };
    const other = await open('inline', { ...config, database });
    await other.index({ embeddings: true });
    expect(await vectorsOf(other)).toEqual(grown);
    const ask = (one: Engine): Promise<NearestAnswer> => one.semantic.nearest({ query: 'parse again', k: 9 });
    const plain = ({ hits }: NearestAnswer): unknown[] => hits.map(({ fileId, ...hit }) => hit);
    expect(plain(await ask(engine))).toEqual(plain(await ask(other)));
  });

  it('are made again for another model, and never mixed', async () => {
    const engine = await open();
    await engine.index({ embeddings: true });
    const before = await vectorsOf(engine);
    const model = (await engine.status()).embedding?.model;
    await engine.close();
    const other = await open('inline', withModel(writeSmallModel(join(work, 'others.bin'), 5)));
    const answer = await other.semantic.nearest({ query: 'retry', k: 1 });
    expect(answer.state).toBe('ready');
    expect(paths(answer)).toEqual(['src/net/client.ts']);
    const after = await vectorsOf(other);
    expect(after.map(([path]) => path)).toEqual(before.map(([path]) => path));
    expect(after).not.toEqual(before);
    expect((await other.status()).embedding?.model).not.toBe(model);
    expect(await vectorsOf(other, 1)).toEqual(before);
  });

  it('continue where a run was cancelled', async () => {
    for (let i = 0; i < 100; i++) put(`src/many/part${i}.ts`, `export const retry${i} = again(${i});\n`);
    const engine = await open();
    // Vectors of files that the run reads are made during the run: concurrent-embedding.test.ts.
    await engine.index();
    const abort = new AbortController();
    const run = engine.index({
      embeddings: true,
      signal: abort.signal,
      onProgress: ({ phase, done }) => {
        if (phase === 'embedding' && done > 0) abort.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ code: 'CancelledError' });
    const { embedding } = await engine.status();
    expect(embedding).toMatchObject({ state: 'incomplete' });
    expect(embedding!.files).toBeGreaterThan(0);
    expect(embedding!.missing).toBeGreaterThan(0);
    const report = await engine.index({ embeddings: true });
    expect(report.embedding).toMatchObject({ files: embedding!.missing, note: null });
    expect((await engine.status()).embedding).toMatchObject({ state: 'ready', files: 103, missing: 0 });
  });

  it('are not made for generated files, and only later for files that change meanwhile', async () => {
    put('lock/package-lock.json', '{"name": "parse"}');
    put('made.ts', '// Code generated by a tool. DO NOT EDIT.\nexport const parse = 1;\n');
    put('empty.ts', '');
    const engine = await open();
    await engine.index();
    put('src/net/client.ts', 'export const unheard = 1;\n');
    const report = await engine.index({
      embeddings: true,
      onProgress: ({ phase }) => {
        if (phase === 'embedding') put('src/text/lexer.py', 'def changed(): pass\n');
      },
    });
    expect(report.embedding?.note).toContain('1 files changed meanwhile');
    expect((await vectorsOf(engine)).map(([path]) => path)).toEqual([
      'empty.ts',
      'src/net/client.ts',
      'src/ui/canvas.ts',
    ]);
    expect((await engine.status()).embedding).toMatchObject({ state: 'incomplete', missing: 1 });
    await engine.index({ embeddings: true });
    expect((await engine.status()).embedding).toMatchObject({ state: 'ready', missing: 0, files: 4 });
  });
});

describe('the answer', () => {
  it.each<[what: string, request: Omit<NearestRequest, 'query' | 'k'>, found: string[]]>([
    ['a language', { language: 'python' }, ['src/text/lexer.py']],
    ['a prefix', { pathPrefix: 'src/u' }, ['src/ui/canvas.ts']],
    ['both', { language: 'python', pathPrefix: 'src/ui/' }, []],
    ['a time in the future', { after: 4_000_000_000 }, []],
    ['a time in the past', { before: 4_000_000_000, language: 'python' }, ['src/text/lexer.py']],
  ])('respects %s', async (_, request, found) => {
    const engine = await open();
    await engine.index({ embeddings: true });
    expect(paths(await engine.semantic.nearest({ query: 'retry', k: 9, ...request }))).toEqual(found);
  });

  it('orders equally near chunks by path and line', async () => {
    const same = 'retry\n'.repeat(3);
    for (const name of ['q', 'b', 'z', 'a']) put(`same/${name}/x.txt`, same);
    const engine = await open();
    await engine.index({ embeddings: true });
    put('same/b/x.txt', `${same}\n`);
    await engine.index({ embeddings: true });
    const { hits } = await engine.semantic.nearest({ query: 'retry', k: 3, pathPrefix: 'same/' });
    expect(hits.map(({ path }) => path)).toEqual(['same/a/x.txt', 'same/b/x.txt', 'same/q/x.txt']);
  });

  it.each<[what: string, change: () => EngineConfig, state: string, note: RegExp]>([
    ['switched off', () => withModel('', { provider: 'off' }), 'off', /`embedding.provider` is `off`/],
    ['without weights', () => withModel(join(work, 'gone.bin')), 'unavailable', /cannot be read\. Install/],
    ['with a file that is not a model', () => withModel(join(root, 'package.json')), 'unavailable', /broken/],
    [
      'with a model that is not a path',
      () => withModel('bge-small'),
      'unavailable',
      /not an absolute path: bge-small\. /,
    ],
    [
      'without an endpoint',
      () => withModel('m', { provider: 'ollama', url: 'http://127.0.0.1:9', dimensions: 4, timeoutMs: 100 }),
      'unavailable',
      /endpoint http:\/\/127\.0\.0\.1:9/,
    ],
  ])('says what is wrong %s', async (_, change, state, note) => {
    const engine = await open('inline', change());
    const report = await engine.index();
    expect(report.totalFiles).toBe(4);
    const answer = await engine.semantic.nearest({ query: 'retry', k: 1 });
    expect(answer).toMatchObject({ state, hits: [] });
    expect(answer.note).toMatch(note);
    expect((await engine.searchTags({ tags: ['attempt'] })).hits).toHaveLength(1);
    expect((await engine.index({ embeddings: true })).embedding?.files).toBe(0);
  });
});
