/**
 * The inverted index as a log of immutable segments: every write adds one; a file that is replaced or goes leaves its postings behind as
 * dead, readers skip them, and merging drops them.
 * Invariant: the files of the segments in use lie in ranges of ids that do not overlap, so reading segments in the order of `first_file`
 * gives a key's files in ascending order; each file's postings are in exactly one segment.
 */
import { byteSink, writeVarint } from '../../util/varint.ts';
import type { ByteSink } from '../../util/varint.ts';
import type { Database } from './driver.ts';
import { writePayload } from './posting-list.ts';
import { blockWriter, writeName } from './term-block.ts';
import type { BlockWriter } from './term-block.ts';
import { writeCodeUnits } from '../../util/code-units.ts';
import { tagFields } from '../store.ts';
import { TextNumbers, type NumberedTexts } from '../text-numbers.ts';

export const segmentStates = { building: 0, inUse: 1, dropped: 2 } as const;

export interface Segment {
  id: number;
  firstFile: number;
  lastFile: number;
  postings: number;
  deadPostings: number;
}

/** What one file gives to the inverted index. */
export interface FileTerms {
  id: number;
  /** Distinct. */
  terms: readonly string[];
  counts: Uint8Array;
  /** Distinct names of its definitions. */
  names: readonly string[];
  /** Both again, as numbers. */
  numbered?: NumberedTexts | undefined;
}

/** Oldest files first. */
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
    'INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?)',
    id,
    state,
    firstFile,
    lastFile,
    postings,
    deadPostings,
  );
  return id;
}

/** Notes that a file's postings are dead. */
export function markDead(database: Database, fileId: number, postings: number): void {
  if (postings === 0) return;
  database.run(
    'UPDATE segments SET dead_postings = dead_postings + ? WHERE state = 1 AND first_file <= ? AND last_file >= ?',
    postings,
    fileId,
    fileId,
  );
}

/** Takes the blocks of one segment into the database. */
export function segmentWriter(database: Database, segment: number): BlockWriter {
  return blockWriter((first, data) => {
    database.run('INSERT INTO terms VALUES (?, ?, ?)', segment, first, data);
  });
}

/** Adds a segment for `files` (ascending by id) and returns the number of its postings. */
export function writeSegment(database: Database, files: readonly FileTerms[]): number {
  const first = files[0];
  const last = files.at(-1);
  if (first === undefined || last === undefined) return 0;
  const numbered = numberedFiles(files);
  const tags = postingLists(numbered, 'terms');
  const names = postingLists(numbered, 'definitionNames');
  const postings = tags.count + names.count;
  if (postings === 0) return 0;
  const id = addSegment(
    database,
    { firstFile: first.id, lastFile: last.id, postings, deadPostings: 0 },
    segmentStates.inUse,
  );
  const writer = segmentWriter(database, id);
  const noCounts = new Uint8Array(0);
  writeLists(writer, tags, files, {
    writeKey: writeCodeUnits,
    countsOf: (file) => file.counts,
    width: tagFields.length,
  });
  writeLists(writer, names, files, { writeKey: writeName, countsOf: () => noCounts, width: 0 });
  writer.finish();
  return postings;
}

/** A table that is so much larger than what is written is no help: each of its texts is passed by. */
const mostTextsPerPosting = 32;

/** The files' texts as numbers of one table: the one they come with, or one of their own. */
function numberedFiles(files: readonly FileTerms[]): NumberedTexts[] {
  const table = files[0]?.numbered?.table;
  let postings = 0;
  for (const { terms, names } of files) postings += terms.length + names.length;
  if (table !== undefined && table.size <= postings * mostTextsPerPosting) {
    const given = files.flatMap(({ numbered }) => (numbered?.table === table ? [numbered] : []));
    if (given.length === files.length) return given;
  }
  const own = new TextNumbers();
  const numbersOf = (texts: readonly string[]): Uint32Array => Uint32Array.from(texts, (text) => own.number(text));
  return files.map(({ terms, names }) => ({
    table: own,
    terms: numbersOf(terms),
    definitionNames: numbersOf(names),
  }));
}

/** Each text's postings as a chain through parallel arrays, in the order of the files. */
interface PostingLists {
  count: number;
  table: TextNumbers;
  /** By the text's number: its first posting, -1 for none. */
  heads: Int32Array;
  next: Int32Array;
  files: Uint32Array;
  /** Which of its file's texts a posting is. */
  ordinals: Uint32Array;
}

/** @param files at least one, of one table */
function postingLists(files: readonly NumberedTexts[], of: 'terms' | 'definitionNames'): PostingLists {
  let count = 0;
  for (const file of files) count += file[of].length;
  const { table } = files[0]!;
  const heads = new Int32Array(table.size).fill(-1);
  const tails = new Int32Array(table.size);
  const next = new Int32Array(count).fill(-1);
  const fileOf = new Uint32Array(count);
  const ordinals = new Uint32Array(count);
  let posting = 0;
  for (let fileIndex = 0; fileIndex < files.length; fileIndex++) {
    const numbers = files[fileIndex]![of];
    for (let ordinal = 0; ordinal < numbers.length; ordinal++, posting++) {
      fileOf[posting] = fileIndex;
      ordinals[posting] = ordinal;
      const number = numbers[ordinal]!;
      if (heads[number] === -1) heads[number] = posting;
      else next[tails[number]!] = posting;
      tails[number] = posting;
    }
  }
  return { count, table, heads, next, files: fileOf, ordinals };
}

interface ListShape {
  writeKey: (sink: ByteSink, text: string) => void;
  countsOf: (file: FileTerms) => Uint8Array;
  /** Counts a posting. */
  width: number;
}

function writeLists(writer: BlockWriter, lists: PostingLists, files: readonly FileTerms[], shape: ListShape): void {
  const { table, heads, next } = lists;
  const { width } = shape;
  const ids = files.map(({ id }) => id);
  const counts = files.map(shape.countsOf);
  const base = ids[0] ?? 0;
  const key = byteSink();
  const list = byteSink();
  const order = table.order();
  for (let place = 0; place < order.length; place++) {
    const number = order[place]!;
    let posting = heads[number]!;
    if (posting === -1) continue;
    key.length = 0;
    shape.writeKey(key, table.text(number));
    list.length = 0;
    let previous = base;
    for (; posting >= 0; posting = next[posting]!) {
      const file = lists.files[posting]!;
      const id = ids[file]!;
      writeVarint(list, id - previous);
      writePayload(list, counts[file]!, lists.ordinals[posting]! * width, width);
      previous = id;
    }
    writer.add(key, list);
  }
}
