/**
 * Finds the file that a Dart import means: a file relative to the importing one, or a file of a package of the project.
 * `package:NAME/…` is a path below the folder `lib` of the package whose pubspec.yaml has that name. Packages of a workspace and
 * packages that others depend on by path are treated alike.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';

const manifest = 'pubspec.yaml';

interface Package {
  /** The package's folder with a slash at its end; '' for the root. */
  folder: string;
  /** Paths of `path` dependencies by package name, as written. */
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
      const same = packages.get(name) ?? [];
      same.push({ folder, dependencies: dependenciesIn(text) });
      packages.set(name, same);
    }
    return packages;
  };

  const inPackage = (from: string, name: string, path: string): string | null => {
    byName ??= readPackages();
    const named = byName.get(name) ?? [];
    const own = named.length < 2 ? undefined : ownPackage(byName, from);
    const folder = named.length < 2 ? named[0]?.folder : choosePackage(named, { from, name, own });
    const target = folder === undefined ? null : joinPath(`${folder}lib/`, path);
    return target !== null && files.has(target) ? target : null;
  };

  /** The library that contains a file as its part, where the part refers to it by the library's name. */
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
        return inPackage(from, specifier.slice('package:'.length, slash), specifier.slice(slash + 1));
      }
      if (/^\w+:/.test(specifier)) return null;
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

/** A path relative to a folder; null outside of the project. */
function joinPath(folder: string, path: string): string | null {
  const parts = path.startsWith('/') ? [] : folder.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** `NAME:` followed by `path: …`, anywhere in the file. */
function dependenciesIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^[ \t]+(\w+):[ \t]*(?:#.*)?\r?\n[ \t]+path:[ \t]*["']?([^"'#\s]+)/gm);
  return new Map([...found].map(([, name = '', path = '']) => [name, path]));
}

/** The innermost package that contains a file. */
function ownPackage(packages: ReadonlyMap<string, readonly Package[]>, from: string): Package | undefined {
  let own: Package | undefined;
  for (const one of [...packages.values()].flat())
    if (from.startsWith(one.folder) && one.folder.length >= (own?.folder.length ?? 0)) own = one;
  return own;
}

/** Of several packages with one name: the file's own, else the one that its package depends on by path, else the nearest. */
function choosePackage(
  named: readonly Package[],
  { from, name, own }: { from: string; name: string; own: Package | undefined },
): string {
  if (own !== undefined && named.includes(own)) return own.folder;
  const path = own?.dependencies.get(name);
  const written = own === undefined || path === undefined ? null : joinPath(own.folder, `${path}/`);
  const depended = named.find(({ folder }) => written !== null && folder === (written === '' ? '' : `${written}/`));
  if (depended !== undefined) return depended.folder;
  const shared = ({ folder }: Package): number => {
    let length = 0;
    while (length < folder.length && folder[length] === from[length]) length++;
    return length;
  };
  return named.toSorted((a, b) => shared(b) - shared(a) || a.folder.length - b.folder.length)[0]!.folder;
}

/** Dart files in a file's own folder and its parents, nearest first. */
function filesAbove(paths: readonly string[], part: string): string[] {
  const found = paths.filter((path) => path.endsWith('.dart') && path !== part && part.startsWith(folderOf(path)));
  return found.toSorted((a, b) => folderOf(b).length - folderOf(a).length);
}
