/** A pinned snapshot, with another connection that writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../registry.ts';
import type { Store } from '../../store.ts';

let directory = '';
let reader: Store;
let writer: Store;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'code-scout-held-'));
  const path = join(directory, '.code-scout', 'database.db');
  writer = await openStore({ file: path });
  reader = await openStore({ file: path });
});
afterEach(async () => {
  await Promise.all([reader.close(), writer.close()]);
  rmSync(directory, { recursive: true, force: true });
});

it('is seen by all reads until it is unpinned', async () => {
  await writer.setMeta('root', 'one');
  reader.pin();
  await writer.setMeta('root', 'two');
  const generation = (await reader.state()).generation;
  expect([reader.isPinned, await reader.getMeta('root'), await reader.getMeta('root')]).toEqual([true, 'one', 'one']);
  expect((await reader.statistics()).files).toBe(0);
  expect((await reader.state()).generation).toBe(generation);
  reader.unpin();
  expect([reader.isPinned, await reader.getMeta('root')]).toEqual([false, 'two']);
});

it('is unpinned by a write, which sees the newest state', async () => {
  await writer.setMeta('root', 'one');
  reader.pin();
  reader.pin();
  await writer.setMeta('root', 'two');
  await reader.setMeta('extractionVersion', 'x');
  expect([reader.isPinned, await reader.getMeta('root'), await writer.getMeta('extractionVersion')]).toEqual([
    false,
    'two',
    'x',
  ]);
});

it('ends with its connection', async () => {
  reader.pin();
  await reader.close();
  reader.pin();
  reader.unpin();
  await writer.setMeta('root', 'two');
  expect(await writer.check()).toEqual([]);
});
