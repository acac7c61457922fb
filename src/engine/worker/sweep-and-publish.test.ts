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
import { namesByKey } from '../../team/snapshot/layout.ts';
import { hasGit } from '../../util/testing/git-here.ts';
import { sweepCatalogue } from './administration.ts';
import { eraseRemoved, rulesOf } from './sweeps.ts';
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
}

async function place(): Promise<Place> {
  const top = mkdtempSync(join(tmpdir(), 'code-scout-sweep-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const root = join(top, 'shop');
  mkdirSync(root);
  const git = (...args: string[]): string => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, encoding: 'utf8' }).trim(); // prettier-ignore
  git('init', '--quiet', '-b', 'main');
  git('commit', '--quiet', '--allow-empty', '-m', 'one');
  const catalogue = await openCatalogue({ location: join(top, 'catalogue.db'), tenant: 'main', creates: true, allowsPlain: false }); // prettier-ignore
  onTestFinished(() => catalogue.close());
  await catalogue.addRepository({ name: 'shop', url: root, defaultRef: 'main', forkOf: null });
  await catalogue.wantEdition('e1', '1');
  await catalogue.hear({ repository: 1, ref: 'main', commit: git('rev-parse', 'HEAD'), delivery: null });
  const store = join(top, 'store');
  return { top, root, catalogue, store, git, pages: openPageStore(store, { token: null, s3: { accessKeyId: null, secretAccessKey: null, sessionToken: null, region: null, endpoint: null }, allowsPlainHttp: false }) }; // prettier-ignore
}

it.skipIf(process.platform === 'win32' || !hasGit())('is found out by the worker', async () => {
  const { top, catalogue, pages, git, store } = await place();
  const commit = git('rev-parse', 'HEAD');
  const [manifest = ''] = namesByKey('shop', flavour, { tree, commit });
  // Finds the snapshot there the first time, just before a sweep deletes it, and makes it the second time.
  const program = join(top, 'program.cjs');
  const report = { tree, commit, flavour, pages: 1, newPages: 0, indexBytes: 8192, sentBytes: 0, files: 1, lines: 1, packages: null }; // prettier-ignore
  writeFileSync(
    program,
    `const fs = require('node:fs');
    const path = require('node:path');
    const isSecond = fs.existsSync(${JSON.stringify(join(top, 'asked'))});
    fs.writeFileSync(${JSON.stringify(join(top, 'asked'))}, '');
    const file = ${JSON.stringify(join(store, manifest))};
    if (isSecond) { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, 'x'); }
    console.log(JSON.stringify({ ...${JSON.stringify(report)}, wasThere: !isSecond }));`,
  );
  const events: WorkerEvent[] = [];
  await runWorker({
    ...{ catalogue, pages, store, folder: join(top, 'worker'), name: 'w', edition: 'e1', label: '1', environment: {} },
    program: { path: process.execPath, args: [program] },
    limits: { timeMs: 60_000, memoryBytes: 2 ** 31, mirrorBytes: 2 ** 30, checkoutBytes: 2 ** 30, checkoutFiles: 100, attempts: 3 }, // prettier-ignore
    ...{ leaseMs: 60_000, idleMs: 10, pollMs: null, sweep: null, once: true },
    log: (event) => events.push(event),
    signal: new AbortController().signal,
  });
  expect(events.map(({ event }) => event)).toEqual(['taken', 'indexed', 'gone', 'taken', 'indexed']);
  expect(existsSync(join(store, manifest))).toBe(true);
  expect((await catalogue.counts()).jobs).toMatchObject({ done: 1, waiting: 0 });
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
  const [manifest = ''] = namesByKey('shop', flavour, { tree, commit });
  const publish = async (): Promise<void> => {
    const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: hour, maxStrikes: 3 }))!;
    await pages.put(manifest, new Uint8Array([1]));
    expect(await catalogue.finishJob({ ...job, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null })).toBe('done'); // prettier-ignore
  };
  await publish();
  await catalogue.setRepositoryState(1, 'forgotten');
  // After the objects were listed somebody adds it again, a sweep forgets the old snapshot, and a worker publishes the tree.
  let isFirst = true;
  const between: PageStore = {
    ...{ location: pages.location, list: pages.list },
    get: (name, options) => pages.get(name, options),
    put: (name, bytes, signal) => pages.put(name, bytes, signal),
    delete: async (name, signal) => {
      if (isFirst) {
        isFirst = false;
        await catalogue.addRepository({ name: 'shop', url: 'u', defaultRef: 'main', forkOf: null });
        await catalogue.forgetSnapshots([{ repository: 1, tree, flavour }]);
        await catalogue.hear({ repository: 1, ref: 'main', commit, delivery: null });
        await publish();
      }
      await pages.delete(name, signal);
    },
  };
  const { signal } = new AbortController();
  const removed = await eraseRemoved({ catalogue, pages: between, signal }, { rules: rulesOf(30), graceMs: 0 });
  expect(removed).toEqual([{ repository: 'shop', objects: 1, isErased: false }]);
  expect(await pages.get(manifest, { maxBytes: 10 })).toBeNull();
  expect(await catalogue.listJobs({ states: ['waiting'], limit: 9 })).toMatchObject([{ ref: 'main', priority: 0 }]);
});

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
    const removed = await eraseRemoved({ catalogue, pages: unlisted, signal }, { rules: rulesOf(30), graceMs: 0 });
    expect(removed).toEqual([{ repository: 'shop', objects: null, isErased: true }]);
    for (const name of names) expect(await pages.get(name, { maxBytes: 10 })).toBeNull();
  },
);
