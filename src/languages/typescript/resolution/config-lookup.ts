/**
 * Which configs say where the modules of a file are.
 * Invariant: equal answers are the same array, so that callers can use it as a key.
 */
import type { CompilerConfig } from './compiler-config.ts';
import { folderOf, parentOf } from './project-tree.ts';

export interface ConfigLookup {
  /**
   * The configs to ask for the file, in order. The one that holds it, when that maps modules; otherwise all from its folder upwards that
   * do, the nearest first: a file that no config takes in (a test, a script) still means what its neighbours mean.
   */
  forFile(path: string): readonly CompilerConfig[];
}

const MAIN = ['tsconfig.json', 'jsconfig.json'];

/** Whether a file of this name is a config: `tsconfig.json`, `jsconfig.json`, `tsconfig.app.json`. */
export function isConfigName(name: string): boolean {
  if (!name.endsWith('.json')) return false;
  return MAIN.includes(name) || name.startsWith('tsconfig.') || name.startsWith('jsconfig.');
}

/** `paths` are those of the configs in the project; what they reference is read too. */
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
      // A referenced config speaks for the folder that it stands in, and for what it holds.
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
      const holding = holdingConfig(path, folder, own);
      if (holding === null || !holding.maps) return mapping(folder);
      let chain = alone.get(holding);
      if (chain === undefined) alone.set(holding, (chain = [holding]));
      return chain;
    },
  };
}

/**
 * The config that holds the file, of those in the nearest folder that has any: the main one, then what it references, then the others.
 * Further up, a config often holds everything and knows less than the nearest one that just leaves the file out.
 */
function holdingConfig(
  path: string,
  folder: string,
  own: ReadonlyMap<string, readonly CompilerConfig[]>,
): CompilerConfig | null {
  for (let at: string | null = folder; at !== null; at = parentOf(at)) {
    const configs = own.get(at);
    if (configs !== undefined) return configs.find((config) => config.holds(path)) ?? null;
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
    // What a config references comes right behind it, level by level.
    let level = visit(path);
    while (level.length > 0) level = level.flatMap((config) => config.references.flatMap(visit));
  }
  return [...found.values()];
}

function orderOf(path: string): number {
  const name = path.slice(folderOf(path).length === 0 ? 0 : folderOf(path).length + 1);
  const main = MAIN.indexOf(name);
  // A base is there to be extended: it holds everything, but any other config knows better.
  return main === -1 ? MAIN.length + (name.includes('.base.') ? 1 : 0) : main;
}
