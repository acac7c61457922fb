/** How servers count their own use, with real servers that are asked, then end, and the report afterwards. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UsageReport } from '../../src/model/usage.ts';
import { run } from './cli-process.ts';
import { fixtureProject } from './fixture-project.ts';
import { startHttpServer } from './http-process.ts';
import { RawClient } from './raw-client.ts';

const usageFile = (root: string): string => join(root, '.code-scout', 'usage.db');

async function stats(
  root: string,
  args: readonly string[] = [],
): Promise<{ code: number | null; report: UsageReport }> {
  const { code, stdout } = await run(['stats', '--json', ...args], { cwd: root });
  return { code, report: JSON.parse(stdout) as UsageReport };
}

/** A server over standard input that gets the same four calls each time; one of them fails. */
async function askServer(root: string, args: readonly string[] = []): Promise<void> {
  const client = new RawClient({ cwd: root, args: ['serve', ...args] });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
  expect((await client.call('search_code', { query: 'quokkaBurrow' })).isError).toBe(false);
  expect((await client.call('search_code', { query: 'loginUser' })).isError).toBe(false);
  expect((await client.call('get_callers', { symbol: 'wombatNowhere' })).isError).toBe(true);
  client.endInput();
  expect((await client.exit()).code).toBe(0);
}

