/** Searches over everything by nodes that have a share of the repositories each, over HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { choicesFor } from '../../src/engine/node/assignment.ts';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { sourcesOf } from './alike-repositories.ts';
import { askTool, NodeOrganisation, type Answer, type StartedNode } from './node-organisation.ts';

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map((name) => `team/${name}`);
let organisation: NodeOrganisation;
let repositories: Repository[];
let nodes: StartedNode[];
/** Has all repositories itself. */
let alone: StartedNode;
let everything: string;
let some: string;

async function published(name: string): Promise<Repository> {
  const own = name.slice('team/'.length);
  const repository = await organisation.repository(name, sourcesOf(own, `zorga${own}`));
  await organisation.publish(repository);
  return repository;
}

/** Waits until each node knows of all others: then each of two nodes answers first for some repository. */
async function meet(met: readonly StartedNode[]): Promise<void> {
  await until(async () =>
    met.every(({ node }) => {
      const others = new Set(repositories.flatMap(({ id }) => node.betterNodes(id).map(({ name }) => name)));
      return others.size >= met.length - 1;
    }),
  );
}

beforeAll(async () => {
  organisation = await NodeOrganisation.open();
  repositories = [];
  for (const name of names) repositories.push(await published(name));
  everything = await organisation.token('ann', null);
  some = await organisation.token('bob', [repositories[0]!, repositories[2]!, repositories[3]!, repositories[5]!]);
  alone = await organisation.start();
  for (const { id } of repositories) await alone.node.engineOf(id, 'test');
  nodes = [];
  for (const name of ['n1', 'n2', 'n3']) nodes.push(await organisation.start({ name }));
  await meet(nodes);
}, 300_000);
afterAll(() => organisation.close());

const project = '*';
const questions: [tool: string, args: Record<string, unknown>][] = [
  ['search_repo', { query: 'how do users sign in with a password' }],
  ['search_repo', { query: 'loginUser' }],
  ['search_repo', { query: 'Session.isValid' }],
  ['search_repo', { query: 'loginUsr' }],
  ['search_repo', { query: 'zorgabeta secret' }],
  ['search_repo', { query: 'nothing of the kind lang:rust' }],
  ['search_repo', { query: 'password kind:function', limit: 3 }],
  ['code-scout_search', { tags: ['login', 'session'] }],
  ['code-scout_search', { tags: ['zorgabeta'] }],
  ['search_by_embedding', { query: 'password of a session' }],
  ['search_code', { query: 'hashPassword(' }],
  ['search_code', { query: 'loginUser', max_results: 4, offset: 3, context: 2 }],
  ['search_code', { query: '[a-z]+Secret\\(\\)', glob: '*.ts' }],
  ['search_code', { query: 'zorgabeta', files_only: true }],
  ['search_code', { query: 'e', files_only: true, glob: 'team/alpha/**' }],
  ['search_code', { query: '(unclosed)' }],
  ['search_code', { query: 'nothing of the kind', glob: '*.nothing' }],
  ['search', { pattern: 'loginUser' }],
  ['search', { pattern: '*Secret', limit: 3, offset: 1 }],
  ['search', { pattern: 'loginUsr' }],
  ['search', { pattern: 'Session.*', type: 'method' }],
  ['search', { pattern: 'Session.isvalid' }],
  ['search', { pattern: 'zorgabetaSecrt' }],
  ['search', { pattern: 'team/gamma/src/auth/login.ts#*' }],
  ['search', { pattern: 'zzz' }],
  ['code-scout_status', {}],
];

