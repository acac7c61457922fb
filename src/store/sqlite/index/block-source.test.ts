/** The inverted index of another engine, whose blocks are in memory: queries and merges need nothing else of an engine. */
import { expect, it } from 'vitest';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { openDatabase } from '../file/open-database.ts';
import { refreshDocuments } from '../tables/documents.ts';
import { writeBatch } from '../tables/write-files.ts';
import type { Block, BlockSource } from './block-source.ts';
import { ListMerge } from './list-merge.ts';
import { readNamesInAnyCase } from './names-in-any-case.ts';
import type { Segment } from './segments.ts';
import { StoredBlocks } from './stored-blocks.ts';
import { blockWriter } from './term-block.ts';
import { readPostings, readTermsWithPrefix } from './term-queries.ts';

class BlocksInMemory implements BlockSource {
  readonly #segments: readonly Segment[];
  readonly #blocks: ReadonlyMap<number, readonly Block[]>;
  readonly #files: readonly number[];

  constructor(segments: readonly Segment[], blocks: ReadonlyMap<number, readonly Block[]>, files: readonly number[]) {
    this.#segments = segments;
    this.#blocks = blocks;
    this.#files = files;
  }

  segments(): Segment[] {
    return [...this.#segments];
  }

  blocksOfKey(key: Uint8Array): { firstFile: number; data: Uint8Array }[] {
    return this.#segments.flatMap(({ id, firstFile }) => {
      const block = this.blockAt(id, key);
      return block === undefined ? [] : [{ firstFile, data: block.data }];
    });
  }

  blockAt(segment: number, key: Uint8Array): Block | undefined {
    return this.#of(segment).findLast(({ first }) => Buffer.compare(first, key) <= 0);
  }

  blocksAfter(segment: number, key: Uint8Array | null, limit: number): Block[] {
    const after = this.#of(segment).filter(({ first }) => key === null || Buffer.compare(first, key) > 0);
    return after.slice(0, limit);
  }

  filesBetween(first: number, last: number): Set<number> {
    return new Set(this.#files.filter((id) => id >= first && id <= last));
  }

  #of(segment: number): readonly Block[] {
    return this.#blocks.get(segment) ?? [];
  }
}

it('is searched and merged as that of SQLite', async () => {
  const { database } = await openDatabase({ path: ':memory:' });
  const write = (path: string, from: number, removed: string[] = []): void => {
    const words = Array.from({ length: 400 }, (_, n) => `word${from + n}`);
    const terms = new Map(['shared', ...words].map((word, n) => [word, { symbols: 1 + (n % 3) }]));
    const definitions = ['open', 'Open', `close${from}`].map((name) => ({ name }));
    const file = sampleFile({ path, terms, definitions });
    writeBatch(database, { files: [file], touched: [], removed }, 0);
  };
  write('a', 0);
  write('b', 200);
  write('c', 300, ['b']);
  const stored = new StoredBlocks(database);
  const documents = refreshDocuments(database, null);
  const all = stored.segments();
  expect(all.map(({ deadPostings }) => deadPostings > 0)).toEqual([false, true, false]);
  const blocks = new Map(all.map(({ id }) => [id, stored.blocksAfter(id, null, 1000)]));
  const memory = new BlocksInMemory(all, blocks, [...documents.sortedIds]);

  const answers = (source: BlockSource): unknown => [
    readPostings(source, documents, ['shared', 'word0', 'word250', 'word399', 'word699', 'none']),
    readTermsWithPrefix(source, documents, { prefix: 'word3', limit: 150 }),
    readNamesInAnyCase(source, documents, 'OPEN'),
  ];
  const expected = answers(stored);
  expect(answers(memory)).toEqual(expected);

  const merged: Block[] = [];
  const writer = blockWriter((first, data) => merged.push({ first, data }));
  const merge = new ListMerge(memory, all, writer);
  while (merge.mergeKey() > 0);
  writer.finish();
  expect(merge.dropped).toBe(all.reduce((sum, { deadPostings }) => sum + deadPostings, 0));
  const one = { ...all[0]!, lastFile: all.at(-1)!.lastFile, deadPostings: 0 };
  const after = new BlocksInMemory([one], new Map([[one.id, merged]]), [...documents.sortedIds]);
  expect(answers(after)).toEqual(expected);
  database.close();
});
