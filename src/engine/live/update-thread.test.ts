/** The update thread, with the real worker and a real index. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import { indexJob } from '../indexing/indexing.ts';
import { UpdateThread } from './update-thread.ts';

let root = '';
let thread: UpdateThread;
const task = (path: string): { path: string; rawPath: null; knownHash: null } => ({
  path,
  rawPath: null,
  knownHash: null,
});

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-update-'));
  writeFileSync(join(root, 'a.ts'), 'export const a = 1;\n');
  const { config } = loadConfig({ root });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  await engine.close();
  thread = new UpdateThread(() => indexJob(root, engine.location, config, false));
});
afterEach(() => {
  thread.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the update thread', () => {
  it('analyses a file during an update without writing it', async () => {
    writeFileSync(join(root, 'a.ts'), 'export const b = 2;\n');
    writeFileSync(join(root, 'new.ts'), 'export function fresh() {}\n');
    const update = thread.update([{ path: 'a.ts', rawPath: null }]);
    const outcome = await thread.analyse(task('new.ts'));
    expect(outcome).toMatchObject({ kind: 'indexed', file: { path: 'new.ts', definitionNames: ['fresh'] } });
    expect(await update.written).toMatchObject({ indexed: 1, removed: 0 });
    await update.linked;
    expect(await thread.update([{ path: 'a.ts', rawPath: null }]).written).toMatchObject({ indexed: 0 });
  });

  it('removes what the index has below a folder that is gone', async () => {
    mkdirSync(join(root, 'moment/deep'), { recursive: true });
    for (const path of ['moment/b.ts', 'moment/deep/c.ts']) writeFileSync(join(root, path), 'export const c = 1;\n');
    const files = ['moment/b.ts', 'moment/deep/c.ts'].map((path) => ({ path, rawPath: null }));
    expect(await thread.update(files).written).toMatchObject({ indexed: 2 });
    rmSync(join(root, 'moment'), { recursive: true });
    expect(await thread.update([{ path: 'moment', rawPath: null }]).written).toMatchObject({ indexed: 0, removed: 2 });
  });

  it('rejects if it is closed during an analysis', async () => {
    const analysed = thread.analyse(task('a.ts'));
    thread.close();
    await expect(analysed).rejects.toMatchObject({ code: 'CancelledError' });
    await expect(thread.analyse(task('a.ts'))).rejects.toMatchObject({ code: 'CancelledError' });
  });
});