/** Without times. */
function stable({ status, body }: Answer): string {
  return `${status} ${body}`
    .replaceAll(/\b\d+(?:\.\d+)?(?: |\u00a0)?(?:ms|µs|s)\b/g, 'N ms')
    .replaceAll(/"(timestamp|execution_time|[a-z_]*_ms)":[\d.]+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

async function ask(node: Pick<StartedNode, 'url'>, token: string): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  for (const [tool, args] of questions)
    answers.push([`${tool} ${JSON.stringify(args)}`, stable(await askTool(node, token, tool, { ...args, project }))]);
  return answers;
}

it(
  'are those of one node that has all, for each sender, and each node has its share',
  { timeout: 120_000 },
  async () => {
    for (const token of [everything, some]) {
      const expected = await ask(alone, token);
      expect(expected.filter(([, answer]) => !answer.startsWith('200'))).toEqual([]);
      for (const node of nodes) expect(await ask(node, token)).toEqual(expected);
    }
    for (const { node, events } of nodes) {
      const fetched = events.flatMap((event) => (event.event === 'fetched' ? [event.repository] : []));
      const own = repositories.filter(({ id }) => node.betterNodes(id).length === 0).map(({ name }) => name);
      expect(fetched).toEqual(expect.arrayContaining(own));
      expect(own.length).toBeLessThan(names.length);
    }
  },
);

it('refuse a text that is no regular expression as one node does', async () => {
  const args = { query: '(unclosed', regex: true, project };
  const expected = await askTool(alone, some, 'search_code', args);
  expect(expected.status).toBe(400);
  for (const node of nodes) expect(stable(await askTool(node, some, 'search_code', args))).toBe(stable(expected));
});

it('leave other questions about everything to the node that is asked', { timeout: 120_000 }, async () => {
  const [asking] = nodes as [StartedNode];
  const others: [string, Record<string, unknown>][] = [
    ['get_callers', { symbol: 'team/gamma/src/auth/login.ts#loginUser' }],
    ['list_directory', { path: '.' }],
  ];
  // The first question waits for snapshots, which may take longer on a busy machine.
  await until(
    async () => !(await askTool(asking, some, 'list_directory', { path: '.', project })).body.includes('not asked'),
  );
  for (const [tool, args] of others) {
    const expected = stable(await askTool(alone, some, tool, { ...args, project }));
    expect(expected).toContain('200 ');
    expect([tool, stable(await askTool(asking, some, tool, { ...args, project }))]).toEqual([tool, expected]);
  }
});

it('are passed on with the token of the sender by the protocol too', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_repo', arguments: { query: 'sign in with a password', project } } }; // prettier-ignore
  const send = async ({ url }: StartedNode): Promise<string> => {
    const headers = { authorization: `Bearer ${some}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }; // prettier-ignore
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(call) });
    return response.text();
  };
  const expected = await send(alone);
  expect(expected).toContain('src/auth/login.ts');
  for (const node of nodes) expect(await send(node)).toBe(expected);
});

it('are byte for byte the same with a repository that the sender may not see', { timeout: 120_000 }, async () => {
  const before = await Promise.all(nodes.map((node) => ask(node, some)));
  const planted = await published('team/planted');
  await until(async () => nodes.every(({ node }) => node.repositories.some(({ id }) => id === planted.id)));
  for (const { node } of nodes) if (node.betterNodes(planted.id).length === 0) await node.engineOf(planted.id, 'test');
  expect(await Promise.all(nodes.map((node) => ask(node, some)))).toEqual(before);
  const share = async (token: string, ids: readonly number[]): Promise<unknown> => {
    const owner = nodes.find(({ node }) => node.betterNodes(planted.id).length === 0)!;
    const question = { kind: 'figures', asked: { terms: ['login', 'zorgaplanted'], for: 'words' }, state: null };
    const response = await fetch(`${owner.url}/api/share`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 1, repositories: ids, question }),
    });
    return response.json();
  };
  expect(await share(some, [planted.id])).toEqual(await share(some, [123_456]));
  const [first] = repositories as [Repository];
  const withoutState = (answer: unknown): string => JSON.stringify(answer).replace(/"state":"[^"]*"/, '');
  expect(withoutState(await share(some, [first.id, planted.id]))).toBe(withoutState(await share(some, [first.id])));
  expect(withoutState(await share(everything, [first.id, planted.id]))).not.toBe(withoutState(await share(everything, [first.id]))); // prettier-ignore
});

it('refuse what is no message, and who may read nothing', async () => {
  const send = (body: unknown, token = some): Promise<Response> =>
    fetch(`${nodes[0]!.url}/api/share`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const ids = repositories.map(({ id }) => id);
  const faults: unknown[] = [
    '{',
    [],
    { repositories: ids, question: {} },
    { format: 1, repositories: 'all', question: {} },
    { format: 1, repositories: ids, question: null },
    { format: 1, repositories: ids, question: { kind: 'write', asked: {}, state: null } },
    { format: 1, repositories: ids, question: { kind: 'texts', asked: { ids: ['1'] }, state: null } },
    { format: 1, repositories: ids, question: { kind: 'texts', asked: { ids: new Array(6000).fill(1) }, state: null } },
  ];
  for (const body of faults) {
    const response = await send(body);
    expect([body, response.status, await response.json()]).toEqual([body, 400, { error: expect.objectContaining({ code: 'ValidationError', hint: expect.any(String) }) }]); // prettier-ignore
  }
  expect((await send({}, 'csk_unknown')).status).toBe(401);
});

/** All names that nodes have had. */
const taken = ['n1', 'n2', 'n3'];

/** A name by which a node is the first choice for a repository, whichever nodes have been there before. */
function firstName({ id }: Repository): string {
  const others = taken.map((name) => ({ name }));
  for (let at = 0; ; at++) {
    const name = `node${at}`;
    if (taken.includes(name) || choicesFor(id, [{ name }, ...others])[0]!.name !== name) continue;
    taken.push(name);
    return name;
  }
}

/** A node that is reached by a proxy, which breaks the connection at a message and from then on. It has what the one before it has fetched. */
async function brokenNode(name: string, breaksAt: number): Promise<{ node: StartedNode; messages: () => number }> {
  const node = await organisation.start({ folder: join(organisation.top, 'broken') });
  let messages = 0;
  const proxy = createServer((request, response) => {
    if (++messages >= breaksAt) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      void fetch(node.url + request.url!, { method: 'POST', headers: { authorization, 'content-type': type }, body: Buffer.concat(chunks) }) // prettier-ignore
        .then(async (answer) => response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())));
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  await node.node.announce(name, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  return { node, messages: () => messages };
}

it('go to the second choice where a node dies, whichever message it dies at', { timeout: 240_000 }, async () => {
  /** Each with the number of its messages. */
  const asked: [tool: string, args: Record<string, unknown>, messages: number][] = [
    ['search_repo', { query: 'how do users sign in with a password' }, 4],
    ['code-scout_search', { tags: ['login', 'session'] }, 2],
    ['search_code', { query: 'loginUser' }, 4],
    ['search', { pattern: 'loginUsr' }, 2],
    ['code-scout_status', {}, 1],
  ];
  const expected: string[] = [];
  for (const [tool, args] of asked) expected.push(stable(await askTool(alone, everything, tool, { ...args, project })));
  const [first] = repositories as [Repository];
  const { id } = first;
  const asking = nodes.find(({ node }) => node.betterNodes(id).length > 0)!;
  for (const breaksAt of [1, 2, 3, 4])
    for (const [at, [tool, args, most]] of asked.entries()) {
      if (breaksAt > most) continue;
      const name = firstName(first);
      const { node, messages } = await brokenNode(name, breaksAt);
      await until(async () => asking.node.betterNodes(id)[0]?.name === name);
      const answer = await askTool(asking, everything, tool, { ...args, project });
      expect([breaksAt, tool, stable(answer)]).toEqual([breaksAt, tool, expected[at]]);
      expect(messages()).toBeGreaterThanOrEqual(breaksAt);
      await node.kill();
    }
});

/** A node in a process of its own. */
async function nodeProcess(repository: Repository): Promise<{ url: string; name: string; child: ChildProcess }> {
  const name = firstName(repository);
  const { top, key } = organisation;
  const home = join(top, 'home');
  const args = ['serve', '--json', '--catalogue', join(top, 'catalogue.db'), '--team', join(top, 'store'), '--folder', join(top, name), '--port', '0', '--node', name]; // prettier-ignore
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home, CODE_SCOUT_TEAM_KEYS: key };
  const child = spawn(process.execPath, [programEntry, ...args], {
    cwd: top,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done));
  return { url: (JSON.parse(line) as { url: string }).url, name, child };
}

it('are the same of nodes in processes of their own, also while one is killed', { timeout: 240_000 }, async () => {
  const expected = await ask(alone, everything);
  const [one, other] = await Promise.all([nodeProcess(repositories[0]!), nodeProcess(repositories[1]!)]);
  const [asking] = nodes as [StartedNode];
  const isFirst = ({ name }: { name: string }): boolean =>
    repositories.some(({ id }) => asking.node.betterNodes(id)[0]?.name === name);
  await until(async () => isFirst(one) && isFirst(other));
  // Where a machine is busy, a snapshot may take longer than the first question waits.
  const answered = async (node: { url: string }): Promise<void> => {
    await until(async () => !JSON.stringify(await ask(node, everything)).includes('not asked'));
    expect(await ask(node, everything)).toEqual(expected);
  };
  await Promise.all([one, other, asking].map(answered));
  const during = ask(asking, everything);
  one.child.kill('SIGKILL');
  expect((await during).filter(([, answer]) => !answer.startsWith('200'))).toEqual([]);
  await Promise.all([other, asking].map(answered));
});

it('go on in the same state of a share, whatever else their sender asks meanwhile', { timeout: 60_000 }, async () => {
  const { url, node } = nodes[0]!;
  const open = repositories.flatMap(({ id }) => (node.isOpen(id) ? [id] : []));
  expect(open.length).toBeGreaterThan(1);
  const message = async (state: string | null): Promise<{ reply: object }> => {
    const question = { kind: 'figures', asked: { terms: ['login'], for: 'words' }, state };
    const response = await fetch(`${url}/api/share`, {
      method: 'POST',
      headers: { authorization: `Bearer ${everything}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 1, repositories: open, question }),
    });
    return (await response.json()) as { reply: object };
  };
  const { reply } = await message(null);
  for (const name of names) {
    const args = { file_path: `${name}/src/auth/login.ts`, project };
    expect((await askTool({ url }, everything, 'read_file', args)).status).toBe(200);
  }
  expect(await message((reply as { state: string }).state)).toEqual({ reply, of: null });
});

it('have the same engine again after any number of questions that each open repositories of their own', async () => {
  const { node } = nodes[0]!;
  const ids = repositories.map(({ id }) => id);
  for (const id of ids) await node.engineOf(id, 'eve');
  const engine = await node.engineOfSeveral(ids, 'eve');
  for (let set = 1; set < 2 ** ids.length; set++) {
    const opened = ids.filter((_id, at) => (set >> at) % 2 === 1);
    await node.engineOfSeveral(opened, 'eve', 'questions');
  }
  expect((await node.engineOfSeveral(ids, 'eve')) === engine).toBe(true);
});
