/**
 * Small files next to the index, which only their owner can read.
 * Invariants: a symbolic link is never followed; a file that SQLite may have open is never opened here, because closing it would end this process's
 * locks on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
import { chmodSync, lstatSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './database-error.ts';
import type { Database } from './driver.ts';
import { requireOwnFolder } from './own-folder.ts';
import { requireRealPath } from '../../../util/paths/real-path.ts';

/** Pause between two attempts if another process is writing the file (ms). */
const pauseMs = 5;

/**
 * The path of a side file. In the usual folder of an index the file is called `name`. Next to an index at another path, it is named after the index,
 * with an extension that walks skip. Symbolic links are resolved, so that all processes with one index use one file.
 */
export function sideFilePath(databasePath: string, name: 'writer.lock' | 'requests.db'): string {
  const path = realPath(databasePath);
  const [folder, base] = [dirname(path), basename(path)];
  if (basename(folder) === '.code-scout' && base === 'database.db') return join(folder, name);
  return join(folder, `${base}.${name === 'requests.db' ? 'requests' : 'writer-lock'}.sqlite`);
}

function realPath(path: string): string {
  try {
    requireOwnFolder(path);
  } catch {
    // Not resolved, so that opening it is refused.
    return path;
  }
  try {
    return requireRealPath(path);
  } catch {
    // The file does not exist yet; its folder may.
  }
  try {
    return join(requireRealPath(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/** The stat of a regular file; null if there is none. Throws errors of the file system, or an error if it is not a regular file. */
export function statFile(path: string): BigIntStats | null {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.isSymbolicLink()) throw new Error('it is a link');
  if (!found.isFile()) throw new Error('it is not a plain file');
  return found;
}

/** Identifies a file, to notice that it was replaced. An inode number is not reused while a process has the file open. */
export function identityOf(stats: BigIntStats | null): string | null {
  return stats === null ? null : `${stats.dev}:${stats.ino}`;
}

/** Removes the permissions of other users. Does nothing to a file of another user, or where the file system has no permissions. */
export function makePrivate(path: string, stats: BigIntStats): void {
  if ((stats.mode & 0o077n) === 0n) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'ENOSYS')))
      throw error;
  }
}

/** Runs `work`; repeats that after a pause while another process is writing, for `patienceMs` at most. */
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
