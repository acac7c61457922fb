/** Where a path that a repository chose really leads. */
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

/** The path with every symbolic link followed, also links to what does not exist yet (opening such a file would make it there). */
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

/** Whether `path` is below `root` once every symbolic link on the way is followed. Neither needs to exist; when in doubt, no. */
export function leadsInside(root: string, path: string): boolean {
  const from = realPath(root);
  const to = realPath(path);
  if (from === null || to === null) return false;
  const way = relative(from, to);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What stands on the way from `root` to `path` where a folder has to be; null when nothing does. Only where `path` is below `root`. */
export function fileInTheWay(root: string, path: string): string | null {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    try {
      if (statSync(folder).isDirectory()) return null;
      return folder;
    } catch {
      // Not there, or below what is in the way.
    }
  }
  return null;
}
