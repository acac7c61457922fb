import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packVectors, unpackVectors } from './packed-vectors.ts';

const arbitraryVectors = fc.integer({ min: 1, max: 40 }).chain((dimensions) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    vectors: fc.array(
      fc.record({
        vector: fc.int8Array({ minLength: dimensions, maxLength: dimensions }),
        scale: fc.float({ noNaN: true, noDefaultInfinity: true, min: 0 }),
      }),
      { maxLength: 6 },
    ),
  }),
);

describe('packed vectors', () => {
  it('are restored exactly', () => {
    fc.assert(
      fc.property(arbitraryVectors, ({ dimensions, vectors }) => {
        expect(unpackVectors(packVectors(vectors, dimensions))).toEqual(vectors);
      }),
    );
  });

  it('are refused if they are incomplete', () => {
    const bytes = packVectors([{ vector: Int8Array.from([1, 2, 3]), scale: 0.5 }], 3);
    expect(bytes.length).toBe(4 + 4 + 3);
    for (let length = 0; length < bytes.length; length++)
      expect(() => unpackVectors(bytes.subarray(0, length))).toThrow(RangeError);
    expect(() => unpackVectors(Uint8Array.from([...bytes, 0]))).toThrow(RangeError);
    expect(() => packVectors([{ vector: new Int8Array(2), scale: 1 }], 3)).toThrow(RangeError);
  });
});
