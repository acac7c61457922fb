import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest, nearestFew } from './nearest.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 3, 0],
    ['abc', 'abc', 3, 0],
    ['abc', 'acb', 3, 1],
    ['abc', 'ab', 3, 1],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, 3],
    ['a', 'abcdef', 2, 3],
  ])('%s to %s within %i', (from, to, limit, expected) => {
    expect(editDistance(from, to, limit)).toBe(expected);
  });
});

describe('nearest', () => {
  const words = ['maxFileSize', 'maxWorkers', 'batchSize', 'db'];
  it.each([
    ['maxfilesize', 'maxFileSize'],
    ['maxFileSzie', 'maxFileSize'],
    ['batch_size', 'batchSize'],
    ['bd', 'db'],
    ['colour', null],
    ['', null],
  ])('%s', (word, expected) => {
    expect(nearest(word, words)).toBe(expected);
  });
});

it('finds the same as a comparison of all distances', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'é', '_'), maxLength: 9 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), (wanted, words, count) => {
      const limit = Math.max(1, Math.floor(wanted.length / 3));
      const near = words
        .map((one) => ({ one, distance: editDistance(wanted.toLowerCase(), one.toLowerCase(), limit) }))
        .filter(({ distance }) => distance <= limit)
        .sort((a, b) => a.distance - b.distance);
      expect(nearestFew(wanted, words, count)).toEqual(near.slice(0, count).map(({ one }) => one));
    }),
  );
});

it('of a long word only so many letters may be wrong', () => {
  const word = 'a'.repeat(1000);
  const changed = (edits: number): string => `${'b'.repeat(edits)}${word.slice(edits)}`;
  expect(nearestFew(word, [changed(33), changed(32), changed(1)], 5)).toEqual([changed(1), changed(32)]);
});
