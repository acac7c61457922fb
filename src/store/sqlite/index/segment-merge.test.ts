import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleDefinition, sampleFile } from '../../testing/conformance-samples.ts';
import { packDefinitions } from '../../packed/packed-definitions.ts';
import { checkDatabase } from '../file/check.ts';
import { refreshDocuments } from '../tables/documents.ts';
import type { Database } from '../file/driver.ts';
import { openDatabase } from '../file/open-database.ts';
import { deleteUnused, mergeAfterWrite, mergeSegments, mergeToOptimise, mergeWritten } from './segment-merge.ts';
import { segmentsInUse } from './segments.ts';
import type { Segment } from './segments.ts';
import { StoredBlocks } from './stored-blocks.ts';
import { readPostings } from './term-queries.ts';
import { writeBatch } from '../tables/write-files.ts';

let database: Database;

beforeEach(async () => {
  ({ database } = await openDatabase({ path: ':memory:' }));
});
afterEach(() => database.close());

function segmentsOf(sizes: readonly (number | [postings: number, dead: number])[]): Segment[] {
  return sizes.map((size, n) => {
    const [postings, deadPostings] = typeof size === 'number' ? [size, 0] : size;
    return { id: n + 1, firstFile: n * 10 + 1, lastFile: n * 10 + 10, postings, deadPostings };
  });
}

const eight = new Array<number>(8).fill(250);

describe('the choice of segments', () => {
  it.each([
    ['nothing of nothing', [], []],
    ['nothing of a few', [250, 250], []],
    ['eight adjacent ones of similar size', [1e6, ...eight], [2, 3, 4, 5, 6, 7, 8, 9]],
    ['smaller ones with them', [1e6, 60, ...eight.slice(1)], [2, 3, 4, 5, 6, 7, 8, 9]],
    ['not across a large one', [250, 250, 250, 1e6, 250, 250, 250, 250, 250], []],
    ['nothing that takes long', new Array<number>(20).fill(30_000), []],
  ])('after a write: %s', (_, sizes, ids) => {
    expect(mergeAfterWrite(segmentsOf(sizes)).map((segment) => segment.id)).toEqual(ids);
  });

  it.each([
    ['nothing of nothing', [], []],
    ['nothing of one', [100], []],
    ['nothing of one that is much larger than the rest', [1_000, 200, 40], []],
    ['from the oldest that is too small for the newer ones', [1_000, 100, 20, 20], [2, 3, 4]],
    ['all of similar size', [100, 100, 100], [1, 2, 3]],
    ['nothing of four large ones', [2e5, 2e5, 2e5, 4e4], []],
    ['all of more than four large ones', [2e5, 2e5, 2e5, 2e5, 2e5], [1, 2, 3, 4, 5]],
    ['small ones after large ones', [2e5, 2e5, 400, 200], [3, 4]],
    ['everything after a large one that follows a small one', [2e5, 400, 2e5, 2e5], [2, 3, 4]],
    [
      'one with many dead postings',
      [
        [1_000, 100],
        [100, 30],
        [10, 9],
      ] as [number, number][],
      [2],
    ],
    [
      'a large one with many dead postings',
      [
        [2e5, 100],
        [2e5, 5e4],
        [2e5, 0],
      ] as [number, number][],
      [2],
    ],
  ])('to optimise: %s', (_, sizes, ids) => {
    expect(mergeToOptimise(segmentsOf(sizes)).map((segment) => segment.id)).toEqual(ids);
  });
});

it('keeps the number of segments small after a first index of several, for any number of updates', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 100, maxLength: 300 }), (updates) => {
      let segments = segmentsOf([3e5, 2e5]);
      for (const postings of updates) {
        segments = [...segments, { id: 0, firstFile: 0, lastFile: 0, postings, deadPostings: 0 }];
        for (let merged = mergeToOptimise(segments); merged.length > 0; merged = mergeToOptimise(segments)) {
          const sum = merged.reduce((total, segment) => total + segment.postings, 0);
          segments = segments.flatMap((segment) =>
            segment === merged[0] ? [{ ...segment, postings: sum }] : merged.includes(segment) ? [] : [segment],
          );
        }
      }
      // Four large ones, and each of the others has at least four times the postings of all newer ones.
      expect(segments.length).toBeLessThanOrEqual(4 + 12);
    }),
  );
});

function write(paths: readonly string[], removed: readonly string[] = []): void {
  const terms = new Map(Array.from({ length: 700 }, (_, n) => [`term${n}`, { symbols: 1 }]));
  writeBatch(
    database,
    { files: paths.map((path) => sampleFile({ path, terms })), touched: [], removed: [...removed] },
    0,
  );
}

