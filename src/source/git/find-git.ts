/**
 * Finds git for use on a repository that may be hostile.
 * Invariants: git is taken from absolute folders of PATH outside the repository; no environment variable redirects it.
 */
import { homedir } from 'node:os';
import { findProgramHere } from '../../util/find-program.ts';

export type GitEnvironment = Readonly<Record<string, string | undefined>>;

export interface GitCommand {
  /** Path of the program. */
  program: string;
  environment: Record<string, string>;
}

/** Variables that only limit where git searches. All others of git's variables could redirect it to other repositories, settings or programs. */
const passedVariables = new Set(['GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM']);

/** Finds git for use on a root, or null where there is none. The child inherits from `environment`. @param root null: for no work tree of anybody else */
export function findGit(root: string | null, environment: GitEnvironment | undefined): GitCommand | null {
  const inherited = environment ?? defaultEnvironment();
  const child: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    const upper = name.toUpperCase();
    if (value === undefined || (upper.startsWith('GIT_') && !passedVariables.has(upper))) continue;
    child[name] = value;
  }
  const program = findProgramHere({ name: 'git', environment: child, root });
  if (program === null) return null;
  Object.assign(child, {
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // An empty list allows no transport at all, whatever the configuration says.
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
