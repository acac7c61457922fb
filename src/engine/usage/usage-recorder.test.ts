/** The usage recorder: its counts in the file and in the report. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longestQuery, mostQueries, type UsageCall, type UsageReport } from '../../model/usage.ts';
import { locationOf } from '../../store/index-location.ts';
import { localStateOf, usagePath } from '../../store/local-state.ts';
import { UsageRecorder } from './usage-recorder.ts';

let root = '';
let databasePath = '';
const opened: UsageRecorder[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-recorder-'));
  mkdirSync(join(root, '.code-scout'));
  databasePath = join(root, '.code-scout', 'database.db');
});
afterEach(async () => {
  for (const recorder of opened.splice(0)) await recorder.close();
  rmSync(root, { recursive: true, force: true });
});

function recorder(
  parts: { databasePath?: string; enabled?: boolean; queries?: boolean; isServer?: boolean; pauseMs?: number } = {},
): UsageRecorder {
  const { enabled = true, queries = true, isServer = true, pauseMs = 10_000 } = parts;
  const metrics = { enabled, queries };
  const made = new UsageRecorder({
    state: localStateOf(locationOf(parts.databasePath ?? databasePath, root)),
    metrics,
    isServer,
    pauseMs,
  });
  opened.push(made);
  return made;
}

function call(parts: Partial<UsageCall> = {}): UsageCall {
  return { tool: 'search_repo', durationMs: 12, error: null, cache: null, query: null, results: null, ...parts };
}

const reader = (): Promise<UsageReport> => recorder({ isServer: false }).report({ days: 7 });

describe('the path of the file', () => {
  it.each([
    ['/p/.code-scout/database.db', '/p/.code-scout/usage.db'],
    ['/p/X.db', '/p/X.usage.db'],
    ['/p/database.db', '/p/database.usage.db'],
    ['/p/.code-scout/other.sqlite3', '/p/.code-scout/other.usage.db'],
    ['/p/index', '/p/index.usage.db'],
    [':memory:', null],
  ])('for the index %s is %s', (of, expected) => {
    const state = localStateOf(locationOf(of, '/p'));
    expect(state === null ? null : usagePath(state)).toBe(expected === null ? null : resolve(expected));
  });
});

describe('a server', () => {
  it('has written all counts when it is closed, and a command reports them', async () => {
    const server = recorder();
    for (let i = 0; i < 3; i++) server.count(call({ cache: i > 0, query: 'sign in', results: 2 }));
    server.count(call({ cache: false, query: 'nowhere', results: 0, durationMs: 100 }));
    server.count(call({ tool: 'get_chunk', error: 'NotFoundError' }));
    server.countRun({ changed: true, files: 10, definitions: 20, indexBytes: 3000 });
    server.countRun({ changed: false, files: 99, definitions: 99, indexBytes: 99 });
    await server.close();
    server.count(call());
    const report = await reader();
    expect(report).toMatchObject({
      counting: true,
      keepingQueries: true,
      path: join(root, '.code-scout', 'usage.db'),
      problem: null,
      calls: 5,
      failed: 1,
      tools: [
        { tool: 'search_repo', calls: 4, failed: 0, errors: {}, cacheHits: 2, cacheMisses: 2 },
        { tool: 'get_chunk', calls: 1, failed: 1, errors: { NotFoundError: 1 }, cacheHits: 0, cacheMisses: 0 },
      ],
      byDay: [{ calls: 5, failed: 1 }],
      popular: [
        { tool: 'search_repo', query: 'sign in', calls: 3, found: 3 },
        { query: 'nowhere', calls: 1, found: 0 },
      ],
      foundNothing: [{ query: 'nowhere' }],
      growth: [{ files: 10, definitions: 20, bytes: 3000 }],
    });
    const [search] = report.tools;
    expect((search?.p50Ms ?? 0) / 12).toBeCloseTo(1, 1);
    expect((search?.p99Ms ?? 0) / 100).toBeCloseTo(1, 1);
    expect(report.peakMemoryBytes).toBeGreaterThan(10 * 2 ** 20);
  });

  it('reports counts that are not written yet, and counts nothing twice', async () => {
    const [server, other] = [recorder(), recorder()];
    for (let i = 1; i <= 3; i++) {
      server.count(call());
      other.count(call());
      expect((await server.report({ days: 1 })).calls).toBe(2 * i - 1);
      expect((await other.report({ days: 1 })).calls).toBe(2 * i);
    }
  });

  it('stores no lone surrogates and no NUL', async () => {
    const server = recorder();
    const long = `${'x'.repeat(longestQuery - 1)}🦘 and more`;
    for (const query of [long, 'a\0b', ' \n', '']) server.count(call({ query, results: 1 }));
    await server.close();
    const words = (await reader()).popular.map(({ query }) => query);
    expect(words.toSorted()).toEqual(['a\uFFFDb', `${'x'.repeat(longestQuery - 1)}\uFFFD`]);
  });

  it.each([
    ['enabled', { enabled: false }],
    ['isServer', { isServer: false }],
  ])('writes nothing without %s', async (_, parts) => {
    const server = recorder(parts);
    server.count(call());
    server.countRun({ changed: true, files: 1, definitions: 1, indexBytes: 1 });
    expect(await server.report({ days: 7 })).toMatchObject({ calls: 0, growth: [], problem: null });
    await server.close();
    expect(existsSync(join(root, '.code-scout', 'usage.db'))).toBe(false);
  });

  it('stores no queries if the user does not want it', async () => {
    const server = recorder({ queries: false });
    server.count(call({ query: 'quokka', results: 1 }));
    await server.close();
    expect(readFileSync(join(root, '.code-scout', 'usage.db')).includes('quokka')).toBe(false);
    expect(await reader()).toMatchObject({ calls: 1, popular: [] });
  });

  it('keeps counts in memory if the index is in memory', async () => {
    const server = recorder({ databasePath: ':memory:' });
    server.count(call({ query: 'sign in', results: 1 }));
    expect(await server.report({ days: 7 })).toMatchObject({ calls: 1, popular: [{ query: 'sign in' }], path: null });
    await server.forget();
    expect(await server.report({ days: 7 })).toMatchObject({ calls: 0, popular: [] });
  });
});

/** The number of calls in the file, read without the server, once it reaches `calls` or after a timeout. */
async function writtenCalls(expected: number): Promise<number> {
  let { calls } = await reader();
  for (let i = 0; i < 500 && calls !== expected; i++) {
    await wait(10);
    ({ calls } = await reader());
  }
  return calls;
}

