/** Reports the growth as tables, verdicts, a plot, and JSON lines (docs/history/growth.jsonl). */
import { cpus, loadavg } from 'node:os';
import { appendHistory } from '../lib/history.ts';
import { exponentAbove, judgeLinear, judgeLogarithmic, judgeTail, type GrowthPoint } from './growth-fit.ts';
import type { IndexFigures } from './growth-index.ts';
import type { ServerFigures } from './growth-server.ts';
import { svgOf, type PlotLine } from './plot.ts';

export interface GrowthStep {
  times: number;
  index: IndexFigures;
  server: ServerFigures;
}

export interface GrowthResult {
  corpus: string;
  steps: readonly GrowthStep[];
  /** The figures of an empty project. */
  empty: { index: IndexFigures; memoryMb: number };
}

export interface Verdict {
  text: string;
  isMet: boolean;
}

interface Quantity {
  name: string;
  unit: string;
  digits: number;
  of: (index: IndexFigures, memoryMb: number) => number;
}

const quantities: readonly Quantity[] = [
  { name: 'whole first index, CPU', unit: 's', digits: 2, of: ({ cpuS }) => cpuS },
  { name: 'whole first index, wall', unit: 's', digits: 2, of: ({ wallS }) => wallS },
  { name: 'whole first index, peak memory', unit: 'MB', digits: 0, of: ({ peakMb }) => peakMb },
  { name: 'size of the index', unit: 'MB', digits: 2, of: ({ indexMb }) => indexMb },
  { name: 'no change, CPU', unit: 's', digits: 2, of: ({ noChangeS }) => noChangeS },
  { name: 'one file changed, CPU', unit: 's', digits: 2, of: ({ oneFileS }) => oneFileS },
  { name: 'memory of the server after the questions', unit: 'MB', digits: 0, of: (_, memoryMb) => memoryMb },
];

function pointsOf({ steps }: GrowthResult, { of }: Quantity): GrowthPoint[] {
  return steps.map(({ times, index, server }) => ({ times, cost: of(index, server.memoryMb) }));
}

function questionNames({ steps }: GrowthResult): string[] {
  return [...steps[0]!.server.questions.keys()];
}

function latencies({ steps }: GrowthResult, name: string, of: 'p50' | 'p95'): GrowthPoint[] {
  return steps.map(({ times, server }) => ({ times, cost: server.questions.get(name)![of] }));
}

export function verdictsOf(result: GrowthResult): Verdict[] {
  const { empty } = result;
  const costs = quantities.map((quantity): Verdict => {
    const { isMet, because } = judgeLinear(pointsOf(result, quantity), quantity.of(empty.index, empty.memoryMb));
    return { isMet, text: `${quantity.name}, at most linear: ${because}` };
  });
  const questions = questionNames(result).flatMap((name): Verdict[] => {
    const middle = judgeLogarithmic(latencies(result, name, 'p50'));
    const tail = judgeTail(latencies(result, name, 'p95'));
    return [
      { isMet: middle.isMet, text: `${name}, p50 at most logarithmic: ${middle.because}` },
      { isMet: tail.isMet, text: `${name}, p95: ${tail.because}` },
    ];
  });
  return [...costs, ...questions];
}

