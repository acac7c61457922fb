/** The listener over real sockets, with limits small enough to reach: of a server with one token, and of one whose senders each have their own, as a node. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HttpHandler } from '../util/http-message.ts';
import { createAccess } from './access.ts';
import { Listener, defaultLimits, type FinishedRequest, type ListenerLimits } from './listener.ts';
import type { Route } from './routes.ts';
import { until } from '../util/testing/until.ts';

interface Served {
  listener: Listener;
  port: number;
  finished: FinishedRequest[];
  defects: unknown[];
}

const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

const echo: HttpHandler = ({ body, path }) =>
  Promise.resolve({ status: 200, headers: { 'content-type': 'text/plain' }, body: `${path} ${body.length}` });

/** Whether each sender has routes of its own. */
let isShared = false;

async function serve(limits: Partial<ListenerLimits> = {}, handler: HttpHandler = echo): Promise<Served> {
  const finished: FinishedRequest[] = [];
  const defects: unknown[] = [];
  const routes: Route[] = [
    { path: '/echo', methods: { POST: handler, GET: handler }, refusals: 'api' },
    { path: '/rpc', methods: { POST: handler }, refusals: 'rpc' },
  ];
  const anybody = { principal: 1, name: 'anybody', repositories: 'all', scopes: new Set(['read'] as const) } as const;
  const senders = { checker: { check: async () => anybody }, routesOf: async () => routes };
  const listener = new Listener({
    ...{ routes, senders: isShared ? senders : undefined },
    access: createAccess({ token: null, host: '127.0.0.1', usesTls: false, allowedHosts: [], allowedOrigins: [] }),
    limits: { ...defaultLimits, ...limits },
    tls: null,
    onRequest: (request) => finished.push(request),
    onDefect: (error) => defects.push(error),
  });
  open.push(listener);
  return { listener, port: await listener.listen('127.0.0.1', 0), finished, defects };
}

/** A connection and all that comes over it. */
function connection(
  port: number,
  localAddress = '127.0.0.1',
): { socket: Socket; text: () => string; closed: Promise<void> } {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => {});
  socket.on('end', () => socket.end());
  return { socket, text: () => text, closed: new Promise((done) => socket.once('close', () => done())) };
}

/** After whatever went before, the next request is answered. */
async function expectServed(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', body: 'abc' });
  expect([response.status, await response.text()]).toEqual([200, '/echo 3']);
}

