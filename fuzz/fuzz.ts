/**
 * `npm run fuzz -- [--minutes N] [--target NAME] [--seed S] [--state DIR]`: fuzzes the targets one after the other, each for the same share of
 * the time, and goes on with the corpus that earlier runs have left in the state's folder. `--target` is a name or the beginning of one, and may be given
 * repeatedly.
 * `--changed`: only targets whose code has changed since they were last fuzzed, by the record; `--since COMMIT`: since that commit.
 * `--grammars`: the C of the grammars, by libFuzzer. `--record`: adds the run to the record. `--sums [--since COMMIT]`: what the record adds up to.
 * docs/contributing/fuzzing.md says more.
 * Invariant: exit code 0 exactly when nothing was found.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzGrammar, type GrammarReport } from './grammars/fuzz-grammar.ts';
import { grammarsInC, hasClang, programFor } from './grammars/sources.ts';
import { hasChanged } from './lib/changed.ts';
import { casesFolder, fuzzTarget, type FuzzReport } from './lib/fuzz-target.ts';
import { Random } from './lib/random.ts';
import { addToRecord, git, recorded, sums, timeOf } from './lib/record.ts';
import { targetNames } from './targets/table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    target: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    state: { type: 'string', default: join(tmpdir(), 'code-scout-fuzz') },
    'no-coverage': { type: 'boolean', default: false },
    grammars: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
    record: { type: 'boolean', default: false },
    sums: { type: 'boolean', default: false },
  },
});

const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const random = new Random(seed);
/** Less time than this finds nothing: a process has to start first (ms). */
const leastMs = 10_000;

function usage(): never {
  console.error(
    `usage: npm run fuzz -- [--minutes N] [--target NAME] [--changed] [--since COMMIT] [--record] [--seed S] [--state DIR]\n       npm run fuzz -- --sums [--since COMMIT]\ntargets: ${targetNames.join(', ')}`,
  );
  process.exit(2);
}

type Cells = readonly (string | number)[];

function show(...rows: readonly Cells[]): void {
  for (const row of rows) {
    const cells = row.map((cell, at) => (at === 0 ? String(cell).padEnd(22) : String(cell).padStart(10)));
    console.log(cells.join(' '));
  }
}

function showSums(): void {
  const since = values.since === undefined ? null : timeOf(values.since);
  if (since === null && values.since !== undefined) usage();
  const all = sums(recorded(), since);
  const total = (of: (sum: (typeof all)[number]) => number): number => all.reduce((sum, one) => sum + of(one), 0);
  const minutesOf = (seconds: number): string => (seconds / 60).toFixed(1);
  show(['target', 'runs', 'CPU min', 'inputs', 'coverage', 'peak MB', 'findings']);
  for (const { target, runs, cpuS, executions, coverage, peakMb, findings } of all)
    show([target, runs, minutesOf(cpuS), executions, coverage, peakMb, findings]);
  const [cpuS, executions, findings] = [
    total((sum) => sum.cpuS),
    total((sum) => sum.executions),
    total((sum) => sum.findings),
  ];
  show(['all', '', minutesOf(cpuS), executions, '', '', findings]);
}

