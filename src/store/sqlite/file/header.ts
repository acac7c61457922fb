/**
 * Reads the header of a database, and syncs its file, without a connection.
 * Invariant: a file is not closed here before another file has replaced it at its path. Closing any descriptor of a file ends all locks that the
 * process has on it (POSIX, `fcntl`), including SQLite's, and another process could then remove the log in use.
 */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, statSync } from 'node:fs';
import { databaseError } from './database-error.ts';

/** Size of the header (https://www.sqlite.org/fileformat.html). */
export const headerBytes = 100;

interface OpenFile {
  descriptor: number;
  dev: bigint;
  ino: bigint;
}

const openFiles = new Map<string, OpenFile>();

/** The header, or less if the file is shorter. Throws an `AppError`. */
export function readHeader(path: string): Buffer {
  try {
    const header = Buffer.alloc(headerBytes);
    const { descriptor } = openFile(path);
    return header.subarray(0, readSync(descriptor, header, 0, headerBytes, 0));
  } catch (error) {
    throw databaseError(error, path);
  }
}

/** Waits until the content of the file is on the disk. Does nothing where a file that is open for reading cannot be synced (Windows). */
export function syncToDisk(path: string): void {
  try {
    fsyncSync(openFile(path).descriptor);
  } catch {
    // What is lost then is an index in which nothing is yet.
  }
}

/** The open file at a path. It stays open until the file at the path is replaced. */
function openFile(path: string): OpenFile {
  const opened = openFiles.get(path);
  const now = statSync(path, { bigint: true });
  if (opened !== undefined && opened.dev === now.dev && opened.ino === now.ino) return opened;
  const descriptor = openSync(path, 'r');
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  // The file was replaced, so no connection opens the old file by this path any more.
  if (opened !== undefined) closeSync(opened.descriptor);
  const file = { descriptor, dev, ino };
  openFiles.set(path, file);
  return file;
}
