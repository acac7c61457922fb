/**
 * Notifications of changes, in both eras of the protocol, over standard input and output and over HTTP; and log
 * messages of the older era.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { fixtureProject } from './fixture-project.ts';
import { postMessage, startHttpServer, type HttpServerProcess } from './http-process.ts';
import { modernMeta, RawClient, type Notice } from './raw-client.ts';

const files = 'codebase://files';
const status = 'code-scout://project/status';
const updated = 'notifications/resources/updated';
const open: RawClient[] = [];
const servers: HttpServerProcess[] = [];

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

function start(root: string, args: readonly string[] = []): RawClient {
  const client = new RawClient({ cwd: root, args });
  open.push(client);
  return client;
}

function urisOf(notices: readonly Notice[]): unknown[] {
  return notices.filter(({ method }) => method === updated).map(({ params }) => params?.['uri']);
}

/** Long enough for a notification to arrive if there is one. */
const quietMs = 2500;
function quiet(): Promise<void> {
  return new Promise((done) => setTimeout(done, quietMs));
}

const ofFiles = (message: object): boolean =>
  'method' in message && message.method === updated && JSON.stringify(message).includes(files);

describe('over standard input and output', () => {
  it('a client of the older era is notified of what it subscribed to, until it unsubscribes', async () => {
    const root = fixtureProject();
    const client = start(root);
    const { result } = await client.initialize('2025-11-25');
    expect(result?.['capabilities']).toMatchObject({ resources: { subscribe: true } });
    await client.call('code-scout_index', { background: false });
    expect((await client.request('resources/subscribe', { uri: files })).result).toEqual({});
    await quiet();
    expect(urisOf(client.notices)).toEqual([]);
    const from = client.messages.length;
    writeFileSync(join(root, 'src/new.ts'), 'export const added = 1;\n');
    await client.message(ofFiles, { from });
    const { result: read } = await client.request('resources/read', { uri: files });
    expect(JSON.stringify(read)).toContain('src/new.ts');
    expect((await client.request('resources/unsubscribe', { uri: files })).result).toEqual({});
    const seen = urisOf(client.notices).length;
    rmSync(join(root, 'src/new.ts'));
    await quiet();
    expect(urisOf(client.notices)).toHaveLength(seen);
    expect(urisOf(client.notices).every((uri) => uri === files)).toBe(true);
  });

  it('a client of 2026-07-28 is notified of what it listens to, under its subscription', async () => {
    const root = fixtureProject();
    const client = start(root);
    await client.request('tools/call', {
      name: 'code-scout_index',
      arguments: { background: false },
      _meta: modernMeta(),
    });
    const notifications = { resourceSubscriptions: [status], toolsListChanged: true };
    client.send({
      jsonrpc: '2.0',
      id: 'sub',
      method: 'subscriptions/listen',
      params: { notifications, _meta: modernMeta() },
    });
    const ack = await client.message<Notice>((one) => 'method' in one && one.method.endsWith('/acknowledged'));
    // The lists never change, so the server does not announce changes of them.
    expect(ack.params?.['notifications']).toEqual({ resourceSubscriptions: [status] });
    await quiet();
    writeFileSync(join(root, 'src/new.py'), 'def added():\n    return 1\n');
    const notice = await client.message<Notice>((one) => 'method' in one && one.method === updated);
    expect(notice.params).toMatchObject({
      uri: status,
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' },
    });
    expect(new Set(urisOf(client.notices))).toEqual(new Set([status]));
    // The watcher keeps no process alive.
    open.splice(0);
    expect((await client.close()).code).toBe(0);
  });

  it('a resource that never changes cannot be subscribed to', async () => {
    const client = start(fixtureProject());
    await client.initialize();
    for (const uri of ['code-scout://config', 'codebase://files/src/internal.ts', 'nothing', `${files}?project=x`]) {
      const { error } = await client.request('resources/subscribe', { uri });
      expect(error?.code).toBe(-32602);
      expect(error?.message).toContain(`the resources that change are ${status}, ${files}`);
    }
    expect((await client.request('resources/subscribe', {})).error?.code).toBe(-32602);
  });

  it('each of several projects has its own notifications', async () => {
    const [one, two] = [fixtureProject(), fixtureProject()];
    const client = start(one, ['--root', one, '--root', two]);
    await client.initialize();
    const { result } = await client.request('resources/list');
    expect(JSON.stringify(result)).toContain('?project=NAME');
    const name = basename(two);
    await client.call('code-scout_index', { background: false, project: name });
    expect((await client.request('resources/subscribe', { uri: `${files}?project=${name}` })).result).toEqual({});
    await quiet();
    const from = client.messages.length;
    writeFileSync(join(one, 'src/here.ts'), 'export const here = 1;\n');
    await quiet();
    expect(urisOf(client.notices)).toEqual([]);
    writeFileSync(join(two, 'src/there.ts'), 'export const there = 1;\n');
    const notice = await client.message<Notice>(ofFiles, { from });
    expect(notice.params?.['uri']).toBe(`${files}?project=${name}`);
  });
});

