import { describe, expect, it } from 'vitest';
import { fits, largestFitting, oneLine } from './budget.ts';

describe('oneLine', () => {
  it.each([
    ['plain', Infinity, 'plain'],
    ['a\nb\tc', Infinity, 'a\\nb\\tc'],
    ['\u001b[31mred', Infinity, '\\u001b[31mred'],
    ['a\u2028b\u0085', Infinity, 'a\\u2028b\\u0085'],
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abcd😀fg', 6, 'abcd…'],
  ])('%j within %d is %j', (text, limit, shown) => {
    expect(oneLine(text, limit)).toBe(shown);
  });
});

describe('fits and largestFitting', () => {
  const draft = (count: number) => ({ text: 'x'.repeat(count * 10), structured: { n: 'y'.repeat(count * 20) } });

  it('checks both forms', () => {
    expect(fits({ text: 'x'.repeat(99), structured: {} }, 100)).toBe(true);
    expect(fits({ text: 'x'.repeat(100), structured: {} }, 100)).toBe(false);
    expect(fits({ text: '', structured: { a: 'x'.repeat(100) } }, 100)).toBe(false);
  });

  it.each([
    [10, 1000, 10],
    [10, 109, 5],
    [10, 108, 4],
    [10, 1, 1],
    [0, 100, 1],
  ])('of %d within %d characters takes %d', (most, maxChars, count) => {
    expect(largestFitting(most, maxChars, draft)).toBe(count);
  });
});
