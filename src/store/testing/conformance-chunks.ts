/** The part of the conformance suite about chunks. */
import { expect, it } from 'vitest';
import { chunkPathKey, type ChunkSpan } from '../../model/chunk.ts';
import { termTable } from '../../model/chunk-words.ts';
import { sampleFile } from './conformance-samples.ts';
import { batch, idOf, subject, writeFiles } from './conformance-subject.ts';
import { packChunkWords } from '../packed/packed-chunk-words.ts';
import { packChunks, unpackChunks } from '../packed/packed-chunks.ts';
import type { FileWrite } from '../store.ts';

const spans: ChunkSpan[] = [
  { startLine: 1, endLine: 2, kind: 'imports', key: 7 },
  { startLine: 3, endLine: 3, kind: 'definition', key: 2 ** 40 - 1 },
];

function wordsOf(chunks: number): Uint8Array {
  const terms = [{ hash: 5, chunks: [chunks - 1], counts: [chunks] }];
  const entries = Array.from({ length: chunks }, () => ({ length: 2, kinds: ['text' as const], names: [] }));
  return packChunkWords({ chunks: entries, terms: termTable(terms) });
}

function chunkedFile(path: string, list: readonly ChunkSpan[] = spans): FileWrite {
  const lines = list.at(-1)?.endLine ?? 0;
  return sampleFile({
    path,
    rest: { lines, chunks: packChunks(list), chunkCount: list.length, chunkWords: wordsOf(list.length) },
  });
}

export function describeChunks(): void {
  it('stores the chunks of each file', async () => {
    await writeFiles(chunkedFile('a.ts'), chunkedFile('empty.ts', []));
    const [a, empty] = [await idOf('a.ts'), await idOf('empty.ts')];
    const chunks = await subject.store.chunks([empty, 999_999, a]);
    expect([...chunks].map(([id, bytes]) => [id, unpackChunks(bytes)])).toEqual([
      [empty, []],
      [a, spans],
    ]);
    expect([...(await subject.store.chunkCounts([a, empty, 999_999]))]).toEqual([
      [a, 2],
      [empty, 0],
    ]);
    const words = await subject.store.chunkWords([empty, 999_999, a]);
    expect([...words]).toEqual([
      [empty, new Uint8Array(0)],
      [a, wordsOf(2)],
    ]);
    expect(await subject.store.check()).toEqual([]);
  });

  it('finds files by the key of their path', async () => {
    const [first, second] = samePathKey();
    await writeFiles(chunkedFile(second), chunkedFile('other.ts'), chunkedFile(first));
    const ids = await subject.store.filesOfChunkPath(chunkPathKey(first));
    expect(ids).toEqual([await idOf(first), await idOf(second)]);
    await subject.store.write(batch({ removed: [first] }));
    expect(await subject.store.filesOfChunkPath(chunkPathKey(first))).toEqual([await idOf(second)]);
    await subject.store.clear();
    expect(await subject.store.filesOfChunkPath(chunkPathKey(first))).toEqual([]);
  });

  it('finds files by the key of a chunk, in the order of their paths', async () => {
    const shifted: ChunkSpan[] = [{ startLine: 1, endLine: 0x0101, kind: 'definition', key: 0x01_01_01_01_02 }];
    await writeFiles(chunkedFile('é.ts'), chunkedFile('b.ts', shifted), chunkedFile('a.ts'));
    const paths = async (key: number, limit = 9): Promise<string[]> =>
      (await subject.store.files(await subject.store.filesOfChunkKey(key, limit))).map(({ path }) => path);
    expect(await paths(7)).toEqual(['a.ts', 'é.ts']);
    expect(await paths(7, 1)).toEqual(['a.ts']);
    expect(await paths(0x01_01_01_01_02)).toEqual(['b.ts']);
    // Its bytes occur in b.ts, but not where a key begins.
    expect(await paths(0x01_01_01_01_01)).toEqual([]);
    expect(await paths(8)).toEqual([]);
  });

  it('deletes the chunks of a file that is written again', async () => {
    await writeFiles(chunkedFile('a.ts'));
    const old = await idOf('a.ts');
    await writeFiles(chunkedFile('a.ts', spans.slice(0, 1)));
    expect([...(await subject.store.chunkCounts([old, await idOf('a.ts')]))]).toEqual([[await idOf('a.ts'), 1]]);
    expect(await subject.store.filesOfChunkKey(2 ** 40 - 1, 9)).toEqual([]);
  });

  it('reports chunks that do not agree with their file', async () => {
    await writeFiles(
      { ...chunkedFile('a.ts'), lines: 5 },
      { ...chunkedFile('b.ts'), chunkCount: 3, chunkWords: wordsOf(3) },
    );
    await writeFiles({ ...chunkedFile('c.ts'), chunks: new Uint8Array([1]) });
    await writeFiles({ ...chunkedFile('d.ts'), chunkWords: wordsOf(1) });
    await writeFiles({ ...chunkedFile('e.ts'), chunkWords: wordsOf(2).subarray(0, 3) });
    await writeFiles({ ...chunkedFile('none.ts'), chunkWords: new Uint8Array(0) });
    const problems = (await subject.store.check()).map(({ what }) => what);
    expect(problems).toHaveLength(5);
    expect(problems[0]).toContain('a.ts have 3 lines instead of 5');
    expect(problems[1]).toContain('b.ts has 2 chunks instead of 3');
    expect(problems[2]).toContain('The chunks of c.ts cannot be read');
    expect(problems[3]).toContain('d.ts has words of 1 chunks instead of 2');
    expect(problems[4]).toContain('The chunks of e.ts cannot be read');
  });
}

/** Two paths, in order, with the same key. */
function samePathKey(): [string, string] {
  const pathsByKey = new Map<number, string>();
  for (let n = 0; ; n++) {
    const path = `src/module-${n}.ts`;
    const before = pathsByKey.get(chunkPathKey(path));
    if (before !== undefined) return before < path ? [before, path] : [path, before];
    pathsByKey.set(chunkPathKey(path), path);
  }
}
