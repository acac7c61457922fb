/**
 * Names of one file, where a file system takes names that differ in case, or in how letters are composed, for the same. The walk gives a tracked
 * file by git's spelling, a folder lists its own, and a project has each file once.
 * Invariant: hard links are two files, whatever they are called.
 */
import type { Stats } from 'node:fs';

/** What is asked of a file system. Paths are the project's. */
export interface NamedFiles {
  look: (path: string) => Pick<Stats, 'dev' | 'ino'> | null;
  /** @param folder `` or ending in `/`; null where it cannot be read */
  readNames: (folder: string) => readonly { name: string }[] | null;
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function isSame(disk: NamedFiles, one: string, other: string): boolean {
  const [a, b] = [disk.look(one), disk.look(other)];
  return a !== null && b !== null && a.ino === b.ino && a.dev === b.dev;
}

/** Whether the folders on the way list each part of a path as it is written. */
function isListed(disk: NamedFiles, path: string): boolean {
  for (let from = 0; from < path.length;) {
    const slash = path.indexOf('/', from);
    const end = slash === -1 ? path.length : slash;
    const name = path.slice(from, end);
    if (disk.readNames(path.slice(0, from))?.some((entry) => entry.name === name) !== true) return false;
    from = end + 1;
  }
  return true;
}

/** Of paths as folders list them, those of files that the walk gives by another spelling, with that. */
export function otherSpellings(
  listed: readonly string[],
  walked: Iterable<string>,
  disk: NamedFiles,
): Map<string, string> {
  const found = new Map<string, string>();
  if (listed.length === 0) return found;
  const byFold = new Map<string, string[]>();
  for (const path of listed) byFold.set(fold(path), [...(byFold.get(fold(path)) ?? []), path]);
  for (const path of walked) {
    for (const other of byFold.get(fold(path)) ?? [])
      if (other !== path && isSame(disk, other, path) && !isListed(disk, path)) found.set(other, path);
  }
  return found;
}

/** Whether the file system finds a path by another spelling, too. */
function isFolded(disk: NamedFiles, path: string): boolean {
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  const others = new Set([swapped, name.normalize('NFC'), name.normalize('NFD')]);
  others.delete(name);
  return [...others].some((other) => isSame(disk, path, path.slice(0, slash) + other));
}

/** Whether a path that is there stands for what its folder lists, or is known, by another spelling. @param known names in its folder */
export function isRespelled(path: string, known: Iterable<string>, disk: NamedFiles): boolean {
  if (!isFolded(disk, path)) return false;
  if (!isListed(disk, path)) return true;
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  for (const other of known) {
    if (other === name || fold(other) !== fold(name)) continue;
    const before = path.slice(0, slash) + other;
    if (isSame(disk, path, before) && !isListed(disk, before)) return true;
  }
  return false;
}
