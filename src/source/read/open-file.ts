/**
 * Opening files that others wrote. Invariants: a link in the last place is never followed, opening never waits (pipes, devices),
 * and only regular files are handed out.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Windows knows neither; there a look before opening has to do. */
const noFollow: number = constants.O_NOFOLLOW ?? 0;
const flags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);

export interface OpenFile {
  descriptor: number;
  stats: Stats;
}

/** Opens for reading; throws what `fs` throws (`ELOOP` for a link). The caller closes and looks at `stats.isFile()`. */
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

/** The content of a small file (ignore rules, a `.git` file), or null when it is absent, larger, unreadable or no regular file. */
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

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** An error of having no more descriptors or memory, which says nothing of the file. */
export function isExhausted(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes(errorCode(error));
}
