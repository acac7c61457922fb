/**
 * Finds the modules of plugins that the user names, by a path or as a package.
 * Invariant: a package is searched for from the folder of the user's configuration and from that of Code Scout, upwards as Node does. A
 * package found inside the project is refused, unless it is in the user's folder: a repository must not get its code run by containing a
 * package with the right name.
 */
import { readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { leadsInside } from '../util/paths/leads-inside.ts';
import { requireRealPath } from '../util/paths/real-path.ts';

export interface ModuleSearch {
  /** The project. */
  root: string;
  /** The folder that relative paths start from; null where they are not allowed. */
  base: string | null;
  /** Folder of the user's configuration; null without one. */
  userFolder: string | null;
}

const packageName = /^(?:@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/i;

function isPath(entry: string): boolean {
  return isAbsolute(entry) || /^(?:\.{1,2}(?:[\\/]|$)|file:)/.test(entry);
}

/** The module that the `exports` of a package name, under the conditions of an import in Node; null if there is none. */
function entryOf(exported: unknown): string | null {
  if (typeof exported === 'string') return exported;
  if (Array.isArray(exported)) return exported.map(entryOf).find((one) => one !== null) ?? null;
  if (typeof exported !== 'object' || exported === null) return null;
  const members = Object.entries(exported);
  if (members.some(([key]) => key.startsWith('.'))) return entryOf((exported as Record<string, unknown>)['.']);
  const condition = members.find(([key]) => ['node', 'import', 'module-sync', 'default'].includes(key));
  return condition === undefined ? null : entryOf(condition[1]);
}

function packageModule(manifest: string): string {
  const { exports, main } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: unknown; main?: unknown };
  return join(dirname(manifest), entryOf(exports) ?? (typeof main === 'string' ? main : 'index.js'));
}

function findPackage(name: string, folders: readonly string[]): string | null {
  for (const folder of folders) {
    try {
      const manifest = findPackageJSON(name, pathToFileURL(join(folder, 'plugins.js')));
      if (manifest !== undefined) return packageModule(manifest);
    } catch {
      // No such package, or one without a readable package.json: the next folder is searched.
    }
  }
  return null;
}

/** The module at a path: the file itself, or the entry module if the path is the folder of a package. */
function moduleAt(path: string): { path: string } | { problem: string } {
  try {
    const found = statSync(path).isDirectory() ? packageModule(join(path, 'package.json')) : path;
    if (statSync(found).isFile()) return { path: requireRealPath(found) };
  } catch {
    // Reported below.
  }
  return { problem: `there is no module ${path}` };
}

/** Absolute path of the module that an entry of `plugins` means, or why there is none. */
export function placePlugin(
  entry: string,
  { root, base, userFolder }: ModuleSearch,
): { path: string } | { problem: string } {
  if (entry.startsWith('file:')) {
    try {
      return moduleAt(fileURLToPath(entry));
    } catch {
      return { problem: `${entry} is not a URL of a file` };
    }
  }
  if (isPath(entry)) {
    if (base === null && !isAbsolute(entry)) return { problem: `${entry} must be an absolute path here` };
    return moduleAt(resolve(base ?? '/', entry));
  }
  if (!packageName.test(entry))
    return { problem: `${entry} is neither a path nor the name of a package; begin a path with ./` };
  const programFolder = dirname(fileURLToPath(import.meta.url));
  const found = findPackage(entry, userFolder === null ? [programFolder] : [userFolder, programFolder]);
  if (found === null) {
    const places = userFolder === null ? 'beside Code Scout' : `in ${userFolder} or beside Code Scout`;
    return { problem: `there is no package ${entry} ${places}; install it there, or give the path of its module` };
  }
  const isInUserFolder = userFolder !== null && leadsInside(userFolder, found);
  if (!isInUserFolder && leadsInside(root, found)) {
    return { problem: `the package ${entry} is part of the project; give the path of its module if you trust it` };
  }
  return moduleAt(found);
}