function costTable(result: GrowthResult): string[] {
  const { steps, empty } = result;
  const row = (quantity: Quantity): string => {
    const { name, unit, digits, of } = quantity;
    const fixed = of(empty.index, empty.memoryMb);
    const points = pointsOf(result, quantity);
    const exponent = exponentAbove(points, fixed);
    const cells = [
      `${name}, ${unit}`,
      fixed.toFixed(digits),
      ...points.map(({ cost }) => cost.toFixed(digits)),
      (points.at(-1)!.cost / points[0]!.cost).toFixed(1),
      exponent === null ? '–' : exponent.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  };
  const last = steps.at(-1)!.times;
  const [from] = steps.slice(1);
  return [
    `| | empty project | ${steps.map(({ times }) => `${times} ×`).join(' | ')} | ${last} × over ${steps[0]!.times} × | exponent above the fixed part, ${from!.times} to ${last} |`,
    `|---|---|${steps.map(() => '---|').join('')}---|---|`,
    `| files | ${[empty.index, ...steps.map(({ index }) => index)].map(({ files }) => files).join(' | ')} | | |`,
    `| source, MB | ${[empty.index, ...steps.map(({ index }) => index)].map(({ bytes }) => (bytes / 1e6).toFixed(2)).join(' | ')} | | |`,
    ...quantities.map(row),
    `| times that a first index was made | ${[empty.index, ...steps.map(({ index }) => index)].map(({ runs }) => runs).join(' | ')} | | |`,
  ];
}

function questionTable(result: GrowthResult): string[] {
  const { steps } = result;
  const rows = questionNames(result).map((name) => {
    const cells = steps.map(({ server }) => {
      const { p50, p95, cpuMs } = server.questions.get(name)!;
      return `${p50.toFixed(1)} / ${p95.toFixed(1)} (${cpuMs.toFixed(1)})`;
    });
    const of = (share: 'p50' | 'p95'): string => {
      const points = latencies(result, name, share);
      return (points.at(-1)!.cost / points[0]!.cost).toFixed(1);
    };
    return `| ${name} | ${cells.join(' | ')} | ${of('p50')} / ${of('p95')} |`;
  });
  return [
    `| question, p50 / p95 in ms (CPU of the server, ms) | ${steps.map(({ times }) => `${times} ×`).join(' | ')} | growth of p50 / p95 |`,
    `|---|${steps.map(() => '---|').join('')}---|`,
    ...rows,
  ];
}

export function linesOf(result: GrowthResult, verdicts: readonly Verdict[]): string[] {
  const { corpus, steps } = result;
  const { asked } = [...steps[0]!.server.questions.values()][0]!;
  return [
    `Work: ${corpus}, in copies with folders and names of their own. Every figure is of the built product: \`code-scout index\` as a process, medians;`,
    `${asked} questions of each kind to one server per tree, after others that warm it up; the servers take turns. In brackets: CPU of the server`,
    'for a question, without ripgrep. The questions about a name ask for functions of all copies; those about words ask what every copy has.',
    `The machine's load in the last 15 minutes: ${loadavg()[2]!.toFixed(1)} on ${cpus().length} cores, including this bench; where it is more than 2, wall-clock`,
    'times are too long.',
    '',
    ...costTable(result),
    '',
    ...questionTable(result),
    '',
    ...verdicts.map(({ text, isMet }) => `- ${isMet ? 'met' : 'MISSED'}: ${text}`),
  ];
}

/** Relative to the first step, including the fixed part: what users experience. */
function relative(label: string, points: readonly GrowthPoint[]): PlotLine {
  const first = points[0]!.cost;
  return { label, points: points.map(({ times, cost }) => ({ x: times, y: cost / first })) };
}

export function growthPlot(result: GrowthResult): string {
  const { steps, corpus } = result;
  const [first, last] = [steps[0]!.times, steps.at(-1)!.times];
  const curve = (label: string, of: (times: number) => number): PlotLine => ({
    label,
    points: Array.from({ length: 25 }, (_, at) => {
      const times = first * (last / first) ** (at / 24);
      return { x: times, y: of(times / first) };
    }),
  });
  const linear = curve('linear', (times) => times);
  const logarithmic = curve('1 + log₂', (times) => 1 + Math.log2(times));
  const shown = (value: number, digits: number): string => value.toFixed(digits);
  const axis = { xLabel: `copies of ${corpus}`, yLabel: `times the cost at ${first}` };
  const costs = quantities.map((quantity) => {
    const points = pointsOf(result, quantity);
    const [from, to] = [points[0]!.cost, points.at(-1)!.cost].map((cost) => shown(cost, quantity.digits));
    return relative(`${quantity.name}: ${from} → ${to} ${quantity.unit}`, points);
  });
  const questions = questionNames(result).map((name) => {
    const points = latencies(result, name, 'p50');
    const [from, to] = [points[0]!.cost, points.at(-1)!.cost].map((cost) => shown(cost, 1));
    return relative(`${name}: ${from} → ${to} ms`, points);
  });
  return svgOf({
    title: `What ${last} times the work costs`,
    subtitle: `Fixed parts included; dashes: what is linear, and 1 + log₂ of the copies. Drawn by npm run bench -- growth.`,
    panels: [
      { title: 'Indexing and memory', ...axis, lines: costs, references: [linear] },
      { title: 'Questions, median latency', ...axis, lines: questions, references: [linear, logarithmic] },
    ],
  });
}

function rounded(figures: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number(Number(value).toPrecision(4))]),
  );
}

/** Appends one line for each run of the command; existing lines never change. */
export function appendGrowth({ corpus, steps, empty }: GrowthResult, verdicts: readonly Verdict[]): void {
  appendHistory('growth', {
    corpus,
    empty: { ...rounded(empty.index), serverMb: Math.round(empty.memoryMb) },
    steps: steps.map(({ times, index, server }) => ({
      times,
      ...rounded(index),
      serverMb: Math.round(server.memoryMb),
      questions: Object.fromEntries([...server.questions].map(([name, figures]) => [name, rounded(figures)])),
    })),
    missed: verdicts.filter(({ isMet }) => !isMet).map(({ text }) => text),
  });
}
