/** Indexes of each schema that there was, upgraded and downgraded. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allMigrations } from '../../src/store/sqlite/migrations/migrate.ts';
import { openDatabase } from '../../src/store/sqlite/file/open-database.ts';
import { allRows, newestSchema, writeOldIndex } from './old-index.ts';
import { assertDone, assertWhole, call, type Scene } from './scene.ts';

const oldSchemas = allMigrations.map(({ version }) => version).filter((version) => version < newestSchema);

/** Moves the index of today away, and empties its folder. */
function moveToday({ database, folder }: Scene): string {
  const today = join(folder, 'today.db');
  renameSync(database, today);
  return today;
}

async function makeOld({ database }: Scene, today: string, version: number): Promise<string> {
  rmSync(dirname(database), { recursive: true });
  mkdirSync(dirname(database));
  await writeOldIndex(today, database, version);
  return allRows(database);
}

/** Several processes find an old index at the same moment. */
export async function upgradedByMany(scene: Scene): Promise<void> {
  assertDone(await call(scene, ['index']));
  const today = moveToday(scene);
  const version = newestSchema - 4;
  const before = await makeOld(scene, today, version);
  // An upgrade may begin the index anew. Until that is made, there is nothing to ask of it.
  for (const ended of await Promise.all(Array.from({ length: 4 }, () => call(scene, ['index'])))) assertDone(ended);
  assert.equal(allRows(`${scene.database}.backup-v${version}`), before);
  await assertWhole(scene);
}

/** The next run upgrades the index, keeps a copy of it, and makes of it what an index from nothing would be. */
export async function eachUpgrade(scene: Scene): Promise<void> {
  assertDone(await call(scene, ['index']));
  const today = moveToday(scene);
  for (const version of oldSchemas) {
    const before = await makeOld(scene, today, version);
    assertDone(await call(scene, ['index']));
    assert.equal(allRows(`${scene.database}.backup-v${version}`), before, `schema ${version}`);
    await assertWhole(scene);
  }
}

/**
 * A version with an older schema puts the index aside, says so, and makes its own. This version then upgrades that one. The older version is this one
 * without the newer migrations: it decides by them alone.
 */
export async function eachDowngrade(scene: Scene): Promise<void> {
  for (const version of oldSchemas) {
    rmSync(dirname(scene.database), { recursive: true, force: true });
    assertDone(await call(scene, ['index']));
    const migrations = allMigrations.filter((migration) => migration.version <= version);
    const { database, notice } = await openDatabase({ path: scene.database, migrations });
    database.close();
    assert.match(notice ?? '', /was written by a newer version of this program .* it was moved to .*unusable-/);
    assertDone(await call(scene, ['index']));
    await assertWhole(scene);
  }
}
