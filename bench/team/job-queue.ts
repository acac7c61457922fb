/**
 * `npm run bench -- job-queue [--repositories 2000] [--jobs 20000] [--takes 300] [--write]`: what it costs to take a job from a catalogue in which many wait, in SQLite and in PostgreSQL (a
 * server of its own without `fsync`, which knows its tables as after a minute), and what a node asks every two seconds. Each case has a catalogue of its own with the repositories; jobs are branches that were pushed to.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { postgresPlace } from '../../src/team/postgres/postgres-pool.ts';
import type { Catalogue } from '../../src/team/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { missingPostgres, startPostgres } from '../../src/team/postgres/testing/postgres-server.ts';
import { median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';

const { values } = parseArgs({
  options: {
    repositories: { type: 'string', default: '2000' },
    jobs: { type: 'string', default: '20000' },
    takes: { type: 'string', default: '300' },
    write: { type: 'boolean' },
  },
});
const [repositories, jobs, takes] = [Number(values.repositories), Number(values.jobs), Number(values.takes)];
const edition = 'e1';
const atOnce = 8;
const leaseMs = 3_600_000;

/** The figures of one case (ms). */
interface Case {
  what: string;
  median: number;
  p95: number;
}

async function inTurns(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** A catalogue with the repositories; jobs are pushes to branches, shared out among the first so many. */
async function filled(catalogue: Catalogue, busy: number, pushes: number): Promise<void> {
  await catalogue.wantEdition(edition, 'bench');
  await inTurns(repositories, (at) =>
    catalogue.addRepository({ name: `r${at}`, url: `https://example.org/r${at}`, defaultRef: 'main', forkOf: null }),
  );
  const ids = (await catalogue.listRepositories()).map(({ id }) => id);
  await inTurns(pushes, (at) =>
    catalogue.hear({ repository: ids[at % busy]!, ref: `b${Math.floor(at / busy)}`, commit: `c${at}`, delivery: null }),
  );
}

async function timed(what: string, count: number, work: () => Promise<unknown>): Promise<Case> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { what, median: median(times), p95: sorted[Math.floor(sorted.length * 0.95)]! };
}

async function measuredCases(open: () => Promise<Catalogue>, analyse: () => Promise<void>): Promise<Case[]> {
  const cases: Case[] = [];
  const take = (catalogue: Catalogue): Promise<unknown> => catalogue.takeJob({ worker: 'w', edition, leaseMs, maxStrikes: 3 });
  const took = (catalogue: Catalogue) => async (): Promise<void> => {
    if ((await take(catalogue)) === null) throw new Error('no job was left');
  };
  const many = await open();
  await filled(many, repositories, jobs);
  await analyse();
  cases.push(await timed(`${jobs} wait, no repository had a turn`, takes, took(many)));
  await inTurns(repositories, () => take(many));
  cases.push(await timed(`${jobs} wait, each repository had a turn`, takes, took(many)));
  await many.close();
  for (const pushes of [takes + 1, jobs / 10]) {
    const one = await open();
    await filled(one, 1, pushes);
    await analyse();
    await take(one);
    cases.push(await timed(`${pushes} wait, of the repository that had a turn last`, takes, took(one)));
    await one.close();
  }
  const few = await open();
  await filled(few, 1, 0);
  cases.push(await timed('none waits', takes, () => take(few)));
  cases.push(await timed('what a node asks: what is used and new', takes, () => few.watchRefs({ repositories: [], usedMs: leaseMs, indexedMs: 62_000 })));
  await few.close();
  return cases;
} // prettier-ignore

const folder = mkdtempSync(join(tmpdir(), 'code-scout-queue-'));
const server = missingPostgres === null ? await startPostgres() : null;
let count = 0;
const at = (location: string): Promise<Catalogue> => openCatalogue({ location, tenant: 'main', creates: true, allowsPlain: false }); // prettier-ignore
let url = '';
/** What autovacuum does. */
async function analyse(): Promise<void> {
  const client = new Client(postgresPlace(url, false).config);
  await client.connect();
  await client.query('ANALYZE');
  await client.end();
}
type Engine = [name: string, open: () => Promise<Catalogue>, analyse: () => Promise<void>];
const engines: Engine[] = [['SQLite', () => at(join(folder, `${++count}.db`)), async () => {}]];
if (server !== null) engines.push(['PostgreSQL', () => at((url = server.newDatabase())), analyse]);
const rows: string[] = [];
for (const [name, open, analysed] of engines)
  for (const { what, median: middle, p95 } of await measuredCases(open, analysed)) {
    rows.push(`| ${name} | ${what} | ${middle.toFixed(2)} | ${p95.toFixed(2)} |`);
    console.log(rows.at(-1));
  }
await server?.close();
rmSync(folder, { recursive: true, force: true });
if (values.write === true)
  recordResults('job-queue', 'Taking a job when many wait', 'npm run bench -- job-queue', [
    `A catalogue of ${repositories} repositories; ms a call, of ${takes} calls one after the other.${missingPostgres === null ? '' : ` PostgreSQL was left out: ${missingPostgres}.`}`,
    '',
    '| engine | case | median | p95 |',
    '|---|---|---:|---:|',
    ...rows,
  ]);
