/**
 * `npm run bench -- nodes DIR… [--minutes 10] [--calm 2] [--clients 20] [--pause 500] [--every 5] [--nodes 3] [--names 200] [--ages] [--write]`: query nodes on one
 * catalogue, of which one is killed every `--every` seconds and started again, while clients ask. DIR is a git repository; it is only read. A client asks a node at
 * random, and the next one where the connection breaks or the node is ending, as a balancer does. First they ask for `--calm` minutes undisturbed. Every answer is
 * compared with that of an engine over a clone. `--names` is how many names of each repository they ask about: the fewer, the more answers are kept from before.
 * `--ages` says which answers were late. The exit code is 1 where an answer failed or differed. With the built product (`npm run build` first), and a PostgreSQL
 * that is installed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { choicesFor } from '../../src/engine/node/assignment.ts';
import type { Engine } from '../../src/engine/types.ts';
import { createKeyFile } from '../../src/engine/team/snapshots.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { makeToken, tokenDigest } from '../../src/team/catalogue/tokens.ts';
import { freePort } from '../../src/team/pages/testing/nginx.ts';
import { missingPostgres, startPostgres } from '../../src/team/postgres/testing/postgres-server.ts';
import { callTool } from '../../src/tools/call-tool.ts';
import { tools } from '../../src/tools/registry.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { index } from '../../test/team/team-repository.ts';
import { measure, percentile } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    calm: { type: 'string', default: '2' },
    clients: { type: 'string', default: '20' },
    pause: { type: 'string', default: '500' },
    every: { type: 'string', default: '5' },
    nodes: { type: 'string', default: '3' },
    names: { type: 'string', default: '200' },
    ages: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name git repositories');
if (missingPostgres !== null) throw new Error(missingPostgres);
const program = programAt(builtEntry);
const random = seededRandom(Number(values.seed));
const work = mkdtempSync(join(tmpdir(), 'code-scout-node-kills-'));
const [store, keyFile] = [join(work, 'store'), join(work, 'key.pem')];
const key = createKeyFile(keyFile);
const server = await startPostgres();
const url = server.newDatabase();
const home = join(work, 'home');
const env = {
  ...process.env,
  ...{ HOME: home, XDG_CONFIG_HOME: home, CODE_SCOUT_CATALOGUE: url, CODE_SCOUT_TEAM_URL: store, CODE_SCOUT_TEAM_KEYS: key }, // prettier-ignore
};
const git = (cwd: string, ...args: string[]): string => measure(['git', ...args], cwd).stdout.trim();

interface Origin {
  name: string;
  root: string;
}

/** A repository with the head of the source as its only branch. */
function makeOrigin(source: string, at: number): Origin {
  const root = join(work, `origin${at}`);
  const head = git(resolve(source), 'rev-parse', 'HEAD');
  git(work, 'clone', '--quiet', '--bare', '--shared', resolve(source), root);
  const refs = git(root, 'for-each-ref', '--format=%(refname)').split('\n');
  writeFileSync(join(root, 'packed-refs'), '');
  for (const ref of refs) rmSync(join(root, ref), { force: true });
  git(root, 'update-ref', 'refs/heads/main', head);
  git(root, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  return { root, name: `example.org/${basename(source)}` };
}

interface Question {
  project: string;
  /** Id of the repository. */
  repository: number;
  tool: string;
  args: Record<string, unknown>;
  /** What a local engine answers. */
  expected: string;
}

/** Times differ each time; the lines of the commit and of the project are a node's own. */
function comparable(texts: readonly string[]): string {
  const own = texts.filter((text) => !/^(?:At [0-9a-f]{7}|Project: )/.test(text));
  return JSON.stringify(own).replaceAll(/\b\d+(?:\.\d+)? ms\b/g, '0 ms');
}

/** What an engine says on a busy machine about files that it had no time to compare; such an answer is asked for again. */
const notCompared = 'Finding new files takes long';

/** Null for an error. */
async function askLocal(engine: Engine, tool: string, args: Record<string, unknown>): Promise<string | null> {
  const signal = new AbortController().signal;
  const found = tools.find((one) => one.name === tool)!;
  for (;;) {
    const answer = await callTool(found, args, () => Promise.resolve(engine), { signal, progress: null });
    if (answer.isError === true) return null;
    const text = comparable(answer.texts);
    if (!text.includes(notCompared)) return text;
  }
}

async function questionsOf({ name, root }: Origin, at: number): Promise<Question[]> {
  const clone = join(work, 'local', String(at), basename(name));
  git(work, 'clone', '--quiet', root, clone);
  const { config } = loadConfig({ root: clone, flags: { 'metrics.enabled': false }, env: new Map(), userConfigDir: null }); // prettier-ignore
  await index(clone, config);
  const engine = await openEngine({ root: clone, config, indexing: 'inline' });
  const { symbols } = await engine.graph.search({ pattern: '*', offset: 0, limit: 500 });
  const names = Array.from({ length: Number(values.names) }, () => symbols[random(symbols.length)]!);
  const asked = names.flatMap(({ id, name: symbol, path }): [string, Record<string, unknown>][] => [
    ['get_callers', { symbol: id }],
    ['explain_usage', { symbol: id }],
    ['search', { pattern: `*${symbol.split('.').at(-1)!.slice(0, 4)}*` }],
    ['search_repo', { query: symbol.replaceAll(/[^A-Za-z]+/g, ' ') }],
    ['search_code', { query: symbol.split('.').at(-1)! }],
    ['get_outline', { file_path: path }],
  ]);
  const made: Question[] = [];
  for (const [tool, args] of asked) {
    const answer = await askLocal(engine, tool, args);
    if (answer !== null) made.push({ project: name, repository: ids.get(name)!, tool, args, expected: answer });
  }
  await engine.close();
  return made;
}

/** A node that is started again when it has ended. */
class NodeProcess {
  child!: ChildProcess;
  isOver = false;
  /** When it began to listen, or `Infinity` while it does not, and when it was killed last (`performance.now()`). */
  listensSince = Infinity;
  killedAt = -Infinity;
  /** What this process of it was asked, by whoever had the question. */
  readonly asked = new Set<Question>();
  readonly name: string;
  readonly #port: number;
  readonly #at: number;

  constructor(at: number, port: number) {
    [this.#at, this.#port, this.name] = [at, port, `n${at}`];
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves when it listens for the first time. */
  start(): Promise<void> {
    const args = ['serve', '--json', '--catalogue', url, '--folder', join(work, `node${this.#at}`), '--port', String(this.#port), '--node', this.name]; // prettier-ignore
    this.child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.child.once('close', () => {
      this.listensSince = Infinity;
      this.asked.clear();
      if (!this.isOver) void this.start();
    });
    return new Promise((done) => createInterface({ input: this.child.stdout! }).once('line', () => {
      this.listensSince = performance.now();
      done();
    })); // prettier-ignore
  }

  kill(): void {
    this.killedAt = performance.now();
    this.child.kill('SIGKILL');
  }
}

const origins = positionals.map(makeOrigin);
const catalogue = await openCatalogue({ location: url, tenant: 'main', creates: true, allowsPlain: false });
const ids = new Map<string, number>();
for (const { name, root } of origins)
  ids.set(name, (await catalogue.addRepository({ name, url: root, defaultRef: 'main', forkOf: null })).id);
/** Each client is somebody else. */
const tokens: string[] = [];
for (let at = 0; at < Number(values.clients); at++) {
  const { id: principal } = await catalogue.addPrincipal('person', `client${at}`);
  await catalogue.grant(principal, null, 'read');
  const token = makeToken();
  tokens.push(token);
  await catalogue.addToken({ digest: tokenDigest(token), principal, name: 'bench', repositories: null, may: 'read', validMs: 86_400_000 }); // prettier-ignore
}
measure(['env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), process.execPath, program, 'worker', '--once', '--to', store, '--key', keyFile, '--folder', join(work, 'worker')], work); // prettier-ignore
const unmade = await catalogue.listJobs({ states: ['waiting', 'taken', 'failed'], limit: 10 });
if (unmade.length > 0) throw new Error(`No snapshot: ${JSON.stringify(unmade)}`);
const questions = (await Promise.all(origins.map(questionsOf))).flat();
console.log(`${questions.length} questions about ${origins.length} repositories`);
const nodes: NodeProcess[] = [];
for (let at = 0; at < Number(values.nodes); at++) nodes.push(new NodeProcess(at, await freePort()));
process.once('exit', () => {
  for (const { child } of nodes) child.kill('SIGKILL');
});
await Promise.all(nodes.map((node) => node.start()));
// Until they know of each other.
await sleep(5000);

interface Answered {
  ms: number;
  /** Whether the node whose repository it is was asked the same before. */
  isKnown: boolean;
  /** How long the node that was asked had listened, and how long ago a node was killed (ms). */
  ageMs: number;
  sinceKillMs: number;
  isRetried: boolean;
}

interface Phase {
  answers: Answered[];
  failed: string[];
  different: string[];
  retries: number;
}

/** Where two texts begin to differ. */
function difference(found: string, expected: string): string {
  let at = 0;
  while (at < found.length && found[at] === expected[at]) at++;
  const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200);
  return `${around(found)}\nexpected ${around(expected)}`;
}

/** The node that answers it: the first choice that listens. */
function nodeOf({ repository }: Question): NodeProcess {
  const choices = choicesFor(repository, nodes);
  return choices.find(({ listensSince }) => listensSince < Infinity) ?? choices[0]!;
}

async function ask(question: Question, token: string, phase: Phase): Promise<void> {
  const started = performance.now();
  const first = random(nodes.length);
  const { tool, args, project, expected } = question;
  const isKnown = nodeOf(question).asked.has(question);
  nodeOf(question).asked.add(question);
  let last = '';
  for (let tries = 0; tries < 2 * nodes.length; tries++) {
    const node = nodes[(first + tries) % nodes.length]!;
    try {
      const response = await fetch(`${node.url}/api/tools/${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...args, project }),
      });
      last = await response.text();
      if (response.status === 503) throw new Error(last);
      const ms = performance.now() - started;
      const sinceKillMs = started - Math.max(...nodes.map(({ killedAt }) => killedAt));
      phase.answers.push({ ms, isKnown, ageMs: started - node.listensSince, sinceKillMs, isRetried: tries > 0 });
      if (response.status !== 200)
        phase.failed.push(`${tool} ${project} ${JSON.stringify(args)}: ${response.status} ${last.slice(0, 300)}`); // prettier-ignore
      else {
        const found = comparable((JSON.parse(last) as { texts: string[] }).texts);
        if (found !== expected)
          phase.different.push(`${tool} ${project} ${JSON.stringify(args)}: ${difference(found, expected)}`);
      }
      return;
    } catch (error) {
      last = String(error);
      phase.retries++;
    }
  }
  phase.failed.push(`${tool} ${project} ${JSON.stringify(args)}: no node answered: ${last.slice(0, 300)}`);
}

async function runPhase(minutes: number): Promise<Phase> {
  const phase: Phase = { answers: [], failed: [], different: [], retries: 0 };
  const until = performance.now() + minutes * 60_000;
  const client = async (token: string): Promise<void> => {
    while (performance.now() < until) {
      await ask(questions[random(questions.length)]!, token, phase);
      await sleep(random(2 * Number(values.pause)));
    }
  };
  await Promise.all(tokens.map(client));
  return phase;
}

const rows: string[] = [];

const timesOf = (answers: readonly Answered[]): number[] => answers.map(({ ms }) => ms);

function report(name: string, { answers, failed, different, retries }: Phase): void {
  const ms = [0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(timesOf(answers), share)));
  rows.push(`| ${[name, answers.length, failed.length, different.length, retries, ...ms].join(' | ')} |`);
  console.log(rows.at(-1));
  for (const problem of new Set([...failed, ...different].slice(0, 20))) console.error(problem);
}

const kinds: [string, (answered: Answered) => boolean][] = [
  ['all', () => true],
  ['its node was asked the same before', ({ isKnown }) => isKnown],
  ['its node was not', ({ isKnown }) => !isKnown],
  ['asked of another node', ({ isRetried }) => isRetried],
  ['a node was killed up to .3 s ago', ({ sinceKillMs }) => sinceKillMs < 300],
  ['.3 to 1 s ago', ({ sinceKillMs }) => sinceKillMs >= 300 && sinceKillMs < 1000],
  ['1 to 2 s ago', ({ sinceKillMs }) => sinceKillMs >= 1000 && sinceKillMs < 2000],
  ['earlier', ({ sinceKillMs }) => sinceKillMs >= 2000],
  ['the node asked has listened up to .5 s', ({ ageMs }) => ageMs < 500],
  ['.5 to 2 s', ({ ageMs }) => ageMs >= 500 && ageMs < 2000],
  ['longer', ({ ageMs }) => ageMs >= 2000],
];

/** Which answers take more than twice the 95th percentile of undisturbed ones. */
function ages(phases: readonly Phase[]): string[] {
  const late = 2 * percentile(timesOf(phases[0]!.answers), 0.95);
  const cells = ({ answers }: Phase, is: (answered: Answered) => boolean): (number | string)[] => {
    const times = timesOf(answers.filter(is));
    const p95 = times.length === 0 ? '' : Math.round(percentile(times, 0.95));
    return [times.length, times.filter((ms) => ms > late).length, p95];
  };
  return [
    '| | undisturbed | late | p95 ms | under kills | late | p95 ms |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...kinds.map(([name, is]) => `| ${[name, ...phases.flatMap((phase) => cells(phase, is))].join(' | ')} |`),
  ];
}

console.log('| | answers | failed | different | asked of another node | p50 ms | p95 ms | p99 ms | most ms |');
// The first questions fetch the snapshots.
report('first questions', await runPhase(0.25));
const calm = await runPhase(Number(values.calm));
report('undisturbed', calm);
let kills = 0;
const killer = setInterval(
  () => {
    kills++;
    nodes[random(nodes.length)]!.kill();
  },
  Number(values.every) * 1000,
);
const disturbed = await runPhase(Number(values.minutes));
clearInterval(killer);
report(`${kills} kills`, disturbed);
const found = values.ages === true ? ['', ...ages([calm, disturbed])] : [];
for (const line of found) console.log(line);
for (const node of nodes) {
  node.isOver = true;
  node.child.kill('SIGKILL');
}
await catalogue.close();
await server.close();
rmSync(work, { recursive: true, force: true, maxRetries: 5 });
if (values.write === true)
  recordResults(
    'nodes',
    'Query nodes that are killed',
    `npm run bench -- nodes ${positionals.map((one) => basename(resolve(one))).join(' ')} --minutes ${values.minutes} --calm ${values.calm} --clients ${values.clients} --pause ${values.pause} --every ${values.every} --nodes ${values.nodes} --names ${values.names}${values.ages === true ? ' --ages' : ''}`,
    [
      `${nodes.length} nodes on one catalogue, ${values.clients} clients that pause ${values.pause} ms on average between questions, and a node killed (SIGKILL) every ${values.every} seconds and started again: ${kills} times. PostgreSQL, nodes and clients`,
      'share the machine. A client that loses its connection asks another node, as behind a balancer; its time counts from the first attempt. Each answer is compared with that of an engine over a clone of the same commit.',
      '',
      '| | answers | failed | different | asked of another node | p50 ms | p95 ms | p99 ms | most ms |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
      ...found,
    ],
  );
const isGood = [calm, disturbed].every(({ failed, different }) => failed.length + different.length === 0);
process.exit(isGood ? 0 : 1);
