/**
 * The names of projects that are asked or served together.
 * Invariants: names are distinct, whatever their case, and printable. A path may begin with one: none begins with another one and a slash.
 */
import { sep } from 'node:path';
import type { NamedProject } from '../../mcp/engine-pool.ts';

/** What is not printable, separates folders, or has a meaning in a question (`*`), becomes a hyphen. Empty for a name that no folder could have. */
export function printableName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '-').trim();
  return /^\.*$/.test(plain) ? '' : plain;
}

/**
 * Names each project by the last part of its path, or by as many last parts as make it distinct.
 * @param given names that some of the projects have already, by their roots
 */
export function namedRoots(roots: readonly string[], given: ReadonlyMap<string, string> = new Map()): NamedProject[] {
  const bases = ownNames(roots).map((name, at) => given.get(roots[at]!) ?? name);
  const used = new Set([...given.values()].map((name) => name.toLowerCase()));
  return roots.map((root, i) => {
    const base = bases[i]!;
    if (given.has(root)) return { name: base, root };
    const baseName = startsWithName(base, bases) ? base.replaceAll('/', '-') : base;
    let name = baseName;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${baseName}-${number}`;
    used.add(name.toLowerCase());
    return { name, root };
  });
}

/** Whether a name is another one, a slash and more. */
function startsWithName(name: string, names: readonly string[]): boolean {
  const plain = name.toLowerCase();
  return names.some((other) => plain.startsWith(`${other.toLowerCase()}/`));
}

/** The last parts of each path, as many as make them distinct, with slashes. */
function ownNames(roots: readonly string[]): string[] {
  const parts = roots.map((root) => root.split(sep).filter((part) => part !== ''));
  const lastParts = (path: readonly string[], length: number): string => path.slice(-length).join('/').toLowerCase();
  return parts.map((own, i) => {
    let length = 1;
    const isShared = (): boolean =>
      parts.some((other, j) => j !== i && lastParts(other, length) === lastParts(own, length));
    while (length < own.length && isShared()) length++;
    const names = own.slice(-length).map((part) => printableName(part) || '-');
    return names.join('/') || 'root';
  });
}
