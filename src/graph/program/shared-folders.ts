/** Nearness of files by their folders. Each part of a project may declare a name, and a file means the nearest declaration. */
import { sharedFolders } from '../../util/shared-folders.ts';
import type { ProgramFile } from './program-file.ts';
import type { Target } from './targets.ts';

/** Whether two files belong to different build variants of one module (`src/debug`, `src/release`): a build takes only one of them. */
export function areBuildVariants(a: string, b: string): boolean {
  const shared = sharedFolders(a, b);
  const folders = a.split('/');
  const last = folders.lastIndexOf('src');
  return last !== -1 && last < shared && shared < folders.length - 1;
}

/** The targets that are nearest to a file: their paths have most folders in common with its path. */
export function nearestTargets<T extends Target>(asking: ProgramFile, targets: readonly T[]): readonly T[] {
  if (targets.length < 2) return targets;
  const shared = targets.map(({ file }) => sharedFolders(asking.path, file.path));
  const most = Math.max(...shared);
  return targets.filter((_, at) => shared[at] === most);
}
