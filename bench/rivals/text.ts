/**
 * `npm run bench -- text [--eval DIR] [--work DIR] [--tree DIR]… [--rounds 9] [--write]`: text search on the searches
 * of the evaluation pack, whose answers are ripgrep's: how many give exactly its lines. It also measures the time of a
 * search compared to ripgrep itself, on trees (two of the pack's, or those named), interleaved: medians of wall-clock
 * time and CPU time including child processes.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine, type TextQuery } from '../../src/engine/engine.ts';
import { workerData } from '../../src/engine/indexing/indexing.ts';
import { indexTexts } from '../../src/engine/live/text-index.ts';
import { openStore } from '../../src/store/registry.ts';
import { EvaluationPack, type EvaluationRow } from '../lib/evaluation.ts';
import { median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';

const { values } = parseArgs({
  options: {
    eval: { type: 'string' },
    work: { type: 'string', default: join('.code-scout-bench', 'text') },
    tree: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '9' },
    write: { type: 'boolean' },
  },
});
const rounds = Number(values.rounds);
const work = resolve(values.work);
const pack = new EvaluationPack(values.eval);

interface TextRow extends EvaluationRow {
  mode: 'literal' | 'regex';
  pattern: string;
  count: number;
  sha256: string;
  hits?: string[];
  ignore_case?: boolean;
  word?: boolean;
  glob?: string;
}

const rows = pack.rows('textsearch') as TextRow[];
const shownFailures = 10;
/** How many trees of the pack are timed where none is named: a small one and a large one. */
const timedRepositories = 2;
/** The timed searches: rare and common texts, literals and regular expressions, and a text that does not occur. */
const timed: readonly Pick<TextQuery, 'query' | 'isRegex'>[] = [
  { query: 'zzqx_absent', isRegex: false },
  { query: 'deprecated since', isRegex: false },
  { query: 'return', isRegex: false },
  { query: 'error[A-Z]\\w+\\(', isRegex: true },
  { query: '\\b[A-Z]\\w+Error\\b', isRegex: true },
];

/** CPU microseconds per byte, by tree. */
const trigramCosts: number[] = [];

