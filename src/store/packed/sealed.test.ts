import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireSeal, rowSeed, sealBytes, sealed, textSeed, unsealed } from './sealed.ts';

const anyBytes = fc.uint8Array({ maxLength: 300 });
const anySeed = fc.nat({ max: 0xffff_ffff });

describe('sealed bytes', () => {
  it('give back what was sealed', () => {
    fc.assert(
      fc.property(anyBytes, anySeed, (bytes, seed) => {
        expect(unsealed(sealed(bytes, seed), seed)).toEqual(bytes);
      }),
    );
  });

  it('are refused where any bit changed, where bytes are missing, and for another row', () => {
    const bytes = Uint8Array.from({ length: 40 }, (_, at) => at * 31);
    const seal = sealed(bytes, 7);
    for (let at = 0; at < seal.length * 8; at++) {
      const changed = seal.slice();
      changed[at >> 3]! ^= 1 << (at & 7);
      expect(() => unsealed(changed, 7), `bit ${at}`).toThrow(RangeError);
    }
    for (let length = 1; length < seal.length; length++)
      expect(() => unsealed(seal.subarray(0, length), 7), `${length} bytes`).toThrow(RangeError);
    expect(() => unsealed(seal, 8)).toThrow(RangeError);
  });

  it('are checked in parts as in one piece', () => {
    const first = fc.array(anyBytes, { maxLength: 3 });
    fc.assert(
      fc.property(first, anyBytes, anySeed, (before, last, seed) => {
        const pieces = [...before.map((bytes) => bytes.subarray(0, bytes.length & ~3)), last];
        const whole = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
        fc.pre(whole.length > 0);
        const sums = sealed(whole, seed).slice(-sealBytes);
        requireSeal(pieces, seed, sums, 0);
        expect(() => requireSeal([Uint8Array.of(1, 0, 0, 0), ...pieces], seed, sums, 0)).toThrow(RangeError);
        expect(() => requireSeal(pieces, seed, sums, 1)).toThrow(RangeError);
      }),
    );
  });

  it('tell rows apart whose keys differ in one number or text', () => {
    const seeds = [
      rowSeed(1),
      rowSeed(2),
      rowSeed(1, 2),
      rowSeed(2, 1),
      textSeed('a', 'b'),
      textSeed('a'),
      textSeed('b'),
    ];
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  it('takes a row without bytes for damage', () => {
    expect(() => unsealed(null as unknown as Uint8Array, rowSeed(1))).toThrow(RangeError);
  });
});
