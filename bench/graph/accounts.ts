/**
 * `npm run bench -- accounts DIR… [--count 25] [--seed 1] [--show 5] [--write]`: whether the account of a list of callers is right. Of each tree it asks
 * about `--count` random symbols of its main language, and compares the account with
 * - the number of places that ripgrep finds in the files of the index (`--word-regexp --only-matching`), and the sum of the classes,
 * - in TypeScript the references that the compiler's language server finds (`tsc --lsp`).
 * It measures the CPU time of the account beside that of the whole answer. `--show N` prints N places that are not classified, and N on which the
 * compiler and the account differ.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { filesOnDisk } from '../../src/engine/files/files-on-disk.ts';
import { filesNaming } from '../../src/engine/graph/named-files.ts';
import { workerData } from '../../src/engine/indexing/indexing.ts';
import { indexTexts } from '../../src/engine/live/text-index.ts';
import { classifiedPlaces, nameAccount, type ClassifiedName } from '../../src/graph/queries/account/account.ts';
import { answerCallers, type ProjectTexts } from '../../src/graph/queries/calls.ts';
import { LinkIndex } from '../../src/graph/queries/index/link-index.ts';
import { requireSymbol } from '../../src/graph/queries/resolve-symbol.ts';
import { languages } from '../../src/languages/registry.ts';
import { accountClasses, type AccountClass } from '../../src/model/graph.ts';
import { openStore } from '../../src/store/registry.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { recordResults } from '../lib/results.ts';
import { LanguageServer } from './language-server.ts';
import { mainPlatform, symbolsOfKinds, type AskedSymbol } from './random-symbols.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name trees: npm run bench -- accounts DIR DIR DIR');
const count = Number(values.count);
const shown = Number(values.show);
const askedKinds: ReadonlySet<string> = new Set(['function', 'method', 'class', 'component', 'macro', 'property']);
const linked = new Set(languages.filter(({ isLinked }) => isLinked).map(({ id }) => id));

/** The number of places of a word in the files of the index, by ripgrep. */
function placesByRipgrep(root: string, word: string, paths: ReadonlySet<string>): number {
  const args = [
    '--no-config',
    '--no-ignore',
    '--hidden',
    '--text',
    '--case-sensitive',
    '--word-regexp',
    '--fixed-strings',
  ];
  let output = '';
  try {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 } as const;
    output = execFileSync(rgPath, [...args, '--count-matches', '--with-filename', '--null', '--', word, '.'], options);
  } catch (error) {
    // Ripgrep ends with 1 where it finds nothing.
    if ((error as { status?: number }).status !== 1) throw error;
  }
  let places = 0;
  for (const [, path, number] of output.matchAll(/^(?:\.\/)?(.*)\0(\d+)$/gm))
    if (paths.has(path!)) places += Number(number);
  return places;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = cpuMs();
  const result = await work();
  return [result, cpuMs() - before];
}

interface Asked {
  symbol: AskedSymbol;
  classified: ClassifiedName;
  byRipgrep: number;
  answerMs: number;
  accountMs: number;
}

const placesOf = ({
  classified: { files },
}: Asked): { path: string; line: number; column: number; is: AccountClass }[] =>
  files.flatMap(({ path, places }) => places.map((place) => ({ path, ...place })));

async function askTree(root: string, index: LinkIndex): Promise<{ platform: string; asked: Asked[] }> {
  const platform = await mainPlatform(index);
  const candidates = await symbolsOfKinds(index, platform, askedKinds);
  const random = seededRandom(Number(values.seed));
  const paths = new Set(index.documents.paths);
  const texts: ProjectTexts = {
    linesOf: () => null,
    filesNaming: (...asked) =>
      filesNaming({ disk: filesOnDisk(root), store: index.store, documents: index.documents }, ...asked),
  };
  const asked: Asked[] = [];
  while (candidates.length > 0 && asked.length < count) {
    const [symbol] = candidates.splice(random(candidates.length), 1);
    const found = await requireSymbol(index, { symbol: symbol!.id }, 'symbol').catch(() => null);
    if (found === null) continue;
    // The first answer fills the caches; the second is a warm one.
    await answerCallers(index, { symbol: symbol!.id, maxDepth: 1 }, texts);
    const [, answerMs] = await timed(() => answerCallers(index, { symbol: symbol!.id, maxDepth: 1 }, texts));
    const [, accountMs] = await timed(() => nameAccount(index, found, texts));
    const classified = await classifiedPlaces(index, found, { ...texts, isUncalled: true });
    if (classified === null) continue;
    asked.push({
      symbol: symbol!,
      classified,
      byRipgrep: placesByRipgrep(root, symbol!.name, paths),
      answerMs,
      accountMs,
    });
  }
  return { platform, asked };
}

function lineOf(root: string, { path, line }: { path: string; line: number }): string {
  return (readFileSync(join(root, path), 'utf8').split('\n')[line - 1] ?? '').trim().slice(0, 120);
}

function spread<T>(list: readonly T[]): T[] {
  const length = Math.min(shown, list.length);
  return Array.from({ length }, (_, at) => list[Math.floor((at * list.length) / length)]!);
}

const quantile = (numbers: readonly number[], part: number): string =>
  (numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0).toFixed(1);

/** The classes of places that name the symbol itself. */
const ownClasses: ReadonlySet<AccountClass> = new Set(['calls', 'handedOn', 'imports', 'uses', 'declarations']);
/** The classes of places that cannot be the symbol, by what the account says. */
const otherClasses: ReadonlySet<AccountClass> = new Set(['others', 'foreign', 'comments', 'strings', 'unlinked']);

