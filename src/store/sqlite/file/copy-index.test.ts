/** A copy of an index where something is left of another one. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '../../registry.ts';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { copyIndex } from './copy-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'code-scout-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function writeFiles(path: string, names: readonly string[]): Promise<void> {
  const store = await openStore({ file: path });
  await store.write({ files: names.map((name) => sampleFile({ path: name })), touched: [], removed: [] });
  await store.setMeta('extractionVersion', '1');
  await store.setMeta('lastIndexedMs', '5');
  // While this connection is open, the last commits are in the log alone.
  copyFileSync(`${path}-wal`, `${path}.log`);
  await store.close();
}

it('is not made beside the log of an index that was deleted, which would be read into it', async () => {
  const [from, to] = ['from', 'to'].map((name) => join(folder, name, 'database.db')) as [string, string];
  for (const name of ['from', 'to']) mkdirSync(join(folder, name));
  await writeFiles(from, ['a', 'b']);
  await writeFiles(to, ['c']);
  await writeFiles(to, ['d', 'e']);
  rmSync(to);
  copyFileSync(`${to}.log`, `${to}-wal`);
  expect(await copyIndex({ from, to, extractionVersion: '1' })).toBe(false);
  const store = await openStore({ file: to });
  expect([store.notice, (await store.state()).documents.count, await store.check()]).toEqual([null, 0, []]);
  await store.close();
  rmSync(to);
  expect(await copyIndex({ from, to, extractionVersion: '1' })).toBe(true);
});
