/** The start of a server, its first questions, long calls, and its end, with a real process and without the SDK. */
import { existsSync, readdirSync, readFileSync, writeFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { builtEntry, sourceEntry } from '../program-entry.ts';
import { fixtureProject, largeProject, temporaryFolder } from './fixture-project.ts';
import { cleanEnvironment, modernMeta, RawClient, type Notice } from './raw-client.ts';
import { until } from '../../src/util/testing/until.ts';

const largeCount = 600;
const large = largeProject(largeCount);

async function indexing(client: RawClient): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const { data } = await client.call('code-scout_status');
    if (data['status'] === 'indexing') return;
    await wait(20);
  }
  throw new Error('never saw it indexing');
}

/** CPU time of all threads from the start to the answer of the handshake (ms). */
async function handshakeCpu(cwd: string, entry: string): Promise<number> {
  // As after an installation: nothing is compiled before.
  const client = new RawClient({ cwd, entry, env: { NODE_COMPILE_CACHE: undefined } });
  await client.request(
    'initialize',
    {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    },
    1,
  );
  const threads = `/proc/${client.pid}/task`;
  const spent = readdirSync(threads).map((thread) =>
    Number(readFileSync(join(threads, thread, 'schedstat'), 'utf8').split(' ')[0]),
  );
  await client.close();
  return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

describe('the start', () => {
  it('answers the handshake before the index is opened, then indexes by itself', async () => {
    const root = fixtureProject();
    const client = new RawClient({ cwd: root });
    client.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    await client.answer(1);
    expect(existsSync(join(root, '.code-scout'))).toBe(false);
    await until(() => existsSync(join(root, '.code-scout/database.db')));
    expect(existsSync(join(root, '.code-scout/database.db'))).toBe(true);
    await client.close();
  });

  it('answers a first search without an index, and says that the index is being made', async () => {
    const count = 1000;
    const fresh = largeProject(count);
    const client = new RawClient({ cwd: fresh });
    await client.initialize();
    const { text, isError, data } = await client.call('code-scout_search', { tags: ['module'] });
    expect(isError).toBe(false);
    expect(text).toMatch(/^# Query Results\n/);
    if (Number(data['total_files']) < count) {
      expect(text).toMatch(/\n\n> The index is being made for the first time/);
      expect((data['notes'] as string[])[0]).toMatch(/^The index is being made for the first time/);
    }
    await until(async () => (await client.call('code-scout_status')).data['status'] === 'idle');
    const whole = await client.call('code-scout_search', { tags: ['module'], limit: 1 });
    expect(whole.data['total_files']).toBe(count);
    expect(whole.data['notes'] as string[]).toHaveLength(1);
    await client.close();
  });

  it.runIf(process.platform === 'linux')('uses no more CPU for the handshake than its budget', async () => {
    const bare = join(temporaryFolder(), 'bare.js');
    writeFileSync(bare, `process.stdin.once('data', () => console.log('{"jsonrpc":"2.0","id":1,"result":{}}'));`);
    // As a multiple of Node's own start, measured in the same minute, because the machine may be busy. `npm run bench
    // -- start` measures it on a quiet machine.
    const [entry, starts] = existsSync(builtEntry) ? [builtEntry, 6.5] : [sourceEntry, 24];
    const root = fixtureProject();
    const spent = new Map<string, number>();
    for (let round = 0; round < 3; round++) {
      for (const one of [bare, entry]) {
        spent.set(one, Math.min(spent.get(one) ?? Infinity, await handshakeCpu(root, one)));
      }
    }
    expect((spent.get(entry) ?? Infinity) / (spent.get(bare) ?? 0), entry).toBeLessThan(starts);
  });
});

describe('the project', () => {
  it('is the one that contains the current directory', async () => {
    const root = fixtureProject();
    const client = new RawClient({ cwd: join(root, 'src/auth') });
    await client.initialize();
    expect((await client.call('code-scout_status')).data['projectPath']).toBe(root);
    await client.close();
  });

  it('is the one that --root or CLAUDE_PROJECT_DIR names, in that order', async () => {
    const [here, named, claude] = [fixtureProject(), fixtureProject(), fixtureProject()];
    for (const [args, root] of [
      [['serve', '--root', named], named],
      [[], claude],
    ] as const) {
      const client = new RawClient({ cwd: here, args, env: { CLAUDE_PROJECT_DIR: claude } });
      await client.initialize('2025-06-18', { roots: {} });
      expect((await client.call('code-scout_status')).data['projectPath']).toBe(root);
      expect(client.notices).toEqual([]);
      await client.close();
    }
  });

  it('is the client’s single root, if it has one, and changes with it', async () => {
    const [here, first, second] = [fixtureProject(), fixtureProject(), fixtureProject()];
    const client = new RawClient({ cwd: here });
    await client.initialize('2025-11-25', { roots: { listChanged: true } });
    const asked = await client.message<Notice>((message) => 'method' in message && message.method === 'roots/list');
    const call = client.call('code-scout_status');
    client.send({
      jsonrpc: '2.0',
      id: asked.id,
      result: { roots: [{ uri: pathToFileURL(join(first, 'src')).href, name: 'x' }] },
    });
    expect((await call).data['projectPath']).toBe(first);
    const from = client.messages.length;
    client.notify('notifications/roots/list_changed');
    const again = await client.message<Notice>((message) => 'method' in message && message.method === 'roots/list', {
      from,
    });
    client.send({ jsonrpc: '2.0', id: again.id, result: { roots: [{ uri: pathToFileURL(second).href }] } });
    await wait(50);
    expect((await client.call('code-scout_status')).data['projectPath']).toBe(second);
    await client.close();
  });

  it.each<[string, unknown]>([
    ['none', { roots: [] }],
    ['two', { roots: [{ uri: 'file:///a' }, { uri: 'file:///b' }] }],
    ['a path that is not a folder on this machine', { roots: [{ uri: 'https://example.org/x' }] }],
    ['nonsense', { rots: 5 }],
  ])('is that of the current directory where the client’s roots are %s', async (_, result) => {
    const here = fixtureProject();
    const client = new RawClient({ cwd: here });
    await client.initialize('2025-11-25', { roots: {} });
    const asked = await client.message<Notice>((message) => 'method' in message && message.method === 'roots/list');
    client.send({ jsonrpc: '2.0', id: asked.id, result });
    expect((await client.call('code-scout_status')).data['projectPath']).toBe(here);
    await client.close();
  });

  it('may be missing: the handshake works, and the tools explain how to name one', async () => {
    const nowhere = temporaryFolder();
    const client = new RawClient({ cwd: nowhere });
    expect((await client.initialize()).result).toBeDefined();
    expect((await client.request('tools/list')).result).toHaveProperty('tools');
    for (const [tool, args] of [
      ['code-scout_search', { tags: ['login'] }],
      ['code-scout_index', {}],
      ['code-scout_status', {}],
    ] as const) {
      const { isError, text } = await client.call(tool, args);
      expect(isError).toBe(true);
      expect(text).toMatch(/^Error: .+\n.*--root/);
    }
    const { result } = await client.request('resources/read', { uri: 'code-scout://project/status' });
    expect(JSON.stringify(result)).toContain('absent');
    expect((await client.request('resources/read', { uri: 'code-scout://config' })).result).toBeDefined();
    const named = fixtureProject();
    expect((await client.call('code-scout_index', { path: named, background: false })).isError).toBe(false);
    await client.close();
    expect(existsSync(join(nowhere, '.code-scout'))).toBe(false);
  });
});

describe('a long call', () => {
  it('sends progress that rises to the total', async () => {
    const client = new RawClient({ cwd: large });
    await client.initialize();
    const answer = await client.request('tools/call', {
      name: 'code-scout_index',
      arguments: { background: false, force: true },
      _meta: { progressToken: 'token-1' },
    });
    expect(answer.result?.['isError']).toBeUndefined();
    const reports = client.notices
      .filter((notice) => notice.method === 'notifications/progress')
      .map((notice) => notice.params as { progressToken: string; progress: number; total?: number; message: string });
    expect(reports.length).toBeGreaterThan(2);
    expect(new Set(reports.map((report) => report.progressToken))).toEqual(new Set(['token-1']));
    reports.forEach(
      (report, i) => i > 0 && expect(report.progress).toBeGreaterThan(reports[i - 1]?.progress ?? Infinity),
    );
    const last = reports.at(-1);
    expect(last?.total).toBe(largeCount);
    expect(last?.progress).toBeLessThanOrEqual(largeCount);
    const known = reports.findIndex((report) => report.total !== undefined);
    expect(reports.slice(known).every((report) => report.total === largeCount)).toBe(true);
    await client.close();
  });

  it('sends none without a progress token', async () => {
    const client = new RawClient({ cwd: fixtureProject() });
    await client.initialize();
    await client.call('code-scout_index', { background: false });
    expect(client.notices).toEqual([]);
    await client.close();
  });

  it.each(['older', 'modern'])('stops when it is cancelled (%s)', async (era) => {
    const client = new RawClient({ cwd: large });
    const meta = era === 'modern' ? { _meta: modernMeta() } : {};
    if (era === 'older') await client.initialize();
    // The run that the server starts by itself must be over, so that the cancelled run is that of the call.
    await client.request('tools/call', { name: 'code-scout_index', arguments: { background: false }, ...meta });
    const from = client.messages.length;
    client.send({
      jsonrpc: '2.0',
      id: 'long',
      method: 'tools/call',
      params: {
        name: 'code-scout_index',
        arguments: { background: false, force: true },
        _meta: { ...meta._meta, progressToken: 7 },
      },
    });
    await client.message<Notice>((message) => 'method' in message && message.method === 'notifications/progress', {
      from,
    });
    client.notify('notifications/cancelled', { requestId: 'long', reason: 'enough', ...meta });
    const status = async (): Promise<unknown> => {
      const { result: status } = await client.request('tools/call', {
        name: 'code-scout_status',
        arguments: {},
        ...meta,
      });
      return (status?.['structuredContent'] as Record<string, unknown> | undefined)?.['status'];
    };
    expect(await until(async () => ((await status()) === 'indexing' ? null : status()))).toBe('idle');
    expect(client.messages.slice(from).some((message) => 'id' in message && message.id === 'long')).toBe(false);
    const { result } = await client.request('tools/call', {
      name: 'code-scout_index',
      arguments: { background: false },
      ...meta,
    });
    expect(result).toMatchObject({ structuredContent: { total_files: largeCount } });
    await client.close();
  });

  it('does not block other questions', async () => {
    const client = new RawClient({ cwd: large });
    await client.initialize();
    client.send({
      jsonrpc: '2.0',
      id: 'long',
      method: 'tools/call',
      params: { name: 'code-scout_index', arguments: { background: false, force: true } },
    });
    await indexing(client);
    await client.request('ping');
    expect((await client.call('code-scout_search', { tags: ['module'] })).isError).toBe(false);
    expect(client.messages.filter((message) => 'id' in message && message.id === 'long')).toEqual([]);
    expect((await client.answer('long')).result).toBeDefined();
    await client.close();
  });
});

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
  return children.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}

describe('the end of the server', () => {
  const ends: [string, (client: RawClient) => void][] = [
    ['the end of input', (client) => client.endInput()],
    ['SIGINT', (client) => client.kill('SIGINT')],
    ['SIGTERM', (client) => client.kill('SIGTERM')],
  ];

  it.each(ends)('comes by itself after %s', async (_, end) => {
    const client = new RawClient({ cwd: fixtureProject() });
    await client.initialize();
    await client.call('code-scout_index', { background: false });
    end(client);
    const exit = await client.exit();
    expect([exit.code, exit.signal]).toEqual([0, null]);
    await client.close();
  });

  it.each(ends)('comes by itself after %s while indexing', async (_, end) => {
    const client = new RawClient({ cwd: large });
    await client.initialize();
    client.send({
      jsonrpc: '2.0',
      id: 'long',
      method: 'tools/call',
      params: { name: 'code-scout_index', arguments: { background: false, force: true } },
    });
    await indexing(client);
    end(client);
    const exit = await client.exit();
    expect([exit.code, exit.signal]).toEqual([0, null]);
    await client.close();
  });

  it('comes after all answers that are ready quickly', async () => {
    const client = new RawClient({ cwd: fixtureProject() });
    await client.initialize();
    await client.call('code-scout_index', { background: false });
    // The first search loads what searches need, which is not quick on a busy machine.
    await client.call('code-scout_search', { tags: ['login'] });
    for (let id = 101; id <= 120; id++) {
      client.send({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'code-scout_search', arguments: { tags: ['login'] } },
      });
    }
    client.sendText('{"jsonrpc":"2.0","id":121,"method":"ping"}');
    client.endInput();
    await client.exit();
    for (let id = 101; id <= 121; id++) expect((await client.answer(id)).result).toBeDefined();
    await client.close();
  });

  it.runIf(process.platform === 'linux')(
    'ends all processes that it has started, even where it is killed',
    async () => {
      const client = new RawClient({ cwd: fixtureProject() });
      await client.initialize();
      await client.call('search_code', { query: 'export' });
      // The process starts after the answer.
      await until(() => childrenOf(client.pid).length > 0);
      const started = childrenOf(client.pid);
      process.kill(client.pid, 'SIGKILL');
      await client.exit();
      const left = (): number[] => started.filter((pid) => existsSync(`/proc/${pid}`));
      await until(() => left().length === 0, left);
      expect(left()).toEqual([]);
    },
  );

  it('can come before the handshake', async () => {
    const client = new RawClient({ cwd: fixtureProject() });
    client.endInput();
    expect((await client.exit()).code).toBe(0);
    await client.close();
  });
});

