/**
 * Finds the file of the project that an import of TypeScript or JavaScript means.
 * Invariant: every result is one of the project's paths. Nothing throws, whatever the specifier or the configs contain. Results
 * depend only on the set of paths and the content of `configPaths`.
 */
import { builtinModules } from 'node:module';

import { createConfigReader } from './compiler-config.ts';
import type { CompilerConfig } from './compiler-config.ts';
import { createConfigLookup, isConfigName } from './config-lookup.ts';
import { createPackageEntries } from './package-entries.ts';
import type { PackageEntries } from './package-entries.ts';
import { createPackageLookup, splitPackageSpecifier } from './package-lookup.ts';
import type { PackageLookup } from './package-lookup.ts';
import { readPackageManifest } from './package-manifest.ts';
import type { ImportForm, PackageManifest } from './package-manifest.ts';
import { createProjectTree, folderOf, isWithin, joinPath, parentOf } from './project-tree.ts';
import type { ProjectTree } from './project-tree.ts';
import { fillStar, matchStar } from './star-patterns.ts';
import type { StarMatch } from './star-patterns.ts';

export type { ImportForm } from './package-manifest.ts';

export interface ModuleResolver {
  /**
   * The file that `specifier` means in the file `fromPath`; null for external packages, Node's built-in modules and missing
   * files. Cached by folder and specifier.
   */
  resolve(fromPath: string, specifier: string, form: ImportForm): string | null;
  /** The files whose content the results depend on (tsconfig.json, package.json), sorted. */
  readonly configPaths: readonly string[];
}

export interface ModuleProject {
  /** Every file of the project, relative to its root, '/'-separated. */
  paths: readonly string[];
  /** The text of a file; null when it cannot be read. Called only while the resolver is made. */
  read(path: string): string | null;
}

/** Files in one folder with equal configs: for them, equal specifiers have equal results. */
interface Context {
  folder: string;
  configs: readonly CompilerConfig[];
  /** The results of `import` and of `require`, by specifier. */
  imports: Map<string, string | null>;
  requires: Map<string, string | null>;
}

interface Resolution {
  tree: ProjectTree;
  packages: PackageLookup;
  entries: PackageEntries;
}

/** Longer than any path of a file system. */
const MAX_LENGTH = 4096;

const BUILTINS: ReadonlySet<string> = new Set(builtinModules);

export function createModuleResolver(project: ModuleProject): ModuleResolver {
  const configPaths = new Set<string>();
  const read = (path: string): string | null => {
    let text: string | null = null;
    try {
      text = project.read(path);
    } catch {
      // A file that cannot be read counts as missing: a single config must not stop all resolution.
    }
    if (text !== null) configPaths.add(path);
    return text;
  };

  const tree = createProjectTree(project.paths);
  const found = findConfigs(project.paths);
  const manifests: PackageManifest[] = [];
  for (const path of found.manifests) {
    const text = read(path);
    const manifest = text === null ? null : readPackageManifest(path, folderOf(path), text);
    if (manifest !== null) manifests.push(manifest);
  }
  const packages = createPackageLookup(manifests);
  const configAt = createConfigReader({
    read,
    packageConfig: (folder, specifier) => packageConfig(packages, folder, specifier),
  });
  const lookup = createConfigLookup(found.configs, configAt);
  const configs = found.configs.map(configAt).filter((config) => config !== null);
  const entries = createPackageEntries({ tree, packages, configs });
  const contextOf = contexts(lookup.forFile);
  const resolution: Resolution = { tree, packages, entries };

  return {
    configPaths: [...configPaths].sort(),
    resolve(fromPath, specifier, form) {
      const context = contextOf(fromPath);
      if (context === null) return null;
      const results = form === 'import' ? context.imports : context.requires;
      let path = results.get(specifier);
      if (path === undefined) {
        path = resolveIn(resolution, context, specifier, form);
        results.set(specifier, path);
      }
      return path;
    },
  };
}

/** Sorted, so the order of the project's paths has no effect. */
function findConfigs(paths: readonly string[]): { manifests: string[]; configs: string[] } {
  const manifests: string[] = [];
  const configs: string[] = [];
  for (const path of paths) {
    if (!path.endsWith('.json')) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === 'package.json') manifests.push(path);
    else if (isConfigName(name)) configs.push(path);
  }
  return { manifests: manifests.sort(), configs: configs.sort() };
}

function contexts(configsFor: (path: string) => readonly CompilerConfig[]): (fromPath: string) => Context | null {
  const byPath = new Map<string, Context | null>();
  const byFolder = new Map<string, Map<readonly CompilerConfig[], Context>>();
  return (fromPath) => {
    const cached = byPath.get(fromPath);
    if (cached !== undefined) return cached;
    const path = fromPath.length > MAX_LENGTH ? null : joinPath('', fromPath);
    let context: Context | undefined;
    if (path !== null) {
      const folder = folderOf(path);
      const configs = configsFor(path);
      let inFolder = byFolder.get(folder);
      if (inFolder === undefined) byFolder.set(folder, (inFolder = new Map<readonly CompilerConfig[], Context>()));
      context = inFolder.get(configs);
      if (context === undefined) {
        inFolder.set(configs, (context = { folder, configs, imports: new Map(), requires: new Map() }));
      }
    }
    byPath.set(fromPath, context ?? null);
    return context ?? null;
  };
}

/** The path of the config that `extends: "package/config"` means. */
function packageConfig(packages: PackageLookup, folder: string, specifier: string): string | null {
  const split = splitPackageSpecifier(specifier);
  const manifest = split === null ? null : packages.named(split.name, folder);
  if (split === null || manifest === null) return null;
  return joinPath(manifest.folder, split.subpath === '' ? (manifest.tsconfig ?? 'tsconfig.json') : split.subpath);
}

