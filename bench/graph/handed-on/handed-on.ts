/**
 * `npm run bench -- handed-on DIR... [--typescript FOLDER] [--language NAME]... [--count 100] [--show N] [--write]`: whether answers have the places
 * that name a function without calling it. The places come from the compiler or the syntax library of each language (`truth.ts`); for languages without
 * one, from `read/LANGUAGE-TREE.tsv`: places of that tree, in the commit that the file names, that somebody read in its text. Of each tree `count`
 * places are chosen, the same in each run; the tree is indexed anew, and the engine is asked about the function of each. Default of `--language`: what
 * most files of the tree have, or what somebody read of it.
 *
 * A place is `handed on` if the callers of the function have it, as a call, as implicit or as handed on; `named` if only its uses do; else missed.
 * `no symbol`: the index has no definition of the function, as of one inside of a macro's call. These count as missed too.
 * `--show N` prints N places that the callers do not have. `--typescript` is the folder of an installed `typescript` of version 5, whose checker is the
 * truth of TypeScript.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../src/config/load.ts';
import { openEngine } from '../../../src/engine/engine.ts';
import type { Engine } from '../../../src/engine/types.ts';
import { qualifiedName } from '../../../src/model/link.ts';
import { randomFrom } from '../../../src/source/testing/random.ts';
import type { Store } from '../../../src/store/store.ts';
import { openStore } from '../../../src/store/registry.ts';
import { recordResults } from '../../lib/results.ts';
import { readPlaces, truths, type FunctionValue } from './truth.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', multiple: true },
    typescript: { type: 'string' },
    count: { type: 'string', default: '100' },
    show: { type: 'string', default: '0' },
    write: { type: 'boolean' },
  },
});
const count = Number(values.count);
const manyUses = 1_000_000;

type Verdict = 'handed on' | 'named' | 'missed' | 'no symbol';

interface Judged {
  value: FunctionValue;
  verdict: Verdict;
  isUnused: boolean;
}

/** What is asked of one tree. */
interface Tree {
  root: string;
  engine: Engine;
  store: Store;
  /** Ids of the symbols that `unused` lists. */
  unused: ReadonlySet<string>;
}

function trackedFiles(root: string): string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
}

function sampleOf(all: readonly FunctionValue[]): FunctionValue[] {
  const random = randomFrom(51);
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)[0]!);
}

/** The ids of the symbols that are declared at a place; several for a function that is declared more than once. */
async function symbolsAt(store: Store, { toPath, toLines, name }: FunctionValue): Promise<string[]> {
  const [file] = await store.filesByPath([toPath]);
  if (file === undefined) return [];
  const definitions = (await store.definitions([file.id])).get(file.id) ?? [];
  const found = definitions.filter(({ line }) => toLines.includes(line));
  const named = found.filter((one) => one.name === name);
  // An import can give a function another name.
  return [...new Set((named.length > 0 ? named : found).map((one) => `${toPath}#${qualifiedName(one)}`))];
}

async function judge({ engine, store, unused }: Tree, value: FunctionValue): Promise<Judged> {
  const symbols = await symbolsAt(store, value);
  let verdict: Verdict = symbols.length === 0 ? 'no symbol' : 'missed';
  for (const symbol of symbols) {
    const { reached } = await engine.graph.callers({ symbol, maxDepth: 1 });
    const isHandedOn = reached
      .flatMap(({ edges }) => edges)
      .some(({ from, sites }) => from.path === value.path && sites.some(({ line }) => line === value.line));
    if (isHandedOn) return { value, verdict: 'handed on', isUnused: unused.has(symbol) };
    const { uses } = await engine.graph.usage({ symbol, limit: manyUses });
    if (uses.some(({ path, line }) => path === value.path && line === value.line)) verdict = 'named';
  }
  return { value, verdict, isUnused: symbols.some((symbol) => unused.has(symbol)) };
}

async function unusedIn(engine: Engine): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(
    [false, true].map((exported) => engine.graph.unused({ exported, limit: manyUses })),
  );
  return new Set(answers.flatMap(({ symbols }) => symbols.map(({ id }) => id)));
}

