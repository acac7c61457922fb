/**
 * Merging segments: which, and how. A merge is a generator that may be run in pieces, each in its own transaction: until it is done the
 * new segment counts as being built and readers stay with the old ones.
 * Invariant: a merge leaves out only postings of files that were gone when it began, and puts the segments in use over in one transaction.
 */
import { byteSink, writeVarint } from '../../util/varint.ts';
import type { ByteSink } from '../../util/varint.ts';
import type { Database } from './driver.ts';
import { copyPayload, nextPosting, postingCursor, startPostings } from './posting-list.ts';
import type { PostingCursor } from './posting-list.ts';
import { addSegment, segmentStates, segmentsInUse, segmentWriter } from './segments.ts';
import type { Segment } from './segments.ts';
import { blockCursor, compareKeys, keyPrefix, nextEntry, setKey, startBlock } from './term-block.ts';
import type { BlockCursor } from './term-block.ts';

/** Postings that a merge inside a write may touch: some 30 ms of work. */
const writeMergePostings = 32_768;
/** Neighbours of like size that are merged inside a write; each posting is so rewritten log8 times. */
const writeMergeFan = 8;
/** After `optimise` a segment has at least as many times the postings of all newer ones together. */
const sizeRatio = 4;
/** Share of dead postings from which `optimise` writes a segment anew. */
const deadShare = 0.2;
/** Entries of blocks between two points at which a merge may pause. */
const entriesAPiece = 1_024;
/** Blocks that all cursors of a merge hold together. */
const blocksAhead = 2_048;

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
  for (let from = 0, newer = sumPostings(segments); from < segments.length - 1; from++) {
    const { postings } = segments[from] as Segment;
    newer -= postings;
    if (postings < sizeRatio * newer) return segments.slice(from);
  }
  return segments.filter((segment) => segment.deadPostings > deadShare * segment.postings).slice(0, 1);
}

/** One segment being read, key by key. */
interface MergeSource {
  segment: Segment;
  block: BlockCursor;
  /** The first bytes of its key as a number: most comparisons need no more. */
  prefix: number;
  waiting: [first: Uint8Array, data: Uint8Array][];
  lastFirst: Uint8Array | null;
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
  const live = liveFiles(database, range);
  const writer = segmentWriter(database, target);
  const heap = sources.map((segment): MergeSource => ({
    segment,
    block: blockCursor(),
    prefix: 0,
    waiting: [],
    lastFirst: null,
  }));
  const ahead = Math.min(Math.max(Math.floor(blocksAhead / heap.length), 4), 128);
  heap.splice(0, heap.length, ...heap.filter((source) => advance(database, source, ahead)).sort(compareSources));
  const key = byteSink();
  const list = byteSink();
  const cursor = postingCursor();
  let kept = 0;
  let dropped = 0;
  let entries = 0;
  while (heap.length > 0) {
    setKey(key, (heap[0] as MergeSource).block.key);
    list.length = 0;
    let previous = range.firstFile;
    while (heap.length > 0 && compareKeys((heap[0] as MergeSource).block.key, key) === 0) {
      const source = heap[0] as MergeSource;
      const { bytes, listStart: start, listEnd: end } = source.block;
      startPostings(cursor, { bytes, start, end, base: source.segment.firstFile });
      const copied = copyLive(cursor, list, live, previous);
      kept += copied.kept;
      dropped += copied.dropped;
      previous = copied.last;
      entries++;
      if (advance(database, source, ahead)) sink(heap);
      else removeTop(heap);
    }
    if (list.length > 0) writer.add(key, list.bytes, list.length);
    if (entries < entriesAPiece) continue;
    entries = 0;
    yield;
    if (!areInUse(database, sources, target)) return false;
  }
  writer.finish();
  return putOver(database, sources, { target, kept, dropped });
}

/** Appends the postings of live files. `previous`: the file id before them in `list`. */
function copyLive(
  cursor: PostingCursor,
  list: ByteSink,
  live: ReadonlySet<number>,
  previous: number,
): { kept: number; dropped: number; last: number } {
  let kept = 0;
  let dropped = 0;
  let last = previous;
  while (nextPosting(cursor)) {
    if (!live.has(cursor.fileId)) {
      dropped++;
      continue;
    }
    kept++;
    writeVarint(list, cursor.fileId - last);
    copyPayload(list, cursor);
    last = cursor.fileId;
  }
  return { kept, dropped, last };
}

function liveFiles(database: Database, range: { firstFile: number; lastFile: number }): Set<number> {
  const rows = database.all('SELECT id FROM files WHERE id >= ? AND id <= ?', range.firstFile, range.lastFile);
  return new Set(rows.map((row) => row[0] as number));
}

/** Moves to the segment's next key; false after its last. */
function advance(database: Database, source: MergeSource, ahead: number): boolean {
  while (!nextEntry(source.block)) {
    if (source.waiting.length === 0) {
      const { id } = source.segment;
      const rows =
        source.lastFirst === null
          ? database.all('SELECT first, data FROM terms WHERE segment = ? ORDER BY first LIMIT ?', id, ahead)
          : database.all(
              'SELECT first, data FROM terms WHERE segment = ? AND first > ? ORDER BY first LIMIT ?',
              id,
              source.lastFirst,
              ahead,
            );
      source.waiting = (rows as MergeSource['waiting']).reverse();
    }
    const next = source.waiting.pop();
    if (next === undefined) return false;
    source.lastFirst = next[0];
    startBlock(source.block, next[1]);
  }
  source.prefix = keyPrefix(source.block.key);
  return true;
}

/** By key; for one key in the order of the files. */
function compareSources(a: MergeSource, b: MergeSource): number {
  return a.prefix - b.prefix || compareKeys(a.block.key, b.block.key) || a.segment.firstFile - b.segment.firstFile;
}

/** Restores the heap after its first element has grown. */
function sink(heap: MergeSource[]): void {
  const moved = heap[0] as MergeSource;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compareSources(heap[child + 1] as MergeSource, heap[child] as MergeSource) < 0)
      child++;
    if (compareSources(moved, heap[child] as MergeSource) <= 0) break;
    heap[at] = heap[child] as MergeSource;
    at = child;
  }
  heap[at] = moved;
}

function removeTop(heap: MergeSource[]): void {
  const last = heap.pop() as MergeSource;
  if (heap.length === 0) return;
  heap[0] = last;
  sink(heap);
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
