/**
 * `npm run bench -- start DIR… [--runs 15] [--against OTHER/dist/bin.js] [--write]`: the cost of starting a server,
 * with the built product (`npm run build` first) in a copy of each tree with a complete index. It measures the time
 * until the answer of the handshake, the list of tools, and a first answer, and the memory at rest. For comparison it
 * measures bare Node, `git ls-files` with a stat of each file, and, with `--against`, another build. All are
 * interleaved in one run; medians, with the tenth and ninetieth percentile.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measure, median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { atRest, firstAnswer, firstLine, handshake, listAndStat, type Question, type Spent } from '../lib/start-run.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '15' }, against: { type: 'string' }, write: { type: 'boolean' } },
});
if (positionals.length === 0) throw new Error('name at least one directory');
const runs = Number(values.runs);
/** Measuring the memory takes as long as the rest of a round. */
const memoryRounds = Math.min(runs, 3);

interface Program {
  name: string;
  entry: string;
}
const programs: Program[] = [{ name: 'this build', entry: programAt(builtEntry) }];
if (values.against !== undefined) programs.push({ name: 'other build', entry: programAt(values.against) });

/** The figures of one program or lower bound, by what was measured; in the order of their first measurement. */
class Figures {
  readonly #series = new Map<string, number[]>();

  add(name: string, value: number): void {
    const series = this.#series.get(name) ?? [];
    series.push(value);
    this.#series.set(name, series);
  }

  spent(name: string, { cpu, wall }: Spent): void {
    this.add(`${name}, CPU ms`, cpu);
    this.add(`${name}, wall ms`, wall);
  }

  get names(): string[] {
    return [...this.#series.keys()];
  }

  median(name: string): number {
    return median(this.#series.get(name) ?? []);
  }

  /** `median (10% – 90%)`. */
  shown(name: string): string {
    const sorted = (this.#series.get(name) ?? []).toSorted((a, b) => a - b);
    const at = (share: number): string => (sorted[Math.round((sorted.length - 1) * share)] ?? 0).toFixed(1);
    return sorted.length === 0 ? '' : `${median(sorted).toFixed(1)} (${at(0.1)} – ${at(0.9)})`;
  }
}

/** The first exported function of the tree; its id is valid in every build. */
function someFunction(entry: string, tree: string): string {
  const command = [
    process.execPath,
    entry,
    '--json',
    'symbols',
    '*',
    '--type',
    'function',
    '--exported',
    '--limit',
    '1',
  ];
  const { files } = JSON.parse(measure(command, tree).stdout) as {
    files: { path: string; symbols: { name: string }[] }[];
  };
  const [file] = files;
  if (file?.symbols[0] === undefined) throw new Error(`${tree} has no exported function to ask about`);
  return `${file.path}#${file.symbols[0].name}`;
}

async function measureProgram(
  { entry }: Program,
  root: string,
  figures: Figures,
  questions: Question[],
): Promise<void> {
  const options = { root, entry };
  const older = await handshake(options, 'older');
  figures.spent('initialize', older.first);
  figures.spent('tools/list behind it', older.tools);
  const modern = await handshake(options, 'modern');
  figures.spent('server/discover', modern.first);
  figures.spent('tools/list behind server/discover', modern.tools);
  for (const question of questions) {
    figures.spent(`first answer, ${question.tool}`, await firstAnswer(options, question));
  }
  const { cpuS, wallS } = measure([process.execPath, entry, 'index'], root);
  figures.spent('`code-scout index`, nothing changed', { cpu: cpuS * 1000, wall: wallS * 1000 });
}

async function benchOne(source: string): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'code-scout-start-'));
  const root = join(work, basename(source));
  cpSync(source, root, { recursive: true, verbatimSymlinks: true });
  rmSync(join(root, '.code-scout'), { recursive: true, force: true });
  const bare = join(work, 'bare.js');
  writeFileSync(
    bare,
    `process.stdin.once('data', () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\\n'));\n`,
  );
  const all = programs.map((program) => ({ program, figures: new Figures() }));
  const floor = new Figures();
  try {
    for (const { program, figures } of all) {
      const { alone, resident } = await atRest({ root, entry: program.entry });
      figures.add('at rest after making an index: memory of the process, MB', alone);
      figures.add('at rest after making an index: with child processes, MB', resident);
      rmSync(join(root, '.code-scout'), { recursive: true, force: true });
    }
    measure([process.execPath, builtEntry, 'index'], root);
    const questions = [
      { tool: 'search_repo', args: { query: 'where are errors handled' } },
      { tool: 'get_callers', args: { symbol: someFunction(builtEntry, root) } },
    ];
    for (let round = 0; round < runs; round++) {
      floor.spent('bare Node, one line', await firstLine({ root, entry: bare }));
      floor.add('`git ls-files` and stat, CPU ms', listAndStat(root));
      for (const { program, figures } of all) await measureProgram(program, root, figures, questions);
      if (round >= memoryRounds) continue;
      for (const { program, figures } of all) {
        const { alone, resident, shared, cpu } = await atRest({ root, entry: program.entry });
        figures.add('at rest: memory of the process, MB', alone);
        figures.add('at rest: with child processes, MB', resident);
        figures.add('at rest: the same, with shared pages counted in parts, MB', shared);
        figures.add('at rest: CPU since the start, ms', cpu);
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return tableOf(basename(source), all, floor);
}

function tableOf(tree: string, all: readonly { program: Program; figures: Figures }[], floor: Figures): string[] {
  const columns = all.map(({ program }) => program.name);
  const empty = ' |'.repeat(all.length - 1);
  const index = '`code-scout index`, nothing changed, CPU ms';
  const [node, listing] = [
    floor.median('bare Node, one line, CPU ms'),
    floor.median('`git ls-files` and stat, CPU ms'),
  ];
  const ratios: [name: string, of: (cpu: number) => number][] = [
    ['times `git ls-files` and stat', (cpu) => cpu / listing],
    // What a program on Node cannot avoid: on a small tree Node's own start is most of it.
    ['times bare Node, `git ls-files` and stat', (cpu) => cpu / (node + listing)],
    ['above bare Node: times `git ls-files` and stat', (cpu) => (cpu - node) / listing],
  ];
  const row = ([name, of]: (typeof ratios)[number]): string =>
    `| nothing changed, CPU: ${name} | ${all.map(({ figures }) => of(figures.median(index)).toFixed(1)).join(' | ')} |`;
  return [
    `**${tree}**, ${runs} rounds`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---${'|---'.repeat(columns.length)}|`,
    ...(all[0]?.figures.names ?? []).map(
      (name) => `| ${name} | ${all.map(({ figures }) => figures.shown(name)).join(' | ')} |`,
    ),
    ...ratios.map(row),
    ...floor.names.map((name) => `| floor: ${name} | ${floor.shown(name)} |${empty}`),
    '',
  ];
}

const lines: string[] = [];
for (const directory of positionals) lines.push(...(await benchOne(resolve(directory))));
console.log(lines.join('\n'));
if (values.write === true) {
  recordResults('start', 'The start of a server', `npm run bench -- start DIR… --runs ${runs} --write`, lines);
}
