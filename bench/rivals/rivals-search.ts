/**
 * `npm run bench -- rivals-search [--tree DIR]… [--runs 5] [--questions 10] [--write]`: where a name occurs. The same
 * questions go to `search_code` of our server (the built product, index complete), to `code-scout grep`, and to
 * programs that search without an index: ripgrep, probe, ast-grep. In one run, interleaved; each run asks about other
 * names; medians of the runs. The trees are those of `bench -- rivals`; each is copied first. The exit code is 1 when
 * an answer of our server costs more than a rival's.
 */
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { measure, median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { openSearchers, type SearchWay } from './rivals-programs.ts';
import { rivalTrees, rivalWork } from './rivals-trees.ts';
import { builtEntry, programAt, rested, StdioServer } from '../lib/stdio-server.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true },
    runs: { type: 'string', default: '5' },
    questions: { type: 'string', default: '10' },
    eval: { type: 'string' },
    work: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const runs = Number(values.runs);
const questions = Number(values.questions);
const entry = programAt(builtEntry);
const work = rivalWork(values.work);
/** Shorter names occur too often with other meanings. */
const minLength = 6;
/** With more lines the answers are cut, by each tool in its own way. */
const maxLines = 40;
const warmUp = 10;

interface Row {
  name: string;
  /** CPU time per question, the mean of a run (ms). */
  cpu: number[];
  wall: number[];
  /** Files that ripgrep also names, and other files. */
  same: number;
  more: number;
}

interface Asked {
  cpuMs: number;
  wallMs: number;
  files: Set<string>;
}

type Ask = (literal: string) => Promise<Asked>;

function linesOf(stdout: string): Set<string> {
  return new Set(
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/^\.\//, '')),
  );
}

/** Programs exit with 1 when they find nothing. */
function asProgram(root: string, way: Pick<SearchWay, 'command' | 'files'>): Ask {
  return (literal) => {
    const { cpuS, wallS, stdout } = measure(way.command(literal), root, [0, 1]);
    return Promise.resolve({ cpuMs: cpuS * 1000, wallMs: wallS * 1000, files: way.files(stdout, root) });
  };
}

interface CodeAnswer {
  results?: { file_path: string }[];
}

function filesIn(data: CodeAnswer): Set<string> {
  return new Set((data.results ?? []).map(({ file_path: path }) => path));
}

/**
 * The CPU time of a server's child processes is counted in ticks of 10 ms, which is accurate enough for many questions
 * together.
 */
function asServer(server: StdioServer): Ask {
  return async (literal) => {
    const before = server.exactCpu() + server.childrenCpu();
    const start = performance.now();
    const answer = await server.call('search_code', { query: literal, max_results: 200, max_chars: 50_000 });
    const wallMs = performance.now() - start;
    if (answer === null || answer.error !== null) throw new Error(`search_code: ${answer?.error ?? server.errors}`);
    const cpuMs = server.exactCpu() + server.childrenCpu() - before;
    return { cpuMs, wallMs, files: filesIn(answer.data) };
  };
}

const ripgrep: Pick<SearchWay, 'command' | 'files'> = {
  command: (literal) => [
    rgPath,
    '--no-config',
    '--fixed-strings',
    '--case-sensitive',
    '--files-with-matches',
    literal,
    '.',
  ],
  files: linesOf,
};
const commandLine: Pick<SearchWay, 'command' | 'files'> = {
  command: (literal) => [process.execPath, entry, '--json', 'grep', '-F', '-s', '--limit', '1000', literal],
  files: (stdout) => filesIn(JSON.parse(stdout) as CodeAnswer),
};

function linesWith(literal: string, root: string): number {
  const command = [rgPath, '--no-config', '--fixed-strings', '--ignore-case', '--no-filename', '--count', literal, '.'];
  const { stdout } = measure(command, root, [0, 1]);
  return stdout.split('\n').reduce((sum, count) => sum + Number(count), 0);
}

/**
 * Names of functions and classes that occur in few lines, as many as are needed, from all parts of the tree and without
 * repetition.
 */
function namesOf(root: string): string[] {
  const list = (type: string): string[] => {
    const command = [process.execPath, entry, '--json', 'symbols', '*', '--type', type, '--limit', '1000'];
    const { files } = JSON.parse(measure(command, root).stdout) as { files: { symbols: { name: string }[] }[] };
    return files.flatMap(({ symbols }) => symbols.map(({ name }) => name));
  };
  const all = [...new Set([...list('function'), ...list('class')])].filter(
    (name) => name.length >= minLength && /^[A-Za-z_]\w*$/.test(name) && linesWith(name, root) <= maxLines,
  );
  const wanted = runs * questions + warmUp;
  if (all.length < wanted)
    throw new Error(
      `${root} has ${all.length} names to ask for, but ${wanted} are needed: pass a smaller number of --questions`,
    );
  return Array.from({ length: wanted }, (_, at) => all[Math.floor((at * all.length) / wanted)]!);
}

async function startServer(root: string): Promise<StdioServer> {
  const server = new StdioServer({ root, args: ['--no-compiler'] });
  await server.open();
  while ((await server.call('code-scout_status', {}))?.data['status'] !== 'idle') await wait(50);
  await rested(server, 0);
  return server;
}

async function runAll(tools: readonly [string, Ask][], names: readonly string[]): Promise<Row[]> {
  const rows = tools.map(([name]): Row => ({ name, cpu: [], wall: [], same: 0, more: 0 }));
  for (let run = 0; run < runs; run++) {
    const literals = names.slice(run * questions, (run + 1) * questions);
    const expected: Set<string>[] = [];
    for (const [at, [, ask]] of tools.entries()) {
      const answers: Asked[] = [];
      for (const literal of literals) answers.push(await ask(literal));
      const mean = (of: (asked: Asked) => number): number =>
        answers.reduce((sum, asked) => sum + of(asked), 0) / literals.length;
      rows[at]!.cpu.push(mean(({ cpuMs }) => cpuMs));
      rows[at]!.wall.push(mean(({ wallMs }) => wallMs));
      // The answers of the first tool are the reference for all others.
      if (at === 0) expected.push(...answers.map(({ files }) => files));
      for (const [n, { files }] of answers.entries()) {
        rows[at]!.same += files.intersection(expected[n]!).size;
        rows[at]!.more += files.difference(expected[n]!).size;
      }
    }
  }
  return rows;
}

interface TreeResult {
  tree: string;
  rows: Row[];
}

const ours = 'Code Scout, `search_code` of a server';
const ownCommand = 'Code Scout, `code-scout grep`';

async function measureTree(root: string, rivals: readonly { name: string; way: SearchWay }[]): Promise<TreeResult> {
  const top = join(work, 'copies', 'search');
  const copy = join(top, basename(root));
  rmSync(top, { recursive: true, force: true });
  const left = new Set(['node_modules', '.code-scout', '.codegraph']);
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)), verbatimSymlinks: true });
  measure([process.execPath, entry, 'index'], copy);
  const names = namesOf(copy);
  const server = await startServer(copy);
  try {
    const asked = asServer(server);
    for (const name of names.slice(runs * questions)) await asked(name);
    const tools: [string, Ask][] = [
      ['ripgrep', asProgram(copy, ripgrep)],
      [ours, asked],
      [ownCommand, asProgram(copy, commandLine)],
      ...rivals.map(({ name, way }): [string, Ask] => [name, asProgram(copy, way)]),
    ];
    return { tree: basename(root), rows: await runAll(tools, names) };
  } finally {
    await server.close();
    rmSync(top, { recursive: true, force: true });
  }
}

