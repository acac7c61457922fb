/** The status if a file's links could not be made. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { openEngine, type EngineConfig } from '../engine.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-failed-links-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const config: EngineConfig = {
  indexing: { maxFileSize: 10 * 2 ** 20, maxWorkers: 1, batchSize: 20 },
  search: {
    defaultLimit: 20,
    maxLimit: 100,
    scoringWeights: { filename: 5, path: 3, definitions: 3, imports: 2, documentation: 1 },
  },
  database: { path: '.code-scout/database.db' },
  linking: { compiler: false },
  watching: { ignorePatterns: [] },
};

async function noticeAfterIndex(force = false): Promise<string | null> {
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index({ force });
    return (await engine.status()).notice;
  } finally {
    await engine.close();
  }
}

/** Truncates a summary: its front can be read, but not the rest. */
function damage(path: string): void {
  const database = new DatabaseSync(join(root, '.code-scout/database.db'));
  database
    .prepare(
      'UPDATE contents SET facts = substr(facts, 1, length(facts) - 10) WHERE file_id = (SELECT id FROM files WHERE path = ?)',
    )
    .run(path);
  database.exec("DELETE FROM meta WHERE key = 'user.linkingVersion'");
  database.close();
}

it('names the files until they are linked again', async () => {
  writeFileSync(join(root, 'a.ts'), 'export function f() {}\n');
  writeFileSync(join(root, 'b.ts'), "import { f } from './a';\nf();\n");
  expect(await noticeAfterIndex()).toBeNull();
  damage('b.ts');
  expect(await noticeAfterIndex()).toMatch(/^Links of b\.ts could not be worked out and are by name alone/);
  expect(await noticeAfterIndex()).toMatch(/^Links of b\.ts /);
  writeFileSync(join(root, 'c.ts'), 'export function g() {}\n');
  expect(await noticeAfterIndex()).toMatch(/^Links of b\.ts /);
  writeFileSync(join(root, 'b.ts'), "import { f } from './a';\nf();\nf();\n");
  expect(await noticeAfterIndex()).toBeNull();
  damage('b.ts');
  expect(await noticeAfterIndex()).not.toBeNull();
  expect(await noticeAfterIndex(true)).toBeNull();
});
