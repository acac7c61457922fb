/** Small facts that outlive a run. The store's own entries of `meta` (`generation`, `nextFileId` …) have other names. */
import type { MetaKey } from '../store.ts';
import type { Database } from './driver.ts';

function metaName(key: MetaKey): string {
  return `user.${key}`;
}

export function readMeta(database: Database, key: MetaKey): string | null {
  const value = database.get('SELECT value FROM meta WHERE key = ?', metaName(key))?.[0];
  return typeof value === 'string' ? value : null;
}

export function writeMeta(database: Database, key: MetaKey, value: string | null): void {
  if (value === null) database.run('DELETE FROM meta WHERE key = ?', metaName(key));
  else database.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', metaName(key), value);
}
