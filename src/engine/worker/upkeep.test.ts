/** Duties of workers: done by one of them, when their time has come; and the mirrors of a worker, which go with their repositories. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import { openPageStore } from '../../team/pages/open-store.ts';
import type { PageStore } from '../../team/pages/page-store.ts';
import { namesByKey, packName } from '../../team/snapshot/layout.ts';
import { doDuties, mirrorOf, tidyMirrors } from './upkeep.ts';
import type { WorkerEvent, WorkerSettings } from './worker-settings.ts';

const [minute, hour] = [60_000, 3_600_000];
const [tree, flavour, commit] = ['a'.repeat(40), 'f'.repeat(32), 'c'.repeat(40)];

let top = '';
let now = 0;
let catalogue: Catalogue;
let pages: PageStore;
let events: string[] = [];

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), 'code-scout-upkeep-'));
  [now, events] = [1_000_000_000_000, []];
  catalogue = await openCatalogue({ location: join(top, 'catalogue.db'), tenant: 'main', creates: true, allowsPlain: false, clock: () => now }); // prettier-ignore
  pages = openPageStore(join(top, 'store'), { token: null, s3: { accessKeyId: null, secretAccessKey: null, sessionToken: null, region: null, endpoint: null }, allowsPlainHttp: false }); // prettier-ignore
});
afterEach(async () => {
  await catalogue.close();
  rmSync(top, { recursive: true, force: true });
});

function worker(name: string, more: Partial<WorkerSettings> = {}): WorkerSettings {
  return {
    ...{ catalogue, pages, name, store: join(top, 'store'), folder: join(top, name), edition: 'e1', label: '1' },
    ...{ program: { path: '', args: [] }, environment: {}, leaseMs: minute, idleMs: 10, pollMs: null, once: true },
    limits: { timeMs: 1, memoryBytes: 1, mirrorBytes: 1, checkoutBytes: 1, checkoutFiles: 1, attempts: 1 },
    ...{ sweep: { keepDays: 30 }, log: (event: WorkerEvent) => events.push(`${name} ${event.event}`) },
    ...{ signal: new AbortController().signal, ...more },
  };
}

/** Of a repository with a snapshot of which only the manifest is there, and cannot be read. */
async function published(name: string): Promise<string> {
  const { id } = await catalogue.addRepository({ name, url: name, defaultRef: 'main', forkOf: null });
  await catalogue.wantEdition('e1', '1');
  await catalogue.hear({ repository: id, ref: 'main', commit, delivery: null });
  const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
  await catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null });
  const [manifest = ''] = namesByKey(name, flavour, { tree, commit });
  await pages.put(manifest, new Uint8Array(7));
  return manifest;
}

it('does each duty once, by whichever worker comes first, and again after a day', async () => {
  const workers = ['w1', 'w2', 'w3'].map((name) => worker(name));
  const all = async (): Promise<string[]> => {
    events = [];
    await Promise.all(workers.map(doDuties));
    return events.map((text) => text.split(' ')[1]!);
  };
  expect(await all()).toEqual(['swept']);
  now += 24 * hour - 1;
  expect(await all()).toEqual([]);
  now += 1;
  expect(await all()).toEqual(['swept']);
  now += 48 * hour;
  await doDuties(worker('w4', { sweep: null }));
  expect(events).toHaveLength(1);
});

it('counts what each repository takes, and reports a head that is not there', async () => {
  await published('shop');
  await doDuties(worker('w1'));
  expect((await catalogue.counts()).missing).toBe(1);
  await catalogue.setLimit('store', 1000);
  expect((await catalogue.counts()).limits).toEqual([{ name: 'store', most: 1000, used: 7 }]);
});

