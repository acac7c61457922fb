/** Vectors that are made during a run of a real project with workers, compared with those that are made after it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { writeSmallModel } from '../../embed/static/testing/small-model.ts';
import { openStore } from '../../store/registry.ts';
import { namesManyFiles } from '../../source/walk/many-files.ts';
import { openEngine } from '../engine.ts';
import type { Engine, EngineConfig, IndexReport } from '../types.ts';

let work = '';
let root = '';
let config: EngineConfig;
const engines: Engine[] = [];
const modules = 90;

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function source(number: number): string {
  const functions = Array.from({ length: 1 + (number % 7) }, (_, at) => `export function retry${number}x${at}(call) {\n  return backoff(call, ${at});\n}\n`); // prettier-ignore
  return functions.join('\n');
}

function open(settings: EngineConfig = config): Promise<Engine> {
  return openEngine({ root, config: settings, indexing: 'inline' }).then((engine) => {
    engines.push(engine);
    return engine;
  });
}

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'code-scout-embedding-'));
  root = join(work, 'project');
  put('package.json', '{"name":"shop"}');
  for (let number = 0; number < modules; number++) put(`src/part${number % 5}/module${number}.ts`, source(number));
  put('notes/empty.md', '');
  config = loadConfig({ root, env: new Map(), userConfigDir: null }).config;
  const embedding = { ...config.embedding!, model: writeSmallModel(join(work, 'weights.bin'), 1) };
  config = { ...config, embedding, indexing: { ...config.indexing, batchSize: 20 } };
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(work, { recursive: true, force: true });
});

/** All vectors by path, and the problems that the store finds. */
async function vectorsOf({ databasePath }: Engine): Promise<ReadonlyMap<string, string>> {
  const store = await openStore({ file: databasePath });
  try {
    const embedder = (await store.state()).embedders[0] ?? '';
    const { fileIds } = await store.vectors.filesSince(embedder, -1);
    const vectors = await store.vectors.read(embedder, fileIds);
    const files = await store.files(fileIds);
    expect(await store.check()).toEqual([]);
    return new Map(files.map(({ id, path }) => [path, Buffer.from(vectors.get(id)!).toString('hex')]));
  } finally {
    await store.close();
  }
}

/** An index from a run without vectors, and a second run that makes them all. */
async function madeBehind(): Promise<ReadonlyMap<string, string>> {
  const engine = await open();
  await engine.index();
  const { embedding } = await engine.index({ embeddings: true });
  expect(embedding).toMatchObject({ files: modules + 1, note: null });
  const vectors = await vectorsOf(engine);
  await engine.close();
  rmSync(join(root, '.code-scout'), { recursive: true });
  return vectors;
}

async function phasesOf(engine: Engine, force = false): Promise<{ report: IndexReport; phases: string[] }> {
  const phases: string[] = [];
  const report = await engine.index({ embeddings: true, force, onProgress: ({ phase }) => phases.push(phase) });
  return { report, phases };
}

describe('vectors made during a run', () => {
  it('equal those that are made after it, and are counted in its report', async () => {
    const behind = await madeBehind();
    const engine = await open();
    const { report, phases } = await phasesOf(engine);
    expect(report.embedding).toMatchObject({ files: modules + 1, note: null });
    expect(report.embedding!.vectors).toBeGreaterThanOrEqual(modules);
    expect(phases).toContain('linking');
    expect(phases).not.toContain('embedding');
    expect(await vectorsOf(engine)).toEqual(behind);
    const again = await phasesOf(engine, true);
    expect(again.report.embedding).toEqual(report.embedding);
    expect(again.phases).not.toContain('embedding');
    expect(await vectorsOf(engine)).toEqual(behind);
  });

  it('are the same if a worker and the model start before the files are known', async () => {
    for (let number = modules; number < 300; number++) put(`more/module${number}.ts`, source(number));
    const late = await open();
    const { report } = await phasesOf(late);
    const expected = await vectorsOf(late);
    await late.close();
    rmSync(join(root, '.code-scout'), { recursive: true });
    execFileSync('git', ['init', '-q', root]);
    execFileSync('git', ['-C', root, 'add', '.']);
    expect(namesManyFiles(root)).toBe(true);
    const early = await open();
    expect((await phasesOf(early)).report).toMatchObject({
      indexedFiles: report.indexedFiles,
      embedding: report.embedding,
    });
    expect(await vectorsOf(early)).toEqual(expected);
    expect((await phasesOf(early, true)).report.embedding).toEqual(report.embedding);
    expect((await phasesOf(early)).report).toMatchObject({ indexedFiles: 0, embedding: { files: 0 } });
  });

  it('are made again for changed files, and only for those', async () => {
    const engine = await open();
    await engine.index({ embeddings: true });
    const before = await vectorsOf(engine);
    put('src/part0/module0.ts', 'export const paint = (colour) => draw(colour);\n');
    put('src/part0/added.ts', 'export const token = (syntax) => parse(syntax);\n');
    const { embedding } = await engine.index({ embeddings: true });
    expect(embedding).toMatchObject({ files: 2, note: null });
    const after = await vectorsOf(engine);
    expect(after.size).toBe(before.size + 1);
    const differing = [...after].filter(([path, vectors]) => before.get(path) !== vectors).map(([path]) => path);
    expect(differing.sort()).toEqual(['src/part0/added.ts', 'src/part0/module0.ts']);
  });

  it('are complete after a run that was cancelled while they were made', async () => {
    const behind = await madeBehind();
    const engine = await open();
    const abort = new AbortController();
    const run = engine.index({
      embeddings: true,
      signal: abort.signal,
      onProgress: ({ phase, done }) => {
        if (phase === 'indexing' && done >= 48) abort.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ code: 'CancelledError' });
    for (const [path, vectors] of await vectorsOf(engine)) expect(vectors).toBe(behind.get(path));
    await engine.index({ embeddings: true });
    expect(await vectorsOf(engine)).toEqual(behind);
  });

  it('are left out, with a note, if the model cannot be read', async () => {
    const embedding = { ...config.embedding!, model: join(work, 'not-there.bin') };
    const engine = await open({ ...config, embedding });
    const report = await engine.index({ embeddings: true });
    expect(report.indexedFiles).toBe(modules + 2);
    expect(report.embedding).toMatchObject({ files: 0, vectors: 0 });
    expect(report.embedding!.note).toContain('cannot be read');
  });

  it('are made after parsing if memory is short', async () => {
    const behind = await madeBehind();
    const indexing = { ...config.indexing, maxMemory: 700 * 1024 * 1024 };
    const engine = await open({ ...config, indexing });
    const { report, phases } = await phasesOf(engine);
    expect(phases).toContain('embedding');
    expect(report.embedding).toMatchObject({ files: modules + 1, note: null });
    expect(await vectorsOf(engine)).toEqual(behind);
  });
});
