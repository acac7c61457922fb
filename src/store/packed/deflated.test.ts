import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteSink, writeBytes } from '../../util/bytes/varint.ts';
import { deflate, inflate } from './deflated.ts';

function packed(bytes: Uint8Array): Uint8Array {
  const sink = byteSink();
  writeBytes(sink, bytes);
  return deflate(sink);
}

const long = Uint8Array.from({ length: 5_000 }, (_, at) => at % 7);

describe('deflated bytes', () => {
  it('are restored exactly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
        expect(Buffer.from(inflate(packed(bytes)))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('are compressed if that pays, and have a new buffer', () => {
    expect(packed(long).length).toBeLessThan(100);
    expect(packed(long.subarray(0, 20))).toHaveLength(21);
    expect(packed(long).byteLength).toBe(packed(long).buffer.byteLength);
  });

  it('are refused if they are truncated, too long, or of an unknown form', () => {
    const bytes = packed(long);
    for (let length = 0; length < bytes.length; length++)
      expect(() => inflate(bytes.subarray(0, length))).toThrow(RangeError);
    expect(() => inflate(Uint8Array.from([1, 3, ...bytes.subarray(3)]))).toThrow(RangeError);
    expect(() => inflate(Uint8Array.of(2, 0))).toThrow(/start with 2/);
  });
});
