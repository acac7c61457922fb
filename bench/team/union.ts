/**
 * `npm run bench -- union DIR… [--equal 5] [--questions 200] [--steps 2,5,10,20,40,80] [--copies 0] [--asked 30] [--vectors] [--write]`: many repositories
 * in one answer. DIR is a folder of code; all but the first `--equal` need an index there. First, the union of the first folders is held against one index
 * of the same files in folders, at every place of the answers to questions of all kinds. Then, what questions cost over
 * more and more repositories, each number in a process of its own. `--copies N`: also over N, where the repositories come again under other names.
 * `--write` draws docs/union.svg.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { svgOf, type PlotPanel } from '../growth/plot.ts';
import { repositoryRoot } from '../lib/evaluation.ts';
import { measure } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { repositoryName, rootsWithCopies } from './copied-repositories.ts';
import { addTrigrams } from './union-engines.ts';
import { compareWithOneIndex, type Equality } from './union-equality.ts';
import type { GrowthFigures } from './union-growth.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    equal: { type: 'string', default: '5' },
    questions: { type: 'string', default: '200' },
    steps: { type: 'string', default: '2,5,10,20,40,80' },
    copies: { type: 'string', default: '0' },
    asked: { type: 'string', default: '30' },
    vectors: { type: 'boolean', default: false },
    write: { type: 'boolean' },
  },
});
const roots = positionals.map((one) => resolve(one));
const compared = Number(values.equal);
if (roots.length < 2) throw new Error('name at least two folders');

async function equality(embeddings: boolean): Promise<Equality> {
  const work = mkdtempSync(join(tmpdir(), 'code-scout-bench-union-'));
  try {
    const options = { count: Number(values.questions), embeddings };
    return await compareWithOneIndex(roots.slice(0, compared), work, options);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function equalityLine({ repositories, files, questions, different }: Equality, how: string): string {
  return `${how}: ${questions - different.length} of ${questions} questions have the same answer at every place (${repositories.join(', ')}; ${files} files).`;
}

const folder = mkdtempSync(join(tmpdir(), 'code-scout-bench-copies-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function growthOf(count: number): GrowthFigures {
  const program = join(repositoryRoot, 'bench', 'team', 'union-growth.ts');
  const kind = values.vectors ? 'vectors' : 'words';
  const command = [process.execPath, program, values.asked, kind, ...all.slice(0, count)];
  const { stdout } = measure(command, repositoryRoot);
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as GrowthFigures;
}

const one = (number: number): string => (number < 10 ? number.toFixed(1) : number.toFixed(0));

function growthTable(steps: readonly GrowthFigures[]): string[] {
  const kinds = Object.keys(steps[0]!.costs);
  const row = (name: string, cell: (step: GrowthFigures) => string): string =>
    `| ${[name, ...steps.map(cell)].join(' | ')} |`;
  const isCopied = ({ repositories }: GrowthFigures): string =>
    repositories > roots.length ? `${repositories} (copies of ${roots.length})` : String(repositories);
  return [
    row('repositories', isCopied),
    `|---|${steps.map(() => '---:|').join('')}`,
    row('files', ({ files }) => files.toLocaleString('en')),
    row('lines, million', ({ lines }) => (lines / 1e6).toFixed(1)),
    ...kinds.map((kind) => row(`${kind}, CPU ms`, ({ costs }) => `${one(costs[kind]!.median)} (${one(costs[kind]!.p95)})`)), // prettier-ignore
    row('first question, CPU ms', ({ firstMs }) => one(firstMs)),
    row('resident, MB', ({ residentMb }) => String(residentMb)),
  ];
}

function growthPlot(steps: readonly GrowthFigures[]): string {
  const kinds = Object.keys(steps[0]!.costs);
  const points = (of: (step: GrowthFigures) => number): { x: number; y: number }[] =>
    steps.map((step) => ({ x: step.repositories, y: Math.max(0.1, of(step)) }));
  const axis = { xLabel: 'repositories', references: [] };
  const costs = (title: string, of: 'median' | 'p95'): PlotPanel => ({
    ...axis,
    title,
    yLabel: 'CPU ms',
    lines: kinds.map((kind) => ({ label: kind, points: points((step) => step.costs[kind]![of]) })),
  });
  const memory = {
    ...axis,
    title: 'Memory',
    yLabel: 'MB',
    lines: [{ label: 'resident', points: points((step) => step.residentMb) }],
  };
  return svgOf({
    title: 'Questions to many repositories at once',
    subtitle: 'CPU of the whole process; drawn by npm run bench -- union.',
    panels: [costs('Median question', 'median'), costs('95th percentile', 'p95'), memory],
  });
}

const exact = compared < 2 ? null : await equality(false);
const withVectors = compared < 2 ? null : await equality(true);
const lines = [
  ...(exact === null ? [] : [equalityLine(exact, 'Without vectors')]),
  ...(withVectors === null ? [] : [equalityLine(withVectors, 'With vectors (scores left out)')]),
];
const differences = [
  ...(exact?.different ?? []).map(({ name, where }) => `${name}, at \`${where}\``),
  ...(withVectors?.different ?? []).map(({ name, where }) => `with vectors: ${name}, at \`${where}\``),
];
console.log(differences.join('\n'));
console.log(lines.join('\n'));
const distinct = [...values.steps.split(',').map(Number).filter((step) => step > 0 && step < roots.length), roots.length]; // prettier-ignore
const counts = [
  ...distinct,
  ...values.copies
    .split(',')
    .map(Number)
    .filter((count) => count > roots.length),
];
await addTrigrams(roots);
const all = rootsWithCopies(roots, Math.max(...counts), folder);
const steps: GrowthFigures[] = [];
for (const count of counts) {
  steps.push(growthOf(count));
  console.error(`${count}: ${JSON.stringify(steps.at(-1))}`);
}
const table = growthTable(steps);
console.log(table.join('\n'));
if (values.write === true) {
  writeFileSync(join(repositoryRoot, 'docs', 'union.svg'), growthPlot(steps));
  recordResults(
    'union',
    'Many repositories in one answer',
    `npm run bench -- union DIR… --equal ${values.equal} --questions ${values.questions} --asked ${values.asked}${values.vectors ? ' --vectors' : ''}`,
    [
      ...lines,
      'Two things may differ: one index of folders also links across them where a name is global (the types of a runtime that one repository declares), and a passage for a vector begins with the last folder of its path, which is another one for files at the top of a repository. The differences (one index / union):',
      '',
      ...differences.map((one) => `- ${one}`),
      '',
      `Questions to ${roots.length} distinct repositories and fewer${counts.some((count) => count > roots.length) ? ', and to copies of them' : ''}: medians and 95th percentiles of ${values.asked} questions, CPU (user and system) of the whole process. Indexes are open; answers are not cached; "known" is another question with words that were asked before. Nothing watches the files here, so \`search_code\` compares all of them with the disk before each question; \`callers\` reads the files that have the name.`,
      '',
      '![Cost of questions by the number of repositories, on logarithmic axes](union.svg)',
      '',
      ...table,
      '',
      `Repositories: ${roots.map(repositoryName).join(', ')}.`,
    ],
  );
}
