/**
 * SQLite alone: inserts the rows of an index that the product wrote into an empty database, without computing anything.
 */
import { rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

interface Table {
  name: string;
  rows: SQLInputValue[][];
}

/** The tables that a stage fills. */
export const writtenTables: readonly string[] = [
  'files',
  'contents',
  'chunks',
  'segments',
  'terms',
  'embedders',
  'vectors',
];
export const linkTables: readonly string[] = ['linked_files', 'links', 'open_sites'];

export interface IndexRows {
  tables: Table[];
  /** Tables and their indexes, without foreign keys. */
  schema: string[];
  pageBytes: number;
  count: number;
  bytes: number;
}

function bytesOf(value: SQLInputValue): number {
  if (typeof value === 'string') return value.length;
  return ArrayBuffer.isView(value) ? value.byteLength : 8;
}

export function readRows(path: string, names: readonly string[]): IndexRows {
  const database = new DatabaseSync(path, { readOnly: true });
  const list = names.map((name) => `'${name}'`).join(', ');
  const schema = database
    .prepare(
      `SELECT sql FROM sqlite_schema WHERE tbl_name IN (${list}) AND type IN ('table', 'index') AND sql IS NOT NULL`,
    )
    .all()
    .map((row) => (row as { sql: string }).sql);
  const tables = names.map((name) => {
    const statement = database.prepare(`SELECT * FROM ${name}`);
    return { name, rows: statement.all().map((row) => Object.values(row)) };
  });
  const { page_size: pageBytes } = database.prepare('PRAGMA page_size').get() as { page_size: number };
  database.close();
  const rows = tables.flatMap((table) => table.rows);
  return {
    tables,
    schema,
    pageBytes,
    count: rows.length,
    bytes: rows.flat().reduce<number>((sum, value) => sum + bytesOf(value), 0),
  };
}

/** Makes an empty database at a path; gives a function that fills it in one transaction. */
export function prepareInserts(
  path: string,
  { tables, schema, pageBytes }: IndexRows,
): { fill: () => void; close: () => void } {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec(
    `PRAGMA page_size = ${pageBytes}; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`,
  );
  for (const sql of schema) database.exec(sql);
  const inserts: [StatementSync, SQLInputValue[][]][] = tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => [
      database.prepare(`INSERT INTO ${name} VALUES (${rows[0]!.map(() => '?').join(', ')})`),
      rows,
    ]);
  return {
    fill: () => {
      database.exec('BEGIN');
      for (const [insert, rows] of inserts) for (const row of rows) insert.run(...row);
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}
