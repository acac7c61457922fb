/**
 * Finds the file of the project that a Rust module path means. `crate`, `self` and `super` depend on the file's place in its
 * package. Other first names are sibling modules, or packages of the tree by the name in their `Cargo.toml`.
 * Invariant: results depend only on the paths and on the content of `configPaths`.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { tomlSections } from '../../toml-sections.ts';
import { pathMark } from '../../../model/file-summary.ts';

interface Package {
  folder: string;
  /** Root files of crates that `Cargo.toml` names with `path`. */
  roots: readonly string[];
  /** Root file of the package's library; null for none. */
  library: string | null;
  /** Dependencies with a `path`: the folder of each, by the name that this package uses for it. */
  pathDependencies: ReadonlyMap<string, string>;
}

interface Tree {
  files: ReadonlySet<string>;
  /** Packages in longer folder paths come first, so the first match is the innermost. */
  packages: readonly Package[];
  /** Root files of libraries by crate name; null if several packages have the name. */
  libraries: ReadonlyMap<string, string | null>;
}

/** The place of a file in its crate. */
interface Position {
  /** Folder with the crate's modules. */
  base: string;
  /** The crate's root file. */
  root: string;
  /** Names of the modules from the root to the file, which is the last one. */
  modules: readonly string[];
}

const maxConfigLength = 1_000_000;
const sourceFolders: ReadonlySet<string> = new Set(['src', 'tests', 'examples', 'benches']);

export function createRustResolver(project: ModuleProject): ModuleResolver {
  const configPaths = project.paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path));
  const tree = readTree(project, configPaths);
  const cache = new Map<string, Map<string, string | null>>();
  const positions = new Map<string, Position>();
  return {
    configPaths,
    resolve(from, specifier) {
      let answers = cache.get(from);
      if (answers === undefined) cache.set(from, (answers = new Map<string, string | null>()));
      let answer = answers.get(specifier);
      if (answer !== undefined) return answer;
      let position = positions.get(from);
      if (position === undefined) positions.set(from, (position = positionOf(tree, from)));
      answer = moduleFile(tree, from, { position, path: specifier.split('::') });
      answers.set(specifier, answer);
      return answer;
    },
  };
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

function join(folder: string, rest: string): string {
  return folder === '' ? rest : rest === '' ? folder : `${folder}/${rest}`;
}

/** The folder that a relative path leads to; null if that is outside of the project. */
function relative(folder: string, rest: string): string | null {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of rest.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

function readTree(project: ModuleProject, configPaths: readonly string[]): Tree {
  const files = new Set(project.paths.filter((path) => path.endsWith('.rs')));
  const packages: Package[] = [];
  const libraries = new Map<string, string | null>();
  for (const config of configPaths) {
    const text = project.read(config);
    if (text === null || text.length > maxConfigLength) continue;
    const folder = parentOf(config);
    const sections = tomlSections(text);
    const library = [sections.get('lib')?.get('path') ?? 'src/lib.rs']
      .map((path) => relative(folder, path))
      .find((path) => path !== null && files.has(path));
    const roots = [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*["']([^"'\n]+\.rs)["']/gm)].flatMap(([, path]) => {
      const file = relative(folder, path!);
      return file !== null && files.has(file) ? [file] : [];
    });
    packages.push({ folder, roots, library: library ?? null, pathDependencies: pathDependenciesOf(sections, folder) });
    const name = sections.get('lib')?.get('name') ?? sections.get('package')?.get('name');
    if (name === undefined || library === undefined || library === null) continue;
    const crate = name.replaceAll('-', '_');
    libraries.set(crate, libraries.has(crate) ? null : library);
  }
  packages.sort((a, b) => b.folder.length - a.folder.length || (a.folder < b.folder ? -1 : 1));
  return { files, packages, libraries };
}

/** The folders of the dependencies that have a `path`, by name. */
function pathDependenciesOf(
  sections: ReadonlyMap<string, ReadonlyMap<string, string>>,
  folder: string,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [header, keys] of sections) {
    const table = /(?:^|\.)(?:dev-|build-)?dependencies(?:\.(.+))?$/s.exec(header);
    if (table === null) continue;
    // `[dependencies.NAME]` describes one dependency, `[dependencies]` has a line for each.
    const single = table[1];
    const entries = single === undefined ? [...keys] : [[single, `path = "${keys.get('path') ?? ''}"`] as const];
    for (const [name, value] of entries) {
      const path = /\bpath\s*=\s*["']([^"']+)["']/.exec(value)?.[1];
      const target = path === undefined ? null : relative(folder, path);
      if (target !== null) found.set(name.replace(/\..*$/s, '').replaceAll('-', '_'), target);
    }
  }
  return found;
}

function packageOf({ packages }: Tree, from: string): Package | undefined {
  return packages.find(({ folder }) => folder === '' || from.startsWith(`${folder}/`));
}