interface Compared {
  symbols: number;
  /** Places that both take for the symbol. */
  both: number;
  /** Places that only the compiler, or only the account, takes for the symbol: by class. */
  compilerOnly: Map<AccountClass, number>;
  accountOnly: Map<AccountClass, number>;
}

/** Compares the places of symbols with the references that the compiler finds, in the files in which it finds any reference at all. */
async function compareWithCompiler(root: string, index: LinkIndex, asked: readonly Asked[]): Promise<Compared> {
  const server = new LanguageServer(root);
  await server.open();
  const compared: Compared = { symbols: 0, both: 0, compilerOnly: new Map(), accountOnly: new Map() };
  const add = (counts: Map<AccountClass, number>, name: AccountClass): number => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name)!;
  };
  for (const one of asked) {
    const { ref } = one.symbol;
    const definition = (await index.symbolsOf([ref.file])).get(ref.file)?.main(ref.key);
    const path = index.file(ref.file)!.path;
    if (definition === undefined || !/\.[cm]?tsx?$/.test(path)) continue;
    const { line, column } = definition;
    const references = await server.references({ path, line, column });
    if (references.length === 0) continue;
    compared.symbols++;
    const found = new Set(references.map((place) => `${place.path} ${place.line} ${place.column}`));
    const known = new Set(references.map((place) => place.path));
    for (const place of placesOf(one)) {
      const isReference = found.has(`${place.path} ${place.line} ${place.column}`);
      const isOwn = ownClasses.has(place.is);
      const text = `${place.path}:${place.line}:${place.column} of ${one.symbol.id}: ${lineOf(root, place)}`;
      if (isReference && isOwn) compared.both++;
      else if (isReference && add(compared.compilerOnly, place.is) <= shown)
        console.log(`  compiler only (${place.is}): ${text}`);
      else if (isOwn && known.has(place.path) && add(compared.accountOnly, place.is) <= shown)
        console.log(`  account only (${place.is}): ${text}`);
    }
  }
  server.close();
  return compared;
}

function comparedRow(tree: string, { symbols: asked, both, compilerOnly, accountOnly }: Compared): string {
  const sum = (counts: Map<AccountClass, number>, of: (name: AccountClass) => boolean): number =>
    [...counts].reduce((all, [name, places]) => all + (of(name) ? places : 0), 0);
  const cells = [
    tree,
    asked,
    both,
    sum(compilerOnly, (name) => !otherClasses.has(name)),
    sum(compilerOnly, (name) => otherClasses.has(name)),
    sum(accountOnly, () => true),
  ];
  return `| ${cells.join(' | ')} |`;
}

const folder = mkdtempSync(join(tmpdir(), 'code-scout-accounts-'));
const rows: string[] = [];
const comparedRows: string[] = [];
let [symbols, equal] = [0, 0];
try {
  for (const [at, tree] of positionals.entries()) {
    const root = resolve(tree);
    const database = join(folder, `${at}.db`);
    const { config } = loadConfig({ root, flags: { 'database.path': database }, env: new Map(), userConfigDir: null });
    const engine = await openEngine({ root, config, indexing: 'inline' });
    await engine.index();
    await engine.close();
    const store = await openStore({ path: database });
    // As a server does in the background.
    await indexTexts(store, workerData(root, config));
    const index = new LinkIndex(store, () => null, linked);
    await index.refresh(await store.state());
    const { platform, asked } = await askTree(root, index);
    const all = asked.flatMap((one) => placesOf(one).map((place) => ({ ...place, of: one.symbol.id })));
    const number = (name: AccountClass): number => all.filter(({ is }) => is === name).length;
    const isEqual = (one: Asked): boolean => placesOf(one).length === one.byRipgrep;
    symbols += asked.length;
    equal += asked.filter(isEqual).length;
    for (const one of asked.filter((each) => !isEqual(each)))
      console.log(
        `  differs: ${one.symbol.id}: ${placesOf(one).length}, ripgrep ${one.byRipgrep}, unread files ${one.classified.unreadFiles}`,
      );
    for (const one of spread(all.filter(({ is }) => is === 'unclassified')))
      console.log(`  not classified: ${one.path}:${one.line}:${one.column} of ${one.of}: ${lineOf(root, one)}`);
    const cells = [
      basename(root),
      platform,
      asked.length,
      asked.filter(isEqual).length,
      all.length,
      ...accountClasses.map(number),
    ];
    const ms = [asked.map(({ answerMs }) => answerMs), asked.map(({ accountMs }) => accountMs)];
    rows.push(`| ${[...cells, ...ms.map((list) => `${quantile(list, 0.5)} / ${quantile(list, 0.95)}`)].join(' | ')} |`);
    console.log(rows.at(-1));
    if (platform === 'ecmascript') {
      comparedRows.push(comparedRow(basename(root), await compareWithCompiler(root, index, asked)));
      console.log(comparedRows.at(-1));
    }
    await store.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const classes = accountClasses.map((name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
const head = [
  'tree',
  'language',
  'symbols',
  'with as many places as ripgrep finds',
  'places',
  ...classes,
  'answer, CPU ms: median / p95',
  'of it the account',
];
const lines = [
  `Of ${symbols} random symbols ${equal} have as many places in the account as ripgrep finds in the files of the index. The classes add up to them.`,
  '',
  `| ${head.join(' | ')} |`,
  `|${'---|'.repeat(head.length)}`,
  ...rows,
  '',
  "The places of TypeScript beside the references of the compiler's language server, in the files in which it finds one:",
  '',
  '| tree | symbols | both: the symbol | compiler only, left open by the account | compiler only, something else by the account | account only |',
  '|---|---|---|---|---|---|',
  ...comparedRows,
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('accounts', 'Whether the account of a list is right', 'npm run bench -- accounts', lines);
