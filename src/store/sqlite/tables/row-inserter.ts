/** Inserts many rows of a table with few statements, because a statement costs as much as two rows. */
import type { Database, SqlValue } from '../file/driver.ts';

/** Rows per statement. */
const rowsAtOnce = 16;

/** Collects rows, and inserts them several at a time. All rows are in the table after `finish`. */
export class RowInserter {
  readonly #database: Database;
  readonly #one: string;
  readonly #several: string;
  readonly #width: number;
  #values: SqlValue[] = [];

  /**
   * @param insert the statement up to `VALUES`
   * @param width number of values per row
   */
  constructor(database: Database, insert: string, width: number) {
    // Repeats a string instead of filling an array with strings. That would change the kind of the array's elements, and V8 would discard all code
    // optimised for the former kind.
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