/** The position of a file: by the root files that `Cargo.toml` names, otherwise by the conventions of Cargo. */
function positionOf(tree: Tree, from: string): Position {
  const enclosingPackage = packageOf(tree, from);
  const declaredRoot = enclosingRoot(enclosingPackage, from);
  const base = declaredRoot === null ? baseOf(tree, enclosingPackage, from) : parentOf(declaredRoot);
  const path = from.slice(base === '' ? 0 : base.length + 1).replace(/\.rs$/, '');
  const modules = path.split('/');
  const last = modules.at(-1);
  if (last === 'mod') modules.pop();
  if (declaredRoot !== null && declaredRoot !== from) return { base, root: declaredRoot, modules };
  // Besides `lib.rs` and `main.rs`, each file directly in `tests`, `src/bin` and similar folders is the root of a crate.
  const isRoot =
    declaredRoot !== null ||
    (last !== 'mod' &&
      modules.length === 1 &&
      (last === 'lib' || last === 'main' || (!/(?:^|\/)src$/.test(base) && !tree.files.has(join(base, 'main.rs')))));
  if (isRoot) return { base, root: from, modules: [] };
  const library =
    enclosingPackage !== undefined && enclosingPackage.library !== null && parentOf(enclosingPackage.library) === base
      ? enclosingPackage.library
      : null;
  const root = [library, join(base, 'lib.rs'), join(base, 'main.rs')].find(
    (file) => file !== null && tree.files.has(file),
  );
  return { base, root: root ?? from, modules };
}

/** The root file that `Cargo.toml` names and whose folder contains the file; the innermost one if there are several. */
function enclosingRoot(enclosingPackage: Package | undefined, from: string): string | null {
  let best: string | null = null;
  for (const root of enclosingPackage?.roots ?? []) {
    if (root === from) return root;
    const folder = parentOf(root);
    if (folder !== '' && !from.startsWith(`${folder}/`)) continue;
    if (best === null || folder.length > parentOf(best).length) best = root;
  }
  return best;
}

/** The folder of the root file of the crate that a file belongs to, by the conventions of Cargo (`src`, `src/bin`, `tests`). */
function baseOf(tree: Tree, enclosingPackage: Package | undefined, from: string): string {
  const folder = enclosingPackage?.folder ?? '';
  const [first, second, third] = from.slice(folder === '' ? 0 : folder.length + 1).split('/');
  const top = first !== undefined && sourceFolders.has(first) ? join(folder, first) : folder;
  if (second === undefined) return folder;
  if (first === 'src' && second === 'bin') {
    const program = join(top, `bin/${third}`);
    return tree.files.has(join(program, 'main.rs')) ? program : join(top, 'bin');
  }
  const program = join(top, second);
  if (first !== 'src' && tree.files.has(join(program, 'main.rs'))) return program;
  return top;
}

/** The file of a module, by its path from the crate's root. */
function fileOf({ files }: Tree, { base, root }: Position, modules: readonly string[]): string | null {
  if (modules.length === 0) return root;
  const path = join(base, modules.join('/'));
  return [`${path}.rs`, `${path}/mod.rs`].find((file) => files.has(file)) ?? null;
}

/** A module path, and the position of the file that contains it. */
interface Query {
  position: Position;
  path: readonly string[];
}

/** The file of the module that a path in the file `from` means; null if it is not in the project. */
function moduleFile(tree: Tree, from: string, { position, path }: Query): string | null {
  const [first, ...rest] = path;
  if (first === undefined || path.join('') === '') return null;
  // `::name` is a library; before edition 2018 it was a path from the crate's root.
  if (first === '') return fileInLibrary(tree, from, rest) ?? fileOf(tree, position, rest);
  if (first.startsWith(pathMark)) {
    const file = relative(parentOf(from), first.slice(pathMark.length));
    if (file === null || !tree.files.has(file)) return null;
    return rest.length === 0
      ? file
      : moduleFile(tree, file, { position: positionOf(tree, file), path: ['self', ...rest] });
  }
  if (first === 'crate') return fileOf(tree, position, rest);
  let supers = 0;
  while (path[supers] === 'super') supers++;
  if (supers > 0) {
    if (supers > position.modules.length) return null;
    const ancestors = position.modules.slice(0, position.modules.length - supers);
    return fileOf(tree, position, [...ancestors, ...path.slice(supers)]);
  }
  if (first === 'self') return rest.length === 0 ? from : fileOf(tree, position, [...position.modules, ...rest]);
  const sibling = fileOf(tree, position, [...position.modules, ...path]);
  const inLibrary = fileInLibrary(tree, from, path);
  // A file beside the root of a test, example or benchmark is mostly a crate of its own, and no module.
  if (inLibrary !== null && isTarget(position, from) && isDependency(tree, from, first)) return inLibrary;
  // Before edition 2018, paths started at the crate's root.
  return sibling ?? inLibrary ?? fileOf(tree, position, path);
}

/** Whether a file is the root of a crate that Cargo finds by its folder: `tests`, `examples`, `benches` or `src/bin`. */
function isTarget({ base, root }: Position, from: string): boolean {
  return root === from && /(?:^|\/)(?:tests|examples|benches|src\/bin)$/.test(base);
}

/** Whether a name is surely that of a library for a file: of its own package, or of one that the manifest names by its path. */
function isDependency(tree: Tree, from: string, name: string): boolean {
  const enclosingPackage = packageOf(tree, from);
  if (enclosingPackage === undefined) return false;
  const { library, pathDependencies } = enclosingPackage;
  return pathDependencies.has(name) || (library !== null && tree.libraries.get(name) === library);
}

/** The file of a module whose path begins with the name of a library. */
function fileInLibrary(tree: Tree, from: string, [name, ...modules]: readonly string[]): string | null {
  const root = name === undefined ? null : libraryOf(tree, from, name);
  return root === null ? null : fileOf(tree, { base: parentOf(root), root, modules: [] }, modules);
}

/** The root file of a library that a file calls `name`. */
function libraryOf(tree: Tree, from: string, name: string): string | null {
  const enclosingPackage = packageOf(tree, from);
  const folder = enclosingPackage?.pathDependencies.get(name);
  const byPath = folder === undefined ? undefined : tree.packages.find((one) => one.folder === folder)?.library;
  return byPath ?? tree.libraries.get(name) ?? null;
}
