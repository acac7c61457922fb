/**
 * Usage counts in a separate small SQLite file, which only its owner can read.
 * Invariants: the store never blocks the event loop for a lock. A file that is damaged, newer or of another program is not written; but
 * `forgetSqliteUsage` deletes damaged and newer ones. Only a file with exactly these tables is written, so that triggers in a file from a cloned
 * repository never run.
 */
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../model/error.ts';
import { keptDays, mostGrowthPoints, mostQueries, type GrowthPoint, type QueryUsage } from '../../model/usage.ts';
import { addToBucket, createLatencyHistogram } from '../../util/latency-histogram.ts';
import { dayOf, halvingDays, isSignificant } from '../usage-store.ts';
import type { ToolCounts, UsageBatch, UsageStore, UsageTotals } from '../usage-store.ts';
import { isUnusable, resultCode, resultCodes } from './file/database-error.ts';
import { Database, ofOneState, type Row } from './file/driver.ts';
import { requireOwnFolder } from './file/own-folder.ts';
import { inodeOf } from './file/set-aside.ts';
import { inWriteTransaction, statFile, makePrivate, whileBusy } from './file/side-file.ts';

/** `CSus` in ASCII. */
const applicationId = 0x43537573;
const schemaVersion = 1;

/** The tables exactly as in the schema, ordered by name: a file with other tables is not ours. */
const tables = [
  'CREATE TABLE calls (day TEXT, tool TEXT, calls INTEGER NOT NULL, hits INTEGER NOT NULL, misses INTEGER NOT NULL, PRIMARY KEY (day, tool)) STRICT, WITHOUT ROWID',
  'CREATE TABLE errors (day TEXT, tool TEXT, type TEXT, calls INTEGER NOT NULL, PRIMARY KEY (day, tool, type)) STRICT, WITHOUT ROWID',
  'CREATE TABLE growth (at_ms INTEGER PRIMARY KEY, files INTEGER NOT NULL, definitions INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT',
  'CREATE TABLE latency (day TEXT, tool TEXT, bucket INTEGER, calls INTEGER NOT NULL, PRIMARY KEY (day, tool, bucket)) STRICT, WITHOUT ROWID',
  'CREATE TABLE memory (day TEXT PRIMARY KEY, peak_bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE TABLE moments (name TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE TABLE queries (tool TEXT, query TEXT, calls INTEGER NOT NULL, found INTEGER NOT NULL, last_ms INTEGER NOT NULL, PRIMARY KEY (tool, query)) STRICT, WITHOUT ROWID',
];

const dayMs = 86_400_000;
/** How long opening and reading wait for other processes (ms). */
const openPatienceMs = 200;

/** An error of SQLite or the file system, with the file's path. */
function usageError(error: unknown, path: string, hint = 'The counts stay in memory until it can be used.'): AppError {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError('DatabaseError', `${path} cannot be used: ${message}`, { hint, cause });
}

