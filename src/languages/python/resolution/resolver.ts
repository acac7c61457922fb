/**
 * Finds the file of a Python module by the paths of the project's files. It needs no interpreter and no installed packages.
 * Invariant: results depend only on the project's paths and the files of `configPaths`; each result is computed once.
 */
import { builtinModules } from '../builtin-modules.ts';

export interface PythonProject {
  /** Paths of the project's files, relative to its root, '/'-separated. */
  paths: readonly string[];
  /** Text of one of the files; null when it cannot be read. */
  read(path: string): string | null;
}

export interface PythonResolver {
  /**
   * @param fromPath the importing file
   * @param specifier as written: `a.b`, `.`, `..a.b`
   * @returns the module's file; null for a module that is not part of the project, and for folders without `__init__`
   */
  resolve(fromPath: string, specifier: string): string | null;
  /** Build files that declare where packages lie: when one changes, any result may change. */
  configPaths: readonly string[];
}

interface Tree {
  files: ReadonlySet<string>;
  /** Folders in which absolute names are looked up, deepest first, each with the folder of its project. */
  roots: readonly { folder: string; project: string }[];
  /** The parent folders of top-level packages, by package name. */
  homes: ReadonlyMap<string, readonly string[]>;
}

const configFiles = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);
const usualFolders = ['', 'src', 'lib', 'python'];
const maxConfigLength = 200_000;

