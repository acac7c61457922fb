/**
 * Finds the configs that decide where the modules of a file are.
 * Invariant: equal results are one array, so callers can use the array as a key.
 */
import type { CompilerConfig } from './compiler-config.ts';
import { folderOf, parentOf } from './project-tree.ts';

export interface ConfigLookup {
  /**
   * The configs for the file, in order of precedence. If a config of the nearest folder with configs contains the file and maps
   * modules, that config alone. Otherwise all configs from the file's folder upwards that map modules, nearest first: so a file that
   * no config contains (a test, a script) resolves like its neighbours.
   */
  forFile(path: string): readonly CompilerConfig[];
}

const MAIN = ['tsconfig.json', 'jsconfig.json'];

/** Whether a file of this name is a config: `tsconfig.json`, `jsconfig.json`, `tsconfig.app.json`. */
export function isConfigName(name: string): boolean {
  if (!name.endsWith('.json')) return false;
  return MAIN.includes(name) || name.startsWith('tsconfig.') || name.startsWith('jsconfig.');
}

/** @param paths the configs of the project; configs that they reference are read too */
export function createConfigLookup(
  paths: readonly string[],
  read: (path: string) => CompilerConfig | null,
): ConfigLookup {
  const inFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = folderOf(path);
    const list = inFolder.get(folder);
    if (list === undefined) inFolder.set(folder, [path]);
    else list.push(path);
  }
  const byFolder = new Map<string, readonly CompilerConfig[]>();
  for (const [folder, list] of inFolder) byFolder.set(folder, configsOf(list, read));

  const chains = new Map<string, readonly CompilerConfig[]>();
  const mappingConfigs = (folder: string): readonly CompilerConfig[] => {
    let chain = chains.get(folder);
    if (chain === undefined) {
      const parent = parentOf(folder);
      const inherited = parent === null ? [] : mappingConfigs(parent);
      // A referenced config applies to its own folder and to the files that it contains.
      const nearest = (byFolder.get(folder) ?? []).filter((config) => config.mapsModules && config.folder === folder);
      chain = nearest.length === 0 ? inherited : [...new Set([...nearest, ...inherited])];
      chains.set(folder, chain);
    }
    return chain;
  };

  const singletons = new Map<CompilerConfig, readonly CompilerConfig[]>();
  return {
    forFile(path) {
      const folder = folderOf(path);
      const containing = containingConfig(path, folder, byFolder);
      if (containing === null || !containing.mapsModules) return mappingConfigs(folder);
      let chain = singletons.get(containing);
      if (chain === undefined) singletons.set(containing, (chain = [containing]));
      return chain;
    },
  };
}

/**
 * The config that contains the file. Only the nearest folder with configs is searched: its main config, then the configs that the
 * main one references, then the others. A config of a parent folder often contains all files, also those that the nearest config
 * excludes on purpose.
 */
function containingConfig(
  path: string,
  folder: string,
  byFolder: ReadonlyMap<string, readonly CompilerConfig[]>,
): CompilerConfig | null {
  for (let at: string | null = folder; at !== null; at = parentOf(at)) {
    const configs = byFolder.get(at);
    if (configs !== undefined) return configs.find((config) => config.contains(path)) ?? null;
  }
  return null;
}

function configsOf(paths: readonly string[], read: (path: string) => CompilerConfig | null): CompilerConfig[] {
  const found = new Map<string, CompilerConfig>();
  const queue = [...paths].sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1));
  const readOnce = (path: string): CompilerConfig[] => {
    if (found.has(path)) return [];
    const config = read(path);
    if (config === null) return [];
    found.set(path, config);
    return [config];
  };
  for (const path of queue) {
    // Referenced configs follow the config that references them, level by level.
    let level = readOnce(path);
    while (level.length > 0) level = level.flatMap((config) => config.references.flatMap(readOnce));
  }
  return [...found.values()];
}

function orderOf(path: string): number {
  const name = path.slice(folderOf(path).length === 0 ? 0 : folderOf(path).length + 1);
  const main = MAIN.indexOf(name);
  // A base config, which other configs extend, often contains every file. So it comes last.
  return main === -1 ? MAIN.length + (name.includes('.base.') ? 1 : 0) : main;
}
