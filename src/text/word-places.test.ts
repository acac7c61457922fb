import { expect, it } from 'vitest';
import { wordPlaces } from './word-places.ts';

it('finds whole words with their lines and columns', () => {
  const text = 'open reopen open_it\nöopen open\u0301 openö (open)\r\n\ud83d\ude00open $open.open\n';
  expect(wordPlaces(text, 'open').map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [2, 20],
    [3, 3],
    [3, 9],
    [3, 14],
  ]);
  expect(wordPlaces('empty? empty?x', 'empty?').map(({ at }) => at)).toEqual([0]);
});

it('finds no empty word', () => {
  for (const text of ['', 'a', 'a ', ' ']) expect(wordPlaces(text, '')).toEqual([]);
});
