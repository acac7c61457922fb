import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openHttpEmbedder } from './http-embedder.ts';
import type { HttpEmbedderSettings } from './http-embedder.ts';
import { settings as configuration } from '../../config/options.ts';
import { AppError } from '../../model/error.ts';

interface Call {
  path: string;
  authorization: string | undefined;
  body: { model: string; input: string[]; dimensions?: number; truncate?: boolean };
}
/** Answers the n-th request, from 0. */
type Behaviour = (call: Call, response: ServerResponse, number: number) => void;

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function readJson(request: IncomingMessage): Promise<Call['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call['body'];
}

/** A real server; `calls` is what it was asked. */
async function serve(behaviour: Behaviour): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const call = { path: request.url ?? '', authorization: request.headers.authorization, body };
      calls.push(call);
      behaviour(call, response, calls.length - 1);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

/** A vector that tells its text: its length, then ones. */
function vectorOf(text: string, dimensions = 4): number[] {
  return Array.from({ length: dimensions }, (_, i) => (i === 0 ? text.length : 1));
}
function expected(text: string, dimensions = 4): number[] {
  const length = Math.sqrt(text.length ** 2 + dimensions - 1);
  return vectorOf(text, dimensions).map((value) => value / length);
}
function expectVectors(vectors: readonly Float32Array[], texts: readonly string[], dimensions = 4): void {
  expect(vectors.length).toBe(texts.length);
  for (const [i, text] of texts.entries()) {
    const wanted = text.trim() === '' ? Array.from({ length: dimensions }, () => 0) : expected(text, dimensions);
    for (const [j, value] of wanted.entries()) expect(vectors[i]![j]).toBeCloseTo(value, 5);
  }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
/** In reverse order, as OpenAI may. */
function openai(call: Call, response: ServerResponse): void {
  const data = call.body.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  json(response, 200, { object: 'list', data: data.toReversed(), model: call.body.model });
}
function ollama(call: Call, response: ServerResponse): void {
  json(response, 200, { model: call.body.model, embeddings: call.body.input.map((text) => vectorOf(text)) });
}

function settings(url: string, more: Partial<HttpEmbedderSettings> = {}): HttpEmbedderSettings {
  return {
    api: 'openai',
    url,
    model: 'm',
    key: null,
    dimensions: 4,
    batchSize: 2,
    concurrency: 2,
    timeoutMs: 5000,
    prefixes: { query: '', passage: '' },
    retries: { attempts: 3, baseMs: 4, capMs: 20, mostAskedMs: 2000 },
    ...more,
  };
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`expected an AppError, got ${String(error)}`);
}

const texts = ['one', 'three', ' \n', 'fourteen chars', 'five5', ''];

