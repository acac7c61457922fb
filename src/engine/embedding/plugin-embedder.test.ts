import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { EmbeddingSettings } from '../../embed/registry.ts';
import { defaultConfig } from '../../config/load.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import { openPluginEmbedder } from './plugin-embedder.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plugin-embedder-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;

/** Loads a plugin with these embedders; returns its path. */
async function plugin(...embedders: string[]): Promise<string> {
  const path = join(folder, `plugin-${++made}.mjs`);
  writeFileSync(path, `export default { name: 'p${made}', version: '1.0.0', embedders: [${embedders.join(', ')}] };\n`);
  await usePlugins([path]);
  return path;
}

const embedder = (name: string, embed: string): string => `{ name: '${name}', dimensions: 2, embed: ${embed} }`;

function settings(more: Partial<EmbeddingSettings> = {}): EmbeddingSettings {
  return { ...defaultConfig('/').config.embedding, provider: 'plugin', ...more };
}

test('vectors are returned in order and of length 1, with batches and prefixes', async () => {
  const path = await plugin(
    embedder(
      'lengths',
      `async (texts, purpose) => { if (texts.length > 2) throw new Error('too many'); return texts.map((text) => [text.length, purpose === 'query' ? 1 : 0]) }`,
    ),
  );
  const opened = openPluginEmbedder(settings({ batchSize: 2, queryPrefix: 'q: ' }), [path]);
  expect(opened.id).toMatch(/^plugin p1\/lengths 1\.0\.0 [0-9a-f]{16} 2 \["q: ",""\]$/);
  const passages = await opened.embed(['a', 'bb', 'ccc'], 'passage');
  expect(passages).toEqual([1, 2, 3].map(() => new Float32Array([1, 0])));
  const [query] = await opened.embed([''], 'query');
  expect(query![0]! / query![1]!).toBeCloseTo(3);
  expect(await opened.embed([], 'query')).toEqual([]);
  await opened.close();
});

test.each([
  ['throws', `() => { throw new Error('no lamp oil') }`, /failed: no lamp oil/],
  ['rejects without an error', `() => Promise.reject(undefined)`, /failed: undefined/],
  ['returns too few vectors', `async () => []`, /it returned 0 vectors for 1 texts/],
  ['returns no list', `async () => 'vectors'`, /it returned no list of vectors for 1 texts/],
  ['returns another size', `async () => [[1, 2, 3]]`, /a vector of 3 values instead of 2/],
  ['returns values that are not numbers', `async () => [[1, NaN]]`, /a value that is not a number/],
  ['returns texts', `async () => [['1', '2']]`, /a value that is not a number/],
  ['never answers', `() => new Promise(() => {})`, /did not answer within 100 ms/],
])('an embedder that %s fails with a reason', async (_, embed, pattern) => {
  const path = await plugin(embedder('bad', embed));
  const opened = openPluginEmbedder(settings({ timeoutMs: 100 }), [path]);
  await expect(opened.embed(['x'], 'passage')).rejects.toMatchObject({
    code: 'ConfigurationError',
    message: expect.stringMatching(pattern) as string,
    hint: expect.stringContaining('embedding.provider: static') as string,
  });
});

test('a cancelled call rejects, whatever the embedder does', async () => {
  const path = await plugin(embedder('slow', `() => new Promise(() => {})`));
  const opened = openPluginEmbedder(settings(), [path]);
  const abort = new AbortController();
  const asked = opened.embed(['x'], 'passage', abort.signal);
  abort.abort();
  await expect(asked).rejects.toMatchObject({ code: 'CancelledError' });
  await expect(opened.embed(['x'], 'passage', abort.signal)).rejects.toMatchObject({ code: 'CancelledError' });
});

test('the embedder is chosen by name, or because there is only one', async () => {
  const [none, two] = [await plugin(), await plugin(embedder('one', '() => []'), embedder('two', '() => []'))];
  const open =
    (model: string, ...paths: string[]) =>
    () =>
      openPluginEmbedder(settings({ model }), paths);
  expect(open('two', none, two)().id).toContain('/two ');
  expect(open('', none)).toThrow(/no plugin has an embedder/);
  expect(open('', two)).toThrow(/several plugins have embedders/);
  expect(open('three', two)).toThrow(/no plugin has an embedder three/);
});
