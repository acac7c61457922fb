/**
 * What a project offers to others: the names that its modules and packages export.
 * Invariant: what is listed is listed whole, up to the caps, with its true number; packages that were not read are counted.
 */
import type { Engine } from '../engine/types.ts';
import type { FileGraph, SymbolNode } from '../model/graph.ts';
import type { EntriesAnswer } from './contract.ts';
import { textOf } from './line-texts.ts';
import { bareRef, cutText, listed } from './question.ts';

/** The packages whose exports are listed, and the symbols of each. */
const maxPackages = 25;
const maxExported = 60;
/** `export * from` is followed this far. */
const maxReexports = 2;
/** Files that are read for packages of many files. */
const maxFiles = 600;

type Exported = EntriesAnswer['exported']['shown'][number];

/** A module or package whose exports are to be found. */
interface Module {
  name: string;
  /** The file, or the folder, that it is. */
  place: string;
  isFolder: boolean;
  /** Number of files that are read for it. */
  files: number;
  symbols(engine: Engine, graph: FileGraph): Promise<{ found: SymbolNode[]; total?: number }>;
}

export async function exportedApi(
  engine: Engine,
  known: { graph: FileGraph; paths: readonly string[]; modules: readonly { file: string; name: string }[] },
): Promise<EntriesAnswer['exported']> {
  const { graph } = known;
  const all = modulesOf(known);
  const read: Module[] = [];
  let left = maxFiles;
  for (const module of all.slice(0, maxPackages)) {
    left -= module.files;
    if (left < 0 && read.length > 0) break;
    read.push(module);
  }
  const shown = await Promise.all(
    read.map(async ({ name, place, isFolder, symbols }): Promise<Exported> => {
      const { found, total } = await symbols(engine, graph).catch(() => ({ found: [], total: undefined }));
      // A package has a name once, also where several files declare it, each for another system.
      const distinct = [...new Map(found.map((node) => [isFolder ? node.qualified : node.id, node])).values()];
      const refs = distinct.sort((a, b) => (a.qualified < b.qualified ? -1 : 1)).map(bareRef);
      return {
        ...{ package: cutText(name, 100), file: place, isFolder },
        symbols: listed(refs, { cap: maxExported, budget: 9000, total: Math.max(refs.length, total ?? 0) }),
      };
    }),
  );
  const some = shown.filter(({ symbols }) => symbols.total > 0);
  return listed(some, { cap: maxPackages, budget: 40_000, total: some.length + all.length - shown.length });
}

function modulesOf({
  graph,
  paths,
  modules,
}: {
  graph: FileGraph;
  paths: readonly string[];
  modules: readonly { file: string; name: string }[];
}): Module[] {
  const named = modules.map(({ file, name }) => fileModule(file, name));
  const libraries = paths
    .filter((path) => /(?:^|\/)src\/lib\.rs$/.test(path))
    .map((file) => fileModule(file, lastPart(file.replace(/\/?src\/lib\.rs$/, '')) || 'crate'));
  return [...named, ...libraries, ...pythonPackages(paths), ...folderPackages(graph, paths)];
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** What is nearer to the top first. */
function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}

function fileModule(file: string, name: string): Module {
  return {
    ...{ name, place: file, isFolder: false, files: 1 },
    symbols: async (engine, graph) => ({ found: await exportsOf(engine, { graph, path: file }) }),
  };
}

/** The outermost packages of Python: those in other packages are exported by them, or are named by their whole path. */
function pythonPackages(paths: readonly string[]): Module[] {
  const inits = paths.filter((path) => path.endsWith('/__init__.py'));
  const folders = new Set(inits.map(folderOf));
  return inits
    .filter((path) => !folders.has(folderOf(folderOf(path))))
    .sort(byDepth)
    .map((path) => ({
      ...{ name: lastPart(folderOf(path)), place: path, isFolder: false, files: 1 },
      symbols: (engine) => pythonExports(engine, path),
    }));
}

/** The names in `__all__`; without it what the package defines and imports, without names that begin with `_`. */
async function pythonExports(engine: Engine, path: string): Promise<{ found: SymbolNode[]; total?: number }> {
  const [defined, imported, text] = await Promise.all([
    definedIn(engine, path),
    leadingTo(engine, path, ['import', 'reexport']),
    textOf(engine, path),
  ]);
  const all = namesInAll(text);
  const found = [...defined, ...imported];
  if (all === null) return { found: found.filter(({ name }) => !name.startsWith('_')) };
  return { found: found.filter(({ name }) => all.has(name)), total: all.size };
}

