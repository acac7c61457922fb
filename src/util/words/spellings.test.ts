import { expect, it } from 'vitest';
import { otherSpelling } from './spellings.ts';

it.each([
  ['colour', 'color'],
  ['behaviours', 'behaviors'],
  ['serialise', 'serialize'],
  ['normalisation', 'normalization'],
  ['analysed', 'analyzed'],
  ['centre', 'center'],
  ['licence', 'license'],
  ['catalogue', 'catalog'],
  ['grey', 'gray'],
])('finds the other spelling of %s and of %s', (british, american) => {
  expect(otherSpelling(british)).toBe(american);
  expect(otherSpelling(american)).toBe(british);
});

it.each(['hour', 'source', 'store', 'size', 'history', 'parser', 'blog', 'parameter'])('leaves %s alone', (word) => {
  expect(otherSpelling(word)).toBeNull();
});
