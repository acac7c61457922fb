import fc from 'fast-check';
import { expect, it } from 'vitest';
import { largestHash, termPlaces, termTable, wordHash, type TermPlaces } from './chunk-words.ts';

it('a table of terms gives back the terms that it was made from', () => {
  const places = fc.array(fc.tuple(fc.nat(9), fc.nat(5)), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(largestHash), { maxLength: 8 }),
      fc.array(places, { minLength: 8, maxLength: 8 }),
      (hashes, all) => {
        const terms = hashes.map((hash, term): TermPlaces => ({
          hash,
          chunks: all[term]!.map(([chunk]) => chunk),
          counts: all[term]!.map(([, count]) => count),
        }));
        const table = termTable(terms);
        expect(termPlaces(table)).toEqual(terms);
        expect(table.starts).toHaveLength(terms.length + 1);
      },
    ),
  );
});

it('hashes of words have 22 bits and never change, because indexes store them', () => {
  const hash = fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(hash, hash, (hashA, hashB) => {
      expect(wordHash({ hashA, hashB }) & ~largestHash).toBe(0);
      expect(wordHash({ hashA: hashA | 0, hashB: hashB | 0 })).toBe(wordHash({ hashA, hashB }));
    }),
  );
  const words = [
    [0, 0],
    [1, 0],
    [0, 1],
    [-1, -1],
    [0x12345678, 0x9abcdef0],
    [0x01000193, 0x811c9dc5],
  ] as const;
  expect(words.map(([hashA, hashB]) => wordHash({ hashA, hashB }))).toMatchInlineSnapshot(`
    [
      0,
      3377162,
      546412,
      1426595,
      308922,
      267966,
    ]
  `);
});
