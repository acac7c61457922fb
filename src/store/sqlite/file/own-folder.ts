/**
 * Refuses files of an index that symbolic links lead out of the project. It is checked each time a file is opened and not only at the start, because the
 * folder of the index is in the project, where a checkout can replace it while a server runs.
 */
import { lstatSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { AppError } from '../../../model/error.ts';
import { leadsInside } from '../../../util/paths/leads-inside.ts';

/** The usual folder of an index, at the top of the project. Every file in it is taken to be ours. */
export const indexFolder = '.code-scout';

/** Throws an `AppError` for a path in the usual folder that leads out of the folder's project. A path elsewhere is the user's choice. */
export function requireOwnFolder(path: string): void {
  const folder = dirname(resolve(path));
  if (basename(folder) !== indexFolder) return;
  if (!isLink(folder) && !isLink(path)) return;
  if (leadsInside(dirname(folder), path)) return;
  throw new AppError('DatabaseError', `A symbolic link leads the index out of the project: ${path}`, {
    hint: 'Remove the link, or name another path with `--db PATH`.',
  });
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // Opening reports why the path cannot be reached.
    return false;
  }
}