describe('what is sent and read', () => {
  it('speaks OpenAI’s API: batches, order, key, prefixes, unit vectors, zeros for nothing', async () => {
    const { url, calls } = await serve(openai);
    const prefixes = { query: 'q: ', passage: 'p: ' };
    const embedder = await openHttpEmbedder(settings(`${url}/v1`, { key: 'sk-secret', prefixes }));
    expectVectors(
      await embedder.embed(texts, 'passage'),
      texts.map((text) => (text.trim() === '' ? '' : `p: ${text}`)),
    );
    expect(calls.map(({ body }) => body.input)).toEqual([
      ['p: one', 'p: three'],
      ['p: fourteen chars', 'p: five5'],
    ]);
    expect(calls[0]).toMatchObject({
      path: '/v1/embeddings',
      authorization: 'Bearer sk-secret',
      body: { model: 'm', dimensions: 4 },
    });
    await embedder.embed(['x'], 'query');
    expect(calls.at(-1)!.body.input).toEqual(['q: x']);
    expect(embedder.id).toBe(`openai ${url}/v1/embeddings "m" 4 "q: " "p: "`);
    expect(await embedder.embed([], 'passage')).toEqual([]);
    expect(calls.length).toBe(3);
  });

  it('speaks Ollama’s API, and asks how many dimensions there are', async () => {
    const { url, calls } = await serve(ollama);
    const embedder = await openHttpEmbedder(settings(url, { api: 'ollama', dimensions: null }));
    expect([embedder.dimensions, embedder.id]).toEqual([4, `ollama ${url}/api/embed "m" 4`]);
    expectVectors(await embedder.embed(texts, 'passage'), texts);
    expect(calls[0]).toMatchObject({ path: '/api/embed', authorization: undefined, body: { truncate: true } });
    expect('dimensions' in calls[0]!.body).toBe(false);
  });

  it('takes vectors without numbers in their order, and sends no half characters', async () => {
    const { url, calls } = await serve(({ body }, response) =>
      json(response, 200, { data: body.input.map((text) => ({ embedding: vectorOf(text) })) }),
    );
    const embedder = await openHttpEmbedder(settings(url));
    expectVectors(await embedder.embed(['ab', 'a\uD83D'], 'passage'), ['ab', 'a\uFFFD']);
    expect(calls[0]!.path).toBe('/v1/embeddings');
  });

  it.each([
    ['openai', '', 'https://api.openai.com/v1/embeddings'],
    ['openai', 'http://h:1/', 'http://h:1/v1/embeddings'],
    ['openai', 'http://h/v1/', 'http://h/v1/embeddings'],
    ['openai', 'http://h/v1/embeddings', 'http://h/v1/embeddings'],
    ['openai', 'http://h/openai/d/x?api-version=secret', 'http://h/openai/d/x/embeddings'],
    ['ollama', '', 'http://localhost:11434/api/embed'],
    ['ollama', 'http://h/api', 'http://h/api/embed'],
    ['ollama', 'http://h/behind', 'http://h/behind/api/embed'],
    ['ollama', 'http://h/api/embed', 'http://h/api/embed'],
  ] as const)('%s at %j is %s', async (api, url, resource) => {
    const embedder = await openHttpEmbedder(settings(url, { api }));
    expect(embedder.id).toBe(`${api} ${resource} "m" 4`);
  });

  it('never has more requests under way than it may, and lets a question go first', async () => {
    let underWay = 0;
    let most = 0;
    const { url, calls } = await serve((call, response) => {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay--;
        openai(call, response);
      }, 5);
    });
    const embedder = await openHttpEmbedder(settings(url, { batchSize: 1 }));
    const many = Array.from({ length: 20 }, (_, i) => `passage ${i}`);
    const passages = embedder.embed(many, 'passage');
    const question = embedder.embed(['question'], 'query');
    expectVectors(await question, ['question']);
    expect(calls.length).toBeLessThan(10);
    expectVectors(await passages, many);
    expect(most).toBe(2);
  });
});

