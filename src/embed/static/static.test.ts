import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { quantiseVectors } from '../quantised-vector.ts';
import { createStaticEmbedder, shippedWeights } from './static.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k]!, 0);
}

describe('the built-in embedder', () => {
  test('finds the code that a sentence describes', async () => {
    const embedder = await createStaticEmbedder(shippedWeights);
    const passages = [
      'function removeExpired(cache, now) { for (const [key, { expires }] of cache) if (expires < now) cache.delete(key); }',
      'def parse_arguments(argv): parser = ArgumentParser(); parser.add_argument("--verbose"); return parser.parse_args(argv)',
      'fn open_socket(addr: &str) -> io::Result<TcpStream> { TcpStream::connect(addr) }',
      'public String hashPassword(String plain) { return BCrypt.hashpw(plain, BCrypt.gensalt()); }',
      'func renderTemplate(w io.Writer, name string, data any) error { return templates.ExecuteTemplate(w, name, data) }',
    ];
    const questions = [
      'evict old entries from the cache when their time to live is over',
      'where are command line options read',
      'connect to a server over the network',
      'how are user credentials stored safely',
      'write an HTML page from a view',
    ];
    const found = await embedder.embed(passages, 'passage');
    const asked = await embedder.embed(questions, 'query');
    expect(found.every((vector) => vector.length === embedder.dimensions)).toBe(true);
    const best = asked.map((question) => {
      const scores = found.map((passage) => dot(question, passage));
      return scores.indexOf(Math.max(...scores));
    });
    expect(best.filter((place, i) => place === i).length).toBeGreaterThanOrEqual(4);
    await embedder.close();
  });

  test('yields the same vectors each time it is opened, with the same id', async () => {
    const [one, two] = await Promise.all([createStaticEmbedder(shippedWeights), createStaticEmbedder(shippedWeights)]);
    expect(one.id).toMatch(/^static\/\d+\/[0-9a-f]{16}$/);
    expect(two.id).toBe(one.id);
    const texts = ['readConfigFile', '', '设置文件', 'a'.repeat(100_000), 'x y z'.repeat(50_000)];
    expect(await two.embed(texts, 'passage')).toEqual(await one.embed(texts, 'query'));
  });

  test('yields the same vectors for passages as for queries, one byte per value', async () => {
    const texts = ['readConfigFile', '', '设置文件'];
    const embedder = await createStaticEmbedder(shippedWeights);
    const vectors = await embedder.embedQuantised!(texts);
    const asked = await Promise.all(texts.map((text) => embedder.embed([text], 'query')));
    expect(vectors).toEqual(quantiseVectors(asked.flat(), embedder.dimensions));
    await embedder.close();
  });

  test('stops when cancelled, before and between texts', async () => {
    const embedder = await createStaticEmbedder(shippedWeights);
    const aborted = AbortSignal.abort();
    await expect(embedder.embed(['a text'], 'query', aborted)).rejects.toMatchObject({ code: 'CancelledError' });
    const controller = new AbortController();
    const many = embedder.embed(
      new Array<string>(2000).fill('several words of one text '.repeat(400)),
      'passage',
      controller.signal,
    );
    setTimeout(() => controller.abort(), 1);
    await expect(many).rejects.toMatchObject({ code: 'CancelledError' });
  });

  test('recognises a file, and a new one in its place', async () => {
    const path = join(folder, 'weights.bin');
    const weights = readFileSync(shippedWeights);
    writeFileSync(path, weights);
    const before = await createStaticEmbedder(pathToFileURL(path));
    const vectors = await before.embedQuantised!(['a text']);
    // The same length, with one different weight.
    weights[weights.length - 1]! ^= 1;
    writeFileSync(path, weights);
    const known = await createStaticEmbedder(pathToFileURL(path), before.id);
    await expect(known.embedQuantised!(['a text'])).rejects.toMatchObject({ code: 'FileSystemError' });
    const after = await createStaticEmbedder(pathToFileURL(path));
    expect(after.id).not.toBe(before.id);
    expect(await after.embedQuantised!(['a text'])).toEqual(vectors);
  });

  test.each<[what: string, bytes: Buffer | null, code: string]>([
    ['is not there', null, 'FileSystemError'],
    ['is broken', Buffer.from('CSEM'), 'InternalError'],
  ])('refuses a file that %s', async (_, bytes, code) => {
    const path = join(folder, `${code}.bin`);
    if (bytes !== null) writeFileSync(path, bytes);
    await expect(createStaticEmbedder(pathToFileURL(path))).rejects.toMatchObject({ code });
  });
});
