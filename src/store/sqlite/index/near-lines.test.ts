import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { farLines, nearLines } from './near-lines.ts';

const part = fc.constantFrom('a', 'b/', '/', '..', '\n', '\u0001', '\u001f', '\0', ' ', 'é');
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

it('restores any lines', () => {
  fc.assert(
    fc.property(text, text, (lines, path) => {
      expect(farLines(nearLines(lines, path), path)).toBe(lines);
    }),
  );
});

it('replaces shared folders by one character', () => {
  const lines = 'pkg/src/deep/b.ts\npkg/src/c.ts\n\npkg/d.ts\nother/e.ts';
  const near = nearLines(lines, 'pkg/src/deep/a.ts');
  expect(near).toBe('\u0001b.ts\n\u0002c.ts\n\n\u0003d.ts\nother/e.ts');
  expect(farLines(near, 'pkg/src/deep/a.ts')).toBe(lines);
  const deep = 'x/'.repeat(50);
  expect(farLines(nearLines(`${deep}b`, `${deep}a`), `${deep}a`)).toBe(`${deep}b`);
});
