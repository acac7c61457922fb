/** A first guess at a project's size, before it is walked. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of git's index takes at least 62 bytes and its path: some 150 files. */
const manyBytes = 16 * 1024;

/** Whether git's index names many files; false where there is none at the root. */
export function namesManyFiles(root: string): boolean {
  try {
    return statSync(join(root, '.git', 'index')).size >= manyBytes;
  } catch {
    return false;
  }
}
