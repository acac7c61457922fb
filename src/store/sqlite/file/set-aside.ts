/** Renames an unusable database to a name that says so. Nothing is ever deleted. */
import { existsSync, renameSync, statSync } from 'node:fs';
import { databaseError } from './database-error.ts';

/** `20261121T234500Z`. */
function timestamp(date: Date): string {
  return date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
}

export function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

/**
 * Renames the database with its log, and returns the new path. Null, without effect, if the file no longer has this `inode`: another process has
 * moved or replaced it.
 * @param rename another one in tests
 */
export function setAside(path: string, inode: number | null, rename: typeof renameSync = renameSync): string | null {
  const base = `${path}.unusable-${timestamp(new Date())}`;
  let target = base;
  for (let n = 2; existsSync(target); n++) target = `${base}-${n}`;
  try {
    if (inode === null || inodeOf(path) !== inode) return null;
    rename(path, target);
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(path + suffix)) rename(path + suffix, target + suffix);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw databaseError(error, path);
  }
  return target;
}
