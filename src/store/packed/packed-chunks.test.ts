import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkKinds, maxChunkKey, type ChunkSpan } from '../../model/chunk.ts';
import { chunkKeyBytes, packChunks, unpackChunks } from './packed-chunks.ts';

const anyChunks: fc.Arbitrary<ChunkSpan[]> = fc
  .array(
    fc.record({
      lines: fc.integer({ min: 1, max: 2 ** 31 }),
      kind: fc.constantFrom(...chunkKinds),
      key: fc.integer({ min: 0, max: maxChunkKey }),
    }),
  )
  .map((list) => {
    let endLine = 0;
    return list.map(({ lines, kind, key }) => ({ startLine: endLine + 1, endLine: (endLine += lines), kind, key }));
  });

describe('packed chunks', () => {
  it('restore any list that covers a file', () => {
    fc.assert(
      fc.property(anyChunks, (spans) => {
        const bytes = packChunks(spans);
        expect(unpackChunks(bytes)).toEqual(spans);
        for (const { key } of spans) expect(Buffer.from(bytes).includes(Buffer.from(chunkKeyBytes(key)))).toBe(true);
      }),
    );
  });

  it('take no bytes for an empty list, and about seven bytes per chunk', () => {
    expect(packChunks([])).toHaveLength(0);
    expect(unpackChunks(new Uint8Array(0))).toEqual([]);
    expect(packChunks([{ startLine: 1, endLine: 40, kind: 'definition', key: 2 ** 39 + 5 }])).toHaveLength(8);
  });

  it('fill their own buffer, so that it can be transferred to another thread', () => {
    const bytes = packChunks([{ startLine: 1, endLine: 2, kind: 'text', key: 1 }]);
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  });

  it.each([
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, -1)],
    ['with bytes left over', (bytes: Uint8Array) => Uint8Array.from([...bytes, 0])],
    ['of an unknown kind', (bytes: Uint8Array) => bytes.with(2, 99)],
  ])('%s are refused', (_, break_) => {
    const bytes = packChunks([{ startLine: 1, endLine: 2, kind: 'text', key: 1 }]);
    expect(() => unpackChunks(break_(bytes))).toThrow(RangeError);
  });
});
