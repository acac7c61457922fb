/**
 * Chooses and merges segments. A merge is a generator that can run in pieces, each in its own transaction. Until the merge is done, the new segment
 * counts as being built, and readers use the old ones.
 * Invariant: a merge drops only postings of files that were gone when it began, and replaces the segments in one transaction.
 */
import type { Database } from '../file/driver.ts';
import { ListMerge } from './list-merge.ts';
import { addSegment, segmentStates, segmentsInUse, segmentWriter } from './segments.ts';
import type { Segment } from './segments.ts';
import { StoredBlocks } from './stored-blocks.ts';

/** Maximum number of postings that are merged inside a write: about 30 ms of work. */
const writeMergePostings = 32_768;
/** Minimum number of adjacent segments of similar size that are merged inside a write. Each of n postings is then rewritten log8(n) times. */
const writeMergeFan = 8;
/**
 * The oldest segments, up to the first one with at most `writeMergePostings` postings, are left unmerged while they are at most this many. So the
 * first index of an ordinary tree merges nothing, and a query reads at most three segments more than if they were merged into one.
 */
const baseSegments = 4;
/** After `optimise` each segment, except those oldest ones, has at least this many times the postings of all newer ones together. */
const sizeRatio = 4;
/** Share of dead postings from which `optimise` rewrites a segment. */
const deadShare = 0.2;
/** Entries between two points where a merge may pause. */
const entriesPerPiece = 1_024;

function sumPostings(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.postings, 0);
}

/** The segments that a write should merge: the newest ones, if there are many small ones of similar size. */
export function mergeAfterWrite(segments: readonly Segment[]): Segment[] {
  const newest = segments.at(-1);
  if (newest === undefined) return [];
  const tier = sizeTier(newest);
  let from = segments.length - 1;
  while (from > 0 && sizeTier(segments[from - 1] as Segment) <= tier) from--;
  const chosen = segments.slice(from);
  return chosen.length >= writeMergeFan && sumPostings(chosen) <= writeMergePostings ? chosen : [];
}

/** Logarithm of a segment's size, rounded down: segments of one tier are of similar size. */
function sizeTier(segment: Segment): number {
  return Math.floor(Math.log(Math.max(segment.postings, 1)) / Math.log(writeMergeFan));
}

/**
 * The segments that `optimise` should merge next: all from the oldest one that is too small in comparison with the newer ones; if there is none, a
 * segment with many dead postings.
 */
export function mergeToOptimise(segments: readonly Segment[]): Segment[] {
  const base = countBase(segments);
  for (let from = base, newer = sumPostings(segments.slice(base)); from < segments.length - 1; from++) {
    const { postings } = segments[from] as Segment;
    newer -= postings;
    if (postings < sizeRatio * newer) return segments.slice(from);
  }
  return segments.filter((segment) => segment.deadPostings > deadShare * segment.postings).slice(0, 1);
}

/** Number of the oldest segments that are not merged (see `baseSegments`). */
function countBase(segments: readonly Segment[]): number {
  const small = segments.findIndex(({ postings }) => postings <= writeMergePostings);
  const large = small < 0 ? segments.length : small;
  return large <= baseSegments ? large : 0;
}

/**
 * Merges adjacent segments into one. Runs in the caller's transaction, and yields where the caller may commit and begin another one. Returns false if
 * a source is no longer in use; the segments in use are then unchanged.
 */
export function* mergeSegments(database: Database, sources: readonly Segment[]): Generator<void, boolean> {
  const first = sources[0] as Segment;
  const last = sources.at(-1) as Segment;
  const range = { firstFile: first.firstFile, lastFile: last.lastFile };
  const target = addSegment(database, { ...range, postings: 0, deadPostings: 0 }, segmentStates.building);
  const writer = segmentWriter(database, target);
  const merge = new ListMerge(new StoredBlocks(database), sources, writer);
  let entries = 0;
  for (let merged = merge.mergeKey(); merged > 0; merged = merge.mergeKey()) {
    entries += merged;
    if (entries < entriesPerPiece) continue;
    entries = 0;
    yield;
    if (!areInUse(database, sources, target)) return false;
  }
  writer.finish();
  return replaceSources(database, sources, {
    target,
    kept: sumPostings(sources) - merge.dropped,
    dropped: merge.dropped,
  });
}

function areInUse(database: Database, sources: readonly Segment[], target: number): boolean {
  const inUse = new Set(segmentsInUse(database).map((segment) => segment.id));
  const building = database.get('SELECT 1 FROM segments WHERE id = ? AND state = 0', target);
  return building !== undefined && sources.every((source) => inUse.has(source.id));
}

function replaceSources(
  database: Database,
  sources: readonly Segment[],
  result: { target: number; kept: number; dropped: number },
): boolean {
  const { target, kept, dropped } = result;
  if (!areInUse(database, sources, target)) return false;
  // Postings of files that were removed since the merge began are in the new segment too.
  const ids = new Set(sources.map((source) => source.id));
  const dead = segmentsInUse(database).reduce(
    (sum, { id, deadPostings }) => (ids.has(id) ? sum + deadPostings : sum),
    0,
  );
  for (const id of ids) database.run('UPDATE segments SET state = 2 WHERE id = ?', id);
  if (kept === 0) database.run('UPDATE segments SET state = 2 WHERE id = ?', target);
  else {
    database.run(
      'UPDATE segments SET state = 1, postings = ?, dead_postings = ? WHERE id = ?',
      kept,
      dead - dropped,
      target,
    );
  }
  return true;
}

/** Deletes up to `blocks` blocks that finished or interrupted merges left; false if there were none. Must not run during a merge. */
export function deleteUnused(database: Database, blocks: number): boolean {
  const id = database.get('SELECT id FROM segments WHERE state <> 1 LIMIT 1')?.[0];
  if (typeof id !== 'number') return false;
  const deleted = database.run(
    'DELETE FROM terms WHERE segment = ? AND first IN (SELECT first FROM terms WHERE segment = ? ORDER BY first LIMIT ?)',
    id,
    id,
    blocks,
  );
  if (deleted < blocks) database.run('DELETE FROM segments WHERE id = ?', id);
  return true;
}

/** Does the small merges of a write, inside its transaction. @param reserved ids of the segments that a merge under way reads */
export function mergeWritten(database: Database, reserved: ReadonlySet<number>): void {
  for (;;) {
    const sources = mergeAfterWrite(segmentsInUse(database).filter((segment) => !reserved.has(segment.id)));
    if (sources.length === 0) return;
    const merge = mergeSegments(database, sources);
    while (merge.next().done !== true);
    for (const { id } of sources) {
      database.run('DELETE FROM terms WHERE segment = ?', id);
      database.run('DELETE FROM segments WHERE id = ?', id);
    }
  }
}
