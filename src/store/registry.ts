/**
 * Opens stores and their side files. The one place where a location chooses the engine: what is asked of an index before it is open is asked here.
 * SQLite is the only engine, so every location is a file or memory.
 */
import { existsSync } from 'node:fs';
import type { AppError } from '../model/error.ts';
import type { IndexLocation } from './index-location.ts';
import { stateFile, usagePath, type LocalState } from './local-state.ts';
import type { WriterRow } from './processes/index-requests.ts';
import { copyIndex as copySqlite } from './sqlite/file/copy-index.ts';
import { indexIdentity, isIndexReplaced, lastWriteMs, type IndexIdentity } from './sqlite/file/index-identity.ts';
import { isDamageNoted as isSqliteDamaged } from './sqlite/file/noted-damage.ts';
import { requireOwnFolder } from './sqlite/file/own-folder.ts';
import { openIndexRequests } from './sqlite/processes/index-requests.ts';
import { makeFolder, openDatabase } from './sqlite/file/open-database.ts';
import { sqlitePath } from './sqlite/file/sqlite-path.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { forgetSqliteUsage, openSqliteUsage } from './sqlite/usage-store.ts';
import { findWriteFault as findSqliteWriteFault } from './sqlite/file/write-access.ts';
import { openWriterLock } from './sqlite/processes/writer-lock.ts';
import type { Store } from './store.ts';
import type { UsageStore } from './usage-store.ts';
import { WriterElection, type ElectionOptions } from './processes/writer-election.ts';

export { requireOwnFolder };
export type { IndexIdentity };

export interface StoreOptions {
  /** Opening fails if there is no index, and writing fails. */
  readOnly?: boolean;
  /** Sets the existing index aside and creates a new one: for an index that turns out to be damaged while in use. */
  setAside?: boolean;
}

/** Opens or creates the index at a location. Rejects with an `AppError`; an unusable index is set aside and named in the store's `notice`. */
export async function openStore(location: IndexLocation, options: StoreOptions = {}): Promise<Store> {
  return new SqliteStore(await openDatabase({ path: sqlitePath(location), ...options }));
}

/** Whether there is an index that opening would not create. Never for one in memory. */
export function indexExists(location: IndexLocation): boolean {
  return 'file' in location && existsSync(location.file);
}

/** What tells the index that is at a location now from one that takes its place; null where none is, or none can. */
export function identityOf(location: IndexLocation): IndexIdentity | null {
  return indexIdentity(sqlitePath(location));
}

/** Whether an index that was opened is gone or was replaced by another one, or is to be replaced since damage was found in it. */
export function isReplaced(location: IndexLocation, opened: IndexIdentity): boolean {
  return isIndexReplaced(sqlitePath(location), opened);
}

/** Whether damage was found in the index that is at a location now. */
export function isDamageNoted(location: IndexLocation): boolean {
  return isSqliteDamaged(sqlitePath(location));
}

/** Why an index cannot be written, or created if it does not exist: permissions, or a read-only medium. Null if neither prevents that. */
export function findWriteFault(location: IndexLocation): AppError | null {
  return findSqliteWriteFault(sqlitePath(location));
}

/** When an index was written last (ms since 1970); null where there is none. */
export function lastWrittenMs(location: IndexLocation): number | null {
  return 'file' in location ? lastWriteMs(location.file) : null;
}

export interface CopyOptions {
  from: IndexLocation;
  to: IndexLocation;
  /** The extraction version that the source must have to be of use. */
  extractionVersion: string;
}

/** False if there is an index at `to`, also if another process was first, or no usable one at `from`. Rejects if the copy cannot be written. */
export async function copyIndex({ from, to, extractionVersion }: CopyOptions): Promise<boolean> {
  if (!('file' in from) || !('file' in to)) return false;
  return copySqlite({ from: from.file, to: to.file, extractionVersion });
}

/** Makes the folder of the local state, in which files can then be made. Throws an `AppError`. */
export function makeStateFolder(state: LocalState): void {
  requireOwnFolder(stateFile(state, ''));
  makeFolder(state.folder);
}

/** Null if the folder of the state does not exist; for reading only, also if there are no counts yet. Rejects with a `DatabaseError`. */
export function openUsageStore(state: LocalState, options: { readOnly?: boolean } = {}): Promise<UsageStore | null> {
  return openSqliteUsage({ path: usagePath(state), ...options });
}

/** Removes the counts of all processes. Rejects with a `DatabaseError`. */
export function forgetUsage(state: LocalState): Promise<void> {
  return forgetSqliteUsage(usagePath(state));
}

/** Joins the writer election of an index, whose folder must exist. Never fails: if there is no lock, the role says why. */
export function openWriterElection(location: IndexLocation, options: ElectionOptions): WriterElection {
  const path = sqlitePath(location);
  return new WriterElection(openWriterLock(path), openIndexRequests(path), options);
}

/**
 * The present writer of an index, for a process that does not take part in the election. Null if there is no writer, or its note is missing. Creates
 * no file.
 */
export function readWriter(location: IndexLocation): WriterRow | null {
  const path = sqlitePath(location);
  const lock = openWriterLock(path);
  if (!lock.isTaken()) return null;
  const requests = openIndexRequests(path);
  try {
    return requests.writer();
  } catch {
    return null;
  } finally {
    requests.close();
  }
}
