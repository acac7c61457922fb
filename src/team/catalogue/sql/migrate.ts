/**
 * Brings the tables of a catalogue up to date, and refuses a catalogue that this program cannot use.
 * Invariant: each step is one batch that begins with a row of its number, so of several programs that make the same step at once one makes it, and the others
 * find it made: no lock is needed that one of the engines would not have.
 */
import { CatalogueError } from '../catalogue.ts';
import { migrations, statementsOf, type Migration } from './schema.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

const none = { tenant: null, tenantName: '' };
const plain = (text: string): Sql => ({ text, values: {} });

interface SchemaState {
  /** Number of the last step that was made; 0 for none. */
  made: number;
  /** See `Migration.oldest`. */
  oldest: number;
}

async function readState(database: SqlDatabase): Promise<SchemaState> {
  const table =
    database.dialect.name === 'postgresql'
      ? `SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = 'migrations'`
      : `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`;
  const [tables] = await database.batch([plain(table)], none);
  if (tables!.length === 0) return { made: 0, oldest: 0 };
  const text = 'SELECT COALESCE(MAX(number), 0) AS made, COALESCE(MAX(oldest), 0) AS oldest FROM migrations';
  const [rows] = await database.batch([plain(text)], none);
  return { made: Number(rows![0]!['made']), oldest: Number(rows![0]!['oldest']) };
}

/** Makes the steps that are missing. Returns how many this call has made. @param steps for tests */
export async function migrate(database: SqlDatabase, steps: readonly Migration[] = migrations): Promise<number> {
  await requireUsable(database, steps, false);
  await unlessMade(database, 0, steps, [
    plain(`CREATE TABLE IF NOT EXISTS migrations (number integer NOT NULL PRIMARY KEY, oldest integer NOT NULL)`),
  ]);
  let count = 0;
  for (const step of steps) {
    if ((await readState(database)).made >= step.number) continue;
    const { number, oldest } = step;
    const mark = {
      text: 'INSERT INTO migrations (number, oldest) VALUES (:number, :oldest)',
      values: { number, oldest },
    };
    const made = await unlessMade(database, number, steps, [
      mark,
      ...statementsOf(step, database.dialect.name).map(plain),
    ]);
    if (made) count++;
  }
  return count;
}

/** Runs a step. False where it failed because another program has made it meanwhile. */
async function unlessMade(
  database: SqlDatabase,
  number: number,
  steps: readonly Migration[],
  statements: readonly Sql[],
): Promise<boolean> {
  try {
    await database.batch(statements, none);
    return true;
  } catch (error) {
    const isMade =
      number === 0
        ? await database.batch([plain('SELECT number FROM migrations')], none).then(
            () => true,
            () => false,
          )
        : (await requireUsable(database, steps, false)).made >= number;
    if (isMade) return false;
    throw error;
  }
}

/** Rejects with a `CatalogueError` that says what to do. @param isComplete whether no step may be missing */
export async function requireUsable(
  database: SqlDatabase,
  steps: readonly Migration[] = migrations,
  isComplete = true,
): Promise<SchemaState> {
  const state = await readState(database);
  const known = steps.at(-1)!.number;
  if (state.oldest > known)
    throw new CatalogueError(
      database.location,
      `is of a newer version of Code Scout (schema ${state.made}; this one knows ${known})`,
      {
        hint: 'Replace this program by the version that the others have. The catalogue itself is in order.',
      },
    );
  if (isComplete && state.made < known)
    throw new CatalogueError(
      database.location,
      state.made === 0 ? 'has no tables yet' : `is of an older version (schema ${state.made}; this one needs ${known})`,
      { hint: 'Run `code-scout catalogue init`. Programs of the last version go on working.' },
    );
  return state;
}
