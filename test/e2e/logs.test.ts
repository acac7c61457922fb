/**
 * Log lines of real servers: their fields, and that questions and contents of files appear at `debug` only, if at all.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureProject } from './fixture-project.ts';
import { startHttpServer } from './http-process.ts';
import { RawClient } from './raw-client.ts';

type Line = Record<string, unknown>;

/** Asks a server, ends it, and gives what it wrote to standard error. */
type Ask = (root: string, args: readonly string[], calls: readonly (readonly [string, object])[]) => Promise<string>;

const info = { CODE_SCOUT_LOGGING_LEVEL: 'info' };

const overStdio: Ask = async (root, args, calls) => {
  const client = new RawClient({ cwd: root, args: ['serve', ...args], env: info });
  await client.initialize();
  // The log level is a setting of the project, which is read with the first question.
  await client.call('code-scout_index', { background: false });
  for (const [name, given] of calls) await client.call(name, { ...given });
  await client.fault('{"jsonrpc": "2.0", "method": gryphonHalf\n');
  await client.close();
  return client.errors;
};

const overHttp: Ask = async (root, args, calls) => {
  const server = await startHttpServer({ cwd: root, args, env: info });
  const post = (path: string, body: string): Promise<Response> =>
    fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (const [name, given] of [['code-scout_index', { background: false }], ...calls] as const)
    await (await post(`/api/tools/${name}`, JSON.stringify(given))).text();
  for (const path of ['/api/tools/gryphonTool', '/mcp', '/gryphonPath?gryphonQuery=1'])
    await (await post(path, '{"jsonrpc": "2.0", "method": gryphonHalf')).text();
  await server.close();
  return server.errors();
};

/** The log lines in what a server wrote to standard error. */
function linesOf(errors: string): Line[] {
  const lines = errors.trimEnd().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
}

const query = 'quokka wombat';
const calls = [
  ['code-scout_search', { tags: ['login', 'session'] }],
  ['search_code', { query }],
  ['search_code', { query: 'hashPassword' }],
  ['search_repo', { query: 'how users sign in' }],
  // The error messages of these calls repeat the question.
  ['search_code', { query: 'platypus[', regex: true }],
  ['get_callers', { symbol: 'echidnaNowhere\u202e"}' }],
  ['search_repo', { query: 'numbat', numbatField: 1 }],
  ['read_file', { file_path: 'src/auth/quoll-secret.ts' }],
] as const;

const asked = /quokka|wombat|login session|hashPassword|how users|platypus|echidna|numbat|quoll|gryphon/i;
/** Text of the files that were found and read. */
const source = /new Session\(|Signs users|Writes a login report|loginSecret/;

describe.each<[string, string, Ask]>([
  ['over standard input', 'MCP', overStdio],
  ['over HTTP', 'API', overHttp],
])('a server %s', (_, component, ask) => {
  it.each<[string, readonly string[]]>([
    ['info', []],
    ['debug', ['--verbose']],
  ])('at %s', async (level, args) => {
    const errors = await ask(fixtureProject(), args, calls);
    const lines = linesOf(errors).filter(({ tool }) => tool !== undefined && tool !== 'code-scout_index');
    expect(lines.map(({ tool }) => tool)).toEqual(calls.map(([name]) => name));
    const debug = level === 'debug';
    const always = ['timestamp', 'level', 'component', 'tool', 'duration'];
    const words = debug ? ['query'] : ['queryLength', 'queryHash'];
    const wrong = [...always, 'error', ...(debug ? ['message'] : [])];
    expect(lines.map((line) => Object.keys(line))).toEqual([
      [...always, ...words, 'results', 'cache'],
      [...always, ...words, 'results'],
      [...always, ...words, 'results'],
      [...always, ...words, 'results', 'cache'],
      wrong,
      wrong,
      wrong,
      wrong,
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
        level: 'error' in line ? 'warn' : 'info',
        component,
        duration: expect.any(Number) as unknown,
      });
      expect(Number.isInteger(line['duration'])).toBe(true);
    }
    const hash = createHash('sha256').update(query).digest('hex').slice(0, 12);
    expect(lines[1]).toMatchObject(debug ? { query, results: 0 } : { queryLength: 13, queryHash: hash, results: 0 });
    expect(lines.slice(-4).map(({ error }) => error)).toEqual([
      'ValidationError',
      'NotFoundError',
      'ValidationError',
      'NotFoundError',
    ]);
    expect(errors).not.toMatch(source);
    if (debug) expect(lines[5]?.['message']).toMatch(/echidnaNowhere/);
    else expect(errors).not.toMatch(asked);
  });
});

describe('indexing runs of a server', () => {
  const ofRuns = (errors: string): Line[] => linesOf(errors).filter((line) => line['component'] === 'Index');

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['are logged where they changed something', info, ['info', 'info', 'error']],
    ['are logged by default where they failed', {}, ['error']],
  ])('%s', async (_, env, levels) => {
    const root = fixtureProject();
    const moved = `${root}-moved`;
    const client = new RawClient({ cwd: root, args: ['serve'], env: { ...env, CODE_SCOUT_WATCHING_ENABLED: 'false' } });
    await client.initialize();
    const index = async (): Promise<unknown> => client.call('code-scout_index', { background: false });
    await index();
    // Nothing has changed.
    await index();
    rmSync(join(root, 'src', 'auth', 'session.ts'));
    appendFileSync(join(root, 'package.json'), '\n');
    await index();
    renameSync(root, moved);
    writeFileSync(root, 'a file in the place of the project');
    await index();
    await client.close();
    rmSync(root);
    renameSync(moved, root);
    const lines = ofRuns(client.errors);
    expect(lines.map(({ level }) => level)).toEqual(levels);
    const common = { timestamp: expect.any(String) as unknown, component: 'Index', project: root };
    const timed = { ...common, duration: expect.any(Number) as unknown };
    const [first, second] = lines;
    if (levels.length > 1) {
      expect(first).toEqual({ ...timed, level: 'info', read: expect.any(Number) as unknown, removed: 0 });
      expect(first?.['read']).toBeGreaterThan(3);
      expect(second).toEqual({ ...timed, level: 'info', read: 1, removed: 1 });
    }
    const message = expect.stringMatching(/ is not a folder$/) as unknown;
    expect(lines.at(-1)).toEqual({ ...timed, level: 'error', error: 'FileSystemError', message });
    expect(client.errors).not.toMatch(source);
  });
});

it('goes on when nobody reads the log', async () => {
  const root = fixtureProject();
  const client = new RawClient({ cwd: root, args: ['serve'], env: { CODE_SCOUT_LOGGING_LEVEL: 'debug' } });
  client.dropErrors();
  await client.initialize();
  await client.call('code-scout_index', { background: false });
  for (const tags of [['login'], ['session']]) {
    expect(JSON.stringify(await client.call('code-scout_search', { tags }))).toContain('src/');
  }
  expect((await client.close()).code).toBe(0);
});
