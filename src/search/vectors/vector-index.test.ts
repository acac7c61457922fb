import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wantedFiles } from './file-filter.ts';
import { VectorIndex } from './vector-index.ts';
import type { VectorHit, VectorRow } from './vector-index.ts';

/** A reproducible generator, so that a failure can be repeated. */
function randomIntegers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) & 0xffff;
  };
}

function randomRow(next: () => number, dimensions: number): VectorRow {
  const vector = Int8Array.from({ length: dimensions }, () => (next() & 255) - 128);
  return { vector, scale: Math.fround((next() % 1000) / 100_000), file: next() % 8 };
}

function randomQuery(next: () => number, dimensions: number): Float32Array {
  return Float32Array.from({ length: dimensions }, () => (next() - 32_768) / 32_768);
}

/** Every row scored in 64-bit floats and sorted. */
function naive(rows: ReadonlyMap<number, VectorRow>, query: Float32Array, k: number): VectorHit[] {
  const hits = [...rows].map(([id, { vector, scale }]) => {
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += query[i]! * vector[i]!;
    return { id, score: sum * scale };
  });
  return hits.toSorted((a, b) => b.score - a.score || a.id - b.id).slice(0, k);
}

interface Step {
  put: boolean;
  id: number;
  seed: number;
}

const steps = fc.array(fc.record({ put: fc.boolean(), id: fc.nat(60), seed: fc.integer() }), { maxLength: 120 });
const dimensions = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constantFrom(128, 256, 384, 520, 1040));

function apply(list: readonly Step[], size: number, indexes: readonly VectorIndex[]): Map<number, VectorRow> {
  const rows = new Map<number, VectorRow>();
  for (const { put, id, seed } of list) {
    const known = rows.delete(id);
    if (!put) for (const index of indexes) expect(index.remove(id)).toBe(known);
    if (!put) continue;
    const row = randomRow(randomIntegers(seed), size);
    rows.set(id, row);
    for (const index of indexes) index.put(id, row);
  }
  return rows;
}

