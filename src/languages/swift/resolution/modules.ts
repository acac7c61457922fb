/** Finds Swift's modules by the usual folders of packages. */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/file-summary.ts';

/** Folders whose subfolders are modules, named after them. */
const roots: ReadonlySet<string> = new Set(['Sources', 'Tests', 'Plugins']);
/** A folder that is one module, including its subfolders. */
const wholeModule = 'Source';

/** The folder of the module that a file belongs to. */
export function swiftModule(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const root = folders.findLastIndex((folder) => roots.has(folder) || folder === wholeModule);
  // Without such a folder it is an app. All folders of an app are one module, and the top-level folder stands for it.
  if (root === -1) return folders[0] ?? '';
  return folders.slice(0, root + (folders[root] === wholeModule ? 1 : 2)).join('/');
}

const manifest = /(?:^|\/)Package\.swift$/;
const target = /\.(?:target|executableTarget|testTarget|macro|plugin)\(\s*name:\s*"([^"\n]+)"/g;
const targetPath = /\bpath:\s*"([^"\n]*)"/;

/** Names and folders of the targets in a package's manifest. */
function targetFolders(path: string, text: string): [name: string, folder: string][] {
  const base = path.slice(0, path.lastIndexOf('/') + 1);
  const targets = [...text.matchAll(target)];
  return targets.flatMap((found, index): [string, string][] => {
    const declaration = text.slice(found.index, targets[index + 1]?.index ?? text.length);
    const folder = targetPath.exec(declaration)?.[1]?.replace(/^\.\/|\/$/g, '');
    return folder === undefined || folder === '.' || folder === '' ? [] : [[found[1]!, base + folder]];
  });
}

/** An import means the only module folder of that name. Where no folder has it, the name is that of a target in a manifest. */
export function createSwiftResolver({ paths, read }: ModuleProject): ModuleResolver {
  const byName = new Map<string, Set<string>>();
  const modules = new Set<string>();
  const add = (name: string, folder: string): void => {
    const sameName = byName.get(name);
    if (sameName === undefined) byName.set(name, new Set([folder]));
    else sameName.add(folder);
  };
  for (const path of paths) {
    if (!path.endsWith('.swift')) continue;
    const folder = swiftModule(path);
    if (modules.has(folder)) continue;
    modules.add(folder);
    add(folder.slice(folder.lastIndexOf('/') + 1), folder);
  }
  const manifests = paths.filter((path) => manifest.test(path));
  for (const path of manifests)
    for (const [name, folder] of targetFolders(path, read(path) ?? ''))
      if (modules.has(folder) && !byName.has(name)) add(name, folder);
  return {
    configPaths: manifests,
    resolve(_from, specifier) {
      const folders = [...(byName.get(specifier) ?? [])];
      return folders.length === 1 ? unitPath(`swift:${folders[0]}`) : null;
    },
  };
}
