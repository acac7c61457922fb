import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../store/testing/conformance-samples.ts';
import { openStore } from '../../store/registry.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import { RankingMemory, cachedWords } from './term-cache.ts';

async function storeOf(files: number): Promise<Store> {
  const store = await openStore({ memory: true });
  await write(
    store,
    Array.from({ length: files }, (_, at) => `file${at}`),
  );
  return store;
}

async function write(store: Store, paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => sampleFile({ path, terms: { common: { derived: 1 }, [path]: { filename: 1 } } }));
  await store.write({ files, touched: [], removed: [] });
}

async function documentsOf(store: Store): Promise<DocumentTable> {
  return (await store.state()).documents;
}

describe('RankingMemory', () => {
  it('returns the present terms of the store, and reads them once', async () => {
    const store = await storeOf(3);
    const terms = new RankingMemory().termsOf(store);
    let asked = 0;
    const postings = store.postings.bind(store);
    store.postings = (wanted) => {
      asked += wanted.length;
      return postings(wanted);
    };
    for (let round = 0; round < 2; round++) {
      const { documents, known: impacts } = await terms.of(await documentsOf(store), ['common', 'absent', 'file1']);
      expect(documents.count).toBe(3);
      expect(impacts.map(({ fileCount }) => fileCount)).toEqual([3, 0, 1]);
      expect(impacts[2]!.of(documents.paths.indexOf('file1'))).toBeGreaterThan(0);
      expect(impacts[2]!.of(documents.paths.indexOf('file0'))).toBe(0);
    }
    expect(asked).toBe(3);
    await write(store, ['later']);
    const { documents, known: impacts } = await terms.of(await documentsOf(store), ['common']);
    expect([documents.count, impacts[0]!.fileCount, asked]).toEqual([4, 4, 4]);
    await store.close();
  });

  it('returns terms of one state if the store is written in between', async () => {
    const store = await storeOf(2);
    const terms = new RankingMemory().termsOf(store);
    await terms.of(await documentsOf(store), ['common']);
    const postings = store.postings.bind(store);
    let written = false;
    store.postings = async (wanted) => {
      if (!written) {
        written = true;
        await write(store, ['later']);
      }
      return postings(wanted);
    };
    const { documents, known: impacts } = await terms.of(await documentsOf(store), ['common', 'later']);
    expect([documents.count, ...impacts.map(({ fileCount }) => fileCount)]).toEqual([3, 3, 1]);
    await store.close();
  });

  it('reads the words of a file once, until something is written', async () => {
    const store = await storeOf(3);
    const words = new RankingMemory().wordsOf(store);
    const asked: number[] = [];
    const read = store.chunkWords.bind(store);
    store.chunkWords = (ids) => {
      asked.push(...ids);
      return read(ids);
    };
    const { documents } = await store.state();
    const [a, b, c] = [...documents.ids] as [number, number, number];
    const expected = await read([a, b, c]);
    expect(await words.of(documents, [a, b])).toEqual(new Map([a, b].map((id) => [id, expected.get(id)])));
    expect(await words.of(documents, [c, b, 999_999])).toEqual(new Map([b, c].map((id) => [id, expected.get(id)])));
    expect(asked).toEqual([a, b, c, 999_999]);
    await write(store, ['file1']);
    await words.of((await store.state()).documents, [a]);
    expect(asked.at(-1)).toBe(a);
    expect(asked).toHaveLength(5);
    await store.close();
  });

  it('caches one store at a time', async () => {
    const [one, other] = [await storeOf(1), await storeOf(2)];
    const memory = new RankingMemory();
    const known = memory.termsOf(one);
    expect(memory.termsOf(one)).toBe(known);
    const { known: impacts } = await memory.termsOf(other).of(await documentsOf(other), ['common']);
    expect(impacts[0]!.fileCount).toBe(2);
    await Promise.all([one.close(), other.close()]);
  });

  it('stays within its bounds', async () => {
    const store = await storeOf(1);
    // The size of terms in half a million files.
    const count = 500_000;
    const state = await store.state();
    const documents = { ...state.documents, count, fieldLengths: new Uint32Array(count * 9) };
    store.state = () => Promise.resolve({ ...state, documents });
    let asked = 0;
    store.postings = (wanted) => {
      asked += wanted.length;
      const rows = Uint32Array.from({ length: count }, (_, row) => row);
      const postings = wanted.map((term) => ({ term, rows, counts: new Uint8Array(count * 9).fill(1) }));
      return Promise.resolve({ documents, postings });
    };
    const terms = new RankingMemory().termsOf(store);
    for (let at = 0; at < 60; at++) {
      await terms.of(await documentsOf(store), [`term${at}`]);
      expect(terms.bytes).toBeLessThan(34 * 2 ** 20);
    }
    await terms.of(await documentsOf(store), ['term59']);
    expect(asked).toBe(60);
    await terms.of(await documentsOf(store), ['term0']);
    expect(asked).toBe(61);
    await store.close();
  });
});

describe('cachedWords', () => {
  it('makes the words of a content once, within its memory limit', () => {
    const asked: string[] = [];
    const wordsOf = cachedWords(({ path, hash }: { path: string; hash: string }) => {
      asked.push(`${path} ${hash}`);
      return new Uint8Array(2 ** 20);
    });
    const ask = (path: string, hash: string) => wordsOf({ path, hash });
    expect(ask('a', '1')).toBe(ask('a', '1'));
    ask('a', '2');
    ask('b', '1');
    expect(asked).toEqual(['a 1', 'a 2', 'b 1']);
    for (const hash of ['3', '4', '5']) ask('c', hash);
    ask('a', '1');
    expect(asked.slice(-1)).toEqual(['a 1']);
    expect(asked).toHaveLength(7);
  });
});
