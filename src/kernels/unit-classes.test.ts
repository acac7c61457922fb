import { describe, expect, it } from 'vitest';
import { classesOfPage, pageUnits } from './unit-classes.ts';

const pages = Array.from({ length: 65_536 / pageUnits }, (_, page) => classesOfPage(page));
const units = pages.flatMap((classes, page) =>
  Array.from(classes, (bits, at) => ({ unit: page * pageUnits + at, bits })),
);

describe('classes of UTF-16 units', () => {
  it('say which units belong to words, are digits, and are base64 characters', () => {
    for (const { unit, bits } of units) {
      const character = String.fromCharCode(unit);
      const own = /[0-9]/.test(character) ? 2 : /[\p{L}\p{N}\p{M}_$]/u.test(character) ? 1 : 0;
      expect(bits & 3, `U+${unit.toString(16)}`).toBe(own);
      expect((bits & 4) !== 0, `U+${unit.toString(16)}`).toBe(/[A-Za-z0-9+/]/.test(character));
    }
  });
});
