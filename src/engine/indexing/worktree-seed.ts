/**
 * The first index of a work tree begins as a copy of the index of another work tree of the same repository, so that files with the same content
 * are not parsed, linked or embedded again. The first run compares the whole copy with the disk.
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathInFolder } from '../../util/paths/system-paths.ts';
import { otherWorktrees } from '../../source/git/git-folders.ts';
import { copyIndex } from '../../store/registry.ts';
import type { EngineConfig } from '../engine-options.ts';
import { indexVersion, workerData } from './indexing.ts';

/** Returns a function that makes the copy, and resolves to whether a copy was made. Null if the index is not a file inside the work tree. */
export function worktreeSeed(root: string, config: EngineConfig): (() => Promise<boolean>) | null {
  if (config.database.path === ':memory:') return null;
  const path = pathInFolder(root, resolve(root, config.database.path));
  if (path === null) return null;
  return async () => {
    const extractionVersion = indexVersion(workerData(root, config));
    for (const from of byAge(otherWorktrees(root).map((top) => join(top, path))))
      if (await copyIndex({ from, to: join(root, path), extractionVersion })) return true;
    return false;
  };
}

/** Orders indexes by their last write, newest first: the newest one is probably most like this tree. */
function byAge(paths: readonly string[]): string[] {
  const ages = paths.flatMap((path) => {
    const times = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return times[0] === 0 ? [] : [{ path, atMs: Math.max(...times) }];
  });
  return ages.sort((a, b) => b.atMs - a.atMs).map(({ path }) => path);
}