/** @param database the path of a new index */
async function openTree(root: string, database: string): Promise<Tree> {
  const flags = { 'database.path': database, 'embedding.provider': 'off' };
  const engine = await openEngine({ root, config: loadConfig({ root, flags }).config, indexing: 'inline' });
  await engine.index();
  return { root, engine, store: await openStore({ file: database }), unused: await unusedIn(engine) };
}

/** By language: the files of places of a tree that somebody read. */
function readFiles(root: string): Map<string, string> {
  const folder = join(import.meta.dirname, 'read');
  const suffix = `-${basename(root)}.tsv`;
  const names = readdirSync(folder).filter((name) => name.endsWith(suffix));
  return new Map(names.map((name) => [name.slice(0, -suffix.length), join(folder, name)]));
}

/** The language with a truth that most of these files have. */
function mostUsed(paths: readonly string[]): string {
  const counted = Object.entries(truths).map(([language, { ending }]): [string, number] => [
    language,
    paths.filter((path) => ending.test(path)).length,
  ]);
  return counted.toSorted(([, a], [, b]) => b - a)[0]![0];
}

/** The places of a tree by language. */
function placesOf(root: string): [language: string, places: FunctionValue[]][] {
  const paths = trackedFiles(root);
  const read = readFiles(root);
  const languages = values.language ?? (read.size > 0 ? [...read.keys()] : [mostUsed(paths)]);
  return languages.map((language) => {
    const file = read.get(language);
    if (file !== undefined) return [language, readPlaces(file)];
    const truth = truths[language];
    if (truth === undefined) throw new Error(`nobody read places of ${language} in ${basename(root)}`);
    return [language, truth.read(root, paths, { typescript: values.typescript })];
  });
}

function rowOf(root: string, language: string, judged: readonly Judged[], total: number): string {
  const number = (verdict: Verdict): number => judged.filter((one) => one.verdict === verdict).length;
  const have = number('handed on') + number('named');
  const share = ((100 * have) / judged.length).toFixed(1);
  const unused = judged.filter(({ isUnused }) => isUnused).length;
  const cells = [basename(root), language, total, judged.length, number('handed on'), number('named')];
  return `| ${[...cells, number('missed'), number('no symbol'), `${share} %`, unused].join(' | ')} |`;
}

function print({ root }: Tree, judged: readonly Judged[]): void {
  const wrong = judged.filter(({ verdict, isUnused }) => isUnused || verdict !== 'handed on');
  for (const { value, verdict, isUnused } of wrong.slice(0, Number(values.show))) {
    const text = readFileSync(join(root, value.path), 'utf8').split('\n')[value.line - 1] ?? '';
    const state = isUnused ? `${verdict}, called unused` : verdict;
    console.log(
      `${state}: ${value.path}:${value.line} ${value.name} -> ${value.toPath}:${value.toLines[0]} | ${text.trim()}`,
    );
  }
}

async function rowsOf(root: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-handed-on-'));
  const tree = await openTree(root, join(folder, 'index.db'));
  try {
    const rows: string[] = [];
    for (const [language, all] of placesOf(root)) {
      const judged: Judged[] = [];
      for (const value of sampleOf(all)) judged.push(await judge(tree, value));
      print(tree, judged);
      if (judged.length > 0) rows.push(rowOf(root, language, judged, all.length));
    }
    return rows;
  } finally {
    await tree.store.close();
    await tree.engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rows: string[] = [];
for (const root of positionals) rows.push(...(await rowsOf(resolve(root))));
const lines = [
  '| tree | language | places | chosen | handed on | named as a value | missed | no symbol | have their place | called unused |',
  '|---|---|---|---|---|---|---|---|---|---|',
  ...rows,
];
console.log(lines.join('\n'));
const body = [
  'Places that name a function of the tree without calling it, by what is independent of the linker: go/types, javac, the TypeScript checker, the',
  'syntax trees of Python, and reading (Rust, C#, Kotlin). `Handed on`: get_callers has the place; `named`: only explain_usage has it.',
  '',
  ...lines,
];
if (values.write === true)
  recordResults('handed-on', 'Functions that are named without a call', 'npm run bench -- handed-on', body);
