/** Snapshots of files of random pages, in a folder as page store: what is sent, what is refused, and what a sweep leaves. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FolderStore } from '../pages/folder-store.ts';
import type { GetOptions, PageStore } from '../pages/page-store.ts';
import { findSnapshot } from './find-snapshot.ts';
import { makeKey, parseSigningKey, signBytes, type PublicKey, type SigningKey } from './keys.ts';
import { flavourKey, manifestName, packName, repositoryPrefix, type SnapshotFamily } from './layout.ts';
import { listSnapshots } from './list-snapshots.ts';
import {
  ManifestError,
  maxManifestBytes,
  maxPacks,
  openManifest,
  pageBytes,
  readUnverifiedManifest,
  type Manifest,
} from './manifest.ts';
import { isWhole, mendSnapshots } from './mend.ts';
import { pullPages } from './pull.ts';
import { pushSnapshot, type PushOptions, type PushReport } from './push.ts';
import { sweepStore } from './sweep.ts';

const top = mkdtempSync(join(tmpdir(), 'code-scout-snapshots-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const newKey = (): SigningKey => parseSigningKey(makeKey().pem);
const [key, other] = [newKey(), newKey()];
const family: SnapshotFamily = {
  repository: 'example.org/shop',
  flavour: { extraction: '1', linking: '2', schema: 3, embedder: null },
};
const treeOf = (at: number): string => at.toString(16).padStart(40, '0');

let made = 0;
let folder = '';
let store: PageStore;
beforeEach(() => {
  folder = join(top, String(++made));
  store = new FolderStore(join(folder, 'store'));
  rmSync(folder, { recursive: true, force: true });
});

/** A file whose pages are told by letters: equal letters are equal pages. */
function fileOf(letters: string): Buffer {
  return Buffer.concat(
    [...letters].map((letter) => Buffer.alloc(pageBytes, `${letter}${letter.codePointAt(0)! * 7919}`)),
  );
}

async function push(at: number, content: Buffer, more: Partial<PushOptions> = {}): Promise<PushReport> {
  const file = join(top, `sealed-${made}-${at}`);
  writeFileSync(file, content);
  const earlier = Array.from({ length: at }, (_, one) => treeOf(one)).toReversed();
  const commit = treeOf(at + 4096);
  const options = {
    store,
    family,
    tree: treeOf(at),
    commit,
    branch: 'main',
    file,
    key,
    trusted: [],
    earlier,
    nowMs: at,
  };
  return pushSnapshot({ ...options, ...more });
}

async function manifestOf(at: number, trusted: readonly PublicKey[] = [key.public]): Promise<Manifest> {
  const found = await findSnapshot({
    store,
    family,
    trusted,
    near: { trees: [treeOf(at)], commits: [], branches: [] },
  });
  if (found === null) throw new Error('not there');
  return found;
}

async function pulled(at: number, from = store): Promise<Buffer> {
  const file = join(top, `pulled-${++made}`);
  await pullPages({ store: from, manifest: await manifestOf(at), file });
  return readFileSync(file);
}

/** A store whose answers are changed on the way. */
function changed(change: (name: string, bytes: Uint8Array, options: GetOptions) => Uint8Array | null): PageStore {
  return {
    location: 'changed',
    list: store.list,
    put: (name, bytes) => store.put(name, bytes),
    delete: (name) => store.delete(name),
    get: async (name, options) => {
      const bytes = await store.get(name, options);
      return bytes === null ? null : change(name, Uint8Array.from(bytes), options);
    },
  };
}