export function createPythonResolver(project: PythonProject): PythonResolver {
  const configPaths = project.paths.filter((path) => configFiles.has(path.slice(path.lastIndexOf('/') + 1)));
  const tree = readTree(project, configPaths);
  const known = new Map<string, Map<string, string | null>>();
  return {
    configPaths,
    resolve(fromPath, specifier) {
      const folder = parentOf(fromPath);
      let answers = known.get(folder);
      if (answers === undefined) known.set(folder, (answers = new Map<string, string | null>()));
      let answer = answers.get(specifier);
      if (answer === undefined) {
        answer = specifier.startsWith('.')
          ? relativeModule(tree, folder, specifier)
          : absoluteModule(tree, folder, specifier, true);
        answers.set(specifier, answer);
      }
      // A script with the same name as the module that it imports.
      return answer === fromPath && !specifier.startsWith('.')
        ? absoluteModule(tree, folder, specifier, false)
        : answer;
    },
  };
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

function join(folder: string, rest: string): string {
  if (rest === '') return folder;
  return folder === '' ? rest : `${folder}/${rest}`;
}

function readTree(project: PythonProject, configPaths: readonly string[]): Tree {
  const files = new Set(project.paths.filter((path) => /\.pyi?$/.test(path)));
  const folders = new Set<string>(['']);
  for (const path of files) {
    for (let folder = parentOf(path); !folders.has(folder); folder = parentOf(folder)) folders.add(folder);
  }
  const homes = new Map<string, string[]>();
  for (const folder of folders) {
    if (!hasInit(files, folder)) continue;
    const home = parentOf(folder);
    if (folder === '' || hasInit(files, home)) continue;
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const same = homes.get(name);
    if (same === undefined) homes.set(name, [home]);
    else same.push(home);
  }
  const roots = new Map<string, string>(usualFolders.map((folder) => [folder, '']));
  for (const path of configPaths) {
    const folder = parentOf(path);
    // The file is a module of a package, not a build file.
    if (hasInit(files, folder) && hasInit(files, parentOf(folder))) continue;
    for (const usual of usualFolders) roots.set(join(folder, usual), folder);
    for (const declared of declaredFolders(project.read(path))) roots.set(join(folder, declared), folder);
  }
  const existing = [...roots]
    .filter(([folder]) => folders.has(folder))
    .map(([folder, project]) => ({ folder, project }));
  existing.sort((a, b) => depthOf(b.folder) - depthOf(a.folder) || (a.folder < b.folder ? -1 : 1));
  return { files, homes, roots: existing };
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function hasInit(files: ReadonlySet<string>, folder: string): boolean {
  return files.has(join(folder, '__init__.py')) || files.has(join(folder, '__init__.pyi'));
}

/** Package folders that a project's build files declare: `where`, `from`, `package_dir`. */
function declaredFolders(text: string | null): string[] {
  if (text === null || text.length > maxConfigLength) return [];
  const found: string[] = [];
  const add = (folder: string): void => {
    const clean = folder.replace(/^\.\/+|\/+$/g, '');
    if (clean !== '' && clean !== '.' && !clean.startsWith('..') && !clean.startsWith('/')) found.push(clean);
  };
  for (const [, list] of text.matchAll(/\bwhere\s*=\s*\[([^\]]{0,500})\]/g)) {
    for (const [, folder] of list!.matchAll(/["']([^"']+)["']/g)) add(folder!);
  }
  for (const [, folder] of text.matchAll(/\b(?:from|where)\s*=\s*["']([^"'\n]+)["']/g)) add(folder!);
  for (const [, folder] of text.matchAll(/^where[ \t]*=[ \t]*([\w./-]+)[ \t]*$/gm)) add(folder!);
  for (const [, folder] of text.matchAll(/\bpackage[_-]dir\s*=\s*\{\s*["']{2}\s*[:=]\s*["']([^"'\n]+)["']/g))
    add(folder!);
  for (const [, folder] of text.matchAll(/^package_dir[ \t]*=[ \t]*\r?\n?[ \t]*=[ \t]*([\w./-]+)/gm)) add(folder!);
  return found;
}

/** The file of a module or package at this path without extension. Packages win over modules, code over stubs. */
function fileAt({ files }: Tree, path: string): string | null {
  const candidates = [join(path, '__init__.py'), `${path}.py`, join(path, '__init__.pyi'), `${path}.pyi`];
  for (const candidate of path === '' ? [candidates[0]!, candidates[2]!] : candidates)
    if (files.has(candidate)) return candidate;
  return null;
}

function relativeModule(tree: Tree, from: string, specifier: string): string | null {
  let dots = 0;
  while (specifier[dots] === '.') dots++;
  let folder = from;
  for (let level = 1; level < dots; level++) {
    if (folder === '') return null;
    folder = parentOf(folder);
  }
  return fileAt(tree, join(folder, specifier.slice(dots).replaceAll('.', '/')));
}

/** @param mayBeSibling whether the specifier may mean a file in the folder of the importing file */
function absoluteModule(tree: Tree, from: string, specifier: string, mayBeSibling: boolean): string | null {
  const path = specifier.replaceAll('.', '/');
  const top = specifier.split('.', 1)[0]!;
  if (path === '' || specifier.includes('..')) return null;
  // A script's own folder comes first, as in the interpreter.
  if (mayBeSibling && !hasInit(tree.files, from)) {
    const sibling = fileAt(tree, join(from, path));
    if (sibling !== null) return sibling;
  }
  const home = homeOf(tree, from);
  const own = home === null ? null : fileAt(tree, join(home, path));
  if (own !== null) return own;
  return (
    atRoots(tree, from, path) ??
    (builtinModules.has(top) ? null : searchElsewhere(tree, { from, path, top, mayBeSibling }))
  );
}

/** The parent folder of the importing file's top-level package; null for a file outside of packages. */
function homeOf({ files }: Tree, from: string): string | null {
  if (!hasInit(files, from)) return null;
  let folder = from;
  while (folder !== '' && hasInit(files, folder)) folder = parentOf(folder);
  return folder;
}

/** Searches the roots of the innermost project that contains the importing file, then the roots of other projects. */
function atRoots(tree: Tree, from: string, path: string): string | null {
  let best: string | null = null;
  let bestDepth = -2;
  for (const { folder, project } of tree.roots) {
    const depth = isWithin(from, project) ? depthOf(project) : -1;
    if (depth <= bestDepth) continue;
    const found = fileAt(tree, join(folder, path));
    if (found === null) continue;
    best = found;
    bestDepth = depth;
  }
  return best;
}

function isWithin(folder: string, parent: string): boolean {
  return parent === '' || folder === parent || folder.startsWith(`${parent}/`);
}

interface Query {
  from: string;
  path: string;
  top: string;
  mayBeSibling: boolean;
}

/** Searches the parent folders of the importing file for the module, then takes the only folder that contains such a package. */
function searchElsewhere(tree: Tree, { from, path, top, mayBeSibling }: Query): string | null {
  for (let folder = from; ; folder = parentOf(folder)) {
    if ((mayBeSibling || folder !== from) && !hasInit(tree.files, folder)) {
      const found = fileAt(tree, join(folder, path));
      if (found !== null) return found;
    }
    if (folder === '') break;
  }
  const homes = tree.homes.get(top) ?? [];
  return homes.length === 1 ? fileAt(tree, join(homes[0]!, path)) : null;
}
