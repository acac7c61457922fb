import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { closeServers, serve, vectorOf } from '../../embed/http/testing/embedding-server.ts';
import { openEngine } from '../engine.ts';
import type { DoctorCheck, Engine } from '../types.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-doctor-'));
  writeFileSync(join(root, 'package.json'), '{}');
  mkdirSync(join(root, 'src'));
  for (const name of ['first', 'second'])
    writeFileSync(join(root, 'src', `${name}.ts`), `export function ${name}(): number {\n  return 1;\n}\n`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
afterAll(closeServers);

async function withEngine<T>(
  settings: Record<string, string | boolean>,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const flags = Object.fromEntries(Object.entries(settings).map(([key, value]) => [`embedding.${key}`, value]));
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

const checked = (settings: Record<string, string | boolean>): Promise<DoctorCheck | undefined> =>
  withEngine(settings, async (engine) => (await engine.doctor()).find(({ name }) => name === 'embedding'));

it('says how many chunks have vectors, and how the others get them', async () => {
  expect(await checked({})).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^static, model static.*: it answers; there is no index yet$/),
  });
  await withEngine({}, (engine) => engine.index());
  expect(await checked({})).toMatchObject({
    ok: true,
    hint: null,
    detail: expect.stringMatching(
      /: 0 of 2 chunks have vectors; `code-scout index` makes the rest, and so does a server/,
    ),
  });
  await withEngine({}, (engine) => engine.index({ embeddings: true }));
  expect(await checked({})).toMatchObject({ ok: true, detail: expect.stringMatching(/: 2 of 2 chunks have vectors$/) });
});

it('says that search by meaning is off', async () => {
  expect(await checked({ provider: 'off' })).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^off: .*static/),
  });
});

it('asks an endpoint without sending anything of the project', async () => {
  await withEngine({}, (engine) => engine.index({ embeddings: true }));
  const { url, calls } = await serve(({ body }, response) => {
    const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  expect(await checked({ provider: 'openai', url, model: 'tiny' })).toMatchObject({
    ok: true,
    detail: expect.stringMatching(
      /^openai, model openai http:.*"tiny".*: 0 of 2 chunks have vectors; the existing ones are from another model; /,
    ),
  });
  expect(calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(calls)).not.toMatch(/first|second/);
});

it('reports a missing endpoint after a second try, and says that search goes on without it', async () => {
  const { url } = await serve(() => {});
  await closeServers();
  const check = await checked({ provider: 'ollama', url, model: 'tiny' });
  expect(check).toMatchObject({ ok: false });
  expect(check?.detail).toMatch(
    /^ollama: The embedding endpoint http:\S+ failed: .*\(tried 2 times\) \(`embedding\.model`: tiny\)$/,
  );
  expect(check?.hint).toMatch(
    /`embedding\.url`.* search uses words alone; `embedding\.provider: static` needs nothing/,
  );
});

it.each<[string, Record<string, string | boolean>, RegExp, RegExp]>([
  ['an endpoint without a model', { provider: 'openai' }, /needs the name of a model$/, /^Set `embedding\.model`/],
  ['no transformers package', { provider: 'transformers', model: '/nowhere/model' }, /^transformers: /, /./],
  [
    'a transformer that has to be downloaded',
    { provider: 'transformers', model: 'owner/model', allowDownload: true },
    /^transformers: /,
    /`embedding\.allowDownload` is set: .*downloaded by `code-scout index`/,
  ],
  [
    'a missing model file',
    { model: '/nowhere/model.bin' },
    /^static: .*\/nowhere\/model\.bin/,
    /search uses words alone; an empty `embedding\.model`/,
  ],
])('says what is wrong, and what to do, about %s', async (_, settings, detail, hint) => {
  const check = await checked({ packageFolder: root, ...settings });
  expect(check).toMatchObject({ ok: false });
  expect(check?.detail).toMatch(detail);
  expect(check?.hint).toMatch(hint);
});
