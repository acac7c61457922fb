import { afterEach, describe, expect, it } from 'vitest';
import { openHttpEmbedder } from './http-embedder.ts';
import {
  type Behaviour,
  closeServers,
  expectVectors,
  failure,
  json,
  ollama,
  openai,
  serve,
  settings,
  texts,
  vectorOf,
} from './testing/embedding-server.ts';

afterEach(closeServers);

describe('requests and answers', () => {
  it('uses OpenAI’s API: batches, order, key, prefixes, unit vectors, zeros for empty texts', async () => {
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

  it('uses Ollama’s API, and finds out how many dimensions there are', async () => {
    const { url, calls } = await serve(ollama);
    const embedder = await openHttpEmbedder(settings(url, { api: 'ollama', dimensions: null }));
    expect([embedder.dimensions, embedder.id]).toEqual([4, `ollama ${url}/api/embed "m" 4`]);
    expectVectors(await embedder.embed(texts, 'passage'), texts);
    expect(calls[0]).toMatchObject({ path: '/api/embed', authorization: undefined, body: { truncate: true } });
    expect('dimensions' in calls[0]!.body).toBe(false);
  });

  it('accepts vectors without numbers in their order, and sends no lone surrogates', async () => {
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

  it('never exceeds the number of concurrent requests, and lets a query go first', async () => {
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

describe('temporary failures', () => {
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
  ])('are retried: %s', async (name, misbehave) => {
    const { url, calls } = await serve((call, response, number) =>
      number < 2 ? misbehave(call, response, number) : openai(call, response),
    );
    const timeoutMs = name === 'no answer in time' ? 500 : 5000;
    const embedder = await openHttpEmbedder(settings(url, { timeoutMs }));
    expectVectors(await embedder.embed(['a', 'b'], 'passage'), ['a', 'b']);
    expect(calls.length).toBe(3);
  });

  it('waits as long as requested, with all its requests', async () => {
    // Timers of one process fire in the order in which they are due: this one before any that waits half a second after the answer.
    let isOver = false;
    const arrivals: boolean[] = [];
    const { url } = await serve((call, response, number) => {
      arrivals.push(isOver);
      if (number === 0) {
        setTimeout(() => (isOver = true), 490);
        json(response, 429, '', { 'retry-after': '0.5' });
      } else openai(call, response);
    });
    const embedder = await openHttpEmbedder(settings(url));
    const first = embedder.embed(['a'], 'passage');
    await expect.poll(() => arrivals.length).toBe(1);
    await new Promise((done) => setTimeout(done, 150));
    await Promise.all([first, embedder.embed(['b'], 'query')]);
    expect(arrivals).toEqual([false, true, true]);
  });

  it('gives up when the requested wait is too long', async () => {
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
  ])('end the call at last: %s', async (message, misbehave) => {
    const { url, calls } = await serve(misbehave);
    const timeoutMs = message.startsWith('no answer') ? 60 : 5000;
    const embedder = await openHttpEmbedder(settings(url, { timeoutMs }));
    const error = await failure(embedder.embed(['a'], 'passage'));
    expect(error.message).toContain(`The embedding endpoint ${url}/v1/embeddings failed: `);
    expect(error.message).toContain(message);
    expect(error.hint).toContain('up and reachable');
    expect(calls.length).toBe(3);
  });

  it('reports that no server answers', async () => {
    const { url } = await serve(openai);
    await closeServers();
    const error = await failure(openHttpEmbedder(settings(url, { dimensions: null })));
    expect(error.message).toMatch(/ECONNREFUSED.*\(tried 3 times\)/);
  });
});

describe('a query', () => {
  const questions = { attempts: 2, timeoutMs: 100, maxRequestedMs: 300, pauseMs: 500 };

  it('waits less than passages do, and after a failure the next ones do not wait at all for a while', async () => {
    let answers = false;
    const { url, calls } = await serve((call, response) => {
      if (answers) openai(call, response);
    });
    const embedder = await openHttpEmbedder(settings(url, { queries: questions }));
    expect((await failure(embedder.embed(['a'], 'query'))).message).toContain(
      'no answer within 100 ms (tried 2 times)',
    );
    expect((await failure(embedder.embed(['b'], 'query'))).message).toContain('no answer within 100 ms');
    expect(calls.length).toBe(2);
    answers = true;
    await new Promise((done) => setTimeout(done, questions.pauseMs));
    expectVectors(await embedder.embed(['c'], 'query'), ['c']);
  });

  it('is sent again as soon as passages succeed', async () => {
    const { url } = await serve((call, response, number) => {
      if (number > 1) openai(call, response);
    });
    const embedder = await openHttpEmbedder(settings(url, { queries: { ...questions, pauseMs: 60_000 } }));
    await failure(embedder.embed(['a'], 'query'));
    expectVectors(await embedder.embed(['b'], 'passage'), ['b']);
    expectVectors(await embedder.embed(['c'], 'query'), ['c']);
  });

  it('does not wait for the end of a pause requested for passages', async () => {
    const { url, calls } = await serve((call, response, number) => {
      if (number === 0) json(response, 429, 'slow down', { 'retry-after': '1' });
      else openai(call, response);
    });
    const embedder = await openHttpEmbedder(settings(url, { queries: questions }));
    const passages = embedder.embed(['a'], 'passage');
    await expect.poll(() => calls.length).toBe(1);
    await new Promise((done) => setTimeout(done, 50));
    expect((await failure(embedder.embed(['b'], 'query'))).message).toMatch(/asked too much; it asks to wait 1 s$/);
    expectVectors(await passages, ['a']);
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
