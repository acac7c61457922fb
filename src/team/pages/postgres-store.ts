/**
 * A table of PostgreSQL as a page store: for a team that has a server and no bucket. The first `put` makes the table.
 * Invariant: a part of an object is read without the rest of it; therefore its bytes are stored as they are (they are compressed already).
 */
import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { codeOf, openPool, type PostgresPlace } from '../postgres/postgres-pool.ts';
import { isObjectName, requireObjectName, StoreError, TooLargeError, type GetOptions, type PageStore, type StoredObject } from './page-store.ts'; // prettier-ignore

const table = 'page_objects';
/** Ordered by bytes, so that a prefix is a range of the key whatever the language of the database is. */
const create = `CREATE TABLE IF NOT EXISTS ${table} (name text COLLATE "C" PRIMARY KEY, data bytea NOT NULL, written_at timestamptz NOT NULL);
  ALTER TABLE ${table} ALTER COLUMN data SET STORAGE EXTERNAL`;
/** PostgreSQL's code where there is no such table. */
const noTable = '42P01';
/** Where another makes the table at the same time. */
const madeMeanwhile: ReadonlySet<string | null> = new Set(['23505', '42P07', 'XX000']);
const namesAtOnce = 1000;

/** $1: the name; $2: the most bytes. Bytes of an object are less than 1 GB. */
const whole = `SELECT octet_length(data) AS size, CASE WHEN octet_length(data) <= CAST($2 AS bigint) THEN data END AS part FROM ${table} WHERE name = $1`;
/** $3: where it begins; $4: its length. */
const part = `SELECT octet_length(data) AS size, CASE WHEN CAST($4 AS bigint) <= CAST($2 AS bigint)
  AND CAST($3 AS bigint) + CAST($4 AS bigint) <= octet_length(data)
  THEN substring(data FROM CAST(CAST($3 AS bigint) + 1 AS integer) FOR CAST(CAST($4 AS bigint) AS integer)) END AS part FROM ${table} WHERE name = $1`;

export class PostgresStore implements PageStore {
  readonly location: string;
  readonly #place: PostgresPlace;
  #pool: Promise<Pool> | null = null;

  constructor(place: PostgresPlace) {
    this.#place = place;
    this.location = place.location;
  }

  async get(name: string, { maxBytes, range, signal }: GetOptions): Promise<Uint8Array | null> {
    requireObjectName(name);
    const rows = await this.#ask<{ size: number; part: Buffer | null }>(
      range === undefined ? whole : part,
      range === undefined ? [name, maxBytes] : [name, maxBytes, range.at, range.length],
      signal,
    );
    const row = rows[0];
    if (row === undefined) return null;
    if (row.part !== null) return row.part;
    const isLarger = (range?.length ?? row.size) > maxBytes;
    if (isLarger) throw new TooLargeError(this.location, `has a larger ${name} than expected`);
    throw new StoreError(this.location, `has a shorter ${name} than expected`);
  }

  async put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    requireObjectName(name);
    const text = `INSERT INTO ${table} (name, data, written_at) VALUES ($1, $2, clock_timestamp())
      ON CONFLICT (name) DO UPDATE SET data = excluded.data, written_at = excluded.written_at`;
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await this.#ask(text, [name, data], signal, true);
  }

  async delete(name: string, signal?: AbortSignal): Promise<void> {
    requireObjectName(name);
    await this.#ask(`DELETE FROM ${table} WHERE name = $1`, [name], signal);
  }

  readonly list = (prefix: string, signal?: AbortSignal): AsyncIterable<StoredObject> => this.#list(prefix, signal);

  async *#list(prefix: string, signal: AbortSignal | undefined): AsyncGenerator<StoredObject> {
    const text = `SELECT name, octet_length(data) AS size, CAST(extract(epoch FROM written_at) * 1000 AS double precision) AS written FROM ${table}
      WHERE name > $2 AND starts_with(name, $1) ORDER BY name LIMIT ${namesAtOnce}`;
    for (let last = prefix.slice(0, -1); ;) {
      const rows = await this.#ask<{ name: string; size: number; written: number }>(text, [prefix, last], signal);
      for (const { name, size, written } of rows)
        if (isObjectName(name)) yield { name, bytes: size, writtenMs: written };
      if (rows.length < namesAtOnce) return;
      last = rows.at(-1)!.name;
    }
  }

  async #ask<T extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
    signal: AbortSignal | undefined,
    makesTable = false,
  ): Promise<T[]> {
    signal?.throwIfAborted();
    try {
      return (await this.#query<T>(text, values, signal)).rows;
    } catch (error) {
      signal?.throwIfAborted();
      if (codeOf(error) !== noTable) throw this.#failure(error);
      if (!makesTable) return [];
    }
    try {
      await (await this.#connections()).query(create).catch((error: unknown) => {
        if (!madeMeanwhile.has(codeOf(error))) throw error;
      });
      return (await this.#query<T>(text, values, signal)).rows;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async #query<T extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<QueryResult<T>> {
    // prettier-ignore
    const pool = await this.#connections();
    const asked = pool.query<T>(text, [...values]);
    if (signal === undefined) return asked;
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([asked, promise]);
    } finally {
      signal.removeEventListener('abort', abort);
      asked.catch(() => {});
    }
  }

  #connections(): Promise<Pool> {
    return (this.#pool ??= openPool(this.#place));
  }

  #failure(error: unknown): StoreError {
    const what = error instanceof Error ? error.message : String(error);
    return new StoreError(this.location, `cannot be used: ${what || codeOf(error)}`, error);
  }
}
