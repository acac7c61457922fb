/**
 * `npm run bench -- worker-faults DIR… [--commits 20] [--workers 4] [--minutes 10] [--crashes 10] [--snapshots 20] [--write]`: workers that are killed and stopped at random while
 * PostgreSQL is stopped at once again and again. DIR is a git repository with that many first parents; it is only read. The commits are pushed one after the other meanwhile. At the end every push is
 * indexed or superseded, no job was published twice, no head ever went back, and random snapshots are compared row by row with an index from nothing (as
 * `same-index` does); else the exit code is 1. With the built product (`npm run build` first), and a PostgreSQL that is installed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createKeyFile } from '../../src/engine/team/snapshots.ts';
import type { WorkerEvent } from '../../src/engine/worker/administration.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { missingPostgres, startPostgres } from '../../src/team/postgres/testing/postgres-server.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { repositoryRoot } from '../lib/evaluation.ts';
import { measure } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';
import { compareIndexes, comparisonReport, isSame } from '../stages/index-comparison.ts';
import { git, PushedRepository } from './pushed-repositories.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '20' },
    workers: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '10' },
    crashes: { type: 'string', default: '10' },
    snapshots: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name git repositories');
if (missingPostgres !== null) throw new Error(missingPostgres);
const program = programAt(builtEntry);
const random = seededRandom(Number(values.seed));
const work = mkdtempSync(join(tmpdir(), 'code-scout-worker-faults-'));
const [store, keyFile] = [join(work, 'store'), join(work, 'key.pem')];
const key = createKeyFile(keyFile);
const server = await startPostgres();
const url = server.newDatabase();
const leaseS = 10;
/** In which what is left is pushed at the end. */
const rounds = 3;
const problems: string[] = [];

const origins = positionals.map((source, at) => new PushedRepository(source, { work, at, commits: values.commits }));
const events: WorkerEvent[] = [];
/** What was said by workers that could not begin. */
const starts: string[] = [];

/** A worker in a folder of its own, started again when it has ended. */
class Worker {
  child!: ChildProcess;
  isOver = false;
  readonly #folder: string;

  constructor(at: number) {
    this.#folder = join(work, `worker${at}`);
    this.#start();
  }

  #start(): void {
    const args = ['worker', '--json', '--to', store, '--key', keyFile, '--folder', this.#folder, '--lease', String(leaseS), '--poll', '3', '--attempts', '100']; // prettier-ignore
    const env = { ...process.env, CODE_SCOUT_CATALOGUE: url };
    this.child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    createInterface({ input: this.child.stdout! }).on('line', (line) => {
      // One that cannot begin, because PostgreSQL is just away, says so in several lines.
      if (line.startsWith('{"event"')) events.push(JSON.parse(line) as WorkerEvent);
      else starts.push(line);
    });
    this.child.once('close', () => {
      if (!this.isOver) this.#start();
    });
  }
}

const catalogue = await openCatalogue({ location: url, tenant: 'main', creates: true, allowsPlain: false });
for (const { name, root } of origins)
  await catalogue.addRepository({ name, url: root, defaultRef: 'main', forkOf: null });
const workers = Array.from({ length: Number(values.workers) }, (_, at) => new Worker(at));
process.once('exit', () => {
  for (const { child } of workers) child.kill('SIGKILL');
});
const counts = { kills: 0, stops: 0, crashes: 0, pushes: 0 };
const furthest = new Map<string, number>();

async function watchHeads(): Promise<void> {
  for (const [at, { name }] of origins.entries())
    for (const { ref, heads } of await catalogue.listRefs(at + 1).catch(() => []))
      for (const { push } of heads) {
        if (push < (furthest.get(`${name} ${ref}`) ?? 0)) problems.push(`${name} ${ref} went back to push ${push}`);
        furthest.set(`${name} ${ref}`, Math.max(push, furthest.get(`${name} ${ref}`) ?? 0));
      }
}

function push(origin: PushedRepository): void {
  if (origin.push() !== null) counts.pushes++;
}

const started = performance.now();
const lasts = Number(values.minutes) * 60_000;
while (performance.now() - started < lasts) {
  await sleep(500 + random(1500));
  const { child } = workers[random(workers.length)]!;
  const share = (performance.now() - started) / lasts;
  if (share * Number(values.crashes) > counts.crashes + 0.5) {
    counts.crashes++;
    await server.crash();
  } else if (random(5) === 0) {
    counts.kills++;
    child.kill('SIGKILL');
  } else if (random(6) === 0) {
    counts.stops++;
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), (leaseS + 1 + random(5)) * 1000);
  } else push(origins[random(origins.length)]!);
  await watchHeads();
}
console.log(`${JSON.stringify(counts)} in ${values.minutes} minutes`);
/** Until the last push of each repository is indexed. */
async function allIndexed(): Promise<void> {
  for (;;) {
    await sleep(1000);
    await watchHeads();
    // PostgreSQL, which all share one machine with, may answer too late: asked again.
    const isOver = await hasIndexedAll().catch((error: unknown) => console.log(`asked again: ${String(error)}`));
    if (isOver === true) return;
  }
}

async function hasIndexedAll(): Promise<boolean> {
  const refs = await Promise.all(origins.map((_, at) => catalogue.listRefs(at + 1)));
  const { jobs } = await catalogue.counts();
  return refs.every(([ref], at) => ref?.heads[0]?.commit === origins[at]!.newest) && jobs.waiting + jobs.taken === 0;
}

