import { afterEach, describe, expect, it } from 'vitest';
import { settings as configuration } from '../../config/options.ts';
import { openHttpEmbedder } from './http-embedder.ts';
import type { HttpEmbedderSettings } from './http-embedder.ts';
import { refusalText } from './wire-formats.ts';
import {
  type Behaviour,
  closeServers,
  expectVectors,
  failure,
  json,
  openai,
  serve,
  settings,
  vectorOf,
} from './testing/embedding-server.ts';

afterEach(closeServers);

describe('permanent failures', () => {
  it.each<[string, string, Behaviour]>([
    ['has no list `data`', 'embedding.provider', (_, response) => json(response, 200, { embeddings: [[1]] })],
    ['0 vectors for 2 texts', 'embedding.provider', (_, response) => json(response, 200, { data: [] })],
    ['its answer is not JSON: oops', 'embedding.provider', (_, response) => json(response, 200, '<p>oops</p>')],
    ['its answer is not JSON', 'embedding.provider', (_, response) => json(response, 200, '{"data": [')],
    [
      'a vector has a value that is not a finite number',
      'embedding.provider',
      (_, response) => json(response, 200, '{"data": [{"embedding": [1, 1e999]}, {"embedding": [null, 2]}]}'),
    ],
    [
      'a vector is not a list of numbers',
      'embedding.provider',
      (_, response) => json(response, 200, { data: [{ embedding: [1] }, { embedding: null }] }),
    ],
    [
      'a vector is not a list of numbers',
      'embedding.provider',
      (_, response) => json(response, 200, { data: [{ embedding: ['1'] }, { embedding: [1] }] }),
    ],
    [
      '3 vectors for 2 texts',
      'embedding.provider',
      (_, response) => json(response, 200, { data: [1, 2, 3].map((one) => ({ embedding: [one] })) }),
    ],
    [
      'status 400: this model does not support `dimensions`',
      'embedding.dimensions',
      (_, response) => json(response, 400, { error: { message: 'this model does not support `dimensions`' } }),
    ],
    [
      'its vectors have 1 and 2 dimensions',
      'embedding.provider',
      (_, response) => json(response, 200, { data: [{ embedding: [1] }, { embedding: [1, 2] }] }),
    ],
    [
      'not a unique place',
      'embedding.provider',
      (_, response) =>
        json(response, 200, {
          data: [
            { index: 1, embedding: [1] },
            { index: 1, embedding: [1] },
          ],
        }),
    ],
    [
      'not a unique place',
      'embedding.provider',
      (_, response) =>
        json(response, 200, {
          data: [
            { index: 1e9, embedding: [1] },
            { index: 1, embedding: [1] },
          ],
        }),
    ],
    [
      'gave vectors of 3 dimensions where 4 were asked for',
      'embedding.dimensions',
      ({ body }, response) =>
        json(response, 200, { data: body.input.map((text) => ({ embedding: vectorOf(text, 3) })) }),
    ],
    [
      'status 401: no such key',
      'CODE_SCOUT_EMBEDDING_API_KEY',
      (_, response) => json(response, 401, { message: 'no such key' }),
    ],
    [
      'status 404: model "m" not found',
      'ollama pull',
      (_, response) => json(response, 404, { error: 'model "m" not found' }),
    ],
    [
      'status 429: You exceeded your current quota insufficient_quota',
      'embedding.provider',
      (_, response) =>
        json(response, 429, { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }),
    ],
    [
      'failed: it redirects to http://elsewhere.invalid/x',
      'embedding.url',
      (_, response) => json(response, 307, '', { location: 'http://elsewhere.invalid/x?token=1' }),
    ],
    ['status 501', 'embedding.provider', (_, response) => json(response, 501, '')],
  ])('are reported at once: %s', async (message, hint, misbehave) => {
    const { url, calls } = await serve(misbehave);
    const embedder = await openHttpEmbedder(settings(url));
    const error = await failure(embedder.embed(['a', 'b'], 'passage'));
    expect(error.code).toBe('ConfigurationError');
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(calls.length).toBe(1);
  });

  it('are told without the tags of a page, however many do not end', () => {
    expect(refusalText('<html><p class="a">Bad\n<b>gateway</b></html>')).toBe('Bad gateway');
    expect(refusalText('<'.repeat(1_000_000))).toBe(`${'<'.repeat(299)}…`);
  });

  it('stops reading an endless answer', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200);
      const more = (): boolean =>
        response.write(' '.repeat(65_536), (error) => !error && !response.destroyed && more());
      more();
    });
    const embedder = await openHttpEmbedder(settings(url));
    expect((await failure(embedder.embed(['a'], 'passage'))).message).toContain('is longer than');
  });

  it('notices a different model with the same name', async () => {
    const { url } = await serve((call, response, number) =>
      number === 0
        ? openai(call, response)
        : json(response, 200, { data: call.body.input.map((text) => ({ embedding: vectorOf(text, 8) })) }),
    );
    const embedder = await openHttpEmbedder(settings(url, { dimensions: null }));
    const { message } = await failure(embedder.embed(['a'], 'query'));
    expect(message).toContain('gave vectors of 8 dimensions where it gave 4 before');
  });

  it('keeps the key out of its messages', async () => {
    const { url } = await serve(({ authorization }, response) =>
      json(response, 401, { error: { message: `who is ${authorization}?` } }),
    );
    const embedder = await openHttpEmbedder(settings(`${url}/v1?token=hidden`, { key: 'sk-secret' }));
    const error = await failure(embedder.embed(['a'], 'passage'));
    expect(error.message).toContain('who is Bearer …?');
    expect(`${error.message} ${error.hint} ${String(error.stack)} ${embedder.id}`).not.toMatch(/sk-secret|hidden/);
  });

  it.each<[string, Partial<HttpEmbedderSettings>]>([
    ['`embedding.url` is not an http', { url: 'ftp://h/' }],
    ['`embedding.url` is not an http', { url: 'http://user:password@h/' }],
    ['needs the name of a model', { model: ' ' }],
    ['holds characters that no key has', { key: 'sk-secret\u00E9' }],
  ])('refuses settings: %s', async (message, more) => {
    const error = await failure(openHttpEmbedder(settings('http://h', more)));
    expect(error.message).toContain(message);
    expect(error.message).not.toMatch(/password@|sk-secret/);
    for (const [, key = ''] of `${error.message} ${error.hint}`.matchAll(/`(embedding\.\w+)`/g)) {
      expect(configuration.has(key)).toBe(true);
    }
  });
});

