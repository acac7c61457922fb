/**
 * Finds the file of a Python module by the paths of the project's files. It needs no interpreter and no installed packages.
 * Invariant: results depend only on the project's paths and the files of `configPaths`; each result is computed once.
 */
import { withoutEndSlashes } from '../../../util/paths/system-paths.ts';
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

/** The files and folders of the project in which modules are found. */
interface Layout {
  /** Python files. */
  files: ReadonlySet<string>;
  /** Folders in which absolute module names are looked up, deepest first. `project` is the folder of the build file. */
  roots: readonly { folder: string; project: string }[];
  /** The parent folders of top-level packages, by package name. */
  packageParents: ReadonlyMap<string, readonly string[]>;
}

const configFiles = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);
/** Folders of a project, relative to its build file, in which packages usually lie. */
export const usualFolders = ['', 'src', 'lib', 'python'];
/** Longer build files (UTF-16 units) are not read. */
const maxConfigLength = 200_000;

export function createPythonResolver(project: PythonProject): PythonResolver {
  const configPaths = project.paths.filter((path) => configFiles.has(path.slice(path.lastIndexOf('/') + 1)));
  const layout = readLayout(project, configPaths);
  /** By folder of the importing file, then by specifier. */
  const results = new Map<string, Map<string, string | null>>();
  return {
    configPaths,
    resolve(fromPath, specifier) {
      const folder = parentOf(fromPath);
      let folderResults = results.get(folder);
      if (folderResults === undefined) results.set(folder, (folderResults = new Map<string, string | null>()));
      let result = folderResults.get(specifier);
      if (result === undefined) {
        result = specifier.startsWith('.')
          ? relativeModule(layout, folder, specifier)
          : absoluteModule(layout, folder, specifier, true);
        folderResults.set(specifier, result);
      }
      // A script may have the name of the module that it imports: then the module is not in the folder of the script.
      return result === fromPath && !specifier.startsWith('.')
        ? absoluteModule(layout, folder, specifier, false)
        : result;
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

function readLayout(project: PythonProject, configPaths: readonly string[]): Layout {
  const files = new Set(project.paths.filter((path) => /\.pyi?$/.test(path)));
  const folders = new Set<string>(['']);
  for (const path of files) {
    for (let folder = parentOf(path); !folders.has(folder); folder = parentOf(folder)) folders.add(folder);
  }
  const packageParents = new Map<string, string[]>();
  for (const folder of folders) {
    if (!hasInit(files, folder)) continue;
    const parent = parentOf(folder);
    if (folder === '' || hasInit(files, parent)) continue;
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const parents = packageParents.get(name);
    if (parents === undefined) packageParents.set(name, [parent]);
    else parents.push(parent);
  }
  const roots = new Map<string, string>(usualFolders.map((folder) => [folder, '']));
  for (const path of configPaths) {
    const folder = parentOf(path);
    // Inside a package, the file is a module and no build file.
    if (hasInit(files, folder) && hasInit(files, parentOf(folder))) continue;
    for (const usual of usualFolders) roots.set(join(folder, usual), folder);
    for (const declared of declaredFolders(project.read(path))) roots.set(join(folder, declared), folder);
  }
  const existingRoots = [...roots]
    .filter(([folder]) => folders.has(folder))
    .map(([folder, project]) => ({ folder, project }));
  existingRoots.sort((a, b) => depthOf(b.folder) - depthOf(a.folder) || (a.folder < b.folder ? -1 : 1));
  return { files, packageParents, roots: existingRoots };
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function hasInit(files: ReadonlySet<string>, folder: string): boolean {
  return files.has(join(folder, '__init__.py')) || files.has(join(folder, '__init__.pyi'));
}

/** The package folders that the text of a build file declares: `where`, `from`, `package_dir`. */
export function declaredFolders(text: string | null): string[] {
  if (text === null || text.length > maxConfigLength) return [];
  const found: string[] = [];
  const add = (folder: string): void => {
    const clean = withoutEndSlashes(folder.replace(/^\.\/+/, ''));
    if (clean !== '' && clean !== '.' && !clean.startsWith('..') && !clean.startsWith('/')) found.push(clean);
  };
  for (const [, list] of text.matchAll(/\bwhere\s*=\s*\[([^\]]{0,500})\]/g)) {
    for (const [, folder] of list!.matchAll(/["']([^"']+)["']/g)) add(folder!);
  }
  for (const [, folder] of text.matchAll(/\b(?:from|where)\s*=\s*["']([^"'\n]+)["']/g)) add(folder!);
  for (const [, folder] of text.matchAll(/^where[ \t]*=[ \t]*([\w./-]+)[ \t]*$/gm)) add(folder!);
  for (const [, folder] of text.matchAll(/\bpackage[_-]dir\s*=\s*\{\s*["']{2}\s*[:=]\s*["']([^"'\n]+)["']/g))
    add(folder!);
  for (const [, folder] of text.matchAll(/^package_dir[ \t]*=(?:[ \t]*\r?\n)?[ \t]*=[ \t]*([\w./-]+)/gm)) add(folder!);
  return found;
}

/**
 * The file of a module or package. Packages win over modules, code over stubs.
 * @param path without extension
 */
function fileAt({ files }: Layout, path: string): string | null {
  const candidates = [join(path, '__init__.py'), `${path}.py`, join(path, '__init__.pyi'), `${path}.pyi`];
  for (const candidate of path === '' ? [candidates[0]!, candidates[2]!] : candidates)
    if (files.has(candidate)) return candidate;
  return null;
}

/** @param fromFolder the folder of the importing file */
function relativeModule(layout: Layout, fromFolder: string, specifier: string): string | null {
  let dots = 0;
  while (specifier[dots] === '.') dots++;
  let folder = fromFolder;
  for (let level = 1; level < dots; level++) {
    if (folder === '') return null;
    folder = parentOf(folder);
  }
  return fileAt(layout, join(folder, specifier.slice(dots).replaceAll('.', '/')));
}

/** @param mayBeSibling whether the specifier may mean a file in the folder of the importing file */
function absoluteModule(layout: Layout, fromFolder: string, specifier: string, mayBeSibling: boolean): string | null {
  const path = specifier.replaceAll('.', '/');
  const topLevelName = specifier.split('.', 1)[0]!;
  if (path === '' || specifier.includes('..')) return null;
  // The interpreter searches the folder of a script first.
  if (mayBeSibling && !hasInit(layout.files, fromFolder)) {
    const sibling = fileAt(layout, join(fromFolder, path));
    if (sibling !== null) return sibling;
  }
  const packageParent = packageParentOf(layout, fromFolder);
  const besidePackage = packageParent === null ? null : fileAt(layout, join(packageParent, path));
  if (besidePackage !== null) return besidePackage;
  const atRoot = searchRoots(layout, fromFolder, path);
  if (atRoot !== null || builtinModules.has(topLevelName)) return atRoot;
  return searchElsewhere(layout, { fromFolder, path, topLevelName, mayBeSibling });
}

/** The parent folder of the importing file's top-level package; null for a file outside of packages. */
function packageParentOf({ files }: Layout, fromFolder: string): string | null {
  if (!hasInit(files, fromFolder)) return null;
  let folder = fromFolder;
  while (folder !== '' && hasInit(files, folder)) folder = parentOf(folder);
  return folder;
}

/** Searches the roots of the projects that contain the importing file, innermost first, then the roots of other projects. */
function searchRoots(layout: Layout, fromFolder: string, path: string): string | null {
  let best: string | null = null;
  // A root of another project has the depth -1, which is still better than no root.
  let bestDepth = -2;
  for (const { folder, project } of layout.roots) {
    const depth = isWithin(fromFolder, project) ? depthOf(project) : -1;
    if (depth <= bestDepth) continue;
    const found = fileAt(layout, join(folder, path));
    if (found === null) continue;
    best = found;
    bestDepth = depth;
  }
  return best;
}

function isWithin(folder: string, parent: string): boolean {
  return parent === '' || folder === parent || folder.startsWith(`${parent}/`);
}

interface ModuleQuery {
  fromFolder: string;
  /** The specifier with slashes for dots. */
  path: string;
  topLevelName: string;
  mayBeSibling: boolean;
}

/**
 * Searches the module in the folders above the importing file, then beside the top-level package of its name, if the project has
 * only one such package.
 */
function searchElsewhere(layout: Layout, { fromFolder, path, topLevelName, mayBeSibling }: ModuleQuery): string | null {
  for (let folder = fromFolder; ; folder = parentOf(folder)) {
    if ((mayBeSibling || folder !== fromFolder) && !hasInit(layout.files, folder)) {
      const found = fileAt(layout, join(folder, path));
      if (found !== null) return found;
    }
    if (folder === '') break;
  }
  const parents = layout.packageParents.get(topLevelName) ?? [];
  return parents.length === 1 ? fileAt(layout, join(parents[0]!, path)) : null;
}
