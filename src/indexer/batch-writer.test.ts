import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleFile } from '../store/testing/conformance-samples.ts';
import { openStore } from '../store/registry.ts';
import type { Store } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';
import { BatchWriter, emptyRunReport } from './batch-writer.ts';

let store: Store;
let followed: string[][];

beforeEach(async () => {
  store = await openStore({ memory: true });
  followed = [];
});
afterEach(() => store.close());

const writerOf = (batchSize: number): BatchWriter =>
  new BatchWriter(store, batchSize, emptyRunReport(), {
    afterBatch: async (paths) => void followed.push([...paths]),
  });

function indexed(path: string, size = 10): Extract<FileOutcome, { kind: 'indexed' }> {
  return { kind: 'indexed', file: sampleFile({ path, rest: { size } }), text: null };
}

const paths = async (): Promise<string[]> => (await store.fileStates()).map(({ path }) => path).sort();

describe('a batch', () => {
  it('is written when it has the largest number of files', async () => {
    const writer = writerOf(2);
    await writer.add(indexed('a'));
    expect(await paths()).toEqual([]);
    await writer.add(indexed('b'));
    await writer.add(indexed('c'));
    expect(await paths()).toEqual(['a', 'b']);
    await writer.flush();
    expect(followed).toEqual([['a', 'b'], ['c']]);
  });

  it('is written when it has 8 MB of source', async () => {
    const writer = writerOf(2_000);
    await writer.add(indexed('a', 5 * 2 ** 20));
    expect(await paths()).toEqual([]);
    await writer.add(indexed('b', 3 * 2 ** 20));
    expect(await paths()).toEqual(['a', 'b']);
  });
});

describe('after a failed run', () => {
  it('read files and removals are written', async () => {
    await store.write({ files: [sampleFile({ path: 'gone' })], touched: [], removed: [] });
    const writer = writerOf(2_000);
    writer.remove(['gone']);
    await writer.add(indexed('a'));
    await writer.writeRest();
    expect(await paths()).toEqual(['a']);
    expect(followed).toEqual([]);
  });

  it('nothing is written if nothing was read', async () => {
    await store.write({ files: [sampleFile({ path: 'gone' })], touched: [], removed: [] });
    const { generation } = await store.state();
    const writer = writerOf(2_000);
    writer.remove(['gone']);
    await writer.writeRest();
    expect((await store.state()).generation).toBe(generation);
  });

  it('a failure to write is ignored', async () => {
    const writer = writerOf(2_000);
    await writer.add(indexed('a'));
    await store.close();
    await expect(writer.writeRest()).resolves.toBeUndefined();
  });
});