/** The ways to report that a model returns no numbers for a text: most servers do it in the answer, Ollama refuses the whole request. */
const withoutNumbers: [string, Behaviour][] = [
  [
    'null in its vector',
    ({ body }, response) => {
      const embedding = (text: string): (number | null)[] =>
        text.includes('bad') ? [null, null, null, null] : vectorOf(text);
      json(response, 200, { data: body.input.map((text) => ({ embedding: embedding(text) })) });
    },
  ],
  [
    'a refusal of all',
    (call, response) => {
      if (!call.body.input.some((text) => text.includes('bad'))) openai(call, response);
      else json(response, 500, { error: 'failed to encode response: json: unsupported value: NaN' });
    },
  ],
];

describe.each(withoutNumbers)('a text without numbers, reported by %s', (_, behaviour) => {
  it('counts as an empty text, and does not affect others', async () => {
    const { url, calls } = await serve(behaviour);
    const embedder = await openHttpEmbedder(settings(url, { batchSize: 4 }));
    const texts = ['one', 'two', 'bad', 'three'];
    const vectors = await embedder.embed(texts, 'passage');
    expectVectors(vectors.with(2, new Float32Array(4)), texts.with(2, ''));
    expect([...vectors[2]!]).toEqual([0, 0, 0, 0]);
    expect(calls.length).toBeLessThan(6);
    // Also alone, once the model has shown that it works.
    expect([...(await embedder.embed(['bad'], 'passage'))[0]!]).toEqual([0, 0, 0, 0]);
    expect((await failure(embedder.embed(['bad'], 'query'))).message).toContain('not a finite number');
  });

  it('is the model’s fault if it happens for all texts', async () => {
    const { url } = await serve(behaviour);
    const embedder = await openHttpEmbedder(settings(url));
    expect((await failure(embedder.embed(['bad', 'bad too', 'bad 3'], 'passage'))).message).toContain(
      'not a finite number',
    );
    const opening = openHttpEmbedder(settings(url, { dimensions: null, prefixes: { query: '', passage: 'bad ' } }));
    expect((await failure(opening)).message).toContain('not a finite number');
  });
});

describe('requests that are too large', () => {
  it('are split into smaller ones', async () => {
    const { url, calls } = await serve((call, response) =>
      call.body.input.length > 2 ? json(response, 413, '') : openai(call, response),
    );
    const embedder = await openHttpEmbedder(settings(url, { batchSize: 8 }));
    const seven = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff', 'ggggggg'];
    expectVectors(await embedder.embed(seven, 'passage'), seven);
    expect(calls.map(({ body }) => body.input.length)).toEqual([7, 3, 1, 2, 4, 2, 2]);
  });

  it.each([
    [400, { error: { message: "This model's maximum context length is 8192 tokens" } }],
    [500, { error: { message: 'input is too large to process', type: 'server_error' } }],
  ])('are cut when a single text is too long (status %i)', async (status, body) => {
    const { url } = await serve((call, response) =>
      call.body.input.some((text) => text.length > 1000) ? json(response, status, body) : openai(call, response),
    );
    const embedder = await openHttpEmbedder(settings(url));
    const long = 'x'.repeat(3000);
    expectVectors(await embedder.embed([long, 'short'], 'passage'), [long.slice(0, 750), 'short']);
  });

  it('do not go on for ever', async () => {
    const { url, calls } = await serve((_, response) => json(response, 413, ''));
    const embedder = await openHttpEmbedder(settings(url, { batchSize: 32 }));
    const many = Array.from({ length: 32 }, () => 'x'.repeat(4000));
    expect((await failure(embedder.embed(many, 'passage'))).message).toContain('status 413');
    expect(calls.length).toBeLessThan(15);
  });
});
