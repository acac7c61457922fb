/** SQLite as the database of a catalogue: for one machine, on which several processes may use it. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { lazySqlite } from '../../util/lazy-sqlite.ts';
import { CatalogueError } from './catalogue.ts';
import { sqliteDialect, usedValues, type Sql, type SqlDatabase, type SqlRow } from './sql/sql-database.ts';

/** How long a batch waits for that of another process (ms). */
const busyMs = 20_000;

export class SqliteDatabase implements SqlDatabase {
  readonly location: string;
  readonly dialect = sqliteDialect;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param location absolute path @param creates whether the file is made where it does not exist. Throws a `CatalogueError` */
  constructor(location: string, creates = true) {
    this.location = location;
    if (!creates && !existsSync(location))
      throw new CatalogueError(location, 'does not exist', { hint: 'Name the right one, or make it: `code-scout catalogue init`.' }); // prettier-ignore
    try {
      mkdirSync(dirname(location), { recursive: true });
      this.#database = new (lazySqlite().DatabaseSync)(location, {
        timeout: busyMs,
        enableForeignKeyConstraints: true,
      });
      this.#database.exec('PRAGMA journal_mode = WAL');
      this.#database.exec('PRAGMA synchronous = NORMAL');
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async batch(statements: readonly Sql[]): Promise<SqlRow[][]> {
    // Synchronous inside, so batches of one process run one after another.
    return this.#run(statements);
  }

  async backup(file: string): Promise<void> {
    try {
      // The file exists with its rights before anything is in it, and SQLite takes an empty one.
      closeSync(openSync(file, 'wx', 0o600));
      this.#database.prepare('VACUUM INTO ?').run(file);
      const written = openSync(file, 'r+');
      fsyncSync(written);
      closeSync(written);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
        throw new CatalogueError(this.location, `is not copied to ${file}, because there is such a file already`, { hint: 'Name one that does not exist.' }); // prettier-ignore
      rmSync(file, { force: true });
      throw this.#failure(error);
    }
  }

  async close(): Promise<void> {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #run(statements: readonly Sql[]): SqlRow[][] {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const results = statements.map((sql) => this.#statement(sql.text).all(usedValues(sql) as Record<string, SQLInputValue>) as SqlRow[]); // prettier-ignore
      this.#database.exec('COMMIT');
      return results;
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw this.#failure(error);
    }
  }

  #statement(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  #failure(error: unknown): CatalogueError {
    return new CatalogueError(this.location, `cannot be used: ${error instanceof Error ? error.message : String(error)}`, { cause: error }); // prettier-ignore
  }
}
