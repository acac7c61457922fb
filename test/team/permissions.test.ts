/** Nothing from outside of what a sender may read: with real nodes, over the protocol, the JSON API and the explorer's questions. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodeService, type NodeService } from '../../src/api/node/node-service.ts';
import type { QueryNode } from '../../src/engine/node/query-node.ts';
import { servedTools } from '../../src/mcp/served-tools.ts';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { makeToken, tokenDigest } from '../../src/team/catalogue/tokens.ts';
import { tools } from '../../src/tools/registry.ts';
import { createLogger } from '../../src/util/json-log.ts';
import { sourcesOf } from './alike-repositories.ts';
import { askSlowly, NodeOrganisation, type StartedNode } from './node-organisation.ts';

/** The sizes of the matrix; larger ones by variables. */
const count = (variable: string, usual: number): number => Number(process.env[`PERMISSION_${variable}`] ?? usual);
const repositories = count('REPOSITORIES', 5);
const names = [
  'alpha',
  'beta',
  'gamma',
  ...Array.from({ length: repositories - 3 }, (_, at) => `other${at + 101}`),
].map((name) => `team/${name}`);
const ids = names.map((_, at) => at + 1);
const markOf = (id: number): string => `zorga${names[id - 1]!.slice(5)}`;
const readers = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
let organisation: NodeOrganisation;
/** All repositories are there, and senders may see some of them. */
let shared: StartedNode;
/** Only what the sender may see is there at all. */
let alone: { url: string; service: NodeService; node: QueryNode };
let there: readonly number[] = [];
const tokens = new Map<string, string>();

/** A node in which only these repositories exist at the time of a request. */
function nodeOf(node: QueryNode, exists: (id: number) => boolean): QueryNode {
  const some: Pick<
    QueryNode,
    'repositories' | 'engineOf' | 'engineOfSeveral' | 'isIndexed' | 'betterNodes' | 'anyOpen' | 'trouble'
  > = {
    get repositories(): Repository[] {
      return node.repositories.filter(({ id }) => exists(id));
    },
    engineOf: (id, sender) => (exists(id) ? node.engineOf(id, sender) : Promise.reject(new Error('it does not exist'))),
    engineOfSeveral: (all, sender) => node.engineOfSeveral(all.filter(exists), sender),
    isIndexed: (id) => node.isIndexed(id),
    betterNodes: () => [],
    anyOpen: () => Promise.resolve(null),
    trouble: null,
  };
  return some as unknown as QueryNode;
}

beforeAll(
  async () => {
    organisation = await NodeOrganisation.open();
    for (const [at, name] of names.entries())
      await organisation.publish(await organisation.repository(name, sourcesOf(name.slice(5), markOf(at + 1))));
    shared = await organisation.start();
    const other = await organisation.start();
    for (const { node } of [shared, other]) for (const id of ids) await node.engineOf(id, 'test');
    const config = organisation.config(other.folder, { 'http.port': '0', 'tools.readOnly': true });
    const everything = { principal: 1, name: 'all', repositories: 'all', scopes: new Set(['read'] as const) } as const;
    const service = await createNodeService({
      ...{ node: nodeOf(other.node, (id) => there.includes(id)), config, tls: null },
      access: { checker: { check: async () => everything }, metadata: null },
      catalogue: organisation.catalogue,
      ...{ tools: await servedTools(config.tools), logger: createLogger('error', () => {}) },
    });
    alone = { url: await service.listen(), service, node: other.node };
  },
  600_000 + repositories * 30_000,
);
afterAll(async () => {
  await alone.service.close();
  await organisation.close();
});

