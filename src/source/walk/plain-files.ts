/**
 * Checks which of the paths that another program reports are files of the project. A link is none: it may lead elsewhere, and nothing may be
 * revealed about that place.
 */
import { lstatSync, type Stats } from 'node:fs';
import { fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';

/** Returns a check of one path: whether it is a file, without a link in its place or on the way. What it has seen of folders, it does not look at again. */
export function plainFileCheck(root: string): (path: string) => boolean {
  const folders = new Map<string, boolean>([['', true]]);
  const isFolder = (path: string): boolean => {
    let verdict = folders.get(path);
    if (verdict === undefined)
      folders.set(path, (verdict = isFolder(folderOf(path)) && statOf(root, path)?.isDirectory() === true));
    return verdict;
  };
  return (path) => isFolder(folderOf(path)) && statOf(root, path)?.isFile() === true;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Null for a path that does not exist or cannot be read. */
function statOf(root: string, path: string): Stats | null {
  try {
    return lstatSync(fileSystemPath(root, path, rawPathOf(path)));
  } catch {
    return null;
  }
}
