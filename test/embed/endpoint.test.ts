/** An index whose vectors come from an HTTP endpoint that is slow, fails or changes its model. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { closeServers, json, openai, serve, vectorOf } from '../../src/embed/http/testing/embedding-server.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';

let root = '';
let engine: Engine | null = null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-endpoint-'));
  for (let n = 0; n < 3; n++)
    writeFileSync(join(root, `file${n}.ts`), `export const harbour${n} = ${'1'.repeat(n + 1)};\n`);
});
afterEach(async () => {
  await engine?.close();
  await closeServers();
  rmSync(root, { recursive: true, force: true });
});

async function open(url: string, more: Record<string, string | number> = {}): Promise<Engine> {
  const flags = {
    'embedding.provider': 'openai',
    'embedding.url': url,
    'embedding.model': 'm',
    'database.path': join(root, '.code-scout', 'database.db'),
    ...more,
  };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  return engine;
}

describe('an endpoint', () => {
  it('that never answers does not delay a question for long', async () => {
    const { url } = await serve(() => {});
    const asked = await open(url);
    await asked.index();
    const answer = await asked.semantic.nearest({ query: 'harbour', k: 3 });
    expect(answer).toMatchObject({ state: 'unavailable', hits: [] });
    expect(answer.note).toBe('The embedding model is still being opened. Ask again in a moment.');
    const byWords = await asked.searchTags({ tags: ['harbour0'] });
    expect(byWords.hits[0]?.path).toBe('file0.ts');
  });

  it('that refuses one text leaves vectors for all others', async () => {
    const { url } = await serve((call, response) => {
      if (!call.body.input.some((text) => text.includes('harbour1'))) openai(call, response);
      else json(response, 500, { error: 'failed to encode response: json: unsupported value: NaN' });
    });
    const asked = await open(url);
    const { embedding } = await asked.index({ embeddings: true });
    expect(embedding).toEqual({ files: 3, vectors: 3, note: null });
    const { hits, state } = await asked.semantic.nearest({ query: 'q', k: 3 });
    expect([state, hits.map(({ path }) => path).sort()]).toEqual(['ready', ['file0.ts', 'file1.ts', 'file2.ts']]);
    expect(hits.at(-1)).toMatchObject({ path: 'file1.ts', similarity: 0 });
  });

  it('whose model has changed is reported, and no vectors are mixed', async () => {
    let dimensions = 4;
    const { url } = await serve(({ body }, response) =>
      json(response, 200, { data: body.input.map((text) => ({ embedding: vectorOf(text, dimensions) })) }),
    );
    const asked = await open(url);
    expect((await asked.index({ embeddings: true })).embedding?.note).toBeNull();
    dimensions = 8;
    writeFileSync(join(root, 'new.ts'), 'export const lighthouse = 1;\n');
    const { embedding } = await asked.index({ embeddings: true });
    expect(embedding).toMatchObject({
      files: 0,
      note: expect.stringContaining('gave vectors of 8 dimensions where it gave 4'),
    });
    // A process that asks the endpoint anew gets all vectors from the model that it has now.
    await asked.close();
    const anew = await open(url);
    expect((await anew.index({ embeddings: true })).embedding).toMatchObject({ files: 4, note: null });
    expect(await anew.semantic.nearest({ query: 'q', k: 9 })).toMatchObject({ state: 'ready', note: null });
  });
});
