/**
 * The inverted index as a log of immutable segments. Every write of files adds one. The postings of a replaced or removed file stay as dead postings, which
 * readers skip and merges drop.
 * Invariant: the segments in use have id ranges that do not overlap, so reading them in the order of `first_file` gives a key's files in ascending
 * order; each file's postings are in exactly one segment.
 */
import type { Database } from '../file/driver.ts';
import { rowSeed, sealed } from '../../packed/sealed.ts';
import { RowInserter } from '../tables/row-inserter.ts';
import { buildSegment } from './segment-builder.ts';
import type { FileTerms } from './segment-builder.ts';
import { blockWriter } from './term-block.ts';
import type { BlockWriter } from './term-block.ts';

export const segmentStates = { building: 0, inUse: 1, dropped: 2 } as const;

export interface Segment {
  id: number;
  firstFile: number;
  lastFile: number;
  postings: number;
  deadPostings: number;
}

/** The segments in use, oldest files first. */
export function segmentsInUse(database: Database): Segment[] {
  const rows = database.all(
    'SELECT id, first_file, last_file, postings, dead_postings FROM segments WHERE state = 1 ORDER BY first_file',
  );
  return (rows as number[][]).map(([id = 0, firstFile = 0, lastFile = 0, postings = 0, deadPostings = 0]) => ({
    id,
    firstFile,
    lastFile,
    postings,
    deadPostings,
  }));
}

export function addSegment(database: Database, segment: Omit<Segment, 'id'>, state: number): number {
  const id = Number(database.get('SELECT coalesce(max(id), 0) + 1 FROM segments')?.[0]);
  const { firstFile, lastFile, postings, deadPostings } = segment;
  database.run(
    'INSERT INTO segments (id, state, first_file, last_file, postings, dead_postings) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    state,
    firstFile,
    lastFile,
    postings,
    deadPostings,
  );
  return id;
}

/** Counts a file's postings as dead. */
export function markDead(database: Database, fileId: number, postings: number): void {
  if (postings === 0) return;
  database.run(
    'UPDATE segments SET dead_postings = dead_postings + ? WHERE state = 1 AND first_file <= ? AND last_file >= ?',
    postings,
    fileId,
    fileId,
  );
}

/** Writes the blocks of one segment to the database, and at the end their number. */
export function segmentWriter(database: Database, segment: number): BlockWriter {
  const rows = new RowInserter(database, 'INSERT INTO terms VALUES', 3);
  const seed = rowSeed(segment);
  let count = 0;
  const blocks = blockWriter((first, data) => {
    count++;
    rows.add(segment, first, sealed(data, seed));
  });
  const finish = (): void => {
    blocks.finish();
    rows.finish();
    database.run('UPDATE segments SET blocks = ? WHERE id = ?', count, segment);
  };
  return { add: blocks.add, finish };
}

/**
 * Throws a `RangeError` where keys of blocks are missing, or there again: a page of their index is older than the rest, or lies at the place of another. A
 * search would find nothing. SQLite counts the rows in that index, and itself reports a key without its row.
 */
export function requireBlocks(database: Database): void {
  const wrong = database.get(
    'SELECT id FROM segments WHERE state = 1 AND blocks <> (SELECT count(*) FROM terms WHERE segment = segments.id) LIMIT 1',
  );
  if (wrong !== undefined) throw new RangeError('blocks of the word index are missing');
}

/** Adds a segment for `files` (ascending by id) and returns the number of its postings. */
export function writeSegment(database: Database, files: readonly FileTerms[]): number {
  const first = files[0];
  const last = files.at(-1);
  if (first === undefined || last === undefined) return 0;
  const postings = files.reduce((count, { terms, names }) => count + terms.length + names.length, 0);
  if (postings === 0) return 0;
  const id = addSegment(
    database,
    { firstFile: first.id, lastFile: last.id, postings, deadPostings: 0 },
    segmentStates.inUse,
  );
  buildSegment(files, segmentWriter(database, id));
  return postings;
}
