/** The check of an index while another process writes it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../registry.ts';
import { checkDatabase } from './check.ts';
import { Database } from './driver.ts';

const folder = mkdtempSync(join(tmpdir(), 'code-scout-check-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('takes no merge of the trigram index by another process for damage', async () => {
  const path = join(folder, 'database.db');
  await (await openStore({ file: path })).close();
  const [reader, writer] = [new Database(path), new Database(path)];
  const insert = (from: number, to: number): void => {
    for (let id = from; id < to; id++) {
      const text = `harbour ${id} ${'abcdefgh'.repeat(id % 50)}`;
      writer.run('INSERT INTO text_trigrams (rowid, text) VALUES (?, ?)', id, text);
    }
  };
  insert(1, 200);
  const query = `SELECT count(*) FROM text_trigrams WHERE text_trigrams MATCH 'arb'`;
  expect(reader.get(query)).toEqual([199]);
  insert(200, 900);
  writer.run(`INSERT INTO text_trigrams (text_trigrams) VALUES ('optimize')`);
  reader.exec('BEGIN');
  expect(checkDatabase(reader)).toEqual([]);
  reader.exec('ROLLBACK');
  for (const one of [reader, writer]) one.close();
});
