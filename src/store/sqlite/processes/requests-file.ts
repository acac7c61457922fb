/**
 * The file of the requests: creates, checks and watches it.
 * Invariant: a damaged file is set aside; a file of a newer version or of another program is left alone.
 */
import { watch, type FSWatcher } from 'node:fs';
import { isUnusable } from '../file/database-error.ts';
import { Database, isInMemory, ofOneState } from '../file/driver.ts';
import { inodeOf, setAside } from '../file/set-aside.ts';
import { identityOf, inWriteTransaction, statFile, makePrivate } from '../file/side-file.ts';

/** `CSrq` in ASCII. */
const applicationId = 0x43537271;
const schemaVersion = 1;

/** The tables exactly as in the schema, ordered by name: a file with other tables is not ours. */
const tables = [
  'CREATE TABLE requests (id INTEGER PRIMARY KEY AUTOINCREMENT, asker TEXT NOT NULL, work TEXT NOT NULL, asked_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL, taken_by TEXT, ended_ms INTEGER, failed INTEGER NOT NULL DEFAULT 0, outcome TEXT) STRICT',
  'CREATE TABLE writer (id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL, note TEXT NOT NULL, progress TEXT) STRICT',
];

/** Watches the file's log. Null if the system cannot watch it. */
export function watchRequests(path: string, onChange: () => void): FSWatcher | null {
  if (isInMemory(path)) return null;
  try {
    const watcher = watch(`${path}-wal`, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

/** Opens the file, and creates it if necessary. Throws an error of the file system or SQLite, or an error that says what is wrong with the file. */
export function connectRequests(path: string): Database {
  if (isInMemory(path)) return prepare(new Database(path));
  for (let attempt = 0; ; attempt++) {
    const identity = identityOf(statFile(path));
    try {
      const database = new Database(path);
      const stats = statFile(path);
      if (stats !== null) makePrivate(path, stats);
      return prepare(database);
    } catch (error) {
      if (!isUnusable(error) || attempt > 0 || !moveRequestsAside(path, identity)) throw error;
    }
  }
}

/** Sets the file aside. False if it is gone, or was replaced. */
export function moveRequestsAside(path: string, identity: string | null): boolean {
  try {
    return identity !== null && identityOf(statFile(path)) === identity && setAside(path, inodeOf(path)) !== null;
  } catch {
    return false;
  }
}

/** Sets the connection up; closes it if it cannot be used. */
function prepare(database: Database): Database {
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('PRAGMA trusted_schema = OFF');
    database.exec('PRAGMA cache_size = -500');
    // A power cut may damage the file, which is then set aside. Nothing here is worth waiting for the disk.
    database.exec('PRAGMA synchronous = OFF');
    if (readVersion(database) === null) createTables(database);
    database.exec('PRAGMA wal_autocheckpoint = 128');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The version of the tables; null if the file is empty. Throws an error that says what is wrong with the file. */
function readVersion(database: Database): number | null {
  return ofOneState(database, () => checkedVersion(database));
}

function checkedVersion(database: Database): number | null {
  const version = Number(database.get('PRAGMA user_version')?.[0]);
  const application = Number(database.get('PRAGMA application_id')?.[0]);
  const sql =
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name";
  const found = database.all(sql).map(([text]) => text);
  if (version === 0 && application === 0 && found.length === 0) return null;
  if (application !== applicationId) throw new Error('it was written by another program');
  if (version > schemaVersion) throw new Error('it was written by a newer version of this program');
  if (found.join('\n') !== tables.join('\n')) throw new Error('it does not have the expected tables');
  return version;
}

function createTables(database: Database): void {
  database.exec('PRAGMA journal_mode = WAL');
  inWriteTransaction(database, () => {
    // Checked again with the lock held: another process may have been first.
    if (readVersion(database) !== null) return;
    for (const table of tables) database.exec(table);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
    database.exec(`PRAGMA application_id = ${applicationId}`);
  });
}
