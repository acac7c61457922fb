/**
 * The benches of `npm run bench -- all`: the arguments of each, the verdicts in its output, and the table at the end.
 */
import { benchNamed } from '../table.ts';

/** The options of the whole run. */
export interface BenchSettings {
  /** Absolute paths of trees that may be indexed in place, because they are copies. */
  trees: readonly string[];
  /** Whether the user named them. If not, the benches of rivals use their own trees. */
  areNamed: boolean;
  runs: number | null;
  write: boolean;
  /** A tree of about the size of Kubernetes; null when none is named. */
  scale: string | null;
  hasEvaluation: boolean;
}

export interface SuiteBench {
  /** Its name in the table of benches. */
  name: string;
  /** The duration with the default options, on two cores. */
  minutes: number;
  /** The arguments, or why the bench is skipped. */
  args: (settings: BenchSettings) => string[] | string;
}

const runsOption = ({ runs }: BenchSettings): string[] => (runs === null ? [] : ['--runs', String(runs)]);
const writeOption = ({ write }: BenchSettings): string[] => (write ? ['--write'] : []);
const usualOptions = (settings: BenchSettings): string[] => [...runsOption(settings), ...writeOption(settings)];
const treeOptions = ({ trees, areNamed }: BenchSettings): string[] =>
  areNamed ? trees.flatMap((tree) => ['--tree', tree]) : [];

export const suite: readonly SuiteBench[] = [
  {
    name: 'stages',
    minutes: 3,
    args: (settings) => [...(settings.areNamed ? settings.trees : []), ...usualOptions(settings)],
  },
  {
    name: 'index',
    minutes: 3,
    args: (settings) => [...settings.trees, ...usualOptions(settings)],
  },
  {
    name: 'rivals',
    minutes: 8,
    args: (settings) => [...treeOptions(settings), ...usualOptions(settings)],
  },
  {
    name: 'rivals-search',
    minutes: 3,
    args: (settings) => [...treeOptions(settings), ...usualOptions(settings)],
  },
  {
    name: 'graph-rivals',
    minutes: 4,
    args: (settings) => [...treeOptions(settings), ...writeOption(settings)],
  },
  {
    name: 'start',
    minutes: 4,
    args: (settings) => [...settings.trees, ...usualOptions(settings)],
  },
  {
    name: 'graph-queries',
    minutes: 1,
    args: (settings) => [settings.trees[0]!, ...writeOption(settings)],
  },
  {
    name: 'search',
    minutes: 2,
    args: (settings) => ['--chunks', '100000', ...writeOption(settings)],
  },
  {
    name: 'text',
    minutes: 5,
    args: (settings) =>
      settings.hasEvaluation ? writeOption(settings) : 'there is no evaluation pack, or EVAL_MIRROR is not set',
  },
  {
    name: 'growth',
    minutes: 6,
    args: writeOption,
  },
  {
    name: 'scale',
    minutes: 15,
    args: (settings) =>
      settings.scale === null ? 'name a tree with --scale DIR' : [settings.scale, ...writeOption(settings)],
  },
];

/** @throws for an unknown name */
export function chosenBenches(only: string | undefined, skip: string | undefined): SuiteBench[] {
  const split = (list: string | undefined): string[] => (list ?? '').split(',').filter((name) => name !== '');
  const names = suite.map(({ name }) => name);
  const unknown = [...split(only), ...split(skip)].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`not among the benches of speed: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  const wanted = new Set(only === undefined ? names : split(only));
  return suite.filter(({ name }) => wanted.has(name) && !split(skip).includes(name));
}

export interface BenchVerdicts {
  met: number;
  missed: string[];
}

/** Counts lines with `met: …` or `MISSED: …`, in a list or a table. */
export function verdictsIn(output: string): BenchVerdicts {
  const verdicts: BenchVerdicts = { met: 0, missed: [] };
  for (const line of output.split('\n')) {
    const found = /^[-*|\s]*(met|MISSED)\s*[:|](.*?)\|?\s*$/.exec(line);
    if (found === null) continue;
    if (found[1] === 'met') verdicts.met++;
    else verdicts.missed.push(found[2]!.trim());
  }
  return verdicts;
}

export interface BenchOutcome extends BenchVerdicts {
  name: string;
  /** Its exit code, or the reason why it was skipped; null when a signal ended it. */
  end: number | string | null;
  minutes: number;
}

/** Whether the bench ended by itself and missed no target. A skipped bench is fine, too. */
export function isFine({ end, missed }: BenchOutcome): boolean {
  return typeof end === 'string' || (end === 0 && missed.length === 0);
}

function ending({ end, missed }: BenchOutcome): string {
  if (typeof end === 'string') return `skipped: ${end}`;
  if (end === null) return 'FAILED: ended by a signal';
  if (end === 0) return missed.length > 0 ? 'missed' : 'done';
  return end === 1 && missed.length > 0 ? 'missed' : `FAILED: exit ${end}`;
}

export function summaryOf(outcomes: readonly BenchOutcome[]): string[] {
  const rows = outcomes.map((outcome) => {
    const { name, met, missed, minutes, end } = outcome;
    const ran = typeof end !== 'string';
    const cells = [name, ending(outcome), ran ? met : '', ran ? missed.length : '', ran ? minutes.toFixed(1) : ''];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| bench | | met | MISSED | minutes |',
    '|---|---|---|---|---|',
    ...rows,
    ...outcomes.flatMap(({ name, missed }) => missed.map((text) => `${name}: MISSED: ${text}`)),
  ];
}

export function suiteList(all: readonly SuiteBench[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.map(({ name, minutes }) => `${name.padEnd(width)}  ${benchNamed(name).about} (about ${minutes} min)`);
}
