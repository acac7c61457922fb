/**
 * Opens the index: makes its folder, tells a usable database from one that is damaged, newer, not ours or made elsewhere, and brings it to the
 * newest schema.
 * Invariant: a database that cannot be used is renamed, never deleted or changed, and never silently; a connection that is returned has
 * the newest schema. Where nothing can be written at all (a read-only medium, a full disk, permissions), the index is read as it stands.
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
import { headerBytes, readHeader } from './header.ts';
import { isOfThisFile } from './origin.ts';
import { inodeOf, setAside } from './set-aside.ts';
import { clockMs } from '../../../util/clock.ts';

export interface OpenOptions {
  /** The database's file, or `:memory:`. */
  path: string;
  readOnly?: boolean;
  /** Moves what is there aside, whatever it is. */
  setAside?: boolean;
  migrations?: readonly Migration[];
}

export interface OpenedDatabase {
  database: Database;
  notice: string | null;
  /** Opens the same one once more. Absent in memory. Throws an `AppError`. */
  reopen?: (to: 'read' | 'write') => Database;
}

/** The index's own folder: it ignores itself, and whatever database stands in it was put there by this program. */
const indexFolder = '.code-scout';

/** Starts every SQLite file (https://www.sqlite.org/fileformat.html). */
const headerMark = 'SQLite format 3\0';
/** Where it has that there is a log, the schema's version, and the program that a database belongs to. */
const logAt = 18;
const versionAt = 60;
const applicationIdAt = 68;
const notADatabase = 'is not a database';

/** How long opening waits for another process that is creating, upgrading or closing the same database. */
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

/** To be written; where the medium, its lack of room or its permissions forbid that, to be read. */
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

const refusals: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM']);

function mayNotBeWritten(path: string): boolean {
  return [dirname(path), path].some((place) => {
    try {
      accessSync(place, constants.W_OK);
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && refusals.has(error.code);
    }
  });
}

function openWritable(path: string, migrations: readonly Migration[], unwanted: boolean): OpenedDatabase {
  makeFolder(dirname(path));
  let notice: string | null = null;
  if (!unwanted) {
    const database = openUsual(path, migrations);
    if (database !== null) return { database, notice };
  }
  for (;;) {
    const inode = inodeOf(path);
    let fault = inode === null ? null : findFileFault(path, migrations);
    if (unwanted && notice === null && inode !== null) fault ??= 'is not wanted any more';
    if (fault !== null) {
      const target = setAside(path, inode);
      if (target !== null) notice = `The index at ${path} ${fault}; it was moved to ${target} and a new one begun.`;
      continue;
    }
    const database = new Database(path);
    try {
      configureConnection(database);
      migrate(database, migrations);
      return { database, notice };
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/**
 * One of ours with the newest schema, which no other process has left in the middle of something: no connection is needed to tell that it
 * may be opened to be written, and none changes it that is closed again. Null for any other.
 */
function openUsual(path: string, migrations: readonly Migration[]): Database | null {
  // Of a link the log is elsewhere.
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const header = readHeader(path);
  const isOurs =
    header.length >= headerBytes &&
    header.toString('latin1').startsWith(headerMark) &&
    header.readUInt32BE(applicationIdAt) === applicationId &&
    header.readUInt32BE(versionAt) === newestVersion(migrations) &&
    header[logAt] === 2;
  if (!isOurs || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return null;
  const database = new Database(path);
  try {
    if (findFault(database, migrations) === null) {
      configureConnection(database);
      return database;
    }
  } catch {
    // Told by the long way.
  }
  database.close();
  return null;
}

/** The folder of an index, which ignores itself. Throws an `AppError`. */
export function makeFolder(folder: string): void {
  // A project that was moved away is not made anew.
  if (basename(folder) === indexFolder && !existsSync(dirname(folder))) throw goneError(dirname(folder));
  try {
    const created = mkdirSync(folder, { recursive: true });
    if (created === undefined && basename(folder) !== indexFolder) return;
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // The folder may be writable for SQLite's files only, or have its `.gitignore` already; opening will tell.
    if (code === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    throw databaseError(code === 'ENOENT' ? realFault(folder, error) : error, folder);
  }
}

function goneError(folder: string): AppError {
  return new AppError('FileSystemError', `The project's folder is gone: ${folder}`, {
    hint: 'Put it back, or start the server in the folder where the project is now.',
  });
}

/** Making a folder with those above it says that one is not there, where the truth is that none can be made. */
function realFault(folder: string, error: unknown): unknown {
  try {
    mkdirSync(folder);
    return error;
  } catch (second) {
    return second;
  }
}

/** What makes a file unusable, found without changing it or its log. */
function findFileFault(path: string, migrations: readonly Migration[]): string | null {
  const header = readHeader(path);
  if (header.length === 0) return null;
  // SQLite takes a file that is shorter than a header for an empty one, and would write over it.
  if (header.length < headerBytes || !header.toString('latin1').startsWith(headerMark))
    return faultOfOurs(path, notADatabase);
  try {
    return probe(new Database(path, { readOnly: true }), migrations);
  } catch (error) {
    // A transaction that was broken off before the log was set up has to be rolled back first.
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

/** What makes a database unusable, as the end of a sentence; null when it can be used or is still empty. */
function findFault(database: Database, migrations: readonly Migration[]): string | null {
  try {
    return ofOneState(database, () => faultOf(database, migrations));
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return faultOfOurs(database.location, resultCode(error) === resultCodes.notADatabase ? notADatabase : 'is damaged');
  }
}

function faultOf(database: Database, migrations: readonly Migration[]): string | null {
  const version = readSchemaVersion(database);
  const application = database.get('PRAGMA application_id')?.[0];
  const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table'").map((row) => row[0] as string);
  if (version === 0 && tables.length === 0) return null;
  if (application !== applicationId) return foreignFault(database.location);
  if (version > newestVersion(migrations)) {
    return `was written by a newer version of this program (schema ${version}, this one knows ${newestVersion(migrations)})`;
  }
  if (version > 0 && version < oldestVersion(migrations)) {
    return `was written by a version of this program that is too old (schema ${version}, this one can upgrade ${oldestVersion(migrations)} and later)`;
  }
  if (!tables.includes('meta') || database.get("SELECT value FROM meta WHERE key = 'generation'") === undefined) {
    return 'is incomplete';
  }
  if (!isOfThisFile(database)) return 'was not made here: it came with the repository, or was copied';
  return null;
}

/** Where its content no longer tells whose a file is, its place does, or what is left of its header: only what is ours is set aside. */
function faultOfOurs(path: string, fault: string): string {
  if (basename(dirname(path)) === indexFolder) return fault;
  const header = readHeader(path);
  if (header.length >= headerBytes && header.readUInt32BE(applicationIdAt) === applicationId) return fault;
  throw new AppError('DatabaseError', `${path} ${fault}, and nothing shows that it was an index: it is left alone.`, {
    hint: 'Choose another place for the index with `--db PATH`, or remove the file if nobody needs it.',
  });
}

/** In our own folder it is set aside; elsewhere somebody else's data, which is left alone. */
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
 * Reading needs the log's shared memory beside the database, which SQLite makes when it is missing. Where nothing can be made, and no
 * commit waits in a log, the file is read as it stands.
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
