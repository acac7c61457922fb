/** Which of several declarations of one name lies nearest to a file: parts of a project may each have their own. */
import type { ProgramFile } from './program-file.ts';
import type { Target } from './targets.ts';

/** How many folders two paths have in common. */
export function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < left.length - 1 && count < right.length - 1 && left[count] === right[count]) count++;
  return count;
}

/** Whether a build takes only one of two files of a package: files of one module for different variants of it (`src/debug`, `src/release`). */
export function areBuildVariants(a: string, b: string): boolean {
  const shared = sharedFolders(a, b);
  const folders = a.split('/');
  const last = folders.lastIndexOf('src');
  return last !== -1 && last < shared && shared < folders.length - 1;
}

/** Targets whose folder shares most with that of the file that names them. */
export function nearestTargets<T extends Target>(asking: ProgramFile, targets: readonly T[]): readonly T[] {
  if (targets.length < 2) return targets;
  const shared = targets.map(({ file }) => sharedFolders(asking.path, file.path));
  const most = Math.max(...shared);
  return targets.filter((_, at) => shared[at] === most);
}
