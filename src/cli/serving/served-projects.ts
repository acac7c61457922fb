/** The projects of `serve` where `--root` is repeated. Each has a name that tools address it by. Invariant: names are distinct and printable. */
import { resolve, sep } from 'node:path';
import { AppError } from '../../model/error.ts';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { findRoot, type ProjectRequest } from '../asked-root.ts';

const mostProjects = 50;

/** Null with one `--root` or none. Throws `AppError`. */
export function severalProjects(request: ProjectRequest): readonly [NamedProject, ...NamedProject[]] | null {
  const { root: given = [], db } = request.options;
  if (given.length < 2) return null;
  const { workingDirectory } = request.terminal;
  if (given.length > mostProjects) {
    throw new AppError('ValidationError', `--root is given ${given.length} times`, {
      hint: `One server takes up to ${mostProjects} projects: start another for the rest.`,
      details: { field: '--root', expected: `at most ${mostProjects} folders`, received: given.length },
    });
  }
  if (db !== undefined && db !== ':memory:') {
    throw new AppError('ValidationError', '--db names one index, and there are several projects', {
      hint: 'Leave out --db: each project has its index in its own folder. Or keep all in memory with --db :memory:.',
      details: { field: '--db', expected: 'one --root, or :memory:', received: db },
    });
  }
  const roots = new Set(given.map((folder) => findRoot({ ...request, path: resolve(workingDirectory, folder) })));
  const [first, ...others] = namedRoots([...roots]);
  return first === undefined ? null : [first, ...others];
}

/** Names each project by the last part of its path, or by as many last parts as make it distinct. */
export function namedRoots(roots: readonly string[]): NamedProject[] {
  const parts = roots.map((root) => root.split(sep).filter((part) => part !== ''));
  const used = new Set<string>();
  return roots.map((root, i) => {
    const own = parts[i] ?? [];
    const tail = (of: readonly string[], length: number): string => of.slice(-length).join('/');
    let length = 1;
    while (
      length < own.length &&
      parts.some((other, j) => j !== i && tail(other, length).toLowerCase() === tail(own, length).toLowerCase())
    )
      length++;
    const plain = tail(own, length).replaceAll(/[^\p{L}\p{N}._/ -]/gu, '-') || 'root';
    let name = plain;
    for (let again = 2; used.has(name.toLowerCase()); again++) name = `${plain}-${again}`;
    used.add(name.toLowerCase());
    return { name, root };
  });
}
