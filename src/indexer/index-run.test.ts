/** A whole run over a real folder and store; the contents of the files do not matter here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleFile } from '../store/testing/conformance-samples.ts';
import { openStore } from '../store/registry.ts';
import { runIndex } from './index-run.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-run-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Number of files in each transaction of a first run. */
async function batchesOf(count: number, batchSize = 2000): Promise<number[]> {
  const folder = mkdtempSync(join(root, 'tree-'));
  for (let at = 0; at < count; at++) writeFileSync(join(folder, `f${at}.ts`), `export const n${at} = ${at};\n`);
  const store = await openStore({ memory: true });
  const batches: number[] = [];
  try {
    await runIndex({
      root: folder,
      store,
      walkOptions: { maxFileSize: 1000, ignorePatterns: [] },
      indexFolder: null,
      batchSize,
      extractionVersion: 'test',
      force: false,
      analyse: async (tasks) =>
        tasks.map(({ path }) => ({ kind: 'indexed', file: sampleFile({ path }), text: null }) as const),
      afterBatch: async (paths) => void batches.push(paths.length),
      concurrency: 4,
    });
    expect((await store.statistics()).files).toBe(count);
  } finally {
    await store.close();
  }
  return batches;
}

test('most files of a run are written while the last ones are parsed', async () => {
  const batches = await batchesOf(400);
  expect(batches).toHaveLength(2);
  expect(batches[0]).toBeGreaterThanOrEqual(300);
  expect(batches[0]).toBeLessThan(330);
});

test('few files are written at once', async () => {
  expect(await batchesOf(120)).toEqual([120]);
});

test('a run of several transactions writes each when it is full', async () => {
  expect(await batchesOf(400, 150)).toEqual([150, 150, 100]);
});
