/** Finds out where a path from a repository really leads. */
import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

const maxLinks = 40;

function linkTarget(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null;
  }
}

/** The path with every symbolic link followed, also links to files that do not exist yet (opening such a file would create it there). */
function realPath(path: string): string | null {
  const missing: string[] = [];
  let existing = path;
  for (let links = 0; links < maxLinks;) {
    try {
      return join(realpathSync(existing), ...missing);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return null;
      const target = linkTarget(existing);
      if (target !== null) {
        links++;
        existing = target;
        continue;
      }
      const parent = dirname(existing);
      if (parent === existing) return null;
      missing.unshift(basename(existing));
      existing = parent;
    }
  }
  return null;
}

/** Whether `path` is below `root` when every symbolic link is followed. Neither needs to exist; false in doubt. */
export function leadsInside(root: string, path: string): boolean {
  const from = realPath(root);
  const to = realPath(path);
  if (from === null || to === null) return false;
  const way = relative(from, to);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The file between `root` and `path` that is in the place of a folder; null if there is none. `path` must be below `root`. */
export function fileInTheWay(root: string, path: string): string | null {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    try {
      if (statSync(folder).isDirectory()) return null;
      return folder;
    } catch {
      // It does not exist, or the file is further up.
    }
  }
  return null;
}
