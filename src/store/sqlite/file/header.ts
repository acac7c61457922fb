/**
 * Reads how a database begins without a connection.
 * Invariant: a file that connections of this process may have open is never closed: closing any descriptor of a file ends all locks that the
 * process has on it (POSIX, `fcntl`), those of SQLite's as well, and another process would then take the log away under them.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { databaseError } from './database-error.ts';

/** https://www.sqlite.org/fileformat.html */
export const headerBytes = 100;

interface CachedFile {
  descriptor: number;
  dev: bigint;
  ino: bigint;
}

const kept = new Map<string, CachedFile>();

/** As much of it as there is. Throws an `AppError`. */
export function readHeader(path: string): Buffer {
  try {
    const header = Buffer.alloc(headerBytes);
    const { descriptor } = keptFile(path);
    return header.subarray(0, readSync(descriptor, header, 0, headerBytes, 0));
  } catch (error) {
    throw databaseError(error, path);
  }
}

function keptFile(path: string): CachedFile {
  const before = kept.get(path);
  const now = statSync(path, { bigint: true });
  if (before !== undefined && before.dev === now.dev && before.ino === now.ino) return before;
  const descriptor = openSync(path, 'r');
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  // Nobody opens the one before by this path any more.
  if (before !== undefined) closeSync(before.descriptor);
  const file = { descriptor, dev, ino };
  kept.set(path, file);
  return file;
}
