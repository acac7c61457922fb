/** The part of the conformance suite about vectors. */
import { expect, it } from 'vitest';
import type { ChunkSpan } from '../../model/chunk.ts';
import type { OpenForTest } from './conformance.ts';
import { sampleFile } from './conformance-samples.ts';
import { batch, idOf, subject, writeFiles } from './conformance-subject.ts';
import { packChunks } from '../packed/packed-chunks.ts';
import { packVectors, unpackVectors, type StoredVector } from '../packed/packed-vectors.ts';
import type { FileWrite } from '../store.ts';
import { mostEmbedders, type FileVectors, type VectorPart, type VectorsOf } from '../vector-store.ts';

const model = 'static/1/abc';
const dimensions = 3;

/** A file with chunks of one line each. */
function chunked(path: string, chunks: number): FileWrite {
  const spans = Array.from({ length: chunks }, (_, i): ChunkSpan => ({
    startLine: i + 1,
    endLine: i + 1,
    kind: 'text',
    key: i,
  }));
  return sampleFile({
    path,
    rest: { lines: chunks, chunks: packChunks(spans), chunkCount: chunks, chunkWords: new Uint8Array(0) },
  });
}

function vectorsFor(seed: number, count: number): StoredVector[] {
  return Array.from({ length: count }, (_, i) => ({
    vector: Int8Array.from([127, -seed, i]),
    scale: Math.fround(0.01 * (i + 1)),
  }));
}

async function put(path: string, vectors: StoredVector[], embedder = model): Promise<boolean> {
  const file: FileVectors = {
    fileId: await idOf(path),
    count: vectors.length,
    data: packVectors(vectors, dimensions),
  };
  return subject.store.vectors.write(embedder, [file]);
}

/** All embedders, and the paths with vectors by `embedder`. */
async function stored(embedder = model): Promise<{ embedders: readonly string[]; paths: string[] }> {
  const { state, fileIds } = await subject.store.vectors.filesSince(embedder, -1);
  expect(await subject.store.state()).toMatchObject(state);
  const paths = (await subject.store.files(fileIds)).map(({ path }) => path);
  return { embedders: state.embedders, paths: paths.sort() };
}

/** The values of the file's only vector by an embedder; null if it has none. */
async function valuesOf(path: string, embedder: string): Promise<number[] | null> {
  const id = await idOf(path);
  const bytes = (await subject.store.vectors.read(embedder, [id])).get(id);
  return bytes === undefined ? null : [...unpackVectors(bytes)[0]!.vector];
}

