import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCodeUnits, writeCodeUnits } from './code-units.ts';
import { byteSink, sinkBytes } from '../bytes/varint.ts';

function bytesOf(text: string): Uint8Array {
  const sink = byteSink(0);
  expect(writeCodeUnits(sink, text)).toBe(sink.length);
  return sinkBytes(sink);
}

/** Any units, paired or not, including many whose order differs in UTF-8. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0x41, 0xd83d, 0xde00, 0xe000, 0xffff)), {
    maxLength: 6,
  })
  .map((units) => String.fromCharCode(...units));

describe('strings as bytes by code unit', () => {
  it.each([
    ['', []],
    ['aé', [0x61, 0xc3, 0xa9]],
    ['\uffff', [0xef, 0xbf, 0xbf]],
    ['\u{1f600}', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ])('writes %j', (text, bytes) => {
    expect([...bytesOf(text)]).toEqual(bytes);
  });

  it('reads back any string', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const bytes = bytesOf(text);
        expect(readCodeUnits(bytes, 0, bytes.length)).toBe(text);
      }),
    );
  });

  it('keeps order and prefixes', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(Buffer.compare(bytesOf(a), bytesOf(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
        const start = bytesOf(b).subarray(0, bytesOf(a).length);
        expect(Buffer.compare(start, bytesOf(a)) === 0).toBe(b.startsWith(a));
      }),
    );
  });

  it('refuses a text that runs past the end', () => {
    expect(() => readCodeUnits(new Uint8Array(3), 1, 4)).toThrow(RangeError);
  });
});
