import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../file/open-database.ts';
import { SqliteStore } from '../sqlite-store.ts';
import { allMigrations } from './migrate.ts';

it.each([7, 13])(
  'empties an index with the packed format of before schema %i, and keeps precise links',
  async (schema) => {
    const directory = await mkdtemp(join(tmpdir(), 'code-scout-anew-'));
    try {
      const path = join(directory, 'database.db');
      const before = allMigrations.filter(({ version }) => version < schema);
      const { database } = await openDatabase({ path, migrations: before });
      database.exec(`
      INSERT INTO files VALUES (1, 'a.ts', NULL, 'typescript', 'utf-8', 1, 1, 0, 0, 0, 0, 'h', 1, 0, 0, 0, 0, 0, x'000000000000000000', NULL);
      INSERT INTO contents (file_id, definitions) VALUES (1, x'ff');
      INSERT INTO linked_files (path, file_id, language, interface, resolution, unit, reads, targets, open_names)
      VALUES ('a.ts', 1, 'typescript', '', '', '', x'', x'', x'');
      INSERT INTO precise_links (path, source, hash, data) VALUES ('a.ts', 'scip-x 1', 'h', x'00');
      INSERT INTO meta VALUES ('user.lastIndexedMs', '5'), ('user.extractionVersion', '1'), ('user.root', '/r');
    `);
      database.close();
      const store = new SqliteStore(await openDatabase({ path }));
      expect(await store.statistics()).toMatchObject({ files: 0, definitions: 0, lastIndexedMs: null });
      expect([await store.getMeta('extractionVersion'), await store.getMeta('root')]).toEqual([null, '/r']);
      expect([await store.linkedFiles(), await store.fileStates()]).toEqual([[], []]);
      expect((await store.preciseFiles()).map(({ source }) => source)).toEqual(['scip-x 1']);
      await store.close();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
);
