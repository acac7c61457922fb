/** An unchanged tree: from the third run on its fingerprint is compared, and the tree is not walked. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../config/load.ts';
import type { RunReport } from './index-run.ts';
import { openStore } from '../store/registry.ts';
import type { Store } from '../store/store.ts';
import type { IndexJob } from '../engine/indexing/index-job.ts';
import { indexJob, runJob } from '../engine/indexing/indexing.ts';

let root: string;
let store: Store;
let job: IndexJob;
const files = 30;
const git = (...args: string[]): void => {
  const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: root, env });
};
const put = (path: string, text: string): void => {
  writeFileSync(join(root, path), text);
  // An old time, because a file that was just written is checked again.
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(root, path), past, past);
};
const run = async (): Promise<Partial<RunReport>> => runJob(job, store, {});
const noted = async (): Promise<string | undefined> =>
  /\d+ (.*)/s.exec((await store.getMeta('treeFingerprint')) ?? '')?.[1];
/** The change time (ctime) cannot be set, and changes within the last two seconds are in no fingerprint. */
const waitTwoSeconds = (): Promise<void> => sleep(2100);
const fingerprint = /^\["/;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'stored-fingerprint-')));
  mkdirSync(join(root, 'src'));
  for (let i = 0; i < files; i++) put(`src/${i}.txt`, `lamp ${i}\n`);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'x');
  const { config } = loadConfig({ root });
  const path = join(root, '.code-scout', 'database.db');
  store = await openStore({ file: path });
  job = indexJob(root, { file: path }, config, false);
  await run();
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

test('is recognised by its fingerprint, and every change is found', async () => {
  expect(await noted()).toBeUndefined();
  await run();
  expect(await noted()).toBe('awaited');
  await waitTwoSeconds();
  await run();
  const first = await noted();
  expect(first).toMatch(fingerprint);
  const before = await store.getMeta('lastIndexedMs');
  expect(await run()).toMatchObject({ indexed: 0, touched: 0, removed: 0 });
  expect(Number(await store.getMeta('lastIndexedMs'))).toBeGreaterThan(Number(before));
  expect(await noted()).toBe(first);
  put('src/7.txt', 'beacon\n');
  put('src/new.txt', 'new\n');
  rmSync(join(root, 'src/8.txt'));
  expect(await run()).toMatchObject({ indexed: 2, removed: 1 });
  expect((await store.filesByPath(['src/new.txt', 'src/8.txt'])).map(({ path }) => path)).toEqual(['src/new.txt']);
  // The index has changed, so its stored fingerprint is invalid.
  expect(await noted()).toBe(first);
  put('src/8.txt', 'lamp 8\n');
  rmSync(join(root, 'src/new.txt'));
  expect(await run()).toMatchObject({ indexed: 1, removed: 1 });
  await waitTwoSeconds();
  for (const expected of [/^awaited$/, fingerprint]) {
    await run();
    expect(await noted()).toMatch(expected);
  }
  expect(await runJob({ ...job, force: true }, store, {})).toMatchObject({ indexed: files });
});

test('gets another fingerprint if a folder is new, even if no file has changed', async () => {
  await run();
  await waitTwoSeconds();
  await run();
  const first = await noted();
  expect(first).toMatch(fingerprint);
  mkdirSync(join(root, 'src', 'empty'));
  await run();
  expect(await noted()).toBe('awaited');
  // No fingerprint yet, because the folder is new.
  await run();
  expect(await noted()).toBe('awaited');
  await waitTwoSeconds();
  await run();
  expect(await noted()).toMatch(fingerprint);
  expect(await noted()).not.toBe(first);
});

test('is walked if the answers of git change, even if no file has changed', async () => {
  await run();
  await waitTwoSeconds();
  await run();
  expect(await noted()).toMatch(fingerprint);
  git('rm', '-q', '--cached', 'src/5.txt');
  writeFileSync(join(root, '.git', 'info', 'exclude'), 'src/5.txt\n');
  expect(await run()).toMatchObject({ removed: 1 });
});

test('is walked each time if it cannot have a fingerprint', async () => {
  mkdirSync(join(root, 'sub'));
  execFileSync('git', ['init', '-q'], { cwd: join(root, 'sub') });
  put('sub/x.txt', 'x\n');
  execFileSync('git', ['add', '.'], { cwd: join(root, 'sub') });
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '-q', '-m', 'x'], {
    cwd: join(root, 'sub'),
  });
  git('add', 'sub');
  expect(await run()).toMatchObject({ indexed: 1 });
  await waitTwoSeconds();
  for (const expected of [/^awaited$/, /^never$/, /^never$/]) {
    await run();
    expect(await noted()).toMatch(expected);
  }
  put('sub/x.txt', 'yz\n');
  expect(await run()).toMatchObject({ indexed: 1 });
});
