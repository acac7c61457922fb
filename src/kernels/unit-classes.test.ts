import { describe, expect, it } from 'vitest';
import { identifierTerms, isPlainUnit, smallLetterOf } from '../util/words.ts';
import { pageUnits, unitsOfPage } from './unit-classes.ts';

const pages = Array.from({ length: 65_536 / pageUnits }, (_, page) => unitsOfPage(page));
const units = pages.flatMap(({ classes, small }, page) =>
  Array.from(classes, (bits, at) => ({ unit: page * pageUnits + at, bits, small: small[at]! })),
);

describe('classes of UTF-16 units', () => {
  it('say what is in words, and which units are digits and base64 characters', () => {
    for (const { unit, bits } of units) {
      const character = String.fromCharCode(unit);
      const own = /[0-9]/.test(character) ? 2 : /[\p{L}\p{N}\p{M}_$]/u.test(character) ? 1 : 0;
      expect(bits & 3, `U+${unit.toString(16)}`).toBe(own);
      expect((bits & 4) !== 0, `U+${unit.toString(16)}`).toBe(/[A-Za-z0-9+/]/.test(character));
    }
  });

  it('say of which units words are terms as they are, by a small letter in front too', () => {
    for (const { unit, bits, small } of units) {
      expect((bits & 8) !== 0, `U+${unit.toString(16)}`).toBe(isPlainUnit(unit));
      expect(small, `U+${unit.toString(16)}`).toBe(smallLetterOf(unit));
      expect((bits & 16) !== 0, `U+${unit.toString(16)}`).toBe(small !== 0);
    }
  });

  it('say the same as what splits words, of one capital and what goes on', () => {
    for (const { unit, small } of units) {
      if (small === 0) continue;
      const word = `${String.fromCharCode(unit)}\u00e9\u0434`;
      const terms = { parts: [`${String.fromCharCode(small)}\u00e9\u0434`], whole: null };
      expect(identifierTerms(word), word).toEqual(terms);
    }
  });
});
