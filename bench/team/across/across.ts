/**
 * `npm run bench -- across REPOS [--work DIR] [--only TEXT] [--show N] [--sample N] [--write]`: calls of one repository into another, compared with what compilers and other
 * analysers say over both. REPOS is a folder with a git repository `OWNER+NAME` (or with one in `OWNER+NAME/repo`) for each of the table in pairs.ts; they are cloned
 * to the folder for work (default: in the system's temporary folder), and indexed apart.
 * A call counts as found where one of our links at its name leads to a declaration that the oracle names; our call is wrong where the oracle knows its name, and names
 * none of ours. The oracles: the TypeScript compiler, go/types, javac, jedi (python3 with the package `jedi`); for PHP and Ruby places that a reader has labelled.
 * `--show N` prints N differences of each kind; `--sample N` prints N places to label. `--only` takes pairs whose names contain the text.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../src/config/load.ts';
import { openEngine } from '../../../src/engine/engine.ts';
import { AcrossRepositories } from '../../../src/graph/across/across.ts';
import type { RepositorySource } from '../../../src/graph/across/repository.ts';
import { symbolsOfFile, type FileSymbols } from '../../../src/graph/queries/index/file-symbols.ts';
import { languages } from '../../../src/languages/registry.ts';
import { openStore } from '../../../src/store/registry.ts';
import { viewOf, type IndexView } from '../../../src/store/store.ts';
import { unpackLinks } from '../../../src/store/packed/packed-links.ts';
import { recordResults } from '../../lib/results.ts';
import { runTruthProgram, truthRows } from '../../lib/truth-program.ts';
import { pairs, type Pair } from './pairs.ts';
import { foundCalls, misses, type Call, type Found, type Truth } from './scoring.ts';
import { labels } from './labels.ts';
import { compilerRows } from './typescript-uses.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ work: { type: 'string' }, only: { type: 'string', default: '' }, show: { type: 'string', default: '0' } },
    ...{ sample: { type: 'string', default: '0' }, write: { type: 'boolean' } },
  },
});
const [repositories] = positionals;
if (repositories === undefined) throw new Error('name the folder of the repositories');
const work = values.work ?? join(tmpdir(), 'code-scout-across');
const [shown, sampled] = [Number(values.show), Number(values.sample)];

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 1e9 });

const plain = (repository: string): string => repository.replace('/', '+');

/** A clone of a repository with its index. */
async function treeOf(repository: string): Promise<string> {
  const tree = join(work, 'trees', plain(repository));
  if (!existsSync(tree)) {
    const at = join(repositories!, plain(repository));
    const from = existsSync(join(at, 'repo')) ? join(at, 'repo') : at;
    mkdirSync(join(work, 'trees'), { recursive: true });
    execFileSync('git', ['clone', '--quiet', '--no-checkout', from, tree]);
    git(tree, 'read-tree', 'HEAD');
    // A mirror may lack large files; the others are checked out all the same.
    spawnSync('git', ['-C', tree, 'checkout-index', '--all', '--force'], { stdio: 'ignore' });
  }
  if (!existsSync(join(tree, '.code-scout', 'database.db'))) {
    const engine = await openEngine({ root: tree, config: loadConfig({ root: tree }).config, indexing: 'inline' });
    await engine.index();
    await engine.close();
  }
  return tree;
}