describe('standard output', () => {
  it('contains only messages, whatever other code prints', async () => {
    const noisy = `data:text/javascript,${encodeURIComponent(`
      console.log('printed at the start');
      setInterval(() => { console.log('log'); console.info('info'); console.error('err'); process.stdout.write('half a line'); console.table([[1]]); }, 5).unref();
    `)}`;
    // Output before the server starts cannot be held back, so the printing begins together with the server.
    const delayed = `data:text/javascript,${encodeURIComponent(`setTimeout(() => import(${JSON.stringify(noisy)}), 0);`)}`;
    const script = join(temporaryFolder(), 'entry.mjs');
    writeFileSync(
      script,
      `import { startStdioServer } from ${JSON.stringify(new URL('../../src/mcp/stdio/stdio.ts', import.meta.url).href)};
       import { loadConfig } from ${JSON.stringify(new URL('../../src/config/load.ts', import.meta.url).href)};
       import { servedTools } from ${JSON.stringify(new URL('../../src/mcp/served-tools.ts', import.meta.url).href)};
       const tools = await servedTools({ toolsets: [], names: [], excluded: [], readOnly: false });
       await startStdioServer({ start: process.cwd(), tools, origin: 'current directory', settingsFor: (root) => ({ config: loadConfig({ root }).config, usualLimit: null }) });
       await import(${JSON.stringify(delayed)});
       const { Worker } = await import('node:worker_threads');
       new Worker('setInterval(() => { console.log("from a thread"); process.stdout.write("x") }, 5)', { eval: true }).unref();`,
    );
    const client = new RawClient({ cwd: fixtureProject(), entry: script });
    await client.initialize();
    await client.call('code-scout_index', { background: false });
    for (let i = 0; i < 20; i++) await client.call('code-scout_search', { tags: ['login'] });
    await client.close();
    expect(client.errors).toContain('half a line');
    expect(client.errors).toContain('from a thread');
  });

  it('waits for a client that reads slowly, and loses nothing', async () => {
    const client = new RawClient({ cwd: fixtureProject() });
    await client.initialize();
    client.pauseOutput();
    const count = 3000;
    for (let id = 1; id <= count; id++) client.send({ jsonrpc: '2.0', id: `r${id}`, method: 'resources/list' });
    await wait(500);
    client.resumeOutput();
    for (let id = 1; id <= count; id++) expect((await client.answer(`r${id}`)).result).toBeDefined();
    await client.close();
  });
});

it.each([
  ['a compile cache that belongs to the user alone', {}, ['.cache']],
  ['where that cache is switched on', { CODE_SCOUT_STARTUP_COMPILE_CACHE: 'false' }, []],
])('a server writes outside the project only %s', async (_, settings, expected) => {
  const root = fixtureProject();
  const env: Record<string, string> = { ...cleanEnvironment(), ...settings };
  const home = env['HOME'] ?? '';
  const client = new RawClient({ cwd: root, env: { ...env, NODE_COMPILE_CACHE: undefined } });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
  await client.close();
  expect(readdirSync(home)).toEqual(expected);
  if (expected.length > 0) {
    expect(readdirSync(join(home, '.cache'))).toEqual(['code-scout']);
    expect(readdirSync(join(home, '.cache', 'code-scout'))).toEqual(['compile-cache']);
    expect(statSync(join(home, '.cache', 'code-scout', 'compile-cache')).mode & 0o777).toBe(0o700);
  }
  expect(readdirSync(join(root, '.code-scout')).includes('.gitignore')).toBe(true);
});
