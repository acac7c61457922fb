import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkKinds } from '../../model/chunk.ts';
import { largestHash, termTable, type ChunkWords } from '../../model/chunk-words.ts';
import { definitionKinds } from '../../model/definition.ts';
import { packChunkWords, unpackChunkWords } from './packed-chunk-words.ts';

const hash = fc.integer({ min: 0, max: largestHash });
const name = fc.record({
  written: hash,
  isTop: fc.boolean(),
  parts: fc.array(hash, { maxLength: 40 }),
  whole: fc.option(hash),
});
const entry = fc.record({
  length: fc.nat(),
  kinds: fc.subarray([...chunkKinds, ...definitionKinds], { minLength: 1 }),
  names: fc.array(name, { maxLength: 4 }),
});
const places = fc.uniqueArray(fc.tuple(fc.nat(3000), fc.integer({ min: 1, max: 100_000 })), {
  minLength: 1,
  maxLength: 300,
  selector: ([chunk]) => chunk,
});
const terms = fc.uniqueArray(fc.tuple(hash, places), { maxLength: 30, selector: ([one]) => one }).map((all) =>
  all
    .toSorted(([a], [b]) => a - b)
    .map(([one, where]) => {
      const inOrder = where.toSorted(([a], [b]) => a - b);
      return { hash: one, chunks: inOrder.map(([chunk]) => chunk), counts: inOrder.map(([, count]) => count) };
    }),
);

/** The words with the kinds of each chunk in a fixed order. */
function inOrder({ chunks, terms: all }: ChunkWords): ChunkWords {
  return { chunks: chunks.map((one) => ({ ...one, kinds: one.kinds.toSorted() })), terms: all };
}

describe('packed words of chunks', () => {
  it('are restored exactly', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), terms, (chunks, all) => {
        const words: ChunkWords = { chunks, terms: termTable(all) };
        expect(inOrder(unpackChunkWords(packChunkWords(words)))).toEqual(inOrder(words));
      }),
    );
    expect(packChunkWords({ chunks: [], terms: termTable([]) })).toHaveLength(0);
    expect(unpackChunkWords(new Uint8Array(0))).toEqual({ chunks: [], terms: termTable([]) });
  });

  it('are refused if they are truncated', () => {
    const bytes = packChunkWords({
      chunks: [{ length: 9, kinds: ['part'], names: [{ written: 1, isTop: true, parts: [2], whole: null }] }],
      terms: termTable([{ hash: 70_000, chunks: [0, 5], counts: [1, 3] }]),
    });
    for (let end = 1; end < bytes.length; end++) {
      // A cut where a term begins cannot be noticed.
      if (end === 11) continue;
      expect(() => unpackChunkWords(bytes.subarray(0, end)), `cut to ${end}`).toThrow(RangeError);
    }
  });
});