function resolveIn(resolution: Resolution, context: Context, rawSpecifier: string, form: ImportForm): string | null {
  const specifier = withoutDecoration(rawSpecifier);
  if (specifier === '' || specifier.length > MAX_LENGTH) return null;
  if (isRelative(specifier)) return resolveRelative(resolution, context, specifier, form);
  return resolveBare(resolution, context, specifier, form);
}

/** Removes loaders before the specifier (`raw-loader!./x`) and the query after it (`./x?raw`). */
function withoutDecoration(specifier: string): string {
  const bare = specifier.slice(specifier.lastIndexOf('!') + 1);
  const query = bare.indexOf('?');
  return query === -1 ? bare : bare.slice(0, query);
}

function isRelative(specifier: string): boolean {
  if (!specifier.startsWith('.')) return false;
  return specifier === '.' || specifier === '..' || specifier.startsWith('./') || specifier.startsWith('../');
}

/** Whether the specifier can only mean a folder: `.`, `../..`, `./x/`. */
function namesFolderOnly(specifier: string): boolean {
  const last = specifier.slice(specifier.lastIndexOf('/') + 1);
  return last === '' || last === '.' || last === '..';
}

function resolveRelative(resolution: Resolution, context: Context, specifier: string, form: ImportForm): string | null {
  const path = joinPath(context.folder, specifier);
  if (path === null) return null;
  const folderOnly = namesFolderOnly(specifier);
  const load = (at: string): string | null =>
    folderOnly ? resolution.entries.folder(at, form) : resolution.entries.path(at, form);
  return load(path) ?? throughRootDirs(context.configs, path, load) ?? resolution.entries.source(path, true);
}

/** Looks for the path below the other folders of `rootDirs`: the compiler treats all of them as one folder. */
function throughRootDirs(
  configs: readonly CompilerConfig[],
  path: string,
  load: (path: string) => string | null,
): string | null {
  for (const { rootDirs } of configs) {
    const rootDir = rootDirs.filter((folder) => isWithin(path, folder)).sort((a, b) => b.length - a.length)[0];
    if (rootDir === undefined) continue;
    const rest = rootDir === '' ? path : path.slice(rootDir.length + 1);
    for (const folder of rootDirs) {
      const other = folder === rootDir ? null : joinPath(folder, rest);
      const found = other === null ? null : load(other);
      if (found !== null) return found;
    }
  }
  return null;
}

function resolveBare(resolution: Resolution, context: Context, specifier: string, form: ImportForm): string | null {
  if (specifier.startsWith('node:')) return null;
  const { entries } = resolution;
  const isBuiltin = BUILTINS.has(specifier);
  // Where Node's types are declared, the compiler prefers a built-in module to a file that only `baseUrl` would find.
  const exactOnly = isBuiltin && declaresNodeTypes(resolution.packages, context.folder);
  const candidates = context.configs.flatMap((config) => mappedPaths(config, specifier, exactOnly));
  for (const path of candidates) {
    const found = entries.path(path, form);
    if (found !== null) return found;
  }
  if (isBuiltin) return null;
  const found = specifier.startsWith('#')
    ? entries.imported(context.folder, specifier, form)
    : entries.named(context.folder, specifier, form);
  if (found !== null) return found;
  for (const path of candidates) {
    const source = entries.source(path, false);
    if (source !== null) return source;
  }
  return candidates.length === 0 ? resolveAlias(resolution, context.folder, specifier, form) : null;
}

/**
 * The paths that `paths` gives for the specifier; where no key matches, the path below `baseUrl`.
 * @param exactOnly ignore keys with a star, and `baseUrl`
 */
function mappedPaths(config: CompilerConfig, specifier: string, exactOnly: boolean): string[] {
  const match: StarMatch<readonly string[]> | null = matchStar(config.paths, specifier);
  if (match !== null && (match.star === null || !exactOnly)) {
    const filled = match.value.map((target) => joinPath('', fillStar(target, match.star)));
    return filled.filter((path) => path !== null);
  }
  if (config.baseUrl === null || exactOnly || specifier.startsWith('/')) return [];
  const path = joinPath(config.baseUrl, specifier);
  return path === null ? [] : [path];
}

function declaresNodeTypes(packages: PackageLookup, folder: string): boolean {
  for (let at: string | null = folder; at !== null; at = parentOf(at)) {
    if (packages.at(at)?.hasNodeTypes === true) return true;
  }
  return false;
}

/**
 * The folders that aliases of bundlers usually mean. The aliases cannot be package names. The bundler's configuration would say
 * which folder is meant, but it is a program, and we do not run it.
 */
const aliases: ReadonlyMap<string, readonly string[]> = new Map([
  ['@', ['src', 'app', '.']],
  ['~', ['src', 'app', '.']],
  ['$lib', ['src/lib']],
]);

/** Resolves an alias of a bundler, where exactly one of its usual folders has the file. */
function resolveAlias(resolution: Resolution, fromFolder: string, specifier: string, form: ImportForm): string | null {
  const slash = specifier.indexOf('/');
  const alias = slash === -1 ? specifier : specifier.slice(0, slash);
  // `@` and `~` alone name nothing.
  const folders = slash === -1 && alias !== '$lib' ? undefined : aliases.get(alias);
  if (folders === undefined) return null;
  const rest = slash === -1 ? '' : specifier.slice(slash + 1);
  const root = resolution.packages.enclosing(fromFolder)?.folder ?? '';
  const found = new Set<string>();
  for (const usualFolder of folders) {
    const base = joinPath(root, usualFolder);
    const path = base === null ? null : joinPath(base, rest);
    const file = path === null || !isWithin(path, root) ? null : resolution.entries.path(path, form);
    if (file !== null) found.add(file);
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}
