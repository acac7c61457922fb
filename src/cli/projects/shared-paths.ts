/** Paths of projects that are asked together: `api/src/app.ts` is `src/app.ts` of the project `api`. */
import { join } from 'node:path';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { pathInFolder } from '../../util/paths/system-paths.ts';

/** Where a path of an answer is on this machine; null if it begins with the name of no project. */
export function locationOf(projects: readonly NamedProject[], path: string): string | null {
  const found = longest(projects.filter(({ name }) => path === name || path.startsWith(`${name}/`)));
  return found === null ? null : join(found.root, path.slice(found.name.length));
}

/**
 * An absolute path as answers have it: `.` for a folder with projects in it, null for what is in no project. Of projects within each other the inner one
 * counts.
 */
export function sharedPath(projects: readonly NamedProject[], absolute: string): string | null {
  const containing = projects.filter(({ root }) => pathInFolder(root, absolute) !== null);
  const found = containing.toSorted((a, b) => b.root.length - a.root.length)[0];
  if (found === undefined) return projects.some(({ root }) => pathInFolder(absolute, root) !== null) ? '.' : null;
  const below = pathInFolder(found.root, absolute);
  return below === '' ? found.name : `${found.name}/${below}`;
}

function longest(projects: readonly NamedProject[]): NamedProject | null {
  return projects.toSorted((a, b) => b.name.length - a.name.length)[0] ?? null;
}
