import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packVectors } from '../../packed/packed-vectors.ts';
import { rowSeed, sealed } from '../../packed/sealed.ts';
import { openDatabase } from '../file/open-database.ts';
import { SqliteStore } from '../sqlite-store.ts';
import { allMigrations } from './migrate.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'code-scout-embedders-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it.each([
  ['keeps the existing vectors with their embedder', "INSERT INTO meta VALUES ('embedder', 'static/1/abc')", true],
  ['keeps no vectors without an embedder', '', false],
])('%s', async (_, owner, kept) => {
  const path = join(directory, 'database.db');
  const { database } = await openDatabase({ path, migrations: allMigrations.filter(({ version }) => version < 9) });
  database.exec(`
    INSERT INTO files VALUES (4, 'a.ts', NULL, 'typescript', 'utf-8', 1, 1, 0, 0, 0, 0, 'h', 1, 0, 0, 0, 0, 0, x'000000000000000000', NULL);
    ${owner}`);
  const data = packVectors([], 3);
  // With a checksum, which the store expects; these migrations do not look at it.
  database.run('INSERT INTO vectors VALUES (4, 7, 0, ?)', sealed(data, rowSeed(4)));
  database.close();
  // Later migrations empty the index.
  const after = allMigrations.filter(({ version }) => version < 13);
  const store = new SqliteStore(await openDatabase({ path, migrations: after }));
  const { state, fileIds } = await store.vectors.filesSince('static/1/abc', 6);
  expect([state.embedders, fileIds]).toEqual(kept ? [['static/1/abc'], [4]] : [[], []]);
  expect([...(await store.vectors.read('static/1/abc', [4]))]).toEqual(kept ? [[4, data]] : []);
  await store.write({ files: [], touched: [], removed: ['a.ts'] });
  expect((await store.vectors.filesSince('static/1/abc', -1)).fileIds).toEqual([]);
  await store.close();
});
