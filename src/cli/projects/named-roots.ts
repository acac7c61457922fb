/** The names of projects that are asked or served together. Invariant: names are distinct, whatever their case, and printable; a path may begin with one. */
import { sep } from 'node:path';
import type { NamedProject } from '../../mcp/engine-pool.ts';

/** What is not printable, or has a meaning in a question (`*`), becomes a hyphen. Empty for a name that no path could begin with. */
export function printableName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{N}._/ -]/gu, '-')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[\s/]+|[\s/]+$/g, '');
  return plain.split('/').some((part) => /^\.{1,2}$/.test(part)) ? '' : plain;
}

/**
 * Names each project by the last part of its path, or by as many last parts as make it distinct.
 * @param given names that some of the projects have already, by their roots
 */
export function namedRoots(roots: readonly string[], given: ReadonlyMap<string, string> = new Map()): NamedProject[] {
  const parts = roots.map((root) => root.split(sep).filter((part) => part !== ''));
  const used = new Set([...given.values()].map((name) => name.toLowerCase()));
  return roots.map((root, i) => {
    const named = given.get(root);
    if (named !== undefined) return { name: named, root };
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
    const baseName = printableName(lastParts(rootParts, length)) || 'root';
    let name = baseName;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${baseName}-${number}`;
    used.add(name.toLowerCase());
    return { name, root };
  });
}
