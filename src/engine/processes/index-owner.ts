/**
 * Checks which project owns an index that is stored outside the project folder: the settings of two projects may name the same path.
 * Invariant: no question is answered with the code of another project.
 */
import { AppError } from '../../model/error.ts';
import { nameOfLocation, pathOfIndexIn, type IndexLocation } from '../../store/index-location.ts';
import { readWriter } from '../../store/registry.ts';
import type { Store } from '../../store/store.ts';
import { realPath } from '../../util/paths/real-path.ts';

/** Returns the check. Null if the index is inside the project folder: it then belongs to the project, even if both were moved. */
export function ownerCheck(root: string, location: IndexLocation): ((store: Store) => Promise<void>) | null {
  if ('memory' in location || pathOfIndexIn(root, location) !== null) return null;
  let checking: Promise<void> | null = null;
  return (store) => (checking ??= emptyIfForeign(store, root).finally(() => (checking = null)));
}

/** Empties an index that another project left; throws if that project is using it. */
async function emptyIfForeign(store: Store, root: string): Promise<void> {
  const owner = await store.getMeta('root');
  if (owner === null || owner === root || (realPath(owner) ?? owner) === (realPath(root) ?? root)) return;
  if (readWriter(store.location) !== null) {
    const index = nameOfLocation(store.location);
    throw new AppError('ConfigurationError', `The index at ${index} is in use for another project: ${owner}`, {
      hint: 'Give each project a place of its own: leave out --db and CODE_SCOUT_DATABASE_PATH, or name another file.',
    });
  }
  await store.clear();
  await store.setMeta('lastIndexedMs', null);
  await store.setMeta('root', root);
}
