import { describe, expect, it } from 'vitest';
import { blockRows, openRowBlocks } from './row-blocks.ts';
import type { RowBlocks } from './row-blocks.ts';

function filled(width: number, simd: boolean): RowBlocks {
  const blocks = openRowBlocks(width, { simd });
  blocks.grow();
  blocks.grow();
  for (const block of [0, 1]) {
    const rows = blocks.rows(block);
    for (let i = 0; i < rows.length; i++) rows[i] = Math.imul(i + block, 2_654_435_761) >>> 24;
    const scales = blocks.scales(block);
    for (let i = 0; i < blockRows; i++) scales[i] = (i % 17) / 1000;
  }
  const query = blocks.query();
  for (let i = 0; i < width; i++) query[i] = (Math.imul(i, 40_503) % 8000) - 4000;
  return blocks;
}

function found(blocks: RowBlocks, block: number, threshold: number): [row: number, score: number][] {
  const count = blocks.scan(block, threshold);
  return Array.from({ length: count }, (_, i) => [blocks.foundRow(i), blocks.foundScore(i)]);
}

describe('openRowBlocks', () => {
  it('has the kernel on this machine', () => {
    expect(openRowBlocks(128).simd).toBe(true);
    expect(openRowBlocks(128, { simd: false }).simd).toBe(false);
  });

  // 16, 48, 528 and 1072: no multiple of what most steps take at a time.
  it.each([16, 32, 48, 128, 256, 528, 1072, 4096])(
    'scores rows of %i bytes alike with the kernel and without',
    (width) => {
      const both = [true, false].map((simd) => filled(width, simd));
      const selections: ((word: number) => number)[] = [
        () => -1,
        () => 0,
        (word) => (word === 31 ? -(2 ** 31) : 0),
        (word) => (word === 0 ? 1 : 0),
        (word) => Math.imul(word + 1, 2_654_435_761) | 0,
      ];
      for (const select of selections) {
        for (const blocks of both)
          blocks.selection().set(Array.from({ length: blockRows / 32 }, (_, word) => select(word)));
        for (const block of [0, 1]) {
          const [first, second] = both.map((blocks) => found(blocks, block, Number.NEGATIVE_INFINITY));
          expect(first).toEqual(second);
          const scores = second!.map(([, score]) => score).toSorted((a, b) => a - b);
          const middle = scores[scores.length >> 1] ?? 0;
          for (const blocks of both) {
            expect(found(blocks, block, middle)).toEqual(second!.filter(([, score]) => score >= middle));
          }
        }
      }
      both[0]!.selection().fill(-1);
      expect(both[0]!.scan(0, Number.NEGATIVE_INFINITY)).toBe(blockRows);
    },
  );

  it('does without a runtime that has no WebAssembly', () => {
    const runtime = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')!;
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    try {
      const blocks = filled(32, true);
      expect(blocks.simd).toBe(false);
      blocks.selection().fill(-1);
      expect(blocks.scan(1, Number.NEGATIVE_INFINITY)).toBe(blockRows);
    } finally {
      Object.defineProperty(globalThis, 'WebAssembly', runtime);
    }
  });
});