/** Files that differ from those of a commit; null if git does not know it. */
function filesSince(commit: string): string[] | null {
  if (git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`) === '') return null;
  const top = git('rev-parse', '--show-toplevel');
  return git('-C', top, 'diff', '--name-only', commit, '--').split('\n').filter(Boolean);
}

/** Of the targets those that have changed since a commit; by default each since the last run that is recorded of it. */
async function changedOf(targets: readonly string[]): Promise<string[]> {
  const commits = new Map<string, string>();
  for (const { commit, targets: runs } of recorded()) for (const { target } of runs) commits.set(target, commit);
  const changed: string[] = [];
  for (const target of targets) {
    const commit = values.since ?? commits.get(target);
    const files = commit === undefined ? null : filesSince(commit);
    if (files === null || (await hasChanged(target, files))) changed.push(target);
  }
  return changed;
}

if (!(minutes > 0) || !Number.isSafeInteger(seed)) usage();
let chosen = targetNames.filter(
  (name) => values.target.length === 0 || values.target.some((wanted) => name.startsWith(wanted)),
);

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isEnding = true));

function cellsOf({ target, ...report }: FuzzReport): (string | number)[] {
  const { executions, executionsEver, corpus, coverage, deaths, findings } = report;
  return [
    target,
    executions,
    executionsEver,
    corpus,
    coverage,
    Math.round(report.peak / 1024 ** 2),
    deaths,
    findings.length,
  ];
}

async function fuzz(): Promise<void> {
  if (chosen.length === 0) usage();
  if (values.changed) {
    chosen = await changedOf(chosen);
    const most = Math.max(1, Math.floor((minutes * 60_000) / leastMs));
    const order = chosen.map((name) => ({ name, turn: random.next() })).toSorted((a, b) => a.turn - b.turn);
    const [now, later] = [order.slice(0, most), order.slice(most)].map((part) => part.map(({ name }) => name));
    chosen = now ?? [];
    if (later !== undefined && later.length > 0) console.log(`no time for: ${later.join(', ')}`);
  }
  console.log(`seed ${seed}, state in ${values.state}`);
  show(['target', 'runs', 'ever', 'corpus', 'coverage', 'peak MB', 'restarts', 'findings']);
  const reports: FuzzReport[] = [];
  for (const target of chosen) {
    if (isEnding) break;
    const end = performance.now() + (minutes * 60_000) / chosen.length;
    const report = await fuzzTarget({
      target,
      seed,
      isOver: () => isEnding || performance.now() > end,
      state: values.state,
      cases: casesFolder,
      minimiseMs: 60_000,
      largest: Infinity,
      coverage: !values['no-coverage'],
      say: (line) => console.log(`  ${line}`),
    });
    reports.push(report);
    show(cellsOf(report));
  }
  if (values.record && reports.length > 0)
    addToRecord(
      reports.map(({ target, cpuS, executions, coverage, corpus, peak, findings }) => ({
        ...{ target, cpuS, executions, coverage, corpus },
        peakMb: peak / 1024 ** 2,
        findings: findings.length,
      })),
    );
  const found = reports.flatMap(({ findings }) => findings);
  for (const { kind, file, message, after } of found) console.log(`\n${kind}, run ${after}: ${file}\n${message}`);
  console.log(`\n${reports.reduce((sum, { executions }) => sum + executions, 0)} runs, ${found.length} findings`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

async function fuzzGrammars(): Promise<void> {
  if (!hasClang()) {
    console.log('skipped: no grammar was fuzzed, since there is no clang here (Debian: apt-get install clang)');
    return;
  }
  const { found, missing } = grammarsInC();
  const isWanted = (name: string): boolean =>
    values.target.length === 0 || values.target.some((one) => name.startsWith(one));
  const wanted = found.filter(({ name }) => isWanted(name));
  if (wanted.length === 0) usage();
  for (const name of missing.filter(isWanted)) console.log(`skipped: ${name}, whose C no package has`);
  const state = join(values.state, 'grammars');
  console.log(`seed ${seed}, state in ${state}`);
  show(['grammar', 'CPU s', 'inputs', 'edges', 'corpus', 'peak MB', 'findings']);
  const reports: GrammarReport[] = [];
  for (const grammar of wanted) {
    if (isEnding) break;
    programFor(grammar, state);
    const end = performance.now() + (minutes * 60_000) / wanted.length;
    const report = await fuzzGrammar(grammar, { state, seed, leftMs: () => (isEnding ? 0 : end - performance.now()) });
    reports.push(report);
    const { target, cpuS, executions, coverage, corpus, peakMb, findings } = report.run;
    show([target, cpuS.toFixed(1), executions, coverage, corpus, peakMb, findings]);
  }
  if (values.record && reports.length > 0) addToRecord(reports.map((report) => report.run));
  const crashes = reports.flatMap((report) => report.crashes);
  for (const { file, message, isContained } of crashes)
    console.log(`\n${file}, which the product ${isContained ? 'gets over' : 'DOES NOT GET OVER'}\n${message}`);
  process.exitCode = crashes.length > 0 ? 1 : 0;
}

if (values.sums) showSums();
else if (values.grammars) await fuzzGrammars();
else await fuzz();