/** The names that a module lists in `__all__`; null where it has none. */
export function namesInAll(text: string): ReadonlySet<string> | null {
  const [begin, end] = [/(?:^|\n)__all__[ \t]*(?::[^=\n]*|\+?)=\s*[[(]/g, /[\])]/g];
  let names: Set<string> | null = null;
  while (begin.exec(text) !== null) {
    const start = (end.lastIndex = begin.lastIndex);
    // Two expressions, so that many lists without an end are not read to the end of the file one by one.
    if (end.exec(text) === null) break;
    names ??= new Set();
    for (const [, name = ''] of text.slice(start, end.lastIndex).matchAll(/["']([^"']+)["']/g)) names.add(name);
    begin.lastIndex = end.lastIndex;
  }
  return names;
}

/** Languages whose packages are folders, and what of their files is exported. */
const folderLanguages: Readonly<Record<string, (node: SymbolNode) => boolean>> = {
  go: ({ kind }) => kind !== 'method' && kind !== 'property',
  java: ({ kind }) => kind === 'class' || kind === 'interface' || kind === 'enum',
};

/** The packages of Go and Java. Those that are internal, or are programs, are for nobody else. */
function folderPackages(graph: FileGraph, paths: readonly string[]): Module[] {
  const wanted = new Set(paths);
  const files = graph.files.filter(
    ({ path, language }) => wanted.has(path) && Object.hasOwn(folderLanguages, language),
  );
  const folders = Map.groupBy(files, ({ path }) => folderOf(path));
  return [...folders]
    .filter(([folder]) => !folder.split('/').includes('internal'))
    .sort(([a], [b]) => byDepth(a, b))
    .map(([folder, ofFolder]) => ({
      ...{ name: importName(graph, folder), place: folder, isFolder: true, files: ofFolder.length },
      symbols: async (engine) => {
        const found = await Promise.all(
          ofFolder.map(async ({ path, language }) => {
            const defined = await definedIn(engine, path, language === 'go');
            return {
              isProgram: language === 'go' && defined.some(isMain),
              defined,
              accepts: folderLanguages[language]!,
            };
          }),
        );
        if (found.some(({ isProgram }) => isProgram)) return { found: [] };
        return {
          found: found.flatMap(({ defined, accepts }) => defined.filter((node) => node.exported && accepts(node))),
        };
      },
    }));
}

function isMain({ name, kind }: SymbolNode): boolean {
  return name === 'main' && kind === 'function';
}

/** The name of the nearest package around a folder, and the folders from there. */
function importName({ packages }: FileGraph, folder: string): string {
  const around = packages
    .filter((one) => one.folder === '' || folder === one.folder || folder.startsWith(`${one.folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
  if (around === undefined) return folder || '.';
  const rest = around.folder === '' ? folder : folder.slice(around.folder.length + 1);
  return rest === '' ? around.name : `${around.name}/${rest}`;
}

/** The symbols that a file names by links of some kinds. */
async function leadingTo(engine: Engine, path: string, kinds: readonly string[]): Promise<SymbolNode[]> {
  const { edges } = await engine.graph.neighbours({ symbol: path, maxDepth: 1, direction: 'out' });
  return edges
    .filter(
      ({ from, to, sites }) =>
        from.path === path && to.kind !== 'file' && sites.some(({ kind }) => kinds.includes(kind)),
    )
    .map(({ to }) => to);
}

/** What a file exports: its own definitions, and what it exports again, by name or as a whole. */
async function exportsOf(
  engine: Engine,
  { graph, path, depth = 0 }: { graph: FileGraph; path: string; depth?: number },
): Promise<SymbolNode[]> {
  const named = await leadingTo(engine, path, ['reexport']);
  const at = graph.files.findIndex((file) => file.path === path);
  const whole = graph.edges.filter(({ from, isWholeReexport }) => from === at && isWholeReexport);
  const further = depth >= maxReexports ? [] : whole;
  // All are waited for at once: what begins without being waited for ends the process when its question is gone.
  const [defined, ...others] = await Promise.all([
    definedIn(engine, path),
    ...further.map(({ to }) => exportsOf(engine, { graph, path: graph.files[to]!.path, depth: depth + 1 })),
  ]);
  return [...defined, ...named, ...others.flat()];
}

/** The definitions at the top of a file: the exported ones, or all. */
async function definedIn(engine: Engine, path: string, isAll = false): Promise<SymbolNode[]> {
  const outline = await engine.graph.outline({ symbol: path });
  if (outline.of !== 'file') return [];
  return outline.symbols
    .filter(({ exported, depth }) => depth === 0 && (isAll || exported))
    .flatMap(({ name, kind, signature, startLine, endLine, exported }) =>
      kind === 'cell'
        ? []
        : [
            {
              ...{ id: `${path}#${name}`, name, qualified: name, kind, path, line: startLine, startLine, endLine },
              ...{ exported, signature, package: null, module: null, isTest: false },
            },
          ],
    );
}