/** Creates the file, or makes it private, before SQLite opens it. */
function createPrivate(path: string): void {
  requireOwnFolder(path);
  const found = statFile(path);
  if (found !== null) return makePrivate(path, found);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The version of the tables; null if the file is empty. Throws an error that says what is wrong with the file. */
function readVersion(database: Database): number | null {
  return ofOneState(database, () => checkedVersion(database));
}

function checkedVersion(database: Database): number | null {
  const version = Number(database.get('PRAGMA user_version')?.[0]);
  const application = Number(database.get('PRAGMA application_id')?.[0]);
  const found = database.all('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').map(([sql]) => sql);
  if (version === 0 && application === 0 && found.length === 0) return null;
  if (application !== applicationId) throw new Error('it was written by another program');
  if (version > schemaVersion) throw new NewerFile('it was written by a newer version of this program');
  if (found.join('\n') !== tables.join('\n')) throw new Error('it does not have the expected tables');
  return version;
}

class NewerFile extends Error {}

function configure(database: Database): void {
  database.exec('PRAGMA busy_timeout = 0');
  database.exec('PRAGMA trusted_schema = OFF');
  database.exec('PRAGMA secure_delete = ON');
  database.exec('PRAGMA cache_size = -1000');
}

function createTables(database: Database): void {
  // Takes effect with the next commit. Without a log each batch would wait for the disk.
  database.exec('PRAGMA journal_mode = WAL');
  inWriteTransaction(database, () => {
    // Checked again with the lock held: another process may have been first.
    if (readVersion(database) !== null) return;
    for (const table of tables) database.exec(table);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
    database.exec(`PRAGMA application_id = ${applicationId}`);
  });
}

function connect(path: string): Database {
  const database = new Database(path);
  try {
    configure(database);
    if (readVersion(database) === null) createTables(database);
    // A power cut may lose the last batches, but never damages the file; no batch waits for the disk.
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA wal_autocheckpoint = 256');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file for reading; null if it is empty. */
function connectReading(path: string, immutable: boolean): Database | null {
  const database = new Database(path, { readOnly: true, immutable });
  let hasTables = false;
  try {
    configure(database);
    hasTables = readVersion(database) !== null;
    return hasTables ? database : null;
  } finally {
    if (!hasTables) database.close();
  }
}

function isRefused(error: unknown): boolean {
  const code = resultCode(error);
  return code === resultCodes.cantOpen || code === resultCodes.readOnly;
}

export interface UsageStoreOptions {
  /** Path of the file; its folder is never created. */
  path: string;
  readOnly?: boolean;
}

/** Null if the folder of the file does not exist; for reading only, also if the file does not exist or is empty. Rejects with a `DatabaseError`. */
export async function openSqliteUsage({ path, readOnly = false }: UsageStoreOptions): Promise<UsageStore | null> {
  try {
    if (!readOnly) {
      if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) return null;
      createPrivate(path);
      return new SqliteUsageStore(await whileBusy(openPatienceMs, () => connect(path)));
    }
    if (statFile(path) === null) return null;
    const database = await whileBusy(openPatienceMs, () => {
      try {
        return connectReading(path, false);
      } catch (error) {
        // Reading needs the shared-memory file of the log, which cannot be created in a read-only folder.
        if (!isRefused(error) || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw error;
        return connectReading(path, true);
      }
    });
    return database === null ? null : new SqliteUsageStore(database);
  } catch (error) {
    throw usageError(error, path);
  }
}

/** Removes all counts; deletes a damaged or newer file as a whole. Rejects with a `DatabaseError`. */
export async function forgetSqliteUsage(path: string): Promise<void> {
  const hint = 'Remove the file yourself if it is not needed.';
  try {
    if (statFile(path) === null) return;
    const database = await whileBusy(2000, () => connect(path));
    try {
      await whileBusy(2000, () => forgetAll(database));
      await whileBusy(500, () => {
        // Deleted counts must not stay in the log either.
        const [busy] = database.get('PRAGMA wal_checkpoint(TRUNCATE)') ?? [];
        if (busy !== 0) throw new AppError('DatabaseError', 'another process is reading it');
      });
    } finally {
      database.close();
    }
  } catch (error) {
    if (!isUnusable(error) && !(error instanceof NewerFile)) throw usageError(error, path, hint);
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }
}

function forgetAll(database: Database): void {
  inWriteTransaction(database, () => {
    for (const table of ['calls', 'errors', 'growth', 'latency', 'memory', 'queries']) {
      database.exec(`DELETE FROM ${table}`);
    }
    const sql = 'INSERT INTO moments VALUES (?, ?) ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms';
    database.run(sql, 'forgotten', Date.now());
  });
}

class SqliteUsageStore implements UsageStore {
  readonly #database: Database;
  readonly #inode: number | null;

  constructor(database: Database) {
    this.#database = database;
    this.#inode = inodeOf(database.location);
  }

  async add(batch: UsageBatch, { nowMs, patienceMs }: { nowMs: number; patienceMs: number }): Promise<void> {
    const database = this.#database;
    try {
      await whileBusy(patienceMs, () =>
        inWriteTransaction(database, () => {
          const [forgotten] = database.get("SELECT at_ms FROM moments WHERE name = 'forgotten'") ?? [0];
          // A `forgotten` in the future comes from a clock that was set back, so it is ignored.
          if (Number(forgotten) >= batch.sinceMs && Number(forgotten) <= nowMs) return;
          addCounts(database, batch);
          addQueries(database, batch.queries, nowMs);
          addGrowth(database, batch.growth);
          dropOld(database, nowMs);
        }),
      );
    } catch (error) {
      throw usageError(error, database.location);
    }
  }

  async read({ fromMs }: { fromMs: number }): Promise<UsageTotals> {
    const database = this.#database;
    try {
      return await whileBusy(openPatienceMs, () => {
        database.exec('BEGIN');
        try {
          return readTotals(database, fromMs);
        } finally {
          database.exec('COMMIT');
        }
      });
    } catch (error) {
      throw usageError(error, database.location);
    }
  }

  isGone(): boolean {
    return inodeOf(this.#database.location) !== this.#inode;
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }
}

function addCounts(database: Database, { days }: UsageBatch): void {
  for (const [day, { tools, peakMemoryBytes }] of days) {
    for (const [tool, { calls, cacheHits, cacheMisses, errors, latency }] of tools) {
      const sql =
        'INSERT INTO calls VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, hits = hits + excluded.hits, misses = misses + excluded.misses';
      database.run(sql, day, tool, calls, cacheHits, cacheMisses);
      for (const [type, failed] of errors) {
        const add = 'INSERT INTO errors VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls';
        database.run(add, day, tool, type, failed);
      }
      for (const [bucket, count] of latency.entries()) {
        if (count === 0) continue;
        const add = 'INSERT INTO latency VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls';
        database.run(add, day, tool, bucket, count);
      }
    }
    if (peakMemoryBytes === null) continue;
    const sql =
      'INSERT INTO memory VALUES (?, ?) ON CONFLICT DO UPDATE SET peak_bytes = max(peak_bytes, excluded.peak_bytes)';
    database.run(sql, day, peakMemoryBytes);
  }
}

function addQueries(database: Database, queries: readonly QueryUsage[], nowMs: number): void {
  if (queries.length === 0) return;
  for (const { tool, query, calls, found, lastMs } of queries) {
    const sql =
      'INSERT INTO queries VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, found = found + excluded.found, last_ms = max(last_ms, excluded.last_ms)';
    database.run(sql, tool, query, calls, found, lastMs);
  }
  const tooMany = Number(database.get('SELECT count(*) FROM queries')?.[0]) - mostQueries;
  if (tooMany <= 0) return;
  const sql =
    'DELETE FROM queries WHERE (tool, query) IN (SELECT tool, query FROM queries ORDER BY calls / (1 + max(0, ? - last_ms) / ?), last_ms LIMIT ?)';
  database.run(sql, nowMs, halvingDays * dayMs, tooMany);
}

function addGrowth(database: Database, growth: readonly GrowthPoint[]): void {
  for (const point of growth) {
    const last = database.get('SELECT at_ms, files, definitions, bytes FROM growth ORDER BY at_ms DESC LIMIT 1');
    if (!isSignificant(last === undefined ? undefined : growthPoint(last), point)) continue;
    const { atMs, files, definitions, bytes } = point;
    database.run('INSERT OR REPLACE INTO growth VALUES (?, ?, ?, ?)', atMs, files, definitions, bytes);
    database.run(
      'DELETE FROM growth WHERE at_ms NOT IN (SELECT at_ms FROM growth ORDER BY at_ms DESC LIMIT ?)',
      mostGrowthPoints,
    );
  }
}

function dropOld(database: Database, nowMs: number): void {
  const day = dayOf(nowMs - (keptDays - 1) * dayMs);
  for (const table of ['calls', 'errors', 'latency', 'memory']) {
    database.run(`DELETE FROM ${table} WHERE day < ?`, day);
  }
  database.run('DELETE FROM queries WHERE last_ms < ?', nowMs - keptDays * dayMs);
}

/** The columns have the declared types, because the tables are STRICT. */
function growthPoint([atMs, files, definitions, bytes]: Row): GrowthPoint {
  return { atMs: Number(atMs), files: Number(files), definitions: Number(definitions), bytes: Number(bytes) };
}

function readTools(database: Database, day: string): Map<string, ToolCounts> {
  const tools = new Map<string, ToolCounts>();
  const sql = 'SELECT tool, sum(calls), sum(hits), sum(misses) FROM calls WHERE day >= ? GROUP BY tool';
  for (const [tool, calls, hits, misses] of database.all(sql, day)) {
    tools.set(String(tool), {
      calls: Number(calls),
      cacheHits: Number(hits),
      cacheMisses: Number(misses),
      errors: new Map(),
      latency: createLatencyHistogram(),
    });
  }
  const errors = 'SELECT tool, type, sum(calls) FROM errors WHERE day >= ? GROUP BY tool, type';
  for (const [tool, type, calls] of database.all(errors, day)) {
    tools.get(String(tool))?.errors.set(String(type), Number(calls));
  }
  const latency = 'SELECT tool, bucket, sum(calls) FROM latency WHERE day >= ? GROUP BY tool, bucket';
  for (const [tool, bucket, calls] of database.all(latency, day)) {
    const counts = tools.get(String(tool));
    if (counts !== undefined) addToBucket(counts.latency, Number(bucket), Number(calls));
  }
  return tools;
}

function readTotals(database: Database, fromMs: number): UsageTotals {
  const day = dayOf(fromMs);
  const days: UsageTotals['days'] = new Map();
  const byDay = `SELECT day, sum(calls), sum(failed), max(peak) FROM (
      SELECT day, calls, 0 AS failed, NULL AS peak FROM calls
      UNION ALL SELECT day, 0, calls, NULL FROM errors
      UNION ALL SELECT day, 0, 0, peak_bytes FROM memory
    ) WHERE day >= ? GROUP BY day ORDER BY day`;
  for (const [entryDay, calls, failed, peak] of database.all(byDay, day)) {
    const peakMemoryBytes = peak === null ? null : Number(peak);
    days.set(String(entryDay), { calls: Number(calls), failed: Number(failed), peakMemoryBytes });
  }
  const asked = 'SELECT tool, query, calls, found, last_ms FROM queries WHERE last_ms >= ?';
  const growth = `SELECT at_ms, files, definitions, bytes FROM growth
    WHERE at_ms >= coalesce((SELECT max(at_ms) FROM growth WHERE at_ms < ?), ?) ORDER BY at_ms`;
  return {
    tools: readTools(database, day),
    days,
    queries: database.all(asked, fromMs).map(([tool, query, calls, found, lastMs]) => ({
      tool: String(tool),
      query: String(query),
      calls: Number(calls),
      found: Number(found),
      lastMs: Number(lastMs),
    })),
    growth: database.all(growth, fromMs, fromMs).map(growthPoint),
  };
}
