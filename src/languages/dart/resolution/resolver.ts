/**
 * Finds the file that a Dart import means: a file relative to the importing one, or a file of a package of the project.
 * `package:NAME/…` is a path below the folder `lib` of the package whose pubspec.yaml has the name NAME.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';

const manifest = 'pubspec.yaml';

/** A package of the project. */
interface Package {
  /** The folder of the package with a slash at its end; '' for the root of the project. */
  folder: string;
  /** Paths of the `path` dependencies by package name, as written in the pubspec.yaml. */
  dependencies: ReadonlyMap<string, string>;
}

export function createDartResolver({ paths, read }: ModuleProject): ModuleResolver {
  const files = new Set(paths);
  const configPaths = new Set<string>();
  const manifests = paths.filter((path) => path === manifest || path.endsWith(`/${manifest}`));
  let byName: ReadonlyMap<string, readonly Package[]> | null = null;

  const readPackages = (): ReadonlyMap<string, readonly Package[]> => {
    const packages = new Map<string, Package[]>();
    for (const path of manifests) {
      configPaths.add(path);
      const text = read(path) ?? '';
      const name = /^name:[ \t]*["']?(\w+)/m.exec(text)?.[1];
      if (name === undefined) continue;
      const folder = path.slice(0, path.length - manifest.length);
      const sameName = packages.get(name) ?? [];
      sameName.push({ folder, dependencies: dependenciesIn(text) });
      packages.set(name, sameName);
    }
    return packages;
  };

  const fileInPackage = (from: string, name: string, path: string): string | null => {
    byName ??= readPackages();
    const candidates = byName.get(name) ?? [];
    const importingPackage = candidates.length < 2 ? undefined : packageOf(byName, from);
    const folder =
      candidates.length < 2 ? candidates[0]?.folder : choosePackage(candidates, { from, name, importingPackage });
    const target = folder === undefined ? null : joinPath(`${folder}lib/`, path);
    return target !== null && files.has(target) ? target : null;
  };

  /** The library that a file is a part of, if the file names the library (`part of a.b;`) and not its path. */
  const libraryOf = (part: string): string | null => {
    const file = part.slice(part.lastIndexOf('/') + 1);
    for (const path of filesAbove(paths, part)) {
      const text = read(path) ?? '';
      configPaths.add(path);
      for (const [, uri = ''] of text.matchAll(/^part\s+["']([^"']+)["']/gm))
        if (uri.endsWith(file) && joinPath(folderOf(path), uri) === part) return path;
    }
    return null;
  };

  return {
    resolve: (from, specifier) => {
      if (specifier.startsWith('package:')) {
        const slash = specifier.indexOf('/');
        if (slash === -1) return null;
        return fileInPackage(from, specifier.slice('package:'.length, slash), specifier.slice(slash + 1));
      }
      // `dart:` and other schemes are external.
      if (/^\w+:/.test(specifier)) return null;
      // The specifier is the name of a library, from `part of a.b;`.
      if (!specifier.endsWith('.dart')) return libraryOf(from);
      const target = joinPath(folderOf(from), specifier);
      return target !== null && files.has(target) ? target : null;
    },
    get configPaths() {
      return [...configPaths].sort();
    },
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** A path relative to a folder; null if it leads outside of the project. */
function joinPath(folder: string, path: string): string | null {
  const parts = path.startsWith('/') ? [] : folder.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** The dependencies with a path: `NAME:` followed by a line `path: …`, anywhere in a pubspec.yaml. */
function dependenciesIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^[ \t]+(\w+):[ \t]*(?:#.*)?\r?\n[ \t]+path:[ \t]*["']?([^"'#\s]+)/gm);
  return new Map([...found].map(([, name = '', path = '']) => [name, path]));
}

/** The innermost package that contains a file. */
function packageOf(packages: ReadonlyMap<string, readonly Package[]>, from: string): Package | undefined {
  let innermost: Package | undefined;
  for (const candidate of [...packages.values()].flat())
    if (from.startsWith(candidate.folder) && candidate.folder.length >= (innermost?.folder.length ?? 0))
      innermost = candidate;
  return innermost;
}

/**
 * Chooses between packages with one name: the package of the importing file, else the package that it depends on by path, else the
 * package that shares the longest path with the file.
 */
function choosePackage(
  candidates: readonly Package[],
  { from, name, importingPackage }: { from: string; name: string; importingPackage: Package | undefined },
): string {
  if (importingPackage !== undefined && candidates.includes(importingPackage)) return importingPackage.folder;
  const path = importingPackage?.dependencies.get(name);
  const target =
    importingPackage === undefined || path === undefined ? null : joinPath(importingPackage.folder, `${path}/`);
  const dependency = candidates.find(({ folder }) => target !== null && folder === (target === '' ? '' : `${target}/`));
  if (dependency !== undefined) return dependency.folder;
  const sharedLength = ({ folder }: Package): number => {
    let length = 0;
    while (length < folder.length && folder[length] === from[length]) length++;
    return length;
  };
  return candidates.toSorted((a, b) => sharedLength(b) - sharedLength(a) || a.folder.length - b.folder.length)[0]!
    .folder;
}

/** The other Dart files in the folder of a file and in its parent folders, the nearest first. */
function filesAbove(paths: readonly string[], part: string): string[] {
  const found = paths.filter((path) => path.endsWith('.dart') && path !== part && part.startsWith(folderOf(path)));
  return found.toSorted((a, b) => folderOf(b).length - folderOf(a).length);
}
