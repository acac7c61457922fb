/**
 * `npm run bench -- growth [--package NAME|--tree DIR] [--steps 1,4,16,64] [--questions 100] [--write]`: how costs grow
 * with the work, on the built product (`npm run build` first). The work is the sources of a package; k times the work
 * is k copies with names of their own, in a temporary folder. Indexing and memory may grow linearly, questions
 * logarithmically (bench/growth/growth-fit.ts defines how that is judged). `--write` also draws docs/growth.svg. The
 * exit code is 1 when something grows faster.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../lib/evaluation.ts';
import { packageCorpus, treeCorpus, usualPackage, writeTree, type GrowthCorpus } from './growth-corpus.ts';
import { IndexSeries } from './growth-index.ts';
import { questionKinds } from './growth-questions.ts';
import { appendGrowth, growthPlot, linesOf, verdictsOf, type GrowthResult } from './growth-report.ts';
import { askAll, emptyMemory } from './growth-server.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values } = parseArgs({
  options: {
    package: { type: 'string', default: usualPackage },
    tree: { type: 'string' },
    steps: { type: 'string', default: '1,4,16,64' },
    questions: { type: 'string', default: '100' },
    write: { type: 'boolean' },
  },
});
programAt(builtEntry);
const steps = values.steps.split(',').map(Number);
if (steps.length < 2 || steps.some((step, at) => !Number.isInteger(step) || step <= (steps[at - 1] ?? 0)))
  throw new Error(`--steps ${values.steps}: at least two whole numbers, each larger than the one before`);
const questions = Number(values.questions);
const fewest = 60;
if (!Number.isInteger(questions) || questions < fewest)
  throw new Error(`--questions ${values.questions}: a whole number from ${fewest} on`);
const warmUp = 40;

/** Runs on a large tree vary less and take longer. */
const runsOf = (copies: number): number => (copies <= 4 ? 5 : copies <= 16 ? 3 : 2);

/** The trees take turns, and each index is made anew in every turn. */
function measureIndexing(corpus: GrowthCorpus, folder: string): IndexSeries[] {
  const all = [0, ...steps].map((copies) => {
    const root = join(folder, `${copies}-times`);
    writeTree(corpus, root, copies);
    return new IndexSeries(corpus, { root, copies });
  });
  for (let round = 0; round < Math.max(...all.map(({ tree }) => runsOf(tree.copies))); round++) {
    for (const series of all) {
      if (round >= runsOf(series.tree.copies)) continue;
      console.error(`round ${round + 1}: ${series.tree.copies} times the work`);
      series.whole();
      series.again();
    }
  }
  return all;
}

async function measureGrowth(corpus: GrowthCorpus, folder: string): Promise<GrowthResult> {
  const kinds = questionKinds(corpus, questions + warmUp);
  const [nothing, ...all] = measureIndexing(corpus, folder);
  console.error('questions');
  const servers = await askAll(
    all.map(({ tree }) => tree),
    kinds,
    { warmUp, questions },
  );
  return {
    corpus: `the sources of ${corpus.name} (${corpus.files.length} files, ${(corpus.bytes / 1e6).toFixed(2)} MB)`,
    steps: all.map((series, at) => ({ times: series.tree.copies, index: series.figures(), server: servers[at]! })),
    empty: { index: nothing!.figures(), memoryMb: await emptyMemory(nothing!.tree) },
  };
}

const corpus = values.tree === undefined ? packageCorpus(values.package) : treeCorpus(resolve(values.tree));
const folder = mkdtempSync(join(tmpdir(), 'code-scout-growth-'));
try {
  const result = await measureGrowth(corpus, folder);
  const verdicts = verdictsOf(result);
  const lines = linesOf(result, verdicts);
  console.log(lines.join('\n'));
  if (values.write === true) {
    writeFileSync(join(repositoryRoot, 'docs', 'growth.svg'), growthPlot(result));
    const named =
      values.tree !== undefined ? '--tree DIR ' : values.package === usualPackage ? '' : `--package ${values.package} `;
    const usual = values.steps === '1,4,16,64' ? '' : `--steps ${values.steps} `;
    const image = ['![Cost of 1 to 64 times the work, on logarithmic axes](growth.svg)', ''];
    recordResults('growth', 'Growth with the work', `npm run bench -- growth ${named}${usual}--write`, [
      ...image,
      ...lines,
    ]);
    appendGrowth(result, verdicts);
  }
  process.exitCode = verdicts.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
