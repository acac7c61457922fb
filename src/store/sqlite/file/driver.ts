/**
 * The only file of the store that uses `node:sqlite`: opens a database, caches its prepared statements, reads rows as arrays.
 * Invariant: all calls are synchronous, so a transaction fits in one turn of the event loop; all errors of the driver are thrown as `AppError`.
 */
import { lstatSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { lazySqlite } from '../../../util/lazy-sqlite.ts';
import type { Platform } from '../../../util/paths/system-paths.ts';
import { databaseError } from './database-error.ts';
import { syncToDisk } from './header.ts';
import { requireOwnFolder } from './own-folder.ts';

/** Numbers are bound as doubles (STRICT tables turn whole ones into integers); a result with an integer beyond 2^53 throws. */
export type SqlValue = null | number | string | Uint8Array;
export type Row = SqlValue[];

export interface DatabaseOptions {
  readOnly?: boolean;
  /** The file and its folder cannot change (a read-only medium), so no locks and no log are used. */
  immutable?: boolean;
}

/** How long a statement waits for another process's lock (ms). Only opening, closing and recovery hold a lock that blocks readers. */
const busyTimeoutMs = 5_000;

const pageBytes = 8_192;
/** Usual maximum size of the write-ahead log (bytes). */
const logBytes = 8 * 1_024 * 1_024;
const memoryLocation = ':memory:';

export function isInMemory(location: string): boolean {
  return location === memoryLocation;
}

/** A JSON list of texts, for `json_each`. Lone surrogates become U+FFFD, as in a text that is bound. */
export function jsonTexts(texts: Iterable<string>): string {
  return JSON.stringify(Array.from(texts, (text) => text.toWellFormed()));
}

/** A text of a row. Throws a `RangeError` on another value: a page of another table in the place of one of ours has rows of another shape. */
export function textOf(value: SqlValue | undefined): string {
  if (typeof value !== 'string') throw new RangeError('a row has no text where it must have one');
  return value;
}

type Bound = SqlValue | Record<string, SqlValue>;

const noBytes = new Uint8Array(0);
const isBeforeNode24 = Number.parseInt(process.versions.node, 10) < 24;

/**
 * Values for binding. Node before 24 has two faults: it binds an empty array from another thread as NULL (that array has no memory), and it ignores
 * numbered parameters (`?1`) unless they are passed by name.
 */
function bindable(sql: string, values: SqlValue[]): Bound[] {
  if (!isBeforeNode24) return values;
  const safe = values.map((value) => (value instanceof Uint8Array && value.length === 0 ? noBytes : value));
  return sql.includes('?1') ? [Object.fromEntries(safe.map((value, at) => [`?${at + 1}`, value]))] : safe;
}

/**
 * The URI by which SQLite opens a file that nobody changes. SQLite refuses a URI with a host: a share of Windows (`\\server\share`) is the beginning of the
 * path.
 */
export function immutableUri(path: string, platform: Platform = process.platform): URL {
  const { hostname, pathname } = pathToFileURL(path, { windows: platform === 'win32' });
  return new URL(`file://${hostname === '' ? '' : `//${hostname}`}${pathname}?immutable=1`);
}

export class Database {
  /** The file's path or `:memory:`. */
  readonly location: string;
  readonly readOnly: boolean;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Stamp of an immutable file when it was opened; null for other files. */
  readonly #stamp: string | null;

  constructor(location: string, options: DatabaseOptions = {}) {
    if (!isInMemory(location)) requireOwnFolder(location);
    this.location = location;
    this.readOnly = options.readOnly === true;
    this.#stamp = options.immutable === true ? stampOf(location) : null;
    try {
      const target = options.immutable === true ? immutableUri(location) : location;
      this.#connection = new (lazySqlite().DatabaseSync)(target, {
        readOnly: this.readOnly && !isInMemory(location),
        enableForeignKeyConstraints: true,
        timeout: busyTimeoutMs,
      });
    } catch (error) {
      throw databaseError(error, location);
    }
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  get isImmutable(): boolean {
    return this.#stamp !== null;
  }

  /** Whether a file that was opened as immutable has changed. Then this connection could read a mixture of two states. */
  get isOutdated(): boolean {
    return this.#stamp !== null && this.#stamp !== stampOf(this.location);
  }

  /** Runs one or several statements without parameters or results. */
  exec(sql: string): void {
    try {
      this.#connection.exec(sql);
    } catch (error) {
      throw databaseError(error, this.location);
    }
  }

  /** Runs a statement without result rows, and returns the number of rows that it changed. */
  run(sql: string, ...values: SqlValue[]): number {
    try {
      return Number(this.#statement(sql).run(...(bindable(sql, values) as SqlValue[])).changes);
    } catch (error) {
      throw databaseError(error, this.location);
    }
  }

  /** The first row; undefined if there is none. */
  get(sql: string, ...values: SqlValue[]): Row | undefined {
    try {
      return this.#statement(sql).get(...(bindable(sql, values) as SqlValue[])) as unknown as Row | undefined;
    } catch (error) {
      throw databaseError(error, this.location);
    }
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    try {
      return this.#statement(sql).all(...(bindable(sql, values) as SqlValue[])) as unknown as Row[];
    } catch (error) {
      throw databaseError(error, this.location);
    }
  }

  /** Writes the committed state to a new file, in another thread. */
  async copyTo(path: string): Promise<void> {
    try {
      // All pages in one step: with several steps, a write between them would restart the backup.
      await lazySqlite().backup(this.#connection, path, { rate: 0x7fff_ffff });
    } catch (error) {
      throw databaseError(error, path);
    }
  }

  /** Runs `work` without waiting for locks: a busy lock throws at once. */
  withoutWaiting<T>(work: () => T): T {
    this.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      this.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  close(): void {
    this.#statements.clear();
    try {
      if (this.#connection.isOpen) this.#connection.close();
    } catch (error) {
      throw databaseError(error, this.location);
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** A stamp that changes if the file or its log is written or replaced. */
function stampOf(location: string): string {
  const stamps = [location, `${location}-wal`].map((path) => {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined || found.size === 0n ? 'nothing' : `${found.ino} ${found.size} ${found.mtimeNs}`;
  });
  return stamps.join();
}

/** Sets a connection up. Read-only and immutable databases and those in memory need no write-ahead log. */
export function configureConnection(database: Database): void {
  if (!database.readOnly) {
    // Page size and `auto_vacuum` only take effect in an empty database; in any other, setting `auto_vacuum` would wait for a writer. Larger pages
    // save a seventh of the cost of writing; `auto_vacuum` makes it possible to free unused pages.
    const isNew = Number(database.get('PRAGMA page_count')?.[0]) === 0;
    if (isNew) {
      // With synchronous writes these settings would wait for the disk eight times.
      database.exec('PRAGMA synchronous = OFF');
      database.exec(`PRAGMA page_size = ${pageBytes}`);
      database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    }
    if (!isInMemory(database.location)) {
      database.exec('PRAGMA journal_mode = WAL');
      // SQLite deletes the log of an empty database: without its first page on the disk, a power cut would lose what is synced in the log.
      if (isNew) syncToDisk(database.location);
    }
    // In WAL mode with NORMAL a power cut loses at most the commits since the log was last synced, which copying it into the database does, and never
    // damages the database; a killed process loses nothing.
    database.exec('PRAGMA synchronous = NORMAL');
    // The log is copied into the database when it is longer than `logBytes`, and truncated to that after a larger transaction. Four times the size
    // has the same total cost, but the commit that copies the log takes 100 ms instead of 30.
    database.exec(`PRAGMA wal_autocheckpoint = ${logBytes / pageBytes}`);
    database.exec(`PRAGMA journal_size_limit = ${logBytes}`);
  }
  // A negative number is in KiB instead of pages.
  database.exec('PRAGMA cache_size = -16000');
  // No memory map: it gains nothing measurable, and if another process truncates the file, this one would crash instead of getting an error.
  database.exec('PRAGMA mmap_size = 0');
  database.exec('PRAGMA temp_store = MEMORY');
  if (database.readOnly) database.exec('PRAGMA query_only = ON');
}

/**
 * Returns up to `pages` free pages to the file system, if at least 256 pages and a fourth of the file are free. False if no page was returned.
 */
export function releasePages(database: Database, pages: number): boolean {
  const free = Number(database.get('PRAGMA freelist_count')?.[0]);
  const all = Number(database.get('PRAGMA page_count')?.[0]);
  if (free * 4 < all || free < 256) return false;
  database.all(`PRAGMA incremental_vacuum(${pages})`);
  // The number does not fall if the database was made without `auto_vacuum`.
  return Number(database.get('PRAGMA freelist_count')?.[0]) < free;
}

/** Runs several reads on one state of the database: another process may write in between, for example if it is just creating the tables. */
export function ofOneState<T>(database: Database, read: () => T): T {
  if (database.inTransaction) return read();
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    if (database.inTransaction) database.exec('ROLLBACK');
  }
}