export function describeVectors(open: OpenForTest, persistent: boolean): void {
  it('stores the vectors of each file', async () => {
    expect(await stored()).toEqual({ embedders: [], paths: [] });
    await writeFiles(chunked('a', 2), chunked('none', 0), chunked('later', 1));
    await subject.store.vectors.begin(model);
    expect(await put('a', vectorsFor(5, 2))).toBe(true);
    expect(await put('none', [])).toBe(true);
    const [a, none, later] = [await idOf('a'), await idOf('none'), await idOf('later')];
    const read = await subject.store.vectors.read(model, [none, 999_999, later, a]);
    expect([...read].map(([id, bytes]) => [id, unpackVectors(bytes)])).toEqual([
      [none, []],
      [a, vectorsFor(5, 2)],
    ]);
    expect(await stored()).toEqual({ embedders: [model], paths: ['a', 'none'] });
    expect(await subject.store.check()).toEqual([]);
  });

  it('returns the vectors of all files in parts', async () => {
    const paths = Array.from({ length: 7 }, (_, i) => `f${i}`);
    await writeFiles(...paths.map((path, i) => chunked(path, i)));
    await subject.store.vectors.begin(model);
    const of = (embedder: string): VectorsOf => ({ embedder, dimensions });
    const nothing = { fileIds: [], counts: [], next: null };
    expect(await subject.store.vectors.readNext(of('unheard'), null, 3)).toMatchObject(nothing);
    expect(await subject.store.vectors.readNext(of(model), null, 3)).toMatchObject(nothing);
    await subject.store.vectors.begin('other');
    // Bytes of all values, including zeros and invalid UTF-8.
    for (const [i, path] of paths.entries()) {
      await put(path, vectorsFor(i * 40 - 127, i));
      await put(path, vectorsFor(1, i), 'other');
    }
    await put('f2', vectorsFor(9, 2));
    const expected = paths.map((path, i) => [path, path === 'f2' ? vectorsFor(9, 2) : vectorsFor(i * 40 - 127, i)]);
    for (const limit of [1, 3, 7, 100]) {
      const found = new Map<number, StoredVector[]>();
      for (let from: VectorPart['next'] = null; ;) {
        const part: VectorPart = await subject.store.vectors.readNext(of(model), from, limit);
        expect(part.fileIds.length).toBeLessThanOrEqual(limit);
        const scales = new DataView(part.scales.buffer, part.scales.byteOffset, part.scales.byteLength);
        let at = 0;
        for (const [file, id] of part.fileIds.entries()) {
          const vectorsOfFile = Array.from({ length: part.counts[file]! }, (): StoredVector => {
            const vector = Int8Array.from(part.values.subarray(at * dimensions, (at + 1) * dimensions));
            return { vector, scale: scales.getFloat32(at++ * 4, true) };
          });
          found.set(id, vectorsOfFile);
        }
        expect([part.scales.length, part.values.length]).toEqual([at * 4, at * dimensions]);
        from = part.next;
        if (from === null) break;
      }
      const byPath = await Promise.all(paths.map(async (path) => [path, found.get(await idOf(path))]));
      expect(byPath).toEqual(expected);
      expect(found.size).toBe(paths.length);
    }
    await expect(subject.store.vectors.readNext({ embedder: model, dimensions: 7 }, null, 3)).rejects.toThrow();
  });

  it('lists the files whose vectors were written after a generation', async () => {
    await writeFiles(chunked('a', 1), chunked('b', 1));
    await subject.store.vectors.begin(model);
    await put('b', vectorsFor(1, 1));
    const first = await subject.store.vectors.filesSince(model, -1);
    expect(first.fileIds).toEqual([await idOf('b')]);
    expect((await subject.store.vectors.filesSince(model, first.state.generation)).fileIds).toEqual([]);
    await put('a', vectorsFor(2, 1));
    const second = await subject.store.vectors.filesSince(model, first.state.generation);
    expect(second.fileIds).toEqual([await idOf('a')]);
    expect(second.state.generation).toBeGreaterThan(first.state.generation);
    // After a second write both are listed, ordered by id.
    await put('b', vectorsFor(3, 1));
    expect((await subject.store.vectors.filesSince(model, first.state.generation)).fileIds).toEqual([
      await idOf('a'),
      await idOf('b'),
    ]);
  });

  it('deletes the vectors of files that are removed, written again or cleared', async () => {
    await writeFiles(chunked('a', 1), chunked('b', 1), chunked('c', 1));
    await subject.store.vectors.begin(model);
    for (const path of ['a', 'b', 'c']) await put(path, vectorsFor(1, 1));
    const old = await idOf('a');
    await writeFiles(chunked('a', 1));
    await subject.store.write(batch({ removed: ['b'] }));
    expect((await subject.store.vectors.filesSince(model, -1)).fileIds).toEqual([await idOf('c')]);
    expect([...(await subject.store.vectors.read(model, [old, await idOf('a')]))]).toEqual([]);
    const outdated = { fileId: old, count: 1, data: packVectors(vectorsFor(1, 1), dimensions) };
    expect(await subject.store.vectors.write(model, [outdated])).toBe(true);
    expect(await stored()).toEqual({ embedders: [model], paths: ['c'] });
    await subject.store.clear();
    expect(await stored()).toEqual({ embedders: [model], paths: [] });
    expect(await subject.store.check()).toEqual([]);
  });

  it('keeps vectors if only times change', async () => {
    await writeFiles(chunked('a', 1));
    await subject.store.vectors.begin(model);
    await put('a', vectorsFor(1, 1));
    await subject.store.write(batch({ touched: [{ path: 'a', size: 1, mtimeMs: 5, verifiedAtMs: 6 }] }));
    expect((await stored()).paths).toEqual(['a']);
  });

  it('keeps the vectors of several embedders apart', async () => {
    await writeFiles(chunked('a', 1), chunked('b', 1));
    expect(await put('a', vectorsFor(1, 1))).toBe(false);
    await subject.store.vectors.begin(model);
    await put('a', vectorsFor(1, 1));
    const { generation } = await subject.store.state();
    await subject.store.vectors.begin(model);
    expect((await subject.store.state()).generation).toBe(generation);
    await subject.store.vectors.begin('other');
    expect(await stored()).toEqual({ embedders: ['other', model], paths: ['a'] });
    expect(await stored('other')).toEqual({ embedders: ['other', model], paths: [] });
    expect(await put('a', vectorsFor(2, 1), 'other')).toBe(true);
    expect(await put('b', vectorsFor(3, 1), 'other')).toBe(true);
    expect([await valuesOf('a', model), await valuesOf('b', model)]).toEqual([[127, -1, 0], null]);
    expect([await valuesOf('a', 'other'), await valuesOf('b', 'other')]).toEqual([
      [127, -2, 0],
      [127, -3, 0],
    ]);
    // A file that is written again loses its vectors of all embedders; other files keep theirs.
    await writeFiles(chunked('a', 1));
    expect([(await stored()).paths, (await stored('other')).paths]).toEqual([[], ['b']]);
    expect(await subject.store.check()).toEqual([]);
  });

  it('drops the embedder that began first if there are too many', async () => {
    await writeFiles(chunked('a', 1));
    const names = Array.from({ length: mostEmbedders }, (_, n) => `model ${n}`);
    for (const [n, name] of names.entries()) {
      await subject.store.vectors.begin(name);
      await put('a', vectorsFor(n, 1), name);
    }
    // An embedder that begins again becomes the last.
    await subject.store.vectors.begin('model 0');
    const { generation } = await subject.store.state();
    await subject.store.vectors.begin('new');
    const { embedders, paths } = await stored('model 1');
    expect([embedders.slice(0, 2), embedders.length, paths]).toEqual([['new', 'model 0'], mostEmbedders, []]);
    expect(embedders).not.toContain('model 1');
    expect((await subject.store.state()).generation).toBeGreaterThan(generation);
    expect(await valuesOf('a', 'model 1')).toBeNull();
    expect(await put('a', vectorsFor(9, 1), 'model 1')).toBe(false);
    expect(await valuesOf('a', 'model 0')).toEqual([127, 0, 0]);
    // A dropped embedder that begins again has none of its old vectors.
    await subject.store.vectors.begin('model 1');
    expect((await stored('model 1')).paths).toEqual([]);
    expect(await subject.store.check()).toEqual([]);
  });

  it('allows different dimensions of embedders', async () => {
    await writeFiles(chunked('a', 1));
    await subject.store.vectors.begin(model);
    await put('a', vectorsFor(1, 1));
    await subject.store.vectors.begin('wide');
    const data = packVectors([{ vector: new Int8Array(9), scale: 1 }], 9);
    await subject.store.vectors.write('wide', [{ fileId: await idOf('a'), count: 1, data }]);
    expect(await subject.store.check()).toEqual([]);
  });

  it('reports vectors that do not agree with their file', async () => {
    await writeFiles(chunked('a', 2), chunked('b', 1), chunked('c', 1));
    await subject.store.vectors.begin(model);
    await put('a', vectorsFor(1, 1));
    const wide = { vector: new Int8Array(4), scale: 1 };
    const [b, c] = [await idOf('b'), await idOf('c')];
    await subject.store.vectors.write(model, [
      { fileId: b, count: 1, data: packVectors([wide], 4) },
      { fileId: c, count: 1, data: packVectors([wide], 4).subarray(1) },
    ]);
    const problems = (await subject.store.check()).map(({ what }) => what);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain('a has 1 vectors for 2 chunks');
    expect(problems[1]).toContain('The vectors of b have 4 dimensions instead of 3');
    expect(problems[2]).toContain('The vectors of c cannot be read');
  });

  if (!persistent) return;
  it('shows one connection the vectors that another has written', async () => {
    await writeFiles(chunked('a', 1));
    const other = await open(subject.directory);
    try {
      const before = (await other.state()).generation;
      await subject.store.vectors.begin(model);
      await put('a', vectorsFor(1, 1));
      expect((await other.vectors.filesSince(model, before)).fileIds).toEqual([await idOf('a')]);
      expect((await other.vectors.read(model, [await idOf('a')])).size).toBe(1);
    } finally {
      await other.close();
    }
  });
}
