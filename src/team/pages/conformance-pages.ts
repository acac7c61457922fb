/** The suite that every page store passes: `describePageStore('…', open)` in a test file of the store. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../model/error.ts';
import { StoreError, TooLargeError, type PageStore } from './page-store.ts';

export interface OpenedStore {
  store: PageStore;
  /** Writes what `store` reads: the store itself, or the folder behind a server that serves files. */
  writer: PageStore;
  /** Puts something there that has no name of an object, as others may do; null where a store cannot have it. */
  putStranger: ((name: string, text: string) => Promise<void>) | null;
  close(): Promise<void>;
}

export interface PageStoreTraits {
  /** Why the suite cannot run on this machine; null if it can. */
  missing: string | null;
  isWritable: boolean;
}

const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString());
const most = { maxBytes: 1_000_000 };

let made = 0;

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export function describePageStore(
  name: string,
  open: () => Promise<OpenedStore>,
  { missing, isWritable }: PageStoreTraits,
): void {
  // Loud, because a suite that nobody runs proves nothing.
  if (missing !== null) console.warn(`SKIPPED: the suite of page stores for ${name}: ${missing}`);
  describe.skipIf(missing !== null)(missing === null ? name : `${name} (${missing})`, () => {
    let opened: OpenedStore;
    let [store, writer]: [PageStore, PageStore] = [null!, null!];
    /** Each test has its own prefix: a bucket is not emptied between them. */
    let prefix = '';
    beforeAll(async () => {
      opened = await open();
      ({ store, writer } = opened);
    });
    afterAll(() => opened.close());
    beforeEach(() => {
      prefix = `suite${++made}`;
    });
    const put = (end: string, content: string | Uint8Array): Promise<void> =>
      writer.put(`${prefix}/${end}`, Buffer.from(content));
    const get = async (end: string): Promise<string | null> => text(await store.get(`${prefix}/${end}`, most));

    it('gives what was put, byte for byte', async () => {
      const all = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31 + (at >> 8)) & 255);
      await put('packs/a1', all);
      await put('packs/empty', '');
      expect(await store.get(`${prefix}/packs/a1`, most)).toEqual(expect.objectContaining({ length: 70_000 }));
      expect(Buffer.from((await store.get(`${prefix}/packs/a1`, most))!).equals(Buffer.from(all))).toBe(true);
      expect(await get('packs/empty')).toBe('');
    });

    it('has null for what is not there, also below what is no folder', async () => {
      await put('packs/a1', 'x');
      expect([await get('packs/a2'), await get('nothing/at/all'), await get('packs/a1/more')]).toEqual([
        null,
        null,
        null,
      ]);
    });

    it('gives parts', async () => {
      await put('packs/a1', '0123456789');
      const part = async (at: number, length: number): Promise<string | null> =>
        text(await store.get(`${prefix}/packs/a1`, { maxBytes: length, range: { at, length } }));
      expect([await part(0, 1), await part(3, 4), await part(9, 1), await part(0, 10)]).toEqual(['0', '3456', '9', '0123456789']); // prettier-ignore
      expect(await store.get(`${prefix}/packs/a2`, { maxBytes: 1, range: { at: 0, length: 1 } })).toBeNull();
    });

    it('rejects where a part is not there as a whole', async () => {
      await put('packs/a1', '0123456789');
      const range = { at: 5, length: 6 };
      await expect(store.get(`${prefix}/packs/a1`, { maxBytes: 6, range })).rejects.toThrow(StoreError);
      await expect(store.get(`${prefix}/packs/a1`, { maxBytes: 6, range: { at: 90, length: 6 } })).rejects.toThrow(StoreError); // prettier-ignore
    });

    it('never gives more than it may', async () => {
      await put('packs/a1', 'x'.repeat(5000));
      await expect(store.get(`${prefix}/packs/a1`, { maxBytes: 4999 })).rejects.toThrow(TooLargeError);
      expect((await store.get(`${prefix}/packs/a1`, { maxBytes: 5000 }))!.length).toBe(5000);
    });

    it('refuses names that could lead elsewhere', async () => {
      for (const bad of [
        '../x/y',
        'a/../b',
        '/etc/passwd',
        'a//b',
        'a',
        'A/b',
        'a/b.c',
        'a\\b/c',
        'a/b?c',
        'a/%2e',
        '',
      ])
        await expect(store.get(bad, most), bad).rejects.toThrow(RangeError);
    });

    it('rejects when the caller gives up', async () => {
      await put('packs/a1', 'x');
      const given = AbortSignal.abort();
      await expect(store.get(`${prefix}/packs/a1`, { ...most, signal: given })).rejects.toThrow();
    });

    if (!isWritable) {
      it('says that it cannot be written', async () => {
        await expect(store.put(`${prefix}/packs/a1`, Buffer.from('x'))).rejects.toThrow(AppError);
        expect(await get('packs/a1')).toBeNull();
      });
      return;
    }

    it('replaces what has the name', async () => {
      await store.put(`${prefix}/heads/a1`, Buffer.from('first, longer'));
      await store.put(`${prefix}/heads/a1`, Buffer.from('second'));
      expect(await get('heads/a1')).toBe('second');
    });

    it('deletes, also what is not there', async () => {
      await put('packs/a1', 'x');
      await store.delete(`${prefix}/packs/a1`);
      await store.delete(`${prefix}/packs/a1`);
      await store.delete(`${prefix}/none/a1`);
      expect(await get('packs/a1')).toBeNull();
    });

    it('takes the same name from several at once, and has one of the contents', async () => {
      const contents = Array.from({ length: 8 }, (_, at) => `${at}`.repeat(20_000));
      await Promise.all(contents.map((one) => store.put(`${prefix}/heads/a1`, Buffer.from(one))));
      expect(contents).toContain(await get('heads/a1'));
    });

    it('lists by prefix with sizes and times, or says that it cannot', async () => {
      const { list } = store;
      if (list === null) return;
      await put('packs/a1', 'xyz');
      await put('packs/b/c2', 'x');
      await put('heads/a1', 'x');
      await opened.putStranger?.(`${prefix}/packs/Not a name.txt`, 'x');
      const found = await collect(list(`${prefix}/packs/`));
      const names = found.map(({ name, bytes }) => `${name.slice(prefix.length)} ${bytes}`);
      expect(names.toSorted()).toEqual(['/packs/a1 3', '/packs/b/c2 1']);
      // In milliseconds: in seconds they would be of 1970.
      for (const { writtenMs } of found) expect(writtenMs).toBeGreaterThan(Date.UTC(2020));
      expect(await collect(list('suitenone/packs/'))).toEqual([]);
    });

    it('lists more than a page of names', { timeout: 120_000 }, async () => {
      const { list } = store;
      if (list === null) return;
      const names = Array.from({ length: 1100 }, (_, at) => `${prefix}/packs/n${at}`);
      for (let at = 0; at < names.length; at += 50)
        await Promise.all(names.slice(at, at + 50).map((one) => store.put(one, Buffer.from('x'))));
      const found = await collect(list(`${prefix}/`));
      expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    });
  });
}
