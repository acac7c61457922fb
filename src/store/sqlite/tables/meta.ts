/** Small values that callers store with the index. Their names get a prefix, which entries of the store itself (`generation`, `nextFileId` …) lack. */
import type { MetaKey } from '../../store.ts';
import type { Database } from '../file/driver.ts';

/** The name of a caller's value among the rows. */
export function metaName(key: MetaKey): string {
  return `user.${key}`;
}

export function readMeta(database: Database, key: MetaKey): string | null {
  const value = database.get('SELECT value FROM meta WHERE key = ?', metaName(key))?.[0];
  return typeof value === 'string' ? value : null;
}

/** Increments a value that is a number; a missing one becomes 1. */
export function countUpMeta(database: Database, key: MetaKey): void {
  const value = "VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value + 1 AS TEXT)";
  database.run(`INSERT INTO meta ${value}`, metaName(key));
}

export function writeMeta(database: Database, key: MetaKey, value: string | null): void {
  if (value === null) database.run('DELETE FROM meta WHERE key = ?', metaName(key));
  else database.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', metaName(key), value);
}
