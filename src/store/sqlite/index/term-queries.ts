/** Reads the inverted index: the live documents of a key, and the live tags with a prefix. */
import { tagFields } from '../../store.ts';
import type { Postings } from '../../store.ts';
import { positionOf } from '../tables/documents.ts';
import type { DocumentIndex } from '../tables/documents.ts';
import { blocksFrom, type BlockSource } from './block-source.ts';
import { nextPosting, postingCursor, readCounts, startPostings } from './posting-list.ts';
import type { PostingCursor } from './posting-list.ts';
import type { Segment } from './segments.ts';
import { blockCursor, findInBlock, isName, nextEntry, startBlock, tagKey, tagOf } from './term-block.ts';
import type { Key } from './term-block.ts';

const width = tagFields.length;

/** The live documents of each tag. */
export function readPostings(source: BlockSource, documents: DocumentIndex, terms: readonly string[]): Postings[] {
  return terms.map((term) => readTerm(source, documents, term));
}

function readTerm(source: BlockSource, { sortedIds, rowsOfSorted }: DocumentIndex, term: string): Postings {
  const lists = listsOfKey(source, tagKey(term));
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
function listsOfKey(source: BlockSource, key: Uint8Array): KeyList[] {
  return source.blocksOfKey(key).flatMap(({ firstFile: base, data: bytes }) => {
    const list = findInBlock(bytes, key);
    return list === null ? [] : [{ bytes, ...list, base }];
  });
}

/** The rows of the live documents that have a key, ascending. */
export function rowsOfKey(source: BlockSource, documents: DocumentIndex, key: Uint8Array): Uint32Array {
  const { sortedIds, rowsOfSorted } = documents;
  const rows: number[] = [];
  const cursor = postingCursor();
  let position = 0;
  for (const list of listsOfKey(source, key)) {
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
  source: BlockSource,
  documents: DocumentIndex,
  wanted: { prefix: string; limit: number },
): string[] {
  const prefix = tagKey(wanted.prefix);
  const terms = new Set<string>();
  // A tag that is among the first `limit` of the whole index is also among the first `limit` of each segment that has it.
  for (const segment of source.segments()) {
    collectTerms(source, { segment, documents, prefix, limit: wanted.limit }, terms);
  }
  return [...terms].sort().slice(0, wanted.limit);
}

interface PrefixScan {
  segment: Segment;
  documents: DocumentIndex;
  prefix: Uint8Array;
  limit: number;
}

function collectTerms(source: BlockSource, scan: PrefixScan, terms: Set<string>): void {
  const { segment, documents, prefix } = scan;
  const entry = blockCursor();
  const postings = postingCursor();
  let left = scan.limit;
  for (const block of blocksFrom(source, segment.id, prefix)) {
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
