/**
 * Merging segments: which, and how. A merge is a generator that may be run in pieces, each in its own transaction: until it is done the
 * new segment counts as being built and readers stay with the old ones.
 * Invariant: a merge leaves out only postings of files that were gone when it began, and puts the segments in use over in one transaction.
 */
import type { Database } from '../file/driver.ts';
import { ListMerge } from './list-merge.ts';
import { addSegment, segmentStates, segmentsInUse, segmentWriter } from './segments.ts';
import type { Segment } from './segments.ts';

/** Postings that a merge inside a write may touch: some 30 ms of work. */
const writeMergePostings = 32_768;
/** Neighbours of like size that are merged inside a write; each posting is so rewritten log8 times. */
const writeMergeFan = 8;
/**
 * So many of the oldest segments are left alone where merging them is work: a first index of an ordinary tree then merges nothing, and a
 * question looks into three segments more at the most. Where there are more, most of them are merged anyway, and so are these.
 */
const baseSegments = 4;
/** After `optimise` a segment behind these has at least as many times the postings of all newer ones together. */
const sizeRatio = 4;
/** Share of dead postings from which `optimise` writes a segment anew. */
const deadShare = 0.2;
/** Entries of blocks between two points at which a merge may pause. */
const entriesAPiece = 1_024;

function sumPostings(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.postings, 0);
}

/** What a write should merge: the newest segments, when there are many of about one size and little is in them. */
export function mergeAfterWrite(segments: readonly Segment[]): Segment[] {
  const newest = segments.at(-1);
  if (newest === undefined) return [];
  const tier = sizeTier(newest);
  let from = segments.length - 1;
  while (from > 0 && sizeTier(segments[from - 1] as Segment) <= tier) from--;
  const chosen = segments.slice(from);
  return chosen.length >= writeMergeFan && sumPostings(chosen) <= writeMergePostings ? chosen : [];
}

function sizeTier(segment: Segment): number {
  return Math.floor(Math.log(Math.max(segment.postings, 1)) / Math.log(writeMergeFan));
}

/** What `optimise` should merge next: everything from the oldest segment that newer ones crowd; else one with much that is dead. */
export function mergeToOptimise(segments: readonly Segment[]): Segment[] {
  const base = countBase(segments);
  for (let from = base, newer = sumPostings(segments.slice(base)); from < segments.length - 1; from++) {
    const { postings } = segments[from] as Segment;
    newer -= postings;
    if (postings < sizeRatio * newer) return segments.slice(from);
  }
  return segments.filter((segment) => segment.deadPostings > deadShare * segment.postings).slice(0, 1);
}

function countBase(segments: readonly Segment[]): number {
  const small = segments.findIndex(({ postings }) => postings <= writeMergePostings);
  const large = small < 0 ? segments.length : small;
  return large <= baseSegments ? large : 0;
}

/**
 * Merges neighbours into one segment; yields where it may pause (inside a transaction of the caller's, which may commit there and begin
 * another). Returns false when a source was no longer in use, and then has no effect.
 */
export function* mergeSegments(database: Database, sources: readonly Segment[]): Generator<void, boolean> {
  const first = sources[0] as Segment;
  const last = sources.at(-1) as Segment;
  const range = { firstFile: first.firstFile, lastFile: last.lastFile };
  const target = addSegment(database, { ...range, postings: 0, deadPostings: 0 }, segmentStates.building);
  const writer = segmentWriter(database, target);
  const merge = new ListMerge(database, sources, writer);
  let entries = 0;
  for (let merged = merge.mergeKey(); merged > 0; merged = merge.mergeKey()) {
    entries += merged;
    if (entries < entriesAPiece) continue;
    entries = 0;
    yield;
    if (!areInUse(database, sources, target)) return false;
  }
  writer.finish();
  return putOver(database, sources, { target, kept: sumPostings(sources) - merge.dropped, dropped: merge.dropped });
}

function areInUse(database: Database, sources: readonly Segment[], target: number): boolean {
  const inUse = new Set(segmentsInUse(database).map((segment) => segment.id));
  const building = database.get('SELECT 1 FROM segments WHERE id = ? AND state = 0', target);
  return building !== undefined && sources.every((source) => inUse.has(source.id));
}

function putOver(
  database: Database,
  sources: readonly Segment[],
  result: { target: number; kept: number; dropped: number },
): boolean {
  const { target, kept, dropped } = result;
  if (!areInUse(database, sources, target)) return false;
  // Files may have gone since the merge began: their postings are in the new segment too.
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

/** Deletes up to `blocks` blocks of what merges left, done or broken off; false when there was nothing. Never while one is under way. */
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

/** The small merges of a write, inside its transaction. `taken`: segments that a merge under way is reading. */
export function mergeWritten(database: Database, taken: ReadonlySet<number>): void {
  for (;;) {
    const sources = mergeAfterWrite(segmentsInUse(database).filter((segment) => !taken.has(segment.id)));
    if (sources.length === 0) return;
    const merge = mergeSegments(database, sources);
    while (merge.next().done !== true);
    for (const { id } of sources) {
      database.run('DELETE FROM terms WHERE segment = ?', id);
      database.run('DELETE FROM segments WHERE id = ?', id);
    }
  }
}
