/** The projects of `serve` if `--root` is repeated. Tools take the name of a project. Invariant: names are distinct and printable. */
import { resolve, sep } from 'node:path';
import { AppError } from '../../model/error.ts';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { findRoot, type ProjectRequest } from '../asked-root.ts';

const maxProjects = 50;

/** The named projects; null with one `--root` or none. Throws `AppError`. */
export function severalProjects(request: ProjectRequest): readonly [NamedProject, ...NamedProject[]] | null {
  const { root: folders = [], db } = request.options;
  if (folders.length < 2) return null;
  const { workingDirectory } = request.terminal;
  if (folders.length > maxProjects) {
    throw new AppError('ValidationError', `--root is given ${folders.length} times`, {
      hint: `One server takes up to ${maxProjects} projects: start another for the rest.`,
      details: { field: '--root', expected: `at most ${maxProjects} folders`, received: folders.length },
    });
  }
  if (db !== undefined && db !== ':memory:') {
    throw new AppError('ValidationError', '--db names one index, and there are several projects', {
      hint: 'Leave out --db: each project has its index in its own folder. Or keep all in memory with --db :memory:.',
      details: { field: '--db', expected: 'one --root, or :memory:', received: db },
    });
  }
  const roots = new Set(folders.map((folder) => findRoot({ ...request, path: resolve(workingDirectory, folder) })));
  const [first, ...others] = namedRoots([...roots]);
  return first === undefined ? null : [first, ...others];
}

/** Names each project by the last part of its path, or by as many last parts as make it distinct. */
export function namedRoots(roots: readonly string[]): NamedProject[] {
  const parts = roots.map((root) => root.split(sep).filter((part) => part !== ''));
  const used = new Set<string>();
  return roots.map((root, i) => {
    const rootParts = parts[i] ?? [];
    const lastParts = (path: readonly string[], length: number): string => path.slice(-length).join('/');
    let length = 1;
    while (
      length < rootParts.length &&
      parts.some(
        (other, j) => j !== i && lastParts(other, length).toLowerCase() === lastParts(rootParts, length).toLowerCase(),
      )
    )
      length++;
    const baseName = lastParts(rootParts, length).replaceAll(/[^\p{L}\p{N}._/ -]/gu, '-') || 'root';
    let name = baseName;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${baseName}-${number}`;
    used.add(name.toLowerCase());
    return { name, root };
  });
}
