/**
 * `entries`: where a project is entered from outside: commands, exported API, tests. `unused`: what nothing enters.
 * Invariant: an entry says what it is known by; what a manifest names and the index lacks is listed without a target.
 */
import type { Engine } from '../engine/types.ts';
import type { FileGraph, SymbolNode } from '../model/graph.ts';
import type { EntriesAnswer, Questions, SymbolRef, UnusedParameters, UnusedShown } from './contract.ts';
import { exportedApi } from './exported-api.ts';
import { textOf } from './line-texts.ts';
import { entriesOf, manifestNames, sourceOf, type NamedEntry } from './manifest-entries.ts';
import { cutText, listed, symbolRef, type Question } from './question.ts';

const maxEntries = 200;

interface Manifest {
  folder: string;
  path: string;
  entries: NamedEntry[];
}

/** The manifests of packages; not those of tests and of copies of other people's code. */
async function manifestsOf(engine: Engine, graph: FileGraph): Promise<Manifest[]> {
  const found = graph.files.flatMap(({ path, isTest, isForeign }) => {
    const slash = path.lastIndexOf('/');
    const name = manifestNames.find((one) => one === path.slice(slash + 1));
    return name === undefined || isTest || isForeign ? [] : [{ path, name, folder: path.slice(0, Math.max(0, slash)) }];
  });
  return Promise.all(
    found
      .slice(0, maxEntries)
      .map(async ({ path, name, folder }) => ({ folder, path, entries: entriesOf(name, await textOf(engine, path)) })),
  );
}

async function fileNode(engine: Engine, path: string | null): Promise<SymbolRef | null> {
  if (path === null) return null;
  const choice = await engine.graph.resolve({ symbol: path });
  return choice.kind === 'one' ? symbolRef(choice.node) : null;
}

/** The function that a script of Python names as `package.module:function`. */
async function pythonTarget(engine: Engine, written: string): Promise<SymbolRef | null> {
  const [module = '', name = ''] = written.split(':');
  const file = module.trim().replaceAll('.', '/');
  for (const end of [`${file}.py`, `${file}/__init__.py`]) {
    const choice = await engine.graph.resolve({ symbol: name.trim(), file: end }).catch(() => null);
    if (choice?.kind === 'one') return symbolRef(choice.node);
  }
  return null;
}

type Command = EntriesAnswer['commands']['shown'][number];

async function namedCommands(
  engine: Engine,
  manifests: readonly Manifest[],
  paths: readonly string[],
): Promise<Command[]> {
  const named = manifests.flatMap(({ path, folder, entries }) =>
    entries.filter(({ kind }) => kind === 'command').map((entry) => ({ path, folder, ...entry })),
  );
  return Promise.all(
    named.slice(0, maxEntries).map(async ({ path, folder, name, written }) => {
      const target = path.endsWith('.toml')
        ? await pythonTarget(engine, written)
        : await fileNode(engine, sourceOf(written, folder, paths));
      return { name: cutText(name, 100), source: path, target, written: cutText(written) };
    }),
  );
}

/**
 * Files of the languages in which a method may be where a program begins. Elsewhere a method of this name, or a field with a function, is only a
 * name: a language runs none, or none but a function at the top of a file.
 */
const runsMethods = /\.(?:java|kts?|scala|groovy|cs|swift|vala)$/;

/** Whether a language, or the convention of scripts, runs a function of the name. */
function isRun({ path, name, kind, qualified }: SymbolNode): boolean {
  const isNamed = name === (path.endsWith('.cs') ? 'Main' : 'main');
  return isNamed && (kind === 'method' ? runsMethods.test(path) : qualified === name);
}

/** Functions by which programs begin. */
async function mainFunctions(engine: Engine): Promise<Command[]> {
  const answers = await Promise.all(
    (['function', 'method'] as const).map((type) =>
      engine.graph.search({ pattern: 'main', type, offset: 0, limit: maxEntries }),
    ),
  );
  return answers
    .flatMap(({ symbols }) => symbols)
    .filter((node) => isRun(node) && !node.isTest && node.isVendored !== true)
    .map((node) => ({
      ...{ name: cutText(commandOf(node), 100), source: `function ${node.name}`, target: symbolRef(node) },
      written: node.path,
    }));
}

/** What a program is called that no manifest names: its file, or the folder, where the language runs folders. */
function commandOf({ path }: SymbolNode): string {
  const slash = path.lastIndexOf('/');
  const isFolder = slash > 0 && (path.endsWith('.go') || path.endsWith('/__main__.py'));
  return isFolder ? path.slice(0, slash) : path;
}

/** The modules that manifests name, with their sources. */
function namedModules(manifests: readonly Manifest[], paths: readonly string[]): { file: string; name: string }[] {
  return manifests.flatMap(({ folder, entries }) => {
    const files = new Map<string, string>();
    for (const { kind, name, written } of entries) {
      const file = kind === 'module' ? sourceOf(written, folder, paths) : null;
      if (file !== null) files.set(file, name);
    }
    return [...files].map(([file, name]) => ({ file, name }));
  });
}

function sourcePaths({ files }: FileGraph): string[] {
  return files.filter(({ isLinked, isTest, isForeign }) => isLinked && !isTest && !isForeign).map(({ path }) => path);
}

function testsOf(graph: FileGraph): EntriesAnswer['tests'] {
  const tests = graph.files.filter(({ isTest, isLinked }) => isTest && isLinked);
  const folders = [...Map.groupBy(tests, ({ path }) => path.split('/').slice(0, -1).join('/') || '.')]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .sort((a, b) => b.files - a.files || (a.folder < b.folder ? -1 : 1));
  return { files: tests.length, folders: listed(folders, { cap: maxEntries, budget: 12_000 }) };
}

async function answerEntries(engine: Engine): Promise<EntriesAnswer> {
  const graph = await engine.graph.fileGraph();
  const paths = sourcePaths(graph);
  const manifests = await manifestsOf(engine, graph);
  const [named, mains, exported] = await Promise.all([
    namedCommands(engine, manifests, paths),
    mainFunctions(engine),
    exportedApi(engine, { graph, paths, modules: namedModules(manifests, paths) }),
  ]);
  const { note } = graph.state.freshness;
  return {
    commands: listed([...named, ...mains], { cap: maxEntries, budget: 30_000 }),
    exported,
    tests: testsOf(graph),
    notes: note === null ? [] : [note],
  };
}

export const entriesQuestion: Question<Questions['entries']> = { read: () => ({}), answer: answerEntries };

async function answerUnused(engine: Engine, { path, exported = 'no' }: UnusedParameters): Promise<UnusedShown> {
  const found = await engine.graph.unused({
    exported: exported === 'yes',
    limit: maxEntries,
    ...(path === undefined ? {} : { path }),
  });
  const { total, files, symbols, leftOff, checkedFiles, skippedFiles, state } = found;
  const note = [state.freshness.note, state.unread].filter((one) => one !== null).join(' ');
  return {
    ...{ total, files, leftOff, checkedFiles, skippedFiles },
    symbols: listed(symbols.map(symbolRef), { cap: maxEntries, budget: 80_000, total }),
    note: note === '' ? null : note,
  };
}

export const unusedQuestion: Question<Questions['unused']> = {
  read: (given) => {
    const path = given.optionalText('path');
    return {
      ...(path === undefined ? {} : { path }),
      exported: given.oneOf<NonNullable<UnusedParameters['exported']>>('exported', ['yes', 'no'], 'no'),
    };
  },
  answer: answerUnused,
};
