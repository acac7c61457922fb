/**
 * Finds a program by its bare name. Starting one by its bare name would leave the search to the system: Windows
 * searches the current folder first, and an empty or relative entry of PATH means that folder everywhere.
 * Invariant: only absolute folders of PATH are searched, and none inside the project, which could contain a program of its own.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, posix, win32 } from 'node:path';

export interface ProgramSearch {
  /** Without an extension. */
  name: string;
  /** Folders in the format of PATH. */
  path: string;
  /** Absolute: programs in or below it are never used. Null for no project. */
  root: string | null;
  /** `process.platform`. */
  platform: string;
  /** Whether there is a program at an absolute path. */
  isProgram: (path: string) => boolean;
}

/** Absolute path of the program; null where there is none. */
export function findProgram({ name, path, root, platform, isProgram }: ProgramSearch): string | null {
  const isWindows = platform === 'win32';
  const paths = isWindows ? win32 : posix;
  for (const entry of path.split(paths.delimiter)) {
    // Windows quotes entries that contain a semicolon.
    const folder = isWindows ? entry.replaceAll('"', '') : entry;
    if (!isWhole(folder, isWindows) || (root !== null && isAtOrBelow(paths, root, folder))) continue;
    // Files that a shell would run too (`.cmd`, `.bat`) need a shell, which must not get a program's arguments.
    const program = paths.join(folder, isWindows ? `${name}.exe` : name);
    if (isProgram(program)) return program;
  }
  return null;
}

/** Whether a path is independent of the current folder: on Windows `\tools` is on the current drive, `C:tools` in the drive's current folder. */
function isWhole(folder: string, isWindows: boolean): boolean {
  return isWindows ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(folder) : posix.isAbsolute(folder);
}

function isAtOrBelow(paths: typeof posix, root: string, folder: string): boolean {
  const way = paths.relative(root, folder);
  return way === '' || !(way === '..' || way.startsWith(`..${paths.sep}`) || paths.isAbsolute(way));
}

/** Folders for programs where PATH is not set. */
const standardFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files\\Git\\bin']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/bin'];

/** Finds a program on this machine. @param environment of the child; on Windows the case of PATH varies */
export function findProgramHere({
  name,
  environment,
  root,
}: Pick<ProgramSearch, 'name' | 'root'> & {
  environment: Readonly<Record<string, string | undefined>>;
}): string | null {
  const [, path] = Object.entries(environment).findLast(([key]) => key.toUpperCase() === 'PATH') ?? [];
  return findProgram({
    name,
    root,
    path: path ?? standardFolders.join(delimiter),
    platform: process.platform,
    isProgram,
  });
}

function isProgram(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
