import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SnapshotCache, type HeldSnapshot, type SnapshotKey } from './snapshot-cache.ts';

let folder = '';
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-cache-')))));
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const block = 4096;
const key = (repository: number, tree = 'aa'): SnapshotKey => ({ repository, tree, flavour: 'ff' });

function make(cache: SnapshotCache, of: SnapshotKey, blocks: number, expected = 0): Promise<HeldSnapshot> {
  return cache.make(of, expected, async (place) => writeFileSync(join(place, 'index'), Buffer.alloc(blocks * block)));
}

it('removes what was used least recently, and nothing that is in use', async () => {
  const evicted: number[] = [];
  const cache = new SnapshotCache(folder, 10 * block, ({ repository }) => evicted.push(repository));
  const [one, two] = [await make(cache, key(1), 4), await make(cache, key(2), 4)];
  cache.release(one);
  cache.release(two);
  // The first is used again, so the second is the oldest.
  two.usedMs = one.usedMs - 1;
  const three = await make(cache, key(3), 4);
  expect(evicted).toEqual([2]);
  expect([existsSync(one.folder), existsSync(two.folder)]).toEqual([true, false]);
  const again = cache.take(key(1))!;
  // All are in use: the limit is exceeded until one of them ends.
  const four = await make(cache, key(4), 8);
  expect([evicted, cache.bytes]).toEqual([[2], 16 * block]);
  cache.release(three);
  cache.release(again);
  expect([evicted, cache.bytes]).toEqual([[2, 3, 1], 8 * block]);
  cache.release(four);
});

it('removes first what was made ahead and nobody has used, also after a restart, and makes no room for it', async () => {
  const ahead = (cache: SnapshotCache, of: SnapshotKey, blocks: number): Promise<HeldSnapshot> =>
    cache.makeAhead(of, async (place) => writeFileSync(join(place, 'index'), Buffer.alloc(blocks * block)));
  const first = new SnapshotCache(folder, 10 * block);
  first.release(await make(first, key(1), 4));
  await ahead(first, key(2), 2);
  await ahead(first, key(3), 2);
  expect([first.bytes, first.unusedBytes]).toEqual([8 * block, 4 * block]);
  const evicted: number[] = [];
  const cache = new SnapshotCache(folder, 10 * block, ({ repository }) => evicted.push(repository));
  expect(cache.unusedBytes).toBe(4 * block);
  // Somebody asks for one of them.
  cache.release(cache.take(key(2))!);
  expect(cache.unusedBytes).toBe(2 * block);
  cache.release(await make(cache, key(4), 4));
  expect(evicted).toEqual([3]);
  await ahead(cache, key(5), 3);
  expect([evicted, cache.bytes]).toEqual([[3, 5], 10 * block]);
});

it('keeps of a repository the one that was made last, and others as long as they are used', async () => {
  const evicted: string[] = [];
  const cache = new SnapshotCache(folder, 100 * block, ({ tree }) => evicted.push(tree));
  cache.release(await make(cache, key(1, 'aa'), 1));
  const used = await make(cache, key(1, 'bb'), 1);
  expect(cache.has(key(1, 'aa'))).toBe(false);
  await cache.makeAhead(key(1, 'cc'), async () => {});
  expect([cache.has(key(1, 'bb')), existsSync(used.folder)]).toEqual([true, true]);
  cache.release(used);
  expect([cache.has(key(1, 'bb')), existsSync(used.folder), cache.has(key(1, 'cc'))]).toEqual([false, false, true]);
  expect(evicted).toEqual([]);
});

it('makes room before it makes a snapshot whose size is known', async () => {
  const cache = new SnapshotCache(folder, 10 * block);
  const one = await make(cache, key(1), 6);
  cache.release(one);
  await cache.make(key(2), 6 * block, async () => expect(existsSync(one.folder)).toBe(false));
});

it('finds what is whole after a restart, in the order of use, and removes what is not', async () => {
  const first = new SnapshotCache(folder, 100 * block);
  const [one, two] = [await make(first, key(1), 2), await make(first, key(2), 2)];
  first.release(one);
  first.release(two);
  const broken = join(folder, 'snapshots', '3', 'cc-ff');
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, 'index'), 'half');
  const mirror = first.mirrorOf(9);
  mkdirSync(mirror);
  const second = new SnapshotCache(folder, 100 * block);
  expect([second.bytes, existsSync(broken), existsSync(mirror)]).toEqual([4 * block, false, false]);
  expect(second.take(key(1))?.bytes).toBe(2 * block);
  expect(second.take(key(3, 'cc'))).toBeNull();
});

it('leaves nothing of a snapshot that could not be made, and takes mirrors away with the last snapshot', async () => {
  const cache = new SnapshotCache(folder, 3 * block);
  const mirror = cache.mirrorOf(1);
  const failing = cache.make(key(1), 0, async (place) => {
    writeFileSync(join(place, 'index'), 'half');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([cache.take(key(1)), existsSync(join(folder, 'snapshots', '1', 'aa-ff')), cache.bytes]).toEqual([
    null,
    false,
    0,
  ]);
  const made = await cache.make(key(1), 0, async (place) => {
    mkdirSync(mirror);
    writeFileSync(join(mirror, 'pack'), Buffer.alloc(3 * block));
    writeFileSync(join(place, 'index'), Buffer.alloc(block));
  });
  expect(cache.bytes).toBe(4 * block);
  cache.release(made);
  expect([cache.bytes, existsSync(mirror), existsSync(made.folder)]).toEqual([0, false, false]);
});

it('leaves no folder of a repository that it has forgotten, nor one that an earlier process left', async () => {
  const cache = new SnapshotCache(folder, 10 * block);
  cache.release(await make(cache, key(1), 1));
  const used = await make(cache, key(2), 1);
  cache.forget(1);
  cache.forget(2);
  expect(readdirSync(join(folder, 'snapshots'))).toEqual(['2']);
  cache.release(used);
  cache.forget(2);
  expect(readdirSync(join(folder, 'snapshots'))).toEqual([]);
  mkdirSync(join(folder, 'snapshots', '3'));
  expect(new SnapshotCache(folder, 10 * block).bytes).toBe(0);
  expect(readdirSync(join(folder, 'snapshots'))).toEqual([]);
});
