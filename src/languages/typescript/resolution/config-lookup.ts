/**
 * Finds the configs that decide where the modules of a file are.
 * Invariant: equal results are the same array, so callers can use it as a key.
 */
import type { CompilerConfig } from './compiler-config.ts';
import { folderOf, parentOf } from './project-tree.ts';

export interface ConfigLookup {
  /**
   * The configs for the file, in order of precedence. If a config contains the file and maps modules, it is the only one.
   * Otherwise all configs from the file's folder upwards that map modules, nearest first: a file outside of every config (a test,
   * a script) still resolves like its neighbours.
   */
  forFile(path: string): readonly CompilerConfig[];
}

const MAIN = ['tsconfig.json', 'jsconfig.json'];

/** Whether a file of this name is a config: `tsconfig.json`, `jsconfig.json`, `tsconfig.app.json`. */
export function isConfigName(name: string): boolean {
  if (!name.endsWith('.json')) return false;
  return MAIN.includes(name) || name.startsWith('tsconfig.') || name.startsWith('jsconfig.');
}

/** `paths` are those of the configs in the project; the configs that they reference are read too. */
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
  const own = new Map<string, readonly CompilerConfig[]>();
  for (const [folder, list] of inFolder) own.set(folder, configsOf(list, read));

  const above = new Map<string, readonly CompilerConfig[]>();
  const mapping = (folder: string): readonly CompilerConfig[] => {
    let chain = above.get(folder);
    if (chain === undefined) {
      const parent = parentOf(folder);
      const further = parent === null ? [] : mapping(parent);
      // A referenced config applies to its own folder and to the files that it contains.
      const nearest = (own.get(folder) ?? []).filter((config) => config.maps && config.folder === folder);
      chain = nearest.length === 0 ? further : [...new Set([...nearest, ...further])];
      above.set(folder, chain);
    }
    return chain;
  };

  const alone = new Map<CompilerConfig, readonly CompilerConfig[]>();
  return {
    forFile(path) {
      const folder = folderOf(path);
      const containing = containingConfig(path, folder, own);
      if (containing === null || !containing.maps) return mapping(folder);
      let chain = alone.get(containing);
      if (chain === undefined) alone.set(containing, (chain = [containing]));
      return chain;
    },
  };
}

/**
 * The config that contains the file, searched in the nearest folder that has any: the main one, then the ones it references, then
 * the others. Configs of parent folders are not searched: they often contain all files, also those that the nearest config
 * excludes on purpose.
 */
function containingConfig(
  path: string,
  folder: string,
  own: ReadonlyMap<string, readonly CompilerConfig[]>,
): CompilerConfig | null {
  for (let at: string | null = folder; at !== null; at = parentOf(at)) {
    const configs = own.get(at);
    if (configs !== undefined) return configs.find((config) => config.contains(path)) ?? null;
  }
  return null;
}

function configsOf(paths: readonly string[], read: (path: string) => CompilerConfig | null): CompilerConfig[] {
  const found = new Map<string, CompilerConfig>();
  const queue = [...paths].sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1));
  const visit = (path: string): CompilerConfig[] => {
    if (found.has(path)) return [];
    const config = read(path);
    if (config === null) return [];
    found.set(path, config);
    return [config];
  };
  for (const path of queue) {
    // Referenced configs follow the config that references them, level by level.
    let level = visit(path);
    while (level.length > 0) level = level.flatMap((config) => config.references.flatMap(visit));
  }
  return [...found.values()];
}

function orderOf(path: string): number {
  const name = path.slice(folderOf(path).length === 0 ? 0 : folderOf(path).length + 1);
  const main = MAIN.indexOf(name);
  // A base config is made for extending: it contains every file, but all other configs take precedence.
  return main === -1 ? MAIN.length + (name.includes('.base.') ? 1 : 0) : main;
}
