/** Questions about everything that follow links, by nodes that have a share of the repositories each, over HTTP: only the repositories concerned are fetched. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { choicesFor } from '../../src/engine/node/assignment.ts';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { sourcesOf } from './alike-repositories.ts';
import { askTool, NodeOrganisation, type Answer, type StartedNode } from './node-organisation.ts';

/** Each uses the package of `alpha`. */
const users = ['alpha', 'beta', 'gamma', 'delta'].map((name) => `team/${name}`);
/** Have nothing to do with the others. */
const apart = ['one', 'two', 'three', 'four'].map((name) => `apart/${name}`);
let organisation: NodeOrganisation;
let repositories: Repository[];
let nodes: StartedNode[];
/** Has all repositories itself. */
let alone: StartedNode;
let everything: string;
let some: string;

async function published(name: string): Promise<Repository> {
  const own = name.slice(name.indexOf('/') + 1);
  const files = name.startsWith('team/')
    ? sourcesOf(own, `zorga${own}`)
    : { 'package.json': `{ "name": "${own}" }`, 'main.ts': `export function ${own}Only() {\n  return ${own}Inside();\n}\nfunction ${own}Inside() {\n  return 1;\n}\n` }; // prettier-ignore
  const repository = await organisation.repository(name, files);
  await organisation.publish(repository);
  return repository;
}

const idOf = (name: string): number => repositories.find((one) => one.name === name)!.id;

/** Whether a node knows of all others, as far as these come before it. */
function knowsOthers(node: StartedNode['node'], repository: number): boolean {
  const all = ['n1', 'n2', 'n3'].map((name) => ({ name }));
  const choices = choicesFor(repository, all).slice(0, 2);
  const at = choices.findIndex(({ name }) => name === node.name);
  const before = at === -1 ? choices : choices.slice(0, at);
  const known = node.betterNodes(repository).map(({ name }) => name);
  return known.join() === before.map(({ name }) => name).join();
}

beforeAll(async () => {
  organisation = await NodeOrganisation.open();
  repositories = [];
  for (const name of users) repositories.push(await published(name));
  alone = await organisation.start();
  nodes = [];
  for (const name of ['n1', 'n2', 'n3']) nodes.push(await organisation.start({ name }));
  await until(async () => nodes.every(({ node }) => repositories.every(({ id }) => knowsOthers(node, id))));
  // What is there when a node starts is fetched before it knows of the others.
  for (const name of apart) repositories.push(await published(name));
  await until(async () => [alone, ...nodes].every(({ node }) => node.repositories.length === repositories.length));
  for (const { id } of repositories) await alone.node.engineOf(id, 'test');
  everything = await organisation.token('ann', null);
  some = await organisation.token(
    'bob',
    repositories.filter(({ name }) => !['team/beta', 'apart/two'].includes(name)),
  );
}, 300_000);
afterAll(() => organisation.close());

const project = '*';
const id = 'team/alpha/src/auth/login.ts#hashPassword';
const questions: [tool: string, args: Record<string, unknown>][] = [
  ['get_callers', { symbol: id, maxDepth: 3 }],
  ['get_callers', { symbol: 'oneInside' }],
  ['get_callers', { symbol: 'loginUser' }],
  ['get_callers', { symbol: 'Session.isValid', file: 'team/gamma' }],
  ['get_callers', { symbol: 'loginUsr' }],
  ['get_callees', { symbol: 'team/gamma/src/auth/login.ts#loginUser' }],
  ['get_callees', { symbol: 'threeOnly' }],
  ['explain_usage', { symbol: id }],
  ['get_impact', { symbol: id }],
  ['get_implementers', { symbol: 'team/delta/src/auth/session.ts#Session' }],
  ['get_neighbors', { symbol: id }],
  ['get_outline', { symbol: 'apart/four/main.ts' }],
  ['get_outline', { symbol: 'session.ts' }],
  ['get_definition', { file: 'team/gamma/src/auth/login.ts', line: 6, name: 'hashPassword' }],
  ['find_path', { from: 'team/gamma/src/auth/login.ts#zorgagammaSecret', to: id }],
  ['get_context', { symbol: 'zorgagammaSecret' }],
  ['read_file', { file_path: 'apart/three/main.ts' }],
  ['read_file', { file_path: 'apart/nowhere/main.ts' }],
  ['list_directory', { path: 'apart' }],
  ['chunk_file', { file_path: 'team/gamma/docs/login.md' }],
  ['explore', { query: 'how do users sign in with a password' }],
];

