/** Swift's modules by the folders that packages keep them in. */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/link-facts.ts';

const roots: ReadonlySet<string> = new Set(['Sources', 'Source', 'Tests', 'Plugins']);

/** The folder of the module that a file belongs to. */
export function swiftModule(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const root = folders.findLastIndex((folder) => roots.has(folder));
  // Without a folder of its own the module is the package's only one.
  return root === -1 ? folders.join('/') : folders.slice(0, root + 2).join('/');
}

/** An import means the only module of that name. */
export function createSwiftResolver({ paths }: ModuleProject): ModuleResolver {
  const byName = new Map<string, Set<string>>();
  for (const path of paths) {
    if (!path.endsWith('.swift')) continue;
    const folder = swiftModule(path);
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, new Set([folder]));
    else known.add(folder);
  }
  return {
    configPaths: [],
    resolve(_from, specifier) {
      const folders = [...(byName.get(specifier) ?? [])];
      return folders.length === 1 ? unitPath(`swift:${folders[0]}`) : null;
    },
  };
}