describe('a push and a pull', () => {
  it('give the same file, and only new pages are sent', async () => {
    const first = Buffer.concat([fileOf('abca'), randomBytes(pageBytes * 90)]);
    expect(await push(0, first)).toMatchObject({ wasThere: false, pages: 94, newPages: 93 });
    const second = Buffer.concat([fileOf('xbcay'), first.subarray(pageBytes * 4)]);
    const report = await push(1, second);
    expect(report).toMatchObject({ wasThere: false, pages: 95, newPages: 2 });
    expect(report.sentBytes).toBeLessThan(20_000);
    expect([(await pulled(0)).equals(first), (await pulled(1)).equals(second)]).toEqual([true, true]);
    expect(await push(1, second)).toMatchObject({ wasThere: true, sentBytes: 0 });
  });

  it('are found by tree, by the commit whose tree is not known, and by the branch', async () => {
    await push(3, fileOf('ab'));
    const nowhere = { trees: [treeOf(90)], commits: [], branches: [] };
    const find = async (near: object): Promise<string | undefined> =>
      (await findSnapshot({ store, family, trusted: [key.public], near: { ...nowhere, ...near } }))?.tree;
    expect(await find({})).toBeUndefined();
    expect(await find({ trees: [treeOf(90), treeOf(91), treeOf(3)] })).toBe(treeOf(3));
    expect(await find({ commits: [treeOf(3 + 4096)] })).toBe(treeOf(3));
    expect(await find({ branches: ['none', 'main'] })).toBe(treeOf(3));
    await push(4, fileOf('abc'));
    expect(await find({ trees: [treeOf(90), treeOf(4), treeOf(3)] })).toBe(treeOf(4));
    expect(await find({ branches: ['main'] })).toBe(treeOf(4));
  });

  it('write an index whole once more before a manifest refers to too many packs', async () => {
    const letters = Array.from({ length: maxPacks + 8 }, (_, at) => String.fromCodePoint(200 + at));
    for (let at = 0; at < letters.length; at++) {
      const content = fileOf(letters.slice(0, at + 1).join(''));
      await push(at, content);
      expect((await manifestOf(at)).packs.length).toBeLessThanOrEqual(maxPacks);
      if (at % 10 === 0) expect((await pulled(at)).equals(content)).toBe(true);
    }
    expect((await manifestOf(maxPacks - 1)).packs.length).toBe(maxPacks);
    expect((await manifestOf(maxPacks)).packs.length).toBe(1);
  });

  it('build on nothing whose packs are gone, or that another key has signed', async () => {
    const content = randomBytes(pageBytes * 5);
    await push(0, content);
    expect(await push(1, content, { key: other })).toMatchObject({ newPages: 5 });
    expect(await push(2, content, { key: other, trusted: [key.public], earlier: [treeOf(0)] })).toMatchObject({
      newPages: 0,
    });
    const [pack] = (await manifestOf(0)).packs;
    await store.delete(packName(family.repository, pack!.name));
    expect(await push(3, content, { earlier: [treeOf(0)] })).toMatchObject({ newPages: 5 });
    // The snapshot itself is pushed again where it cannot be read any more.
    expect(await push(0, content, { earlier: [] })).toMatchObject({ wasThere: false, newPages: 5 });
    expect((await pulled(0)).equals(content)).toBe(true);
  });

  it('leave no file behind that is not whole', async () => {
    await push(0, randomBytes(pageBytes * 400));
    const manifest = await manifestOf(0);
    const file = join(top, `torn-${made}`);
    const faults: [string, PageStore][] = [
      ['a flipped bit', changed((_, bytes) => ((bytes[bytes.length >> 1]! ^= 1), bytes))],
      ['an answer that is cut off', changed((_, bytes) => bytes.subarray(0, bytes.length - 100))],
      ['a page of zeroes', changed((_, bytes) => bytes.fill(0))],
      ['a pack that is gone', changed(() => null)],
    ];
    for (const [what, from] of faults) {
      await expect(pullPages({ store: from, manifest, file }), what).rejects.toThrow(ManifestError);
      expect(existsSync(file), what).toBe(false);
    }
    await expect(pullPages({ store, manifest, file, signal: AbortSignal.abort() })).rejects.toThrow();
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'mine');
    await expect(pullPages({ store, manifest, file })).rejects.toThrow('EEXIST');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('a manifest', () => {
  let bytes: Buffer;
  beforeEach(async () => {
    await push(0, fileOf('abc'));
    bytes = Buffer.from((await store.get(manifestName(family, treeOf(0)), { maxBytes: 1e6 }))!);
  });

  it('is opened by any of several trusted keys, so that a key can be changed', async () => {
    expect(openManifest(bytes, [key.public]).pages).toBe(3);
    expect(openManifest(bytes, [other.public, key.public]).pages).toBe(3);
    await push(1, fileOf('abc'), { key: other, trusted: [key.public] });
    const both = [key.public, other.public];
    expect([(await manifestOf(0, both)).tree, (await manifestOf(1, both)).tree]).toEqual([treeOf(0), treeOf(1)]);
    // The old key is taken off the list.
    await expect(manifestOf(0, [other.public])).rejects.toThrow('not trusted');
    expect((await manifestOf(1, [other.public])).tree).toBe(treeOf(1));
  });

  it('is refused without a trusted key, or with any bit changed', () => {
    expect(() => openManifest(bytes, [])).toThrow('not trusted');
    expect(() => openManifest(bytes, [other.public])).toThrow('not trusted');
    for (let at = 0; at < bytes.length; at++) {
      const wrong = Buffer.from(bytes);
      wrong[at]! ^= 1 << (at % 8);
      expect(() => openManifest(wrong, [key.public]), `bit of byte ${at}`).toThrow(ManifestError);
    }
    for (const end of [0, 7, 12, bytes.length - 64, bytes.length - 1])
      expect(() => openManifest(bytes.subarray(0, end), [key.public]), `cut at ${end}`).toThrow(ManifestError);
    expect(() => openManifest(Buffer.concat([bytes, Buffer.of(0)]), [key.public])).toThrow(ManifestError);
  });

  it('is refused where it says itself which key to trust', () => {
    const forged = resigned(bytes, other, (head) => ({ ...head, publicKey: other.public.text }));
    expect(() => openManifest(forged, [key.public])).toThrow('unknown field (publicKey)');
    // Even if a trusted key has signed it.
    expect(() =>
      openManifest(
        resigned(bytes, key, (head) => ({ ...head, key: 'x' })),
        [key.public],
      ),
    ).toThrow('unknown field');
    // A forger who names the trusted key has not its secret.
    const named = Buffer.from(resigned(bytes, other, (head) => head));
    named.write(key.public.id, named.length - 80, 'hex');
    expect(() => openManifest(named, [key.public])).toThrow('wrong signature');
    expect(
      openManifest(
        resigned(bytes, key, (head) => head),
        [key.public],
      ).pages,
    ).toBe(3);
  });

  it.each([
    ['more pages than it has', { pages: 4 }],
    ['very many pages', { pages: 2 ** 31 }],
    ['a number that is none', { pages: '3' }],
    ['a pack with a path for a name', { packs: [['../../etc/passwd', 99_999]] }],
    ['too many packs', { packs: Array.from({ length: 33 }, () => ['a'.repeat(64), 5]) }],
    ['packs that are too short', { packs: [['a'.repeat(64), 5]] }],
    ['a tree that is none', { tree: '../x' }],
    ['no flavour', { flavour: null }],
  ])('is refused with %s, although a trusted key has signed it', (_, more) => {
    const forged = resigned(bytes, key, (head) => ({ ...head, ...more }));
    expect(() => openManifest(forged, [key.public])).toThrow(ManifestError);
  });

  it('is refused in the place of another', async () => {
    await push(1, fileOf('xyz'));
    await store.put(manifestName(family, treeOf(1)), bytes);
    await expect(manifestOf(1)).rejects.toThrow('another repository or tree');
    const elsewhere = { ...family, repository: 'example.org/other' };
    await store.put(manifestName(elsewhere, treeOf(0)), bytes);
    const near = { trees: [treeOf(0)], commits: [], branches: [] };
    const asked = findSnapshot({ store, family: elsewhere, trusted: [key.public], near });
    await expect(asked).rejects.toThrow('another repository or tree');
  });

  it('is listed with what it says, or with why it is refused', async () => {
    await push(1, fileOf('xyz'), { key: other });
    await push(2, fileOf('xyz'));
    await store.put(manifestName(family, treeOf(3)), Buffer.from('nonsense'));
    const found = await listSnapshots(store, family.repository, [key.public]);
    expect(found.map(({ tree, manifest }) => [tree, manifest?.branch])).toEqual([
      [treeOf(2), 'main'],
      [treeOf(0), 'main'],
      [treeOf(1), undefined],
      [treeOf(3), undefined],
    ]);
    expect(found.map(({ fault }) => fault !== null)).toEqual([false, false, true, true]);
  });
});

/** The manifest with another head, signed by a key. */
function resigned(bytes: Buffer, by: SigningKey, change: (head: object) => object): Buffer {
  const headAt = 12;
  const bodyAt = headAt + bytes.readUInt32BE(8);
  const head = Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString('utf8', headAt, bodyAt)) as object)));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  const keyId = Buffer.from(by.public.id, 'hex');
  const signed = Buffer.concat([bytes.subarray(0, 8), length, head, bytes.subarray(bodyAt, -80), keyId]);
  return Buffer.concat([signed, signBytes(by, signed)]);
}

