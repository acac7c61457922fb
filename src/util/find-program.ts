/**
 * Where a program is that is known by its bare name. Whoever starts one by its name alone leaves it to the system where it is looked for: Windows
 * looks in the current folder first, and an empty or relative entry of PATH means that folder everywhere.
 * Invariant: only absolute folders of PATH are looked in, and none that is the project's, which could put a program of its own there.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, posix, win32 } from 'node:path';

export interface ProgramSearch {
  /** Without an ending. */
  name: string;
  /** Folders as PATH has them. */
  path: string;
  /** Absolute: nothing at or below it is taken. Null for no project. */
  root: string | null;
  /** `process.platform`. */
  platform: string;
  /** Whether a program is at an absolute path. */
  isProgram: (path: string) => boolean;
}

/** Absolute path of the program; null where there is none. */
export function findProgram({ name, path, root, platform, isProgram }: ProgramSearch): string | null {
  const isWindows = platform === 'win32';
  const paths = isWindows ? win32 : posix;
  for (const entry of path.split(paths.delimiter)) {
    // Windows takes entries with a semicolon between quotes.
    const folder = isWindows ? entry.replaceAll('"', '') : entry;
    if (!isWhole(folder, isWindows) || (root !== null && isAtOrBelow(paths, root, folder))) continue;
    // What a shell would run besides (`.cmd`, `.bat`) needs a shell, which a program's arguments are not to reach.
    const program = paths.join(folder, isWindows ? `${name}.exe` : name);
    if (isProgram(program)) return program;
  }
  return null;
}

/** A path that means the same wherever one stands: to Windows `\tools` is a folder of the current drive, `C:tools` one of the current folder. */
function isWhole(folder: string, isWindows: boolean): boolean {
  return isWindows ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(folder) : posix.isAbsolute(folder);
}

function isAtOrBelow(paths: typeof posix, root: string, folder: string): boolean {
  const way = paths.relative(root, folder);
  return way === '' || !(way === '..' || way.startsWith(`..${paths.sep}`) || paths.isAbsolute(way));
}

/** Where programs are when nobody names a PATH. */
const standardFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files\\Git\\bin']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/bin'];

/** On this machine. @param environment of the child; Windows writes PATH in letters of any case */
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
