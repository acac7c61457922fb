/** A large tree that has not changed: from the third look on git is asked, not every file. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../config/load.ts';
import type { RunReport } from '../indexer/index-run.ts';
import { openStore } from '../store/registry.ts';
import type { Store } from '../store/store.ts';
import type { IndexJob } from './index-job.ts';
import { indexJob, runJob } from './indexing.ts';

let root: string;
let store: Store;
let job: IndexJob;
const files = 3000;
const git = (...args: string[]): void => {
  const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: root, env });
};
const put = (path: string, text: string): void => {
  writeFileSync(join(root, path), text);
  // Long ago: a file that was written just now is looked at again.
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(root, path), past, past);
};
const run = async (): Promise<Partial<RunReport>> => runJob(job, store, {});
const mark = async (): Promise<string | undefined> => (await store.getMeta('treeMark'))?.split(' ')[1];

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'known-tree-')));
  mkdirSync(join(root, 'src'));
  for (let i = 0; i < files; i++) put(`src/${i}.txt`, `lamp ${i}\n`);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'x');
  const { config } = loadConfig({ root });
  const path = join(root, '.code-scout', 'database.db');
  store = await openStore({ path });
  job = indexJob(root, path, config, false);
  await run();
}, 60_000);
afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

test('is known by its mark, and every change is found', async () => {
  expect(await mark()).toBeUndefined();
  await run();
  expect(await mark()).toBe('awaited');
  await run();
  const first = await mark();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  const before = await store.getMeta('lastIndexedMs');
  expect(await run()).toMatchObject({ indexed: 0, touched: 0, removed: 0 });
  expect(Number(await store.getMeta('lastIndexedMs'))).toBeGreaterThan(Number(before));
  expect(await mark()).toBe(first);
  put('src/7.txt', 'beacon\n');
  put('src/new.txt', 'new\n');
  rmSync(join(root, 'src/8.txt'));
  expect(await run()).toMatchObject({ indexed: 2, removed: 1 });
  expect((await store.filesByPath(['src/new.txt', 'src/8.txt'])).map(({ path }) => path)).toEqual(['src/new.txt']);
  // Written by this run, the mark is of an index that is no more; the same tree is not that index's.
  put('src/8.txt', 'lamp 8\n');
  rmSync(join(root, 'src/new.txt'));
  git('checkout', '--', 'src/7.txt');
  put('src/7.txt', 'lamp 7\n');
  expect(await run()).toMatchObject({ indexed: 2, removed: 1 });
  for (const expected of ['awaited', expect.stringMatching(/^[0-9a-f]{64}$/)]) {
    await run();
    expect(await mark()).toEqual(expected);
  }
  expect(await runJob({ ...job, force: true }, store, {})).toMatchObject({ indexed: files });
}, 60_000);

test('is not taken by a mark where git does not look at every file', async () => {
  git('update-index', '--assume-unchanged', 'src/5.txt');
  for (const expected of [/^awaited$/, /^none:/, /^none:/]) {
    await run();
    expect(await mark()).toMatch(expected);
  }
  put('src/5.txt', 'beacon\n');
  expect(await run()).toMatchObject({ indexed: 1 });
  for (const expected of [/^awaited$/, /^none:/]) {
    await run();
    expect(await mark()).toMatch(expected);
  }
  // With another index it is tried again.
  git('update-index', '--no-assume-unchanged', 'src/5.txt');
  git('add', '-A');
  await run();
  expect(await mark()).toMatch(/^[0-9a-f]{64}$/);
  put('src/5.txt', 'another lamp\n');
  expect(await run()).toMatchObject({ indexed: 1 });
}, 60_000);
