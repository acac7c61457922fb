/** Where paths that come from a repository lead, with symbolic links followed. */
import { readlinkSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { requireRealPath } from './real-path.ts';

/** How many links to missing files are followed for one path, since such links may lead to each other without end. */
const maxLinks = 40;

function linkTarget(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null;
  }
}

/**
 * The path with every symbolic link followed. Links to missing files are followed too, because opening such a link for writing creates the
 * file that it names. Null if the system refuses, or there are more than `maxLinks` such links.
 */
function realPath(path: string): string | null {
  const missing: string[] = [];
  let existing = path;
  for (let links = 0; links < maxLinks;) {
    try {
      return join(requireRealPath(existing), ...missing);
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

/** Whether `path` is below `root` when every symbolic link is followed. Neither needs to exist. False if one of them cannot be resolved. */
export function leadsInside(root: string, path: string): boolean {
  const from = realPath(root);
  const to = realPath(path);
  if (from === null || to === null) return false;
  const relativePath = relative(from, to);
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}

/** The nearest existing entry above `path` and below `root`, if it is a file instead of a folder; otherwise null. `path` must be below `root`. */
export function fileInTheWay(root: string, path: string): string | null {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    try {
      if (statSync(folder).isDirectory()) return null;
      return folder;
    } catch {
      // Nothing exists here; a file may be further up.
    }
  }
  return null;
}