function pathsWith(term: string): (string | undefined)[] {
  const documents = refreshDocuments(database, null);
  return [...(readPostings(new StoredBlocks(database), documents, [term])[0]?.rows ?? [])]
    .sort((a, b) => a - b)
    .map((row) => documents.table.paths[row]);
}

describe('a merge in pieces', () => {
  it('respects writes and removals meanwhile', () => {
    for (const path of ['a', 'b', 'c', 'd']) write([path]);
    const others = Array.from({ length: 90 }, (_, n) => sampleFile({ path: `other${n}` }));
    writeBatch(database, { files: others, touched: [], removed: ['d'] }, 0);
    const merge = mergeSegments(database, segmentsInUse(database));
    expect(merge.next().done).toBe(false);
    write(['b', 'e'], ['a']);
    expect(merge.next().done).toBe(false);
    expect(pathsWith('term5')).toEqual(['b', 'c', 'e']);
    expect(checkDatabase(database)).toEqual([]);
    expect(merge.next()).toEqual({ done: true, value: true });
    expect(segmentsInUse(database).map(({ postings, deadPostings }) => [postings, deadPostings])).toEqual([
      [2_100, 1_400],
      [1_400, 0],
    ]);
    expect(pathsWith('term699')).toEqual(['b', 'c', 'e']);
    expect(checkDatabase(database)).toEqual([]);
    while (deleteUnused(database, 3));
    expect(database.get('SELECT count(DISTINCT segment), (SELECT count(*) FROM segments) FROM terms')).toEqual([2, 2]);
    expect(pathsWith('term0')).toEqual(['b', 'c', 'e']);
  });

  it('ends without effect if its sources are gone', () => {
    write(['a']);
    write(['b']);
    const merge = mergeSegments(database, segmentsInUse(database));
    merge.next();
    const other = mergeSegments(database, segmentsInUse(database));
    while (other.next().done !== true);
    expect(merge.next()).toEqual({ done: true, value: false });
    while (deleteUnused(database, 100));
    expect(pathsWith('term3')).toEqual(['a', 'b']);
    expect(checkDatabase(database)).toEqual([]);
  });

  it('leaves nothing if it is interrupted', () => {
    write(['a']);
    write(['b']);
    mergeSegments(database, segmentsInUse(database)).next();
    while (deleteUnused(database, 100));
    expect(database.get('SELECT count(*), sum(state) FROM segments')).toEqual([2, 2]);
    expect(checkDatabase(database)).toEqual([]);
  });

  it('leaves no segment if all files are dead', () => {
    write(['a']);
    write([], ['a']);
    const merge = mergeSegments(database, segmentsInUse(database));
    while (merge.next().done !== true);
    expect(segmentsInUse(database)).toEqual([]);
  });
});

describe('merging inside writes', () => {
  it('keeps the number of segments small during a thousand writes', () => {
    const terms = new Map(Array.from({ length: 20 }, (_, n) => [`term${n}`, { symbols: 1 }]));
    for (let n = 0; n < 1_000; n++) {
      writeBatch(database, { files: [sampleFile({ path: `f${n % 400}`, terms })], touched: [], removed: [] }, 0);
      mergeWritten(database, new Set());
    }
    expect(segmentsInUse(database).length).toBeLessThan(30);
    expect(database.get('SELECT count(DISTINCT segment) FROM terms')).toEqual([segmentsInUse(database).length]);
    expect(pathsWith('term7')).toHaveLength(400);
    expect(checkDatabase(database)).toEqual([]);
  });

  it('does not use segments that a merge under way reads', () => {
    for (let n = 0; n < 20; n++) write([`f${n}`]);
    const before = segmentsInUse(database);
    mergeWritten(database, new Set(before.map((segment) => segment.id)));
    expect(segmentsInUse(database)).toEqual(before);
  });
});

it('accepts a file with more than a million definitions', () => {
  const one = sampleDefinition({ name: 'x' });
  const definitions = Array.from({ length: 2 ** 20 + 1 }, () => one);
  const huge = {
    ...sampleFile({ path: 'huge', definitions: [one] }),
    definitions: packDefinitions(definitions),
    definitionCount: definitions.length,
  };
  writeBatch(
    database,
    { files: [huge, sampleFile({ path: 'next', definitions: [one] })], touched: [], removed: [] },
    0,
  );
  expect(database.all('SELECT id, definition_count FROM files')).toEqual([
    [1, definitions.length],
    [2, 1],
  ]);
  expect(checkDatabase(database)).toEqual([]);
  writeBatch(database, { files: [], touched: [], removed: ['huge'] }, 0);
  expect(database.all('SELECT file_id FROM contents')).toEqual([[2]]);
  expect(checkDatabase(database)).toEqual([]);
});
