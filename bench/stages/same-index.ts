/**
 * `npm run bench -- same-index DIR… --against CHECKOUT [--built] [--most 5] [--keep FOLDER]`: whether two builds make
 * the same index. A copy of each tree is indexed by the sources of this checkout and by those of another one
 * (`--built`: by the `dist` of both; also with `--against OTHER/dist/bin.js`). The contents are compared row by row as
 * each side's own code reads them, so file formats may differ: links, terms with their postings, chunks, definitions,
 * file summaries, vectors, trigrams. The exit code is 1 on a difference. `--keep` leaves both sides' lines in that
 * folder.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../lib/evaluation.ts';
import { compareIndexes, comparisonReport, isSame } from './index-comparison.ts';

interface Side {
  name: 'here' | 'there';
  checkout: string;
  /** The program that indexes. */
  program: string;
}

const indexFolder = '.code-scout';
/** Names of folders that are not copied. */
const notCopied = new Set(['node_modules', indexFolder, '.codegraph']);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    built: { type: 'boolean', default: false },
    most: { type: 'string', default: '5' },
    keep: { type: 'string' },
  },
});

function sides(against: string): [Side, Side] {
  const isEntry = against.endsWith('.js');
  const isBuilt = values.built || isEntry;
  const side = (name: Side['name'], checkout: string): Side => {
    const program = join(checkout, ...(isBuilt ? ['dist', 'bin.js'] : ['src', 'cli', 'bin.ts']));
    if (!existsSync(program)) throw new Error(`${program} does not exist`);
    return { name, checkout, program };
  };
  return [side('here', repositoryRoot), side('there', isEntry ? dirname(dirname(resolve(against))) : resolve(against))];
}

/** No setting of the user reaches either side. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CODE_SCOUT_')));
}

function run(args: readonly string[], output: number | 'ignore'): void {
  const { status, signal, stderr } = spawnSync(process.execPath, args, {
    stdio: ['ignore', output, 'pipe'],
    env: environment(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${signal ?? status}: ${stderr}`);
}

/** A file with the lines of the index that a side makes of the tree. */
function linesOf({ name, checkout, program }: Side, root: string, work: string): string {
  run([program, 'index', '--root', root], 'ignore');
  const index = join(work, `${basename(root)}-${name}`);
  renameSync(join(root, indexFolder), index);
  const file = `${index}.jsonl`;
  const descriptor = openSync(file, 'w');
  try {
    // A checkout that has this program reads its index itself. For an older one our program does, with the other's
    // modules.
    const own = join(checkout, 'bench', 'stages', 'index-lines.ts');
    const reader = existsSync(own) ? own : join(import.meta.dirname, 'index-lines.ts');
    run([reader, checkout, join(index, 'database.db'), root], descriptor);
  } finally {
    closeSync(descriptor);
    rmSync(index, { recursive: true });
  }
  return file;
}

async function compareTree(tree: string, against: string, work: string): Promise<boolean> {
  const root = join(work, basename(resolve(tree)));
  cpSync(resolve(tree), root, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    filter: (path) => !notCopied.has(basename(path)),
  });
  const [here, there] = sides(against).map((side) => linesOf(side, root, work));
  rmSync(root, { recursive: true });
  const comparison = await compareIndexes(here!, there!, { most: Number(values.most) });
  console.log([`\n## ${basename(root)}\n`, ...comparisonReport(comparison)].join('\n'));
  return isSame(comparison);
}

if (values.against === undefined || positionals.length === 0)
  throw new Error('name trees and another build: npm run bench -- same-index DIR --against CHECKOUT');
const work = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'code-scout-same-index-')) : resolve(values.keep);
mkdirSync(work, { recursive: true });
try {
  let areSame = true;
  for (const tree of positionals) areSame = (await compareTree(tree, values.against, work)) && areSame;
  console.log(areSame ? '\nThe same.' : '\nDIFFERENT.');
  process.exitCode = areSame ? 0 : 1;
} finally {
  if (values.keep === undefined) rmSync(work, { recursive: true, force: true });
}
