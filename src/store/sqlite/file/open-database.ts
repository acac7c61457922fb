/**
 * Opens the index: creates its folder, sets aside or refuses a database that is damaged, too new, too old, not ours or copied from elsewhere, and
 * migrates it to the newest schema.
 * Invariant: a database that cannot be used is renamed, with a notice, or refused with an error, and never deleted or changed; a returned connection
 * has the newest schema. If nothing can be written (a read-only medium, a full disk, permissions), the index is opened for reading.
 */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../model/error.ts';
import { databaseError, isBusy, isFull, isUnusable, resultCode, resultCodes } from './database-error.ts';
import { configureConnection, Database, isInMemory, ofOneState } from './driver.ts';
import {
  allMigrations,
  applicationId,
  migrate,
  newestVersion,
  oldestVersion,
  readSchemaVersion,
} from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { writeMeta } from '../tables/meta.ts';
import { headerBytes, readHeader } from './header.ts';
import { forgetDamage, isDamageNoted } from './noted-damage.ts';
import { isOfThisFile } from './origin.ts';
import { indexFolder, requireOwnFolder } from './own-folder.ts';
import { inodeOf, setAside } from './set-aside.ts';
import { clockMs } from '../../../util/clock.ts';

export interface OpenOptions {
  /** The database's file, or `:memory:`. */
  path: string;
  readOnly?: boolean;
  /** Sets the existing file aside, whatever it is. */
  setAside?: boolean;
  migrations?: readonly Migration[];
}

export interface OpenedDatabase {
  database: Database;
  notice: string | null;
  /** Opens the same database again. Absent in memory, and for a database that was opened for reading only. Throws an `AppError`. */
  reopen?: (to: 'read' | 'write') => Database;
}

/** The beginning of every SQLite file (https://www.sqlite.org/fileformat.html). */
const headerMark = 'SQLite format 3\0';
/** Offsets in the header: the log format, the schema's version, and the application id. */
const logAt = 18;
const versionAt = 60;
const applicationIdAt = 68;
const notADatabase = 'is not a database';
const damagedFault = 'is damaged';

/** How long opening waits for another process that creates, upgrades or closes the same database (ms). */
const openPatienceMs = 10_000;

export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const path = isInMemory(options.path) ? options.path : resolve(options.path);
  const migrations = options.migrations ?? allMigrations;
  const deadline = clockMs() + openPatienceMs;
  for (;;) {
    try {
      if (isInMemory(path)) return { database: openMemory(options.readOnly === true, migrations), notice: null };
      if (options.readOnly === true) return { database: openReadOnly(path, migrations), notice: null };
      const reopen = (to: 'read' | 'write'): Database =>
        to === 'write'
          ? openWritable(path, migrations, false).database
          : openAsFarAsPossible(path, migrations).database;
      const opened =
        options.setAside === true ? openWritable(path, migrations, true) : openAsFarAsPossible(path, migrations);
      return { ...opened, reopen };
    } catch (error) {
      if (!isBusy(error) || clockMs() > deadline) throw error;
    }
    await sleep(50);
  }
}

function openMemory(readOnly: boolean, migrations: readonly Migration[]): Database {
  const database = new Database(':memory:');
  migrate(database, migrations);
  configureConnection(database);
  if (readOnly) database.exec('PRAGMA query_only = ON');
  return database;
}

/** Opens for writing. If the medium, its free space or the permissions do not allow that, opens for reading. */
function openAsFarAsPossible(path: string, migrations: readonly Migration[]): OpenedDatabase {
  try {
    return openWritable(path, migrations, false);
  } catch (error) {
    if ((!isFull(error) && !mayNotBeWritten(path)) || inodeOf(path) === null) throw error;
    try {
      return { database: openReadOnly(path, migrations), notice: null };
    } catch {
      throw error;
    }
  }
}

/** Codes of errors of the file system that mean that a file may not be written. */
const refusals: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM']);

function mayNotBeWritten(path: string): boolean {
  return [dirname(path), path].some((location) => {
    try {
      accessSync(location, constants.W_OK);
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && refusals.has(error.code);
    }
  });
}

