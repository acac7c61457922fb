/**
 * tsconfig.json and jsconfig.json, merged with the configs that they extend.
 * Invariant: every path in a config is a path of the project; absolute paths and paths outside of the root are dropped.
 */
import { matchesGlob, namesFolder, pathGlob } from './path-glob.ts';
import type { PathGlob } from './path-glob.ts';
import { folderOf, joinPath } from './project-tree.ts';
import { starPatterns } from './star-patterns.ts';
import type { StarPatterns } from './star-patterns.ts';
import { membersOf, parseTolerantJson, stringOf, stringsOf } from '../../tolerant-json.ts';

export interface CompilerConfig {
  readonly path: string;
  readonly folder: string;
  /** The targets of each key of `paths`, resolved against their base. */
  readonly paths: StarPatterns<readonly string[]>;
  readonly baseUrl: string | null;
  readonly rootDirs: readonly string[];
  /** Folders of build output (`outDir`, `declarationDir`). */
  readonly outputs: readonly string[];
  /** Folders of the sources that are compiled into the outputs, best first. */
  readonly sourceRoots: readonly string[];
  /** Paths of the configs of `references`. */
  readonly references: readonly string[];
  /** Whether `files` contains the file, or `include` does and `exclude` does not. */
  contains(path: string): boolean;
  /** Whether the config affects where modules are found. */
  readonly mapsModules: boolean;
}

export interface ConfigSources {
  read(path: string): string | null;
  /** The config that `extends` means when a config in `folder` gives the name of a package. */
  packageConfig(folder: string, specifier: string): string | null;
}

/** A value, and the folder to which its paths are relative. */
interface Placed {
  folder: string;
  value: unknown;
}

type Options = Map<string, Placed>;

interface RawConfig {
  members: ReadonlyMap<string, unknown>;
  options: Options;
  /** `files`, `include`, `exclude`. */
  selection: Options;
}

interface Reading {
  sources: ConfigSources;
  /** Configs by path, so that each is read and merged once. A cycle of `extends` ends at the first config that is here already. */
  raw: Map<string, RawConfig | null>;
}

const OPTIONS = ['baseUrl', 'paths', 'rootDirs', 'outDir', 'declarationDir', 'rootDir'];
const SELECTION = ['files', 'include', 'exclude'];
const CONFIG_DIR = '${configDir}';
const DEFAULT_EXCLUDE = ['node_modules', 'bower_components', 'jspm_packages'];
/** Limits the recursion; real chains of `extends` are shorter. */
const MAX_EXTENDS = 32;

/** Makes a function that reads the config at a path. The function returns null where the file is unreadable or no JSON object. */
export function createConfigReader(sources: ConfigSources): (path: string) => CompilerConfig | null {
  const reading: Reading = { sources, raw: new Map() };
  const configs = new Map<string, CompilerConfig | null>();
  return (path) => {
    let config = configs.get(path);
    if (config === undefined) {
      const raw = mergeConfig(path, reading, 0);
      config = raw === null ? null : resolvedConfig(path, raw);
      configs.set(path, config);
    }
    return config;
  };
}

function resolvedConfig(path: string, raw: RawConfig): CompilerConfig {
  const folder = folderOf(path);
  const resolve = (placed: Placed, value: string): string | null => locate(placed.folder, folder, value);
  const pathOption = (key: string): string | null => {
    const placed = raw.options.get(key);
    const value = placed === undefined ? null : stringOf(placed.value);
    return placed === undefined || value === null ? null : resolve(placed, value);
  };
  const pathListOption = (key: string): string[] => {
    const placed = raw.options.get(key);
    return placed === undefined
      ? []
      : withoutNulls((stringsOf(placed.value) ?? []).map((value) => resolve(placed, value)));
  };

  const baseUrl = pathOption('baseUrl');
  const paths = pathsTable(raw.options.get('paths'), baseUrl, folder);
  const rootDirs = pathListOption('rootDirs');
  const outputs = [...new Set(withoutNulls([pathOption('outDir'), pathOption('declarationDir')]))].filter(
    (output) => output !== folder,
  );
  const rootDir = pathOption('rootDir');
  const mapsModules = baseUrl !== null || rootDirs.length > 0 || paths.exact.size > 0 || paths.patterns.length > 0;
  return {
    path,
    folder,
    paths,
    baseUrl,
    rootDirs,
    outputs,
    sourceRoots: rootDir === null ? withoutNulls([joinPath(folder, 'src'), folder]) : [rootDir],
    references: referencesOf(raw.members.get('references'), folder),
    contains: selectionTest(raw.selection, folder, outputs),
    mapsModules,
  };
}

function withoutNulls(paths: readonly (string | null)[]): string[] {
  return paths.filter((path) => path !== null);
}

