import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { QuestionModel } from './question-model.ts';
import { encodeWeights, quantizeRows } from './static-weights.ts';
import { createStaticEmbedder, shippedWeights } from './static.ts';
import { StaticModel } from './static-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'question-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const questions = [
  ...['where are errors handled', 'the THE the', '', ' {}();', 'parseURLs HTTPServer2 v1 12345', 'größe GRÖSSE Straße'],
  ...[
    '设置文件 を読む',
    'zzqqxx unheardOfWord zzqqxx',
    'a b c',
    '\n.\n',
    'test\nif\n\n1',
    '️ emoji 🎉 in it',
    'İstanbul',
  ],
];

test('yields the numbers of the whole model, bit for bit', () => {
  const whole = new StaticModel(readFileSync(shippedWeights));
  const asked = new QuestionModel(shippedWeights);
  for (const question of questions) expect(asked.embed(question), question).toEqual(whole.embed(question));
  const source = readFileSync(new URL(import.meta.url), 'utf8');
  for (const line of source.split('\n')) expect(asked.embed(line), line).toEqual(whole.embed(line));
  expect(asked.embed(source)).toEqual(whole.embed(source));
  asked.close();
});

const dimensions = 16;

function written(name: string, words: readonly string[]): URL {
  const values = Float32Array.from({ length: (words.length + 2) * dimensions }, (_, i) => Math.cos(i * 1.3));
  const path = join(folder, name);
  writeFileSync(path, encodeWeights({ dimensions, words, buckets: 2, ...quantizeRows(values, dimensions) }));
  return pathToFileURL(path);
}

test.each<[what: string, words: string[]]>([
  ['no words', []],
  ['one word', ['retry']],
  ['the first and the last', ['retry', 'count', 'handled']],
  ['more words than are read at first', Array.from({ length: 60_000 }, (_, i) => `word${i}`).concat('retry')],
])('reads files with %s', (what, words) => {
  const location = written(`${words.length}.bin`, words);
  const whole = new StaticModel(readFileSync(location));
  const asked = new QuestionModel(location);
  for (const question of ['retry handled', 'handled twice, handled', 'unheard retry word 7'])
    expect(asked.embed(question), what).toEqual(whole.embed(question));
  asked.close();
});

test('reports that the file has been replaced by another model', async () => {
  const location = written('replaced.bin', ['retry', 'count']);
  const embedder = await createStaticEmbedder(location);
  const before = await embedder.embed(['retry'], 'query');
  // A new file in place of the old one, which is still open.
  rmSync(fileURLToPath(location));
  written('replaced.bin', ['count', 'retry']);
  expect(await embedder.embed(['retry'], 'query')).toEqual(before);
  await expect(embedder.embed(['retry'], 'passage')).rejects.toMatchObject({ code: 'FileSystemError' });
  await embedder.close();
  const again = await createStaticEmbedder(location, embedder.id);
  expect(before[0]).toHaveLength(dimensions);
  await expect(again.embed(['retry'], 'passage')).rejects.toMatchObject({ code: 'FileSystemError' });
  await again.close();
  const other = await createStaticEmbedder(location);
  written('replaced.bin', ['count', 'retry', 'more']);
  await expect(other.embed(['retry'], 'query')).rejects.toMatchObject({ code: 'FileSystemError' });
  await other.close();
});
