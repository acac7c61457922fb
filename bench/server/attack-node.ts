/**
 * `npm run bench -- attack-node DIR… [--seconds 3] [--senders 600] [--only NAME] [--write]`: what `attack` does to a server, done to a query node of an organisation, and
 * what only a node has: tokens that are not known, messages as nodes send each other, very many senders, subscriptions, sessions, quotas. DIR is a git repository, which is only
 * read; the largest first. A sender who may read the first of them attacks, and another one asks a cheap question beside it. The exit code is 1 where somebody was let in, or a
 * cheap question was not answered. With the built product (`npm run build` first).
 */
import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createKeyFile } from '../../src/engine/team/snapshots.ts';
import { memoryIn } from '../../src/runtime/process-memory.ts';
import { tagFields } from '../../src/store/store.ts';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { makeToken, tokenDigest } from '../../src/team/catalogue/tokens.ts';
import { measure as run } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';
import { PushedRepository } from '../team/pushed-repositories.ts';
import {
  besideOverHttp,
  chooseNames,
  closeConnections,
  expensiveQuestions,
  flood,
  floodOf,
  holdOf,
  httpAttacks,
  listening,
  measure,
  nothing,
  question,
  repeat,
  rowText,
  send,
  startMeasured,
  stop,
  target,
  type Arguments,
  type Attack,
  type HttpServer,
  type Question,
  type Reply,
  type Row,
} from './attacks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    senders: { type: 'string', default: '600' },
    only: { type: 'string' },
    write: { type: 'boolean' },
  },
});
if (positionals.length < 2) throw new Error('name two git repositories or more');
const measuring = { seconds: Number(values.seconds), only: values.only };
const work = mkdtempSync(join(tmpdir(), 'bench-attack-node-'));
const [store, keyFile, home] = [join(work, 'store'), join(work, 'key.pem'), join(work, 'home')];
const location = join(work, 'catalogue.db');
const env = {
  ...{ HOME: home, XDG_CONFIG_HOME: home, CODE_SCOUT_CATALOGUE: location, CODE_SCOUT_TEAM_URL: store },
  ...{ CODE_SCOUT_TEAM_KEYS: createKeyFile(keyFile), CODE_SCOUT_HTTP_RATE_LIMIT: '0' },
};
const catalogue = await openCatalogue({ location, tenant: 'main', creates: true, allowsPlain: false });