/** A folder with both trees, as `library` and `user`, for oracles that see one tree. */
function pairFolder({ library, user }: Pair): string {
  const folder = join(work, 'pairs', `${plain(library)}+${plain(user)}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, repository] of [
    ['library', library],
    ['user', user],
  ] as const)
    execFileSync('cp', ['-al', join(work, 'trees', plain(repository)), join(folder, name)]);
  return folder;
}

type IndexedSource = RepositorySource & { view: IndexView };

async function sourceOf(name: string, tree: string): Promise<IndexedSource> {
  const store = await openStore({ file: join(tree, '.code-scout', 'database.db') });
  const read = (path: string): string | null => {
    try {
      const text = readFileSync(join(tree, path), 'utf8');
      return text.length > 1_000_000 ? null : text;
    } catch {
      return null;
    }
  };
  return { name, view: await viewOf(store), read };
}

const filesOf = (folder: string, ending: RegExp): string[] =>
  git(folder, 'ls-files')
    .split('\n')
    .filter((path) => ending.test(path) && existsSync(join(folder, path)));

const bothFiles = (root: string, ending: RegExp): string[] =>
  ['library', 'user'].flatMap((name) => filesOf(join(root, name), ending).map((path) => `${name}/${path}`));

/** Of more files only those that name the library are put to jedi, which takes seconds for each. */
const maxJediFiles = 150;

const program = (...name: string[]): string => join(import.meta.dirname, ...name);
const run = (command: string, args: readonly string[], input: string): string =>
  execFileSync(command, args, { input, encoding: 'utf8', maxBuffer: 1e9, stdio: ['pipe', 'pipe', 'inherit'] });

/** What the oracle says of the calls of the user, as rows of path, line, column, name, and path and line of the declaration. */
async function rowsOf(pair: Pair, root: string): Promise<string[][]> {
  switch (pair.oracle) {
    case 'go/types': {
      const paths = bothFiles(root, /(?:\.go|go\.mod)$/);
      const files = [program('..', '..', 'graph', 'go', 'tree.go'), program('..', '..', 'graph', 'go', 'uses.go')];
      const folder = join(root, 'program');
      execFileSync('go', ['build', '-o', folder, ...files]);
      return truthRows(runTruthProgram(root, paths, [folder]));
    }
    case 'javac': {
      const exports = ['tree', 'code'].flatMap((name) => [
        '--add-exports',
        `jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
      ]);
      const rows = truthRows(
        runTruthProgram(root, bothFiles(root, /\.java$/), [
          'java',
          ...exports,
          program('..', '..', 'graph', 'CallSites.java'),
        ]),
      );
      return rows.map(([path = '', line = '', column = '', to = '', toLine = '']) => [
        path,
        line,
        column,
        '',
        to,
        toLine,
      ]);
    }
    case 'jedi': {
      const all = filesOf(join(root, 'user'), /\.py$/);
      const module = pair.library.slice(pair.library.indexOf('/') + 1).replace('jinja', 'jinja2');
      const names = new RegExp(`^\\s*(?:from|import)\\s+${module}\\b`, 'm');
      const asked =
        all.length <= maxJediFiles
          ? all
          : all.filter((path) => names.test(readFileSync(join(root, 'user', path), 'utf8')));
      const input = asked.map((path) => `user/${path}`).join('\n');
      return truthRows(run('python3', [program('python_uses.py'), root, 'library', 'user'], input));
    }
    case 'compiler': {
      const files = filesOf(join(root, 'user'), /\.(?:[cm]?[jt]sx?)$/).map((path) => `user/${path}`);
      const modules = Object.entries(pair.modules ?? {}).map(
        ([name, path]) => [name, path.startsWith('user/') ? path : `library/${path}`] as const,
      );
      return compilerRows(root, files, Object.fromEntries(modules));
    }
    case 'read':
      return labels(pair);
  }
}

/** A call of a variable that holds a function reads the variable, which is what oracles name. */
const counted = new Set(['call', 'construct', 'decorate', 'pass', 'read']);

/** Our calls from the user into the library. */
async function callsOf(library: IndexedSource, user: IndexedSource): Promise<{ calls: Call[]; ms: number }> {
  const across = new AcrossRepositories(languages);
  across.use([library, user]);
  const places = await user.view.store.linkPlaces();
  const paths = new Map(places.map(({ id, path }) => [id, path]));
  const begun = performance.now();
  const found = await across.outOf(
    user.name,
    places.map(({ id }) => id),
  );
  const ms = performance.now() - begun;
  const targets = new Map((await library.view.store.linkPlaces()).map((one) => [one.id, one]));
  const symbols = new Map<number, FileSymbols>();
  const calls: Call[] = [];
  for (const { file, link, to } of found) {
    if (!counted.has(link.kind) || to.repository !== library.name) continue;
    const { fileId, path } = targets.get(to.file)!;
    if (!symbols.has(to.file))
      symbols.set(to.file, symbolsOfFile(path, (await library.view.store.outlines([fileId])).get(fileId) ?? []));
    const { byKey, definitions, main } = symbols.get(to.file)!;
    const { startLine = 0, endLine = 0, name = '' } = main(to.key) ?? {};
    calls.push({
      ...{ path: paths.get(file)!, line: link.line, column: link.column, kind: link.kind },
      target: { name, path, lines: (byKey.get(to.key) ?? []).map((at) => definitions[at]!.line), startLine, endLine },
    });
  }
  return { calls, ms };
}

