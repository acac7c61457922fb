import { describe, expect, it } from 'vitest';
import { nameEnd, numberEnd, punctuation } from './lexemes.ts';
import { plainEnd } from './string-text.ts';
import { tokens } from './tokens.ts';

describe('nameEnd', () => {
  it.each([
    ['a', 1],
    ['a1_ b', 3],
    ['1a', 0],
    ['', 0],
    ['größe=', 5],
    ['é', 1],
    ['a·b', 3],
    ['a€', 1],
    ['𝒳y.', 3],
  ])('of %j is %i', (text, end) => expect(nameEnd(text, 0)).toBe(end));
});

describe('numberEnd', () => {
  it.each([
    ['12', 2],
    ['12)', 2],
    ['1_000,', 5],
    ['0xFF', 4],
    ['3j', 2],
    ['1.', -2],
    ['.5]', -2],
    ['1e9', -3],
    ['1.5e-3j', -7],
  ])('of %j is %i', (text, end) => expect(numberEnd(text, 0)).toBe(end));

  it.each(['1if', '0777L', '1__0', '1é'])('leaves %j to the grammar', (text) => {
    expect(() => numberEnd(text, 0)).toThrow();
  });
});

describe('punctuation', () => {
  it.each([
    ['=', tokens.assign, 1],
    ['==', tokens.compare, 2],
    [':=', tokens.walrus, 2],
    ['->', tokens.arrow, 2],
    ['-=', tokens.augment, 2],
    ['**', tokens.power, 2],
    ['**=', tokens.augment, 3],
    ['//', tokens.multiply, 2],
    ['>>=', tokens.augment, 3],
    ['<=', tokens.compare, 2],
    ['!=', tokens.compare, 2],
    ['!r', tokens.conversion, 2],
  ])('reads %j', (text, token, length) => expect(punctuation(text, 0)).toBe(token * 4 + length));
});

describe('plainEnd', () => {
  const quote = 34;

  it('is after the closing quote', () => expect(plainEnd('"ab" "', 1, quote)).toBe(4));

  it.each(['"a\\" "', '"a\n"', '"a', '"a\0"'])('is -1 for %j', (text) => expect(plainEnd(text, 1, quote)).toBe(-1));
});
