import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteSink,
  byteSource,
  readByte,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeByte,
  writeBytes,
  writeSignedVarint,
  writeVarint,
} from './varint.ts';

/** `+ 0` turns the -0 of -1 into a plain zero: an integer zero has no sign. */
const half = (value: number): number => Math.trunc(value / 2) + 0;

describe('variable-length integers', () => {
  it.each([
    [0, [0]],
    [127, [127]],
    [128, [128, 1]],
    [300, [172, 2]],
    [2 ** 31, [128, 128, 128, 128, 8]],
    [Number.MAX_SAFE_INTEGER, [255, 255, 255, 255, 255, 255, 255, 15]],
  ])('writes %d', (value, bytes) => {
    const sink = byteSink();
    writeVarint(sink, value);
    expect([...sinkBytes(sink)]).toEqual(bytes);
  });

  it('reads back what was written, with either sign', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger()), (values) => {
        const sink = byteSink(0);
        for (const value of values) {
          writeVarint(sink, Math.abs(value));
          writeSignedVarint(sink, half(value));
        }
        const source = byteSource(sinkBytes(sink));
        for (const value of values) {
          expect(readVarint(source)).toBe(Math.abs(value));
          expect(readSignedVarint(source)).toBe(half(value));
        }
        expect(source.at).toBe(source.end);
      }),
    );
  });

  it.each([[[]], [[128]], [[255, 255]], [new Array<number>(9).fill(255)]])('refuses %j', (bytes) => {
    expect(() => readVarint(byteSource(Uint8Array.from(bytes)))).toThrow(RangeError);
  });
});

describe('byte sinks', () => {
  it('grow and keep everything', () => {
    const sink = byteSink(0);
    const long = Uint8Array.from({ length: 1_000 }, (_, n) => n % 256);
    writeByte(sink, 7);
    writeBytes(sink, long);
    writeBytes(sink, long, 10, 20);
    expect([...sinkBytes(sink)]).toEqual([7, ...long, ...long.slice(10, 20)]);
  });

  it('are read byte by byte, and not beyond their end', () => {
    const source = byteSource(Uint8Array.from([255, 1]));
    expect([readByte(source), readByte(source)]).toEqual([255, 1]);
    expect(() => readByte(source)).toThrow(RangeError);
  });
});
