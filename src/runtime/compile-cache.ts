/**
 * Node's own cache of compiled modules (`module.enableCompileCache`), in the user's cache folder. Node checks its files by lengths and sums alone:
 * who can write them can have anything run. So the folder is for its user alone, and never in a project, where a clone could bring it.
 * Invariants: only for processes that this program has for itself, never for one that imports the library; what cannot be trusted is not used,
 * without a word.
 */
import { existsSync, lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';

const folderName = 'compile-cache';
const forUserAlone = 0o700;
const writableByOthers = 0o022;

export interface CacheRequest {
  /** Of this program, for what can be made again; it need not exist. */
  cacheDirectory: string;
  /** Folders that the process may be about. */
  projects: readonly string[];
}

/** Whether Node caches there from now on, in this process and in the processes and threads that it starts. */
export function useCompileCache(request: CacheRequest): boolean {
  const folder = safeFolder(request);
  if (folder === null) return false;
  const { directory } = enableCompileCache(folder);
  if (directory === undefined) return false;
  // Node switches it on in threads and further processes by the environment alone.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
  return true;
}

/** The real path of the folder, made where there is none; null where it cannot be trusted, or made. */
export function safeFolder({ cacheDirectory, projects }: CacheRequest): string | null {
  try {
    mkdirSync(cacheDirectory, { recursive: true, mode: forUserAlone });
    const folder = join(realpathSync(cacheDirectory), folderName);
    if (isInProject(folder, projects)) return null;
    mkdirSync(folder, { recursive: true, mode: forUserAlone });
    return [dirname(folder), folder].every((one) => isOurs(lstatSync(one))) ? folder : null;
  } catch {
    return null;
  }
}

/** A folder, no link, that nobody else can write to. Windows gives a user's folders to that user and has no such modes. */
function isOurs(found: Stats): boolean {
  if (!found.isDirectory()) return false;
  if (process.getuid === undefined) return true;
  return found.uid === process.getuid() && (found.mode & writableByOthers) === 0;
}

/** Also where a repository holds it that this process is not about. */
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
    root = realpathSync(project);
  } catch {
    return false;
  }
  const way = relative(root, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}
