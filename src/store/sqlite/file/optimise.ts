/**
 * Merges small segments and frees unused pages, in slices; empties the log.
 * Invariant: no other use of the store waits longer than one slice.
 */
import { statSync } from 'node:fs';
import { releasePages } from './driver.ts';
import type { Database } from './driver.ts';
import { deleteUnused, mergeSegments, mergeToOptimise } from '../index/segment-merge.ts';
import { segmentsInUse } from '../index/segments.ts';
import { clockMs } from '../../../util/clock.ts';
import { nextTurn } from '../../../util/turns/turns.ts';

/** Length of a slice, after which other work gets a turn (ms). */
const sliceMs = 15;
/** Blocks that are deleted between two checks of the clock. */
const blocksPerDelete = 256;
/** A smaller log is left to SQLite's automatic checkpoints (bytes). */
const smallLogBytes = 1 << 20;
/** Free pages that are returned to the file system at a time. */
const pagesPerVacuum = 256;

export interface OptimisedStore {
  database: Database;
  /** Runs `work` in a write transaction. */
  change<T>(work: (database: Database) => T): Promise<T>;
  /** Reserves the segments that the merge under way reads: no other merge may use them. */
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
  while (await slice(store, (database) => releasePages(database, pagesPerVacuum)));
  await store.change((database) => database.exec('PRAGMA optimize'));
}

async function deleteAllUnused(store: OptimisedStore): Promise<void> {
  while (await slice(store, (database) => deleteUnused(database, blocksPerDelete)));
}

/** Repeats `step` in one transaction until the slice is over; then lets other work run. False if `step` has nothing left to do. */
async function slice(store: OptimisedStore, step: (database: Database) => boolean): Promise<boolean> {
  const hasMore = await store.change((database) => {
    const end = clockMs() + sliceMs;
    while (step(database)) if (clockMs() > end) return true;
    return false;
  });
  await nextTurn();
  return hasMore;
}

/** Copies the log into the database and truncates it, unless it is small or a reader is using it. */
export function emptyLog(database: Database, location: string): void {
  const log = statSync(`${location}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size < smallLogBytes) return;
  database.withoutWaiting(() => database.all('PRAGMA wal_checkpoint(TRUNCATE)'));
}
