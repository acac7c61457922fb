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
  const tags = postingLists(files, (file) => file.terms);
  const names = postingLists(files, (file) => file.names);
  const postings = tags.count + names.count;
  if (postings === 0) return 0;
  const id = addSegment(
    database,
    { firstFile: first.id, lastFile: last.id, postings, deadPostings: 0 },
    segmentStates.inUse,
  );
  const writer = segmentWriter(database, id);
  const noCounts = new Uint8Array(tagFields.length);
  writeLists(writer, tags, files, {
    writeKey: writeCodeUnits,
    countsOf: (file) => file.counts,
    width: tagFields.length,
  });
  writeLists(writer, names, files, { writeKey: writeName, countsOf: () => noCounts, width: 0 });
  writer.finish();
  return postings;
}

/** Each text's postings as a chain through parallel arrays, in the order of the files. */
interface PostingLists {
  count: number;
  keys: Map<string, number>;
  heads: number[];
  next: Int32Array;
  files: Uint32Array;
  /** Which of its file's texts a posting is. */
  ordinals: Uint32Array;
}

function postingLists(files: readonly FileTerms[], textsOf: (file: FileTerms) => readonly string[]): PostingLists {
  let count = 0;
  for (const file of files) count += textsOf(file).length;
  const keys = new Map<string, number>();
  const heads: number[] = [];
  const tails: number[] = [];
  const next = new Int32Array(count).fill(-1);
  const fileOf = new Uint32Array(count);
  const ordinals = new Uint32Array(count);
  let posting = 0;
  for (const [fileIndex, file] of files.entries()) {
    const texts = textsOf(file);
    for (let ordinal = 0; ordinal < texts.length; ordinal++, posting++) {
      fileOf[posting] = fileIndex;
      ordinals[posting] = ordinal;
      const key = keys.get(texts[ordinal] as string);
      if (key === undefined) {
        keys.set(texts[ordinal] as string, heads.length);
        heads.push(posting);
        tails.push(posting);
      } else {
        next[tails[key] as number] = posting;
        tails[key] = posting;
      }
    }
  }
  return { count, keys, heads, next, files: fileOf, ordinals };
}

interface ListShape {
  writeKey: (sink: ByteSink, text: string) => void;
  countsOf: (file: FileTerms) => Uint8Array;
  /** Counts a posting. */
  width: number;
}

function writeLists(writer: BlockWriter, lists: PostingLists, files: readonly FileTerms[], shape: ListShape): void {
  const base = files[0]?.id ?? 0;
  const key = byteSink();
  const list = byteSink();
  for (const text of [...lists.keys.keys()].sort()) {
    key.length = 0;
    shape.writeKey(key, text);
    list.length = 0;
    let previous = base;
    let posting = lists.heads[lists.keys.get(text) as number] as number;
    for (; posting >= 0; posting = lists.next[posting] as number) {
      const file = files[lists.files[posting] as number] as FileTerms;
      writeVarint(list, file.id - previous);
      writePayload(list, shape.countsOf(file), (lists.ordinals[posting] as number) * shape.width, shape.width);
      previous = file.id;
    }
    writer.add(key, list);
  }
}