// One after the other, a push soon overtakes the one before it: what is left comes in rounds, so that there are snapshots to compare.
for (let round = rounds; round > 0; round--) {
  for (const origin of origins) for (let left = Math.ceil(origin.left / round); left > 0; left--) push(origin);
  await allIndexed();
}
for (const worker of workers) {
  worker.isOver = true;
  worker.child.kill('SIGTERM');
}
const all = await catalogue.listJobs({ states: ['waiting', 'taken', 'done', 'failed', 'superseded'], limit: 100_000 });
const published = events
  .filter((event) => event.event === 'indexed')
  .map((event) => `${event.repository} ${event.commit}`);
for (const one of new Set(published)) if (published.filter((other) => other === one).length > 1) problems.push(`${one} was published twice`); // prettier-ignore
for (const { job, state, error } of all) if (state !== 'done' && state !== 'superseded') problems.push(`${job} is ${state}: ${error}`); // prettier-ignore
const done = all.filter(({ state }) => state === 'done');
const jobs = {
  done: done.length,
  superseded: all.length - done.length,
  several: all.filter(({ attempt }) => attempt > 1).length,
  lost: events.filter(({ event }) => event === 'lost').length,
};
console.log(`${jobs.done} jobs done, ${jobs.superseded} superseded, ${jobs.several} in several attempts; lost ${jobs.lost}, troubles ${events.filter(({ event }) => event === 'trouble').length}`); // prettier-ignore
for (const line of new Set(starts.filter((one) => one.includes('message'))))
  console.log(`A worker could not begin: ${line.trim()}`);
await catalogue.close();
await server.close();

/** A file with the lines of the index, which is moved away. */
function linesOf(root: string, name: string): string {
  const index = join(work, name);
  rmSync(index, { recursive: true, force: true });
  renameSync(join(root, '.code-scout'), index);
  const reader = join(repositoryRoot, 'bench', 'stages', 'index-lines.ts');
  const read = [process.execPath, reader, repositoryRoot, join(index, 'database.db'), root];
  writeFileSync(`${index}.jsonl`, measure(read, work).stdout);
  return `${index}.jsonl`;
}

let [compared, equal] = [0, 0];
for (let at = 0; at < Number(values.snapshots) && done.length > 0; at++) {
  const [{ repository, commit }] = done.splice(random(done.length), 1) as [(typeof done)[number]];
  const origin = origins[repository - 1]!;
  compared++;
  const root = join(work, 'verified');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  git(work, 'clone', '--quiet', '--shared', '--no-checkout', origin.root, root);
  git(root, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit);
  const team = ['env', `CODE_SCOUT_TEAM_REPOSITORY=${origin.name}`, `CODE_SCOUT_TEAM_KEYS=${key}`, 'CODE_SCOUT_TEAM_WAIT_MS=600000', `CODE_SCOUT_TEAM_URL=${store}`]; // prettier-ignore
  const report = JSON.parse(measure([...team, process.execPath, program, 'index', '--json'], root).stdout) as { beganWith?: string; indexedFiles: number }; // prettier-ignore
  if (report.beganWith === undefined || report.indexedFiles > 0) problems.push(`${origin.name} ${commit} has no snapshot of its own`); // prettier-ignore
  const seeded = linesOf(root, 'seeded');
  measure([process.execPath, program, 'index', '--json'], root);
  const comparison = await compareIndexes(seeded, linesOf(root, 'from-nothing'), { most: 5, continued: true });
  if (isSame(comparison)) equal++;
  else problems.push(`${origin.name} ${commit} differs:\n${comparisonReport(comparison).join('\n')}`);
}
console.log(`${equal} of ${compared} snapshots equal an index from nothing`);
rmSync(work, { recursive: true, force: true });
for (const problem of problems) console.error(problem);
if (values.write === true)
  recordResults(
    'worker-faults',
    'Workers that are killed, and a database that crashes',
    `npm run bench -- worker-faults DIR… --commits ${values.commits} --workers ${values.workers} --minutes ${values.minutes} --crashes ${values.crashes} --snapshots ${values.snapshots}`,
    [
      `${values.workers} workers on ${origins.length} repositories, whose last ${values.commits} commits are pushed one after the other, for ${values.minutes} minutes; what is left is pushed then, in ${rounds} rounds. A worker is killed (SIGKILL) or stopped beyond its lease (SIGSTOP)`,
      'at random, and PostgreSQL is stopped at once. A push that a later one of its branch has overtaken is superseded. Snapshots are chosen at random and compared row by row with an index from nothing.',
      '',
      '| repositories | pushes | kills | stops | stops of PostgreSQL | jobs done | superseded | in several attempts | attempts that were refused at the end | snapshots equal to an index from nothing | problems |',
      '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
      `| ${[origins.length, counts.pushes, counts.kills, counts.stops, counts.crashes, jobs.done, jobs.superseded, jobs.several, jobs.lost, `${equal} of ${compared}`, problems.length].join(' | ')} |`,
      '',
      `The repositories: ${positionals.map((one) => basename(resolve(one)).replace('+', '/')).join(', ')}.`,
      ...problems.map((problem) => `- ${problem.split('\n')[0]}`),
    ],
  );
process.exit(problems.length > 0 ? 1 : 0);
