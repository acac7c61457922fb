/**
 * What the catalogue needs of a database of SQL: batches of statements that take effect together or not at all. No statement sees in the program what another
 * has found, because one of the engines (D1) has no transactions beyond that; statements that depend on each other say so in SQL.
 */

export type SqlValue = null | number | string;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A statement with its values by name: `:name` in the text. */
export interface Sql {
  text: string;
  values: Readonly<Record<string, SqlValue>>;
}

/** What an engine writes differently. */
export interface Dialect {
  name: 'postgresql' | 'sqlite';
  /** The time (ms since 1970) by the database's clock, the same within a statement. */
  now: string;
  /** At the end of a selection: others wait with a change of these rows until this batch has ended. Empty where batches run one after another. */
  lock: string;
  /** The same for the rows of one table, by its name or alias, leaving out those that another batch has locked. */
  lockFree(table: string): string;
  /** Rows `(value, position)` of a parameter that is a list of texts in JSON. */
  texts(parameter: string): string;
  /** Rows `(value)` of a parameter that is a list of objects in JSON; `value ->> 'field'` is a text. */
  objects(parameter: string): string;
}

/** Whose rows a batch may see, where the engine has a second line of defence. */
export interface BatchSetting {
  /** Null: before the tenant is known. */
  tenant: number | null;
  tenantName: string;
}

export interface SqlDatabase {
  /** For messages; has no secret. */
  readonly location: string;
  readonly dialect: Dialect;
  /** The rows of each statement. Rejects with a `CatalogueError`; nothing has taken effect then, unless the connection was lost at the end of the batch. */
  batch(statements: readonly Sql[], setting: BatchSetting): Promise<SqlRow[][]>;
  /** See `Catalogue.backup`. */
  backup?(file: string): Promise<void>;
  close(): Promise<void>;
}

const sqliteNow = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  now: sqliteNow,
  lock: '',
  lockFree: () => '',
  texts: (parameter) => `(SELECT value, key AS position FROM json_each(:${parameter}))`,
  objects: (parameter) => `(SELECT value FROM json_each(:${parameter}))`,
};

export const postgresDialect: Dialect = {
  name: 'postgresql',
  now: 'CAST(extract(epoch FROM statement_timestamp()) * 1000 AS bigint)',
  lock: 'FOR UPDATE',
  lockFree: (table) => `FOR UPDATE OF ${table} SKIP LOCKED`,
  texts: (parameter) =>
    `(SELECT value, position FROM jsonb_array_elements_text(CAST(:${parameter} AS jsonb)) WITH ORDINALITY AS e(value, position))`,
  objects: (parameter) => `(SELECT value FROM jsonb_array_elements(CAST(:${parameter} AS jsonb)) AS e(value))`,
};

/** With numbered parameters, which begin with `sign`. @param wrap what stands in the place of a parameter */
export function numbered(
  { text, values }: Sql,
  sign: '$' | '?',
  wrap: (parameter: string, value: SqlValue) => string = (parameter) => parameter,
): { text: string; values: SqlValue[] } {
  const names: string[] = [];
  const replaced = text.replaceAll(parameters, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return wrap(`${sign}${names.indexOf(name) + 1}`, valueOf(values, name));
  });
  return { text: replaced, values: names.map((name) => valueOf(values, name)) };
}

/** The values that occur in a statement, by their names. */
export function usedValues({ text, values }: Sql): Record<string, SqlValue> {
  return Object.fromEntries(Array.from(text.matchAll(parameters), ([, name = '']) => [name, valueOf(values, name)]));
}

const parameters = /:([a-zA-Z]+)\b/g;

function valueOf(values: Sql['values'], name: string): SqlValue {
  const value = values[name];
  if (value === undefined) throw new RangeError(`the statement has no value for :${name}`);
  return value;
}

/** The batches of one tenant. */
export class Session {
  readonly database: SqlDatabase;
  readonly tenant: number;
  readonly tenantName: string;
  /** Null: the database's. */
  readonly #clock: (() => number) | null;

  constructor(database: SqlDatabase, tenant: { id: number; name: string }, clock: (() => number) | null) {
    this.database = database;
    this.tenant = tenant.id;
    this.tenantName = tenant.name;
    this.#clock = clock;
  }

  get dialect(): Dialect {
    return this.database.dialect;
  }

  /** Statements may use `:tenant` and `:now` besides their own values. */
  batch(...statements: readonly Sql[]): Promise<SqlRow[][]> {
    const time = this.#clock?.() ?? null;
    const common = { tenant: this.tenant, ...(time === null ? {} : { now: time }) };
    const complete = statements.map(({ text, values }) => ({
      text: time === null ? text.replaceAll(/:now\b/g, this.dialect.now) : text,
      values: { ...common, ...values },
    }));
    return this.database.batch(complete, { tenant: this.tenant, tenantName: this.tenantName });
  }

  /** The rows of one statement. */
  async all(text: string, values: Sql['values'] = {}): Promise<SqlRow[]> {
    return (await this.batch({ text, values }))[0]!;
  }

  /** The first row of one statement; null where there is none. */
  async first(text: string, values: Sql['values'] = {}): Promise<SqlRow | null> {
    return (await this.all(text, values))[0] ?? null;
  }
}

/** A text as a database can hold it. */
export function storable(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().replaceAll('\0', '');
}