it('deletes what is left of a removed repository within ten minutes, and its name a day later', async () => {
  const manifest = await published('shop');
  await doDuties(worker('w1'));
  const pack = packName('shop', 'b'.repeat(64));
  await pages.put(pack, new Uint8Array(7));
  await catalogue.setLimit('store', 1000);
  const used = async (): Promise<number | null> => (await catalogue.counts()).limits[0]!.used;
  await catalogue.noteStored(new Map([[1, 14]]));
  await catalogue.setRepositoryState(1, 'forgotten');
  expect(await used()).toBe(14);
  now += 10 * minute;
  await doDuties(worker('w2'));
  expect(await used()).toBe(0);
  for (const name of [manifest, pack]) expect(await pages.get(name, { maxBytes: 10 })).toBeNull();
  expect(await catalogue.listForgotten()).toHaveLength(1);
  // Somebody who was late with a push.
  await pages.put(manifest, new Uint8Array(7));
  now += 24 * hour - 10 * minute;
  await doDuties(worker('w3'));
  expect(await pages.get(manifest, { maxBytes: 10 })).toBeNull();
  expect(await catalogue.listForgotten()).toEqual([]);
  expect(events).toEqual(['w1 swept', 'w2 erased', 'w3 erased', 'w3 swept']);
});

it('has a duty for as long as it works on it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const kept: number[] = [];
  const counting: Catalogue = {
    ...catalogue,
    keepDuty: async (duty, leaseMs) => {
      await catalogue.keepDuty(duty, leaseMs);
      kept.push(now);
    },
  };
  let hours = 2;
  const slow: PageStore = {
    ...{ location: pages.location, list: pages.list },
    get: (name, options) => pages.get(name, options),
    delete: (name) => pages.delete(name),
    put: async (name, bytes) => {
      for (; hours > 0; hours--) {
        now += 50 * minute;
        await vi.advanceTimersByTimeAsync(15 * minute);
      }
      await doDuties(worker('w2'));
      await pages.put(name, bytes);
    },
  };
  await doDuties(worker('w1', { catalogue: counting, pages: slow }));
  expect(events).toEqual(['w1 swept']);
  vi.advanceTimersByTime(hour);
  expect(kept).toHaveLength(2);
});

it('tries again what failed ten minutes later, by any worker', async () => {
  const away: PageStore = { ...pages, location: pages.location, list: pages.list, put: () => Promise.reject(new Error('away')), get: (name, options) => pages.get(name, options), delete: (name) => pages.delete(name) }; // prettier-ignore
  await expect(doDuties(worker('w1', { pages: away }))).rejects.toThrow('away');
  now += 10 * minute - 1;
  await doDuties(worker('w2'));
  expect(events).toEqual([]);
  now += 1;
  await doDuties(worker('w2'));
  expect(events).toEqual(['w2 swept']);
});

it('deletes the mirrors of repositories that are gone, and those that they share with a fork', async () => {
  const add = (name: string, forkOf: string | null = null): ReturnType<Catalogue['addRepository']> =>
    catalogue.addRepository({ name, url: name, defaultRef: 'main', forkOf });
  const [one, gone, shared] = [await add('one'), await add('gone'), await add('shared')];
  const fork = await add('fork', 'shared');
  const settings = { catalogue, folder: join(top, 'w1') };
  await tidyMirrors(settings);
  const mirrors = [one, gone, shared].map(({ family }) => mirrorOf(settings.folder, catalogue, family));
  for (const mirror of mirrors) mkdirSync(join(mirror, 'refs', 'mirrored'), { recursive: true });
  mkdirSync(join(mirrors[2]!, 'refs', 'mirrored', String(shared.id)));
  // As git has them after it has packed them.
  writeFileSync(join(mirrors[2]!, 'packed-refs'), `# pack-refs\n${commit} refs/mirrored/${fork.id}/main\n`);
  const others = [join(settings.folder, 'mirrors', 'another-1.git'), join(settings.folder, 'mirrors', 'main-notes')];
  for (const other of others) mkdirSync(other);
  const left = async (): Promise<boolean[]> => {
    await tidyMirrors(settings);
    return [...mirrors, ...others].map((mirror) => existsSync(mirror));
  };
  expect(await left()).toEqual([true, true, true, true, true]);
  await catalogue.setRepositoryState(gone.id, 'forgotten');
  expect(await left()).toEqual([true, false, true, true, true]);
  await catalogue.setRepositoryState(fork.id, 'forgotten');
  expect(await left()).toEqual([true, false, false, true, true]);
});
