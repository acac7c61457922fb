/** Paths that a user writes on the command line. */
import { lstatSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { findRoot, type ProjectRequest } from './asked-root.ts';
import { sharedPath } from './projects/shared-paths.ts';
import { requireRealPath } from '../util/paths/real-path.ts';
import { pathInFolder } from '../util/paths/system-paths.ts';

/**
 * The absolute form of a path from the current folder, as the shell completes it. If nothing exists there, the path as given, which is meant from the
 * project's root. Of projects that are asked together: the path as answers have it.
 */
export function pathFrom({ terminal, projects }: ProjectRequest, path: string): string {
  const absolute = resolve(terminal.workingDirectory, path);
  if (lstatSync(absolute, { throwIfNoEntry: false }) === undefined) return path;
  const found =
    absolute === dirname(absolute) ? absolute : join(requireRealPath(dirname(absolute)), basename(absolute));
  return projects === undefined ? found : (sharedPath(projects, found) ?? found);
}

/** As `pathFrom`, but what exists outside of the root is no part of the project: then the path as given, which is meant from the root. */
export function pathBelow(request: ProjectRequest, root: string, path: string): string {
  const found = pathFrom(request, path);
  if (request.projects !== undefined) return isAbsolute(found) ? path : found;
  return found === root || found.startsWith(root + sep) ? found : path;
}

/**
 * A name of a symbol that begins with a path from the current folder (`../a.ts:run`, `./a.ts#App.run`, `a.ts`), with the path from the root instead. Other
 * names stay.
 */
export function nameFromHere(request: ProjectRequest, name: string): string {
  const [, path = '', rest = ''] = /^([^#:]+)([#:].*)?$/s.exec(name) ?? [];
  if (!/[./]/.test(path)) return name;
  const found = pathFrom(request, path);
  if (found === path) return name;
  if (request.projects !== undefined) return isAbsolute(found) ? name : found + rest;
  const below = pathInFolder(findRoot(request), found);
  return below === null || below === '' ? name : below + rest;
}
