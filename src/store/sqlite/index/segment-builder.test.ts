import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedTexts, textsOf } from '../../../model/text-list.ts';
import { sinkBytes } from '../../../util/bytes/varint.ts';
import { tagFields } from '../../store.ts';
import { nextPosting, postingCursor, readCounts, startPostings } from './posting-list.ts';
import { buildSegment, type FileTerms } from './segment-builder.ts';
import { blockCursor, blockWriter, isName, nameOf, nextEntry, startBlock, tagOf } from './term-block.ts';

interface Block {
  first: Uint8Array;
  entries: Uint8Array;
}

const width = tagFields.length;
const words = ['user', 'User', 'username', 'usernames', 'user\0', '', '__proto__', 'constructor', 'é', '\u{1f600}', '\ue000', '\ud83d']; // prettier-ignore
const longWords = ['a', 'b'].flatMap((letter) => [16, 900, 1_100].map((length) => letter.repeat(length)));
const all = [...words, ...longWords];
/** The texts of each file in another order. */
const tables = [all, all.toReversed(), words.slice(3)];

const file = fc
  .record({
    table: fc.constantFrom(null, ...tables),
    chosen: fc.uniqueArray(fc.constantFrom(...all)),
    counts: fc.uint8Array({ minLength: all.length * width, maxLength: all.length * width }),
    most: fc.constantFrom(1, 2, 255),
    names: fc.uniqueArray(fc.constantFrom(...all), { maxLength: 6 }),
    gap: fc.integer({ min: 1, max: 70_000 }),
  })
  .map(({ table, chosen, counts, most, names, gap }) => {
    const there = table === null ? chosen : chosen.filter((word) => table.includes(word));
    const numbers = Int32Array.from(there, (word) => table?.indexOf(word) ?? 0);
    return {
      gap,
      names,
      terms: table === null ? there : numberedTexts(table, numbers),
      counts: counts.slice(0, there.length * width).map((count) => Math.min(count, most)),
    };
  });
const batches = fc.array(fc.array(file, { minLength: 1, maxLength: 6 }), { maxLength: 3 });

function filesOf(batch: readonly (Omit<FileTerms, 'id'> & { gap: number })[]): FileTerms[] {
  let id = 7;
  return batch.map(({ gap, ...rest }) => ({ id: (id += gap), ...rest }));
}

function blocksOf(files: readonly FileTerms[]): Block[] {
  const blocks: Block[] = [];
  buildSegment(
    files,
    blockWriter((first, entries) => blocks.push({ first, entries })),
  );
  return blocks;
}

/** Writes the entries of blocks with a `blockWriter`, as a merge does. */
function rewritten(blocks: readonly Block[]): Block[] {
  const again: Block[] = [];
  const writer = blockWriter((first, entries) => again.push({ first, entries }));
  const entry = blockCursor();
  for (const { entries } of blocks) {
    startBlock(entry, entries);
    while (nextEntry(entry)) {
      const bytes = sinkBytes(entry.key);
      writer.add({ bytes, length: bytes.length }, entries.subarray(entry.listStart), entry.listEnd - entry.listStart);
    }
  }
  writer.finish();
  return again;
}

/** As texts, because these are compared quickly. */
function hex(blocks: readonly Block[]): string[] {
  return blocks.map(
    ({ first, entries }) => `${Buffer.from(first).toString('hex')} ${Buffer.from(entries).toString('hex')}`,
  );
}

type Read = [kind: 'tag' | 'name', text: string, postings: string[]][];

/** All postings in the order of the blocks. */
function read(blocks: readonly Block[], base: number): Read {
  const found: Read = [];
  const entry = blockCursor();
  const cursor = postingCursor();
  for (const { entries } of blocks) {
    startBlock(entry, entries);
    while (nextEntry(entry)) {
      const postings: string[] = [];
      startPostings(cursor, { bytes: entries, start: entry.listStart, end: entry.listEnd, base });
      while (nextPosting(cursor)) {
        const counts = new Uint8Array(width);
        readCounts(cursor, counts, 0);
        postings.push(`${cursor.fileId}: ${counts.join()}`);
      }
      found.push(isName(entry.key) ? ['name', nameOf(entry.key), postings] : ['tag', tagOf(entry.key), postings]);
    }
  }
  return found;
}

function expected(files: readonly FileTerms[]): Read {
  const [tags, names] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (lists: typeof tags, text: string, posting: string): void => {
    const list = lists.get(text);
    if (list === undefined) lists.set(text, [posting]);
    else list.push(posting);
  };
  for (const { id, terms, counts, names: own } of files) {
    for (const [at, term] of textsOf(terms).entries())
      add(tags, term, `${id}: ${counts.subarray(at * width, at * width + width).join()}`);
    for (const name of own) add(names, name, `${id}: ${new Uint8Array(width).join()}`);
  }
  const inOrder = (kind: 'tag' | 'name', lists: typeof tags): Read =>
    [...lists.keys()].sort().map((text) => [kind, text, lists.get(text)!]);
  return [...inOrder('tag', tags), ...inOrder('name', names)];
}

describe('the blocks of a segment', () => {
  it('have every posting once, with keys in order, for terms by number or as texts', () => {
    fc.assert(
      fc.property(batches, (some) => {
        for (const batch of some) {
          const files = filesOf(batch);
          expect(read(blocksOf(files), files[0]!.id)).toEqual(expected(files));
        }
      }),
    );
  });

  it('are cut at the same keys as those of a merge', () => {
    fc.assert(
      fc.property(batches, (some) => {
        for (const batch of some) {
          const blocks = blocksOf(filesOf(batch));
          expect(hex(rewritten(blocks))).toEqual(hex(blocks));
        }
      }),
    );
  });

  it('are correct for a large segment, and for a small one after it', () => {
    const table = Array.from({ length: 10_000 }, (_, at) => `${at % 7 === 0 ? 'common_prefix_' : ''}${at * 7_919}`);
    const large = Array.from({ length: 20 }, (_, at): FileTerms => {
      const numbers = Int32Array.from({ length: 3_000 }, (_, place) => (at * 500 + place * 7) % table.length);
      const names = table.slice(at * 100, at * 100 + 200);
      return { id: at + 1, terms: numberedTexts(table, numbers), counts: new Uint8Array(3_000 * width).fill(1), names };
    });
    const blocks = blocksOf(large);
    expect(read(blocks, 1)).toEqual(expected(large));
    expect(hex(rewritten(blocks))).toEqual(hex(blocks));
    const small = large.slice(0, 1);
    expect(read(blocksOf(small), 1)).toEqual(expected(small));
  });

  it('do not exist without postings', () => {
    expect(blocksOf([{ id: 1, terms: [], counts: new Uint8Array(0), names: [] }])).toEqual([]);
  });
});
