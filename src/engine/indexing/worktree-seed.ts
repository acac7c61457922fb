/**
 * The first index of a work tree begins as a copy of the index of another work tree of the same repository, so that files with the same content
 * are not parsed, linked or embedded again. The first run compares the whole copy with the disk.
 */
import { join } from 'node:path';
import { otherWorktrees } from '../../source/git/git-folders.ts';
import { pathOfIndexIn, type IndexLocation } from '../../store/index-location.ts';
import { copyIndex, lastWrittenMs } from '../../store/registry.ts';
import type { EngineConfig } from '../engine-options.ts';
import { indexLocationOf } from '../project-place.ts';
import { indexVersion, workerData } from './indexing.ts';

/** Returns a function that makes the copy, and resolves to whether a copy was made. Null if the index is not a file inside the work tree. */
export function worktreeSeed(root: string, config: EngineConfig): (() => Promise<boolean>) | null {
  const to = indexLocationOf(root, config);
  const path = pathOfIndexIn(root, to);
  if (path === null) return null;
  return async () => {
    const extractionVersion = indexVersion(workerData(root, config));
    for (const from of byAge(otherWorktrees(root).map((top) => ({ file: join(top, path) }))))
      if (await copyIndex({ from, to, extractionVersion })) return true;
    return false;
  };
}

/** Orders indexes by their last write, newest first: the newest one is probably most like this tree. */
function byAge(indexes: readonly IndexLocation[]): IndexLocation[] {
  const ages = indexes.flatMap((location) => {
    const atMs = lastWrittenMs(location);
    return atMs === null ? [] : [{ location, atMs }];
  });
  return ages.sort((a, b) => b.atMs - a.atMs).map(({ location }) => location);
}
