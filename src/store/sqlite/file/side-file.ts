/**
 * Small files beside the index, which only their user can read.
 * Invariants: a link is never followed; a file that SQLite may have open is never opened here, for closing it would take this process's
 * locks on it away (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
import { chmodSync, lstatSync, realpathSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './database-error.ts';
import type { Database } from './driver.ts';

/** Between two attempts at a file that another process is writing. */
const pauseMs = 5;

/**
 * In the index's own folder `NAME`; beside an index that the user placed, by its name, with an ending for which no walk looks into it.
 * Links are resolved, so that all who have the same index have the same file.
 */
export function sideFilePath(databasePath: string, name: 'writer.lock' | 'requests.db'): string {
  const path = realPath(databasePath);
  const [folder, base] = [dirname(path), basename(path)];
  if (basename(folder) === '.code-scout' && base === 'database.db') return join(folder, name);
  return join(folder, `${base}.${name === 'requests.db' ? 'requests' : 'writer-lock'}.sqlite`);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // It is not there yet; its folder may be.
  }
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/** Null where there is nothing. Throws what the file system says, or that it is no plain file. */
export function lookAt(path: string): BigIntStats | null {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.isSymbolicLink()) throw new Error('it is a link');
  if (!found.isFile()) throw new Error('it is not a plain file');
  return found;
}

/** Tells a file from one that took its place. A number is not given anew while somebody has the file open. */
export function identityOf(stats: BigIntStats | null): string | null {
  return stats === null ? null : `${stats.dev}:${stats.ino}`;
}

/** Takes it away from others' eyes; a file of another user stays as it is. */
export function makePrivate(path: string, stats: BigIntStats): void {
  if ((stats.mode & 0o077n) === 0n) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'ENOSYS')))
      throw error;
  }
}

/** Runs `work` again while another process is writing, without holding up this one. */
export async function whileBusy<T>(patienceMs: number, work: () => T): Promise<T> {
  for (let waited = 0; ; waited += pauseMs) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waited >= patienceMs) throw error;
    }
    await sleep(pauseMs);
  }
}

export function inWriteTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
