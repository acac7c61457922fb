/**
 * `npm run bench -- snapshots DIR… [--commits 30] [--same] [--rows FILE] [--write]`: what a commit adds to a page store, and what the first index of a clone costs that begins with
 * a snapshot. DIR is a git repository with that many first parents; it is only read. For each of the last commits, the oldest first, as a job of CI does it:
 * a checkout without an index, an index that begins with the snapshot of the commit before, and a push. Beside it, for every tenth commit, an index from
 * nothing, and one that begins with the snapshot of the commit itself. `--same`: these indexes are
 * compared row by row (as `same-index` does), and the exit code is 1 on a difference. `--rows`: where the rows of earlier runs are; a repository that has one with
 * as many commits is not measured again, so that a run of hours can be broken off. With the built product (`npm run build` first); the store is a folder, so nothing waits for a network.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../lib/evaluation.ts';
import { measure, median, percentile, type Cost } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';
import { compareIndexes, comparisonReport, isSame } from '../stages/index-comparison.ts';
import type { PushReport } from '../../src/engine/team/snapshots.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '30' },
    same: { type: 'boolean' },
    rows: { type: 'string' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name git repositories');
const program = programAt(builtEntry);
const everyFromNothing = 10;

const most = 5;

/** A file with the lines of the index of the tree, which is moved away. */
function linesOf(root: string, work: string, name: string): string {
  const index = join(work, name);
  rmSync(index, { recursive: true, force: true });
  renameSync(join(root, '.code-scout'), index);
  const reader = join(repositoryRoot, 'bench', 'stages', 'index-lines.ts');
  const lines = measure([process.execPath, reader, repositoryRoot, join(index, 'database.db'), root], work).stdout;
  writeFileSync(`${index}.jsonl`, lines);
  return `${index}.jsonl`;
}

/** Compares the index that began with a snapshot with the one from nothing. */
async function compareWith(fromNothing: string, root: string, work: string): Promise<void> {
  const comparison = await compareIndexes(linesOf(root, work, 'seeded'), fromNothing, { most, continued: true });
  console.log(isSame(comparison) ? 'The same.' : comparisonReport(comparison).join('\n'));
  if (!isSame(comparison)) process.exitCode = 1;
}

interface Figures {
  commits: number;
  files: number;
  indexMb: number;
  firstMb: number;
  /** Of each later commit: new pages among all, and bytes that were sent. */
  shares: number[];
  sentKb: number[];
  storedMb: number;
  /** CPU seconds. */
  seeded: Cost[];
  fromNothing: Cost[];
  /** The commit itself was pushed: only pulled and compared. */
  same: Cost[];
}

const git = (cwd: string, ...args: string[]): string =>
  measure(['git', '-c', 'advice.detachedHead=false', ...args], cwd).stdout.trim();

async function measureRepository(source: string, work: string): Promise<Figures> {
  const [root, store, key] = [join(work, 'clone'), join(work, 'store'), join(work, 'key.pem')];
  git(work, 'clone', '--quiet', '--shared', '--no-checkout', resolve(source), root);
  const commits = git(root, 'rev-list', '--first-parent', '-n', values.commits, 'HEAD').split('\n').toReversed();
  const publicKey = (JSON.parse(run(work, ['snapshot', 'keygen', '--key', key, '--json']).stdout) as { key: string })
    .key;
  const team = [
    'env',
    'CODE_SCOUT_TEAM_REPOSITORY=example.org/measured',
    `CODE_SCOUT_TEAM_KEYS=${publicKey}`,
    // No figure of this page depends on how long a folder takes under load.
    'CODE_SCOUT_TEAM_WAIT_MS=60000',
    `CODE_SCOUT_TEAM_URL=${store}`,
  ];
  const figures: Figures = { commits: commits.length, files: 0, indexMb: 0, firstMb: 0, shares: [], sentKb: [], storedMb: 0, seeded: [], fromNothing: [], same: [] }; // prettier-ignore
  const clear = (): void => rmSync(join(root, '.code-scout'), { recursive: true, force: true });
  for (const [at, commit] of commits.entries()) {
    git(root, 'checkout', '--quiet', '--force', commit);
    clear();
    let fromNothing: string | null = null;
    if (at % everyFromNothing === 0) {
      const cost = run(root, ['index', '--json']);
      figures.fromNothing.push(cost);
      figures.files = (JSON.parse(cost.stdout) as { totalFiles: number }).totalFiles;
      if (values.same === true) fromNothing = linesOf(root, work, 'from-nothing');
      clear();
    }
    const index = run(root, ['index', '--json'], team);
    if (at > 0) {
      if (!index.stdout.includes('beganWith'))
        throw new Error(`${commit} did not begin with a snapshot: ${index.stderr}`);
      figures.seeded.push(index);
      if (fromNothing !== null) {
        await compareWith(fromNothing, root, work);
        // Comparing has moved the index away.
        run(root, ['index', '--json'], team);
      }
    }
    const pushed = run(root, ['snapshot', 'push', '--key', key, '--json'], team);
    const report = JSON.parse(pushed.stdout) as PushReport;
    figures.storedMb += report.sentBytes / 1e6;
    figures.indexMb = report.indexBytes / 1e6;
    if (at === 0) figures.firstMb = report.sentBytes / 1e6;
    // A merge without changes has a tree that is there.
    else if (!report.wasThere) {
      figures.shares.push((100 * report.newPages) / report.pages);
      figures.sentKb.push(report.sentBytes / 1000);
    }
    if (at % everyFromNothing === 0) {
      clear();
      figures.same.push(run(root, ['index', '--json'], team));
    }
  }
  return figures;
}