function lineOf(tree: string, row: Row, all: readonly Row[]): string {
  const cells = [tree, row.name, median(row.cpu).toFixed(1), median(row.wall).toFixed(1)];
  return `| ${cells.join(' | ')} | ${row.same} / ${all[0]!.same}${row.more > 0 ? `, ${row.more} others` : ''} |`;
}

function verdictsOf({ tree, rows }: TreeResult, rivals: readonly string[]): { text: string; isMet: boolean }[] {
  const own = rows.find(({ name }) => name === ours)!;
  return rows
    .filter(({ name }) => rivals.includes(name))
    .map(({ name, cpu, wall }) => {
      const [ofCpu, ofWall] = [median(own.cpu) / median(cpu), median(own.wall) / median(wall)];
      return {
        text: `${tree}: an answer of \`search_code\` takes ${ofCpu.toFixed(2)} of the CPU and ${ofWall.toFixed(2)} of the wall clock of ${name} (at most 1)`,
        isMet: ofCpu <= 1 && ofWall <= 1,
      };
    });
}

const found = openSearchers(join(work, 'rivals'));
const rivals = found.flatMap(({ name, way }) => (typeof way === 'string' ? [] : [{ name, way }]));
const missing = found.flatMap(({ name, way }) => (typeof way === 'string' ? [`- not installed: ${name}: ${way}`] : []));
const trees = await rivalTrees({
  named: values.tree,
  evaluation: values.eval,
  stored: ['honojs/hono', 'trpc/trpc', 'microsoft/playwright'],
  pinned: ['typescript', 'javascript'],
  work,
});
const results: TreeResult[] = [];
for (const { root } of trees) results.push(await measureTree(root, rivals));
const judged = results.flatMap((result) =>
  verdictsOf(
    result,
    rivals.map(({ name }) => name),
  ),
);
const lines = [
  `The question is where a name occurs: ${questions} names per run, ${runs} runs, interleaved; medians of the runs' means. The programs start for each question; the`,
  'server runs already, and its CPU time includes child processes. Files: how many of the files that ripgrep finds.',
  '',
  ...rivals.map(({ name, way }) => `- ${name}: ${way.asked}`),
  '',
  '| tree | tool | CPU ms a question | wall ms | files |',
  '|---|---|---|---|---|',
  ...results.flatMap(({ tree, rows }) => rows.map((row) => lineOf(tree, row, rows))),
  '',
  ...judged.map(({ text, isMet }) => `- ${isMet ? 'met' : 'MISSED'}: ${text}`),
  ...missing,
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults(
    'rivals-search',
    'Searching, compared to rivals',
    `npm run bench -- rivals-search --runs ${runs} --write`,
    lines,
  );
process.exitCode = judged.every(({ isMet }) => isMet) ? 0 : 1;
