/** An index in memory, for a server as for a command: threads would each get an index of their own, so none is started. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-memory-'));
  writeFileSync(join(root, 'lamp.ts'), 'export function lamp(): void {}\nlamp();\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(['inline', 'thread'] as const)(
  'answers and leaves nothing on disk, opened with indexing: %s',
  async (indexing) => {
    const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
    const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
    const engine = await openEngine({ root, config, indexing });
    try {
      expect([engine.location, engine.databasePath, engine.indexExists()]).toEqual([
        { memory: true },
        ':memory:',
        false,
      ]);
      await engine.watch();
      const { hits } = await engine.searchRepo({ query: 'lamp', limit: 5 });
      expect(hits.map(({ file }) => file.path)).toEqual(['lamp.ts']);
      expect((await engine.graph.callers({ symbol: 'lamp', maxDepth: 1 })).reached).toHaveLength(1);
      expect((await engine.status()).status).toBe('idle');
      expect(engine.isReplaced).toBe(false);
    } finally {
      await engine.close();
    }
    expect(readdirSync(root)).toEqual(['lamp.ts']);
  },
);
