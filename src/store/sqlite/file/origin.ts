/**
 * Whether an index was made as the file that it is. Whatever answers says comes from it, so that one which arrived with a repository, from an
 * archive or by a copy is not believed: who sent it could have left links out, or put others in.
 *
 * An index notes, as it is made, what the file system says of its file's making: the time of birth, to the nanosecond, which on Linux nobody can
 * set; elsewhere, where archives may set it, with the file's number. Neither is known before the file is there, so that no file can be sent that
 * says it of itself; a clone, an unpacked archive and a checkout each make another file, a folder that is moved keeps it. No secret is needed,
 * nothing is written beside the index, and git is not asked. Where a file system keeps no times of birth, the file's number and place are all
 * there is: who knows both could forge them.
 */
import { realpathSync, statSync } from 'node:fs';
import { isInMemory, type Database } from './driver.ts';

const key = 'origin';

/** What is to be noted of the file; null in memory. */
function identityOf(location: string): string | null {
  if (isInMemory(location)) return null;
  const { birthtimeNs, ino } = statSync(location, { bigint: true });
  if (birthtimeNs > 0n) return process.platform === 'linux' ? `${birthtimeNs}` : `${birthtimeNs} ${ino}`;
  return `${ino} ${realpathSync(location)}`;
}

/** In the transaction that makes it, or for a copy that is one of our own. */
export function noteOrigin(database: Database, location = database.location): void {
  const identity = identityOf(location);
  if (identity !== null) database.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, identity);
}

export function isOfThisFile(database: Database): boolean {
  const noted = database.get('SELECT value FROM meta WHERE key = ?', key)?.[0];
  return noted === (identityOf(database.location) ?? undefined);
}