function run(cwd: string, args: readonly string[], before: readonly string[] = []): Cost {
  return measure([...before, process.execPath, program, ...args], cwd);
}

const spread = (series: readonly number[], digits: number): string =>
  `${median(series).toFixed(digits)} (${percentile(series, 0.1).toFixed(digits)} – ${percentile(series, 0.9).toFixed(digits)})`;

/** The median, its spread, and what it is of the other median. */
function shareOf(series: readonly number[], whole: readonly number[]): string {
  return `${spread(series, 2)}, ${((100 * median(series)) / median(whole)).toFixed(0)} %`;
}

function rowOf(name: string, figures: Figures): string {
  const { commits, files, indexMb, firstMb, shares, sentKb, storedMb, seeded, fromNothing, same } = figures;
  const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const cpu = (costs: readonly Cost[]): number[] => costs.map(({ cpuS }) => cpuS);
  return `| ${[
    name,
    commits,
    files,
    indexMb.toFixed(1),
    firstMb.toFixed(1),
    `${spread(shares, 1)}, mean ${mean.toFixed(1)}`,
    spread(sentKb, 0),
    storedMb.toFixed(1),
    spread(cpu(fromNothing), 2),
    shareOf(cpu(seeded), cpu(fromNothing)),
    shareOf(cpu(same), cpu(fromNothing)),
  ].join(' | ')} |`;
}

const head = [
  'repository',
  'commits',
  'files',
  'index, MB',
  'first push, MB',
  'new pages a commit, %',
  'sent a commit, kB',
  'store, MB',
  'index from nothing, CPU s',
  'of the commit before as snapshot, CPU s',
  'of the commit itself, CPU s',
];
/** A row with what it was measured on. */
interface MeasuredRow {
  name: string;
  commits: string;
  row: string;
  date: string;
  /** Of Code Scout. */
  commit: string;
}

const file = values.rows;
const earlier = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as MeasuredRow) : []; // prettier-ignore
const measured: MeasuredRow[] = [];
for (const source of positionals) {
  const name = basename(resolve(source));
  const kept = earlier.findLast((one) => one.name === name && one.commits === values.commits);
  if (kept !== undefined) {
    measured.push(kept);
    continue;
  }
  const work = mkdtempSync(join(tmpdir(), 'code-scout-bench-snapshots-'));
  try {
    const row = rowOf(name, await measureRepository(source, work));
    const date = new Date().toISOString().slice(0, 10);
    const one = { name, commits: values.commits, row, date, commit: git(repositoryRoot, 'rev-parse', '--short=8', 'HEAD') }; // prettier-ignore
    measured.push(one);
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(one)}\n`);
    console.log(row);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
const table = [`| ${head.join(' | ')} |`, `|---|${head.slice(1).map(() => '---:|').join('')}`, ...measured.map(({ row }) => row)]; // prettier-ignore
const measuredOn = measured.map(({ name, date, commit }) => `${name} on ${date} with ${commit}`).join(', ');
console.log(table.join('\n'));
if (values.write === true)
  recordResults(
    'snapshots',
    'Snapshots of a history',
    `npm run bench -- snapshots ${positionals.map((one) => basename(resolve(one))).join(' ')} --commits ${values.commits}`,
    [
      'The last commits of the first parents, the oldest first, each as a job of CI: a checkout without an index, an index that begins with the snapshot of an earlier commit, a push into a folder.',
      'Medians (10% – 90%). CPU is user and system time of `code-scout index` with vectors, whole process; from nothing, and with a snapshot of the commit itself, at every tenth commit. Percents are of the median from nothing.',
      `Measured: ${measuredOn}.`,
      '',
      ...table,
    ],
  );
