/** Which of a project's configurations answers for which file. */
import { posix } from 'node:path';

export interface ConfigFiles {
  /** Relative to the root. */
  config: string;
  /** The files that it lists, relative to the root. */
  files: readonly string[];
}

/**
 * Assigns each file to the nearest configuration above it that lists it, `tsconfig.json` before others in its folder. Files that no configuration
 * lists are left out. Configurations with most files come first.
 */
export function assignFiles(wanted: ReadonlySet<string>, configs: readonly ConfigFiles[]): Map<string, string[]> {
  const best = new Map<string, string>();
  for (const { config, files } of configs) {
    for (const file of files) {
      if (!wanted.has(file)) continue;
      const known = best.get(file);
      if (known === undefined || compareConfigs(file, config, known) < 0) best.set(file, config);
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

/** Below zero where the first configuration suits the file better. */
function compareConfigs(file: string, a: string, b: string): number {
  const near = nearness(file, b) - nearness(file, a);
  if (near !== 0) return near;
  const plain = Number(posix.basename(b) === 'tsconfig.json') - Number(posix.basename(a) === 'tsconfig.json');
  return plain !== 0 ? plain : a < b ? -1 : 1;
}

/** The depth of a configuration's folder, if it is above the file; -1 otherwise. */
function nearness(file: string, config: string): number {
  const folder = config.slice(0, config.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? folder.length : -1;
}