describe('VectorIndex', () => {
  it('finds the same as a naive search, after any sequence of puts and removals, with and without the kernel', async () => {
    await fc.assert(
      fc.asyncProperty(
        dimensions,
        steps,
        fc.integer(),
        fc.integer({ min: 1, max: 40 }),
        async (size, list, seed, k) => {
          const indexes = [true, false].map((simd) => new VectorIndex({ dimensions: size, simd }));
          const rows = apply(list, size, indexes);
          const next = randomIntegers(seed);
          const query = randomQuery(next, size);
          const wanted = Uint8Array.from({ length: 8 }, () => next() & 1);
          const some = new Map([...rows].filter(([, { file }]) => wanted[file] === 1));
          const rounded = await Promise.all(indexes.map((index) => index.search(query, k)));
          expect(rounded[0]).toEqual(rounded[1]);
          const truth = naive(rows, query, k);
          expect(rounded[0]!.length).toBe(truth.length);
          const exact = new Map(naive(rows, query, rows.size).map(({ id, score }) => [id, score]));
          for (const [place, { id, score }] of rounded[0]!.entries()) {
            expect(score).toBeCloseTo(exact.get(id)!, 2);
            expect(exact.get(id)!).toBeGreaterThan(truth[place]!.score - 0.02);
          }
          for (const index of indexes) {
            expect(index.size).toBe(rows.size);
            expect(await index.search(query, k, { rescore: rows.size })).toEqual(truth);
            const filter = index.rowsOfFiles(wanted);
            expect(await index.search(query, k, { filter, rescore: rows.size })).toEqual(naive(some, query, k));
            index.close();
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([true, false])('keeps rows in place over many blocks and fills gaps first (simd: %s)', async (simd) => {
    const index = new VectorIndex({ dimensions: 20, simd });
    const next = randomIntegers(7);
    const rows = new Map<number, VectorRow>();
    const fill = (id: number): number => {
      const row = randomRow(next, 20);
      rows.set(id, row);
      return index.put(id, row);
    };
    for (let id = 0; id < 5000; id++) expect(fill(id * 3)).toBe(id);
    expect(index.put(30, rows.get(30)!)).toBe(10);
    for (let id = 0; id < 5000; id += 2) {
      expect(index.remove(id * 3)).toBe(true);
      rows.delete(id * 3);
    }
    expect(index.remove(0)).toBe(false);
    expect(index.slotOf(0)).toBe(-1);
    expect(index.slotOf(3)).toBe(1);
    const before = index.bytes;
    for (let id = 0; id < 2500; id++) expect(fill(2 ** 40 + id)).toBeLessThan(5000);
    expect(index.bytes).toBeLessThanOrEqual(before);
    expect(fill(1)).toBe(5000);
    expect(index.size).toBe(rows.size);
    const query = randomQuery(next, 20);
    expect(await index.search(query, 100, { rescore: 6000 })).toEqual(naive(rows, query, 100));
  });

  it.each([
    [16, true],
    [20, true],
    [32, false],
  ])('accepts the rows of whole files like single ones (%i dimensions, simd: %s)', async (size, simd) => {
    const [single, whole] = [new VectorIndex({ dimensions: size, simd }), new VectorIndex({ dimensions: size, simd })];
    const next = randomIntegers(5);
    const query = randomQuery(next, size);
    const putFile = (file: number, count: number): void => {
      const rows = Array.from({ length: count }, () => randomRow(next, size));
      const scales = new Float32Array(count);
      const values = new Int8Array(count * size);
      for (const [i, { vector, scale }] of rows.entries()) {
        scales[i] = scale;
        values.set(vector, i * size);
        single.put(file * 10_000 + i, { vector, scale: Math.fround(scale), file });
      }
      whole.putNew([{ firstId: file * 10_000, file, count }], { scales, values });
    };
    const expectSame = async (): Promise<void> => {
      expect(whole.size).toBe(single.size);
      expect(await whole.search(query, 50, { rescore: 200 })).toEqual(await single.search(query, 50, { rescore: 200 }));
      const wanted = Uint8Array.from([1, 0, 1, 1, 0, 1, 1]);
      const [some, same] = [whole.rowsOfFiles(wanted), single.rowsOfFiles(wanted)];
      expect(await whole.search(query, 50, { filter: some })).toEqual(await single.search(query, 50, { filter: same }));
    };
    for (const [file, count] of [3, 0, 2046, 4100, 1].entries()) putFile(file, count);
    await expectSame();
    for (const index of [single, whole]) {
      for (let i = 0; i < 1000; i++) expect(index.remove(2 * 10_000 + i)).toBe(true);
      expect(index.remove(2 * 10_000)).toBe(false);
    }
    await expectSame();
    putFile(5, 700);
    await expectSame();
    expect(whole.slotOf(5 * 10_000 + 3)).toBeGreaterThan(0);
    const [values, run] = [new Int8Array(size), { firstId: 0, file: 9, count: 1 }];
    const scales = Float32Array.of(Number.NaN);
    expect(() => whole.putNew([run], { scales, values })).toThrow(/not a scale/);
    expect(() => whole.putNew([run], { scales, values: values.subarray(1) })).toThrow(/dimensions/);
    for (const index of [single, whole]) index.close();
  });

  it.each([
    [128, true],
    [256, true],
    [256, false],
  ])('takes less than 400 bytes per row of %i dimensions (simd: %s)', (size, simd) => {
    const index = new VectorIndex({ dimensions: size, simd });
    const row = randomRow(randomIntegers(1), size);
    // One more than fits into the table of ids: its worst case.
    for (let id = 0; id <= 8192; id++) index.put(id, row);
    expect(index.bytes / index.size).toBeLessThan(Math.min(400, size + 80));
  });

  it.each([16, 256, 3072, 16_384])('does not overflow at %i dimensions', async (size) => {
    for (const simd of [true, false]) {
      const index = new VectorIndex({ dimensions: size, simd });
      index.put(1, { vector: new Int8Array(size).fill(-128), scale: 1, file: 0 });
      index.put(2, { vector: new Int8Array(size).fill(127), scale: 1, file: 0 });
      const [first, second] = await index.search(new Float32Array(size).fill(-3), 2);
      expect([first!.id, second!.id]).toEqual([1, 2]);
      expect(first!.score / (128 * 3 * size)).toBeCloseTo(1, 4);
      expect(second!.score / (-127 * 3 * size)).toBeCloseTo(1, 4);
    }
  });

  it.each<[what: string, isNear: (slot: number) => boolean]>([
    ['everywhere', () => true],
    ['one behind another', (slot) => slot >= 9000 && slot < 9600],
    ['only in the groups of the sample', (slot) => (slot >>> 5) % 16 === 0],
    ['in the others alone', (slot) => (slot >>> 5) % 16 !== 0 && slot % 7 === 0],
    ['in fewer rows than are wanted', (slot) => slot % 64 === 5],
  ])('finds many among very many rows, where the nearest are %s', async (_, isNear) => {
    const [size, count, wanted] = [32, 20_000, 300];
    const index = new VectorIndex({ dimensions: size });
    const next = randomIntegers(19);
    const query = randomQuery(next, size);
    const rows = new Map<number, VectorRow>();
    for (let id = 0; id < count; id++) {
      const { vector, file } = randomRow(next, size);
      // Makes a vector near to the query.
      if (isNear(id)) for (let i = 0; i < size; i++) vector[i] = Math.round(query[i]! * 90 + vector[i]! / 4);
      rows.set(id, { vector, file, scale: Math.fround(0.01) });
      index.put(id, rows.get(id)!);
    }
    await index.search(query, 1);
    const rescore = wanted + 50;
    expect(await index.search(query, wanted, { rescore })).toEqual(naive(rows, query, wanted));
    const files = Uint8Array.from({ length: 8 }, (_one, file) => Number(file < 3));
    const some = new Map([...rows].filter(([, { file }]) => file < 3));
    const filter = index.rowsOfFiles(files);
    expect(await index.search(query, wanted, { rescore, filter })).toEqual(naive(some, query, wanted));
    index.close();
  });

  it('orders equal rows by id, whatever slots they have', async () => {
    const index = new VectorIndex({ dimensions: 16 });
    const row = randomRow(randomIntegers(3), 16);
    for (const id of [9, 4, 7, 1, 8, 2]) index.put(id, row);
    index.remove(7);
    index.put(3, row);
    const query = Float32Array.from(row.vector);
    expect((await index.search(query, 4)).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('rescores enough rows to recover an order that rounding hides', async () => {
    const index = new VectorIndex({ dimensions: 2 });
    for (let id = 0; id < 100; id++) index.put(id, { vector: Int8Array.of(100, id), scale: 1, file: 0 });
    // In sixteen bits, a millionth of the largest value is zero.
    const query = Float32Array.of(1, 1e-6);
    expect((await index.search(query, 1))[0]!.id).toBe(0);
    expect((await index.search(query, 2, { rescore: 100 })).map(({ id }) => id)).toEqual([99, 98]);
    expect((await index.search(query, 1, { rescore: 50 }))[0]!.id).toBe(49);
  });

  it('does not return removed rows because of a filter', async () => {
    const index = new VectorIndex({ dimensions: 2 });
    const filter = new Int32Array(1).fill(-1);
    for (const id of [1, 2, 3]) index.put(id, { vector: Int8Array.of(id, id), scale: 1, file: 0 });
    index.remove(2);
    const ids = (await index.search(Float32Array.of(1, 1), 3, { filter })).map(({ id }) => id);
    expect(ids).toEqual([3, 1]);
  });

  it('handles extreme arguments', async () => {
    const index = new VectorIndex({ dimensions: 16 });
    const query = new Float32Array(16).fill(1);
    expect(await index.search(query, 5)).toEqual([]);
    index.put(1, { vector: new Int8Array(16).fill(1), scale: 0, file: 0 });
    expect(await index.search(query, 5)).toEqual([{ id: 1, score: 0 }]);
    expect(await index.search(new Float32Array(16), 5)).toEqual([{ id: 1, score: 0 }]);
    expect(await index.search(query, 0)).toEqual([]);
    expect(await index.search(query, 5, { filter: new Int32Array(0) })).toEqual([]);
    index.close();
    await expect(index.search(query, 5)).rejects.toThrow('closed');
  });

  it.each<[string, (index: VectorIndex, row: VectorRow) => unknown]>([
    ['of 17 dimensions', (index, row) => index.put(1, { ...row, vector: new Int8Array(17) })],
    ['not a scale', (index, row) => index.put(1, { ...row, scale: Number.POSITIVE_INFINITY })],
    ['not a scale', (index, row) => index.put(1, { ...row, scale: -1 })],
    ['not an id', (index, row) => index.put(1.5, row)],
    ['not an id', (index, row) => index.put(-1, row)],
    ['dimensions', () => new VectorIndex({ dimensions: 0 })],
  ])('refuses what is %s', (message, act) => {
    const index = new VectorIndex({ dimensions: 16 });
    expect(() => act(index, { vector: new Int8Array(16), scale: 1, file: 0 })).toThrow(message);
    expect(index.size).toBe(0);
  });

  it.each([
    ['of 15 dimensions', new Float32Array(15)],
    ['not finite', new Float32Array(16).fill(Number.NaN)],
  ])('refuses a query that is %s', async (message, query) => {
    await expect(new VectorIndex({ dimensions: 16 }).search(query, 1)).rejects.toThrow(message);
  });

  it('gives an answer to nobody where it was closed meanwhile', async () => {
    const [size, count] = [256, 20_000];
    const index = new VectorIndex({ dimensions: size });
    const row = randomRow(randomIntegers(3), size);
    for (let id = 0; id < count; id++) index.put(id, row);
    // All rows are equally near, so the search takes turns.
    const found = index.search(Float32Array.from(row.vector), count, { rescore: count });
    index.close();
    await expect(found).rejects.toThrow('closed');
  });
});

describe('wantedFiles', () => {
  const columns = {
    ids: [4, 0, 2],
    paths: ['src/a.ts', 'src/b.py', 'lib/c.ts'],
    languages: ['typescript', 'python', 'typescript'],
    mtimesMs: [1000_500, 2000_000, 3000_000],
  };

  it.each([
    [{}, [1, 0, 1, 0, 1]],
    [{ language: 'typescript' }, [0, 0, 1, 0, 1]],
    [{ language: 'constructor' }, [0, 0, 0, 0, 0]],
    [{ pathPrefix: 'src/' }, [1, 0, 0, 0, 1]],
    [{ after: 1000 }, [1, 0, 1, 0, 1]],
    [{ after: 1001 }, [1, 0, 1, 0, 0]],
    [{ before: 1000 }, [0, 0, 0, 0, 1]],
    [{ before: 999 }, [0, 0, 0, 0, 0]],
    [{ after: 2000, before: 2000, pathPrefix: 'src', language: 'python' }, [1, 0, 0, 0, 0]],
  ])('%j', (conditions, expected) => {
    expect([...wantedFiles(columns, conditions)]).toEqual(expected);
  });

  it('returns nothing for no files', () => {
    expect(wantedFiles({ ids: [], paths: [], languages: [], mtimesMs: [] }, {}).length).toBe(0);
  });
});
