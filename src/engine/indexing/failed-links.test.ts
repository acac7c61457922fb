/** The status if a file's links could not be made. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { rowSeed, sealed, unsealed } from '../../store/packed/sealed.ts';
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

/** Writes a summary as a defect of ours would: with its checksum, its front can be read, but not the rest. */
function breakSummary(path: string): void {
  const database = new DatabaseSync(join(root, '.code-scout/database.db'));
  const { id, facts } = database
    .prepare('SELECT id, facts FROM files JOIN contents ON file_id = id WHERE path = ?')
    .get(path) as { id: number; facts: Uint8Array };
  const seed = rowSeed(id);
  const broken = sealed(unsealed(facts, seed).slice(0, -10), seed);
  database.prepare('UPDATE contents SET facts = ? WHERE file_id = ?').run(broken, id);
  database.exec("DELETE FROM meta WHERE key = 'user.linkingVersion'");
  database.close();
}

it('names the files until they are linked again', async () => {
  writeFileSync(join(root, 'a.ts'), 'export function f() {}\n');
  writeFileSync(join(root, 'b.ts'), "import { f } from './a';\nf();\n");
  expect(await noticeAfterIndex()).toBeNull();
  breakSummary('b.ts');
  expect(await noticeAfterIndex()).toMatch(/^Links of b\.ts could not be worked out and are by name alone/);
  expect(await noticeAfterIndex()).toMatch(/^Links of b\.ts /);
  writeFileSync(join(root, 'c.ts'), 'export function g() {}\n');
  expect(await noticeAfterIndex()).toMatch(/^Links of b\.ts /);
  writeFileSync(join(root, 'b.ts'), "import { f } from './a';\nf();\nf();\n");
  expect(await noticeAfterIndex()).toBeNull();
  breakSummary('b.ts');
  expect(await noticeAfterIndex()).not.toBeNull();
  // A forced run looks for damage first, and such a summary is one.
  expect(await noticeAfterIndex(true)).toMatch(/is damaged; it was moved to /);
  expect(await noticeAfterIndex()).toBeNull();
});