/** Without times, and without the repositories that were asked: a file is asked of its own alone. */
function stable({ status, body }: Answer): string {
  return `${status} ${body}`
    .replaceAll(/\b\d+(?:\.\d+)?(?: |\u00a0)?(?:ms|µs|s)\b/g, 'N ms')
    .replaceAll(/"(timestamp|execution_time|[a-z_]*_ms)":[\d.]+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/Projects asked: [^\n"\\]*/g, 'Projects asked')
    .replaceAll(/"projects(_asked)?":\[[^\]]*\]/g, '"projects":[]');
}

/** What an answer of a busy machine lacks: asked again, a question has what was fetched and linked for it meanwhile. */
const isUnfinished = (answer: string): boolean => /being fetched|its limit \(time\)|no time to link/.test(answer);

async function ask(node: Pick<StartedNode, 'url'>, token: string): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  for (const [tool, args] of questions) {
    const once = async (): Promise<string> => stable(await askTool(node, token, tool, { ...args, project }));
    let answer = await once();
    while (isUnfinished(answer)) answer = await once();
    answers.push([`${tool} ${JSON.stringify(args)}`, answer]);
  }
  return answers;
}

it('are those of one node that has all, for each sender', { timeout: 240_000 }, async () => {
  for (const token of [everything, some]) {
    const expected = await ask(alone, token);
    for (const [at, [, answer]] of expected.entries())
        expect([questions[at], answer.slice(0, 4)]).toEqual([questions[at], expect.stringMatching(/^(?:200|400|404) $/)]); // prettier-ignore
    for (const node of nodes) {
      expect(await ask(node, token)).toEqual(expected);
    }
  }
});

it('are byte for byte the same with a repository that the sender may not see', { timeout: 240_000 }, async () => {
  const before: [string, string][][] = [];
  for (const node of nodes) before.push(await ask(node, some));
  // It uses the package, calls the function, and has all the names.
  const planted = await published('team/planted');
  await until(async () => nodes.every(({ node }) => node.repositories.some((one) => one.id === planted.id)));
  for (const { node } of nodes) if (node.betterNodes(planted.id).length === 0) await node.engineOf(planted.id, 'test');
  for (const [at, node] of nodes.entries()) expect(await ask(node, some)).toEqual(before[at]);
  const owner = nodes.find(({ node }) => node.betterNodes(planted.id).length === 0)!;
  const share = async (token: string, ids: readonly number[], asked: unknown): Promise<string> => {
    const response = await fetch(`${owner.url}/api/share`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 1, repositories: ids, question: { kind: 'concerned', asked, state: null } }),
    });
    return (await response.text()).replace(/"state":"[^"]*"/, '');
  };
  const provided = [{ ecosystem: 'npm', packages: [{ name: '@acme/alpha', modules: ['@acme/alpha'] }] }];
  const all: unknown[] = [
    ...['written', 'near', 'path', 'name', 'word'].map((of) => ({ of, needs: ['zorgaplantedSecret'] })),
    { of: 'users', needs: [{ provided, mentions: { names: ['hashPassword'], isWhole: false } }] },
    { of: 'providers', needs: [[{ ecosystem: 'npm', requires: [], modules: ['@acme/planted'] }]] },
    { of: 'counted', needs: [{ name: 'zorgaplantedSecret', container: null }] },
  ];
  const first = idOf('team/alpha');
  for (const asked of all) {
    expect(await share(some, [planted.id], asked)).toBe(await share(some, [123_456], asked));
    expect(await share(some, [first, planted.id], asked)).toBe(await share(some, [first], asked));
    expect(await share(everything, [first, planted.id], asked)).not.toBe(await share(everything, [first], asked));
  }
});

const taken = ['n1', 'n2', 'n3'];

/** A node in a process of its own, which is the first choice for a repository. */
async function nodeProcess(repository: string): Promise<{ url: string; name: string; child: ChildProcess }> {
  const others = taken.map((name) => ({ name }));
  let name = '';
  for (let at = 0; name === ''; at++)
    if (choicesFor(idOf(repository), [{ name: `part${at}` }, ...others])[0]!.name === `part${at}`) name = `part${at}`;
  taken.push(name);
  const { top, key } = organisation;
  const home = join(top, 'home');
  const args = ['serve', '--json', '--catalogue', join(top, 'catalogue.db'), '--team', join(top, 'store'), '--folder', join(top, name), '--port', '0', '--node', name]; // prettier-ignore
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home, CODE_SCOUT_TEAM_KEYS: key };
  const child = spawn(process.execPath, [programEntry, ...args], { cwd: top, env, stdio: ['ignore', 'pipe', 'ignore'] }); // prettier-ignore
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done));
  return { url: (JSON.parse(line) as { url: string }).url, name, child };
}

it('are the same while a node that has a share is killed', { timeout: 240_000 }, async () => {
  const killed = await nodeProcess('team/alpha');
  const [asking] = nodes as [StartedNode];
  await until(async () => asking.node.betterNodes(idOf('team/alpha'))[0]?.name === killed.name);
  const expected = await ask(alone, everything);
  const during = ask(asking, everything);
  killed.child.kill('SIGKILL');
  expect(await during).toEqual(expected);
  expect(await ask(asking, everything)).toEqual(expected);
});
