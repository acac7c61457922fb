/** Questions that are passed on to other nodes, which answer, refuse, die in the middle of an answer, or say nothing. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../../util/testing/until.ts';
import { jsonReply, type HttpRequest } from '../../util/http-message.ts';
import { passedOn } from './pass-on.ts';

async function otherNode(
  name: string,
  answer: RequestListener,
): Promise<{ name: string; url: string; bytes: number; version: string }> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes: 0, version: '' };
}

const question = (headers: Record<string, string> = {}): HttpRequest => ({
  method: 'POST',
  path: '/api/tools/search',
  headers: { 'content-type': 'application/json', authorization: 'Bearer t', 'mcp-session-id': 's', ...headers },
  body: Buffer.from('{"project":"shop"}'),
  signal: new AbortController().signal,
});

/** Who has answered what belongs to another node. */
const passedTo: string[] = [];

async function ask(
  nodes: Awaited<ReturnType<typeof otherNode>>[],
  request = question(),
  { silenceMs = 60_000, isOpen = true } = {},
): Promise<{ body: string; suspects: string[] }> {
  const suspects: string[] = [];
  passedTo.length = 0;
  const handler = passedOn(() => Promise.resolve(jsonReply(200, 'own')), {
    node: { name: 'n1', betterNodes: () => nodes, suspect: ({ name }) => suspects.push(name), isOpen: () => isOpen },
    idOf: (project) => (project === 'shop' ? 1 : null),
    silenceMs,
    onPassed: (to) => passedTo.push(to),
  });
  const { body } = await handler(request);
  return { body: Buffer.from(body as Uint8Array).toString(), suspects };
}

const answers =
  (text: string): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(text);

it('go to the first choice, as the sender and without its session', async () => {
  let seen: Record<string, unknown> = {};
  const first = await otherNode('n2', (request, response) => {
    seen = request.headers;
    answers('first')(request, response);
  });
  const second = await otherNode('n3', answers('second'));
  expect(await ask([first, second])).toEqual({ body: 'first', suspects: [] });
  expect(passedTo).toEqual(['first']);
  expect(seen).toMatchObject({ authorization: 'Bearer t', 'x-code-scout-passed-by': 'n1' });
  expect(seen).not.toHaveProperty('mcp-session-id');
});

it('that were passed on, or are about nothing that the sender sees, are answered here', async () => {
  const other = await otherNode('n2', answers('other'));
  expect((await ask([other], question({ 'x-code-scout-passed-by': 'n3' }))).body).toBe('"own"');
  expect(passedTo).toEqual([]);
  expect((await ask([other], { ...question(), body: Buffer.from('{"project":"secret"}') })).body).toBe('"own"');
});

const faults: [string, RequestListener, string[]][] = [
  ['dies in the middle of its answer', (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  }, ['n2']], // prettier-ignore
  ['closes the connection', (request) => request.socket.destroy(), ['n2']],
  ['is busy', (_, response) => response.writeHead(503).end('busy'), []],
  ['does not know the sender yet', (_, response) => response.writeHead(401).end('who?'), []],
  ['answers with a page', (_, response) => response.setHeader('content-type', 'text/html').end('<script>'), ['n2']],
  ['answers with what says not what it is', (_, response) => response.end('text'), ['n2']],
  ['leads elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), ['n2']],
];
it.each(faults)(
  'go to the second choice where the first %s, and are answered here where both do',
  async (_, fault, suspects) => {
    const bad = await otherNode('n2', fault);
    const good = await otherNode('n3', answers('second'));
    expect(await ask([bad, good])).toEqual({ body: 'second', suspects });
    expect(passedTo).toEqual(['other']);
    expect(await ask([bad, bad])).toEqual({ body: '"own"', suspects: [...suspects, ...suspects] });
    expect(passedTo).toEqual(['own']);
  },
);

it('do not fill the memory, whatever a node answers to many of them at once', async () => {
  // Four stay below 256 MB together, and wait for their end.
  const text = 'x'.repeat(60 * 2 ** 20);
  const waiting: (() => void)[] = [];
  let sent = 0;
  const large = await otherNode('n2', (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.write(text, () => sent++);
    if (waiting.length < 4) waiting.push(() => response.end());
    else response.end();
  });
  const good = await otherNode('n3', answers('second'));
  const four = Array.from({ length: 4 }, () => ask([large]));
  await until(() => sent === 4);
  for (const nodes of [[large, good], [good]]) expect((await ask(nodes)).body).toBe('second');
  for (const end of waiting) end();
  for (const { body } of await Promise.all(four)) expect(body === text).toBe(true);
  expect((await ask([large])).body === text).toBe(true);
});

it('do not wait for a node that says nothing, which is asked last for a while', async () => {
  const silent = await otherNode('n2', () => {});
  const good = await otherNode('n3', answers('second'));
  expect(await ask([silent, good], question(), { silenceMs: 50 })).toEqual({ body: 'second', suspects: ['n2'] });
  expect(await ask([silent], question(), { silenceMs: 50 })).toEqual({ body: '"own"', suspects: ['n2'] });
});

it('wait for a node that may be fetching, where this one would have to fetch, too', async () => {
  const { promise: isFetched, resolve: fetch } = Promise.withResolvers<void>();
  const slow = await otherNode('n2', (request, response) => {
    void isFetched.then(() => answers('fetched')(request, response));
  });
  const busy = await otherNode('n3', (_, response) => {
    response.writeHead(503).end();
    fetch();
  });
  expect((await ask([slow, busy], question(), { silenceMs: 1000, isOpen: false })).body).toBe('fetched');
  const silent = await otherNode('n2', () => {});
  expect((await ask([silent, busy], question(), { silenceMs: 50 })).body).toBe('"own"');
});
