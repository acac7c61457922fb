/**
 * `npm run bench -- phases DIR… [--steps 2,5,10,20] [--copies 100,200,500] [--nodes 3] [--wide 12] [--asked 30] [--vectors] [--write]`: searches over everything, of
 * nodes that have a share of the repositories each. DIR is a folder of code with an index. Each number of repositories is asked in processes of its own: one
 * that asks, and one for each node, over HTTP on this machine. `--copies`: also over so many, where the repositories come again under other names. While there
 * are no copies, each answer is compared with that of one union; the exit code is 1 where one differs. Over `--wide` nodes the step of all repositories is asked
 * once more, for what a further node costs. From these parts the costs of 2,000 and 10,000 repositories are calculated.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../lib/evaluation.ts';
import { measure } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { repositoryName, rootsWithCopies } from './copied-repositories.ts';
import type { Cost, PhaseFigures } from './phases-growth.ts';
import { addTrigrams } from './union-engines.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string', default: '2,5,10,20' },
    copies: { type: 'string', default: '' },
    nodes: { type: 'string', default: '3' },
    wide: { type: 'string', default: '12' },
    asked: { type: 'string', default: '30' },
    vectors: { type: 'boolean', default: false },
    write: { type: 'boolean' },
  },
});
const roots = positionals.map((one) => resolve(one));
if (roots.length < 2) throw new Error('name at least two folders');
const [nodes, wide] = [Number(values.nodes), Number(values.wide)];

const folder = mkdtempSync(join(tmpdir(), 'code-scout-bench-phases-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function figuresOf(count: number, over: number): PhaseFigures {
  const program = join(repositoryRoot, 'bench', 'team', 'phases-growth.ts');
  const kind = values.vectors ? 'vectors' : 'words';
  const command = [process.execPath, program, String(over), values.asked, kind, ...all.slice(0, count)];
  const figures = JSON.parse(measure(command, repositoryRoot).stdout.trim().split('\n').at(-1)!) as PhaseFigures;
  console.error(`${count} over ${over}: ${JSON.stringify(figures)}`);
  return figures;
}

const one = (number: number): string => (number < 10 ? number.toFixed(1) : Math.round(number).toLocaleString('en'));
const kilobytes = (bytes: number): string => one(bytes / 1000);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function tableOf(steps: readonly PhaseFigures[]): string[] {
  const kinds = Object.keys(steps[0]!.costs);
  const line = (name: string, cell: (step: PhaseFigures) => string): string => row([name, ...steps.map(cell)]);
  const ofKind = (kind: string, unit: string, cell: (cost: Cost) => string): string =>
    line(`${kind}, ${unit}`, ({ costs }) => cell(costs[kind]!));
  const name = ({ repositories }: PhaseFigures): string =>
    repositories > roots.length ? `${repositories} (copies of ${roots.length})` : String(repositories);
  return [
    line('repositories', name),
    `|---|${steps.map(() => '---:|').join('')}`,
    line('files', ({ files }) => files.toLocaleString('en')),
    line('lines, million', ({ lines }) => (lines / 1e6).toFixed(1)),
    ...kinds.map((kind) => ofKind(kind, 'ms', ({ wall }) => `${one(wall.median)} (${one(wall.p95)})`)),
    ...kinds.map((kind) => ofKind(kind, 'CPU ms', ({ askingMs, largestMs, sharesMs }) => `${one(askingMs)} + ${one(largestMs)} (${one(sharesMs)})`)), // prettier-ignore
    ...kinds.map((kind) => ofKind(kind, 'kB', ({ bytes }) => kilobytes(bytes))),
    ...kinds.filter((kind) => steps[0]!.costs[kind]!.postings > 0).map((kind) => ofKind(kind, 'kB of postings', ({ postings }) => kilobytes(postings))), // prettier-ignore
    line('first question, ms', ({ firstMs }) => one(firstMs)),
    line('memory of the largest share, MB', ({ residentMb }) => String(residentMb)),
  ];
}

/** Costs by the number of repositories at each node, as the straight line nearest to what was measured. */
function lineThrough(points: readonly { x: number; y: number }[]): (x: number) => number {
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = mean(({ x }) => (x - mx) ** 2);
  const slope = spread === 0 ? 0 : Math.max(0, mean(({ x, y }) => (x - mx) * (y - my)) / spread);
  return (x) => my + slope * (x - mx);
}