it('writes at regular intervals', async () => {
  const server = recorder({ pauseMs: 20 });
  server.count(call());
  expect(await writtenCalls(1)).toBe(1);
  for (let i = 0; i < 3; i++) server.count(call());
  expect(await writtenCalls(4)).toBe(4);
});

it('tries again after a failure', async () => {
  rmSync(join(root, '.code-scout'), { recursive: true });
  const server = recorder({ pauseMs: 20 });
  server.count(call());
  await wait(50);
  mkdirSync(join(root, '.code-scout'));
  expect(await writtenCalls(1)).toBe(1);
});

describe('counts that cannot be written', () => {
  it.each<[string, () => void, RegExp]>([
    ['damaged', () => writeFileSync(join(root, '.code-scout', 'usage.db'), 'hello '.repeat(1000)), /not a database/],
    ['without its folder', () => rmSync(join(root, '.code-scout'), { recursive: true }), /does not exist/],
  ])('%s, stay in memory and are reported', async (_, spoil, problem) => {
    spoil();
    const server = recorder();
    server.count(call({ query: 'sign in', results: 1 }));
    for (let i = 0; i < 2; i++) {
      const report = await server.report({ days: 7 });
      expect(report).toMatchObject({ calls: 1, popular: [{ calls: 1 }] });
      expect(report.problem).toMatch(problem);
    }
    rmSync(join(root, '.code-scout'), { recursive: true, force: true });
    mkdirSync(join(root, '.code-scout'));
    expect(await server.report({ days: 7 })).toMatchObject({ calls: 1, popular: [{ calls: 1 }], problem: null });
    await server.close();
    expect((await reader()).calls).toBe(1);
  });

  it('are bounded', async () => {
    rmSync(join(root, '.code-scout'), { recursive: true });
    const server = recorder();
    for (let i = 0; i < 3; i++) server.count(call({ query: 'often', results: 1 }));
    for (let i = 0; i < 3 * mostQueries; i++) server.count(call({ query: `once ${i}`, results: 1 }));
    mkdirSync(join(root, '.code-scout'));
    await server.close();
    const report = await reader();
    expect([report.calls, report.popular[0]?.query, report.popular[0]?.calls]).toEqual([
      3 + 3 * mostQueries,
      'often',
      3,
    ]);
  });

  it('go to a new file if the old one was removed', async () => {
    const server = recorder();
    server.count(call());
    await server.report({ days: 7 });
    rmSync(join(root, '.code-scout', 'usage.db'));
    server.count(call());
    await server.close();
    expect((await reader()).calls).toBe(1);
  });
});

describe('removing counts', () => {
  it('removes those of this process and of others', async () => {
    const [server, other] = [recorder(), recorder()];
    server.count(call({ query: 'quokka', results: 1 }));
    await server.report({ days: 7 });
    server.count(call({ query: 'wombat', results: 1 }));
    other.count(call({ query: 'platypus', results: 1 }));
    await server.forget();
    await other.close();
    expect(await reader()).toMatchObject({ calls: 0, popular: [], problem: null });
    await wait(5);
    server.count(call({ query: 'echidna', results: 1 }));
    await server.close();
    expect(await reader()).toMatchObject({ calls: 1, popular: [{ query: 'echidna' }] });
    const bytes = readFileSync(join(root, '.code-scout', 'usage.db'));
    for (const word of ['quokka', 'wombat', 'platypus']) expect(bytes.includes(word), word).toBe(false);
  });
});
