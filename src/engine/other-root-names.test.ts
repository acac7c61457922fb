/** Paths by any name of the root, and none outside it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine } from './engine.ts';
import type { Engine } from './types.ts';

let base = '';

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-names-')));
  mkdirSync(join(base, 'real/src'), { recursive: true });
  symlinkSync(join(base, 'real'), join(base, 'link'));
  writeFileSync(join(base, 'real/package.json'), '{"name": "named"}');
  writeFileSync(join(base, 'real/src/a.ts'), 'export function target() {}\nexport function use() {\n  target();\n}\n');
  writeFileSync(join(base, 'outside.ts'), 'export function outside() {}\n');
});
afterAll(() => rmSync(base, { recursive: true }));

describe.each(['real', 'link'])('a project that is opened as %s', (opened) => {
  let engine: Engine;
  beforeAll(async () => {
    const root = join(base, opened);
    const { config } = loadConfig({
      root,
      flags: { 'database.path': ':memory:' },
      env: new Map(),
      userConfigDir: null,
    });
    engine = await openEngine({ root, config, indexing: 'inline' });
    await engine.index();
  });
  afterAll(() => engine.close());

  it.each(['real', 'link'])('accepts paths that begin with %s', async (name) => {
    const path = join(base, name, 'src/a.ts');
    expect((await engine.files.read({ path, startLine: 1, startColumn: 1, endLine: 1, maxChars: 100 })).path).toBe(
      'src/a.ts',
    );
    const listing = await engine.files.list({ path: join(base, name, 'src'), offset: 0, limit: 5 });
    expect(listing.entries.map((entry) => entry.name)).toEqual(['a.ts']);
    expect((await engine.chunks.file(path)).path).toBe('src/a.ts');
    for (const asked of [{ symbol: 'target', file: path }, { symbol: `${path}#target` }]) {
      const { reached } = await engine.graph.callers({ ...asked, maxDepth: 1 });
      expect(reached.map(({ node }) => node.id)).toEqual(['src/a.ts#use']);
    }
    const ends = { from: { symbol: 'use', file: path }, to: { symbol: `${path}#target` } };
    expect((await engine.graph.paths({ ...ends, maxDepth: 3, maxPaths: 1 })).paths).toHaveLength(1);
  });

  it('refuses paths outside the root', async () => {
    for (const path of [join(base, 'outside.ts'), `${base}/link/../outside.ts`]) {
      const error = { code: 'ValidationError' };
      await expect(
        engine.files.read({ path, startLine: 1, startColumn: 1, endLine: 1, maxChars: 100 }),
      ).rejects.toMatchObject(error);
      await expect(engine.chunks.file(path)).rejects.toMatchObject(error);
    }
  });
});
