/** The first messages of a connection, and malformed messages, with a real process and without the SDK. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tools as everyTool } from '../../src/tools/registry.ts';
import { fixtureProject } from './fixture-project.ts';
import { modernMeta, RawClient, type Answer } from './raw-client.ts';

const root = fixtureProject();
const open: RawClient[] = [];

function start(args: readonly string[] = []): RawClient {
  const client = new RawClient({ cwd: root, args });
  open.push(client);
  return client;
}

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

interface Hello {
  protocolVersion: string;
  capabilities: Record<string, unknown>;
  serverInfo: { name: string; version: string; title: string };
  instructions: string;
}

describe('initialize', () => {
  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2031-01-01', '2025-11-25'],
  ])('at %s is answered with %s', async (asked, given) => {
    const client = start();
    const { result } = await client.initialize(asked);
    const hello = result as unknown as Hello;
    expect(hello.protocolVersion).toBe(given);
    expect(hello.capabilities).toEqual({
      completions: {},
      logging: {},
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { subscribe: true, listChanged: false },
    });
    expect(hello.serverInfo.name).toBe('code-scout-mcp');
    expect(hello.serverInfo.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(hello.instructions.length).toBeLessThan(2000);
    expect((await client.request('tools/list')).result).toHaveProperty('tools');
    expect((await client.request('ping')).result).toEqual({});
  });

  it('is accepted first and only once', async () => {
    const client = start();
    for (const method of ['tools/list', 'tools/call', 'ping', 'no/such']) {
      expect((await client.request(method)).error).toEqual({ code: -32000, message: 'Not initialized' });
    }
    expect((await client.request('initialize', { protocolVersion: 5 })).error?.code).toBe(-32602);
    expect((await client.initialize()).result).toBeDefined();
    const again = await client.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    expect(again.error).toEqual({ code: -32000, message: 'Already initialized' });
    expect((await client.request('tools/list')).result).toBeDefined();
  });

  it('with bad parameters is refused in plain words, and may be repeated', async () => {
    const client = start();
    const clientInfo = { name: 'x', version: '1' };
    const cases: [unknown, RegExp][] = [
      [undefined, /protocolVersion/],
      [{}, /protocolVersion/],
      [{ protocolVersion: '2025-06-18', clientInfo }, /capabilities/],
      [{ protocolVersion: '2025-06-18', capabilities: {} }, /clientInfo/],
      [{ protocolVersion: '2025-06-18', capabilities: { roots: 'yes' }, clientInfo }, /roots/],
      [{ protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { ...clientInfo, icons: 5 } }, /icons/],
    ];
    for (const [i, [params, words]] of cases.entries()) {
      client.send({ jsonrpc: '2.0', id: i, method: 'initialize', params });
      const { error } = await client.answer(i);
      expect(error?.code).toBe(-32602);
      expect(error?.message).toMatch(/^Invalid params: /);
      expect(error?.message).toMatch(words);
      expect(error?.message).not.toMatch(/[[{]/);
    }
    expect((await client.initialize()).result).toBeDefined();
    expect((await client.request('tools/list')).result).toBeDefined();
  });
});

describe('2026-07-28', () => {
  it('describes itself and answers without a handshake', async () => {
    const client = start();
    const { result: discovered } = await client.request('server/discover', { _meta: modernMeta() });
    expect(discovered).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {} },
      cacheScope: 'public',
    });
    expect(discovered?.['ttlMs']).toBeTypeOf('number');
    const { result: list } = await client.request('tools/list', { _meta: modernMeta() });
    // It depends on what the client shows.
    expect(list).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    expect(list?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/serverInfo': { name: 'code-scout-mcp' } });
    const { result: status } = await client.request('tools/call', {
      name: 'code-scout_status',
      arguments: {},
      _meta: modernMeta(),
    });
    expect(status).toMatchObject({ resultType: 'complete', structuredContent: { projectPath: root } });
    const { result: resource } = await client.request('resources/read', {
      uri: 'code-scout://config',
      _meta: modernMeta(),
    });
    expect(resource).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
  });

  it('answers a first request other than server/discover', async () => {
    const client = start();
    expect((await client.request('tools/list', { _meta: modernMeta() })).result).toHaveProperty('tools');
    expect((await client.request('ping', { _meta: modernMeta() })).error?.code).toBe(-32601);
    expect((await client.request('tools/list')).error?.code).toBe(-32602);
    const old = await client.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    expect(old.error?.code).toBe(-32022);
  });

  it('can be left with initialize by a client that has only sent server/discover', async () => {
    const client = start();
    expect((await client.request('server/discover', { _meta: modernMeta() })).result).toBeDefined();
    expect((await client.initialize('2025-06-18')).result).toMatchObject({ protocolVersion: '2025-06-18' });
    expect((await client.request('tools/list')).result).not.toHaveProperty('resultType');
  });

  it('refuses a wrong envelope and keeps listening', async () => {
    const client = start();
    const version = 'io.modelcontextprotocol/protocolVersion';
    const capabilities = 'io.modelcontextprotocol/clientCapabilities';
    const cases: [Record<string, unknown>, number][] = [
      [{ [version]: '2031-01-01', [capabilities]: {} }, -32022],
      [{ [version]: 5, [capabilities]: {} }, -32602],
      [{ [version]: '2026-07-28' }, -32602],
      [{}, -32602],
    ];
    for (const [_meta, code] of cases) {
      expect((await client.request('server/discover', { _meta })).error?.code).toBe(code);
    }
    expect((await client.request('server/discover', { _meta: modernMeta() })).result).toBeDefined();
  });

  it('opens and ends a subscription', async () => {
    const client = start();
    client.send({
      jsonrpc: '2.0',
      id: 's',
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: modernMeta() },
    });
    const ack = await client.message<{ jsonrpc: '2.0'; method: string }>((one) => 'method' in one);
    expect(ack.method).toBe('notifications/subscriptions/acknowledged');
  });
});

const broken: [string, string | Buffer, number, string | number | null][] = [
  ['broken JSON', '{"jsonrpc":"2.0","id":1,\n', -32700, null],
  ['text', 'hello\n', -32700, null],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), -32700, null],
  ['a number', '5\n', -32600, null],
  ['null', 'null\n', -32600, null],
  ['an empty object', '{}\n', -32600, null],
  ['an empty batch', '[]\n', -32600, null],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600, null],
  ['no version', '{"id":41,"method":"ping"}\n', -32600, 41],
  ['a wrong version', '{"jsonrpc":"1.0","id":42,"method":"ping"}\n', -32600, 42],
  ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600, null],
  ['a fraction as id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32600, null],
  ['a number as method', '{"jsonrpc":"2.0","id":43,"method":7}\n', -32600, 43],
  ['neither request nor answer', '{"jsonrpc":"2.0","id":44}\n', -32600, 44],
  ['a list as params', '{"jsonrpc":"2.0","id":45,"method":"ping","params":[]}\n', -32602, 45],
  ['an unknown method', '{"jsonrpc":"2.0","id":46,"method":"no/such"}\n', -32601, 46],
  ['a method that is not offered', '{"jsonrpc":"2.0","id":47,"method":"tasks/list"}\n', -32601, 47],
  ['__proto__ as method', '{"jsonrpc":"2.0","id":48,"method":"__proto__"}\n', -32601, 48],
  ['no tool name', '{"jsonrpc":"2.0","id":49,"method":"tools/call","params":{}}\n', -32602, 49],
  [
    'arguments as a list',
    '{"jsonrpc":"2.0","id":50,"method":"tools/call","params":{"name":"code-scout_status","arguments":[]}}\n',
    -32602,
    50,
  ],
  ['a number as cursor', '{"jsonrpc":"2.0","id":51,"method":"tools/list","params":{"cursor":1}}\n', -32602, 51],
  ['a garbage cursor', '{"jsonrpc":"2.0","id":52,"method":"tools/list","params":{"cursor":"x"}}\n', -32602, 52],
  ['an empty cursor', '{"jsonrpc":"2.0","id":53,"method":"resources/list","params":{"cursor":""}}\n', -32602, 53],
  [
    'a garbage cursor of templates',
    '{"jsonrpc":"2.0","id":54,"method":"resources/templates/list","params":{"cursor":"x"}}\n',
    -32602,
    54,
  ],
  ['no uri', '{"jsonrpc":"2.0","id":55,"method":"resources/read","params":{}}\n', -32602, 55],
  [
    'an unknown resource',
    '{"jsonrpc":"2.0","id":56,"method":"resources/read","params":{"uri":"code-scout://nope"}}\n',
    -32002,
    56,
  ],
  [
    'a message over 10 MiB',
    `{"jsonrpc":"2.0","id":57,"method":"ping","params":{"x":"${'x'.repeat(11 * 1024 * 1024)}"}}\n`,
    -32600,
    57,
  ],
];

describe('on one connection', () => {
  let client: RawClient;

  beforeAll(async () => {
    client = new RawClient({ cwd: root });
    await client.initialize();
  });
  afterAll(() => client.close());

  it.each(broken)('%s is answered, and the next request served', async (_, text, code, id) => {
    const from = client.messages.length;
    client.sendText(text);
    const { error } = await client.answer(id, { from });
    expect(error?.code).toBe(code);
    expect(error?.message).not.toBe('');
    expect((await client.request('ping')).result).toEqual({});
    expect(client.messages.slice(from)).toHaveLength(2);
  });

  it('arguments of any depth and size are refused without a crash', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const call = (id: string, args: string): void =>
      client.sendText(
        `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"code-scout_status","arguments":${args}}}\n`,
      );
    call('deep', `{"x":${deep}}`);
    call('path', `{"path":${deep}}`);
    call('long', `{"${'x'.repeat(5_000_000)}":1}`);
    call('many', `{${'"k":1,'.repeat(300_000)}"k":1}`);
    // Nested JSON and very many values are refused before they are parsed, since that would hold up everybody else.
    for (const id of ['deep', 'path', 'many']) {
      const { error } = await client.answer(id);
      expect(error).toMatchObject({ code: -32700, message: expect.stringMatching(/nested deeper|more than 5,000/) });
    }
    const answer = await client.answer('long');
    expect(answer.result).toMatchObject({ isError: true });
    expect(JSON.stringify(answer).length).toBeLessThan(2000);
  });

  it('a request may come in pieces, together with others, or with a carriage return', async () => {
    const text =
      '{"jsonrpc":"2.0","id":"ä😀","method":"ping"}\r\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n{"jsonrpc":"2.0","id":3,';
    for (const byte of Buffer.from(text)) client.sendText(Buffer.from([byte]));
    client.sendText('"method":"ping"}\n');
    for (const id of ['ä😀', 2, 3]) expect((await client.answer(id)).result).toEqual({});
  });
});

describe('any other input', () => {
  it('does not end the connection', async () => {
    const client = start();
    for (const [, text] of broken) client.sendText(text);
    client.sendText('\n\r\n   \n');
    client.notify('no/such');
    client.send({ jsonrpc: '2.0', id: 999, result: {} });
    expect((await client.initialize()).result).toBeDefined();
    for (const [, text] of broken) client.sendText(text);
    client.send({ jsonrpc: '2.0', id: 999, result: {} });
    client.send({ jsonrpc: '2.0', id: 999, error: { code: 1, message: 'x' } });
    expect((await client.request('tools/list')).result).toHaveProperty('tools');
  });

  it('of several requests in a batch is answered together at 2025-03-26, which allows batches', async () => {
    const client = start();
    await client.initialize('2025-03-26');
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    client.send([
      ping(1),
      { jsonrpc: '2.0', method: 'no/such' },
      { jsonrpc: '2.0', id: 2, method: 'no/such' },
      5,
      ping(3),
    ]);
    const batch = await client.message<Answer>((message) => Array.isArray(message));
    const answers = batch as unknown as Answer[];
    const codes = new Map(answers.map((answer) => [answer.id, answer.error?.code ?? null]));
    expect(answers).toHaveLength(4);
    expect(codes).toEqual(
      new Map([
        [1, null],
        [2, -32601],
        [3, null],
        [null, -32600],
      ]),
    );
    expect((await client.request('ping')).result).toEqual({});
  });
});

describe('lists', () => {
  it('have the same bytes every time, and in both eras except for what the protocol adds', async () => {
    const texts: string[] = [];
    for (let i = 0; i < 2; i++) {
      const client = start();
      await client.initialize('2025-11-25');
      texts.push(JSON.stringify((await client.request('tools/list')).result));
    }
    const modern = start();
    const { result } = await modern.request('tools/list', { _meta: modernMeta() });
    texts.push(JSON.stringify({ tools: result?.['tools'] }));
    expect(new Set(texts).size).toBe(1);
    const { tools } = JSON.parse(texts[0] ?? '') as { tools: { name: string; annotations: object; title: string }[] };
    expect(tools.map((tool) => tool.name)).toEqual(everyTool.map((tool) => tool.name));
    for (const { annotations, title } of tools) {
      expect(title).not.toBe('');
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
        expect(annotations).toHaveProperty(hint);
    }
  });

  it('name the required resources first', async () => {
    const client = start();
    await client.initialize();
    const { result } = await client.request('resources/list');
    const resources = ((result?.['resources'] ?? []) as Record<string, unknown>[]).slice(0, 2);
    expect(resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType }))).toEqual([
      {
        uri: 'code-scout://config',
        name: 'Code-Scout Configuration',
        description: 'Current configuration settings',
        mimeType: 'application/json',
      },
      {
        uri: 'code-scout://project/status',
        name: 'Project Index Status',
        description: 'Current indexing status and statistics',
        mimeType: 'application/json',
      },
    ]);
  });
});
