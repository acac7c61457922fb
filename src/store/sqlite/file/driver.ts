/**
 * The one file that knows `node:sqlite`: opens a database, keeps its prepared statements, reads rows as arrays.
 * Invariant: everything is synchronous, so a transaction is whole within one turn of the event loop; whatever the driver throws comes out
 * as an `AppError`.
 */
import { lstatSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { databaseError } from './database-error.ts';

/** Numbers are bound as doubles (STRICT tables turn whole ones into integers); integers beyond 2^53 in a result are refused. */
export type SqlValue = null | number | string | Uint8Array;
export type Row = SqlValue[];

export interface DatabaseOptions {
  readOnly?: boolean;
  /** The file and its folder cannot change (a read-only medium): no locks, no log. */
  immutable?: boolean;
}

/** How long a statement waits for another process's lock. Only opening, closing and recovery hold one that readers feel. */
const busyTimeoutMs = 5_000;

const pageBytes = 8_192;
const logBytes = 8 * 1_024 * 1_024;
const memoryLocation = ':memory:';

export function isInMemory(location: string): boolean {
  return location === memoryLocation;
}

/** Node 22 warns that SQLite is experimental when the module is loaded; that one warning is dropped, every other passes. */
function loadDriver(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const text = typeof warning === 'string' ? warning : warning.message;
    if (rest[0] === 'ExperimentalWarning' && text.startsWith('SQLite is an experimental feature')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

let driver: typeof import('node:sqlite') | null = null;

/** Texts for `json_each`, each as it would be bound: the half of a surrogate pair becomes a mark that one is missing. */
export function jsonTexts(texts: Iterable<string>): string {
  return JSON.stringify(Array.from(texts, (text) => text.toWellFormed()));
}

type Bound = SqlValue | Record<string, SqlValue>;

const noBytes = new Uint8Array(0);
const isNode22 = Number.parseInt(process.versions.node, 10) < 24;

/**
 * Values as they are to be bound. Node 22 binds empty bytes that came from another thread, which stand nowhere in memory, as NULL, and passes over
 * parameters with a number (`?1`) unless they are named.
 */
function bindable(sql: string, values: SqlValue[]): Bound[] {
  if (!isNode22) return values;
  const whole = values.map((value) => (value instanceof Uint8Array && value.length === 0 ? noBytes : value));
  return sql.includes('?1') ? [Object.fromEntries(whole.map((value, at) => [`?${at + 1}`, value]))] : whole;
}

export class Database {
  /** The file's path or `:memory:`. */
  readonly location: string;
  readonly readOnly: boolean;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Of an immutable file, as it was when it was opened. */
  readonly #stamp: string | null;

  constructor(location: string, options: DatabaseOptions = {}) {
    this.location = location;
    this.readOnly = options.readOnly === true;
    driver ??= loadDriver();
    this.#stamp = options.immutable === true ? stampOf(location) : null;
    let target: string | URL = location;
    if (options.immutable === true) {
      target = pathToFileURL(location);
      target.searchParams.set('immutable', '1');
    }
    try {
      this.#connection = new driver.DatabaseSync(target, {
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

  /** The file was to stay as it is, and did not: what this connection would read now may be a mixture. */
  get isOutdated(): boolean {
    return this.#stamp !== null && this.#stamp !== stampOf(this.location);
  }

  /** One or several statements without parameters or results. */
  exec(sql: string): void {
    try {
      this.#connection.exec(sql);
    } catch (error) {
      throw databaseError(error, this.location);
    }
  }

  /** Runs a statement that gives no rows and returns how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number {
    try {
      return Number(this.#statement(sql).run(...(bindable(sql, values) as SqlValue[])).changes);
    } catch (error) {
      throw databaseError(error, this.location);
    }
  }

  /** The first row. */
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

  /** Writes what is committed now to a new file, aside from this thread. */
  async copyTo(path: string): Promise<void> {
    try {
      // All pages in one step: of several, a write in between would begin again.
      await loadDriver().backup(this.#connection, path, { rate: 0x7fff_ffff });
    } catch (error) {
      throw databaseError(error, path);
    }
  }

  /** Runs `work` with locks refused at once instead of waited for. */
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

/** Differs when the file or its log was written, or replaced. */
function stampOf(location: string): string {
  const stamps = [location, `${location}-wal`].map((path) => {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined || found.size === 0n ? 'nothing' : `${found.ino} ${found.size} ${found.mtimeNs}`;
  });
  return stamps.join();
}

/** Settings of a connection. `memory`, `readOnly` and immutable databases have no write-ahead log of their own to set up. */
export function configureConnection(database: Database): void {
  if (!database.readOnly) {
    // Both take effect in an empty database only; in another, the second would wait for whoever is writing. Larger pages save a seventh of
    // the cost of writing; free pages can be given back.
    if (Number(database.get('PRAGMA page_count')?.[0]) === 0) {
      // Nor is there anything that a power cut could take, until the log is in use: these settings waited for the disk eight times.
      database.exec('PRAGMA synchronous = OFF');
      database.exec(`PRAGMA page_size = ${pageBytes}`);
      database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    }
    if (!isInMemory(database.location)) database.exec('PRAGMA journal_mode = WAL');
    // In WAL mode NORMAL loses at most the last commits to a power cut, never the database's soundness; a killed process loses nothing.
    database.exec('PRAGMA synchronous = NORMAL');
    // The log is copied back when it passes this, and cut down to it after a larger transaction. Four times as much costs the same in all
    // and holds up the commit that does it for 100 ms instead of 30.
    database.exec(`PRAGMA wal_autocheckpoint = ${logBytes / pageBytes}`);
    database.exec(`PRAGMA journal_size_limit = ${logBytes}`);
  }
  database.exec('PRAGMA cache_size = -16000');
  // No memory map: it gains nothing measurable here, and a file cut short by others would kill the process instead of giving an error.
  database.exec('PRAGMA mmap_size = 0');
  database.exec('PRAGMA temp_store = MEMORY');
  if (database.readOnly) database.exec('PRAGMA query_only = ON');
}

/**
 * Gives up to `pages` free pages back to the file system, when they are a fourth of the file or more; false when there is nothing to do.
 */
export function releasePages(database: Database, pages: number): boolean {
  const free = Number(database.get('PRAGMA freelist_count')?.[0]);
  const all = Number(database.get('PRAGMA page_count')?.[0]);
  if (free * 4 < all || free < 256) return false;
  database.all(`PRAGMA incremental_vacuum(${pages})`);
  // Less than that many are left where the database was made without `auto_vacuum`.
  return Number(database.get('PRAGMA freelist_count')?.[0]) < free;
}

/** What several statements read, of one moment: another process may be making the file. */
export function ofOneState<T>(database: Database, read: () => T): T {
  if (database.inTransaction) return read();
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    if (database.inTransaction) database.exec('ROLLBACK');
  }
}