/** The server's messages on an event stream, in order. */
async function* events(response: Response): AsyncGenerator<Record<string, unknown>> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.+)$/m.exec(part)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Record<string, unknown>;
    }
  }
}

async function nextUpdate(response: Response): Promise<Record<string, unknown>> {
  for await (const message of events(response)) if (message['method'] === updated) return message;
  throw new Error('the stream ended before it reported a change');
}

describe('over HTTP', () => {
  const clientInfo = { name: 'x', version: '1' };

  it('a session and a subscription of 2026-07-28 are notified of the same change', async () => {
    const root = fixtureProject();
    const server = await startHttpServer({ cwd: root });
    servers.push(server);
    const hello = await postMessage(server.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    await postMessage(server.url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
    const stop = new AbortController();
    const stream = await fetch(`${server.url}/mcp`, {
      headers: { accept: 'text/event-stream', ...session },
      signal: stop.signal,
    });
    const index = { name: 'code-scout_index', arguments: { background: false } };
    await postMessage(server.url, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: index }, session);
    const asked = { jsonrpc: '2.0', id: 3, method: 'resources/subscribe', params: { uri: files } };
    expect((await postMessage(server.url, asked, session)).answer.result).toEqual({});
    const level = { jsonrpc: '2.0', id: 4, method: 'logging/setLevel', params: { level: 'debug' } };
    for (const needing of [asked, level]) {
      const { error } = (await postMessage(server.url, needing)).answer;
      expect(error?.code).toBe(-32602);
      expect(error?.message).toContain('needs a session');
    }

    const params = { notifications: { resourceSubscriptions: [files] }, _meta: modernMeta() };
    const listening = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'listen', method: 'subscriptions/listen', params }),
      signal: stop.signal,
    });
    expect(listening.headers.get('content-type')).toBe('text/event-stream');
    await quiet();
    writeFileSync(join(root, 'src/new.ts'), 'export const added = 1;\n');
    const [older, modern] = await Promise.all([nextUpdate(stream), nextUpdate(listening)]);
    expect(older['params']).toEqual({ uri: files });
    expect(modern['params']).toMatchObject({
      uri: files,
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen' },
    });
    stop.abort();
  });
});

describe('log messages', () => {
  const messages = (client: RawClient): (Record<string, unknown> | undefined)[] =>
    client.notices.filter(({ method }) => method === 'notifications/message').map(({ params }) => params);

  it('about indexing runs reach a client of the older era that asks for them', async () => {
    const client = start(fixtureProject());
    const { result } = await client.initialize('2025-06-18');
    expect(result?.['capabilities']).toHaveProperty('logging');
    expect((await client.request('logging/setLevel', { level: 'info' })).result).toEqual({});
    await client.call('code-scout_index', { background: false, force: true });
    const notice = await client.message<Notice>((one) => 'method' in one && one.method === 'notifications/message');
    expect(notice.params).toMatchObject({ level: 'info', logger: 'Index', data: { removed: 0 } });
    expect(Number((notice.params?.['data'] as { read?: number } | undefined)?.read)).toBeGreaterThan(5);
  });

  it('are sent only on request, and their level is checked', async () => {
    const client = start(fixtureProject());
    await client.initialize('2025-11-25');
    const { error } = await client.request('logging/setLevel', { level: 'loud' });
    expect(error?.code).toBe(-32602);
    await client.call('code-scout_index', { background: false });
    await client.request('logging/setLevel', { level: 'emergency' });
    await client.call('code-scout_index', { background: false, force: true });
    expect(messages(client)).toEqual([]);
    const modern = start(fixtureProject());
    expect((await modern.request('logging/setLevel', { level: 'info', _meta: modernMeta() })).error?.code).toBe(-32601);
    const { result } = await modern.request('server/discover', { _meta: modernMeta() });
    expect(result?.['capabilities']).not.toHaveProperty('logging');
  });
});
