/**
 * `entries`: where a project is entered from outside: commands, exported API, tests. `unused`: what nothing enters.
 * Invariant: an entry says what it is known by; what a manifest names and the index lacks is listed without a target.
 */
import type { Engine } from '../engine/types.ts';
import type { FileGraph, SymbolNode } from '../model/graph.ts';
import type { EntriesAnswer, Questions, SymbolRef, UnusedParameters, UnusedShown } from './contract.ts';
import { entriesOf, manifestNames, sourceOf, type NamedEntry } from './manifest-entries.ts';
import { cutText, listed, symbolRef, type Question } from './question.ts';

const maxEntries = 200;
/** The packages whose exports are listed, and the symbols of each. */
const maxPackages = 25;
const maxExported = 60;
/** `export * from` is followed this far. */
const maxReexports = 2;
const maxManifestChars = 200_000;

interface Manifest {
  folder: string;
  path: string;
  entries: NamedEntry[];
}

async function textOf(engine: Engine, path: string): Promise<string> {
  try {
    const page = await engine.files.read({
      ...{ path, startLine: 1, startColumn: 1, endLine: null, maxChars: maxManifestChars },
    });
    return page.content.kind === 'text' ? page.content.text : '';
  } catch {
    return '';
  }
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

/** Functions by which programs begin. */
async function mainFunctions(engine: Engine): Promise<Command[]> {
  const answers = await Promise.all(
    (['function', 'method'] as const).map((type) =>
      engine.graph.search({ pattern: 'main', type, offset: 0, limit: maxEntries }),
    ),
  );
  return answers
    .flatMap(({ symbols }) => symbols)
    .filter(({ isTest, isVendored }) => !isTest && isVendored !== true)
    .map((node) => ({ name: node.qualified, source: 'function main', target: symbolRef(node), written: node.path }));
}

/** What a file exports: its own definitions, and what it exports again, by name or as a whole. */
async function exportsOf(engine: Engine, graph: FileGraph, path: string, depth = 0): Promise<SymbolNode[]> {
  const { edges } = await engine.graph.neighbours({ symbol: path, maxDepth: 1, direction: 'out' });
  const named = edges
    .filter(
      ({ from, to, sites }) =>
        from.path === path && to.kind !== 'file' && sites.some(({ kind }) => kind === 'reexport'),
    )
    .map(({ to }) => to);
  const at = graph.files.findIndex((file) => file.path === path);
  const whole = graph.edges.filter(({ from, isWholeReexport }) => from === at && isWholeReexport);
  const further =
    depth >= maxReexports ? [] : whole.map(({ to }) => exportsOf(engine, graph, graph.files[to]!.path, depth + 1));
  return [...(await definedIn(engine, path)), ...named, ...(await Promise.all(further)).flat()];
}

/** The exported definitions at the top of a file. */
async function definedIn(engine: Engine, path: string): Promise<SymbolNode[]> {
  const outline = await engine.graph.outline({ symbol: path });
  if (outline.of !== 'file') return [];
  const names = outline.symbols.filter(({ exported, depth }) => exported && depth === 0).slice(0, maxExported);
  return names.flatMap(({ name, kind, signature, startLine, endLine }) =>
    kind === 'cell'
      ? []
      : [
          {
            ...{ id: `${path}#${name}`, name, qualified: name, kind, path, line: startLine, startLine, endLine },
            ...{ exported: true, signature, package: null, module: null, isTest: false },
          },
        ],
  );
}

async function exportedApi(
  engine: Engine,
  graph: FileGraph,
  manifests: readonly Manifest[],
): Promise<EntriesAnswer['exported']> {
  const paths = sourcePaths(graph);
  const modules = manifests.flatMap(({ folder, entries }) => {
    const files = new Map<string, string>();
    for (const { kind, name, written } of entries) {
      const file = kind === 'module' ? sourceOf(written, folder, paths) : null;
      if (file !== null) files.set(file, name);
    }
    return [...files].map(([file, name]) => ({ file, name }));
  });
  const libraries = paths
    .filter((path) => /(?:^|\/)src\/lib\.rs$/.test(path))
    .map((file) => ({
      file,
      name:
        file
          .replace(/\/?src\/lib\.rs$/, '')
          .split('/')
          .at(-1) || 'crate',
    }));
  const all = [...modules, ...libraries];
  const shown = await Promise.all(
    all.slice(0, maxPackages).map(async ({ file, name }) => {
      const symbols = await exportsOf(engine, graph, file).catch(() => []);
      const distinct = [...new Map(symbols.map((node) => [node.id, node])).values()];
      const refs = distinct.sort((a, b) => (a.qualified < b.qualified ? -1 : 1)).map(symbolRef);
      return { package: cutText(name, 100), file, symbols: listed(refs, { cap: maxExported, budget: 6000 }) };
    }),
  );
  return listed(
    shown.filter(({ symbols }) => symbols.total > 0),
    {
      cap: maxPackages,
      budget: 40_000,
      total: shown.filter(({ symbols }) => symbols.total > 0).length + all.length - shown.length,
    },
  );
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
    exportedApi(engine, graph, manifests),
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
