/** Reads the inverted index: the live documents of a key, and the live tags with a prefix. */
import { rowSeed, unsealed } from '../../packed/sealed.ts';
import { tagFields } from '../../store.ts';
import type { Postings } from '../../store.ts';
import { positionOf } from '../tables/documents.ts';
import type { DocumentIndex } from '../tables/documents.ts';
import type { Database } from '../file/driver.ts';
import { nextPosting, postingCursor, readCounts, startPostings } from './posting-list.ts';
import type { PostingCursor } from './posting-list.ts';
import { segmentsInUse } from './segments.ts';
import type { Segment } from './segments.ts';
import { blockCursor, findInBlock, isName, nextEntry, startBlock, tagKey, tagOf } from './term-block.ts';
import type { Key } from './term-block.ts';

/** The blocks that may have a key, one per segment, oldest files first. */
const blocksOfKey = `
  SELECT segment.first_file, segment.id, (
    SELECT data FROM terms WHERE terms.segment = segment.id AND first <= ? ORDER BY first DESC LIMIT 1
  )
  FROM segments AS segment WHERE state = 1 ORDER BY first_file`;

const width = tagFields.length;

/** The live documents of each tag. */
export function readPostings(database: Database, documents: DocumentIndex, terms: readonly string[]): Postings[] {
  return terms.map((term) => readTerm(database, documents, term));
}

function readTerm(database: Database, { sortedIds, rowsOfSorted }: DocumentIndex, term: string): Postings {
  const lists = listsOfKey(database, tagKey(term));
  // A posting takes at least two bytes.
  const maxPostings = lists.reduce((sum, { start, end }) => sum + ((end - start) >> 1), 0);
  const rows = new Uint32Array(maxPostings);
  const counts = new Uint8Array(maxPostings * width);
  const cursor = postingCursor();
  let found = 0;
  let position = 0;
  for (const list of lists) {
    startPostings(cursor, list);
    while (nextPosting(cursor)) {
      position = positionOf(sortedIds, cursor.fileId, position);
      if (sortedIds[position] !== cursor.fileId) continue;
      rows[found] = rowsOfSorted[position] as number;
      readCounts(cursor, counts, found * width);
      found++;
    }
  }
  return { term, rows: rows.subarray(0, found), counts: counts.subarray(0, found * width) };
}

interface KeyList {
  bytes: Uint8Array;
  start: number;
  end: number;
  base: number;
}

/** The posting lists of a key, one per segment, oldest files first. */
function listsOfKey(database: Database, key: Uint8Array): KeyList[] {
  const blocks = database.all(blocksOfKey, key) as [number, number, Uint8Array | null][];
  return blocks.flatMap(([base, segment, data]) => {
    if (data === null) return [];
    const bytes = unsealed(data, rowSeed(segment));
    const list = findInBlock(bytes, key);
    return list === null ? [] : [{ bytes, ...list, base }];
  });
}

/** The rows of the live documents that have a key, ascending. */
export function rowsOfKey(database: Database, documents: DocumentIndex, key: Uint8Array): Uint32Array {
  const { sortedIds, rowsOfSorted } = documents;
  const rows: number[] = [];
  const cursor = postingCursor();
  let position = 0;
  for (const list of listsOfKey(database, key)) {
    startPostings(cursor, list);
    while (nextPosting(cursor)) {
      position = positionOf(sortedIds, cursor.fileId, position);
      if (sortedIds[position] === cursor.fileId) rows.push(rowsOfSorted[position] as number);
    }
  }
  return Uint32Array.from(rows).sort();
}

/** The first `limit` tags that start with `prefix` and have a live document, in code unit order. */
export function readTermsWithPrefix(
  database: Database,
  documents: DocumentIndex,
  wanted: { prefix: string; limit: number },
): string[] {
  const prefix = tagKey(wanted.prefix);
  const terms = new Set<string>();
  // A tag that is among the first `limit` of the whole index is also among the first `limit` of each segment that has it.
  for (const segment of segmentsInUse(database)) {
    collectTerms(database, { segment, documents, prefix, limit: wanted.limit }, terms);
  }
  return [...terms].sort().slice(0, wanted.limit);
}

interface PrefixScan {
  segment: Segment;
  documents: DocumentIndex;
  prefix: Uint8Array;
  limit: number;
}

function collectTerms(database: Database, scan: PrefixScan, terms: Set<string>): void {
  const { segment, documents, prefix } = scan;
  const entry = blockCursor();
  const postings = postingCursor();
  let left = scan.limit;
  for (const block of blocksFrom(database, segment.id, prefix)) {
    startBlock(entry, block);
    while (left > 0 && nextEntry(entry)) {
      const order = comparePrefix(entry.key, prefix);
      if (order < 0) continue;
      if (order > 0 || isName(entry.key)) return;
      startPostings(postings, { bytes: block, start: entry.listStart, end: entry.listEnd, base: segment.firstFile });
      if (!hasLive(postings, documents.sortedIds)) continue;
      terms.add(tagOf(entry.key));
      left--;
    }
    if (left <= 0) return;
  }
}

/** The segment's blocks, starting with the one in which `key` would be. */
export function* blocksFrom(database: Database, segment: number, key: Uint8Array): Generator<Uint8Array> {
  let rows = database.all(
    'SELECT first, data FROM terms WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1',
    segment,
    key,
  );
  let after = key;
  for (;;) {
    for (const row of rows) yield unsealed(row[1] as Uint8Array, rowSeed(segment));
    rows = database.all(
      'SELECT first, data FROM terms WHERE segment = ? AND first > ? ORDER BY first LIMIT 16',
      segment,
      after,
    );
    if (rows.length === 0) return;
    after = rows.at(-1)?.[0] as Uint8Array;
  }
}

/** 0 if `key` starts with `prefix`; otherwise their order. */
function comparePrefix(key: Key, prefix: Uint8Array): number {
  for (let i = 0; i < prefix.length; i++) {
    if (i >= key.length) return -1;
    const difference = (key.bytes[i] as number) - (prefix[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether one of the following postings belongs to a live document. */
export function hasLive(postings: PostingCursor, sortedIds: Uint32Array): boolean {
  let position = 0;
  while (nextPosting(postings)) {
    position = positionOf(sortedIds, postings.fileId, position);
    if (sortedIds[position] === postings.fileId) return true;
  }
  return false;
}
