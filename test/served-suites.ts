/**
 * What every server over HTTP has to bear, for each of them by parameter: `serve --http`, and a query node. Forbidden paths, foreign hosts and origins, and floods
 * of connections and bodies.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../src/util/testing/until.ts';
import { postBytes, sendRaw } from './e2e/http-process.ts';
import { endEscapes, escapePath, escapes, mark, type AttackedProject } from './escapes.ts';

export interface ToolReply {
  isError: boolean;
  /** All of the answer. */
  text: string;
  data: Record<string, unknown>;
}

export interface ServedUnderAttack {
  url: string;
  port: number;
  /** What a sender has to send to be let in, as `Name: value`. */
  credentials: readonly string[];
  call: (tool: string, args: Record<string, unknown>) => Promise<ToolReply>;
  close: () => Promise<void>;
}

/** @param start prepares the disk for the attacks (`prepareEscapes`) when all that should be is indexed */
export function describeEscapes(
  name: string,
  start: () => Promise<{ attacked: AttackedProject; server: Pick<ServedUnderAttack, 'call' | 'close'> }>,
): void {
  describe(name, () => {
    let attacked: AttackedProject;
    let server: Pick<ServedUnderAttack, 'call' | 'close'>;
    beforeAll(async () => {
      ({ attacked, server } = await start());
    });
    afterAll(async () => {
      endEscapes();
      await server.close();
    });

    it.each([
      ['read_file', 'file_path'],
      ['list_directory', 'path'],
    ])('%s refuses all attacks', async (tool, parameter) => {
      for (const escape of escapes) {
        const { isError, text } = await server.call(tool, { [parameter]: escapePath(escape, attacked) });
        expect(isError, escape.name).toBe(true);
        expect(text, escape.name).not.toContain(mark);
      }
    });

    it.each([
      ['get_context', 'filePath'],
      ['chunk_file', 'file_path'],
    ])('%s shows nothing of the forbidden files', async (tool, parameter) => {
      for (const escape of escapes) {
        const { text } = await server.call(tool, { [parameter]: escapePath(escape, attacked) });
        expect(text, escape.name).not.toContain(mark);
      }
    });

    it('search_code finds none of them', async () => {
      for (const glob of [undefined, '**', 'ignored/**', '.env', '.git/**', '../**']) {
        const { data } = await server.call('search_code', { query: mark, ...(glob === undefined ? {} : { glob }) });
        expect(data).toMatchObject({ results: [], total: 0 });
      }
    });
  });
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** The status of a ping with these headers; 0: the connection was closed without an answer. */
async function statusOf(
  { port, credentials }: ServedUnderAttack,
  { target = '/mcp', headers = [], host = `localhost:${port}` }: { target?: string; headers?: readonly string[]; host?: string }, // prettier-ignore
): Promise<number> {
  const bytes = postBytes(target, ping, [...credentials, ...headers]).replace('Host: localhost', `Host: ${host}`);
  return (await sendRaw(port, bytes))?.status ?? 0;
}

/** Whether a server takes requests of its own hosts and pages only. */
export async function expectOwnHosts(server: ServedUnderAttack): Promise<void> {
  const { port, url, credentials } = server;
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'LOCALHOST', `[::1]:${port}`, 'localhost:8080'])
    expect(await statusOf(server, { host }), host).toBe(200);
  // A page can make its own name lead here (DNS rebinding).
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '192.168.1.1',
    'localhost@evil',
    '',
  ])
    // prettier-ignore
    expect(await statusOf(server, { host }), host).toBe(403);
  expect(await statusOf(server, { headers: [`Origin: http://localhost:${port}`] })).toBe(200);
  for (const origin of ['null', 'http://evil.example', 'http://localhost:9', `https://localhost:${port}`, 'file://'])
    expect(await statusOf(server, { headers: [`Origin: ${origin}`] }), origin).toBe(403);
  // RFC 9112, 3.2: which host is meant must be clear, and a whole URL in the request line names it too.
  expect(await statusOf(server, { headers: [`Host: localhost:${port}`] })).toBe(400);
  expect(await statusOf(server, { headers: ['host: evil.example'] })).toBe(400);
  expect(await statusOf(server, { target: `http://localhost:${port}/mcp` })).toBe(200);
  expect(await statusOf(server, { target: 'http://evil.example/mcp' })).toBe(400);
  expect(await statusOf(server, { target: 'evil.example:80' })).toBe(400);
  const own = Object.fromEntries(credentials.map((line) => line.split(': ') as [string, string]));
  const evil = await fetch(`${url}/api/tools`, { headers: { ...own, origin: 'http://evil.example' } });
  expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([403, null]);
}