describe('what goes wrong for a while', () => {
  it.each<[string, Behaviour]>([
    ['status 429', (_, response) => json(response, 429, { error: { message: 'slow down' } })],
    ['status 500', (_, response) => json(response, 500, 'oops')],
    ['status 503', (_, response) => json(response, 503, '')],
    ['a connection that is reset', (_, response) => response.socket?.resetAndDestroy()],
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"data": [', () => response.socket?.destroy());
      },
    ],
    ['no answer in time', () => {}],
  ])('is tried again: %s', async (name, misbehave) => {
    const { url, calls } = await serve((call, response, number) =>
      number < 2 ? misbehave(call, response, number) : openai(call, response),
    );
    const timeoutMs = name === 'no answer in time' ? 500 : 5000;
    const embedder = await openHttpEmbedder(settings(url, { timeoutMs }));
    expectVectors(await embedder.embed(['a', 'b'], 'passage'), ['a', 'b']);
    expect(calls.length).toBe(3);
  });

  it('waits as long as it is asked to, with all its requests', async () => {
    const arrivals: number[] = [];
    const { url } = await serve((call, response, number) => {
      arrivals.push(performance.now());
      if (number === 0) json(response, 429, '', { 'retry-after': '0.5' });
      else openai(call, response);
    });
    const embedder = await openHttpEmbedder(settings(url));
    const first = embedder.embed(['a'], 'passage');
    await expect.poll(() => arrivals.length).toBe(1);
    await new Promise((done) => setTimeout(done, 150));
    await Promise.all([first, embedder.embed(['b'], 'query')]);
    expect(arrivals.length).toBe(3);
    expect(arrivals[1]! - arrivals[0]!).toBeGreaterThan(490);
  });

  it('gives up when it is asked to wait too long', async () => {
    const { url, calls } = await serve((_, response) => {
      const date = new Date(Date.now() + 3_600_000).toUTCString();
      json(response, 429, { error: 'enough' }, { 'retry-after': date });
    });
    const embedder = await openHttpEmbedder(settings(url));
    const { code, message } = await failure(embedder.embed(['a'], 'passage'));
    expect(code).toBe('ConfigurationError');
    expect(message).toMatch(/failed: status 429: enough; it asks to wait 3\d\d\d s$/);
    expect(calls.length).toBe(1);
  });

  it.each<[string, Behaviour]>([
    [
      'status 502: Bad Gateway (tried 3 times)',
      (_, response) => json(response, 502, '<html><b>Bad  Gateway</b></html>'),
    ],
    ['no answer within 60 ms (tried 3 times)', () => {}],
    ['(tried 3 times)', (_, response) => response.socket?.resetAndDestroy()],
  ])('gives up at last: %s', async (message, misbehave) => {
    const { url, calls } = await serve(misbehave);
    const timeoutMs = message.startsWith('no answer') ? 60 : 5000;
    const embedder = await openHttpEmbedder(settings(url, { timeoutMs }));
    const error = await failure(embedder.embed(['a'], 'passage'));
    expect(error.message).toContain(`The embedding endpoint ${url}/v1/embeddings failed: `);
    expect(error.message).toContain(message);
    expect(error.hint).toContain('up and reachable');
    expect(calls.length).toBe(3);
  });

  it('says that nobody is there', async () => {
    const { url } = await serve(openai);
    servers.splice(0)[0]!.close();
    const error = await failure(openHttpEmbedder(settings(url, { dimensions: null })));
    expect(error.message).toMatch(/ECONNREFUSED.*\(tried 3 times\)/);
  });
});