/** The store with other times of its objects (ms later). */
function shifted(of: PageStore, shiftMs: (name: string) => number): PageStore {
  return {
    location: of.location,
    get: (name, options) => of.get(name, options),
    put: (name, bytes) => of.put(name, bytes),
    delete: (name) => of.delete(name),
    async *list(prefix) {
      for await (const object of of.list!(prefix)) yield { ...object, writtenMs: object.writtenMs + shiftMs(object.name) }; // prettier-ignore
    },
  };
}

describe('several pushes of one tree', () => {
  /** The store in which another push of the same tree begins and ends while the first one has sent its pages. */
  const overtaken = (content: Buffer, then: () => Promise<void> = async () => {}): PageStore => {
    let isFirst = true;
    return {
      ...changed((_, bytes) => bytes),
      put: async (name, bytes) => {
        await store.put(name, bytes);
        if (!isFirst || !name.includes('/packs/')) return;
        isFirst = false;
        await push(0, content, { nowMs: 7 });
        await then();
      },
    };
  };

  it('leave the manifest that was whole first, though another program made the index', async () => {
    const [mine, theirs] = [randomBytes(pageBytes * 3), randomBytes(pageBytes * 4)];
    await push(0, mine, { store: overtaken(theirs), nowMs: 1 });
    expect((await manifestOf(0)).madeMs).toBe(7);
    expect((await pulled(0)).equals(theirs)).toBe(true);
  });

  it('replace one that is not whole any more', async () => {
    const [mine, theirs] = [randomBytes(pageBytes * 3), randomBytes(pageBytes * 4)];
    const lose = async (): Promise<void> => {
      for (const { name } of (await manifestOf(0)).packs) await store.delete(packName(family.repository, name));
    };
    await push(0, mine, { store: overtaken(theirs, lose), nowMs: 1 });
    expect((await pulled(0)).equals(mine)).toBe(true);
  });
});

