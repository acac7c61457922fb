/** Who may ask the HTTP server, and how it starts and ends, with a real process: tokens, Host and Origin, TLS. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { run } from './cli-process.ts';
import { fixtureProject, largeProject, temporaryFolder } from './fixture-project.ts';
import { cleanEnvironment } from './raw-client.ts';
import { selfSigned } from './http-certificate.ts';
import { postBytes, postMessage, sendRaw, startHttpServer } from './http-process.ts';
import { programEntry } from '../program-entry.ts';
import { describeFloods } from '../served-suites.ts';

const root = fixtureProject();
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const token = 'a-token-of-24-characters';

describeFloods(
  'serve --http under attack',
  async () => {
    const { url, port, close } = await startHttpServer({ cwd: root });
    return {
      ...{ url, port, credentials: [], close },
      call: async (name, args) => {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
        const { isError = false, structuredContent: data = {} } = (await postMessage(url, message)).answer.result ?? {};
        return { isError: Boolean(isError), text: '', data: data as Record<string, unknown> };
      },
    };
  },
  ['list_directory', {}],
);

describe('on a loopback address', () => {
  it('needs no token, and takes what is JSON in UTF-8', async () => {
    const server = await startHttpServer({ cwd: root });
    const { url } = server;
    expect(server.token).toBeNull();
    for (const [type, status] of [
      ['application/json; charset=utf-16', 415],
      ['application/json; charset="UTF-8"', 200],
    ] as const)
      expect((await postMessage(url, ping, { 'content-type': type })).status, type).toBe(status);
    expect((await postMessage(url, ping)).status).toBe(200);
    await server.close();
  });

  it('a configured token is required everywhere except at /health', async () => {
    for (const how of [{ args: ['--token', token] }, { env: { CODE_SCOUT_HTTP_TOKEN: token } }]) {
      const server = await startHttpServer({ cwd: root, ...how });
      const { url } = server;
      for (const [path, method] of [
        ['/mcp', 'POST'],
        ['/', 'POST'],
        ['/metrics', 'GET'],
        ['/api/tools', 'GET'],
        ['/api/tools/search', 'POST'],
        ['/nowhere', 'GET'],
      ] as const) {
        const response = await fetch(url + path, { method });
        expect([path, response.status, response.headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
      }
      expect((await fetch(`${url}/health`)).status).toBe(200);
      for (const wrong of [
        'Bearer',
        'Bearer x',
        `Basic ${token}`,
        `Bearer ${token}x`,
        `Bearer ${token.toUpperCase()}`,
      ]) {
        expect((await postMessage(url, ping, { authorization: wrong })).status, wrong).toBe(401);
      }
      for (const right of [`Bearer ${token}`, `bearer  ${token}`]) {
        expect((await postMessage(url, ping, { authorization: right })).status, right).toBe(200);
      }
      expect(server.errors()).not.toContain(token);
      await server.close();
    }
  });

  it('another Host and another Origin can be allowed', async () => {
    const server = await startHttpServer({
      cwd: root,
      args: ['--allow-host', 'scout.example', '--allow-origin', 'https://app.example', '--allow-host', 'b.example'],
    });
    const bytes = postBytes('/mcp', JSON.stringify(ping)).replace('Host: localhost', 'Host: b.example');
    expect((await sendRaw(server.port, bytes))?.status).toBe(200);
    const page = { origin: 'https://app.example' };
    const { status, headers } = await postMessage(server.url, ping, page);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example']);
    const preflight = await fetch(`${server.url}/mcp`, { method: 'OPTIONS', headers: page });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('mcp-session-id'),
    ]);
    expect(
      (await fetch(`${server.url}/mcp`, { method: 'OPTIONS', headers: { origin: 'https://b.example' } })).status,
    ).toBe(403);
    await server.close();
  });
});

describe('on any other address', () => {
  it('a token is made, printed once, and required', async () => {
    const server = await startHttpServer({ cwd: root, args: ['--host', '0.0.0.0'] });
    const url = `http://127.0.0.1:${server.port}`;
    expect(server.token).toMatch(/^[\w-]{43}$/);
    expect((await postMessage(url, ping)).status).toBe(401);
    expect((await postMessage(url, ping, { authorization: `Bearer ${server.token}` })).status).toBe(200);
    const named = postBytes('/mcp', JSON.stringify(ping), [`Authorization: Bearer ${server.token}`]);
    expect((await sendRaw(server.port, named.replace('Host: localhost', 'Host: evil.example')))?.status).toBe(403);
    await server.close();
  });

  it('a configured token is not printed', async () => {
    const server = await startHttpServer({ cwd: root, args: ['--host', '0.0.0.0', '--token', token] });
    expect([server.token, server.errors()]).toEqual([null, '']);
    await server.close();
  });
});

describe('TLS', () => {
  it('works with a certificate and its key', async () => {
    const folder = temporaryFolder();
    const { cert, key } = selfSigned();
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    const args = ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'key.pem')];
    const server = await startHttpServer({ cwd: root, args });
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
    const health = (): Promise<string> =>
      new Promise((resolve, reject) => {
        // Only the server's certificate is trusted, so that the client checks it and the name in it.
        const request = httpsRequest(
          { host: 'localhost', port: server.port, path: '/health', ca: cert },
          (response) => {
            response.setEncoding('utf8').on('data', resolve);
          },
        );
        request.on('error', reject).end();
      });
    expect(JSON.parse(await health())).toMatchObject({ status: 'ok', mode: 'http' });
    const plain = await sendRaw(server.port, postBytes('/mcp', JSON.stringify(ping)));
    expect(plain?.status ?? 0).not.toBe(200);
    expect((await sendRaw(server.port, postBytes('/mcp', JSON.stringify(ping)), { tls: true }))?.status).toBe(200);
    expect(JSON.parse(await health())).toMatchObject({ status: 'ok' });
    await server.close();
  });
});

it('says at its start where agents and where browsers find it', async () => {
  const server = spawn(process.execPath, [programEntry, 'serve', '--http', '--port', '0'], {
    cwd: root,
    env: cleanEnvironment(),
  });
  try {
    const [line] = (await once(server.stderr, 'data')) as [Buffer];
    const [, mcp = '', page = ''] = / at (\S+), and in a browser at (\S+) \(stop/.exec(String(line)) ?? [];
    expect(mcp).toBe(`${page}mcp`);
    expect((await fetch(page)).headers.get('content-type')).toMatch(/^text\/html/);
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
});

describe('a start that fails', () => {
  it('because the port is taken says what to do', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const port = String((taken.address() as AddressInfo).port);
    const { code, stderr } = await run(['serve', '--http', '--port', port], { cwd: root });
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^Error: Port ${port} of 127\\.0\\.0\\.1 is in use\\n.*--port`));
    expect(stderr).not.toContain('    at ');
    taken.close();
  });

  it.each<[string, string[], RegExp]>([
    ['a short token', ['--http', '--token', 'short'], /token is too short[\s\S]*16/],
    ['a token with a space', ['--http', '--token', 'sixteen characters and more'], /token/],
    ['a certificate without a key', ['--http', '--tls-cert', 'x.pem'], /--tls-key is missing/],
    ['a missing certificate', ['--http', '--tls-cert', 'x.pem', '--tls-key', 'y.pem'], /--tls-cert .*cannot be read/],
    [
      'an invalid certificate',
      ['--http', '--tls-cert', 'package.json', '--tls-key', 'package.json'],
      /not a PEM file of that kind/,
    ],
    ['a port out of range', ['--http', '--port', '70000'], /http\.port.*65535/],
    [
      'an address of another machine',
      ['--http', '--host', '203.0.113.9', '--token', token],
      /not an address of this machine[\s\S]*--host/,
    ],
    ['an invalid origin', ['--http', '--allow-origin', 'app'], /allowedOrigins/],
    ['an option without --http', ['--port', '3000'], /--port is for the HTTP server[\s\S]*--http/],
  ])('because of %s says so', async (_, args, words) => {
    const { code, stderr, stdout } = await run(['serve', ...args], { cwd: root });
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(stdout).toBe('');
  });

  it('because no project was found says how to name one', async () => {
    const { code, stderr } = await run(['serve', '--http'], { cwd: temporaryFolder() });
    expect([code, stderr.includes('--root')]).toEqual([2, true]);
  });
});

describe('the end of the server', () => {
  const index = (force: boolean): Record<string, unknown> => ({
    jsonrpc: '2.0',
    id: 'long',
    method: 'tools/call',
    params: { name: 'code-scout_index', arguments: { background: false, force } },
  });

  /** Waits until the server is serving a request besides this one. */
  const running = async (url: string): Promise<void> => {
    for (let i = 0; i < 500; i++) {
      const text = await (await fetch(`${url}/metrics`)).text();
      if (/^code_scout_http_requests_at_work [2-9]$/m.test(text)) return;
      await wait(10);
    }
    throw new Error('nothing is being served');
  };

  it.each(['SIGTERM', 'SIGINT'] as const)('by %s waits for a running call and accepts no new one', async (signal) => {
    // On a busy machine the call takes longer than a server waits by default.
    const server = await startHttpServer({ cwd: largeProject(300), env: { CODE_SCOUT_HTTP_SHUTDOWN_MS: '60000' } });
    await postMessage(server.url, index(false));
    const long = postMessage(server.url, index(true));
    await running(server.url);
    server.kill(signal);
    await expect(async () => {
      for (;;) await postMessage(server.url, ping);
    }).rejects.toThrow();
    const { answer } = await long;
    expect(answer.result).toMatchObject({ structuredContent: { total_files: 300 } });
    expect(await server.exit).toEqual({ code: 0, signal: null });
  });

  it('cancels a call that takes too long, and says so', async () => {
    const server = await startHttpServer({ cwd: largeProject(600), env: { CODE_SCOUT_HTTP_SHUTDOWN_MS: '100' } });
    const long = postMessage(server.url, index(true));
    await running(server.url);
    server.kill('SIGTERM');
    expect(await server.exit).toEqual({ code: 0, signal: null });
    const { status, answer } = await long;
    expect([status, answer.id, answer.error?.code]).toEqual([503, 'long', -32000]);
    expect(server.errors()).toContain('took too long');
  });

  it('closes streams that only wait for events', async () => {
    const server = await startHttpServer({ cwd: root });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const { headers } = await postMessage(server.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const stream = await fetch(`${server.url}/mcp`, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': headers.get('mcp-session-id') ?? '' },
    });
    server.kill('SIGTERM');
    expect(await stream.text()).toBe('');
    expect(await server.exit).toEqual({ code: 0, signal: null });
  });
});