/** Of somebody who may read these repositories; null: all. */
async function tokenOf(name: string, repositories: readonly Repository[] | null): Promise<string> {
  const { id: principal } = await catalogue.addPrincipal('person', name);
  for (const id of repositories?.map((one) => one.id) ?? [null]) await catalogue.grant(principal, id, 'read');
  const token = makeToken();
  await catalogue.addToken({ digest: tokenDigest(token), principal, name: 'bench', repositories: null, may: 'read', validMs: 86_400_000 }); // prettier-ignore
  return token;
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** A node as one sender asks it. */
interface Node extends HttpServer {
  child: ChildProcess;
  /** The same node, as somebody else asks it. */
  as(token: string): Node;
}

function nodeOf(
  child: ChildProcess,
  port: number,
  { token, cheap, project }: { token: string; cheap: string; project: string },
): Node {
  // prettier-ignore
  const headers = bearer(token);
  const askAs = (who: string, tool: string, args: Arguments): Promise<Reply> =>
    send(port, `/api/tools/${tool}`, { body: JSON.stringify({ project, ...args }), headers: bearer(who) });
  return {
    ...{ child, port, credentials: [`authorization: Bearer ${token}`] },
    call: (tool, args) => askAs(token, tool, args),
    beside: () =>
      besideOverHttp({ port, path: '/api/tools/code-scout_status', body: JSON.stringify({ project }), headers: bearer(cheap) }), // prettier-ignore
    get: (path) => send(port, `${path}?project=${encodeURIComponent(project)}`, { headers }),
    post: (path, body) => send(port, path, { body, headers }),
    hold: () => holdOf(child),
    stop: () => stop(child),
    as: (other) => nodeOf(child, port, { token: other, cheap, project }),
  };
}

async function startNode(
  name: string,
  senders: Parameters<typeof nodeOf>[2],
  more: Readonly<Record<string, string>> = {},
): Promise<Node> {
  // prettier-ignore
  const args = ['serve', '--json', '--catalogue', location, '--folder', join(work, name), '--port', '0', '--node', name]; // prettier-ignore
  const child = startMeasured(args, { ...env, ...more });
  return nodeOf(child, Number(new URL((await listening(child)).url).port), senders);
}

interface NodeRow extends Row {
  /** Resident memory of the node when it is over (MB). */
  mb: number;
}
const rows: NodeRow[] = [];
/** What must not be. */
const faults: string[] = [];

async function attackBy(node: Node, name: string, attack: Attack): Promise<void> {
  const row = await measure(node, name, attack, measuring);
  if (row === null) return;
  const { resident } = memoryIn(readFileSync(`/proc/${node.child.pid}/status`, 'utf8'))!;
  rows.push({ ...row, mb: Math.round(resident / 2 ** 20) });
  console.log(`memory ${rows.at(-1)!.mb} MB, ${row.unanswered} cheap questions not answered`);
  // Above its limit of all senders together a node refuses everybody for a second.
  if (row.unanswered > 0 && !/senders .* at once/.test(name)) faults.push(`${name}: ${row.unanswered} cheap questions were not answered`); // prettier-ignore
}

/** Nobody may be let in by it. */
async function refused(node: Node, name: string, attack: Attack): Promise<void> {
  await attackBy(node, name, (isOver, note) =>
    attack(isOver, (reply) => {
      if (reply.status === 200) faults.push(`${name}: ${reply.text.slice(0, 200)}`);
      note(reply);
    }),
  );
}

const together =
  (count: number, attack: Attack): Attack =>
  (isOver, note) =>
    Promise.all(Array.from({ length: count }, () => attack(isOver, note)));

function badTokens({ port }: Node): [string, Attack][] {
  const body = JSON.stringify({ pattern: '*' });
  const ask = (token: () => string, more = body): Attack =>
    together(
      50,
      repeat(() => send(port, '/api/tools/search', { body: more, headers: bearer(token()) })),
    );
  return [
    ['50 clients with tokens that are not known, each another', ask(makeToken)],
    [
      '50 clients with a token that is not known, always the same',
      ask(
        (
          (token) => () =>
            token
        )(makeToken()),
      ),
    ],
    ['50 clients with tokens that nobody has signed', ask(() => [1, 2, 3].map(() => randomBytes(90).toString('base64url')).join('.'))], // prettier-ignore
    ['50 clients with tokens of 8 kB', ask(() => 'a'.repeat(8000))],
    ['50 clients with a token that is not known, and 4 MB', ask(makeToken, JSON.stringify({ pattern: 'a'.repeat(4_000_000) }))], // prettier-ignore
  ];
}

/** Messages as nodes send each other, by a sender. @param ids of repositories */
function messages(node: Node, ids: readonly number[]): [string, Attack][] {
  const to = (body: string): Attack =>
    together(
      4,
      repeat(() => node.post('/api/share', body)),
    );
  const message = (kind: string, asked: unknown, state: string | null = null): string =>
    JSON.stringify({ format: 1, repositories: ids, question: { kind, state, asked } });
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
  const terms = numbers(900).map((at) => `term${at}`);
  const words = terms.map((term) => [term, { fileCount: 3, isNamed: true }]);
  const figures = { files: 1000, fieldSums: tagFields.map(() => 1), languages: ['typescript'] };
  const corpus = { figures, terms: words };
  const weights = { filename: 1, path: 1, definitions: 1, imports: 1, documentation: 1 };
  return [
    ['a message about 4,900 repositories', to(JSON.stringify({ format: 1, repositories: numbers(4900), question: null }))], // prettier-ignore
    ['a message about a million repositories', to(JSON.stringify({ format: 1, repositories: numbers(500_000) }))],
    ['a message of 4 MB of text', to(message('path', { text: 'a'.repeat(4_000_000) }))],
    ['a message that ends too early', to(message('figures', { terms, for: 'words' }).slice(0, -3))],
    ['a message of another format', to(message('figures', { terms }).replace('"format":1', '"format":2'))],
    ['a message of 900 terms', to(message('figures', { terms, for: 'words' }))],
    ['a message of 900 terms of tags', to(message('figures', { terms, for: 'tags' }))],
    ['a message for 10,000 files', to(message('focus', { query: { query: 'error request option '.repeat(900), limit: 10_000 }, corpus }))], // prettier-ignore
    ['a message for 10,000 files by tags', to(message('tags', { query: { tags: ['a', 'e', 'i', 'o', 'error', 'test', 'get', 'set'], offset: 0, limit: 10_000 }, corpus, weights }))], // prettier-ignore
    ['a message for the details of 4,800 files', to(message('details', { ids: numbers(4800) }))],
    ['a message for the outlines of 1,000 files', to(message('outlines', { ids: numbers(1000) }))],
    ['a message for the outlines of 4,800 files', to(message('outlines', { ids: numbers(4800) }))],
    ['a message for 32 texts', to(message('texts', { ids: numbers(32) }))],
    ['a message for 100 names', to(message('names', { words: numbers(100).map((at) => `q${at % 10}`) }))],
    ['a message for frequencies', to(message('frequencies', { words: ['a', 'e', 'i', 'o', 'u', 'n', 's', 't'] }))],
    ['a message for 10,000 near chunks', to(message('near', { request: { query: 'error '.repeat(3000), k: 10_000 } }))],
    ['a message of a state that is over', to(message('figures', { terms, for: 'words' }, 'gone'))],
  ];
}

const initialize = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});
const mcp = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
const listen = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
  params: {
    notifications: { resourceSubscriptions: ['codebase://files'] },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    },
  },
});

