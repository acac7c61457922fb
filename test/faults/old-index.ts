/** Makes an index as an earlier version of this program left it: today's rows in an older schema. */
import { Database } from '../../src/store/sqlite/file/driver.ts';
import { noteOrigin } from '../../src/store/sqlite/file/origin.ts';
import { openDatabase } from '../../src/store/sqlite/file/open-database.ts';
import { allMigrations } from '../../src/store/sqlite/migrations/migrate.ts';

export const newestSchema = allMigrations.at(-1)!.version;
/** The migrations to these schemas begin the index anew. All others keep what is indexed. */
const beginningAnew = [7, 13, 15];
export function keepsContents({ from, to }: { from: number; to: number }): boolean {
  return !beginningAnew.some((version) => from < version && version <= to);
}
/** Older schemas did not store the chunks' words. The files of such an index are read again. */
const keepsWords = 10;
const vectorsByEmbedder = 9;

function columnsOf(database: Database, schema: string, table: string): string[] {
  return database.all(`PRAGMA ${schema}.table_info("${table}")`).map((row) => String(row[1]));
}

/** @param from a complete index of today's schema; it is only read */
export async function writeOldIndex(from: string, to: string, version: number): Promise<void> {
  const migrations = allMigrations.filter((migration) => migration.version <= version);
  const { database } = await openDatabase({ path: to, migrations });
  try {
    database.exec('PRAGMA foreign_keys = OFF');
    database.run('ATTACH ? AS today', from);
    database.exec('BEGIN');
    database.exec('DELETE FROM meta');
    const tables = database
      .all("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .map((row) => String(row[0]))
      // Trigrams are made in the background of a server.
      .filter((name) => !/^(?:sqlite_|text)/.test(name));
    for (const table of tables) {
      const theirs = new Set(columnsOf(database, 'today', table));
      const columns = columnsOf(database, 'main', table).filter((column) => theirs.has(column));
      // In these schemas the two tables had another form, and nothing was written to them.
      if (columns.length === 0 || (table === 'chunks' && version < 6) || (table === 'vectors' && version < 8)) continue;
      database.exec(`INSERT INTO main."${table}" (${columns.join()}) SELECT ${columns.join()} FROM today."${table}"`);
    }
    if (version === vectorsByEmbedder - 1) {
      database.exec("INSERT INTO meta SELECT 'embedder', name FROM today.embedders");
    }
    if (version < keepsWords) {
      database.exec("UPDATE meta SET value = 'an earlier one' WHERE key = 'user.extractionVersion'");
    }
    noteOrigin(database);
    database.exec('COMMIT');
    database.exec('DETACH today');
    database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/**
 * Every row of every table, except the tables of the full text search and the row that identifies the file: to tell
 * whether a copy is complete.
 */
export function allRows(path: string): string {
  const database = new Database(path, { readOnly: true });
  try {
    const sound = database.all('PRAGMA integrity_check').map((row) => String(row[0]));
    const tables = database
      .all("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
      .map((row) => String(row[0]));
    const rows = tables.map((table) => {
      // As texts, because the tables of the full text search have numbers that JavaScript does not.
      const columns = columnsOf(database, 'main', table).map((column) => `quote("${column}")`);
      const lines = database
        .all(`SELECT ${columns.join()} FROM "${table}"`)
        .filter((row) => table !== 'meta' || row[0] !== "'origin'")
        .map((row) => row.join());
      return [table, lines.sort()];
    });
    return JSON.stringify([sound, database.get('PRAGMA user_version')?.[0], rows]);
  } finally {
    database.close();
  }
}
