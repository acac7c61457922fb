/**
 * The protocol over HTTP, with raw requests: both eras of the protocol, sessions, calls without a session,
 * cancellation, errors.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureProject, largeProject } from './fixture-project.ts';
import { modernPost, postMessage, startHttpServer, type HttpServerProcess, type RpcReply } from './http-process.ts';

let server: HttpServerProcess;
beforeAll(async () => {
  server = await startHttpServer({ cwd: fixtureProject() });
  // Without this call, the first answers might come from an incomplete index.
  await postMessage(server.url, call('code-scout_index', { background: false }));
});
afterAll(() => server.close());

const clientInfo = { name: 'raw', version: '1' };
let nextId = 1;

function request(method: string, params?: Record<string, unknown>): Record<string, unknown> {
  return { jsonrpc: '2.0', id: nextId++, method, ...(params === undefined ? {} : { params }) };
}

function call(name: string, args: Record<string, unknown> = {}): Record<string, unknown> {
  return request('tools/call', { name, arguments: args });
}

/** Opens a session and gives its header. */
async function openSession(protocolVersion: string, url = server.url): Promise<{ 'mcp-session-id': string }> {
  const { status, headers, answer } = await postMessage(
    url,
    request('initialize', { protocolVersion, capabilities: {}, clientInfo }),
  );
  expect(status).toBe(200);
  expect(answer.result?.['protocolVersion']).toBe(protocolVersion);
  const session = { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
  expect(session['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/);
  const ready = await postMessage(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
  expect([ready.status, ready.messages]).toEqual([202, []]);
  return session;
}

describe('a call without a session', () => {
  it.each(['/', '/mcp'])('works at %s without a handshake, also where clients name no content types', async (path) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools/list' }),
    });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('mcp-session-id')).toBeNull();
    const { id, result } = (await response.json()) as { id: string; result: { tools: { name: string }[] } };
    expect(id).toBe('x');
    expect(result.tools.map(({ name }) => name)).toContain('search_repo');
  });

  it('keeps answers apart when clients use the same ids', async () => {
    const names = ['search', 'get_callers', 'explain_usage', 'list_indexed_files'];
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        postMessage(server.url, { ...call(names[i % 4] ?? '', { unknown: `argument-${i}` }), id: 7 }),
      ),
    );
    replies.forEach(({ answer }, i) => {
      expect(answer.id).toBe(7);
      expect(JSON.stringify(answer.result)).toContain('Unknown argument: unknown');
      expect(answer.result?.['isError'], String(i)).toBe(true);
    });
    const listed = await Promise.all(
      ['src/auth', 'tools'].map((pathPrefix) =>
        postMessage(server.url, { ...call('list_indexed_files', { pathPrefix }), id: 7 }),
      ),
    );
    expect(JSON.stringify(listed[0]?.answer.result)).toContain('src/auth/session.ts');
    expect(JSON.stringify(listed[1]?.answer.result)).not.toContain('src/auth/session.ts');
  });

  it('accepts a batch as 2025-03-26 defines it, with errors among the answers', async () => {
    const one = request('ping');
    const { status, messages } = await postMessage(server.url, [
      one,
      { jsonrpc: '2.0', id: 'bad', method: 5 },
      call('nope'),
    ]);
    expect(status).toBe(200);
    const answers = messages[0] as unknown as Record<string, unknown>[];
    expect(answers.map((answer) => answer['id'] ?? null)).toHaveLength(3);
    expect(answers.find(({ id }) => id === one['id'])).toMatchObject({ result: {} });
    expect(answers.find(({ id }) => id === 'bad')).toMatchObject({ error: { code: -32600 } });
    const refused = await postMessage(server.url, [one], { 'mcp-protocol-version': '2025-06-18' });
    expect([refused.status, refused.answer.error?.code]).toEqual([400, -32600]);
    const many = await postMessage(
      server.url,
      Array.from({ length: 101 }, () => one),
    );
    expect([many.status, many.answer.error?.code]).toEqual([400, -32600]);
  });
});

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('a session of %s', (version) => {
  it('opens, serves and ends', async () => {
    const session = await openSession(version);
    const list = await postMessage(server.url, request('tools/list'), { ...session, 'mcp-protocol-version': version });
    expect((list.answer.result?.['tools'] as unknown[] | undefined)?.length).toBeGreaterThan(15);
    const again = await postMessage(
      server.url,
      request('initialize', { protocolVersion: version, capabilities: {}, clientInfo }),
      session,
    );
    expect(again.answer.error).toMatchObject({ code: -32000, message: 'Already initialized' });
    const unknown = await postMessage(server.url, request('resources/read', { uri: 'x://y' }), session);
    expect(unknown.answer.error?.code).toBe(-32002);
    const end = await fetch(`${server.url}/mcp`, { method: 'DELETE', headers: session });
    expect(end.status).toBe(200);
    const afterEnd = await postMessage(server.url, request('tools/list'), session);
    expect([afterEnd.status, afterEnd.answer.error?.code]).toEqual([404, -32001]);
  });
});

