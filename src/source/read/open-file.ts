/**
 * Opens files written by others. Invariants: a link as the last part of a path is never followed; opening never blocks (pipes, devices); only
 * the content of regular files is returned.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Windows has neither flag; a check before opening must suffice there. */
const noFollow: number = constants.O_NOFOLLOW ?? 0;
const flags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);

export interface OpenFile {
  descriptor: number;
  stats: Stats;
}

/** Opens a file for reading; throws what `fs` throws (`ELOOP` for a link). The caller closes the descriptor and checks `stats.isFile()`. */
export function openWithoutFollowing(path: string | Buffer): OpenFile {
  if (noFollow === 0 && lstatSync(path).isSymbolicLink()) {
    throw Object.assign(new Error('a symbolic link'), { code: 'ELOOP' });
  }
  const descriptor = openSync(path, flags);
  try {
    return { descriptor, stats: fstatSync(descriptor) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The content of a small file (ignore rules, a `.git` file), or null when it is absent, larger, unreadable or not a regular file. */
export function readSmallFile(path: string | Buffer, maxSize: number): Buffer | null {
  let file: OpenFile;
  try {
    file = openWithoutFollowing(path);
  } catch {
    return null;
  }
  try {
    if (!file.stats.isFile() || file.stats.size > maxSize) return null;
    const content = Buffer.alloc(file.stats.size);
    return content.subarray(0, readSync(file.descriptor, content, 0, content.length, 0));
  } catch {
    return null;
  } finally {
    closeSync(file.descriptor);
  }
}

/** The code of an error of the system, such as `ENOENT`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** Whether the process ran out of descriptors or memory, which says nothing about the file. */
export function isExhausted(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes(errorCode(error));
}
