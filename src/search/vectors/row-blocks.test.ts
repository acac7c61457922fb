import { describe, expect, it } from 'vitest';
import { openRowBlocks } from './row-blocks.ts';
import type { RowBlocks } from './row-blocks.ts';
import { blockRows } from './row-layout.ts';

function filled(width: number, simd: boolean): RowBlocks {
  const blocks = openRowBlocks(width, { simd });
  blocks.grow();
  blocks.grow();
  for (const block of [0, 1]) {
    const values = Int8Array.from({ length: blockRows * width }, (_, i) => Math.imul(i + block, 2_654_435_761) >>> 24);
    blocks.put(block, 0, { values, scales: Float32Array.from({ length: blockRows }, (_, i) => (i % 17) / 1000) });
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

  // 16, 48, 528 and 1072 are not multiples of the block sizes of most loops.
  it.each([16, 32, 48, 128, 256, 528, 1072, 4096])(
    'scores rows of %i bytes equally with and without the kernel',
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

  describe('narrow', () => {
    type Values = (next: () => number, at: number) => number;
    /** The sum of four even distributions, similar to the values of vectors. */
    const bell: Values = (next) => Math.round((next() + next() + next() + next() - 2) * 60);
    const kinds: [name: string, rows: Values, query: Values][] = [
      ['spread as vectors are', bell, bell],
      ['mostly zeros', (next) => (next() < 0.05 ? 127 : 0), () => 1],
      ['at the ends of a byte', (next) => (next() < 0.5 ? -128 : 127), bell],
      ['of one large value, as the query is', (next, at) => (at === 5 ? Math.round(next() * 127) : 0), (_, at) => (at === 5 ? 1 : 0)],
      ['without a sign', (next) => Math.round(next() * 127), (next) => next()],
    ]; // prettier-ignore
    function randomNumbers(): () => number {
      let state = 1;
      return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) / 2 ** 32 + 0.5;
    }

    it.each(kinds)('removes no row that reaches the threshold, and most others: %s', (name, ofRow, ofQuery) => {
      for (const dimensions of [16, 32, 100, 192, 768]) {
        const next = randomNumbers();
        const blocks = openRowBlocks(dimensions);
        blocks.grow();
        const values = Int8Array.from({ length: blockRows * dimensions }, (_, i) => ofRow(next, i % dimensions));
        blocks.put(0, 0, { values, scales: Float32Array.from({ length: blockRows }, () => 0.5 + next()) });
        const query = Array.from({ length: dimensions }, (_, i) => ofQuery(next, i));
        const largest = Math.max(...query.map(Math.abs));
        for (const [i, value] of query.entries()) blocks.query()[i] = Math.round((value / largest) * 20_000);
        const selection = blocks.selection().fill(0x7fff_fffe);
        const all = found(blocks, 0, Number.NEGATIVE_INFINITY).toSorted(([, a], [, b]) => b - a);
        expect(all).toHaveLength((blockRows / 32) * 30);
        const threshold = all[9]![1];
        blocks.narrow(0, threshold);
        const left = new Set(found(blocks, 0, Number.NEGATIVE_INFINITY).map(([row]) => row));
        const reaching = all.filter(([, score]) => score >= threshold);
        expect(reaching.filter(([row]) => !left.has(row))).toEqual([]);
        expect([...left].filter((row) => row % 32 === 0 || row % 32 === 31)).toEqual([]);
        if (name === 'spread as vectors are' && dimensions >= 192) expect(left.size).toBeLessThan(all.length / 2);
        selection.fill(-1);
        blocks.narrow(0, Number.NEGATIVE_INFINITY);
        expect([...selection].every((bits) => bits === -1)).toBe(true);
      }
    });
  });

  it('works in a runtime without WebAssembly', () => {
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
