import { describe, expect, it } from 'vitest';
import { likelihood } from './likelihood.ts';

describe('the likelihood of a hit', () => {
  it('rises with its score, and with the lead of the best one', () => {
    const close = [1.5, 1.49, 1, 0];
    const shares = close.map((total) => likelihood(total, close));
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[0]).toBeLessThan(0.5);
    expect(likelihood(1.5, [1.5, 0.5])).toBeGreaterThan(0.9);
    expect(likelihood(1, [1])).toBeGreaterThan(0.9);
    expect(likelihood(0, [0, 0])).toBe(0);
  });
});