describe('a server over standard input', () => {
  it('has counted every call when it ends, and the next server adds to that', async () => {
    const root = fixtureProject();
    await askServer(root);
    await askServer(root);
    // Windows has no file modes.
    expect(statSync(usageFile(root)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    expect(readdirSync(join(root, '.code-scout')).filter((name) => name.startsWith('usage'))).toEqual(['usage.db']);
    const { code, report } = await stats(root);
    expect(code).toBe(0);
    expect(report).toMatchObject({ days: 7, counting: true, keepingQueries: true, problem: null, calls: 8, failed: 2 });
    const counts = report.tools.map(({ tool, calls, failed, errors }) => [tool, calls, failed, errors]);
    expect(counts).toEqual([
      ['search_code', 4, 0, {}],
      ['code-scout_index', 2, 0, {}],
      ['get_callers', 2, 2, { NotFoundError: 2 }],
    ]);
    for (const { p50Ms, p95Ms, p99Ms } of report.tools) {
      expect(p50Ms).toBeGreaterThan(0);
      expect(p95Ms).toBeGreaterThanOrEqual(p50Ms);
      expect(p99Ms).toBeGreaterThanOrEqual(p95Ms);
    }
    expect(report.popular.map(({ tool, query, calls }) => [tool, query, calls]).toSorted()).toEqual([
      ['search_code', 'loginUser', 2],
      ['search_code', 'quokkaBurrow', 2],
    ]);
    expect(report.foundNothing.map(({ query, found }) => [query, found])).toEqual([['quokkaBurrow', 0]]);
    expect(report.growth.length).toBe(1);
    expect(report.growth[0]?.files).toBeGreaterThan(5);
    expect(report.peakMemoryBytes).toBeGreaterThan(20 * 2 ** 20);
  });

  it('adds its counts to those of others that end at the same time', async () => {
    const root = fixtureProject();
    await run(['index'], { cwd: root });
    await Promise.all([askServer(root), askServer(root), askServer(root)]);
    expect((await stats(root)).report.calls).toBe(12);
  });

  it('counts a call with wrong arguments for the project that it serves', async () => {
    const root = fixtureProject();
    const client = new RawClient({ cwd: root });
    await client.initialize();
    await client.call('search_code', { qeury: 'x' });
    await client.call('code-scout_status');
    await client.close();
    expect((await stats(root)).report.tools.find(({ tool }) => tool === 'search_code')?.errors).toEqual({
      ValidationError: 1,
    });
  });

  it('writes nothing with --no-metrics', async () => {
    const root = fixtureProject();
    await askServer(root, ['--no-metrics']);
    expect(existsSync(join(root, '.code-scout', 'database.db'))).toBe(true);
    expect(existsSync(usageFile(root))).toBe(false);
    const { code, stdout } = await run(['stats', '--no-metrics'], { cwd: root });
    expect([code, stdout]).toEqual([1, expect.stringContaining('Servers count nothing: `metrics.enabled` is off')]);
  });

  it('records no words of queries with --no-query-log', async () => {
    const root = fixtureProject();
    await askServer(root, ['--no-query-log']);
    const { report } = await stats(root);
    expect([report.calls, report.popular]).toEqual([4, []]);
    const bytes = readFileSync(usageFile(root));
    for (const word of ['quokka', 'loginUser', 'wombat']) expect(bytes.includes(word), word).toBe(false);
  });

  it('keeps its counts beside an index whose place the user chose', async () => {
    const root = fixtureProject();
    const folder = fixtureProject();
    await askServer(root, ['--db', join(folder, 'X.db')]);
    expect(existsSync(join(folder, 'X.usage.db'))).toBe(true);
    expect(existsSync(join(root, '.code-scout'))).toBe(false);
    expect((await stats(root, ['--db', join(folder, 'X.db')])).report.calls).toBe(4);
  });

  it('answers normally where its file is not a database, and leaves that file unchanged', async () => {
    const root = fixtureProject();
    mkdirSync(join(root, '.code-scout'));
    writeFileSync(usageFile(root), 'somebody else’s'.repeat(1000));
    const before = readFileSync(usageFile(root));
    await askServer(root);
    expect(readFileSync(usageFile(root)).equals(before)).toBe(true);
    const { stdout } = await run(['stats'], { cwd: root });
    expect(stdout).toMatch(/Counts cannot be read: .*not a database/);
  });
});

describe('code-scout stats', () => {
  it('prints a page that names what was used, and says where nothing was', async () => {
    const root = fixtureProject();
    const empty = await run(['stats'], { cwd: root });
    expect([empty.code, empty.stdout]).toEqual([1, expect.stringContaining('A server counts the calls of agents')]);
    expect(existsSync(join(root, '.code-scout'))).toBe(false);
    const client = new RawClient({ cwd: root });
    await client.initialize();
    await client.call('search_code', { query: 'odd \u001b[31m words \u202e' });
    await client.call('search_repo', { query: 'how users sign in' });
    // On a busy machine the answers may come before the run that makes the index has ended.
    await client.call('code-scout_index', { background: false });
    await client.close();
    const { code, stdout } = await run(['stats'], { cwd: root });
    expect(code).toBe(0);
    for (const part of [
      '\nTools\n',
      'p95',
      '\nMost frequent queries\n',
      '\nQueries without results\n',
      '\nThe index\n',
      'a server used up to',
    ])
      expect(stdout).toContain(part);
    expect(stdout).toContain(String.raw`odd \x1b[31m words \u202e`);
    expect(stdout).not.toMatch(/\u001b|\u202e/);
    const forgotten = await run(['stats', '--forget'], { cwd: root });
    expect([forgotten.code, forgotten.stdout]).toEqual([0, 'All counts and queries are deleted.\n']);
    expect((await stats(root)).report).toMatchObject({ calls: 0, popular: [], growth: [] });
    expect(readFileSync(usageFile(root)).includes('sign in')).toBe(false);
  });

  it.each(['91', '1.5'])('refuses --days %s', async (days) => {
    const root = fixtureProject();
    const { code, stderr } = await run(['stats', '--days', days], { cwd: root });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--days must be a whole number from 1 to 90')]);
  });
});

describe('GET /api/usage', () => {
  it('gives the same report while the server runs, and refuses unknown parameters', async () => {
    const root = fixtureProject();
    const server = await startHttpServer({ cwd: root });
    const ask = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
      const response = await fetch(server.url + path);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const post = (tool: string, args: unknown): Promise<Response> =>
      fetch(`${server.url}/api/tools/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
    try {
      await post('code-scout_index', { background: false });
      await post('search_code', { query: 'loginUser' });
      const { status, body } = await ask('/api/usage?days=1');
      expect(status).toBe(200);
      expect(body).toMatchObject({ days: 1, calls: 2, popular: [{ query: 'loginUser', tool: 'search_code' }] });
      const [named] = ((await ask('/api/projects')).body as { projects: { name: string }[] }).projects;
      expect((await ask(`/api/usage?project=${named?.name ?? ''}`)).body).toMatchObject({ days: 7, calls: 2 });
      for (const [query, type, expected] of [
        ['days=0', 'ValidationError', 400],
        ['days=7x', 'ValidationError', 400],
        ['day=7', 'ValidationError', 400],
        ['project=nope', 'NotFoundError', 404],
      ] as const) {
        expect(await ask(`/api/usage?${query}`), query).toMatchObject({ status: expected, body: { error: { type } } });
      }
      const text = await (await fetch(`${server.url}/metrics`)).text();
      const at = (quantile: string): number =>
        Number(
          new RegExp(`code_scout_tool_latency_seconds\\{tool="search_code",quantile="${quantile}"\\} (\\S+)`).exec(
            text,
          )?.[1],
        );
      expect(at('0.5')).toBeGreaterThan(0);
      expect(at('0.99')).toBeGreaterThanOrEqual(at('0.5'));
      expect(text).toContain('code_scout_tool_latency_seconds_count{tool="search_code"} 1\n');
      expect(text).toContain('code_scout_queries_total{tool="search_code",result="found"} 1\n');
      expect(text).toMatch(/\ncode_scout_memory_peak_bytes \d{8,}\n/);
      expect(text).not.toContain('loginUser');
    } finally {
      await server.close();
    }
    expect((await stats(root)).report.calls).toBe(2);
  });
});
