/** The table of links from precise indexes. Everything here runs inside the caller's transaction. */
import type { PreciseBatch, PreciseFile, PreciseLinks } from '../../link-store.ts';
import { sealed, textSeed, unsealed } from '../../packed/sealed.ts';
import type { Database } from '../file/driver.ts';
import { nextGeneration } from './generation.ts';
import { countUpMeta } from './meta.ts';

export function readPreciseFiles(database: Database): PreciseFile[] {
  const rows = database.all('SELECT path, source, hash FROM precise_links ORDER BY id') as [string, string, string][];
  return rows
    .map(([path, source, hash]) => ({ path, source, hash }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

export function readPreciseLinks(database: Database, paths: readonly string[]): PreciseLinks[] {
  return paths.flatMap((path) =>
    database
      .all('SELECT source, hash, data FROM precise_links WHERE path = ? ORDER BY id', path)
      .map(([source, hash, data]) => ({
        path,
        source: source as string,
        hash: hash as string,
        data: unsealed(data as Uint8Array, textSeed(path, source as string, hash as string)),
      })),
  );
}

export function writePreciseBatch(database: Database, { files, removed }: PreciseBatch): void {
  for (const { path, source } of [...removed, ...files])
    database.run('DELETE FROM precise_links WHERE path = ? AND source = ?', path, source);
  for (const { path, source, hash, data } of files)
    database.run(
      'INSERT INTO precise_links (path, source, hash, data) VALUES (?, ?, ?, ?)',
      path,
      source,
      hash,
      sealed(data, textSeed(path, source, hash)),
    );
  for (const path of new Set([...removed, ...files].map((file) => file.path)))
    database.run('UPDATE linked_files SET file_id = 0 WHERE path = ?', path);
  nextGeneration(database);
  countUpMeta(database, 'linkGeneration');
}
