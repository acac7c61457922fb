/**
 * `npm run bench -- index DIR… [--runs 5] [--write]`: the cost of indexing a directory with the built product (`npm run
 * build` first): whole, with vectors and without, without a change, and after a change of one file. For comparison it
 * runs ripgrep's file listing and ctags on the same tree, interleaved in one run; medians. The tree is copied first and
 * never written.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { repositoryRoot } from '../lib/evaluation.ts';
import { measure, median, type Cost } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';

interface OnceReport {
  files: number;
  indexed: number;
  bytes: number;
  definitions: number;
  references: number;
  indexBytes: number;
  peakMb: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean' } },
});
const runs = Number(values.runs);
if (positionals.length === 0) throw new Error('name at least one directory');
/** The product as it ships, made by `npm run build`. */
const product = join(repositoryRoot, 'dist', 'bin.js');
if (!existsSync(product)) throw new Error('dist/bin.js is missing: npm run build');
/** Prints the peak memory of the process when it ends. */
const peakReporter = 'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

function hasCommand(name: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}

function indexOnce(root: string, database: string, vectors = true): { cost: Cost; report: OnceReport } {
  const setting = vectors ? [] : ['env', 'CODE_SCOUT_EMBEDDING_PROVIDER=off'];
  const command = [
    ...setting,
    process.execPath,
    '--import',
    peakReporter,
    product,
    '--root',
    root,
    '--db',
    database,
    '--json',
  ];
  const cost = measure([...command, 'index'], root);
  const report = JSON.parse(cost.stdout) as { totalFiles: number; indexedFiles: number; bytes: number };
  const status = JSON.parse(
    measure([process.execPath, product, '--root', root, '--db', database, '--json', 'status'], root).stdout,
  ) as {
    definitions: number;
    references: number;
    indexSize: number;
  };
  return {
    cost,
    report: {
      files: report.totalFiles,
      indexed: report.indexedFiles,
      bytes: report.bytes,
      definitions: status.definitions,
      references: status.references,
      indexBytes: status.indexSize,
      peakMb: Math.round(Number(/peak (\d+)/.exec(cost.stderr)?.[1] ?? 0) / 1024),
    },
  };
}

/** Appends a line to a source file of the copy, of about 8 kB, so that exactly one file has changed. */
function editOneFile(root: string, database: string, round: number): void {
  const db = new DatabaseSync(database, { readOnly: true });
  const row = db
    .prepare(
      "SELECT path FROM files WHERE language IN ('typescript','python','go','javascript','rust','java','c') ORDER BY abs(size - 8000), path LIMIT 1",
    )
    .get();
  db.close();
  const file = join(root, (row as { path: string }).path);
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n// round ${round}\n`);
}

function benchOne(source: string): string[] {
  const work = mkdtempSync(join(tmpdir(), 'code-scout-bench-'));
  const tree = join(work, basename(source));
  cpSync(source, tree, { recursive: true, verbatimSymlinks: true });
  const database = join(work, 'index', 'database.db');
  const whole: { cost: Cost; report: OnceReport }[] = [];
  const wordsAlone: Cost[] = [];
  const unchanged: Cost[] = [];
  const oneChanged: Cost[] = [];
  const listing: Cost[] = [];
  const tags: Cost[] = [];
  const empty = join(work, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{}');
  const bare: Cost[] = [];
  for (let round = 0; round < runs; round++) {
    wordsAlone.push(indexOnce(tree, join(work, 'words', `${round}.db`), false).cost);
    rmSync(join(work, 'words'), { recursive: true, force: true });
    rmSync(join(work, 'index'), { recursive: true, force: true });
    whole.push(indexOnce(tree, database));
    unchanged.push(indexOnce(tree, database).cost);
    editOneFile(tree, database, round);
    oneChanged.push(indexOnce(tree, database).cost);
    listing.push(measure([rgPath, '--files', tree], tree));
    if (hasCommand('ctags')) tags.push(measure(['ctags', '-R', '-f', join(work, 'tags'), tree], tree));
    bare.push(indexOnce(empty, join(work, 'empty.db')).cost);
  }
  const report = whole[whole.length - 1]!.report;
  rmSync(work, { recursive: true, force: true });
  const cpu = median(whole.map(({ cost }) => cost.cpuS));
  const withoutVectors = median(wordsAlone.map((cost) => cost.cpuS));
  const start = median(bare.map((cost) => cost.cpuS));
  const noChange = median(unchanged.map((cost) => cost.cpuS));
  const mb = report.bytes / 1e6;
  return [
    basename(source),
    String(report.files),
    mb.toFixed(1),
    `${report.definitions} / ${report.references}`,
    `${median(whole.map(({ cost }) => cost.wallS)).toFixed(2)} / ${cpu.toFixed(2)}`,
    `${withoutVectors.toFixed(2)} (${(cpu / withoutVectors).toFixed(2)})`,
    (mb / cpu).toFixed(1),
    String(Math.max(...whole.map((run) => run.report.peakMb))),
    `${(report.indexBytes / 1e6).toFixed(1)} (${(report.indexBytes / report.bytes).toFixed(2)})`,
    `${noChange.toFixed(2)} (${(((noChange - start) / report.files) * 1e6).toFixed(0)} µs a file)`,
    median(oneChanged.map((cost) => cost.cpuS)).toFixed(2),
    median(listing.map((cost) => cost.cpuS)).toFixed(2),
    tags.length === 0 ? 'not installed' : median(tags.map((cost) => cost.cpuS)).toFixed(2),
  ];
}

const header = [
  '| tree | files | MB | definitions / references | wall / CPU s | without vectors, CPU s (times as much with them) | MB per CPU s | peak MB | index MB (of source) | no change, CPU s (above the same of an empty project) | one file, CPU s | rg --files, CPU s | ctags -R, CPU s |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
];
const lines = [...header];
for (const directory of positionals) {
  lines.push(`| ${benchOne(resolve(directory)).join(' | ')} |`);
  console.log(lines[lines.length - 1]);
}
console.log(['', ...lines].join('\n'));
if (values.write === true)
  recordResults('index', 'Indexing', `npm run bench -- index DIR… --runs ${runs} --write`, lines);