/** Each subscribes, all at once. A node reports no changes, so the answer is whole. */
function subscriptions({ port }: Node, tokens: readonly string[]): Attack {
  const subscribe = (token: string): Promise<Reply> => {
    const headers = { ...mcp, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    return send(port, '/mcp', { body: listen, headers: { ...bearer(token), ...headers } });
  };
  return (_, note) => Promise.all(tokens.map(async (token) => note(await subscribe(token))));
}

/** Each of the senders in turn, by many clients at once. */
function inTurn(tokens: readonly string[], ask: (token: string) => Promise<Reply>): Attack {
  let next = 0;
  return together(
    50,
    repeat(() => ask(tokens[next++ % tokens.length]!)),
  );
}

function ofManySenders(node: Node, tokens: readonly string[], questions: readonly Question[]): [string, Attack][] {
  const session = (token: string): Promise<Reply> =>
    send(node.port, '/mcp', { body: initialize, headers: { ...bearer(token), ...mcp } });
  const many = `${tokens.length} senders`;
  const asked = questions.map(([, tool, args]) => [tool, args] as const);
  const all: Attack = (_, note) =>
    Promise.all(tokens.map(async (token, at) => note(await node.as(token).call(...asked[at % asked.length]!))));
  return [
    [`${many} that each ask something cheap in turn`, inTurn(tokens, (token) => node.as(token).call('search', { pattern: 'app' }))], // prettier-ignore
    [`${many} that each ask something expensive at once`, all],
    [`${many} that each subscribe at once`, subscriptions(node, tokens)],
    [
      '64 subscriptions of one sender at once',
      subscriptions(
        node,
        Array.from({ length: 64 }, () => tokens[0]!),
      ),
    ],
    ['sessions of one sender, without end', inTurn(tokens.slice(0, 1), session)],
    [`sessions of ${many}, without end`, inTurn(tokens, session)],
  ];
}

/** What somebody who may read one repository tries to see of the others. */
function escapes(node: Node, others: readonly string[]): [string, Attack][] {
  const [other] = others;
  return [
    ['questions about repositories of others', repeat(() => node.call('search', { pattern: '*', project: other }))],
    ['the map of a repository of others', repeat(() => send(node.port, `/api/explorer/map?project=${encodeURIComponent(other!)}`, { headers: Object.fromEntries(node.credentials.map((line) => line.split(': ') as [string, string])) }))], // prettier-ignore
    ['the administration without the right', repeat(() => node.get('/api/admin/overview'))],
  ];
}

/** Whether a sender who names all ids that there may be hears of a repository of others. */
function namesOfOthers(node: Node, others: readonly string[]): Attack {
  const asked = { terms: ['error'], for: 'words' };
  const body = JSON.stringify({ format: 1, repositories: Array.from({ length: 4900 }, (_, at) => at), question: { kind: 'figures', state: null, asked } }); // prettier-ignore
  return repeat(async () => {
    const reply = await node.post('/api/share', body);
    if (others.some((name) => reply.text.includes(name))) faults.push(`a message: ${reply.text.slice(0, 200)}`);
    return reply;
  });
}

const origins = positionals.map((source, at) => new PushedRepository(resolve(source), { work, at, commits: '2' }));
for (const origin of origins) origin.push();
const repositories: Repository[] = [];
for (const { name, root } of origins)
  repositories.push(await catalogue.addRepository({ name, url: root, defaultRef: 'main', forkOf: null }));
const project = repositories[0]!.name;
const others = repositories.slice(1).map(({ name }) => name);
const variables = Object.entries({ PATH: process.env['PATH'] ?? '', ...env }).map(([name, value]) => `${name}=${value}`); // prettier-ignore
run(['env', ...variables, process.execPath, programAt(builtEntry), 'worker', '--once', '--to', store, '--key', keyFile, '--folder', join(work, 'worker')], work); // prettier-ignore
const unmade = await catalogue.listJobs({ states: ['waiting', 'taken', 'failed'], limit: 10 });
if (unmade.length > 0) throw new Error(`No snapshot: ${JSON.stringify(unmade)}`);
const [token, cheap] = [await tokenOf('attacker', null), await tokenOf('beside', null)];
const narrow = await tokenOf('narrow', [repositories[0]!]);
const tokens: string[] = [];
for (let at = 0; at < Number(values.senders); at++) tokens.push(await tokenOf(`sender${at}`, null));

const running: Node[] = [];
try {
  const node = await startNode('n1', { token, cheap, project });
  running.push(node);
  for (const name of [...others, project, '*']) await node.call('search', { pattern: 'app', project: name });
  const questions = expensiveQuestions(await chooseNames(node));
  await sleep(3000);
  await attackBy(node, 'nothing', nothing);
  for (const [name, tool, args] of questions) await attackBy(node, name, question(node, tool, args));
  for (const [name, tool, args] of questions)
    await attackBy(node, `everything: ${name}`, question(node, tool, { ...args, project: '*' }));
  for (const [name, attack] of httpAttacks(node)) await attackBy(node, name, attack);
  await attackBy(node, `${flood} cheap questions at once`, floodOf(node, [['', 'code-scout_status', {}]]));
  await attackBy(node, `${flood} expensive questions at once`, floodOf(node, questions));
  for (const [name, attack] of badTokens(node)) await refused(node, name, attack);
  for (const [name, attack] of escapes(node.as(narrow), others)) await refused(node, name, attack);
  await attackBy(node, 'a message about all repositories by a sender who may read one', namesOfOthers(node.as(narrow), others)); // prettier-ignore
  for (const [name, attack] of messages(node, repositories.map(({ id }) => id))) await attackBy(node, name, attack); // prettier-ignore
  for (const [name, attack] of ofManySenders(node, tokens, questions)) await attackBy(node, name, attack);
  await sleep(5000);
  await attackBy(node, 'nothing, after all of it', nothing);
  const limited = await startNode('n2', { token, cheap, project }, { CODE_SCOUT_HTTP_QUOTA_PER_MINUTE: '120' });
  running.push(limited);
  for (const name of [...others, project]) await limited.call('search', { pattern: 'app', project: name });
  await attackBy(limited, '50 clients of a sender at its quota', together(50, repeat(() => limited.call('search', { pattern: 'app' })))); // prettier-ignore
  // The first node asks the second one about its share.
  for (const [name, tool, args] of questions.filter(([, tool]) => tool.startsWith('search')))
    await attackBy(node, `everything, of two nodes: ${name}`, question(node, tool, { ...args, project: '*' }));
} finally {
  closeConnections();
  for (const node of running) await node.stop();
  await catalogue.close();
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}

const over = rows.filter(({ hold }) => hold > target);
console.log(over.length === 0 ? `No hold over ${target} ms.` : `Over ${target} ms: ${over.map(({ kind }) => kind).join('; ')}.`); // prettier-ignore
for (const fault of new Set(faults)) console.error(fault);
if (values.write === true)
  recordResults('attack-node', 'A query node under attack', `npm run bench -- attack-node ${positionals.map((one) => basename(resolve(one))).join(' ')} --seconds ${values.seconds} --write`, [
    `A node of an organisation, with ${repositories.length} repositories and ${tokens.length + 3} senders, while one or many of them attack it: the longest time for which its main thread works without a break (CPU ms; at most ${target} is`,
    'the target), how long a cheap question of another sender beside it waits (`code-scout_status`, every 20 ms, in a thread of its own), and the node’s memory when the attack is over. A request that is refused',
    'is not "good". Where hundreds of clients come at once, the hold is of all requests that came in one turn of the loop.',
    '',
    '| what is done | requests | good | longest hold, CPU ms | cheap question, median ms | at most ms | not answered | memory, MB |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map((row) => `${rowText(row)} ${row.unanswered} | ${row.mb} |`),
    '',
    faults.length === 0 ? 'Nobody was let in, and every cheap question was answered.' : [...new Set(faults)].join('; '),
  ]); // prettier-ignore
process.exitCode = faults.length === 0 ? 0 : 1;
