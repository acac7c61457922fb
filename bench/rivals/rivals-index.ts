/**
 * `npm run bench -- rivals [--tree DIR]… [--before DIR] [--runs 5] [--work DIR] [--write]`: the cost of a whole index,
 * ours (the built product) with everything and without vectors, compared to the rivals in the registry; in one run,
 * interleaved, medians of CPU and wall time. `--before` names a built checkout of an earlier commit that is measured in
 * the same run. Trees: those named; else hono, trpc and playwright as stored in `EVAL_MIRROR`; where that is not set,
 * sources of pinned packages. Each tool gets its own copies, without an index. The exit code is 1 when the target is
 * missed.
 */
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../lib/evaluation.ts';
import { measure, median, type Cost } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { openIndexers } from './rivals-programs.ts';
import { rivalTrees, rivalWork } from './rivals-trees.ts';
import { openRivals } from './rivals-tools.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true },
    before: { type: 'string' },
    runs: { type: 'string', default: '5' },
    eval: { type: 'string' },
    work: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const runs = Number(values.runs);
const work = rivalWork(values.work);
const home = join(work, 'rivals', 'home');
const limitS = '600';
const product = join(repositoryRoot, 'dist', 'bin.js');
if (!existsSync(product)) throw new Error('dist/bin.js is missing: npm run build');

/** The share of this rival's CPU time that ours may take, on average over the trees. */
const target = { rival: /^@colbymchenry\/codegraph/, most: 0.5 };

interface Indexer {
  name: string;
  /** One for each Node that may run it; the first that works is used. */
  commands: readonly (readonly string[])[];
  /** The folder or file that it writes into the tree. */
  output: string;
}

function indexers(): { tools: Indexer[]; missing: string[] } {
  const ours = [process.execPath, product, 'index'];
  const without = ['env', 'CODE_SCOUT_EMBEDDING_PROVIDER=off', ...ours];
  const tools: Indexer[] = [
    { name: 'Code Scout', commands: [ours], output: '.code-scout' },
    { name: 'Code Scout without vectors', commands: [without], output: '.code-scout' },
  ];
  if (values.before !== undefined) {
    const program = join(resolve(values.before), 'dist', 'bin.js');
    if (!existsSync(program)) throw new Error(`${program} is missing: build that checkout`);
    tools.push({
      name: 'Code Scout before',
      commands: [[process.execPath, program, 'index']],
      output: '.code-scout',
    });
  }
  const missing: string[] = [];
  for (const { name, tools: ways } of openRivals(join(work, 'rivals'))) {
    if (typeof ways === 'string') {
      missing.push(`${name}: ${ways}`);
      continue;
    }
    const commands = ways.flatMap(({ indexCommand }) => (indexCommand === null ? [] : [indexCommand]));
    if (commands.length > 0) tools.push({ name, commands, output: '.codegraph' });
  }
  for (const { name, way } of openIndexers(join(work, 'rivals'))) {
    if (typeof way === 'string') missing.push(`${name}: ${way}`);
    else tools.push({ name, commands: [way.command], output: way.output });
  }
  return { tools, missing };
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  if (statSync(folder).isFile()) return statSync(folder).size;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

interface Row {
  name: string;
  costs: Cost[];
  indexMb: number;
  /** The index of the command that works. */
  way: number;
  failure: string | null;
}

function runOnce({ commands, output }: Indexer, root: string, row: Row): void {
  const top = join(work, 'copies', 'index');
  const copy = join(top, basename(root));
  rmSync(top, { recursive: true, force: true });
  const left = new Set(['node_modules', '.code-scout', '.codegraph', 'index.scip']);
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)), verbatimSymlinks: true });
  try {
    row.costs.push(measure(['env', `HOME=${home}`, 'DO_NOT_TRACK=1', 'timeout', limitS, ...commands[row.way]!], copy));
    row.indexMb = sizeOf(join(copy, output)) / 1e6;
  } catch (error) {
    if (row.way + 1 < commands.length) {
      row.way++;
      runOnce({ name: row.name, commands, output }, root, row);
      return;
    }
    // The first line is the command with its paths.
    const [, ...lines] = String(error).trim().split('\n');
    row.failure = (lines.find((line) => /error/i.test(line)) ?? 'it failed').slice(0, 120);
  }
}

function measured(root: string, tools: readonly Indexer[]): Row[] {
  const rows = tools.map(({ name }): Row => ({ name, costs: [], indexMb: 0, way: 0, failure: null }));
  for (let run = 0; run < runs; run++) {
    for (const [at, tool] of tools.entries()) {
      if (rows[at]!.failure !== null) continue;
      console.error(`${basename(root)}, run ${run + 1}: ${tool.name}`);
      runOnce(tool, root, rows[at]!);
    }
  }
  return rows;
}

const cpu = ({ costs }: Row): number => median(costs.map(({ cpuS }) => cpuS));
const wall = ({ costs }: Row): number => median(costs.map(({ wallS }) => wallS));

function lineOf(tree: string, row: Row, rows: readonly Row[]): string {
  if (row.failure !== null) return `| ${tree} | ${row.name} | ${row.failure.replaceAll('|', '/')} | | | | |`;
  const spread = row.costs.map(({ cpuS }) => cpuS);
  const cells = [
    ...[tree, row.name, cpu(row).toFixed(2), `${Math.min(...spread).toFixed(2)} to ${Math.max(...spread).toFixed(2)}`],
    ...[wall(row).toFixed(2), (cpu(rows[0]!) / cpu(row)).toFixed(2), row.indexMb.toFixed(1)],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Our share of the rival's CPU time, averaged over the trees that both could index. */
function verdict(results: readonly { rows: readonly Row[] }[]): { text: string; isMet: boolean } | null {
  const shares = results.flatMap(({ rows }) => {
    const rival = rows.find(({ name, failure }) => failure === null && target.rival.test(name));
    return rival === undefined || rows[0]!.failure !== null ? [] : [cpu(rows[0]!) / cpu(rival)];
  });
  if (shares.length === 0) return null;
  const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const text = `on average over ${shares.length} trees Code Scout takes ${share.toFixed(2)} of the CPU of codegraph (at most ${target.most})`;
  return { text, isMet: share <= target.most };
}

const { tools, missing } = indexers();
const trees = await rivalTrees({
  named: values.tree,
  evaluation: values.eval,
  stored: ['honojs/hono', 'trpc/trpc', 'microsoft/playwright'],
  pinned: ['typescript', 'javascript'],
  work,
});
const results = trees.map(({ root }) => ({ tree: basename(root), rows: measured(root, tools) }));
rmSync(join(work, 'copies', 'index'), { recursive: true, force: true });
const judged = verdict(results);
const lines = [
  `Whole index from nothing, ${runs} runs each, interleaved; medians. The rivals make no vectors and no full text; only other programs read scip-typescript's index.`,
  '',
  '| tree | tool | CPU s | least to most | wall s | ours, of its CPU | index MB |',
  '|---|---|---|---|---|---|---|',
  ...results.flatMap(({ tree, rows }) => rows.map((row) => lineOf(tree, row, rows))),
  '',
  judged === null ? '- no tree was indexed by both' : `- ${judged.isMet ? 'met' : 'MISSED'}: ${judged.text}`,
  ...missing.map((line) => `- not installed: ${line}`),
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('rivals-index', 'Indexing beside rivals', `npm run bench -- rivals --runs ${runs} --write`, lines);
process.exitCode = judged === null || judged.isMet ? 0 : 1;
