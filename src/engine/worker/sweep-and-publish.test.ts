/** A sweep that meets a worker which publishes the same tree: nothing that the catalogue has is missing in the page store in the end. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import { openPageStore } from '../../team/pages/open-store.ts';
import type { PageStore } from '../../team/pages/page-store.ts';
import { namesByKey, packName } from '../../team/snapshot/layout.ts';
import { hasGit } from '../../util/testing/git-here.ts';
import { sweepCatalogue } from './administration.ts';
import { eraseRemoved, rulesOf, sweepSnapshots } from './sweeps.ts';
import { runWorker } from './worker.ts';
import type { WorkerEvent } from './worker-settings.ts';

const tree = 'a'.repeat(40);
const flavour = 'f'.repeat(32);
const hour = 3_600_000;

interface Place {
  top: string;
  root: string;
  catalogue: Catalogue;
  pages: PageStore;
  store: string;
  git: (...args: string[]) => string;
  /** The time of the catalogue (ms). */
  time: { now: number };
}

async function place(): Promise<Place> {
  const top = mkdtempSync(join(tmpdir(), 'code-scout-sweep-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const root = join(top, 'shop');
  mkdirSync(root);
  const git = (...args: string[]): string => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, encoding: 'utf8' }).trim(); // prettier-ignore
  git('init', '--quiet', '-b', 'main');
  git('commit', '--quiet', '--allow-empty', '-m', 'one');
  const time = { now: 1_000_000_000_000 };
  const catalogue = await openCatalogue({ location: join(top, 'catalogue.db'), tenant: 'main', creates: true, allowsPlain: false, clock: () => time.now }); // prettier-ignore
  onTestFinished(() => catalogue.close());
  await catalogue.addRepository({ name: 'shop', url: root, defaultRef: 'main', forkOf: null });
  await catalogue.wantEdition('e1', '1');
  await catalogue.hear({ repository: 1, ref: 'main', commit: git('rev-parse', 'HEAD'), delivery: null });
  const store = join(top, 'store');
  return { top, root, catalogue, store, git, time, pages: openPageStore(store, { token: null, s3: { accessKeyId: null, secretAccessKey: null, sessionToken: null, region: null, endpoint: null }, allowsPlainHttp: false }) }; // prettier-ignore
}

/** A worker whose processes are this program; it ends when there is nothing to do. Returns what it logs. */
async function work({ top, catalogue, pages, store }: Place, program: string): Promise<WorkerEvent[]> {
  const events: WorkerEvent[] = [];
  await runWorker({
    ...{ catalogue, pages, store, folder: join(top, 'worker'), name: 'w', edition: 'e1', label: '1', environment: {} },
    program: { path: process.execPath, args: [program] },
    limits: { timeMs: 60_000, memoryBytes: 2 ** 31, mirrorBytes: 2 ** 30, checkoutBytes: 2 ** 30, checkoutFiles: 100, attempts: 3 }, // prettier-ignore
    ...{ leaseMs: 60_000, idleMs: 10, pollMs: null, sweep: null, once: true },
    log: (event) => events.push(event),
    signal: new AbortController().signal,
  });
  return events;
}

/** A program in the place of a push: a script that says in `wasThere` whether the manifest was there, and may call `write` to make it. */
function pushProgram(
  { top, git, store }: Place,
  script: string,
): { program: string; commit: string; manifest: string } {
  const [program, commit] = [join(top, 'program.cjs'), git('rev-parse', 'HEAD')];
  const manifest = join(store, namesByKey('shop', flavour, { tree, commit })[0]!);
  const report = { tree, commit, flavour, pages: 1, newPages: 0, indexBytes: 8192, sentBytes: 0, files: 1, lines: 1, packages: null }; // prettier-ignore
  writeFileSync(
    program,
    `const fs = require('node:fs');
    const file = ${JSON.stringify(manifest)};
    const write = () => { fs.mkdirSync(require('node:path').dirname(file), { recursive: true }); fs.writeFileSync(file, 'x'); };
    ${script}
    console.log(JSON.stringify({ ...${JSON.stringify(report)}, wasThere }));`,
  );
  return { program, commit, manifest };
}

it.skipIf(process.platform === 'win32' || !hasGit())('is found out by the worker', async () => {
  const here = await place();
  const { top, catalogue } = here;
  const asked = JSON.stringify(join(top, 'asked'));
  // Finds the snapshot there the first time, just before a sweep deletes it, and makes it the second time.
  const { program, manifest } = pushProgram(
    here,
    `const wasThere = !fs.existsSync(${asked});
    fs.writeFileSync(${asked}, '');
    if (!wasThere) write();`,
  );
  const events = await work(here, program);
  expect(events.map(({ event }) => event)).toEqual(['taken', 'indexed', 'gone', 'taken', 'indexed']);
  expect(existsSync(manifest)).toBe(true);
  expect((await catalogue.counts()).jobs).toMatchObject({ done: 1, waiting: 0 });
});

