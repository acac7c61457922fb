/**
 * `npm run bench -- command-start DIR [--runs 15] [--against OTHER/dist/bin.js] [--write [--about TEXT]]`: the CPU time of commands that do little, with the built
 * product (`npm run build` first), in a copy of a small tree with a complete index; beside `node -e 0`, and beside other builds (`--against`, repeated).
 * All are interleaved in one run; medians, with the tenth and ninetieth percentile.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure, median, percentile } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '15' },
    against: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean' },
    about: { type: 'string' },
  },
});
const [source] = positionals;
if (source === undefined) throw new Error('name a directory');
const entries = [programAt(builtEntry), ...values.against.map(programAt)];

/** The first function of the tree that another calls; its name is valid in every build. */
function calledFunction(root: string): string {
  const graph = ['graph', '--level', 'symbols', '--format', 'json', '--max-nodes', '1000'];
  const { stdout } = measure([process.execPath, entries[0]!, ...graph], root);
  const { nodes, edges } = JSON.parse(stdout) as {
    nodes: { id: string; kind: string }[];
    edges: { from: string; to: string }[];
  };
  const called = new Set(edges.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const found = nodes.find(({ id, kind }) => kind === 'function' && called.has(id));
  if (found === undefined) throw new Error('no function of the tree is called by another');
  return found.id;
}

function shown(series: readonly number[]): string {
  return `${median(series).toFixed(0)} (${percentile(series, 0.1).toFixed(0)} – ${percentile(series, 0.9).toFixed(0)})`;
}

const firstLetter = 'A'.codePointAt(0)!;
const work = mkdtempSync(join(tmpdir(), 'code-scout-command-start-'));
try {
  const roots = entries.map((entry, at) => {
    const root = join(work, String(at), basename(source));
    cpSync(source, root, { recursive: true, verbatimSymlinks: true });
    rmSync(join(root, '.code-scout'), { recursive: true, force: true });
    measure([process.execPath, entry, 'index'], root);
    return root;
  });
  const commands = [['--version'], ['--help'], ['callers', '--help'], ['callers', calledFunction(roots[0]!)]];
  const bare: number[] = [];
  const series = commands.map(() => entries.map((): number[] => []));
  // The first round fills the compile caches.
  for (let round = 0; round <= Number(values.runs); round++) {
    const cpuMs = (command: readonly string[], root: string): number => measure(command, root).cpuS * 1000;
    const node = cpuMs([process.execPath, '-e', '0'], work);
    if (round > 0) bare.push(node);
    for (const [at, args] of commands.entries())
      for (const [which, entry] of entries.entries()) {
        const spent = cpuMs([process.execPath, entry, ...args], roots[which]!);
        if (round > 0) series[at]![which]!.push(spent);
      }
  }
  const head = [
    'CPU ms',
    'this build',
    ...entries.slice(1).map((_, at) => `build ${String.fromCodePoint(firstLetter + at)}`),
  ];
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [
    row(head),
    row(head.map((_, at) => (at === 0 ? '---' : '---:'))),
    row(['`node -e 0`', shown(bare), ...entries.slice(1).map(() => '')]),
    ...commands.map(([name = '', ...args], at) => {
      const typed = name === 'callers' && args[0] !== '--help' ? 'callers SYMBOL' : [name, ...args].join(' ');
      return row([`\`code-scout ${typed}\``, ...series[at]!.map(shown)]);
    }),
  ];
  console.log(table.join('\n'));
  if (values.write === true)
    recordResults(
      'command-start',
      'The start of a command',
      `npm run bench -- command-start ${basename(source)} --runs ${values.runs}`,
      [
        `User and system time of a whole process, median of ${values.runs} (10% – 90%), interleaved; in a copy of ${basename(source)} with a complete index.`,
        ...(values.about === undefined ? [] : [values.about]),
        '',
        ...table,
      ],
    );
} finally {
  rmSync(work, { recursive: true, force: true });
}