/** @param isUnwanted whether an existing file is set aside even if it is usable */
function openWritable(path: string, migrations: readonly Migration[], isUnwanted: boolean): OpenedDatabase {
  requireOwnFolder(path);
  makeFolder(dirname(path));
  let notice: string | null = null;
  let replacesDamaged = false;
  if (!isUnwanted) {
    const database = openUsual(path, migrations);
    if (database !== null) return { database, notice };
  }
  for (;;) {
    const inode = inodeOf(path);
    let fault = inode === null ? null : findFileFault(path, migrations);
    if (isUnwanted && notice === null && inode !== null) fault ??= 'is no longer wanted';
    if (fault !== null) {
      const target = setAside(path, inode);
      forgetDamage(path);
      if (target === null) continue;
      replacesDamaged ||= fault === damagedFault;
      notice = `The index at ${path} ${fault}; it was moved to ${target} and a new one was created.`;
      continue;
    }
    const database = new Database(path);
    try {
      configureConnection(database);
      migrate(database, migrations);
      // In the index itself, because the process that opens it anew may be another than those that answer.
      if (replacesDamaged) writeMeta(database, 'damageReplacedMs', String(Date.now()));
      return { database, notice };
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/**
 * Opens a database that is ours, has the newest schema and an empty log, and is usable. The header and the size of the log show most of this, so no
 * read-only connection is needed first. Null for any other database.
 */
function openUsual(path: string, migrations: readonly Migration[]): Database | null {
  // The log of a symbolic link is at the link's target.
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const header = readHeader(path);
  const isOurs =
    header.length >= headerBytes &&
    header.toString('latin1').startsWith(headerMark) &&
    header.readUInt32BE(applicationIdAt) === applicationId &&
    header.readUInt32BE(versionAt) === newestVersion(migrations) &&
    header[logAt] === 2;
  if (!isOurs || isDamageNoted(path) || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return null;
  const database = new Database(path);
  try {
    if (findFault(database, migrations) === null) {
      configureConnection(database);
      return database;
    }
  } catch {
    // The full check of `openWritable` reports the error.
  }
  database.close();
  return null;
}

/** Creates the folder of an index. A new folder, and the usual folder of an index, get a `.gitignore` that excludes them. Throws an `AppError`. */
export function makeFolder(folder: string): void {
  // The folder of a project that was moved away is not created again.
  if (basename(folder) === indexFolder && !existsSync(dirname(folder))) throw goneError(dirname(folder));
  try {
    const created = mkdirSync(folder, { recursive: true });
    if (created === undefined && basename(folder) !== indexFolder) return;
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // EEXIST means that the `.gitignore` exists already, or that a file is in place of the folder.
    if (code === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    throw databaseError(code === 'ENOENT' ? realFault(folder, error) : error, folder);
  }
}

function goneError(folder: string): AppError {
  return new AppError('FileSystemError', `The project's folder is gone: ${folder}`, {
    hint: 'Put it back, or start the server in the folder where the project is now.',
  });
}

/** The real error behind ENOENT. Creating a folder recursively reports a missing parent even where the cause is another one. */
function realFault(folder: string, error: unknown): unknown {
  try {
    mkdirSync(folder);
    return error;
  } catch (second) {
    return second;
  }
}

/** Why a file is unusable; null if it is usable or empty. Changes nothing, unless an interrupted transaction has to be rolled back first. */
function findFileFault(path: string, migrations: readonly Migration[]): string | null {
  const header = readHeader(path);
  if (header.length === 0) return null;
  // SQLite treats a file shorter than a header as empty, and would overwrite it.
  if (header.length < headerBytes || !header.toString('latin1').startsWith(headerMark))
    return faultOfOurs(path, notADatabase);
  if (isDamageNoted(path)) return faultOfOurs(path, damagedFault);
  try {
    return probe(new Database(path, { readOnly: true }), migrations);
  } catch (error) {
    // A transaction that was interrupted before the log was set up has to be rolled back first.
    if (!isRefused(error)) throw error;
    return probe(new Database(path), migrations);
  }
}

function probe(database: Database, migrations: readonly Migration[]): string | null {
  try {
    return findFault(database, migrations);
  } finally {
    database.close();
  }
}

function isRefused(error: unknown): boolean {
  const code = resultCode(error);
  return code === resultCodes.cantOpen || code === resultCodes.readOnly;
}

/** Why a database is unusable, as the end of a sentence; null if it is usable or empty. */
function findFault(database: Database, migrations: readonly Migration[]): string | null {
  try {
    return ofOneState(database, () => faultOf(database, migrations));
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return faultOfOurs(database.location, resultCode(error) === resultCodes.notADatabase ? notADatabase : damagedFault);
  }
}

function faultOf(database: Database, migrations: readonly Migration[]): string | null {
  const version = readSchemaVersion(database);
  const application = database.get('PRAGMA application_id')?.[0];
  const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table'").map((row) => row[0] as string);
  if (version === 0 && tables.length === 0) return null;
  if (application !== applicationId) return foreignFault(database.location);
  if (version > newestVersion(migrations)) {
    return `was written by a newer version of this program (schema ${version}; this version supports up to ${newestVersion(migrations)})`;
  }
  if (version > 0 && version < oldestVersion(migrations)) {
    return `was written by a version of this program that is too old (schema ${version}; this version can upgrade ${oldestVersion(migrations)} and later)`;
  }
  if (!tables.includes('meta') || database.get("SELECT value FROM meta WHERE key = 'generation'") === undefined) {
    return 'is incomplete';
  }
  if (!isOfThisFile(database)) return 'was not created here: it came with the repository, or was copied';
  return null;
}

/** Returns the fault of a damaged file, if its folder or the rest of its header shows that it is ours. Otherwise throws: the file is left alone. */
function faultOfOurs(path: string, fault: string): string {
  if (basename(dirname(path)) === indexFolder) return fault;
  const header = readHeader(path);
  if (header.length >= headerBytes && header.readUInt32BE(applicationIdAt) === applicationId) return fault;
  throw new AppError(
    'DatabaseError',
    `${path} ${fault}, and there is no sign that it was an index, so it is left alone.`,
    {
      hint: 'Choose another place for the index with `--db PATH`, or remove the file if nobody needs it.',
    },
  );
}

/** Returns the fault if the database is in our own folder; elsewhere it is somebody else's data, so this throws. */
function foreignFault(path: string): string {
  if (basename(dirname(path)) === indexFolder) return 'was written by another program';
  throw new AppError('DatabaseError', `${path} is a database of another program.`, {
    hint: 'Choose another place for the index with `--db PATH`.',
  });
}

function openReadOnly(path: string, migrations: readonly Migration[]): Database {
  if (inodeOf(path) === null) {
    throw new AppError('NotFoundError', `There is no index at ${path}.`, {
      hint: 'Run `code-scout index` to make one.',
    });
  }
  const database = connectReadOnly(path);
  try {
    const fault = findFault(database, migrations);
    const version = readSchemaVersion(database);
    if (fault !== null) {
      throw new AppError('DatabaseError', `The index at ${path} ${fault}.`, {
        hint: 'Run `code-scout index` to set it aside and make a new one.',
      });
    }
    if (version < newestVersion(migrations)) {
      throw new AppError('DatabaseError', `The index at ${path} has the schema of an older version (${version}).`, {
        hint: 'Run `code-scout index` to upgrade it.',
      });
    }
    configureConnection(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Reading needs the shared-memory file of the log, which SQLite creates if it is missing. If it cannot be created, and the log has no commits, the
 * database is opened as immutable.
 */
function connectReadOnly(path: string): Database {
  const database = new Database(path, { readOnly: true });
  try {
    readSchemaVersion(database);
    return database;
  } catch (error) {
    database.close();
    if (!isRefused(error) && !isFull(error)) throw error;
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) {
      return new Database(path, { readOnly: true, immutable: true });
    }
    throw new AppError(
      'DatabaseError',
      `The index at ${path} has commits in its log that cannot be read in a read-only folder.`,
      {
        hint: 'Run `code-scout status` once where the folder can be written, or put the index elsewhere with `--db PATH`.',
        cause: error,
      },
    );
  }
}