/** What a request may not be, as it would be read in two ways by two programs on its way (request smuggling). */
const ambiguous: readonly [what: string, head: readonly string[], rest: string][] = [
  ['two lengths', ['Content-Length: 4', 'Content-Length: 50'], 'abcd'],
  ['a list of lengths', ['Content-Length: 4, 50'], 'abcd'],
  ['a length with a sign', ['Content-Length: +4'], 'abcd'],
  ['a length in hexadecimal', ['Content-Length: 0x4'], 'abcd'],
  ['a length and chunks', ['Content-Length: 50', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
  ['another coding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  ['a space before the colon', ['Content-Length : 4'], 'abcd'],
  ['a header that goes on in the next line', ['X-One: a', ' Content-Length: 4'], 'abcd'],
  ['a NUL in a header', ['X-One: a\0b', 'Content-Length: 4'], 'abcd'],
  ['a bare line feed in a header', ['X-One: a\nContent-Length: 4'], 'abcd'],
  ['a chunk with a size that is none', ['Transfer-Encoding: chunked'], '+4\r\nabcd\r\n0\r\n\r\n'],
  ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], '2\r\nabcd\r\n0\r\n\r\n'],
];

/** A connection that sends something and keeps all that comes back. */
function connection(port: number, bytes: string): { socket: Socket; text: () => string; closed: Promise<void> } {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  socket.on('error', () => {}).write(bytes, 'latin1');
  return { socket, text: () => text, closed: new Promise((done) => socket.once('close', () => done())) };
}

/** @param tool a question with its arguments that the server answers */
export function describeFloods(
  name: string,
  start: () => Promise<ServedUnderAttack>,
  [tool, args]: [tool: string, args: Record<string, unknown>],
): void {
  describe(name, () => {
    let server: ServedUnderAttack;
    beforeAll(async () => {
      server = await start();
      await expectAnswered();
    });
    afterAll(() => server.close());

    async function expectAnswered(): Promise<void> {
      expect((await server.call(tool, args)).isError).toBe(false);
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
    }
    const headOf = (path: string, headers: readonly string[]): string =>
      `POST ${path} HTTP/1.1\r\n${['Host: localhost', 'Content-Type: application/json', ...server.credentials, ...headers].join('\r\n')}\r\n`; // prettier-ignore

    it('takes requests of its own hosts and pages only', () => expectOwnHosts(server));

    it.each([
      ['say nothing', () => ''],
      ['stop in their headers', () => headOf('/mcp', ['X-']).trimEnd()],
      ['stop in their body', () => `${headOf(`/api/tools/${tool}`, ['Content-Length: 1000'])}\r\n{`],
      ['stop in a chunk', () => `${headOf('/mcp', ['Transfer-Encoding: chunked'])}\r\nff\r\n{`],
    ])('answers beside very many connections that %s', async (_, bytes) => {
      const many = Array.from({ length: 60 }, () => connection(server.port, bytes()));
      for (const { socket } of many) await until(() => !socket.connecting);
      await expectAnswered();
      for (const { socket } of many) socket.destroy();
      await Promise.all(many.map(({ closed }) => closed));
      await expectAnswered();
    });

    it('reads no body that is too large, and goes on', async () => {
      const path = `/api/tools/${tool}`;
      const large = 64 * 1024 * 1024;
      const announced = connection(server.port, `${headOf(path, [`Content-Length: ${large}`, 'Expect: 100-continue'])}\r\n`); // prettier-ignore
      await until(() => announced.text().includes('\r\n\r\n'));
      expect(announced.text()).toMatch(/^HTTP\/1\.1 413 /);
      announced.socket.destroy();
      const sent = connection(server.port, `${headOf('/mcp', ['Transfer-Encoding: chunked'])}\r\n`);
      const piece = `100000\r\n${'a'.repeat(0x10_0000)}\r\n`;
      for (let megabytes = 0; megabytes < 8 && !sent.socket.destroyed; megabytes++) sent.socket.write(piece);
      await until(() => sent.text().includes('\r\n\r\n'));
      expect(sent.text()).toMatch(/^HTTP\/1\.1 413 /);
      sent.socket.destroy();
      await expectAnswered();
    });

    it.each(ambiguous)('refuses a request with %s, and what follows it', async (_, head, rest) => {
      const next = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
      const { text, closed } = connection(server.port, `${headOf('/mcp', head)}\r\n${rest}${next}`);
      await closed;
      expect(text()).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(text().match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
      expect(text()).not.toMatch(/node:|\.ts:|"status"/);
      await expectAnswered();
    });

    it('has no token in the answer to a request that names one in its URL, and does not take it', async () => {
      const [credential = 'authorization: Bearer a-token-of-24-characters'] = server.credentials;
      const token = credential.split(' ').at(-1)!;
      for (const target of [`/mcp?access_token=${token}`, `/api/tools?token=${token}`, `/${token}`]) {
        const reply = await fetch(`${server.url}${target}`);
        expect(await reply.text(), target).not.toContain(token);
        if (server.credentials.length > 0) expect(reply.status, target).toBe(401);
      }
    });
  });
}
