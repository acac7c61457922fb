/** Inserts many rows of a table by few statements: what a statement costs is as much as what two rows cost. */
import type { Database, SqlValue } from '../file/driver.ts';

/** That one statement inserts. */
const rowsAtOnce = 16;

/** Rows are in the table once `finish` was called. */
export class RowInserter {
  readonly #database: Database;
  readonly #one: string;
  readonly #several: string;
  readonly #width: number;
  #values: SqlValue[] = [];

  /**
   * @param insert up to `VALUES`
   * @param width values of a row
   */
  constructor(database: Database, insert: string, width: number) {
    // No array is filled: filled with texts, its kind changes, and V8 throws away all code that knew arrays of that kind as they were.
    const row = `(?${', ?'.repeat(width - 1)})`;
    this.#database = database;
    this.#one = `${insert} ${row}`;
    this.#several = `${insert} ${row}${`, ${row}`.repeat(rowsAtOnce - 1)}`;
    this.#width = width;
  }

  add(...values: SqlValue[]): void {
    for (const value of values) this.#values.push(value);
    if (this.#values.length < this.#width * rowsAtOnce) return;
    this.#database.run(this.#several, ...this.#values);
    this.#values = [];
  }

  finish(): void {
    for (let from = 0; from < this.#values.length; from += this.#width)
      this.#database.run(this.#one, ...this.#values.slice(from, from + this.#width));
    this.#values = [];
  }
}
