/**
 * `npm run bench -- push-to-visible DIR… [--minutes 10] [--every 10] [--workers 2] [--write]`: how long it takes from a push to the snapshot that all see, by the
 * message of a git host, `code-scout hooks` and workers that do not poll. DIR is a git repository with enough first parents; it is only read. A commit is pushed every so
 * many seconds, to one repository after the other, whether or not those before it are done. A push is visible when the head of the branch is that push, or a later one which has superseded it.
 * With the built product (`npm run build` first), and a PostgreSQL that is installed; the page store is a folder, git hosts are folders, so nothing waits for a network.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gitHubPush, messageOf, testSecret, zeros } from '../../src/engine/hooks/testing/sent-messages.ts';
import { createKeyFile } from '../../src/engine/team/snapshots.ts';
import type { WorkerEvent } from '../../src/engine/worker/administration.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { missingPostgres, startPostgres } from '../../src/team/postgres/testing/postgres-server.ts';
import { percentile } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';
import { PushedRepository } from './pushed-repositories.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    every: { type: 'string', default: '10' },
    workers: { type: 'string', default: '2' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name git repositories');
if (missingPostgres !== null) throw new Error(missingPostgres);
const program = programAt(builtEntry);
const lookMs = 20;
const pushes = Math.floor((Number(values.minutes) * 60) / Number(values.every));
const commits = String(Math.ceil(pushes / positionals.length) + 1);
const work = mkdtempSync(join(tmpdir(), 'code-scout-push-to-visible-'));
const [store, keyFile, secretFile] = [join(work, 'store'), join(work, 'key.pem'), join(work, 'secret.txt')];
createKeyFile(keyFile);
writeFileSync(secretFile, testSecret);
const server = await startPostgres();
const url = server.newDatabase();
const catalogue = await openCatalogue({ location: url, tenant: 'main', creates: true, allowsPlain: false });
const origins = positionals.map((source, at) => new PushedRepository(source, { work, at, commits }));
/** As the messages of the host name them. */
const pathOf = (at: number): string => `bench/repository${at}`;
for (const [at, { root }] of origins.entries())
  await catalogue.addRepository({
    name: `github.example.org/${pathOf(at)}`,
    url: root,
    defaultRef: 'main',
    forkOf: null,
  });

const children: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
function start(args: readonly string[], onLine: (line: string) => void): ChildProcess {
  const env = { ...process.env, CODE_SCOUT_CATALOGUE: url };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  createInterface({ input: child.stdout }).on('line', onLine);
  return child;
}
const events: WorkerEvent[] = [];
const workers = Array.from({ length: Number(values.workers) }, (_, at) => {
  const args = [
    'worker',
    '--json',
    '--to',
    store,
    '--key',
    keyFile,
    '--folder',
    join(work, `worker${at}`),
    '--poll',
    '0',
  ];
  return start(args, (line) => events.push(JSON.parse(line) as WorkerEvent));
});
const { promise: hooksUrl, resolve: hooksListen } = Promise.withResolvers<string>();
start(['hooks', '--json', '--port', '0', '--secret-file', secretFile], (line) => {
  const said = JSON.parse(line) as { url?: string };
  if (said.url !== undefined) hooksListen(said.url);
});

/** CPU seconds of processes and of those that they have started and that have ended (Linux). */
function cpuOf(processes: readonly ChildProcess[]): number {
  let ticks = 0;
  for (const { pid } of processes) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks / 100;
}

async function say(at: number, change: { before: string; after: string }, delivery: string): Promise<void> {
  const message = messageOf('github', 'push', gitHubPush(pathOf(at), { ref: 'refs/heads/main', ...change }), {
    delivery,
  });
  const response = await fetch(`${await hooksUrl}/hooks/github`, { method: 'POST', ...message });
  if (response.status !== 202) throw new Error(`the message was answered with ${response.status}`);
}

/** By repository: the newest push that is visible. */
const seen = new Map<number, number>();
interface Waiting {
  at: number;
  push: number;
  since: number;
}
let waiting: Waiting[] = [];
const seconds: number[] = [];
async function look(): Promise<void> {
  for (const at of new Set(waiting.map((one) => one.at))) {
    const [ref] = await catalogue.listRefs(at + 1);
    seen.set(at, Math.max(0, ...(ref?.heads ?? []).map(({ push }) => push)));
  }
  const isSeen = ({ at, push }: Waiting): boolean => push <= (seen.get(at) ?? 0);
  for (const one of waiting.filter(isSeen)) seconds.push((performance.now() - one.since) / 1000);
  waiting = waiting.filter((one) => !isSeen(one));
}
async function lookUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await look();
    await sleep(lookMs);
  }
}

for (const [
  at,
  {
    commits: [first],
  },
] of origins.entries()) {
  await say(at, { before: zeros, after: first! }, `first${at}`);
  waiting.push({ at, push: 1, since: performance.now() });
}
await lookUntil(() => waiting.length === 0);
console.log(`${origins.length} repositories are indexed`);
seconds.length = 0;
events.length = 0;
const cpuBefore = cpuOf(workers);
const count = origins.map(() => 1);
const started = performance.now();
for (let push = 0; push < pushes; push++) {
  await lookUntil(() => performance.now() - started >= push * Number(values.every) * 1000);
  const at = push % origins.length;
  const since = performance.now();
  const change = origins[at]!.push();
  if (change === null) throw new Error(`${origins[at]!.name} has too few commits`);
  await say(at, change, `push${push}`);
  waiting.push({ at, push: ++count[at]!, since });
}
await lookUntil(() => waiting.length === 0);
const cpu = (cpuOf(workers) - cpuBefore) / pushes;
for (const child of children) child.kill('SIGTERM');
await catalogue.close();
await server.close();
rmSync(work, { recursive: true, force: true, maxRetries: 5 });
const failed = events.filter(({ event }) => event === 'failed' || event === 'trouble');
for (const event of failed) console.error(JSON.stringify(event));
const jobs = events.flatMap((event) => (event.event === 'indexed' ? [event.ms / 1000] : []));
const figures = (all: readonly number[]): string => [0.5, 0.95, 1].map((share) => percentile(all, share).toFixed(1)).join(' / '); // prettier-ignore
const table = [
  '| pushes | repositories | workers | push to visible s, p50 / p95 / most | in the hands of a worker s, p50 / p95 / most | CPU s of the workers a push |',
  '|---:|---:|---:|---:|---:|---:|',
  `| ${pushes} | ${origins.length} | ${workers.length} | ${figures(seconds)} | ${figures(jobs)} | ${cpu.toFixed(2)} |`,
];
console.log(table.join('\n'));
if (values.write === true)
  recordResults(
    'push-to-visible',
    'From a push to its snapshot',
    `npm run bench -- push-to-visible ${positionals.map((one) => basename(resolve(one))).join(' ')} --minutes ${values.minutes} --every ${values.every} --workers ${values.workers}`,
    [
      `A real commit is pushed every ${values.every} seconds, its host says so, and the snapshot is published when the catalogue has it as the head of the branch. The page store and the git hosts are folders, PostgreSQL is on the same machine.`,
      'In the hands of a worker: fetch, checkout, a process that begins with the snapshot before, index with vectors, push of the new pages. CPU is that of the workers and their processes, at rest too.',
      '',
      ...table,
    ],
  );
process.exit(failed.length > 0 ? 1 : 0);
