/** Usage counts in real files, by one process and by several. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptDays, mostGrowthPoints, mostQueries, type GrowthPoint, type QueryUsage } from '../../model/usage.ts';
import { addLatency, createLatencyHistogram, latencyQuantile } from '../../util/latency-histogram.ts';
import { openStore } from '../registry.ts';
import { dayOf, type DayCounts, type UsageBatch, type UsageStore } from '../usage-store.ts';
import { Database } from './file/driver.ts';
import { forgetSqliteUsage, openSqliteUsage } from './usage-store.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const dayMs = 86_400_000;
const today = '2026-11-22';
const always = { fromMs: 0 };

let directory = '';
let path = '';
const opened: UsageStore[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'code-scout-usage-'));
  path = join(directory, 'usage.db');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  chmodSync(directory, 0o755);
  rmSync(directory, { recursive: true, force: true });
});

async function open(readOnly = false): Promise<UsageStore> {
  const store = await openSqliteUsage({ path, readOnly });
  if (store === null) throw new Error('nothing to open');
  opened.push(store);
  return store;
}

function dayWith(tool: string, latencies: readonly number[], errors: Record<string, number> = {}): DayCounts {
  const latency = createLatencyHistogram();
  for (const ms of latencies) addLatency(latency, ms);
  const counts = {
    calls: latencies.length,
    cacheHits: 1,
    cacheMisses: 2,
    errors: new Map(Object.entries(errors)),
    latency,
  };
  return { tools: new Map([[tool, counts]]), peakMemoryBytes: latencies.length * 1000 };
}

function batch(parts: Partial<Omit<UsageBatch, 'days'>> & { days?: Record<string, DayCounts> } = {}): UsageBatch {
  return { sinceMs: nowMs, queries: [], growth: [], ...parts, days: new Map(Object.entries(parts.days ?? {})) };
}

function query(words: string, parts: Partial<QueryUsage> = {}): QueryUsage {
  return { tool: 'search', query: words, calls: 1, found: 1, lastMs: nowMs, ...parts };
}

const add = (store: UsageStore, what: UsageBatch, at = nowMs): Promise<void> =>
  store.add(what, { nowMs: at, patienceMs: 1000 });

describe('added counts', () => {
  it('add up by batch and by day, and are there for the next process', async () => {
    const store = await open();
    await add(store, batch({ days: { [today]: dayWith('search', [1, 2, 3], { NotFoundError: 1 }) } }));
    await add(store, batch({ days: { [today]: dayWith('search', [100], { NotFoundError: 2, InternalError: 1 }) } }));
    await add(store, batch({ days: { '2026-11-20': dayWith('get_chunk', [7, 8]) } }));
    const totals = await (await open(true)).read({ fromMs: nowMs - 5 * dayMs });
    expect(totals.tools.get('search')).toMatchObject({ calls: 4, cacheHits: 2, cacheMisses: 4 });
    expect(Object.fromEntries(totals.tools.get('search')?.errors ?? [])).toEqual({
      NotFoundError: 3,
      InternalError: 1,
    });
    const latency = totals.tools.get('search')?.latency ?? createLatencyHistogram();
    expect(latencyQuantile(latency, 0.5)).toBeCloseTo(2, 0);
    expect(latencyQuantile(latency, 1) / 100).toBeCloseTo(1, 1);
    expect([...totals.days]).toEqual([
      ['2026-11-20', { calls: 2, failed: 0, peakMemoryBytes: 2000 }],
      [today, { calls: 4, failed: 4, peakMemoryBytes: 3000 }],
    ]);
    const later = await store.read({ fromMs: Date.parse(today) });
    expect([...later.tools.keys()]).toEqual(['search']);
  });

  it('are removed after the stored number of days', async () => {
    const store = await open();
    const old = dayOf(nowMs - keptDays * dayMs);
    const oldest = dayOf(nowMs - (keptDays - 1) * dayMs);
    const queries = [query('old', { lastMs: nowMs - keptDays * dayMs - 1 }), query('new')];
    await add(store, batch({ days: { [old]: dayWith('search', [1]), [oldest]: dayWith('search', [1]) }, queries }));
    const totals = await store.read(always);
    expect([...totals.days.keys()]).toEqual([oldest]);
    expect(totals.queries.map((one) => one.query)).toEqual(['new']);
  });

  it('count a query by tool and text, for any text', async () => {
    const store = await open();
    const odd = ["'; DROP TABLE queries; --", '__proto__', 'Füße 🦘\u202e', 'a\nb\tc', '%_*'];
    for (const found of [1, 0]) {
      await add(store, batch({ queries: odd.map((words) => query(words, { found, lastMs: nowMs + found })) }));
    }
    await add(store, batch({ queries: [query('%_*', { tool: 'search_repo' })] }));
    const { queries } = await store.read(always);
    expect(queries).toHaveLength(odd.length + 1);
    for (const words of odd) expect(queries).toContainEqual(query(words, { calls: 2, found: 1, lastMs: nowMs + 1 }));
  });

  it('keep the queries of most value', async () => {
    const store = await open();
    const often = [
      query('often', { calls: 5 }),
      query('often, but long ago', { calls: 5, lastMs: nowMs - 60 * dayMs }),
    ];
    await add(store, batch({ queries: often }));
    const once = Array.from({ length: mostQueries }, (_, i) => query(`once ${i}`, { lastMs: nowMs - i }));
    await add(store, batch({ queries: once }));
    const words = new Set((await store.read(always)).queries.map((one) => one.query));
    expect(words.size).toBe(mostQueries);
    expect([words.has('often'), words.has('often, but long ago'), words.has('once 0')]).toEqual([true, false, true]);
    expect(words.has(`once ${mostQueries - 1}`)).toBe(false);
  });

  it('keep a point of growth if an hour has passed or a size differs by more than a hundredth', async () => {
    const store = await open();
    const point = (minutes: number, files: number, bytes = 10_000): GrowthPoint => ({
      atMs: nowMs + minutes * 60_000,
      files,
      definitions: 500,
      bytes,
    });
    const growth = [point(0, 100), point(1, 101), point(2, 102), point(3, 102, 10_050), point(63, 102)];
    for (const one of growth) await add(store, batch({ growth: [one] }));
    const kept = (await store.read(always)).growth;
    expect(kept).toEqual([point(0, 100), point(2, 102), point(63, 102)]);
    expect((await store.read({ fromMs: nowMs + 63 * 60_000 })).growth).toEqual([point(2, 102), point(63, 102)]);
    const many = Array.from({ length: mostGrowthPoints + 5 }, (_, i) => point(100 + i, i % 2 === 0 ? 200 : 300));
    await add(store, batch({ growth: many }));
    const last = (await store.read(always)).growth;
    expect([last.length, last.at(-1)]).toEqual([mostGrowthPoints, many.at(-1)]);
  });
});

describe('the file', () => {
  it('is private, whether it is new or existed before', async () => {
    await add(await open(), batch({ queries: [query('quokka')] }));
    for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777, name).toBe(0o600);
    for (const store of opened.splice(0)) await store.close();
    expect(readdirSync(directory)).toEqual(['usage.db']);
    chmodSync(path, 0o644);
    await open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is not created without a folder, nor for reading', async () => {
    expect(await openSqliteUsage({ path: join(directory, 'no', 'usage.db') })).toBeNull();
    expect(await openSqliteUsage({ path, readOnly: true })).toBeNull();
    writeFileSync(path, '');
    expect(await openSqliteUsage({ path, readOnly: true })).toBeNull();
    expect(readFileSync(path)).toHaveLength(0);
  });

  it('is noticed to be removed or replaced', async () => {
    const store = await open();
    expect(store.isGone()).toBe(false);
    renameSync(path, `${path}.old`);
    expect(store.isGone()).toBe(true);
    writeFileSync(path, 'x');
    expect(store.isGone()).toBe(true);
  });

  it.each<[string, () => Promise<void> | void, RegExp]>([
    ['no database', () => writeFileSync(path, 'hello '.repeat(1000)), /not a database/],
    ['an index', async () => (await openStore({ file: path })).close(), /another program/],
    ['newer', async () => change('PRAGMA user_version = 2'), /newer version/],
    [
      'one with a trigger',
      async () => change('CREATE TRIGGER t AFTER INSERT ON calls BEGIN DELETE FROM queries; END'),
      /does not have the expected tables/,
    ],
    ['one with another table', async () => change('CREATE TABLE more (a)'), /does not have the expected tables/],
    ['a link', () => symlinkSync(join(directory, 'elsewhere'), path), /it is a link/],
    ['a folder', () => renameSync(mkdtempSync(join(directory, 'x')), path), /plain file/],
  ])('that is %s is left alone', async (_, make, message) => {
    await make();
    const before = statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path) : null;
    for (const readOnly of [false, true]) {
      const failure = await openSqliteUsage({ path, readOnly }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: 'DatabaseError', message: expect.stringMatching(message) as unknown });
    }
    expect(existsSync(join(directory, 'elsewhere'))).toBe(false);
    if (before !== null) expect(readFileSync(path).equals(before)).toBe(true);
  });

  async function change(sql: string): Promise<void> {
    await (await openSqliteUsage({ path }))?.close();
    const database = new Database(path);
    database.exec(sql);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }

  it('gives an error if it is damaged', async () => {
    const queries = Array.from({ length: 500 }, (_, i) => query(`words ${i}`));
    await add(await open(), batch({ queries }));
    await opened.pop()?.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096 * 3);
    writeFileSync(path, bytes);
    const attempt = open().then((store) => add(store, batch({ queries })));
    await expect(attempt).rejects.toMatchObject({ code: 'DatabaseError' });
  });

  it('is waited for if it is locked, with an error after a timeout', async () => {
    const store = await open();
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    const failed = store.add(batch({ queries: [query('a')] }), { nowMs, patienceMs: 50 });
    await expect(failed).rejects.toMatchObject({
      code: 'DatabaseError',
      message: expect.stringMatching(/locked/) as unknown,
    });
    const waiting = store.add(batch({ queries: [query('b')] }), { nowMs, patienceMs: 5000 });
    setTimeout(() => other.exec('COMMIT'), 100);
    await waiting;
    other.close();
    expect((await store.read(always)).queries.map((one) => one.query)).toEqual(['b']);
  });
});

describe('removing all counts', () => {
  const secret = 'wombat burrow';

  it('leaves nothing of them in the file, while another process has it open', async () => {
    const store = await open();
    await add(store, batch({ queries: [query(secret)], days: { [today]: dayWith('search', [1]) } }));
    await forgetSqliteUsage(path);
    const totals = await store.read(always);
    expect([totals.tools.size, totals.days.size, totals.queries, totals.growth]).toEqual([0, 0, [], []]);
    for (const name of readdirSync(directory)) expect(readFileSync(join(directory, name)).includes(secret)).toBe(false);
  });

  it('drops a batch that began before, and accepts one that began later', async () => {
    const store = await open();
    await forgetSqliteUsage(path);
    const later = Date.now() + 1;
    await store.add(batch({ sinceMs: later - 5000, queries: [query('before')] }), { nowMs: later, patienceMs: 0 });
    await store.add(batch({ sinceMs: later, queries: [query('after')] }), { nowMs: later, patienceMs: 0 });
    expect((await store.read(always)).queries.map((one) => one.query)).toEqual(['after']);
  });

  it('accepts batches if the clock was set back afterwards', async () => {
    const store = await open();
    await forgetSqliteUsage(path);
    await add(store, batch({ sinceMs: nowMs - 1, queries: [query('yesterday')] }), Date.now() - dayMs);
    expect((await store.read(always)).queries).toHaveLength(1);
  });

  it('does nothing without a file', async () => {
    await forgetSqliteUsage(path);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('removes a damaged file, but no file of another program', async () => {
    writeFileSync(path, 'hello '.repeat(1000));
    await forgetSqliteUsage(path);
    expect(readdirSync(directory)).toEqual([]);
    await (await openStore({ file: path })).close();
    await expect(forgetSqliteUsage(path)).rejects.toMatchObject({ code: 'DatabaseError' });
    expect(existsSync(path)).toBe(true);
  });
});

/** Runs a module with `openSqliteUsage`, `path` and `batch(words)` in scope, and returns its output. */
async function inProcess(body: string, options: { uid?: number } = {}): Promise<string> {
  const usageStore = new URL('./usage-store.ts', import.meta.url).href;
  const histogram = new URL('../../util/latency-histogram.ts', import.meta.url).href;
  const script = `
    import { openSqliteUsage } from ${JSON.stringify(usageStore)};
    import { addLatency, createLatencyHistogram } from ${JSON.stringify(histogram)};
    const path = ${JSON.stringify(path)};
    const nowMs = ${nowMs};
    const batch = (ms) => {
      const latency = createLatencyHistogram();
      addLatency(latency, ms);
      const counts = { calls: 1, cacheHits: 1, cacheMisses: 0, errors: new Map([['NotFoundError', 1]]), latency };
      return {
        sinceMs: nowMs,
        days: new Map([['${today}', { tools: new Map([['search', counts]]), peakMemoryBytes: ms }]]),
        queries: [{ tool: 'search', query: 'shared', calls: 1, found: 1, lastMs: nowMs }],
        growth: [],
      };
    };
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect([errors, code]).toEqual(['', 0]);
  return output;
}

it('adds up exactly if several processes create and write it at once', async () => {
  const writer = (ms: number): Promise<string> =>
    inProcess(`
      for (let n = 0; n < 100; n++) {
        const store = await openSqliteUsage({ path });
        await store.add(batch(${ms}), { nowMs, patienceMs: 30_000 });
        if (n % 3 === 0) await store.add(batch(${ms}), { nowMs, patienceMs: 30_000 });
        await store.close();
      }`);
  await Promise.all([1, 20, 300, 4000].map(writer));
  const { tools, days, queries } = await (await open(true)).read(always);
  const all = 4 * (100 + 34);
  const search = tools.get('search');
  expect(search).toMatchObject({ calls: all, cacheHits: all, cacheMisses: 0 });
  expect(search?.errors.get('NotFoundError')).toBe(all);
  expect([...(search?.latency ?? [])].filter((count) => count > 0)).toEqual([134, 134, 134, 134]);
  expect(days.get(today)).toEqual({ calls: all, failed: all, peakMemoryBytes: 4000 });
  expect(queries).toEqual([query('shared', { calls: all, found: all })]);
});

it('can be read in a read-only folder, and says why it cannot be written', async () => {
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  await add(await open(), batch({ queries: [query('kept')] }));
  await opened.pop()?.close();
  chmodSync(path, 0o444);
  chmodSync(directory, 0o555);
  const output = await inProcess(
    `const store = await openSqliteUsage({ path, readOnly: true });
    const { queries } = await store.read({ fromMs: 0 });
    const failure = await openSqliteUsage({ path }).then(() => null, (error) => error.code);
    process.stdout.write(JSON.stringify([queries.length, failure]));`,
    unprivileged,
  );
  expect(JSON.parse(output)).toEqual([1, 'DatabaseError']);
});
