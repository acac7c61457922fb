import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRowSums } from './row-sums.ts';

describe('sums of rows', () => {
  it('are the same bits by the kernel and by the plain loop, however many rows there are', () => {
    const rows = 40;
    for (const dimensions of [16, 128, 256]) {
      const values = Int8Array.from({ length: rows * dimensions }, (_, at) => ((at * 7919) % 255) - 127);
      const [kernel, plain] = [openRowSums(values, dimensions), openRowSums(values, dimensions, { simd: false })];
      expect(kernel.constructor).not.toBe(plain.constructor);
      const entry = fc.tuple(fc.nat(rows - 1), fc.float({ noNaN: true, min: -1000, max: 1000 }));
      fc.assert(
        fc.property(fc.array(entry, { maxLength: 2500 }), (entries) => {
          for (const sums of [kernel, plain]) {
            sums.clear();
            for (const [row, weight] of entries) sums.add(row, weight);
          }
          expect(kernel.sums()).toEqual(plain.sums());
        }),
        { numRuns: 60 },
      );
    }
  });

  it('are what one expects', () => {
    const sums = openRowSums(
      Int8Array.from({ length: 32 }, (_, at) => at),
      16,
    );
    sums.clear();
    expect([...sums.sums()]).toEqual(Array.from({ length: 16 }, () => 0));
    sums.add(0, 2);
    sums.add(1, -0.5);
    expect([...sums.sums()]).toEqual(Array.from({ length: 16 }, (_, k) => 2 * k - 0.5 * (k + 16)));
  });

  it('are made by the plain loop where rows have an odd width', () => {
    const sums = openRowSums(Int8Array.from([1, 2, 3, 4, 5, 6]), 3);
    sums.clear();
    sums.add(1, 10);
    expect([...sums.sums()]).toEqual([40, 50, 60]);
  });
});
