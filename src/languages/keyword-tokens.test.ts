import { expect, test } from 'vitest';
import { keywordTokens } from './keyword-tokens.ts';

const tokens = { name: 1, comma: 2, and: 10, as: 11, assert: 12, async: 13, None: 14 };
const tokenOf = keywordTokens(tokens, { first: tokens.and, name: tokens.name });
const read = (text: string, start = 0, end = text.length): number => tokenOf(text, start, end);

test('distinguishes keywords from names by all their letters', () => {
  for (const [word, token] of Object.entries(tokens)) expect(read(word)).toBe(token >= 10 ? token : tokens.name);
  for (const word of ['an', 'andy', 'ad', 'Async', 'asynd', 'none', 'constructor', '_', 'a'.repeat(16), 'é'])
    expect(read(word)).toBe(tokens.name);
});

test('reads only the letters of the word', () => {
  expect(read('x.async_', 2, 7)).toBe(tokens.async);
  expect(read('assertion', 0, 6)).toBe(tokens.assert);
  expect(read('asser', 0, 5)).toBe(tokens.name);
});