it.skipIf(process.platform === 'win32' || !hasGit())(
  'is ended by the worker that cannot publish: of a repository that was removed, and added again before anything was swept',
  async () => {
    const here = await place();
    const { root, catalogue, time } = here;
    // As a push does, which sends what is not there.
    const { program, commit, manifest } = pushProgram(
      here,
      'const wasThere = fs.existsSync(file); if (!wasThere) write();',
    );
    const ends = async (): Promise<string[]> => (await work(here, program)).map(({ event }) => event);
    const job = (await catalogue.takeJob({ worker: 'v', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
    await catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null }); // prettier-ignore
    await catalogue.setRepositoryState(1, 'forgotten');
    await catalogue.addRepository({ name: 'shop', url: root, defaultRef: 'main', forkOf: null });
    await catalogue.hear({ repository: 1, ref: 'main', commit, delivery: null });
    expect(await ends()).toEqual(['taken', 'failed']);
    time.now += 30_000;
    expect(await ends()).toEqual(['taken', 'indexed']);
    expect(existsSync(manifest)).toBe(true);
    expect((await catalogue.listRefs(1))[0]!.heads).toMatchObject([{ commit, tree }]);
    expect(await catalogue.lastSweep()).toEqual({ atMs: time.now - 30_000, deleted: 1 });
    // No later sweep takes it away.
    const { signal } = new AbortController();
    expect(await sweepSnapshots({ catalogue, pages: here.pages, signal }, rulesOf(30))).toBe(0);
    expect(existsSync(manifest)).toBe(true);
  },
);

it.skipIf(!hasGit())('leaves no rows of a removed repository, also before it is erased', async () => {
  const { catalogue, pages, git, time } = await place();
  const commit = git('rev-parse', 'HEAD');
  const publish = async (): ReturnType<Catalogue['finishJob']> => {
    const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
    return catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null });
  };
  expect(await publish()).toBe('done');
  const { signal } = new AbortController();
  await catalogue.setRepositoryState(1, 'forgotten');
  const removed = [{ repository: 'shop', objects: 0, isErased: false }];
  expect(await eraseRemoved({ catalogue, pages, signal }, hour)).toEqual(removed);
  const swept = { atMs: time.now, deleted: 1 };
  expect(await catalogue.lastSweep()).toEqual(swept);
  // What is done each ten minutes is noted only where there was something to delete.
  time.now += 600_000;
  expect(await eraseRemoved({ catalogue, pages, signal }, hour)).toEqual(removed);
  expect(await catalogue.lastSweep()).toEqual(swept);
  await catalogue.addRepository({ name: 'shop', url: 'u', defaultRef: 'main', forkOf: null });
  await catalogue.hear({ repository: 1, ref: 'main', commit, delivery: null });
  expect(await publish()).toBe('done');
});

it.skipIf(!hasGit())('is found out by the sweep', async () => {
  const { top, catalogue, pages, git, store } = await place();
  const commit = git('rev-parse', 'HEAD');
  const publish = async (): Promise<void> => {
    const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
    expect(await catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null })).toBe('done'); // prettier-ignore
  };
  await publish();
  await catalogue.setRepositoryState(1, 'forgotten');
  // Between the list of what leaves and the deletion the repository comes back, another sweep is quicker, and a worker publishes the tree anew.
  let isBetween = true;
  const between: Catalogue = {
    ...catalogue,
    async condemnSnapshots(rules, limit) {
      const leaving = await catalogue.condemnSnapshots(rules, limit);
      if (isBetween) {
        isBetween = false;
        await catalogue.forgetSnapshots(leaving);
        await catalogue.addRepository({ name: 'shop', url: 'u', defaultRef: 'main', forkOf: null });
        await catalogue.hear({ repository: 1, ref: 'main', commit, delivery: null });
        await publish();
        await pages.put(namesByKey('shop', flavour, { tree, commit })[0]!, new Uint8Array([1]));
      }
      return leaving;
    },
  };
  const { config } = loadConfig({ root: top, flags: {}, env: new Map(), userConfigDir: null });
  const request = { store, config, workingDirectory: store, signal: new AbortController().signal };
  expect((await sweepCatalogue(between, request, { keepDays: 30, graceMs: hour })).deleted).toBe(1);
  expect(await catalogue.listJobs({ states: ['waiting'], limit: 9 })).toMatchObject([{ ref: 'main', priority: 0 }]);
});

