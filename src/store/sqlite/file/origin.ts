/**
 * Whether an index was created on this machine as this very file. All answers come from the index, so an index from a cloned repository, from an
 * archive or from a copy is not trusted: its author could have removed or added links.
 *
 * When an index is created, it stores the birth time of its file in nanoseconds, which nobody can set on Linux. On macOS archives may set it, so the
 * inode number is stored too. On Windows every program may set it, and some file systems change it with each write, so only the number is stored:
 * NTFS counts in it how often a number was used. Neither is known before the file exists, so nobody can prepare a file that contains the right values. A clone,
 * an unpacked archive and a checkout each create another file; a moved folder keeps its files. This needs no secret, no second file and no git. On a
 * file system without birth times only the inode number and the path are stored, which somebody who knows both could forge.
 */
import { statSync } from 'node:fs';
import { isInMemory, type Database } from './driver.ts';
import { requireRealPath } from '../../../util/paths/real-path.ts';

const originKey = 'origin';

/** What tells an index from every other file that is or was at its path; null in memory. Throws where there is no file. */
export function fileIdentity(location: string): string | null {
  if (isInMemory(location)) return null;
  const { birthtimeNs, ino } = statSync(location, { bigint: true });
  if (process.platform === 'win32') return `${ino}`;
  if (birthtimeNs > 0n) return process.platform === 'linux' ? `${birthtimeNs}` : `${birthtimeNs} ${ino}`;
  return `${ino} ${requireRealPath(location)}`;
}

/** Stores the origin: in the transaction that creates the index, or in a copy that this program has made. */
export function noteOrigin(database: Database, location = database.location): void {
  const identity = fileIdentity(location);
  if (identity !== null) database.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', originKey, identity);
}

/** Whether the stored origin is that of the database's file. */
export function isOfThisFile(database: Database): boolean {
  const stored = database.get('SELECT value FROM meta WHERE key = ?', originKey)?.[0];
  return stored === (fileIdentity(database.location) ?? undefined);
}
