/**
 * Folds small segments and gives free pages back, in slices; empties the log.
 * Invariant: nobody waits longer for the store than a slice lasts.
 */
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { releasePages } from './driver.ts';
import type { Database } from './driver.ts';
import { deleteUnused, mergeSegments, mergeToOptimise } from '../index/segment-merge.ts';
import { segmentsInUse } from '../index/segments.ts';
import { clockMs } from '../../../util/clock.ts';

/** Others run after this much work. */
const sliceMs = 15;
/** Blocks that are deleted between two looks at the clock. */
const blocksADelete = 256;
/** A log below this is left to SQLite's own checkpoints. */
const smallLogBytes = 1 << 20;
/** Free pages that are given back to the file system at once. */
const pagesAVacuum = 256;

export interface OptimisedStore {
  database: Database;
  /** Runs in a write transaction of its own. */
  change<T>(work: (database: Database) => T): Promise<T>;
  /** Segments that the merge under way is reading: nobody else may fold them. */
  setMerging(ids: ReadonlySet<number>): void;
}

export async function optimiseStore(store: OptimisedStore): Promise<void> {
  await deleteAllUnused(store);
  for (;;) {
    const sources = await store.change((database) => {
      const chosen = mergeToOptimise(segmentsInUse(database));
      store.setMerging(new Set(chosen.map((segment) => segment.id)));
      return chosen;
    });
    if (sources.length === 0) break;
    const merge = mergeSegments(store.database, sources);
    try {
      while (await slice(store, () => merge.next().done !== true));
    } finally {
      store.setMerging(new Set());
    }
    await deleteAllUnused(store);
  }
  while (await slice(store, (database) => releasePages(database, pagesAVacuum)));
  await store.change((database) => database.exec('PRAGMA optimize'));
}

async function deleteAllUnused(store: OptimisedStore): Promise<void> {
  while (await slice(store, (database) => deleteUnused(database, blocksADelete)));
}

/** Repeats `step` in one transaction until its time is up; false when `step` has no more to do. Others run before the next. */
async function slice(store: OptimisedStore, step: (database: Database) => boolean): Promise<boolean> {
  const more = await store.change((database) => {
    const end = clockMs() + sliceMs;
    while (step(database)) if (clockMs() > end) return true;
    return false;
  });
  await nextTurn();
  return more;
}

/** Copies the log of the database there back and cuts it to nothing, unless somebody is reading from it. */
export function emptyLog(database: Database, location: string): void {
  const log = statSync(`${location}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size < smallLogBytes) return;
  database.withoutWaiting(() => database.all('PRAGMA wal_checkpoint(TRUNCATE)'));
}
