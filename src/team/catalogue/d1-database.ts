/** D1 of Cloudflare as the database of a catalogue. It has SQLite's language, and batches for transactions. */
import { CatalogueError } from './catalogue.ts';
import { numbered, sqliteDialect, type Sql, type SqlDatabase, type SqlRow } from './sql/sql-database.ts';

/** What is needed of the binding that a Worker gets. */
export interface D1Binding {
  prepare(text: string): D1Statement;
  batch(statements: D1Statement[]): Promise<{ results?: unknown }[]>;
}

export interface D1Statement {
  bind(...values: unknown[]): D1Statement;
}

export class D1Database implements SqlDatabase {
  readonly location: string;
  readonly dialect = sqliteDialect;
  readonly #binding: D1Binding;

  /** @param name for messages */
  constructor(binding: D1Binding, name: string) {
    this.#binding = binding;
    this.location = `d1://${name}`;
  }

  async batch(statements: readonly Sql[]): Promise<SqlRow[][]> {
    try {
      const bound = statements.map((statement) => {
        const { text, values } = numbered(statement, '?');
        return values.length === 0 ? this.#binding.prepare(text) : this.#binding.prepare(text).bind(...values);
      });
      const results = await this.#binding.batch(bound);
      return results.map(({ results: rows }) => (Array.isArray(rows) ? (rows as SqlRow[]) : []));
    } catch (error) {
      throw new CatalogueError(this.location, `cannot be used: ${error instanceof Error ? error.message : String(error)}`, { cause: error }); // prettier-ignore
    }
  }

  async close(): Promise<void> {}
}
