import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter, type OversizedLine } from './line-splitter.ts';

function split(limit: number, chunks: Buffer[]): { lines: string[]; oversized: OversizedLine[] } {
  const lines: string[] = [];
  const oversized: OversizedLine[] = [];
  const splitter = createLineSplitter(
    limit,
    (line) => lines.push(line.toString()),
    (line) => oversized.push(line),
  );
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, oversized };
}

/** Cuts a buffer at the given places. */
function cut(buffer: Buffer, places: number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (buffer.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...sorted].map((from, i) => buffer.subarray(from, sorted[i] ?? buffer.length));
}

describe('createLineSplitter', () => {
  it('gives the same lines however the bytes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^\n]{0,20}$/)), fc.array(fc.nat()), (texts, places) => {
        const { lines, oversized } = split(1000, cut(Buffer.from(texts.join('\n')), places));
        expect(lines).toEqual(texts.filter((text) => text !== ''));
        expect(oversized).toEqual([]);
      }),
    );
  });

  it('reports a line that is too long once, and reads the next', () => {
    const long = `{"id":1,${'x'.repeat(20_000)},"id":2}`;
    const input = Buffer.from(`before\n${long}\nafter\n`);
    for (const size of [1, 7, 1000, 100_000]) {
      const chunks = Array.from({ length: Math.ceil(input.length / size) }, (_, i) =>
        input.subarray(i * size, (i + 1) * size),
      );
      const { lines, oversized } = split(10_000, chunks);
      expect(lines).toEqual(['before', 'after']);
      expect(oversized).toEqual([{ head: long.slice(0, 4096), tail: long.slice(-1024), bytes: long.length }]);
    }
  });

  it('takes a line of exactly the limit', () => {
    expect(split(5, [Buffer.from('12345\n123456\n')])).toMatchObject({ lines: ['12345'], oversized: [{ bytes: 6 }] });
  });
});