/** The places of the user's own links, and of the sites that its index leaves open. */
async function knownPlaces({ view }: IndexedSource): Promise<Pick<Found, 'own' | 'open'>> {
  const { store } = view;
  const places = await store.linkPlaces();
  const own = new Set<string>();
  const open = new Set<string>();
  const paths = new Map(places.map(({ id, path }) => [id, path]));
  const ids = places.map(({ id }) => id);
  for (const { from, data } of await store.linksFrom(ids))
    for (const { line, column } of unpackLinks(data)) own.add(`${paths.get(from)}:${line}:${column}`);
  for (const [id, sites] of await store.unresolvedPlaces(ids))
    for (const { line, column } of sites) open.add(`${paths.get(id)}:${line}:${column}`);
  return { own, open };
}

function truthOf(rows: readonly string[][]): Truth {
  const truth: Truth = new Map();
  for (const [path = '', line, column, , to = '', toLine = '0'] of rows) {
    if (!path.startsWith('user/')) continue;
    const place = `${path.slice('user/'.length)}:${line}:${column}`;
    const declared = truth.get(place) ?? [];
    truth.set(place, declared);
    if (to.startsWith('library/')) declared.push({ path: to.slice('library/'.length), line: Number(toLine) });
  }
  return truth;
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
const totals = { calls: 0, found: 0, ours: 0, right: 0 };
const missTotals = new Map<string, number>();
const lines: string[] = [];
const named = new Set<string>();

for (const pair of pairs) {
  if (!`${pair.library} ${pair.user}`.includes(values.only)) continue;
  const [libraryTree, userTree] = [await treeOf(pair.library), await treeOf(pair.user)];
  const [library, user] = [await sourceOf(pair.library, libraryTree), await sourceOf(pair.user, userTree)];
  named.add(pair.library).add(pair.user);
  const { calls, ms } = await callsOf(library, user);
  if (sampled > 0)
    for (const { path, line, column, target } of calls.slice(0, sampled))
      console.log(`${path}:${line}:${column} > ${target.path}:${target.startLine}`);
  const root = pairFolder(pair);
  const truth = truthOf(await rowsOf(pair, root));
  const found: Found = { ...foundCalls(calls, truth), ...(await knownPlaces(user)) };
  await library.view.store.close();
  await user.view.store.close();
  const missed = misses(truth, found);
  const wanted = [...truth.values()].filter((declared) => declared.length > 0).length;
  totals.calls += wanted;
  totals.found += found.found;
  totals.ours += found.judged;
  totals.right += found.right;
  for (const { why } of missed) missTotals.set(why, (missTotals.get(why) ?? 0) + 1);
  const row = [
    ...[pair.library, pair.user, pair.oracle === 'read' ? 'a reader' : pair.oracle, wanted],
    ...[percent(found.right, found.judged), percent(found.found, wanted), found.unjudged, (ms / 1000).toFixed(1)],
  ];
  lines.push(`| ${row.join(' | ')} |`);
  console.log(lines.at(-1));
  for (const { place, why, declared } of missed.slice(0, shown))
    console.log(`  missed (${why}): ${place} > ${declared}`);
  for (const one of found.wrong.slice(0, shown)) console.log(`  wrong: ${one}`);
}

const summary = `All ${lines.length} pairs of ${named.size} repositories: precision ${percent(totals.right, totals.ours)} of ${totals.ours} calls, recall ${percent(totals.found, totals.calls)} of ${totals.calls}.`;
const classes = [...missTotals].sort(([, a], [, b]) => b - a).map(([why, count]) => `- ${count}: ${why}`);
console.log([summary, 'Missed calls:', ...classes].join('\n'));
if (values.write === true) {
  recordResults('across', 'Calls from one repository into another', 'npm run bench -- across REPOS --write', [
    'Each repository is indexed apart. The oracle sees both trees at once, without the packages of others; calls that it cannot resolve',
    'are in no figure but "not judged". Seconds: all files of the user linked over the library, for the first time.',
    '',
    '| library | user | oracle | calls | precision | recall | not judged | s |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
    summary,
    '',
    'The missed calls:',
    '',
    ...classes,
  ]);
}
