/**
 * Counts of use in a small SQLite file of their own, which only its user can read.
 * Invariants: it never waits for a lock within a turn of the event loop; a file that is damaged, newer or another program's is left as it
 * is; nothing but its own tables is ever written, so that a file that came with a repository runs nothing.
 */
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../model/error.ts';
import { keptDays, mostGrowthPoints, mostQueries, type GrowthPoint, type QueryUsage } from '../../model/usage.ts';
import { addToBucket, createLatencyHistogram } from '../../util/latency-histogram.ts';
import { dayOf, halvingDays, isTelling } from '../usage-store.ts';
import type { ToolCounts, UsageBatch, UsageStore, UsageTotals } from '../usage-store.ts';
import { isUnusable, resultCode, resultCodes } from './file/database-error.ts';
import { Database, ofOneState, type Row } from './file/driver.ts';
import { inodeOf } from './file/set-aside.ts';
import { inWriteTransaction, lookAt, makePrivate, whileBusy } from './file/side-file.ts';

/** "CSus". */
const applicationId = 0x43537573;
const schemaVersion = 1;

/** As they stand in the file: a file with others is none of ours. In the order of their names. */
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
const openPatienceMs = 200;

/** What SQLite or the file system said, about this file. */
function usageError(error: unknown, path: string, hint = 'Counts stay in memory until it can be used.'): AppError {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError('DatabaseError', `${path} cannot be used: ${message}`, { hint, cause });
}

/** Makes the file, or takes it away from others' eyes, before SQLite opens it. */
function makeOrHide(path: string): void {
  const found = lookAt(path);
  if (found !== null) return makePrivate(path, found);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** `null`: it is empty. Throws what is wrong with it. */
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
  if (found.join('\n') !== tables.join('\n')) throw new Error('it has other tables than it should');
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
  // The next commit takes it up. Without its log each batch would wait for the disk.
  database.exec('PRAGMA journal_mode = WAL');
  inWriteTransaction(database, () => {
    // Asked again under the lock: another process may have been first.
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
    // A power cut may take the last batches with it, never the file's soundness; no batch waits for the disk.
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA wal_autocheckpoint = 256');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Null: it is empty. */
function connectReading(path: string, immutable: boolean): Database | null {
  const database = new Database(path, { readOnly: true, immutable });
  let keep = false;
  try {
    configure(database);
    keep = readVersion(database) !== null;
    return keep ? database : null;
  } finally {
    if (!keep) database.close();
  }
}

function isRefused(error: unknown): boolean {
  const code = resultCode(error);
  return code === resultCodes.cantOpen || code === resultCodes.readOnly;
}

export interface UsageStoreOptions {
  /** The file; its folder is never made. */
  path: string;
  readOnly?: boolean;
}

/** Null where there is no folder for it, or, read only, no file. Rejects with a `DatabaseError`. */
export async function openSqliteUsage({ path, readOnly = false }: UsageStoreOptions): Promise<UsageStore | null> {
  try {
    if (!readOnly) {
      if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) return null;
      makeOrHide(path);
      return new SqliteUsageStore(await whileBusy(openPatienceMs, () => connect(path)));
    }
    if (lookAt(path) === null) return null;
    const database = await whileBusy(openPatienceMs, () => {
      try {
        return connectReading(path, false);
      } catch (error) {
        // Reading needs the log's shared memory, which cannot be made in a folder that may not be written.
        if (!isRefused(error) || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw error;
        return connectReading(path, true);
      }
    });
    return database === null ? null : new SqliteUsageStore(database);
  } catch (error) {
    throw usageError(error, path);
  }
}

/** Removes all that was counted; a damaged or newer file goes as a whole. Rejects with a `DatabaseError`. */
export async function forgetSqliteUsage(path: string): Promise<void> {
  const hint = 'Remove the file yourself if it is not needed.';
  try {
    if (lookAt(path) === null) return;
    const database = await whileBusy(2000, () => connect(path));
    try {
      await whileBusy(2000, () => forgetAll(database));
      await whileBusy(500, () => {
        // What was deleted must not stay in the log either.
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
          // A moment to come is a clock that was put back.
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
    if (!isTelling(last === undefined ? undefined : growthPoint(last), point)) continue;
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

/** Columns are of the types that the tables say: they are STRICT. */
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
  for (const [of, calls, failed, peak] of database.all(byDay, day)) {
    const peakMemoryBytes = peak === null ? null : Number(peak);
    days.set(String(of), { calls: Number(calls), failed: Number(failed), peakMemoryBytes });
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
