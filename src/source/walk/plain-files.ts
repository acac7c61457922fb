/** Which paths are files of the project, for what another program says of them: links lead elsewhere, and nothing is to be told of that. */
import { lstatSync, type Stats } from 'node:fs';
import { fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';

/** Those of the paths that are files, with no link in their place or on the way. */
export function plainFiles(root: string, paths: Iterable<string>): Set<string> {
  const folders = new Map<string, boolean>([['', true]]);
  const isFolder = (path: string): boolean => {
    let known = folders.get(path);
    if (known === undefined)
      folders.set(path, (known = isFolder(folderOf(path)) && look(root, path)?.isDirectory() === true));
    return known;
  };
  return new Set([...paths].filter((path) => isFolder(folderOf(path)) && look(root, path)?.isFile() === true));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Null for what is not there, or may not be looked at. */
function look(root: string, path: string): Stats | null {
  try {
    return lstatSync(fileSystemPath(root, path, rawPathOf(path)));
  } catch {
    return null;
  }
}