describe.each([
  ['one token', false],
  ['senders of its own', true],
])('a server with %s', (_, shared) => {
  beforeAll(() => {
    isShared = shared;
  });

  describe('a body', () => {
    it.each([
      ['that says how long it is', false],
      ['in chunks', true],
    ])('over the limit is refused (%s)', async (_, chunked) => {
      const { port, finished } = await serve({ bodyBytes: 1000 });
      const body = chunked
        ? new ReadableStream<Uint8Array>({
            start(controller) {
              for (let i = 0; i < 50; i++) controller.enqueue(new Uint8Array(100_000));
              controller.close();
            },
          })
        : new Uint8Array(5_000_000);
      const response = await fetch(`http://127.0.0.1:${port}/echo`, {
        method: 'POST',
        body,
        duplex: 'half',
      });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        error: { message: expect.stringContaining('1000 bytes') as unknown },
      });
      await expectServed(port);
      await until(() => finished.length === 2);
      expect(finished.map(({ status, refused }) => [status, refused])).toContainEqual([413, 'too large']);
    });

    it('that is announced and too large is never requested', async () => {
      const { port } = await serve({ bodyBytes: 1000 });
      const { socket, text } = connection(port);
      socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n');
      await until(() => text().includes('\r\n\r\n'));
      expect(text()).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
      await expectServed(port);
    });

    it('that is announced and fits is requested', async () => {
      const { port } = await serve();
      const { socket, text } = connection(port);
      socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n');
      await until(() => text().startsWith('HTTP/1.1 100 '));
      socket.write('abc');
      await until(() => text().endsWith('/echo 3'));
      expect(text()).toContain('HTTP/1.1 200 ');
      socket.destroy();
    });
  });

  describe('a slow client', () => {
    const slow = { headersMs: 300, requestMs: 600, checkMs: 100 };

    it.each<[string, string, string]>([
      ['its headers', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nX-', 'a'],
      ['its body', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n', 'a'],
    ])('that sends %s byte by byte is cut off', async (_, start, drop) => {
      const { port } = await serve(slow);
      const { socket, text, closed } = connection(port);
      socket.write(start);
      const dripping = setInterval(() => socket.write(drop), 50);
      await expectServed(port);
      await closed;
      clearInterval(dripping);
      expect(text()).toMatch(/^HTTP\/1\.1 408 /);
      await expectServed(port);
    });

    it('that sends nothing at all is disconnected', async () => {
      const { port } = await serve(slow);
      const many = Array.from({ length: 20 }, () => connection(port));
      await expectServed(port);
      await Promise.all(many.map(({ closed }) => closed));
      await expectServed(port);
    });

    it('that keeps an idle connection is disconnected', async () => {
      const { port } = await serve({ ...slow, idleMs: 200 });
      const { socket, text, closed } = connection(port);
      socket.write('GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await closed;
      expect(text()).toMatch(/^HTTP\/1\.1 200 /);
    });

    it('that does not read its reply delays nobody', async () => {
      const big = 'x'.repeat(8_000_000);
      const { port } = await serve({}, (request) =>
        request.method === 'GET' ? Promise.resolve({ status: 200, body: big }) : echo(request),
      );
      const { socket } = connection(port);
      socket.pause();
      socket.write('GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await expectServed(port);
      socket.destroy();
      await expectServed(port);
    });
  });

  describe('requests that a client sends before it has the answer to the one before', () => {
    const request = 'GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n';

    it('are served one after another', async () => {
      const releases: (() => void)[] = [];
      const { port, finished } = await serve({}, async (asked) => {
        if (asked.method === 'GET') await new Promise<void>((done) => releases.push(done));
        return echo(asked);
      });
      const { socket, text } = connection(port);
      socket.write(request.repeat(3));
      for (const begun of [1, 2, 3]) {
        await until(() => releases.length === begun);
        await expectServed(port);
        expect(releases.length).toBe(begun);
        releases.at(-1)!();
      }
      await until(() => text().split('/echo 0').length === 4);
      expect(finished.filter(({ method, status }) => method === 'GET' && status === 200)).toHaveLength(3);
      socket.destroy();
    });

    it('cause no work while the client reads no answer, or when it is gone', async () => {
      let begun = 0;
      const { port, listener } = await serve({}, async (asked) => {
        if (asked.method !== 'GET') return echo(asked);
        begun++;
        return { status: 200, body: 'x'.repeat(8 * 1024 * 1024) };
      });
      const { socket } = connection(port);
      socket.pause();
      socket.write(request.repeat(50));
      await until(() => begun > 0);
      for (let others = 0; others < 20; others++) await expectServed(port);
      // The system takes some megabytes that nobody reads.
      expect(begun).toBeLessThan(5);
      socket.destroy();
      await until(() => listener.runningRequests === 0);
      await expectServed(port);
      expect(begun).toBeLessThan(5);
    });
  });

  describe('a connection that goes wrong', () => {
    it.each<[string, string, number]>([
      ['no HTTP', 'hello\r\n\r\n', 400],
      ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
      [
        'two lengths',
        'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
        400,
      ],
      [
        'a length and chunks',
        'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
      ['headers without end', `GET /echo HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(100_000)}`, 431],
      ['no Host', 'GET /echo HTTP/1.1\r\n\r\n', 400],
      ['a foreign Host', 'GET /echo HTTP/1.1\r\nHost: evil.example\r\n\r\n', 403],
      ['a target that is none', 'GET nonsense HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
      ['a whole URL of no route', 'GET http://localhost/nope HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
    ])('by %s is refused', async (_, bytes, status) => {
      const { port } = await serve();
      const { socket, text } = connection(port);
      socket.write(bytes, 'latin1');
      await until(() => text().includes('\r\n\r\n'));
      expect(text().slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
      expect(text()).not.toMatch(/node:|\.ts:|at /);
      socket.destroy();
      await expectServed(port);
    });

    it('by being half closed counts as disconnected, since it looks the same', async () => {
      let cancelled = false;
      const { port } = await serve({}, async (request) => {
        if (request.method === 'POST') return echo(request);
        await new Promise<void>((done) => request.signal.addEventListener('abort', () => done()));
        cancelled = true;
        return { status: 200 };
      });
      const { socket, closed } = connection(port);
      socket.end('GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await closed;
      await until(() => cancelled);
      await expectServed(port);
    });

    it('by being half closed within the body is dropped', async () => {
      const { port, finished } = await serve();
      const { socket, closed } = connection(port);
      socket.end('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\nabc');
      await closed;
      await expectServed(port);
      expect(finished.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('by a disconnect during the call cancels the work', async () => {
      let cancelled = false;
      const { port, finished } = await serve({}, async (request) => {
        if (request.method === 'POST') return echo(request);
        await new Promise<void>((done) => request.signal.addEventListener('abort', () => done()));
        cancelled = true;
        return { status: 200, body: 'late' };
      });
      const { socket } = connection(port);
      socket.write('GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await wait(50);
      socket.destroy();
      await until(() => cancelled && finished.length === 1);
      expect(finished[0]).toMatchObject({ status: 0, route: '/echo', refused: null });
      await expectServed(port);
    });
  });

  describe('limits', () => {
    it('of concurrent requests refuse the rest with a retry time', async () => {
      const releases: (() => void)[] = [];
      const { port, listener } = await serve({ maxRunning: 2 }, async (request) => {
        if (request.method === 'GET') await new Promise<void>((done) => releases.push(done));
        return echo(request);
      });
      const url = `http://127.0.0.1:${port}/echo`;
      const held = [fetch(url), fetch(url)];
      await until(() => releases.length === 2);
      expect(listener.runningRequests).toBe(2);
      const refused = await fetch(url);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      for (const release of releases) release();
      expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
      await expectServed(port);
    });

    // macOS has one address of its own only.
    it.runIf(process.platform !== 'darwin')('of connections leave some for other clients', async () => {
      const { port } = await serve({ connectionsOfClient: 3 });
      const kept = [connection(port), connection(port), connection(port)];
      for (const { socket } of kept) await until(() => !socket.connecting);
      const more = connection(port);
      await more.closed;
      expect(more.text()).toBe('');
      const fromElsewhere = connection(port, '127.0.0.2');
      fromElsewhere.socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc');
      await until(() => fromElsewhere.text().endsWith('/echo 3'));
      for (const { socket } of [...kept, fromElsewhere]) socket.destroy();
      await Promise.all(kept.map(({ closed }) => closed));
      await until(async () => (await fetch(`http://127.0.0.1:${port}/echo`).catch(() => null)) !== null);
    });

    it('of a client’s rate refuse requests beyond a burst of two seconds, and recover', async () => {
      const { port, finished } = await serve({ perSecond: 5 });
      const statuses: number[] = [];
      for (let i = 0; i < 14; i++) statuses.push((await fetch(`http://127.0.0.1:${port}/echo`)).status);
      expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(statuses).toContain(429);
      expect(finished.some(({ refused }) => refused === 'rate')).toBe(true);
      await wait(1000);
      await expectServed(port);
    });
  });

  describe('a handler that throws', () => {
    it('is a refusal without the error’s message, in the form of its route', async () => {
      const { port, defects } = await serve({}, (request) =>
        request.path === '/rpc' || request.method === 'GET'
          ? Promise.reject(new Error('secret inside'))
          : echo(request),
      );
      const api = await fetch(`http://127.0.0.1:${port}/echo`);
      expect([api.status, (await api.text()).includes('secret')]).toEqual([500, false]);
      const rpc = await fetch(`http://127.0.0.1:${port}/rpc`, { method: 'POST' });
      expect(await rpc.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32603 } });
      expect(defects.map(String)).toEqual(['Error: secret inside', 'Error: secret inside']);
      await expectServed(port);
    });
  });

  describe('a stream', () => {
    it('is cancelled when its reader disconnects, and does not count as work while it waits', async () => {
      let cancelled = false;
      const { port, listener } = await serve({ maxRunning: 1 }, (request) =>
        request.method === 'POST'
          ? echo(request)
          : Promise.resolve({
              status: 200,
              idle: true,
              body: new ReadableStream<Uint8Array>({
                start: (controller) => controller.enqueue(Buffer.from('first')),
                cancel: () => {
                  cancelled = true;
                },
              }),
            }),
      );
      const { socket, text } = connection(port);
      socket.write('GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await until(() => text().includes('first'));
      expect(listener.runningRequests).toBe(0);
      await expectServed(port);
      socket.destroy();
      await until(() => cancelled);
    });
  });

  describe('the end', () => {
    it('waits for running requests, and refuses new ones', async () => {
      let release = (): void => {};
      const { port, listener } = await serve({}, async (request) => {
        if (request.method === 'GET') await new Promise<void>((done) => (release = done));
        return echo(request);
      });
      const kept = connection(port);
      kept.socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na');
      await until(() => kept.text().endsWith('/echo 1'));
      const running = fetch(`http://127.0.0.1:${port}/echo`);
      await until(() => listener.runningRequests === 1);
      const finished = listener.finish(10_000);
      await expect(fetch(`http://127.0.0.1:${port}/echo`)).rejects.toThrow();
      release();
      const response = await running;
      expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
      await finished;
      await listener.close();
      await kept.closed;
    });

    it('does not wait forever', async () => {
      let cancelled = false;
      const { port, listener } = await serve({}, async (request) => {
        await new Promise<void>((done) => request.signal.addEventListener('abort', () => done()));
        cancelled = true;
        return new Promise(() => {});
      });
      const hanging = fetch(`http://127.0.0.1:${port}/echo`);
      hanging.catch(() => {});
      await until(() => listener.runningRequests === 1);
      await listener.finish(100);
      expect(listener.runningRequests).toBe(1);
      await listener.close();
      await expect(hanging).rejects.toThrow();
      await until(() => cancelled);
    });
  });
});
