/** A run that only finds out whether there is work. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openStore } from '../../store/registry.ts';
import type { Store } from '../../store/store.ts';
import type { IndexJob } from './index-job.ts';
import { indexJob, runIdleJob, runJob } from './indexing.ts';

let root: string;
let store: Store;
let job: IndexJob;
const put = (path: string, text: string): void => writeFileSync(join(root, path), text);

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'idle-run-')));
  mkdirSync(join(root, 'src'));
  put('src/lamp.ts', 'export function light() {}\n');
  put('src/keeper.ts', "import { light } from './lamp.ts';\nexport const keep = () => light();\n");
  const { config } = loadConfig({ root });
  const path = join(root, '.code-scout', 'database.db');
  store = await openStore({ file: path });
  job = indexJob(root, { file: path }, config, false);
  await runJob(job, store, {});
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

/** Files are checked again for two seconds after they were written. */
async function waitTwoSeconds(): Promise<void> {
  await new Promise((done) => setTimeout(done, 2100));
  await runJob(job, store, {});
}

test('succeeds if nothing has changed', async () => {
  await waitTwoSeconds();
  expect(await runIdleJob(job, store, {})).toMatchObject({ indexed: 0, removed: 0, touched: 0 });
});

test('stops at a changed, a new and a removed file, and writes nothing', async () => {
  await waitTwoSeconds();
  const before = (await store.state()).documents;
  const changes = [
    () => put('src/lamp.ts', 'export function shine() {}\n'),
    () => put('src/new.ts', 'export const one = 1;\n'),
    () => rmSync(join(root, 'src/keeper.ts')),
  ];
  for (const change of changes) {
    change();
    expect(await runIdleJob(job, store, {})).toBeNull();
    expect((await store.state()).generation).toBe(before.generation);
  }
  expect(await runJob(job, store, {})).toMatchObject({ indexed: 2, removed: 1 });
});

test('stops at links of another version', async () => {
  await waitTwoSeconds();
  await store.setMeta('linkingVersion', 'another');
  expect(await runIdleJob(job, store, {})).toBeNull();
  expect(await store.getMeta('linkingVersion')).toBe('another');
});
