/**
 * Several names of one file, on a file system that ignores differences of case or of Unicode composition. The walk lists a tracked
 * file with git's spelling, a folder may list another spelling, and the project must have the file once.
 * Invariant: hard links are two files, whatever their names are.
 */
import type { Stats } from 'node:fs';
import { foldedName } from '../../util/paths/system-paths.ts';

/** Access to a file system. Paths are relative to the project. */
export interface NamedFiles {
  stat: (path: string) => Pick<Stats, 'dev' | 'ino'> | null;
  /** @param folder `` or ending in `/`; null where it cannot be read */
  readNames: (folder: string) => readonly { name: string }[] | null;
}

function isSameFile(disk: Pick<NamedFiles, 'stat'>, one: string, other: string): boolean {
  const [a, b] = [disk.stat(one), disk.stat(other)];
  return a !== null && b !== null && a.ino === b.ino && a.dev === b.dev;
}

/** Whether the folders above list each part of a path in the spelling of the path. */
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

/** Maps paths as folders list them to the spelling of the walk, where these differ. */
export function otherSpellings(
  listed: readonly string[],
  walked: Iterable<string>,
  disk: NamedFiles,
): Map<string, string> {
  const found = new Map<string, string>();
  if (listed.length === 0) return found;
  const byFold = new Map<string, string[]>();
  for (const path of listed) byFold.set(foldedName(path), [...(byFold.get(foldedName(path)) ?? []), path]);
  for (const path of walked) {
    for (const other of byFold.get(foldedName(path)) ?? [])
      if (other !== path && isSameFile(disk, other, path) && !isListed(disk, path)) found.set(other, path);
  }
  return found;
}

/** Whether the file system also finds a path by another spelling. */
function isFoundByOtherSpelling(disk: Pick<NamedFiles, 'stat'>, path: string): boolean {
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  const others = new Set([swapped, name.normalize('NFC'), name.normalize('NFD')]);
  others.delete(name);
  return [...others].some((other) => isSameFile(disk, path, path.slice(0, slash) + other));
}

/**
 * The files of a listing without other spellings of the same file: git lists a file that it tracks, and once more where the disk has it with another spelling
 * that git takes for a new one. The first is kept. Whether the file system has such spellings is asked for one file.
 */
export function withoutOtherSpellings<T extends { path: string }>(files: T[], disk: Pick<NamedFiles, 'stat'>): T[] {
  if (files.length < 2 || !isFoundByOtherSpelling(disk, files[0]!.path)) return files;
  const firsts = new Map<string, string>();
  return files.filter(({ path }) => {
    const fold = foldedName(path);
    const first = firsts.get(fold);
    if (first === undefined) firsts.set(fold, path);
    return first === undefined || !isSameFile(disk, first, path);
  });
}

/**
 * Whether the folder of an existing path lists it with another spelling, or did so before.
 * @param recordedNames names in the folder when it was last read
 */
export function isRespelled(path: string, recordedNames: Iterable<string>, disk: NamedFiles): boolean {
  if (!isFoundByOtherSpelling(disk, path)) return false;
  if (!isListed(disk, path)) return true;
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  for (const other of recordedNames) {
    if (other === name || foldedName(other) !== foldedName(name)) continue;
    const recordedPath = path.slice(0, slash) + other;
    if (isSameFile(disk, path, recordedPath) && !isListed(disk, recordedPath)) return true;
  }
  return false;
}
