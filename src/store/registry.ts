/** The store engines. A location tells which one it is for; only SQLite is there, so every location is a file's path or `:memory:`. */
import type { WriterRow } from './processes/index-requests.ts';
import { copyIndex } from './sqlite/file/copy-index.ts';
import { openIndexRequests } from './sqlite/processes/index-requests.ts';
import { openDatabase } from './sqlite/file/open-database.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { forgetSqliteUsage, openSqliteUsage, type UsageStoreOptions } from './sqlite/usage-store.ts';
import { findWriteFault } from './sqlite/file/write-access.ts';
import { openWriterLock } from './sqlite/processes/writer-lock.ts';
import type { Store } from './store.ts';
import type { UsageStore } from './usage-store.ts';
import { WriterElection, type ElectionOptions } from './processes/writer-election.ts';

export { copyIndex, findWriteFault, openWriterLock };

export interface StoreOptions {
  /** The database's file; its folder is made. `:memory:` for an index that ends with the process. */
  path: string;
  /** Fails when there is no index; writing fails. */
  readOnly?: boolean;
  /** Moves what is there aside and begins a new one: for an index that turned out to be damaged only in use. */
  setAside?: boolean;
}

/** Rejects with an `AppError`; an unusable database is set aside and named in the store's `notice`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return new SqliteStore(await openDatabase(options));
}

/** Null where there is no folder for its file, or, read only, no file. Rejects with a `DatabaseError`. */
export function openUsageStore(options: UsageStoreOptions): Promise<UsageStore | null> {
  return openSqliteUsage(options);
}

/** Removes all that was counted, by whichever process. Rejects with a `DatabaseError`. */
export function forgetUsage(path: string): Promise<void> {
  return forgetSqliteUsage(path);
}

/** A seat at the index at this path, whose folder is there. Never fails: where there is no lock, its role says why. */
export function openWriterElection(databasePath: string, options: ElectionOptions): WriterElection {
  return new WriterElection(openWriterLock(databasePath), openIndexRequests(databasePath), options);
}

/** Who writes the index at this moment, for a process that has no seat at it; null when nobody does, or nobody says so. Makes no file. */
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
