import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteSink, sinkBytes } from '../../util/bytes/varint.ts';
import {
  expectEnd,
  packedSource,
  readText,
  readTexts,
  skipText,
  textAt,
  textNumber,
  writeText,
  writeTexts,
} from './packed-texts.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary-ascii' }),
  fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 })).map((units) => String.fromCharCode(...units)),
);

describe('packed texts', () => {
  it('are restored one after another, read or skipped, at any offset of a buffer', () => {
    fc.assert(
      fc.property(fc.array(anyText), fc.nat(5), (texts, offset) => {
        const sink = byteSink();
        sink.length = offset;
        for (const text of texts) writeText(sink, text);
        const bytes = sinkBytes(sink).subarray(offset);
        const read = packedSource(bytes);
        expect(texts.map(() => readText(read))).toEqual(texts);
        expectEnd(read);
        const passed = packedSource(bytes);
        for (const _ of texts) skipText(passed);
        expectEnd(passed);
      }),
    );
  });

  it('take one byte per character, and one more, if they are short ASCII', () => {
    const sink = byteSink();
    writeText(sink, 'constructor');
    expect(sink.length).toBe(12);
  });

  it('have one number in a table, however often they are used', () => {
    const table = new Map<string, number>();
    const used = ['run', '__proto__', 'run', '', 'é', '__proto__'];
    const numbers = used.map((text) => textNumber(table, text));
    expect(numbers).toEqual([0, 1, 0, 2, 3, 1]);
    const sink = byteSink();
    writeTexts(sink, table);
    const texts = readTexts(packedSource(sinkBytes(sink)));
    expect(numbers.map((number) => textAt(texts, number))).toEqual(used);
    expect(() => textAt(texts, 4)).toThrow(/text 4 of 4/);
  });
});
