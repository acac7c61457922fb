/**
 * `npm run bench -- all [--only stages,index,…] [--skip …] [--tree DIR]… [--scale DIR] [--runs 5] [--write]`: runs the
 * benches of speed one after the other (`npm run build` first), each in its own process, and passes their output
 * through; at the end it lists which targets were met. Without `--tree` it uses sources of pinned packages. `--list`
 * shows the benches and how long they take. A bench that fails or misses a target does not stop the next one; the exit
 * code is then 1.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  chosenBenches,
  isFine,
  suiteList,
  summaryOf,
  verdictsIn,
  type BenchOutcome,
  type BenchSettings,
  type SuiteBench,
} from './lib/speed-suite.ts';
import { repositoryRoot } from './lib/evaluation.ts';
import { defaultCorpora } from './lib/stage-corpora.ts';
import { builtEntry, programAt } from './lib/stdio-server.ts';
import { benchNamed } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    skip: { type: 'string' },
    tree: { type: 'string', multiple: true },
    scale: { type: 'string' },
    runs: { type: 'string' },
    write: { type: 'boolean' },
    list: { type: 'boolean' },
  },
});

/** Names of folders that are not copied. */
const notCopied = new Set(['node_modules', '.code-scout', '.codegraph']);

/** Copies the trees, because some benches leave an index in them. */
function copied(trees: readonly string[], folder: string): string[] {
  const copies = trees.map((tree) => {
    const source = resolve(tree);
    if (!existsSync(source)) throw new Error(`${tree} does not exist`);
    return { source, target: join(folder, basename(source)) };
  });
  if (new Set(copies.map(({ target }) => target)).size < copies.length)
    throw new Error('two trees have the same name: name them in separate runs');
  for (const { source, target } of copies)
    cpSync(source, target, {
      recursive: true,
      filter: (path) => !notCopied.has(basename(path)),
      verbatimSymlinks: true,
    });
  return copies.map(({ target }) => target);
}

/** Sources of pinned packages, in languages that all rivals support. */
function pinned(folder: string): string[] {
  return defaultCorpora(folder)
    .filter(({ name }) => name !== 'c')
    .map(({ root }) => root);
}

function settingsIn(folder: string): BenchSettings {
  const runs = values.runs === undefined ? null : Number(values.runs);
  if (runs !== null && (!Number.isInteger(runs) || runs < 1))
    throw new Error(`--runs ${values.runs}: a whole number from 1 on`);
  const pack = join(repositoryRoot, '..', 'shared', 'eval', 'tools', 'lib.mjs');
  return {
    trees: values.tree === undefined ? pinned(folder) : copied(values.tree, folder),
    areNamed: values.tree !== undefined,
    runs,
    write: values.write === true,
    scale: values.scale === undefined ? null : resolve(values.scale),
    hasEvaluation: existsSync(pack) && process.env['EVAL_MIRROR'] !== undefined,
  };
}

function run(bench: SuiteBench, args: readonly string[]): Promise<BenchOutcome> {
  const started = performance.now();
  const file = join(repositoryRoot, 'bench', benchNamed(bench.name).file);
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'], cwd: repositoryRoot });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (end) =>
      done({ name: bench.name, end, minutes: (performance.now() - started) / 60_000, ...verdictsIn(output) }),
    );
  });
}

async function runAll(chosen: readonly SuiteBench[]): Promise<BenchOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-bench-'));
  try {
    const settings = settingsIn(folder);
    const outcomes: BenchOutcome[] = [];
    for (const bench of chosen) {
      const args = bench.args(settings);
      if (typeof args === 'string') {
        outcomes.push({ name: bench.name, end: args, minutes: 0, met: 0, missed: [] });
        continue;
      }
      console.log(`\n## ${bench.name}: ${benchNamed(bench.name).about}\n`);
      outcomes.push(await run(bench, args));
    }
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const chosen = chosenBenches(values.only, values.skip);
if (values.list === true) console.log(suiteList(chosen).join('\n'));
else {
  programAt(builtEntry);
  const outcomes = await runAll(chosen);
  console.log(['\n## Summary\n', ...summaryOf(outcomes)].join('\n'));
  process.exitCode = outcomes.every(isFine) ? 0 : 1;
}
