/** Nothing from outside of what a sender may read: with real engines, over the protocol, the JSON API and the explorer's questions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tools } from '../../src/tools/registry.ts';
import { CatalogueChecker } from '../../src/team/access/catalogue-access.ts';
import type { Catalogue } from '../../src/team/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { makeToken, tokenDigest } from '../../src/team/catalogue/tokens.ts';
import { makeRepositories, servePermitted, type PermissionServer, type Repositories } from './permission-server.ts';

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const;
const ids = names.map((_, at) => at + 1);
const readers = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
let repositories: Repositories;
let catalogue: Catalogue;
let folder = '';
/** All repositories are there, and senders may see some of them. */
let shared: PermissionServer;
/** Only what the sender may see is there at all. */
let alone: PermissionServer;
let there: readonly number[] = [];
const tokens = new Map<string, string>();

beforeAll(async () => {
  repositories = await makeRepositories(names);
  folder = mkdtempSync(join(tmpdir(), 'code-scout-permissions-'));
  catalogue = await openCatalogue({
    location: join(folder, 'c.db'),
    tenant: 'main',
    creates: true,
    allowsPlain: false,
  });
  for (const name of names) await catalogue.addRepository({ name, url: name, defaultRef: 'main', forkOf: null });
  const checker = new CatalogueChecker({ catalogue, signed: null, metadataUrl: null });
  shared = await servePermitted(() => repositories.all, checker);
  const everything = { principal: 1, name: 'all', repositories: 'all', scopes: new Set(['read'] as const) } as const;
  alone = await servePermitted(() => repositories.all.filter(({ id }) => there.includes(id)), {
    check: async () => everything,
  });
});
afterAll(async () => {
  await shared.close();
  await alone.close();
  await catalogue.close();
  await repositories.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A token that may read these: by grants of its holder, or by its own list where its holder may read more. */
async function tokenFor(may: readonly number[], isNarrowed: boolean): Promise<string> {
  const key = `${may.join()} ${isNarrowed}`;
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const holder = await catalogue.addPrincipal('person', key);
  const granted = isNarrowed ? ids : may;
  for (const id of granted) await catalogue.grant(holder.id, id, 'read');
  const token = makeToken();
  await catalogue.addToken({
    ...{ digest: tokenDigest(token), principal: holder.id, name: 't', may: 'read', validMs: 3_600_000 },
    repositories: isNarrowed ? may : null,
  });
  tokens.set(key, token);
  return token;
}

interface Question {
  /** The path, and what is sent; null: a GET. */
  path: string;
  body: unknown;
}

const call = (method: string, params: object): Question => ({
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method, params },
});
const toolCall = (name: string, args: object): Question => call('tools/call', { name, arguments: args });

/** @param of a repository, which the sender may see or not; null: none is named */
function questionsAbout(name: string | null, mark: string, root: string): Question[] {
  const project = name === null ? {} : { project: name };
  // In answers about several repositories paths begin with their names.
  const file = `${name === null || name === '*' ? '' : ''}src/auth/login.ts`;
  const symbol = 'loginUser';
  const args: Record<string, object[]> = {
    changes: [{}],
    chunk_file: [{ file_path: file }, { file_path: `src/auth/${mark}.ts` }],
    chunk_files: [{ file_paths: [file, `src/auth/${mark}.ts`] }],
    'code-scout_search': [{ tags: ['login', 'session'] }, { tags: [mark] }],
    'code-scout_status': [{}],
    explain_usage: [{ symbol }, { symbol: `${mark}Secret` }],
    explore: [{ query: 'how do users sign in with a password' }, { query: mark }],
    find_path: [{ from: `${mark}Secret`, to: 'hashPassword' }],
    get_callees: [{ symbol }, { symbol: `${mark}Secret` }],
    get_callers: [{ symbol }, { symbol: 'hashPassword' }],
    get_chunk: [{ chunkId: 'chunk_97mpsma7bpabdn' }],
    get_context: [{ filePath: file }, { filePath: join(root, file) }],
    get_definition: [
      { file, line: 5, column: 20 },
      { file: `src/auth/${mark}.ts`, line: 1, name: 'loginUser' },
    ],
    get_impact: [{ symbol: 'hashPassword' }],
    get_implementers: [{ symbol: 'Session' }],
    get_neighbors: [{ symbol, direction: 'both' }],
    get_outline: [{ symbol: file }, { symbol: `${mark}Secret` }],
    list_directory: [{ path: '.' }, { path: '..' }, { path: root }, { path: `../${name ?? 'beta'}` }],
    list_indexed_files: [{}],
    read_file: [{ file_path: file }, { file_path: join(root, file) }, { file_path: `../${name ?? 'beta'}/${file}` }],
    search: [{ pattern: '*' }, { pattern: `${mark}*` }, { pattern: 'loginUsr' }],
    search_by_embedding: [{ query: 'password of a session' }, { query: mark }],
    search_code: [{ query: 'password' }, { query: mark }],
    search_repo: [{ query: 'sign in with a password' }, { query: mark }, { query: `${mark}Secrt` }],
  };
  expect(Object.keys(args).toSorted()).toEqual(readers.toSorted());
  const explorer = name === null ? '' : `&project=${encodeURIComponent(name)}`;
  const uri = name === null ? '' : `?project=${encodeURIComponent(name)}`;
  const reference = { type: 'ref/resource', uri: 'codebase://symbols/{+symbol}' };
  return [
    ...Object.entries(args).flatMap(([tool, all]) => all.map((one) => toolCall(tool, { ...one, ...project }))),
    toolCall('code-scout_status', { path: root }),
    toolCall('code-scout_status', { path: join(root, 'nowhere') }),
    toolCall('code-scout_index', { ...project }),
    call('tools/list', {}),
    call('resources/list', {}),
    call('resources/templates/list', {}),
    call('prompts/list', {}),
    call('resources/read', { uri: `codebase://files${uri}` }),
    call('resources/read', { uri: `codebase://files/${file}${uri}` }),
    call('resources/read', { uri: `codebase://symbols/loginUser${uri}` }),
    call('resources/read', { uri: `codebase://search${uri}` }),
    call('resources/read', { uri: `code-scout://project/status${uri}` }),
    call('resources/read', { uri: `code-scout://config${uri}` }),
    call('completion/complete', { ref: reference, argument: { name: 'symbol', value: mark.slice(0, 5) } }),
    call('completion/complete', { ref: reference, argument: { name: 'symbol', value: 'log' } }),
    call('completion/complete', {
      ref: { type: 'ref/resource', uri: 'codebase://files/{+path}' },
      argument: { name: 'path', value: 'src' },
    }),
    call('completion/complete', { ref: reference, argument: { name: 'project', value: '' } }),
    { path: '/api/projects', body: null },
    { path: '/api/tools', body: null },
    { path: '/api/openapi.json', body: null },
    { path: '/api/usage', body: null },
    { path: '/metrics', body: null },
    { path: '/health', body: null },
    { path: '/api/explorer/projects', body: null },
    ...[
      'project?',
      'palette?query=log',
      `palette?query=${mark}`,
      'search?query=password',
      `file?path=${file}`,
      'map?',
      'health?',
    ].map((question) => ({ path: `/api/explorer/${question}${explorer}`, body: null })),
    { path: '/api/tools/search_repo', body: { query: 'password', ...project } },
    { path: '/api/tools/search', body: { pattern: '*', ...project } },
  ];
}

async function ask(url: string, token: string, { path, body }: Question): Promise<string> {
  const response = await fetch(url + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      ...{
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      'mcp-protocol-version': '2025-06-18',
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return `${response.status} ${await response.text()}`;
}

/**
 * Without what differs from one time to another: durations and times; how long a look at the disk took; and how often the answers about a repository came
 * from its cache, which counts for all who may read it.
 */
function stable(answer: string): string {
  return answer
    .replaceAll(/\b\d+(?:\.\d+)?(?: |\u00a0)?(?:ms|µs|s)\b/g, 'N ms')
    .replaceAll(/"(timestamp|execution_time|[a-z_]*_ms)":[\d.]+/g, '"$1":0')
    .replaceAll(/\\?"(entries|bytes|hits|misses|hitRatio)\\?": ?[\d.]+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(?:\\n)?note: Finding new files takes long[^"\\]*/g, '');
}

async function expectSame(question: Question, token: string, may: readonly number[]): Promise<void> {
  there = may;
  const [one, other] = [await ask(shared.url, token, question), await ask(alone.url, token, question)];
  const shown = JSON.stringify(question).slice(0, 300);
  // What is not there at all, and what may not be seen, are the same to the byte.
  expect(stable(one), shown).toBe(stable(other));
  const asked = JSON.stringify(question);
  for (const id of ids) {
    if (may.includes(id)) continue;
    const { root } = repositories.all[id - 1]!;
    for (const word of [repositories.markOf(id), root])
      if (!asked.includes(word)) expect(one, shown).not.toContain(word);
  }
}

it('every tool, resource, list, completion and error is as it is where nothing else exists', async () => {
  const may = [1, 3];
  const token = await tokenFor(may, false);
  for (const about of [null, '*', 'alpha', 'beta', 'nowhere']) {
    const id = about === 'beta' || about === null ? 2 : 1;
    const { root } = repositories.all[id - 1]!;
    for (const question of questionsAbout(about, repositories.markOf(id), root)) await expectSame(question, token, may);
  }
});

it('a folder of another repository is as one that does not exist', async () => {
  const token = await tokenFor([1, 3], false);
  const there2 = repositories.all[1]!.root;
  const missing = join(repositories.base, 'nada');
  for (const [below, tool] of [
    ['', 'code-scout_status'],
    ['/src', 'code-scout_status'],
    ['/src/index.ts', 'code-scout_status'],
    ['/src/index.ts', 'read_file'],
    ['/src', 'list_directory'],
  ] as const) {
    const about = (root: string): Promise<string> => {
      const path = root + below;
      return ask(shared.url, token, toolCall(tool, tool === 'read_file' ? { file_path: path } : { path }));
    };
    const [one, other] = [await about(there2), await about(missing)];
    expect(stable(one).replaceAll('beta', 'nada')).toBe(stable(other));
  }
});

it('so is any answer to anybody, whoever has asked before', async () => {
  const asked = fc.record({
    may: fc.subarray(ids, { minLength: 1 }),
    isNarrowed: fc.boolean(),
    about: fc.constantFrom(null, '*', ...names),
    of: fc.constantFrom(...ids),
    which: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ may, isNarrowed, about, of, which }) => {
      const all = questionsAbout(about, repositories.markOf(of), repositories.all[of - 1]!.root);
      await expectSame(all[Math.floor(which * all.length)]!, await tokenFor(may, isNarrowed), may);
    }),
    { numRuns: Number(process.env['PERMISSION_RUNS'] ?? 200) },
  );
});

it('who may see nothing is told nothing', async () => {
  const token = await tokenFor([], true);
  for (const path of ['/mcp', '/api/projects', '/nowhere']) {
    const answer = await ask(shared.url, token, { path, body: null });
    expect(answer).toMatch(/^403 /);
    for (const { name, root } of repositories.all) {
      expect(answer).not.toContain(name);
      expect(answer).not.toContain(root);
    }
  }
});

it('a session and its stream end with what its sender may see', async () => {
  const holder = await catalogue.addPrincipal('person', 'with a session');
  await catalogue.grant(holder.id, 1, 'read');
  await catalogue.grant(holder.id, 2, 'read');
  const token = makeToken();
  const digest = tokenDigest(token);
  await catalogue.addToken({
    digest,
    principal: holder.id,
    name: 't',
    repositories: null,
    may: 'read',
    validMs: 3_600_000,
  });
  const headers = {
    ...{
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    'mcp-protocol-version': '2025-06-18',
  };
  const clientInfo = { name: 'test', version: '1' };
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } }; // prettier-ignore
  const begun = await fetch(`${shared.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
  const session = { ...headers, 'mcp-session-id': begun.headers.get('mcp-session-id')! };
  await begun.text();
  const other = { ...session, authorization: `Bearer ${await tokenFor([1, 3], false)}` };
  const listed = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
  const list = (as: Record<string, string>): Promise<Response> =>
    fetch(`${shared.url}/mcp`, { method: 'POST', headers: as, body: JSON.stringify(listed) });
  expect((await list(session)).status).toBe(200);
  // Whoever knows the id of a session, but may see something else, does not find it.
  expect((await list(other)).status).toBe(404);
  const events = (await fetch(`${shared.url}/mcp`, { headers: session })).body!.getReader();
  await catalogue.revokeGrant(holder.id, 2, 'read');
  await expect(
    (async () => {
      while (!(await events.read()).done);
    })(),
  ).rejects.toThrow();
  expect((await list(session)).status).toBe(404);
  expect(await (await list(headers)).text()).not.toContain('beta');
  await catalogue.revokeToken(digest.slice(0, 32));
  await expect.poll(async () => (await list(headers)).status).toBe(401);
});
