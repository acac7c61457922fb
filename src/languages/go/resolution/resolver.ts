/**
 * Finds the package of the project that a Go import path means. The search uses the modules of the tree (`go.mod`, several of them with
 * or without `go.work`), local `replace` directives, `vendor` folders, and the `src` folders of a GOPATH where the tree has no
 * module.
 * Invariant: results depend only on the paths and on the content of `configPaths`.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/file-summary.ts';

/** The packages whose import path starts with `path` are in `folder`. */
interface Mapping {
  path: string;
  folder: string;
}

interface Module extends Mapping {
  /** Local replacements that apply to files of this module. */
  replaces: readonly Mapping[];
}

interface Tree {
  /** Folders with Go files. */
  packages: ReadonlySet<string>;
  /** Modules in deeper folders come first. */
  modules: readonly Module[];
  /** `replace` directives of `go.work` files. */
  workspaceReplaces: readonly Mapping[];
  /** Memo: package folder by the module of the importing file (null: the file is in no module), then by import path. */
  byModule: Map<Module | null, Map<string, string | null>>;
}

/** Longer configuration files are ignored (UTF-16 units). */
const maxConfigLength = 1_000_000;

export function createGoResolver(project: ModuleProject): ModuleResolver {
  const configPaths = project.paths.filter((path) => /(?:^|\/)go\.(?:mod|work)$/.test(path));
  const tree = readTree(project, configPaths);
  const cache = new Map<string, Map<string, string | null>>();
  return {
    configPaths,
    resolve(from, specifier) {
      const folder = parentOf(from);
      let answers = cache.get(folder);
      if (answers === undefined) cache.set(folder, (answers = new Map<string, string | null>()));
      let answer = answers.get(specifier);
      if (answer === undefined) {
        const found = findPackage(tree, folder, specifier);
        answer = found === null ? null : unitPath(`go:${found}`);
        answers.set(specifier, answer);
      }
      return answer;
    },
  };
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Matches a path with a segment that is empty, `.` or `..`. */
const specialSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** The folder that a relative path leads to; null if that is outside of the project. */
function join(folder: string, rest: string): string | null {
  // A fast path: this is called for each import with each parent folder of its file, and nearly all paths are plain.
  if (!specialSegment.test(rest)) return folder === '' ? rest : `${folder}/${rest}`;
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of rest.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function isWithin(folder: string, parent: string): boolean {
  return parent === '' || folder === parent || folder.startsWith(`${parent}/`);
}

function readTree(project: ModuleProject, configPaths: readonly string[]): Tree {
  const packages = new Set(project.paths.filter((path) => path.endsWith('.go')).map(parentOf));
  const modules: Module[] = [];
  const workspaceReplaces: Mapping[] = [];
  for (const config of configPaths) {
    const text = project.read(config);
    if (text === null || text.length > maxConfigLength) continue;
    const folder = parentOf(config);
    const directives = directivesOf(text);
    const replaces = replacesOf(directives, folder);
    const path = directives.find(([word]) => word === 'module')?.[1];
    if (config.endsWith('go.work')) workspaceReplaces.push(...replaces);
    else if (path !== undefined) modules.push({ path, folder, replaces });
  }
  modules.sort((a, b) => depthOf(b.folder) - depthOf(a.folder) || (a.folder < b.folder ? -1 : 1));
  return { packages, modules, workspaceReplaces, byModule: new Map() };
}

/** The words of each directive. Each line of a block in parentheses is a directive of its own. */
export function directivesOf(text: string): string[][] {
  const directives: string[][] = [];
  let block: string | null = null;
  for (const line of text.split('\n')) {
    const words = line
      .split('//', 1)[0]!
      .replace('(', ' ( ')
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => word.replace(/^["`]|["`]$/g, ''));
    const [first, second] = words;
    if (first === undefined) continue;
    if (first === ')') block = null;
    else if (block !== null) directives.push([block, ...words]);
    else if (second === '(') block = first;
    else directives.push(words);
  }
  return directives;
}

/** The `replace` directives whose target is a folder, as in `replace a v1 => ../b`. */
function replacesOf(directives: readonly string[][], folder: string): Mapping[] {
  const found: Mapping[] = [];
  for (const [word, path, ...rest] of directives) {
    const target = rest[rest.indexOf('=>') + 1];
    if (word !== 'replace' || path === undefined || target === undefined || !rest.includes('=>')) continue;
    const to = /^\.\.?(?:\/|$)/.test(target) ? join(folder, target) : null;
    if (to !== null) found.push({ path, folder: to });
  }
  return found;
}

function findPackage(tree: Tree, from: string, specifier: string): string | null {
  if (/^\.\.?(?:\/|$)/.test(specifier)) {
    const folder = join(from, specifier);
    return folder !== null && tree.packages.has(folder) ? folder : null;
  }
  return (
    findInModules(tree, from, specifier) ?? findInVendor(tree, from, specifier) ?? findInSources(tree, from, specifier)
  );
}

/** Searches the modules. The result is cached, because it is equal for all files of one module. */
function findInModules(tree: Tree, from: string, specifier: string): string | null {
  const importing = tree.modules.find(({ folder }) => isWithin(from, folder)) ?? null;
  let answers = tree.byModule.get(importing);
  if (answers === undefined) tree.byModule.set(importing, (answers = new Map<string, string | null>()));
  let answer = answers.get(specifier);
  if (answer === undefined) answers.set(specifier, (answer = longestMatch(tree, importing, specifier)));
  return answer;
}

/**
 * The folder of the package. Of the modules that have the package, the one whose path is the longest prefix of the import path is
 * taken. Of modules with equally long paths, a replacement wins, then the module of the importing file.
 */
function longestMatch(tree: Tree, importing: Module | null, specifier: string): string | null {
  const importingModules = importing === null ? [] : [importing];
  let best: string | null = null;
  let bestLength = -1;
  for (const { path, folder } of [
    ...(importing?.replaces ?? []),
    ...tree.workspaceReplaces,
    ...importingModules,
    ...tree.modules,
  ]) {
    if (path.length <= bestLength || !isWithin(specifier, path) || path === '') continue;
    const found = join(folder, specifier.slice(path.length));
    if (found === null || !tree.packages.has(found)) continue;
    best = found;
    bestLength = path.length;
  }
  return best;
}

/** `vendor/PATH` in one of the parent folders. */
function findInVendor({ packages }: Tree, from: string, specifier: string): string | null {
  for (let folder = from; ; folder = parentOf(folder)) {
    const found = join(folder, `vendor/${specifier}`);
    if (found !== null && packages.has(found)) return found;
    if (folder === '') return null;
  }
}

/** For a file that is in no module: `src/PATH` in one of its parent folders. */
function findInSources({ packages, modules }: Tree, from: string, specifier: string): string | null {
  if (modules.some(({ folder }) => isWithin(from, folder))) return null;
  for (let folder = from; ; folder = parentOf(folder)) {
    const found = join(folder, `src/${specifier}`);
    if (found !== null && packages.has(found)) return found;
    if (folder === '') return null;
  }
}
