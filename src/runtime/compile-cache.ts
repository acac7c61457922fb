/**
 * Node's own cache of compiled modules (`module.enableCompileCache`), in the user's cache folder. Node checks its files by lengths and checksums
 * alone, so whoever can write them can have any code run. Therefore the folder belongs to its user alone, and is never in a project, where a clone
 * could bring it.
 * Invariants: the cache is used only in this program's own processes, never in one that imports the library. What cannot be trusted is not used, and nothing
 * is reported.
 */
import { existsSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { requireRealPath } from '../util/paths/real-path.ts';

const folderName = 'compile-cache';
/** Mode bits: only the user may read, write and enter. */
const forUserAlone = 0o700;
/** Mode bits: the group, or everybody, may write. */
const writableByOthers = 0o022;

export interface CacheRequest {
  /** Cache folder of this program; it need not exist. */
  cacheDirectory: string;
  /** Folders that the process may work on. */
  projects: readonly string[];
}

/** Enables the cache. Returns whether Node uses it from now on, in this process and in the processes and threads that it starts. */
export function useCompileCache(request: CacheRequest): boolean {
  const folder = safeFolder(request);
  if (folder === null) return false;
  const { directory } = enableCompileCache(folder);
  if (directory === undefined) return false;
  // Threads and child processes enable the cache through the environment only.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
  return true;
}

/** The real path of the folder, which is created if it does not exist; null where it cannot be trusted, or created. */
export function safeFolder({ cacheDirectory, projects }: CacheRequest): string | null {
  try {
    mkdirSync(cacheDirectory, { recursive: true, mode: forUserAlone });
    const folder = join(requireRealPath(cacheDirectory), folderName);
    if (isInProject(folder, projects)) return null;
    mkdirSync(folder, { recursive: true, mode: forUserAlone });
    return [dirname(folder), folder].every((one) => isUsersAlone(lstatSync(one))) ? folder : null;
  } catch {
    return null;
  }
}

/**
 * Whether a path is a folder, not a symbolic link, that belongs to this user and that nobody else can write to. On Windows there are no such
 * modes; the cache folder of a user belongs to that user.
 */
function isUsersAlone(found: Stats): boolean {
  if (!found.isDirectory()) return false;
  if (process.getuid === undefined) return true;
  return found.uid === process.getuid() && (found.mode & writableByOthers) === 0;
}

/** Whether a folder is in one of the projects, or in any other repository. */
function isInProject(folder: string, projects: readonly string[]): boolean {
  if (projects.some((project) => isWithin(project, folder))) return true;
  for (let at = dirname(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

function isWithin(project: string, path: string): boolean {
  let root: string;
  try {
    root = requireRealPath(project);
  } catch {
    return false;
  }
  const relativePath = relative(root, path);
  return relativePath === '' || (!relativePath.startsWith('..') && !isAbsolute(relativePath));
}