it.skipIf(!hasGit())('is found out by the deletion of a repository that was removed, and added again', async () => {
  const { catalogue, pages, git } = await place();
  const commit = git('rev-parse', 'HEAD');
  const pack = packName('shop', 'b'.repeat(64));
  const publish = async (): Promise<void> => {
    const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
    await pages.put(pack, new Uint8Array([1]));
    expect(await catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null })).toBe('done'); // prettier-ignore
  };
  await publish();
  await catalogue.setRepositoryState(1, 'forgotten');
  // After the objects were listed somebody adds it again, and a worker publishes the tree.
  let isFirst = true;
  const between: PageStore = {
    ...{ location: pages.location, list: pages.list },
    get: (name, options) => pages.get(name, options),
    put: (name, bytes, signal) => pages.put(name, bytes, signal),
    delete: async (name, signal) => {
      if (isFirst && name === pack) {
        isFirst = false;
        await catalogue.addRepository({ name: 'shop', url: 'u', defaultRef: 'main', forkOf: null });
        await catalogue.hear({ repository: 1, ref: 'main', commit, delivery: null });
        await publish();
      }
      await pages.delete(name, signal);
    },
  };
  const { signal } = new AbortController();
  const removed = await eraseRemoved({ catalogue, pages: between, signal }, 0);
  expect(removed).toEqual([{ repository: 'shop', objects: 1, isErased: false }]);
  expect(await pages.get(pack, { maxBytes: 10 })).toBeNull();
  expect(await catalogue.listJobs({ states: ['waiting'], limit: 9 })).toMatchObject([{ ref: 'main', priority: 0 }]);
});

it.skipIf(!hasGit()).each([
  ['before its objects are deleted', 0],
  ['while its objects are deleted', 1],
])(
  'is found out by the deletion of a repository that another sweep has erased, and that has a new number %s',
  async (_, at) => {
    const { catalogue, pages, git } = await place();
    const commit = git('rev-parse', 'HEAD');
    const pack = packName('shop', 'b'.repeat(64));
    await pages.put(pack, new Uint8Array([1]));
    const { signal } = new AbortController();
    await catalogue.setRepositoryState(1, 'forgotten');
    let isFirst = true;
    const addAgain = async (): Promise<void> => {
      if (!isFirst) return;
      isFirst = false;
      await eraseRemoved({ catalogue, pages, signal }, 0);
      await catalogue.addRepository({ name: 'shop', url: 'u', defaultRef: 'main', forkOf: null });
      await catalogue.hear({ repository: 2, ref: 'main', commit, delivery: null });
      const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
      await pages.put(pack, new Uint8Array([1]));
      expect(await catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, sentBytes: 1, files: 1, lines: 1, packages: null })).toBe('done'); // prettier-ignore
    };
    const listing: Catalogue = {
      ...catalogue,
      listForgotten: async () => {
        const forgotten = await catalogue.listForgotten();
        if (at === 0) await addAgain();
        return forgotten;
      },
    };
    const between: PageStore = {
      ...{ location: pages.location, list: pages.list },
      get: (name, options) => pages.get(name, options),
      put: (name, bytes, end) => pages.put(name, bytes, end),
      delete: async (name, end) => {
        await addAgain();
        await pages.delete(name, end);
      },
    };
    const removed = await eraseRemoved({ catalogue: listing, pages: between, signal }, 0);
    expect(removed).toEqual(at === 0 ? [] : [{ repository: 'shop', objects: 1, isErased: false }]);
    expect((await pages.get(pack, { maxBytes: 10 })) === null).toBe(at === 1);
    const waiting = at === 0 ? [] : [{ repository: 2, ref: 'main' }];
    expect(await catalogue.listJobs({ states: ['waiting'], limit: 9 })).toMatchObject(waiting);
  },
);

it.skipIf(!hasGit())(
  'deletes the manifests of a removed repository also where the page store cannot list',
  async () => {
    const { catalogue, pages, git } = await place();
    const commit = git('rev-parse', 'HEAD');
    const names = namesByKey('shop', flavour, { tree, commit });
    for (const name of names) await pages.put(name, new Uint8Array([1]));
    const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
    await catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null });
    await catalogue.setRepositoryState(1, 'forgotten');
    const unlisted: PageStore = {
      ...{ location: pages.location, list: null },
      get: (name, options) => pages.get(name, options),
      put: (name, bytes, signal) => pages.put(name, bytes, signal),
      delete: (name, signal) => pages.delete(name, signal),
    };
    const { signal } = new AbortController();
    const removed = await eraseRemoved({ catalogue, pages: unlisted, signal }, 0);
    expect(removed).toEqual([{ repository: 'shop', objects: null, isErased: true }]);
    for (const name of names) expect(await pages.get(name, { maxBytes: 10 })).toBeNull();
  },
);
