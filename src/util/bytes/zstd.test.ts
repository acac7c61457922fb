import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameContent, zstdFrame } from './zstd.ts';

/** Content with few distinct bytes, so that it can be compressed. */
function content(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 27;
  });
}

/** A copy, since the next frame overwrites the original. */
function frameOf(bytes: Uint8Array): Uint8Array {
  return zstdFrame(bytes).slice();
}

function outcome(read: () => Uint8Array): unknown {
  try {
    return Buffer.from(read()).toString('hex');
  } catch {
    return 'refused';
  }
}

describe('a frame of zstd', () => {
  it.each([0, 1, 255, 256, 512, 1_023, 1_024, 1_025, 4_000, 65_536, 65_792, 131_072, 131_073, 700_000, 2_500_000])(
    'returns %i bytes, which zlib can read too',
    (length) => {
      for (const bytes of [content(length), content(length, 2), new Uint8Array(length)]) {
        const frame = frameOf(bytes);
        expect(Buffer.compare(frameContent(frame), bytes)).toBe(0);
        expect(Buffer.compare(zstdDecompressSync(frame), bytes)).toBe(0);
      }
    },
  );

  it('equals the one that zlib makes, whatever was made before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1024, max: 9_000 }), fc.nat(), (length, seed) => {
        const bytes = content(length, seed);
        const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
        expect(Buffer.compare(zstdFrame(bytes), zstdCompressSync(bytes, options))).toBe(0);
      }),
    );
  });

  it('has room for incompressible bytes', () => {
    for (const length of [1_024, 100_000, 1_500_000]) {
      const bytes = crypto.getRandomValues(Buffer.alloc(length).subarray(0, Math.min(length, 65_536)));
      const whole = Buffer.concat(
        Array.from({ length: Math.ceil(length / bytes.length) }, (_, at) => bytes.map((b) => b ^ at)),
      );
      expect(Buffer.compare(frameContent(frameOf(whole)), whole)).toBe(0);
    }
  });

  it.each([
    ['without its length', { pledgedSrcSize: undefined, params: { [constants.ZSTD_c_contentSizeFlag]: 0 } }],
    ['with a checksum', { params: { [constants.ZSTD_c_checksumFlag]: 1 } }],
  ])('%s is read', (_, options) => {
    for (const length of [0, 10, 600, 200_000]) {
      const bytes = content(length);
      expect(Buffer.compare(frameContent(zstdCompressSync(bytes, options)), bytes)).toBe(0);
    }
  });

  it('is read or refused as by zlib when it is cut or changed, and the next ones are read', () => {
    const [good, bytes] = [frameOf(content(1_900, 3)), content(1_900, 3)];
    const frames = [
      frameOf(content(1_700)),
      zstdCompressSync(content(700), { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    ];
    for (const frame of frames) {
      for (let at = 0; at < frame.length; at++) {
        const changed = frame.slice();
        changed[at]! ^= 1 << (at % 8);
        for (const broken of [frame.subarray(0, at), changed, Buffer.concat([frame, frame.subarray(0, at)])]) {
          expect(outcome(() => frameContent(broken))).toBe(outcome(() => zstdDecompressSync(broken)));
          expect(Buffer.compare(frameContent(good), bytes)).toBe(0);
        }
      }
    }
  });

  it('that is broken is refused with a RangeError', () => {
    const frame = frameOf(content(1_700));
    expect(() => frameContent(frame.fill(255, 7))).toThrow(RangeError);
  });
});
