/** How the catalogue knows a worker whose name may be that of another: two machines may have one name, and each names its workers by it. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../model/error.ts';
import { keyOfWorker } from '../../team/catalogue/states.ts';

/**
 * The same each time for one folder, which one worker has: one that was killed finds its own row again.
 * Throws a `FileSystemError`. @param folder exists
 */
export function workerKey(name: string, folder: string): string {
  const path = join(folder, 'worker-id');
  const known = readId(path);
  if (known !== null) return keyOfWorker(name, known);
  const made = randomBytes(6).toString('hex');
  try {
    writeFileSync(path, made);
  } catch (error) {
    throw new AppError('FileSystemError', `The folder of the worker cannot be used: ${folder}`, { cause: error });
  }
  return keyOfWorker(name, made);
}

function readId(path: string): string | null {
  try {
    const id = readFileSync(path, 'utf8');
    return /^[0-9a-f]{12}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}
