/**
 * Reads and writes the file of a client.
 * Invariants: a write is atomic, and follows links, but those of a project only within the project; permissions stay. A file that changed
 * since it was read is not written.
 */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../model/error.ts';
import { leadsInside } from '../../util/paths/leads-inside.ts';
import { requireRealPath } from '../../util/paths/real-path.ts';
import { replaceFileSync } from '../../util/paths/replace-file.ts';

export interface SettingsFile {
  path: string;
  /** `path` with all links resolved. */
  realPath: string;
  /** The content with its byte order mark, if it has one; null if there is no file. */
  text: string | null;
  /** The folder that links may not lead out of; null for any place. */
  within: string | null;
}

const maxBytes = 64 * 1024 * 1024;

function unusable(path: string, what: string, cause?: unknown): AppError {
  return new AppError('FileSystemError', `${path} ${what}`, {
    hint: 'Nothing was written to it.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}

function realPathOf(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return requireRealPath(path);
  } catch (error) {
    throw unusable(path, `is a link that leads nowhere (${codeOf(error)})`, error);
  }
}

/** The path of a file that does not exist, with all links among its folders resolved. */
function resolveFolderLinks(path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  return join(existsSync(folder) ? requireRealPath(folder) : resolveFolderLinks(folder), basename(path));
}

/** The project's links come with the repository, and would have this program write wherever the repository wants. */
function assertWithin(path: string, within: string | null): void {
  if (within === null || leadsInside(within, path)) return;
  throw unusable(path, `leads out of ${within} by a symbolic link`);
}

/**
 * Throws `AppError` for a file that cannot be read, is too large or is not UTF-8, or that links lead out of a folder.
 * @param within the folder; null where links may lead anywhere
 */
export function readSettings(path: string, within: string | null): SettingsFile {
  try {
    const realPath = realPathOf(path);
    assertWithin(path, within);
    if (realPath === null) return { path, realPath: resolveFolderLinks(path), text: null, within };
    const stat = statSync(realPath);
    if (!stat.isFile()) throw unusable(path, 'is no regular file');
    if (stat.size > maxBytes) throw unusable(path, `is larger than ${maxBytes / 1024 / 1024} MB`);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(realPath));
    return { path, realPath, text, within };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof TypeError) throw unusable(path, 'is not UTF-8 text', error);
    throw unusable(path, `cannot be read (${codeOf(error)})`, error);
  }
}

/** The missing folders above the path, the innermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.push(folder);
  return missing;
}

function assertUnchanged(file: SettingsFile): void {
  const now = readSettings(file.path, file.within);
  if (now.text === file.text && now.realPath === file.realPath) return;
  throw new AppError('FileSystemError', `${file.path} was changed since it was read`, {
    hint: 'Nothing was written to it. Run the command again to see the change to its present content.',
  });
}

/** Gives a new file the owner and group of the old one, as far as the system allows. */
function keepOwner(path: string, { uid, gid }: { uid: number; gid: number }): void {
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOSYS') throw error;
  }
}

export interface WriteOptions {
  /** Permissions of a new file. */
  mode: number;
}

/** Throws `AppError`, and writes nothing, if the file was changed since it was read or cannot be written. */
export function writeSettings(file: SettingsFile, text: string, { mode }: WriteOptions): void {
  const { path, realPath } = file;
  const temporaryPath = `${realPath}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    mkdirSync(dirname(realPath), { recursive: true });
    // The folders may have become links since the file was read.
    assertWithin(path, file.within);
    const old = statSync(realPath, { throwIfNoEntry: false });
    const descriptor = openSync(temporaryPath, 'wx', mode);
    try {
      writeFileSync(descriptor, text);
      if (old !== undefined) fchmodSync(descriptor, old.mode & 0o7777);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    const { uid, gid } = statSync(temporaryPath);
    if (old !== undefined && (old.uid !== uid || old.gid !== gid)) keepOwner(temporaryPath, old);
    replaceFileSync(temporaryPath, realPath, {
      platform: process.platform,
      rename: (from, to) => {
        // Whoever had the file open when an attempt failed may have written it.
        assertUnchanged(file);
        renameSync(from, to);
      },
    });
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    if (error instanceof AppError) throw error;
    throw unusable(path, `cannot be written (${codeOf(error)})`, error);
  }
}

/** Removes the file, then the given folders up to the first that is not empty. The innermost folder comes first. Throws `AppError`. */
export function removeSettings(file: SettingsFile, folders: readonly string[]): void {
  assertUnchanged(file);
  try {
    rmSync(file.realPath);
  } catch (error) {
    throw unusable(file.path, `cannot be removed (${codeOf(error)})`, error);
  }
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // The folder is not empty.
      break;
    }
  }
}