/** A token that may read these: by grants of its holder, or by its own list where its holder may read more. */
async function tokenFor(may: readonly number[], isNarrowed: boolean): Promise<string> {
  const key = `${may.join()} ${isNarrowed}`;
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const holder = await organisation.catalogue.addPrincipal('person', key);
  const granted = isNarrowed ? ids : may;
  for (const id of granted) await organisation.catalogue.grant(holder.id, id, 'read');
  const token = makeToken();
  await organisation.catalogue.addToken({
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

/** `ROOT` stands for the folder in which the server has the repository. @param name of it, whether the sender may see it or not; null: none is named */
function questionsAbout(name: string | null, mark: string): Question[] {
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
    get_context: [{ filePath: file }, { filePath: `ROOT/${file}` }],
    get_definition: [
      { file, line: 5, column: 20 },
      { file: `src/auth/${mark}.ts`, line: 1, name: 'loginUser' },
    ],
    get_impact: [{ symbol: 'hashPassword' }],
    get_implementers: [{ symbol: 'Session' }],
    get_neighbors: [{ symbol, direction: 'both' }],
    get_outline: [{ symbol: file }, { symbol: `${mark}Secret` }],
    list_directory: [
      { path: '.' },
      { path: '..' },
      { path: 'ROOT' },
      { path: `../${(name ?? 'beta').replace(/^team\//, '')}` },
    ],
    list_indexed_files: [{}],
    read_file: [{ file_path: file }, { file_path: `ROOT/${file}` }, { file_path: `../${name ?? 'beta'}/${file}` }],
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
    toolCall('code-scout_status', { path: 'ROOT' }),
    toolCall('code-scout_status', { path: 'ROOT/nowhere' }),
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
    { path: '/api/admin/summary', body: null },
    { path: '/api/admin/revoke-token', body: { id: '0'.repeat(32) } },
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

/** @param root of the repository that the question is about */
async function ask({ url }: { url: string }, token: string, { path, body }: Question, root = ''): Promise<string> {
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
    ...(body === null ? {} : { body: JSON.stringify(body).replaceAll('ROOT', root) }),
  });
  return `${response.status} ${await response.text()}`;
}

/** Without what differs from one time to another: durations and times. */
function stable(answer: string): string {
  return answer
    .replaceAll(/\b\d+(?:\.\d+)?(?: |\u00a0)?(?:ms|µs|s)\b/g, 'N ms')
    .replaceAll(/"(timestamp|execution_time|[a-z_]*_ms)":[\d.]+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

interface Asked {
  token: string;
  /** What the token may see. */
  may: readonly number[];
  /** What the question is about. */
  of: number;
}

async function expectSame(question: Question, { token, may, of }: Asked): Promise<void> {
  there = may;
  const answerOf = async (server: { url: string }, { node }: { node: QueryNode }): Promise<string> => {
    const { root } = await node.engineOf(of, 'test');
    return (await ask(server, token, question, root)).replaceAll(root, 'ROOT');
  };
  const one = await answerOf(shared, shared);
  const shown = JSON.stringify(question).slice(0, 300);
  // What is not there at all, and what may not be seen, are the same to the byte.
  expect(stable(one), shown).toBe(stable(await answerOf(alone, alone)));
  // What it says itself comes back in errors.
  const asked = decodeURIComponent(JSON.stringify(question));
  const outside = ids.filter((id) => !may.includes(id)).flatMap((id) => [markOf(id), names[id - 1]!]);
  // Where something is on the machine would number the repositories of the catalogue.
  for (const word of [...outside, 'ROOT', organisation.top])
    if (!asked.includes(word)) expect(one, shown).not.toContain(word);
}

it('every tool, resource, list, completion and error is as it is where nothing else exists', async () => {
  const may = [1, 3];
  const token = await tokenFor(may, false);
  const [alpha, beta] = ['team/alpha', 'team/beta'];
  for (const about of [null, '*', alpha, beta, 'nowhere']) {
    const id = about === beta || about === null ? 2 : 1;
    for (const question of questionsAbout(about, markOf(id))) await expectSame(question, { token, may, of: id });
  }
});

it('a folder of another repository is as one that does not exist', async () => {
  const token = await tokenFor([1, 3], false);
  const { root: real } = await shared.node.engineOf(2, 'test');
  const missing = `${real}-not-there`;
  for (const tool of ['code-scout_status', 'read_file', 'list_directory', 'get_context'])
    for (const below of ['', '/src', '/src/index.ts']) {
      const about = async (root: string): Promise<string> => {
        const field = { read_file: 'file_path', get_context: 'filePath' }[tool] ?? 'path';
        const answer = await ask(shared, token, toolCall(tool, { [field]: root + below }));
        return stable(answer.replaceAll(root, 'ROOT'));
      };
      expect(await about(real)).toBe(await about(missing));
    }
});

it('so is any answer to anybody, whoever has asked before', async () => {
  const holders = fc.sample(fc.record({ may: fc.subarray(ids, { minLength: 1 }), isNarrowed: fc.boolean() }), {
    numRuns: count('TOKENS', 30),
    seed: 7,
  });
  const asked = fc.record({
    holder: fc.constantFrom(...holders),
    about: fc.constantFrom(null, '*', ...names),
    of: fc.constantFrom(...ids),
    which: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ holder: { may, isNarrowed }, about, of, which }) => {
      const all = questionsAbout(about, markOf(of));
      const token = await tokenFor(may, isNarrowed);
      await expectSame(all[Math.floor(which * all.length)]!, { token, may, of });
    }),
    { numRuns: count('RUNS', 100) },
  );
});

it('who may see nothing is told nothing', async () => {
  const token = await tokenFor([], true);
  for (const path of ['/mcp', '/api/projects', '/nowhere']) {
    const answer = await ask(shared, token, { path, body: null });
    expect(answer).toMatch(/^403 /);
    for (const name of names) expect(answer).not.toContain(name);
  }
});

it('an answer under way ends with what its sender may see, and so does what its client is told', async () => {
  const holder = await organisation.catalogue.addPrincipal('person', 'in the middle');
  await organisation.catalogue.grant(holder.id, 1, 'read');
  await organisation.catalogue.grant(holder.id, 2, 'read');
  const token = makeToken();
  const digest = tokenDigest(token);
  await organisation.catalogue.addToken({
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
  const listed = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
  const list = (): Promise<Response> =>
    fetch(`${shared.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(listed) });
  expect(await (await list()).text()).toContain('beta');
  const { answer } = await askSlowly(shared.url, token);
  await organisation.catalogue.revokeGrant(holder.id, 2, 'read');
  await expect(answer).rejects.toThrow();
  expect(await (await list()).text()).not.toContain('beta');
  await organisation.catalogue.revokeToken(digest.slice(0, 32));
  await expect.poll(async () => (await list()).status).toBe(401);
});
