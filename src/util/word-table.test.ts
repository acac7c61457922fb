import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeWhole, WordNumbers, WordTable } from './word-table.ts';

function drained(table: WordTable): Record<string, number[]> {
  const counts = new Map<string, number[]>();
  table.drain(({ text, offset, length, hashA, hashB }, all, from) => {
    const word = text.slice(offset, offset + length);
    expect(placeWhole(word)).toMatchObject({ hashA, hashB });
    expect(counts.has(word)).toBe(false);
    counts.set(word, [...all.subarray(from, from + 2)]);
  });
  return Object.fromEntries(counts);
}

describe('WordTable', () => {
  it('counts words, not numbers, and keeps digits and underscores inside words', () => {
    const table = new WordTable(2);
    table.addWords('foo = bar_2(foo, 12, 0xff, $x) // naïve 日本語', 0);
    expect(drained(table)).toEqual({ foo: [2, 0], bar_2: [1, 0], $x: [1, 0], naïve: [1, 0], 日本語: [1, 0] });
  });

  it('counts by column over several texts, and whole texts as one word', () => {
    const table = new WordTable(2);
    table.addWords('alpha beta', 0);
    table.addWords('beta 1', 1);
    table.addWhole('two words', 1);
    table.addWhole('x'.repeat(257), 1);
    expect(drained(table)).toEqual({ alpha: [1, 0], beta: [1, 1], 'two words': [0, 1] });
    expect(drained(table)).toEqual({});
  });

  it('agrees with a regular expression on any text, however often it is used', () => {
    const table = new WordTable(2);
    const text = fc.string({ unit: fc.constantFrom(...'abcXYZ_$019 .,()\n-é日'), maxLength: 4000 });
    fc.assert(
      fc.property(text, (source) => {
        const expected = new Map<string, number[]>();
        for (const [word] of source.matchAll(/[\p{L}\p{N}\p{M}_$]+/gu)) {
          if (!/^[0-9]/.test(word) && word.length <= 256) expected.set(word, [0, (expected.get(word)?.[1] ?? 0) + 1]);
        }
        table.addWords(source, 1);
        expect(drained(table)).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  it('grows past its first tables and gives the room back', () => {
    const table = new WordTable(2);
    const words = Array.from({ length: 20_000 }, (_, i) => `word${i}x`);
    for (let round = 0; round < 2; round++) {
      table.addWords(words.join(' '), round);
      expect(Object.keys(drained(table))).toEqual(words);
    }
  });
});

describe('WordNumbers', () => {
  it('numbers words in the order they come', () => {
    const numbers = new WordNumbers(2);
    const numberOf = (word: string): number => {
      const { length, hashA, hashB } = placeWhole(word);
      return numbers.number(length, hashA, hashB);
    };
    const words = Array.from({ length: 1000 }, (_, i) => `w${i}`);
    expect(words.map(numberOf)).toEqual(words.map((_, i) => i));
    expect(words.map(numberOf)).toEqual(words.map((_, i) => i));
    expect(numbers.size).toBe(1000);
    numbers.clear();
    expect(numberOf('w7')).toBe(0);
  });
});

describe('WordNumbers', () => {
  it('numbers words in the order they come in, however often it was cleared and has grown', () => {
    const rounds = fc.array(fc.array(fc.nat(40), { maxLength: 60 }), { maxLength: 12 });
    fc.assert(
      fc.property(rounds, (all) => {
        const numbers = new WordNumbers(2);
        for (const words of all) {
          const known = new Map<number, number>();
          for (const word of words) {
            if (!known.has(word)) known.set(word, known.size);
            // Hashes that meet in one slot.
            expect(numbers.number(1 + (word % 3), word & 7, word)).toBe(known.get(word));
            expect(numbers.size).toBe(known.size);
          }
          numbers.clear();
          expect(numbers.size).toBe(0);
        }
      }),
    );
  });
});
