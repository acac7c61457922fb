import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantiseVector } from './quantised-vector.ts';
import { modelInput, unitVector } from './unit-vector.ts';

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

describe('unitVector', () => {
  it.each([
    [[3, 4], 2, [0.6, 0.8]],
    [[3, 4, 12], 2, [0.6, 0.8]],
    [[0, 0], 2, [0, 0]],
    [[1e300, -1e300], 2, [Math.SQRT1_2, -Math.SQRT1_2]],
    [[1e-300, 0], 2, [1, 0]],
  ])('%j to %i dimensions', (values, dimensions, expected) => {
    const vector = unitVector(values, dimensions);
    expect(vector.length).toBe(expected.length);
    for (const [i, value] of expected.entries()) expect(vector[i]).toBeCloseTo(value, 6);
  });
});

describe('quantiseVector', () => {
  it('stays within half a scale of every value', () => {
    const values = fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(values, (list) => {
        const vector = unitVector(list, list.length);
        const quantised = quantiseVector(vector);
        for (const [i, value] of vector.entries()) {
          expect(Math.abs(value - quantised.vector[i]! * quantised.scale)).toBeLessThanOrEqual(
            quantised.scale * 0.5001,
          );
        }
        expect([0, 1].some((length) => Math.abs(lengthOf(vector) - length) < 1e-5)).toBe(true);
      }),
    );
  });
});

describe('modelInput', () => {
  it.each([
    ['q: ', 'text', 'q: text'],
    ['', 'a\uD83D', 'a\uFFFD'],
    ['', 'x'.repeat(40_000), 'x'.repeat(32_768)],
  ])('%j before a text', (prefix, text, expected) => {
    expect(modelInput(prefix, text)).toBe(expected);
  });
});
