/**
 * The projects of a workspace: a file that lists folders.
 * Invariants: a file that a flag names may list any folder, because the user gives it with each command. A file that the user's settings name and that is
 * part of a project may list only folders of that project: the project's next commit may change it. No file is ever looked for.
 */
import { homedir } from 'node:os';
import { dirname, parse, resolve } from 'node:path';
import { problem, readWorkspaceFile, type WorkspaceFolder } from '../../config/workspace-file.ts';
import { resolveRoot } from '../../engine/resolve-root.ts';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { toAppError } from '../../model/error.ts';
import { realPath } from '../../util/paths/real-path.ts';
import { isAtOrBelow, pathInFolder } from '../../util/paths/system-paths.ts';
import { existingDirectory } from '../asked-root.ts';
import { namedRoots, printableName } from './named-roots.ts';

export interface Workspace {
  /** Absolute path of the file. */
  path: string;
  /** Whether a flag names it, and not a setting. */
  isFlag: boolean;
}

/** A folder of the file with the project that it is, or is part of. */
interface Entry extends WorkspaceFolder {
  root: string;
}

/** At least one, in the order of the file. Throws `AppError('ConfigurationError')`. */
export function workspaceProjects({ path, isFlag }: Workspace): NamedProject[] {
  const folders = readWorkspaceFile(path);
  const missing = folders.flatMap(({ folder, where }) => {
    const reason = whyNoFolder(folder);
    return reason === null ? [] : [`${where}: ${folder} ${reason}`];
  });
  if (missing.length > 0) throw problem(path, `it lists what is no folder:\n  - ${missing.join('\n  - ')}`);
  const entries = folders.map(rootOf);
  if (!isFlag) refuseOutside(path, entries);
  const roots = withoutParts([...new Set(entries.map(({ root }) => root))]);
  return namedRoots(roots, givenNames(entries.filter(({ root }) => roots.includes(root))));
}

/** Null for a folder. */
function whyNoFolder(path: string): string | null {
  try {
    existingDirectory(path);
    return null;
  } catch (error) {
    const { hint } = toAppError(error);
    if (/^It does not exist/.test(hint ?? '')) return 'does not exist';
    if (/^It cannot be opened/.test(hint ?? '')) return 'cannot be opened';
    return /\.(?:code-workspace|json)$/.test(path) ? 'is a file; a workspace lists no other workspaces' : 'is a file';
  }
}

function rootOf(one: WorkspaceFolder): Entry {
  const folder = existingDirectory(one.folder);
  const found = resolveRoot(folder);
  const root = 'root' in found ? found.root : folder;
  if (root === parse(root).root || root === realPath(homedir())) {
    throw problem(one.where, `${root} contains many projects; list each of them`);
  }
  return { ...one, folder, root };
}

/** A file that came with a project may not name what is outside of it. */
function refuseOutside(path: string, entries: readonly Entry[]): void {
  const file = realPath(path) ?? path;
  const found = resolveRoot(dirname(file));
  if (!('root' in found)) return;
  const outside = entries.find(({ root }) => !isAtOrBelow(found.root, root));
  if (outside === undefined) return;
  throw problem(
    outside.where,
    `${outside.folder} is outside of ${found.root}, which the file is part of, and its commits may change the file. ` +
      'Give it with --workspace, or keep it outside of projects',
  );
}

/**
 * Without folders that are part of another one, as VS Code lists the packages of a repository beside the repository: its index has their files. A
 * repository in another one's folder is no part of it.
 */
function withoutParts(roots: readonly string[]): string[] {
  return roots.filter((root) => {
    const containing = roots.filter((other) => other !== root && isAtOrBelow(other, root));
    return containing.every((other) => hasRepositoryBelow(other, root));
  });
}

/** Whether a repository begins between two folders, the upper one not counted. */
function hasRepositoryBelow(upper: string, lower: string): boolean {
  const parts = pathInFolder(upper, lower)?.split('/') ?? [];
  return parts.some((_, at) => {
    const folder = resolve(upper, ...parts.slice(0, at + 1));
    return realPath(resolve(folder, '.git')) !== null;
  });
}

/** The names that the file gives, by root. That of a folder within a project names the folder and not the project. */
function givenNames(entries: readonly Entry[]): Map<string, string> {
  const names = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { root, folder, name, where } of entries) {
    if (name === null || root !== folder || names.has(root)) continue;
    const shown = printableName(name);
    if (shown === '') throw problem(where, `${JSON.stringify(name.slice(0, 80))} cannot be the name of a project`);
    const owner = owners.get(shown.toLowerCase());
    if (owner !== undefined) throw problem(where, `the name ${shown} is that of ${owner} as well`);
    owners.set(shown.toLowerCase(), root);
    names.set(root, shown);
  }
  return names;
}
