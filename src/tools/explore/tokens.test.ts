import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { approximateTokens } from './tokens.ts';

// Counted by o200k: what is said may be more, by a third at the most.
it.each([
  ['', 0],
  ['export function readSource(root: string, path: string): SourceContent {\n  return open(root, path);\n}\n', 23],
  ['    if err != nil {\n        return nil, fmt.Errorf("cannot open %s: %w", path, err)\n    }\n', 27],
  ['The quick brown fox jumps over the lazy dog, and nobody knows why it does so.\n', 18],
  ['12345678901234567890', 7],
])('%j takes about %i tokens', (text, tokens) => {
  const said = approximateTokens(text);
  expect(said).toBeGreaterThanOrEqual(Math.floor(tokens * 0.95));
  expect(said).toBeLessThanOrEqual(Math.ceil(tokens * 1.35) + 1);
});

it('grows with the text, and never says more than its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(approximateTokens(a + b)).toBeLessThanOrEqual(a.length + b.length);
      expect(approximateTokens(`${a}\n${b}`)).toBeGreaterThanOrEqual(approximateTokens(a));
    }),
  );
});
