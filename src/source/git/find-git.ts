/**
 * Finds git for a repository that nobody has vouched for.
 * Invariants: it is found in absolute folders of PATH outside the repository; no variable of the environment points it elsewhere.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, relative } from 'node:path';

export type GitEnvironment = Readonly<Record<string, string | undefined>>;

export interface GitCommand {
  /** Path of the program. */
  program: string;
  environment: Record<string, string>;
}

/** Where programs are when the caller names no PATH. */
const standardFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files\\Git\\bin']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/bin'];

/** Variables that only limit where git looks. All others of its own could point it at other repositories, settings or programs. */
const keptVariables = new Set(['GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM']);

/** Finds git for use on a root, or null where there is none. `environment` is what the child inherits from. */
export function findGit(root: string, environment: GitEnvironment | undefined): GitCommand | null {
  const inherited = environment ?? defaultEnvironment();
  const child: Record<string, string> = {};
  let path: string | undefined;
  for (const [name, value] of Object.entries(inherited)) {
    const upper = name.toUpperCase();
    if (value === undefined || (upper.startsWith('GIT_') && !keptVariables.has(upper))) continue;
    if (upper === 'PATH') path = value;
    child[name] = value;
  }
  const folders = path === undefined ? standardFolders : path.split(delimiter);
  const program = findProgram(folders, root);
  if (program === null) return null;
  Object.assign(child, {
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // An empty list: no transport at all, whatever the configuration says.
    GIT_ALLOW_PROTOCOL: '',
  });
  return { program, environment: child };
}

function defaultEnvironment(): GitEnvironment {
  try {
    return { HOME: homedir() };
  } catch {
    // The user id has no entry in the system's table.
    return {};
  }
}

function findProgram(folders: readonly string[], root: string): string | null {
  for (const folder of folders) {
    // A relative folder, or one below the root, is a place where the repository could put a program of its own.
    if (!isAbsolute(folder) || isBelow(root, folder)) continue;
    const program = join(folder, process.platform === 'win32' ? 'git.exe' : 'git');
    try {
      if (!statSync(program).isFile()) continue;
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Not there.
    }
  }
  return null;
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}
