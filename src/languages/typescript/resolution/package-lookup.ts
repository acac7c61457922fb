/**
 * The packages of the project by folder and by name. Any package.json with a name counts; no package manager is involved.
 * Invariant: results do not depend on the order of the project's paths.
 */
import type { PackageManifest } from './package-manifest.ts';
import { isWithin, parentOf } from './project-tree.ts';

export interface PackageLookup {
  /** The package whose root is the folder. */
  at(folder: string): PackageManifest | null;
  /** The package that contains the folder. */
  enclosing(folder: string): PackageManifest | null;
  /**
   * The package that `name` means in a file of the folder: a local dependency that the file's package has under this name,
   * otherwise the nearest package of this name.
   */
  named(name: string, folder: string): PackageManifest | null;
}

export interface PackageSpecifier {
  name: string;
  /** The path after the name, without the slash; '' for the package itself. */
  subpath: string;
}

/** Splits `@scope/name/sub/path`; null where the specifier cannot be the name of a package. */
export function splitPackageSpecifier(specifier: string): PackageSpecifier | null {
  let slash = specifier.indexOf('/');
  if (specifier.startsWith('@')) {
    if (slash <= 1 || slash === specifier.length - 1) return null;
    slash = specifier.indexOf('/', slash + 1);
  }
  if (slash === 0) return null;
  if (slash === -1) return { name: specifier, subpath: '' };
  return { name: specifier.slice(0, slash), subpath: specifier.slice(slash + 1) };
}

/** Packages in these folders belong to tests: a `react` in a fixture is not the one that the sources import. */
const TEST_FOLDERS: ReadonlySet<string> = new Set([
  '__fixtures__',
  '__mocks__',
  '__testfixtures__',
  'fixture',
  'fixtures',
  'testdata',
]);

export function createPackageLookup(manifests: readonly PackageManifest[]): PackageLookup {
  const sorted = [...manifests].sort((a, b) => a.folder.length - b.folder.length || (a.folder < b.folder ? -1 : 1));
  const byFolder = new Map(sorted.map((manifest) => [manifest.folder, manifest]));
  const byName = new Map<string, { manifest: PackageManifest; visibleIn: string }[]>();
  for (const manifest of sorted) {
    if (manifest.name === null) continue;
    const entry = { manifest, visibleIn: visibleFolder(manifest.folder) };
    const list = byName.get(manifest.name);
    if (list === undefined) byName.set(manifest.name, [entry]);
    else list.push(entry);
  }
  const enclosingMemo = new Map<string, PackageManifest | null>();
  const enclosing = (folder: string): PackageManifest | null => {
    let found = enclosingMemo.get(folder);
    if (found === undefined) {
      const parent = parentOf(folder);
      found = byFolder.get(folder) ?? (parent === null ? null : enclosing(parent));
      enclosingMemo.set(folder, found);
    }
    return found;
  };
  return {
    at: (folder) => byFolder.get(folder) ?? null,
    enclosing,
    named(name, folder) {
      const link = enclosing(folder)?.links.get(name);
      const linked = link === undefined ? undefined : byFolder.get(link);
      if (linked !== undefined) return linked;
      let best: PackageManifest | null = null;
      let bestShared = -1;
      for (const { manifest, visibleIn } of byName.get(name) ?? []) {
        const shared = isWithin(folder, visibleIn) ? sharedDepth(manifest.folder, folder) : -1;
        if (shared > bestShared) {
          best = manifest;
          bestShared = shared;
        }
      }
      return best;
    },
  };
}

/** The folder whose files can see a package: the parent of `node_modules`, the fixture that contains the package, or the root. */
function visibleFolder(folder: string): string {
  const names = folder.split('/');
  const modules = names.lastIndexOf('node_modules');
  if (modules !== -1) return names.slice(0, modules).join('/');
  const testFolder = names.findLastIndex((name) => TEST_FOLDERS.has(name));
  if (testFolder === -1) return '';
  return names.slice(0, testFolder + 1).join('/');
}

/** The number of leading folders that both paths share. */
function sharedDepth(left: string, right: string): number {
  if (left === '' || right === '') return 0;
  const a = left.split('/');
  const b = right.split('/');
  let depth = 0;
  while (depth < a.length && a[depth] === b[depth]) depth += 1;
  return depth;
}