async function opened(root: string, name: string): Promise<Engine> {
  mkdirSync(join(work, 'index'), { recursive: true });
  const flags = { 'database.path': join(work, 'index', `${name}.db`), 'embedding.provider': 'off' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  const store = await openStore(engine.location);
  const started = process.cpuUsage();
  const { bytes } = await store.statistics();
  const isNew = (await store.texts.missing()).length > 0;
  await indexTexts(store, workerData(root, config));
  const { user, system } = process.cpuUsage(started);
  if (isNew) trigramCosts.push((user + system) / bytes);
  await store.close();
  return engine;
}

/** Makes a repository of a tree without one, with all of its files tracked, even ignored ones. */
function track(root: string): void {
  if (existsSync(join(root, '.git'))) return;
  spawnSync('git', ['init', '--quiet'], { cwd: root });
  spawnSync('git', ['add', '--force', '--all'], { cwd: root });
}

function nameOf({ repo, commit }: EvaluationRow): string {
  return `${repo.replace('/', '+')}@${commit.slice(0, 12)}`;
}

/** Null for a search that gives ripgrep's lines; else what differs. */
async function failureOf(engine: Engine, row: TextRow): Promise<string | null> {
  const { hits } = await engine.text.search({
    query: row.pattern,
    isRegex: row.mode === 'regex',
    caseSensitive: row.ignore_case !== true,
    wholeWord: row.word === true,
    ...(row.glob === undefined ? {} : { globs: [row.glob] }),
    limit: 10_000_000,
  });
  const found = [...new Set(hits.map(({ path, line }) => `${path}:${line}`))].sort();
  if (hash('sha256', found.join('\n')) === row.sha256) return null;
  const missing = (row.hits ?? []).filter((hit) => !found.includes(hit));
  const extra = row.hits === undefined ? [] : found.filter((hit) => !row.hits!.includes(hit));
  return `${row.id} (${row.mode} ${JSON.stringify(row.pattern)}): ${found.length} instead of ${row.count}; missing ${missing.slice(0, 3).join(', ') || '-'}; extra ${extra.slice(0, 3).join(', ') || '-'}`;
}

interface Exactness {
  asked: number;
  exact: number;
  failures: string[];
  missingRepositories: Set<string>;
}

async function measureExactness(): Promise<Exactness> {
  const result: Exactness = { asked: 0, exact: 0, failures: [], missingRepositories: new Set() };
  const byTree = Map.groupBy(rows, nameOf);
  for (const [name, ofTree] of byTree) {
    const { repo, commit } = ofTree[0]!;
    const root = await pack.checkout(repo, commit, join(work, 'trees'));
    if (root === null) {
      result.missingRepositories.add(repo);
      continue;
    }
    track(root);
    const engine = await opened(root, name);
    for (const row of ofTree) {
      const failure = await failureOf(engine, row);
      result.asked++;
      if (failure === null) result.exact++;
      else result.failures.push(failure);
    }
    await engine.close();
  }
  return result;
}

interface Cost {
  wallMs: number;
  cpuMs: number;
}

/** CPU time of this process and its children. */
function cpuMs(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1000;
}

async function costOf(measured: () => Promise<unknown>): Promise<Cost> {
  const started = performance.now();
  const before = cpuMs();
  await measured();
  return { wallMs: performance.now() - started, cpuMs: cpuMs() - before };
}

async function timeTree(root: string, engine: Engine): Promise<string[]> {
  const lines: string[] = [];
  const { filesIndexed } = await engine.status();
  for (const query of timed) {
    const own: Cost[] = [];
    const theirs: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      own.push(await costOf(() => engine.text.search({ ...query, caseSensitive: true, limit: 50 })));
      theirs.push(
        await costOf(async () => {
          const flags = ['--no-config', '--line-number', ...(query.isRegex === true ? [] : ['--fixed-strings'])];
          spawnSync(rgPath, [...flags, '--regexp', query.query, '.'], { cwd: root, maxBuffer: 2 ** 30 });
        }),
      );
    }
    const [mine, rg] = [median(own.map(({ wallMs }) => wallMs)), median(theirs.map(({ wallMs }) => wallMs))];
    const kind = query.isRegex === true ? 'regex' : 'literal';
    lines.push(
      `| ${root.split('/').at(-1)!} | ${filesIndexed} | ${kind} \`${query.query}\` | ${mine.toFixed(1)} | ${rg.toFixed(1)} | ${(mine / rg).toFixed(2)} |`,
    );
    console.log(lines.at(-1));
  }
  return lines;
}

async function timeTrees(): Promise<string[]> {
  const lines: string[] = [];
  const trees = values.tree.map((tree) => resolve(tree));
  if (trees.length === 0) {
    const sizes = [...Map.groupBy(rows, nameOf).values()].map(([row]) => row!);
    for (const row of [sizes[0]!, sizes.at(-1)!].slice(0, timedRepositories)) {
      const root = await pack.checkout(row.repo, row.commit, join(work, 'trees'));
      if (root === null) continue;
      track(root);
      trees.push(root);
    }
  }
  for (const root of trees) {
    if (!existsSync(root)) throw new Error(`no folder: ${root}`);
    const engine = await opened(root, hash('sha256', root).slice(0, 12));
    // As in a server that was idle for a while, the next answer first checks for changed files.
    await sleep(1500);
    lines.push(...(await timeTree(root, engine)));
    await engine.close();
  }
  return lines;
}

const exactness = await measureExactness();
const { asked, exact, failures, missingRepositories } = exactness;
const report = [
  `- searches of the evaluation pack that give ripgrep's lines exactly: ${exact} of ${asked}` +
    (missingRepositories.size === 0 ? '' : ` (not fetched: ${[...missingRepositories].join(', ')})`),
  ...failures.slice(0, shownFailures).map((failure) => `  - ${failure}`),
];
console.log(report.join('\n'));
if (trigramCosts.length > 0) {
  const cost = median(trigramCosts).toFixed(3);
  report.push(
    `- trigrams take ${cost} CPU s per MB (median of ${trigramCosts.length} trees), in the background of a server`,
  );
  console.log(report.at(-1));
}
const head = ['', '| tree | files | search | ms | ripgrep, ms | ratio |', '|---|---|---|---|---|---|'];
console.log(head.join('\n'));
const times = await timeTrees();
if (values.write === true)
  recordResults('text', 'Text search', `npm run bench -- text ${'--tree DIR '.repeat(values.tree.length)}--write`, [
    ...report,
    ...head,
    ...times,
  ]);
if (exact < asked) process.exitCode = 1;
