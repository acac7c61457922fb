/** Checks whether an index can be written, without writing: SQLite opens a read-only file silently, and fails only at the first change. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../../model/error.ts';
import { databaseError } from './database-error.ts';
import { isInMemory } from './driver.ts';

/**
 * Why the index cannot be written, or cannot be created if it does not exist: permissions, or a read-only medium. Null if neither prevents that.
 */
export function findWriteFault(databasePath: string): AppError | null {
  if (isInMemory(databasePath)) return null;
  const path = resolve(databasePath);
  for (const needed of [nearestFolder(dirname(path)), path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(needed)) accessSync(needed, constants.W_OK);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
      const { hint } = databaseError(error, path);
      return new AppError('DatabaseError', `${needed} cannot be written (${code})`, {
        cause: error,
        ...(hint === null ? {} : { hint }),
      });
    }
  }
  return null;
}

/** The folder, or the nearest existing one above it. */
function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}