describe('a session', () => {
  it('is not opened by a wrong initialize request', async () => {
    const { headers, answer } = await postMessage(server.url, request('initialize', { protocolVersion: 5 }));
    expect(answer.error).toMatchObject({ code: -32602, message: expect.stringMatching(/protocolVersion/) as unknown });
    expect(headers.get('mcp-session-id')).toBeNull();
  });

  it('answers an unknown version with the newest version of the older era', async () => {
    const { answer } = await postMessage(
      server.url,
      request('initialize', { protocolVersion: '1999-01-01', capabilities: {}, clientInfo }),
    );
    expect(answer.result?.['protocolVersion']).toBe('2025-11-25');
  });

  it('has one event stream, which ends with it', async () => {
    const session = await openSession('2025-06-18');
    const open = (): Promise<Response> =>
      fetch(`${server.url}/mcp`, { headers: { accept: 'text/event-stream', ...session } });
    const stream = await open();
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect((await open()).status).toBe(409);
    await fetch(`${server.url}/mcp`, { method: 'DELETE', headers: session });
    expect(await stream.text()).toBe('');
    expect((await open()).status).toBe(404);
  });

  it('is needed for GET and DELETE; their refusal names the allowed methods', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${server.url}/mcp`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    const put = await fetch(`${server.url}/mcp`, { method: 'PUT', body: 'x' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, DELETE']);
  });
});

describe('2026-07-28', () => {
  it('works without a handshake or a session', async () => {
    const discover = await modernPost(server.url, 'server/discover');
    expect(discover.status).toBe(200);
    expect(discover.answer.result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    const { answer } = await modernPost(server.url, 'tools/call', { name: 'search', arguments: { pattern: 'login*' } });
    expect(JSON.stringify(answer.result)).toContain('loginUser');
  });

  it.each<[string, Record<string, string>]>([
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another name', { 'mcp-name': 'get_callers' }],
    ['another version', { 'mcp-protocol-version': '2025-06-18' }],
  ])('refuses headers with %s than the body', async (_, headers) => {
    const reply = await modernPost(server.url, 'tools/call', { name: 'search', arguments: { pattern: 'x' } }, headers);
    expect([reply.status, reply.answer.error?.code]).toEqual([400, -32020]);
  });

  it('explains in plain words what is wrong with arguments', async () => {
    const { answer } = await modernPost(server.url, 'tools/call', { name: 'search', arguments: 5 });
    expect(answer.error?.code).toBe(-32602);
    expect(answer.error?.message).not.toContain('[');
    const unknown = await modernPost(server.url, 'tools/call', { name: 'serch', arguments: {} });
    expect(unknown.answer.error).toMatchObject({ code: -32602, message: expect.stringContaining('search') as unknown });
  });
});

describe('a malformed message', () => {
  const send = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it.each<[string, string | Buffer, number]>([
    ['nothing', '', -32700],
    ['half of JSON', '{"jsonrpc":', -32700],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x7b]), -32700],
    ['JSON nested too deep', '['.repeat(100_000), -32700],
    ['a number', '5', -32600],
    ['an empty batch', '[]', -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ])('%s is refused with an error code', async (_, body, code) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } });
    expect((await postMessage(server.url, request('ping'))).answer.result).toEqual({});
  });

  it('with another content type or an unknown version is refused', async () => {
    expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    const unknown = await postMessage(server.url, request('ping'), { 'mcp-protocol-version': '1999-01-01' });
    expect([unknown.status, unknown.answer.error?.code]).toEqual([400, -32000]);
  });

  it('with an unknown method gets the error code for it, with the id of the request', async () => {
    const { status, answer } = await postMessage(server.url, { jsonrpc: '2.0', id: 'm', method: 'no/such' });
    expect([status, answer.id, answer.error?.code]).toEqual([200, 'm', -32601]);
  });
});

describe('a long call', () => {
  const count = 500;
  let large: HttpServerProcess;
  beforeAll(async () => {
    large = await startHttpServer({ cwd: largeProject(count), env: { CODE_SCOUT_LOGGING_LEVEL: 'info' } });
    await postMessage(large.url, call('code-scout_index', { background: false }));
  });
  afterAll(() => large.close());

  const longCall = (progressToken?: string): Record<string, unknown> => ({
    ...request('tools/call', {
      name: 'code-scout_index',
      arguments: { background: false, force: true },
      ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
    }),
    id: 'long',
  });
  const status = async (): Promise<unknown> => {
    const { answer } = await postMessage(large.url, call('code-scout_status'));
    return (answer.result?.['structuredContent'] as Record<string, unknown> | undefined)?.['status'];
  };
  const reach = async (wanted: string): Promise<void> => {
    for (let i = 0; i < 400; i++) {
      if ((await status()) === wanted) return;
      await wait(15);
    }
    throw new Error(`never ${wanted}`);
  };

  /** The number of calls that were stopped, by the log: a call that ends by itself has no error there. */
  const stopped = (): number => large.errors().match(/"tool":"code-scout_index".*"error":/g)?.length ?? 0;

  const expectProgress = ({ messages, answer }: RpcReply): void => {
    const notices = messages.filter(({ method }) => method === 'notifications/progress');
    const values = notices.map((notice) => (notice['params'] as { progress: number }).progress);
    expect(values.length).toBeGreaterThan(1);
    expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
    expect(answer.result).toMatchObject({ structuredContent: { total_files: count } });
  };

  it('reports its progress in the stream of its answer, in both eras', async () => {
    expectProgress(await postMessage(large.url, longCall('t')));
    expectProgress(
      await modernPost(large.url, 'tools/call', {
        name: 'code-scout_index',
        arguments: { background: false, force: true },
        _meta: { progressToken: 't' },
      }),
    );
  });

  it('is cancelled by a notification in its session', async () => {
    const session = await openSession('2025-06-18', large.url);
    const long = postMessage(large.url, longCall(), session);
    await reach('indexing');
    const other = await openSession('2025-06-18', large.url);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } };
    // The same id in another client's request must not be affected.
    await postMessage(large.url, cancel, other);
    await postMessage(large.url, cancel);
    expect(await status()).toBe('indexing');
    expect((await postMessage(large.url, cancel, session)).status).toBe(202);
    expect((await long).messages).toEqual([]);
    await reach('idle');
    expect(stopped()).toBe(1);
  });

  it.each(['without a session', 'in a session', 'modern'])(
    'is stopped when its client disconnects (%s)',
    async (how) => {
      const headers = how === 'in a session' ? await openSession('2025-06-18', large.url) : {};
      const stop = new AbortController();
      const body = longCall();
      const modern = how === 'modern';
      const post = modern
        ? fetch(`${large.url}/mcp`, {
            method: 'POST',
            signal: stop.signal,
            headers: {
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              'mcp-protocol-version': '2026-07-28',
              'mcp-method': 'tools/call',
              'mcp-name': 'code-scout_index',
            },
            body: JSON.stringify({
              ...body,
              params: {
                ...(body['params'] as object),
                _meta: {
                  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
                  'io.modelcontextprotocol/clientCapabilities': {},
                  'io.modelcontextprotocol/clientInfo': clientInfo,
                },
              },
            }),
          })
        : fetch(`${large.url}/mcp`, {
            method: 'POST',
            signal: stop.signal,
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          });
      await reach('indexing');
      const before = stopped();
      stop.abort();
      await expect(post).rejects.toThrow();
      await reach('idle');
      expect(stopped()).toBe(before + 1);
    },
  );
});
