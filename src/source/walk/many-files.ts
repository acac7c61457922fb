/** A first estimate of a project's size, before it is walked. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Size of a git index with some 150 files: an entry takes at least 62 bytes and its path. */
const manyBytes = 16 * 1024;

/** Whether git's index lists many files; false where there is none at the root. */
export function namesManyFiles(root: string): boolean {
  try {
    return statSync(join(root, '.git', 'index')).size >= manyBytes;
  } catch {
    return false;
  }
}