/** What a question of a kind costs over more nodes, of the measured parts. */
function calculated(kind: string, steps: readonly PhaseFigures[], wider: PhaseFigures, repositories: number): string[] {
  const last = steps.at(-1)!;
  const narrow = steps.findLast((step) => step.repositories === wider.repositories)!;
  const perNode = Math.ceil(last.repositories / last.nodes);
  const over = Math.ceil(repositories / perNode);
  const largest = lineThrough(steps.map((step) => ({ x: step.repositories / step.nodes, y: step.costs[kind]!.largestMs }))); // prettier-ignore
  const [few, many] = [narrow.costs[kind]!, wider.costs[kind]!];
  const further = wider.nodes - narrow.nodes;
  const each = (of: (cost: Cost) => number): number => Math.max(0, (of(many) - of(few)) / Math.max(1, further));
  const asking = last.costs[kind]!.askingMs + each(({ askingMs }) => askingMs) * (over - last.nodes);
  const bytes = last.costs[kind]!.bytes + each((cost) => cost.bytes) * (over - last.nodes);
  const ofShare = largest(perNode);
  return [
    kind,
    ...[String(repositories), String(over), one(asking), one(ofShare), one(asking + ofShare), kilobytes(bytes)],
    kilobytes((last.costs[kind]!.postings / last.repositories) * repositories),
  ];
}

const distinct = [...values.steps.split(',').map(Number).filter((step) => step > 0 && step < roots.length), roots.length]; // prettier-ignore
const copied = values.copies
  .split(',')
  .map(Number)
  .filter((step) => step > roots.length);
await addTrigrams(roots);
const all = rootsWithCopies(roots, Math.max(roots.length, ...copied), folder);
const steps = [...distinct, ...copied].map((count) => figuresOf(count, nodes));
const wider = figuresOf(roots.length, wide);
const compared = [...steps, wider].flatMap((step) => step.compared ?? []);
const different = compared.flatMap((step) => step.different);
const questions = compared.reduce((sum, step) => sum + step.questions, 0);
const table = tableOf(steps);
const heads = [
  'kind',
  'repositories',
  'nodes',
  'asking, CPU ms',
  'a share, CPU ms',
  'together',
  'kB',
  'kB of postings',
];
const calculation = [
  row(heads),
  `|---|${heads
    .slice(1)
    .map(() => '---:|')
    .join('')}`,
  ...Object.keys(steps[0]!.costs).flatMap((kind) => [2000, 10_000].map((count) => row(calculated(kind, steps, wider, count)))), // prettier-ignore
];
const equal = `${questions - different.length} of ${questions} answers are those of one union over the same repositories, at every place and with all scores.`;
console.log([equal, ...different, ...table, '', ...calculation].join('\n'));
if (values.write === true) {
  const copies = copied.length === 0 ? '' : ` --copies ${values.copies}`;
  recordResults(
    'phases',
    'Searches over everything, by several nodes',
    `npm run bench -- phases DIR… --steps ${values.steps}${copies} --nodes ${nodes} --wide ${wide} --asked ${values.asked}${values.vectors ? ' --vectors' : ''}`,
    [
      equal,
      '',
      `Over ${nodes} nodes on one machine, which also asks. Milliseconds: median and 95th percentile of ${values.asked} questions, one at a time. CPU: of the node that asks, plus of the share that used most; in parentheses of all shares. kB: what goes between the nodes for one question. "kB of postings": what the postings of its words are, which a node would need that ranks by itself. "New words" were never asked before; "known" is another question with the same words.`,
      '',
      ...table,
      '',
      ...(copied.length === 0 ? [] : ['Copies have the names of what they are copies of. As many different repositories have more names: one that nobody has (`search, misspelt`), which is compared with all, and patterns cost more there.', '']), // prettier-ignore
      `Calculated, not measured: nodes with as many repositories as in the last column above. CPU of a share by the straight line through what was measured; of the node that asks, and bytes, by what a further node cost (${roots.length} repositories over ${wide} nodes and over ${nodes}). "Together" is what one question waits for, without the network.`,
      '',
      ...calculation,
      '',
      `Repositories: ${roots.map(repositoryName).join(', ')}.`,
    ],
  );
}
process.exit(different.length === 0 ? 0 : 1);