describe('a sweep', () => {
  const graceMs = 1000;
  const sweepAt = async (offsetMs: number, quotaBytes: number | null = null): ReturnType<typeof sweepStore> =>
    sweepStore({ store: shifted(store, (name) => (name === 'sweep/clock' ? offsetMs : 0)), graceMs, quotaBytes });
  const packs = (): number => readdirSync(join(folder, 'store', repositoryPrefix(family.repository), 'packs')).length;

  it('deletes packs that nothing refers to, but only after a grace since a sweep has seen it', async () => {
    await push(0, fileOf('abc'));
    await push(1, randomBytes(pageBytes * 3), { earlier: [] });
    await store.delete(manifestName(family, treeOf(0)));
    expect(await sweepAt(1e6)).toMatchObject({ packs: 0, waiting: 1 });
    expect(await sweepAt(0)).toMatchObject({ packs: 0, waiting: 1 });
    expect(packs()).toBe(2);
    expect(await sweepAt(1e6)).toMatchObject({ packs: 1, waiting: 0 });
    expect(packs()).toBe(1);
    expect((await pulled(1)).length).toBe(pageBytes * 3);
    expect(await sweepAt(2e6)).toMatchObject({ packs: 0, waiting: 0 });
  });

  it('has the time of the store, whatever this machine takes it for', async () => {
    await push(0, fileOf('abc'));
    await store.delete(manifestName(family, treeOf(0)));
    // A day behind: marks that were just written look old here.
    const behind = { store: shifted(store, () => -24 * 3_600_000), graceMs, quotaBytes: null };
    for (const _ of [1, 2, 3]) expect(await sweepStore(behind)).toMatchObject({ packs: 0, waiting: 1 });
    // A store that does not list yet what was just written.
    const hides = shifted(store, () => 0);
    const late: PageStore = {
      ...hides,
      async *list(prefix) {
        for await (const object of hides.list!(prefix)) if (object.name !== 'sweep/clock') yield object;
      },
    };
    expect(await sweepStore({ store: late, graceMs: 0, quotaBytes: null })).toMatchObject({ packs: 0, waiting: 1 });
    expect(await sweepStore({ store, graceMs: 0, quotaBytes: null })).toMatchObject({ packs: 1, waiting: 0 });
  });

  it('begins the grace anew where a pack was needed in between', async () => {
    await push(0, fileOf('abc'));
    const manifest = (await store.get(manifestName(family, treeOf(0)), { maxBytes: 1e6 }))!;
    await store.delete(manifestName(family, treeOf(0)));
    await sweepAt(0);
    await store.put(manifestName(family, treeOf(0)), manifest);
    expect(await sweepAt(1e6)).toMatchObject({ packs: 0, waiting: 0 });
    await store.delete(manifestName(family, treeOf(0)));
    expect(await sweepAt(1e6)).toMatchObject({ packs: 0, waiting: 1 });
    expect(packs()).toBe(1);
  });

  it('begins it anew for what it has just deleted a snapshot of, which a push may have read', async () => {
    await push(0, fileOf('abc'), { branch: null });
    const name = manifestName(family, treeOf(0));
    const manifest = (await store.get(name, { maxBytes: 1e6 }))!;
    await store.delete(name);
    await sweepAt(0);
    await store.put(name, manifest);
    await push(1, randomBytes(pageBytes), { branch: null, earlier: [] });
    expect(await sweepAt(1e6, 1)).toMatchObject({ snapshots: 1, packs: 0, waiting: 1 });
    expect(packs()).toBe(2);
  });

  it('that deletes what a push builds on makes the push send everything', async () => {
    const content = randomBytes(pageBytes * 5);
    await push(0, content);
    const [pack] = (await manifestOf(0)).packs;
    const swept: PageStore = {
      ...changed((_, bytes) => bytes),
      put: async (name, bytes) => {
        if (name.includes('/snapshots/')) await store.delete(packName(family.repository, pack!.name));
        await store.put(name, bytes);
      },
    };
    expect(await push(1, content, { store: swept })).toMatchObject({ newPages: 5 });
    expect((await pulled(1)).equals(content)).toBe(true);
  });

  it('that deletes what a push has sent, which was held up for long, makes it send that again', async () => {
    const content = randomBytes(pageBytes * 5);
    let isHeldUp = true;
    const held: PageStore = {
      ...changed((_, bytes) => bytes),
      put: async (name, bytes) => {
        await store.put(name, bytes);
        if (!isHeldUp || !name.includes('/packs/')) return;
        isHeldUp = false;
        expect(await sweepAt(0)).toMatchObject({ waiting: 1 });
        expect(await sweepAt(1e6)).toMatchObject({ packs: 1 });
      },
    };
    expect(await push(0, content, { store: held })).toMatchObject({ newPages: 5 });
    expect((await pulled(0)).equals(content)).toBe(true);
  });

  it('keeps to a quota: the oldest go first, the last of each branch stays', async () => {
    for (let at = 0; at < 6; at++)
      await push(at, randomBytes(pageBytes * 10), { earlier: [], branch: at === 1 ? 'release' : 'main' });
    const before = (await sweepAt(0)).keptBytes;
    expect(await sweepAt(0, Math.ceil(before / 2) + 2000)).toMatchObject({ snapshots: 3 });
    const found = await listSnapshots(store, family.repository, [key.public]);
    expect(found.map(({ tree }) => tree)).toEqual([treeOf(5), treeOf(4), treeOf(1)]);
    // The heads alone are larger than this.
    expect(await sweepAt(0, 1)).toMatchObject({ snapshots: 1 });
    expect((await listSnapshots(store, family.repository, [key.public])).map(({ tree }) => tree)).toEqual([treeOf(5), treeOf(1)]); // prettier-ignore
    // Nobody who makes indexes of a new version reads those of an old one.
    await push(9, randomBytes(pageBytes), {
      earlier: [],
      family: { ...family, flavour: { ...family.flavour, linking: '3' } },
    });
    expect(await sweepAt(0, 1)).toMatchObject({ snapshots: 2 });
    // Pointers to what is gone are gone.
    const near = { trees: [], commits: [treeOf(4096)], branches: ['release'] };
    expect(await findSnapshot({ store, family, trusted: [key.public], near })).toBeNull();
  });

  it('deletes no pack of a repository with a manifest that it cannot read', async () => {
    await push(0, fileOf('abc'));
    const name = manifestName(family, treeOf(0));
    await store.put(name, Buffer.from('of a later version'));
    await sweepAt(0);
    expect(await sweepAt(1e6)).toMatchObject({ packs: 0, waiting: 0, unreadable: [name] });
    expect(packs()).toBe(1);
  });

  it('goes on where a manifest is longer than any may be', async () => {
    await push(0, fileOf('abc'));
    await push(1, fileOf('xyz'));
    const name = manifestName(family, treeOf(0));
    truncateSync(join(folder, 'store', name), maxManifestBytes + 1);
    expect(await sweepAt(0)).toMatchObject({ unreadable: [name] });
  });

  it('loses nothing of pushes that run at the same time, in 300 random histories', async () => {
    // A store in memory whose clock the history moves; each call of it is a step at which the other side may run.
    const random = seeded(7);
    for (let history = 0; history < 300; history++) expect(await playHistory(random)).toEqual([]);
  }, 120_000);
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Pushes and sweeps take turns at each call of the store, and now and then one of them is held up while the others go on. Returns the packs that manifests
 * lack afterwards.
 */
async function playHistory(random: () => number): Promise<string[]> {
  const objects = new Map<string, { bytes: Uint8Array; writtenMs: number }>();
  let now = 0;
  const waiting: { lane: number; go: () => void }[] = [];
  const storeOf = (lane: number): PageStore => {
    const step = (): Promise<void> => new Promise((go) => waiting.push({ lane, go }));
    return {
      location: 'memory',
      async *list(prefix) {
        await step();
        const found = [...objects].filter(([name]) => name.startsWith(prefix));
        for (const [name, { bytes, writtenMs }] of found) yield { name, bytes: bytes.length, writtenMs };
      },
      get: async (name, { range }) => {
        await step();
        const bytes = objects.get(name)?.bytes ?? null;
        return bytes === null || range === undefined ? bytes : bytes.subarray(range.at, range.at + range.length);
      },
      put: async (name, bytes) => {
        await step();
        objects.set(name, { bytes: Uint8Array.from(bytes), writtenMs: now });
      },
      delete: async (name) => {
        await step();
        objects.delete(name);
      },
    };
  };
  const graceMs = 100;
  const lanes = 4;
  /** When each push that is under way began: none takes longer than the grace. */
  const begun = new Map<number, number>();
  const whole = (below: number): number => Math.floor(random() * below);
  let newest = 0;
  const pushes = Array.from({ length: lanes }, async (_, lane) => {
    for (let at = 0; at < 4; at++) {
      const letters = Array.from({ length: 3 }, () => 'abcd'[whole(4)]!).join('');
      const file = join(top, `history-${lane}`);
      writeFileSync(file, fileOf(letters));
      begun.set(lane, now);
      const [tree, earlier] = [treeOf(newest + 1), Array.from({ length: 3 }, (__, back) => treeOf(newest - back))];
      newest++;
      const options = { store: storeOf(lane), family, tree, commit: tree, branch: null, file, key };
      await pushSnapshot({ ...options, trusted: [], earlier, nowMs: newest });
      begun.delete(lane);
    }
  });
  const sweeps = (async () => {
    while (newest < lanes * 4 || begun.size > 0) {
      await sweepStore({ store: storeOf(lanes), graceMs, quotaBytes: random() < 0.7 ? 1 : null });
      if (random() < 0.8) now = Math.min(now + graceMs / 2, Math.min(...begun.values(), now) + graceMs - 1);
    }
  })();
  let isOver = false;
  const all = Promise.all([...pushes, sweeps]).finally(() => (isOver = true));
  let held = { lane: -1, steps: 0 };
  while (!isOver) {
    await new Promise((turn) => setImmediate(turn));
    if (held.steps-- <= 0) held = { lane: whole(lanes * 2), steps: whole(80) };
    const free = waiting.filter(({ lane }) => lane !== held.lane);
    const from = free.length > 0 ? free : waiting;
    const next = from[whole(from.length)];
    if (next === undefined) continue;
    waiting.splice(waiting.indexOf(next), 1);
    next.go();
  }
  await all;
  const manifests = [...objects].filter(([name]) => name.includes('/snapshots/'));
  return manifests.flatMap(([name, { bytes }]) => {
    const packs = readUnverifiedManifest(bytes).packs.map((pack) => packName(family.repository, pack.name));
    return packs.filter((pack) => !objects.has(pack)).map((pack) => `${pack} of ${name}`);
  });
}

describe('what is damaged', () => {
  const [first, second] = [manifestName(family, treeOf(0)), manifestName(family, treeOf(1))];
  const place = (): { store: PageStore; repository: string } => ({ store, repository: family.repository });
  const flavour = flavourKey(family.flavour);
  beforeEach(async () => {
    await push(0, fileOf('abc'));
    await push(1, fileOf('xyz'), { earlier: [] });
  });

  it.each([
    ['a manifest that is longer than any may be', () => truncateSync(join(folder, 'store', first), maxManifestBytes + 1), 0], // prettier-ignore
    ['a manifest of other bytes', () => writeFileSync(join(folder, 'store', first), 'x'), 0],
    ['a manifest that is cut off', () => truncateSync(join(folder, 'store', first), 200), 0],
    ['a pack that is much longer than it should be', () => truncateSync(packOf(first), 100_000), 1],
  ] as const)('is deleted, and nothing else: %s', async (_, damage, packs) => {
    damage();
    if (packs === 0) expect(await isWhole(place(), first)).toBe(false);
    const missing = [{ tree: treeOf(0), flavour }];
    expect(await mendSnapshots(place(), [])).toEqual({ packs, manifests: 1, missing });
    expect([first, second].map((name) => existsSync(join(folder, 'store', name)))).toEqual([false, true]);
    expect(await isWhole(place(), first)).toBe(false);
    expect(await mendSnapshots(place(), [first])).toEqual({ packs: 0, manifests: 0, missing });
    expect((await push(0, fileOf('abc'))).wasThere).toBe(false);
    expect(await pulled(0)).toEqual(fileOf('abc'));
    expect(await pulled(1)).toEqual(fileOf('xyz'));
  });

  it.each([
    ['begins otherwise', (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('CSsnap1', 'CSsnap2'), 'latin1')], // prettier-ignore
    ['has one field more', (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"madeMs"', '"madeAt"'), 'latin1')], // prettier-ignore
  ])('is not what a newer program has written: a manifest that %s', async (_, change) => {
    const file = join(folder, 'store', first);
    const newer = change(readFileSync(file));
    writeFileSync(file, newer);
    expect(await isWhole(place(), first)).toBe(true);
    expect(await mendSnapshots(place(), [first])).toEqual({ packs: 0, manifests: 0, missing: [] });
    expect(readFileSync(file)).toEqual(newer);
  });

  function packOf(manifest: string): string {
    const [pack] = readUnverifiedManifest(readFileSync(join(folder, 'store', manifest))).packs;
    return join(folder, 'store', packName(family.repository, pack!.name));
  }
});
