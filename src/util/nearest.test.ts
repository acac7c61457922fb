import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

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
