import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { openStore } from '../../registry.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-log-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const logBytes = (path: string): number => (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0);

/** 2 MB that hardly compress. */
const batch = {
  files: Array.from({ length: 20 }, (_, at) =>
    sampleFile({ path: `f${at}.ts`, rest: { summary: new Uint8Array(100_000).fill(at) } }),
  ),
  touched: [],
  removed: [],
};

test('an emptied log is short, and all written data is in the database', async () => {
  const path = join(root, 'database.db');
  const store = await openStore({ file: path });
  await store.write(batch);
  expect(logBytes(path)).toBeGreaterThan(1_000_000);
  await store.emptyLog();
  expect(logBytes(path)).toBe(0);
  expect((await store.statistics()).files).toBe(20);
  await store.write({ ...batch, removed: ['f0.ts'], files: [] });
  expect((await store.statistics()).files).toBe(19);
  await store.close();
});
