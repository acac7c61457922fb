/** Finds the project that a command is about. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { resolveRoot } from '../engine/resolve-root.ts';
import { AppError } from '../model/error.ts';
import type { GlobalOptions } from './global-options.ts';
import type { NamedProject } from '../mcp/engine-pool.ts';
import type { Terminal } from './terminal/terminal.ts';
import { requireRealPath } from '../util/paths/real-path.ts';

export interface ProjectRequest {
  terminal: Terminal;
  options: GlobalOptions;
  /** A folder given as the command's argument; it takes precedence over --root. */
  path?: string;
  /** The projects, where the command line names several; `options.root` then has their roots. */
  projects?: readonly NamedProject[];
}

function badDirectory(path: string): AppError {
  return new AppError('ValidationError', `Path must be a directory: ${path}`, {
    hint: 'Name a folder of the project, or leave it out for the current one.',
    details: { field: 'path', expected: 'a directory', received: path },
  });
}

/** The folder's real path. Throws `AppError`. */
export function existingDirectory(path: string): string {
  try {
    if (statSync(path).isDirectory()) return requireRealPath(path);
  } catch (error) {
    throw new AppError('ValidationError', badDirectory(path).message, {
      hint: `It ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be opened'}. Name a folder of the project.`,
      details: { field: 'path', expected: 'a directory', received: path },
      cause: error,
    });
  }
  throw badDirectory(path);
}

/** The folder given by --root. Throws `AppError` if there are several, because a command is about one project. */
export function onlyRoot({ root = [] }: GlobalOptions): string | undefined {
  if (root.length < 2) return root[0];
  throw new AppError('ValidationError', 'Several projects are named, and this command is about one', {
    hint: 'Choose it with --project NAME, or name only its folder with --root.',
    details: { field: '--root', expected: 'one folder', received: root },
  });
}

/**
 * The project's root: the nearest folder above with a repository or a manifest. Where there is none, a folder that the user named is the root
 * itself; the current folder is not, so that no home folder is indexed by accident.
 */
export function findRoot({ terminal, options, path }: ProjectRequest): string {
  const namedFolder = path ?? onlyRoot(options);
  const start = existingDirectory(resolve(terminal.workingDirectory, namedFolder ?? '.'));
  const found = resolveRoot(start);
  if ('root' in found) return found.root;
  if (namedFolder !== undefined) return start;
  throw new AppError('ValidationError', found.problem, {
    hint: found.hint,
    details: { field: 'root', expected: 'a project', received: start },
  });
}
