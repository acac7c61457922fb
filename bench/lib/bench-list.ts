/** The benches of `npm run bench`: what each is run with, what its output says of targets, and the table at the end. */

/** What the whole run was asked for. */
export interface BenchSettings {
  /** Absolute paths of trees that may be indexed where they are; the bench's own copies. */
  trees: readonly string[];
  /** Whether the user named them: else the benches of rivals take their own. */
  areNamed: boolean;
  runs: number | null;
  write: boolean;
  /** Of about Kubernetes' size; null when none is named. */
  scale: string | null;
  /** Whether a file of bench/ is there. */
  hasFile: (name: string) => boolean;
  hasEvaluation: boolean;
}

export interface Bench {
  name: string;
  file: string;
  about: string;
  /** Of a run with the defaults, on two cores. */
  minutes: number;
  /** The command line; or why it is left out. */
  args: (settings: BenchSettings) => string[] | string;
}

const often = ({ runs }: BenchSettings): string[] => (runs === null ? [] : ['--runs', String(runs)]);
const written = ({ write }: BenchSettings): string[] => (write ? ['--write'] : []);
const usual = (settings: BenchSettings): string[] => [...often(settings), ...written(settings)];
const asOptions = ({ trees, areNamed }: BenchSettings): string[] =>
  areNamed ? trees.flatMap((tree) => ['--tree', tree]) : [];

export const benches: readonly Bench[] = [
  {
    name: 'stages',
    file: 'stages.ts',
    about: 'each stage of indexing alone, beside its floor',
    minutes: 3,
    args: (settings) => [...(settings.areNamed ? settings.trees : []), ...usual(settings)],
  },
  {
    name: 'whole',
    file: 'index.ts',
    about: 'a whole index, no change, one changed file; beside rg --files and ctags',
    minutes: 3,
    args: (settings) => [...settings.trees, ...usual(settings)],
  },
  {
    name: 'rivals',
    file: 'rivals-index.ts',
    about: 'a whole index beside the indexers of the registry',
    minutes: 8,
    args: (settings) => [...asOptions(settings), ...usual(settings)],
  },
  {
    name: 'rivals-search',
    file: 'rivals-search.ts',
    about: 'where a name stands, beside ripgrep, probe and ast-grep',
    minutes: 3,
    args: (settings) => [...asOptions(settings), ...usual(settings)],
  },
  {
    name: 'rivals-callers',
    file: 'graph-rivals.ts',
    about: 'who calls it, beside the graphs and language servers of the registry',
    minutes: 4,
    args: (settings) => [...asOptions(settings), ...written(settings)],
  },
  {
    name: 'start',
    file: 'start.ts',
    about: 'the start of a server: handshake, first answer, memory at rest',
    minutes: 4,
    args: (settings) => [...settings.trees, ...usual(settings)],
  },
  {
    name: 'graph-queries',
    file: 'graph-queries.ts',
    about: 'questions about the code graph',
    minutes: 1,
    args: (settings) => [settings.trees[0]!, ...written(settings)],
  },
  {
    name: 'search',
    file: 'search.ts',
    about: 'questions by meaning and by the fused ranking to a hundred thousand chunks',
    minutes: 2,
    args: (settings) => ['--chunks', '100000', ...written(settings)],
  },
  {
    name: 'text',
    file: 'text.ts',
    about: 'text search beside ripgrep, on the evaluation pack',
    minutes: 5,
    args: (settings) =>
      settings.hasEvaluation ? written(settings) : 'the evaluation pack is not there, or EVAL_MIRROR is not set',
  },
  {
    name: 'growth',
    file: 'growth.ts',
    about: 'costs at 1, 4, 16 and 64 times the work',
    minutes: 6,
    args: written,
  },
  {
    name: 'scale',
    file: 'scale.ts',
    about: 'a tree of five million lines',
    minutes: 15,
    args: (settings) => {
      if (settings.scale === null) return 'name a tree with --scale DIR';
      return settings.hasFile('scale.ts') ? [settings.scale, ...written(settings)] : 'bench/scale.ts is not there';
    },
  },
];

/** @throws for a name that none has */
export function chosenBenches(only: string | undefined, skip: string | undefined): Bench[] {
  const split = (list: string | undefined): string[] => (list ?? '').split(',').filter((name) => name !== '');
  const names = benches.map(({ name }) => name);
  const unknown = [...split(only), ...split(skip)].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no bench is called ${unknown.join(', ')}: there are ${names.join(', ')}`);
  const wanted = new Set(only === undefined ? names : split(only));
  return benches.filter(({ name }) => wanted.has(name) && !split(skip).includes(name));
}

export interface BenchVerdicts {
  held: number;
  missed: string[];
}

/** Lines that say `held: …` or `MISSED: …`, in a list or a table. */
export function verdictsIn(output: string): BenchVerdicts {
  const verdicts: BenchVerdicts = { held: 0, missed: [] };
  for (const line of output.split('\n')) {
    const found = /^[-*|\s]*(held|MISSED)\s*[:|](.*?)\|?\s*$/.exec(line);
    if (found === null) continue;
    if (found[1] === 'held') verdicts.held++;
    else verdicts.missed.push(found[2]!.trim());
  }
  return verdicts;
}

export interface BenchOutcome extends BenchVerdicts {
  name: string;
  /** Its exit code; why it was not run; null when a signal ended it. */
  end: number | string | null;
  minutes: number;
}

/** Whether it did what it should: it ended by itself and found nothing missed. One that was left out did nothing wrong. */
export function isFine({ end, missed }: BenchOutcome): boolean {
  return typeof end === 'string' || (end === 0 && missed.length === 0);
}

function ending({ end, missed }: BenchOutcome): string {
  if (typeof end === 'string') return `left out: ${end}`;
  if (end === null) return 'FAILED: ended by a signal';
  if (end === 0) return missed.length > 0 ? 'missed' : 'done';
  return end === 1 && missed.length > 0 ? 'missed' : `FAILED: exit ${end}`;
}

export function summaryOf(outcomes: readonly BenchOutcome[]): string[] {
  const rows = outcomes.map((outcome) => {
    const { name, held, missed, minutes, end } = outcome;
    const ran = typeof end !== 'string';
    const cells = [name, ending(outcome), ran ? held : '', ran ? missed.length : '', ran ? minutes.toFixed(1) : ''];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| bench | | held | MISSED | minutes |',
    '|---|---|---|---|---|',
    ...rows,
    ...outcomes.flatMap(({ name, missed }) => missed.map((text) => `${name}: MISSED: ${text}`)),
  ];
}

export function listOf(all: readonly Bench[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.map(({ name, about, minutes }) => `${name.padEnd(width)}  ${about} (about ${minutes} min)`);
}
