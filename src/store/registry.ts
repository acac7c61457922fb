/** Opens stores and their side files. SQLite is the only engine, so every location is a file path or `:memory:`. */
import type { WriterRow } from './processes/index-requests.ts';
import { copyIndex } from './sqlite/file/copy-index.ts';
import { isDamageNoted } from './sqlite/file/noted-damage.ts';
import { requireOwnFolder } from './sqlite/file/own-folder.ts';
import { openIndexRequests } from './sqlite/processes/index-requests.ts';
import { makeFolder, openDatabase } from './sqlite/file/open-database.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { forgetSqliteUsage, openSqliteUsage, type UsageStoreOptions } from './sqlite/usage-store.ts';
import { findWriteFault } from './sqlite/file/write-access.ts';
import { openWriterLock } from './sqlite/processes/writer-lock.ts';
import type { Store } from './store.ts';
import type { UsageStore } from './usage-store.ts';
import { WriterElection, type ElectionOptions } from './processes/writer-election.ts';

export { copyIndex, findWriteFault, isDamageNoted, makeFolder, openWriterLock, requireOwnFolder };

export interface StoreOptions {
  /** Path of the database; its folder is created. `:memory:` for an index that ends with the process. */
  path: string;
  /** Opening fails if there is no index, and writing fails. */
  readOnly?: boolean;
  /** Sets the existing file aside and creates a new one: for an index that turns out to be damaged while in use. */
  setAside?: boolean;
}

/** Rejects with an `AppError`; an unusable database is set aside and named in the store's `notice`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return new SqliteStore(await openDatabase(options));
}

/** Null if the folder of the file does not exist; for reading only, also if the file does not exist or is empty. Rejects with a `DatabaseError`. */
export function openUsageStore(options: UsageStoreOptions): Promise<UsageStore | null> {
  return openSqliteUsage(options);
}

/** Removes the counts of all processes. Rejects with a `DatabaseError`. */
export function forgetUsage(path: string): Promise<void> {
  return forgetSqliteUsage(path);
}

/** Joins the writer election of the index at this path, whose folder must exist. Never fails: if there is no lock, the role says why. */
export function openWriterElection(databasePath: string, options: ElectionOptions): WriterElection {
  return new WriterElection(openWriterLock(databasePath), openIndexRequests(databasePath), options);
}

/**
 * The present writer of an index, for a process that does not take part in the election. Null if there is no writer, or its note is missing. Creates
 * no file.
 */
export function readWriter(databasePath: string): WriterRow | null {
  const lock = openWriterLock(databasePath);
  if (!lock.isTaken()) return null;
  const requests = openIndexRequests(databasePath);
  try {
    return requests.writer();
  } catch {
    return null;
  } finally {
    requests.close();
  }
}
