/** Assigns files to the compiler's configurations. */
import { posix } from 'node:path';

export interface ConfigFiles {
  /** The path of the configuration, relative to the root. */
  config: string;
  /** The paths of the files that it lists, relative to the root. */
  files: readonly string[];
}

/**
 * Assigns each file to one of the configurations that list it: to the one in the nearest folder above the file, and in one folder to `tsconfig.json`
 * before others. Files that no configuration lists are left out. Configurations with most files come first.
 */
export function assignFiles(wanted: ReadonlySet<string>, configs: readonly ConfigFiles[]): Map<string, string[]> {
  const best = new Map<string, string>();
  for (const { config, files } of configs) {
    for (const file of files) {
      if (!wanted.has(file)) continue;
      const other = best.get(file);
      if (other === undefined || compareConfigs(file, config, other) < 0) best.set(file, config);
    }
  }
  const assigned = new Map<string, string[]>();
  for (const [file, config] of best) {
    const list = assigned.get(config);
    if (list === undefined) assigned.set(config, [file]);
    else list.push(file);
  }
  return new Map([...assigned].sort(([, a], [, b]) => b.length - a.length));
}

/** Compares configurations for a file: below 0 where the first fits better. */
function compareConfigs(file: string, a: string, b: string): number {
  const byNearness = nearness(file, b) - nearness(file, a);
  if (byNearness !== 0) return byNearness;
  const byName = Number(posix.basename(b) === 'tsconfig.json') - Number(posix.basename(a) === 'tsconfig.json');
  return byName !== 0 ? byName : a < b ? -1 : 1;
}

/** The length of the path of a configuration's folder, if the folder contains the file; -1 otherwise. */
function nearness(file: string, config: string): number {
  const folder = config.slice(0, config.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? folder.length : -1;
}
