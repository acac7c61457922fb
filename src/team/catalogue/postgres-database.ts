/** PostgreSQL as the database of a catalogue: for an organisation with several machines. */
import type { Pool, PoolClient } from 'pg';
import { codeOf, isRefusal, openPool, statementMs, type PostgresPlace } from '../postgres/postgres-pool.ts';
import { CatalogueError } from './catalogue.ts';
import { numbered, postgresDialect, type BatchSetting, type Sql, type SqlDatabase, type SqlRow, type SqlValue } from './sql/sql-database.ts'; // prettier-ignore

/** Deadlocks and conflicts of serialisation: nothing has taken effect, and the same again succeeds. */
const passing: ReadonlySet<string | null> = new Set(['40001', '40P01']);
const mostTries = 5;

export class PostgresDatabase implements SqlDatabase {
  readonly location: string;
  readonly dialect = postgresDialect;
  readonly #place: PostgresPlace;
  #pool: Promise<Pool> | null = null;

  constructor(place: PostgresPlace) {
    this.#place = place;
    this.location = place.location;
  }

  async batch(statements: readonly Sql[], setting: BatchSetting): Promise<SqlRow[][]> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#transaction(statements, setting);
      } catch (error) {
        if (passing.has(codeOf(error)) && tries < mostTries) continue;
        throw this.#failure(error);
      }
    }
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await (await pool?.catch(() => null))?.end();
  }

  async #transaction(statements: readonly Sql[], setting: BatchSetting): Promise<SqlRow[][]> {
    this.#pool ??= openPool(this.#place);
    const client = await (await this.#pool).connect();
    let failure: Error | undefined;
    try {
      return await runBatch(client, statements, setting);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A connection on which the end of a transaction failed is not used again.
      client.release(failure !== undefined && (await isBroken(client, failure)) ? failure : undefined);
    }
  }

  #failure(error: unknown): CatalogueError {
    if (error instanceof CatalogueError) return error;
    const code = codeOf(error);
    const what = error instanceof Error ? error.message : String(error);
    const isRefused = isRefusal(code);
    return new CatalogueError(this.location, isRefused ? `refuses: ${what}` : `cannot be reached: ${what || code}`, {
      cause: error,
      ...(isRefused ? {} : { hint: 'Does the server run, and may this machine and user connect to it?' }),
    });
  }
}

async function isBroken(client: PoolClient, failure: Error): Promise<boolean> {
  if (!isRefusal(codeOf(failure))) return true;
  try {
    await client.query('ROLLBACK');
    return false;
  } catch {
    return true;
  }
}

/** Values get their types said, because PostgreSQL takes the first use of a parameter for its type. */
function typed(parameter: string, value: SqlValue): string {
  return `CAST(${parameter} AS ${typeof value === 'number' ? 'bigint' : 'text'})`;
}

async function runBatch(client: PoolClient, statements: readonly Sql[], setting: BatchSetting): Promise<SqlRow[][]> {
  await client.query('BEGIN');
  const { tenant, tenantName } = setting;
  // Until the end of this transaction only, so that a connection in the pool has no tenant.
  const text = `SELECT set_config('scout.tenant', $1, true), set_config('scout.tenant_name', $2, true), set_config('statement_timeout', $3, true)`;
  await client.query(text, [tenant === null ? '' : String(tenant), tenantName, String(statementMs)]);
  const results: SqlRow[][] = [];
  for (const statement of statements) {
    const { rows } = await client.query<Record<string, SqlValue>>(numbered(statement, '$', typed));
    results.push(rows);
  }
  await client.query('COMMIT');
  return results;
}
