import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleFile } from '../../store/testing/conformance-samples.ts';
import { packChunks } from '../../store/packed/packed-chunks.ts';
import { packVectors } from '../../store/packed/packed-vectors.ts';
import { mostEmbedders } from '../../store/vector-store.ts';
import { openStore } from '../../store/registry.ts';
import { viewOf, type FileWrite, type Store } from '../../store/store.ts';
import { StoredVectors } from './stored-vectors.ts';

const dimensions = 2;
let store: Store;
let rows: StoredVectors;

function file(path: string, chunks: number, mtimeMs = 0): FileWrite {
  const spans = Array.from({ length: chunks }, (_, i) => ({
    startLine: i + 1,
    endLine: i + 1,
    kind: 'text' as const,
    key: i,
  }));
  const rest = { lines: chunks, chunks: packChunks(spans), chunkCount: chunks, mtimeMs };
  return sampleFile({ path, language: path.endsWith('.py') ? 'python' : 'text', rest });
}

/** Writes a file whose chunks have vectors at these angles (degrees). */
async function put(path: string, angles: number[], mtimeMs = 0): Promise<void> {
  await store.write({ files: [file(path, angles.length, mtimeMs)], touched: [], removed: [] });
  const [record] = await store.filesByPath([path]);
  const vectors = angles.map((angle) => ({ vector: unit(angle, 127), scale: Math.fround(1 / 127) }));
  const data = packVectors(vectors, dimensions);
  expect(await store.vectors.write('model', [{ fileId: record!.id, count: angles.length, data }])).toBe(true);
}

function unit(angle: number, length: number): Int8Array {
  const radians = (angle * Math.PI) / 180;
  return Int8Array.from([Math.round(Math.cos(radians) * length), Math.round(Math.sin(radians) * length)]);
}

async function near(angle: number, k: number, conditions = {}): Promise<string[]> {
  const radians = (angle * Math.PI) / 180;
  const query = Float32Array.from([Math.cos(radians), Math.sin(radians)]);
  const found = await rows.nearest(await viewOf(store), query, k, conditions);
  const files = await store.files([...new Set(found.map(({ fileId }) => fileId))]);
  const paths = new Map(files.map(({ id, path }) => [id, path]));
  return found.map(({ fileId, ordinal }) => `${paths.get(fileId) ?? 'gone'}#${ordinal}`);
}

beforeEach(async () => {
  store = await openStore({ memory: true });
  await store.vectors.begin('model');
  rows = new StoredVectors({ embedder: 'model', dimensions, maxBytes: 2 ** 20 });
});
afterEach(async () => {
  rows.close();
  await store.close();
});

describe('stored vectors', () => {
  it('reflect what is written, replaced and removed', async () => {
    await put('a', [0, 90]);
    await put('b', [45]);
    expect(await near(50, 2)).toEqual(['b#0', 'a#1']);
    await put('c.py', [50, 180]);
    await put('a', [270]);
    expect(await near(50, 9)).toEqual(['c.py#0', 'b#0', 'c.py#1', 'a#0']);
    await store.write({ files: [], touched: [], removed: ['c.py'] });
    expect(await near(50, 9)).toEqual(['b#0', 'a#0']);
    expect(rows.counts).toEqual({ chunks: 2, leftOut: 0 });
    await store.clear();
    expect(await near(50, 9)).toEqual([]);
  });

  it('are empty while nothing is written, and include what is written later', async () => {
    expect(await near(0, 3)).toEqual([]);
    await put('a', [0]);
    expect(await near(0, 3)).toEqual(['a#0']);
  });

  it('are empty for another embedder', async () => {
    await put('a', [0]);
    expect(await near(0, 1)).toEqual(['a#0']);
    const [record] = await store.filesByPath(['a']);
    const data = packVectors([{ vector: unit(90, 127), scale: Math.fround(1 / 127) }], dimensions);
    await store.vectors.begin('other');
    await store.vectors.write('other', [{ fileId: record!.id, count: 1, data }]);
    expect((await rows.nearest(await viewOf(store), Float32Array.of(1, 0), 1, {}))[0]?.similarity).toBeCloseTo(1, 2);
    expect(rows.counts.chunks).toBe(1);
    // Forgotten when too many other embedders have begun.
    for (let n = 0; n < mostEmbedders; n++) await store.vectors.begin(`other ${n}`);
    expect(await near(0, 1)).toEqual([]);
    expect(rows.counts.chunks).toBe(0);
  });

  it.each<[object, string[]]>([
    [{ language: 'python' }, ['src/b.py#0']],
    [{ pathPrefix: 'src/' }, ['src/a#0', 'src/b.py#0']],
    [{ after: 20 }, ['src/b.py#0', 'c#0']],
    [{ before: 20 }, ['src/a#0', 'src/b.py#0']],
    [{ after: 20, before: 20 }, ['src/b.py#0']],
    [{ pathPrefix: 'none' }, []],
  ])('are limited to %j', async (conditions, found) => {
    await put('src/a', [0], 10_000);
    await put('src/b.py', [10], 20_000);
    await put('c', [20], 30_000);
    expect(await near(0, 9, conditions)).toEqual(found);
    // A touched time counts.
    await store.write({ files: [], touched: [{ path: 'c', size: 1, mtimeMs: 1, verifiedAtMs: 1 }], removed: [] });
    expect(await near(0, 9, { before: 5 })).toEqual(['c#0']);
  });

  it('include all that are as near as the last', async () => {
    for (let n = 0; n < 100; n++) await put(`same${n}`, [30]);
    await put('nearer', [5]);
    const found = await near(0, 2);
    expect(found[0]).toBe('nearer#0');
    expect(found).toHaveLength(101);
  });

  it('leave out what does not fit, until there is room', async () => {
    rows = new StoredVectors({ embedder: 'model', dimensions, maxBytes: 3 * (dimensions + 36) });
    await put('a', [0, 1]);
    await put('b', [2, 3]);
    await put('c', [4]);
    expect(await near(0, 9)).toEqual(['a#0', 'a#1', 'c#0']);
    expect(rows.counts).toEqual({ chunks: 3, leftOut: 1 });
    await store.write({ files: [], touched: [], removed: ['a'] });
    expect(await near(0, 9)).toEqual(['b#0', 'b#1', 'c#0']);
    expect(rows.counts).toEqual({ chunks: 3, leftOut: 0 });
  });

  it('load new vectors while several queries run at once', async () => {
    await put('a', [0]);
    const many = Array.from({ length: 5 }, async (_, i) => {
      if (i === 2) await put('b', [10]);
      return near(0, 9);
    });
    for (const found of await Promise.all(many)) expect(found[0]).toBe('a#0');
    expect(await near(0, 9)).toEqual(['a#0', 'b#0']);
  });

  it('tell a search that is under way, and each later one, that the index is closed', async () => {
    await put('a', [0]);
    const asked = near(0, 9);
    rows.close();
    const isClosed = { code: 'DatabaseError', message: 'The index is closed.' };
    await expect(asked).rejects.toMatchObject(isClosed);
    await expect(near(0, 9)).rejects.toMatchObject(isClosed);
    const other = await openStore({ memory: true });
    await other.close();
    await expect(other.files([1])).rejects.toMatchObject(isClosed);
  });
});
