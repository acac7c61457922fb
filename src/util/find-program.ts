/**
 * Finds a program by its bare name. Starting a program by its bare name would leave the search to the system: Windows
 * searches the current folder first, and every system resolves empty and relative entries of PATH against the current folder.
 * Invariant: only absolute folders of PATH are searched, and none inside the project, which could contain a program of this name.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { isAtOrBelow, isFullPath, pathsOf } from './paths/system-paths.ts';

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
  const paths = pathsOf(platform);
  for (const entry of path.split(paths.delimiter)) {
    // Windows quotes entries that contain a semicolon.
    const folder = isWindows ? entry.replaceAll('"', '') : entry;
    if (!isFullPath(folder, platform) || (root !== null && isAtOrBelow(root, folder, platform))) continue;
    // `.cmd` and `.bat` files are not searched for: they run in a shell, which would interpret the arguments.
    const program = paths.join(folder, isWindows ? `${name}.exe` : name);
    if (isProgram(program)) return program;
  }
  return null;
}

/** Folders for programs where PATH is not set. */
const standardFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files\\Git\\bin']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/bin'];

/** Finds a program on this machine. @param environment variables of the process to start. The case of the name PATH does not matter, as on Windows */
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