/** Reads a config and merges it with its bases: the config's own values win over a base, a later base over an earlier one. */
function mergeConfig(path: string, reading: Reading, depth: number): RawConfig | null {
  const merged = reading.raw.get(path);
  if (merged !== undefined) return merged;
  const members = membersOf(parseTolerantJson(reading.sources.read(path) ?? ''));
  const raw: RawConfig | null = members === null ? null : { members, options: new Map(), selection: new Map() };
  reading.raw.set(path, raw);
  if (members === null || raw === null) return null;

  const folder = folderOf(path);
  const extendsValue = members.get('extends');
  const bases = stringsOf(extendsValue) ?? withoutNulls([stringOf(extendsValue)]);
  for (const specifier of depth < MAX_EXTENDS ? bases : []) {
    const base = findBase(folder, specifier, reading, depth + 1);
    for (const [key, value] of base?.options ?? []) raw.options.set(key, value);
    for (const [key, value] of base?.selection ?? []) raw.selection.set(key, value);
  }
  const options = membersOf(members.get('compilerOptions'));
  for (const key of OPTIONS) if (options?.has(key)) raw.options.set(key, { folder, value: options.get(key) });
  for (const key of SELECTION) if (members.has(key)) raw.selection.set(key, { folder, value: members.get(key) });
  return raw;
}

function findBase(folder: string, specifier: string, reading: Reading, depth: number): RawConfig | null {
  const isRelative =
    specifier === '.' || specifier === '..' || specifier.startsWith('./') || specifier.startsWith('../');
  const base = isRelative ? joinPath(folder, specifier) : reading.sources.packageConfig(folder, specifier);
  if (base === null) return null;
  const candidates = base.endsWith('.json') ? [base] : [`${base}.json`, base, joinPath(base, 'tsconfig.json') ?? base];
  for (const path of candidates) {
    const found = mergeConfig(path, reading, depth);
    if (found !== null) return found;
  }
  return null;
}

/** Resolves a path that a config in `folder` contains. `${configDir}` is the folder of the config that was asked for, not of a base. */
function locate(folder: string, requestedFolder: string, value: string): string | null {
  if (value.startsWith(CONFIG_DIR)) return joinPath(requestedFolder, value.slice(CONFIG_DIR.length));
  return value.startsWith('/') ? null : joinPath(folder, value);
}

function pathsTable(
  placed: Placed | undefined,
  baseUrl: string | null,
  requestedFolder: string,
): StarPatterns<readonly string[]> {
  const entries: [string, string[]][] = [];
  for (const [key, value] of membersOf(placed?.value) ?? []) {
    if (placed === undefined || stringOf(key) === null) continue;
    const targets = stringsOf(value) ?? withoutNulls([stringOf(value)]);
    entries.push([
      key,
      withoutNulls(targets.map((target) => locate(baseUrl ?? placed.folder, requestedFolder, target))),
    ]);
  }
  return starPatterns(entries);
}

function referencesOf(value: unknown, folder: string): string[] {
  const found: string[] = [];
  for (const reference of Array.isArray(value) ? value : []) {
    const target = stringOf(membersOf(reference)?.get('path'));
    const path = target === null ? null : locate(folder, folder, target);
    if (path !== null) found.push(path.endsWith('.json') ? path : (joinPath(path, 'tsconfig.json') ?? path));
  }
  return found;
}

/**
 * Makes the function that says whether a config contains a path: it is in `files`, or matches `include` and not `exclude`. Without `files`
 * and `include`, everything in the config's folder is included.
 */
function selectionTest(
  selection: Options,
  requestedFolder: string,
  outputs: readonly string[],
): (path: string) => boolean {
  const pathsOf = (key: string): { raw: string; path: string }[] | null => {
    const placed = selection.get(key);
    const patterns = placed === undefined ? null : stringsOf(placed.value);
    if (placed === undefined || patterns === null) return null;
    return patterns.flatMap((raw) => {
      const path = locate(placed.folder, requestedFolder, raw);
      return path === null ? [] : [{ raw, path }];
    });
  };
  const files = pathsOf('files');
  const includes = pathsOf('include') ?? (files === null ? [{ raw: '.', path: requestedFolder }] : []);
  const excludes = pathsOf('exclude')?.map(({ path }) => path) ?? [
    ...DEFAULT_EXCLUDE.map((name) => `${requestedFolder}/${name}`),
    ...outputs,
  ];
  const exact = new Set(files?.map(({ path }) => path));
  const included: PathGlob[] = includes.map(({ raw, path }) => pathGlob(path, namesFolder(raw)));
  const excluded: PathGlob[] = excludes.map((path) => pathGlob(path, true));
  return (path) => {
    if (exact.has(path)) return true;
    if (included.length === 0) return false;
    const names = path.split('/');
    return included.some((glob) => matchesGlob(glob, names)) && !excluded.some((glob) => matchesGlob(glob, names));
  };
}