describe('what stays wrong', () => {
  it.each<[string, string, Behaviour]>([
    ['has no list `data`', 'embedding.provider', (_, response) => json(response, 200, { embeddings: [[1]] })],
    ['0 vectors for 2 texts', 'embedding.provider', (_, response) => json(response, 200, { data: [] })],
    ['its answer is no JSON: oops', 'embedding.provider', (_, response) => json(response, 200, '<p>oops</p>')],
    ['its answer is no JSON', 'embedding.provider', (_, response) => json(response, 200, '{"data": [')],
    [
      'a vector is no list of finite numbers',
      'embedding.provider',
      (_, response) => json(response, 200, '{"data": [{"embedding": [1, 1e999]}, {"embedding": [1, 2]}]}'),
    ],
    [
      'a vector is no list of finite numbers',
      'embedding.provider',
      (_, response) => json(response, 200, { data: [{ embedding: null }, { embedding: ['1'] }] }),
    ],
    [
      'its vectors have 1 and 2 dimensions',
      'embedding.provider',
      (_, response) => json(response, 200, { data: [{ embedding: [1] }, { embedding: [1, 2] }] }),
    ],
    [
      'no place of its own',
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
      'no place of its own',
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
  ])('is said at once: %s', async (message, hint, misbehave) => {
    const { url, calls } = await serve(misbehave);
    const embedder = await openHttpEmbedder(settings(url));
    const error = await failure(embedder.embed(['a', 'b'], 'passage'));
    expect(error.code).toBe('ConfigurationError');
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(calls.length).toBe(1);
  });

  it('reads no endless answer', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200);
      const more = (): boolean => response.write(' '.repeat(65_536), () => !response.destroyed && more());
      more();
    });
    const embedder = await openHttpEmbedder(settings(url));
    expect((await failure(embedder.embed(['a'], 'passage'))).message).toContain('is longer than');
  });

  it('notices another model behind the same name', async () => {
    const { url } = await serve((call, response, number) =>
      number === 0
        ? openai(call, response)
        : json(response, 200, { data: call.body.input.map((text) => ({ embedding: vectorOf(text, 8) })) }),
    );
    const embedder = await openHttpEmbedder(settings(url, { dimensions: null }));
    const { message } = await failure(embedder.embed(['a'], 'query'));
    expect(message).toContain('gave vectors of 8 dimensions where it gave 4 before');
  });

  it('keeps the key out of what it says', async () => {
    const { url } = await serve(({ authorization }, response) =>
      json(response, 401, { error: { message: `who is ${authorization}?` } }),
    );
    const embedder = await openHttpEmbedder(settings(`${url}/v1?token=hidden`, { key: 'sk-secret' }));
    const error = await failure(embedder.embed(['a'], 'passage'));
    expect(error.message).toContain('who is Bearer …?');
    expect(`${error.message} ${error.hint} ${String(error.stack)} ${embedder.id}`).not.toMatch(/sk-secret|hidden/);
  });

  it.each<[string, Partial<HttpEmbedderSettings>]>([
    ['`embedding.url` is no http', { url: 'ftp://h/' }],
    ['`embedding.url` is no http', { url: 'http://user:password@h/' }],
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

describe('what is too much', () => {
  it('is asked for in smaller parts', async () => {
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
  ])('is cut when one text alone is too much (status %i)', async (status, body) => {
    const { url } = await serve((call, response) =>
      call.body.input.some((text) => text.length > 1000) ? json(response, status, body) : openai(call, response),
    );
    const embedder = await openHttpEmbedder(settings(url));
    const long = 'x'.repeat(3000);
    expectVectors(await embedder.embed([long, 'short'], 'passage'), [long.slice(0, 750), 'short']);
  });

  it('does not go on for ever', async () => {
    const { url, calls } = await serve((_, response) => json(response, 413, ''));
    const embedder = await openHttpEmbedder(settings(url, { batchSize: 32 }));
    const many = Array.from({ length: 32 }, () => 'x'.repeat(4000));
    expect((await failure(embedder.embed(many, 'passage'))).message).toContain('status 413');
    expect(calls.length).toBeLessThan(15);
  });
});

describe('stopping', () => {
  it.each([
    ['while it waits for an answer', (): Behaviour => () => {}],
    ['while it waits to try again', (): Behaviour => (_, response) => json(response, 503, '', { 'retry-after': '1' })],
  ])('%s', async (_, behaviour) => {
    const { url } = await serve(behaviour());
    const embedder = await openHttpEmbedder(settings(url));
    const stop = new AbortController();
    const work = embedder.embed(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'passage', stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect((await failure(work)).code).toBe('CancelledError');
    const closing = embedder.embed(['a'], 'passage');
    await embedder.close();
    expect((await failure(closing)).code).toBe('CancelledError');
    expect((await failure(embedder.embed(['a'], 'query'))).code).toBe('CancelledError');
  });

  it('of opening', async () => {
    const { url } = await serve(() => {});
    const opening = openHttpEmbedder(settings(url, { dimensions: null }), AbortSignal.timeout(50));
    expect((await failure(opening)).code).toBe('CancelledError');
  });

  it('ends all requests of a call when one fails', async () => {
    let gone = 0;
    const { url, calls } = await serve((call, response) => {
      response.on('close', () => gone++);
      if (call.body.input.includes('bad')) setTimeout(() => json(response, 400, 'no'), 200);
    });
    const embedder = await openHttpEmbedder(settings(url, { batchSize: 1, concurrency: 4 }));
    const error = await failure(embedder.embed(['a', 'b', 'bad', 'c', 'd', 'e', 'f', 'g'], 'passage'));
    expect(error.message).toContain('status 400: no');
    await expect.poll(() => gone).toBe(4);
    expect(calls.length).toBe(4);
  });
});
