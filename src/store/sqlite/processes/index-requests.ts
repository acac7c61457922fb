/**
 * The messages between processes that share an index, in a separate SQLite file next to it: one row per request, and one row for the writer.
 * Invariant: a transaction changes at most a few hundred rows (`mostRequests`), and waiting for other processes never blocks the event loop.
 */
import type { FSWatcher } from 'node:fs';
import { AppError, errorCodes, type ErrorCode } from '../../../model/error.ts';
import {
  askerPatienceMs,
  maxOutcomeAgeMs,
  mostPathCharacters,
  mostPaths,
  mostReportCharacters,
  mostRequests,
  type IndexRequests,
  type RequestedWork,
  type RequestState,
  type RequestTicket,
  type TakenRequest,
  type WriterNote,
  type WriterProgress,
  type WriterRow,
} from '../../processes/index-requests.ts';
import { uniqueName } from '../../../util/unique-name.ts';
import { isBusy, isUnusable } from '../file/database-error.ts';
import { isInMemory, type Database, type SqlValue } from '../file/driver.ts';
import { connectRequests, moveRequestsAside, watchRequests } from './requests-file.ts';
import { identityOf, inWriteTransaction, statFile, sideFilePath, whileBusy } from '../file/side-file.ts';
import { clockMs } from '../../../util/clock.ts';

/** How long a change waits for other processes (ms). */
const busyTimeoutMs = 2000;
/** Interval of checks whether the open file is still the one at its path (ms). */
const recheckMs = 1000;

export function openIndexRequests(databasePath: string): IndexRequests {
  return new SqliteIndexRequests(isInMemory(databasePath) ? databasePath : sideFilePath(databasePath, 'requests.db'));
}

class SqliteIndexRequests implements IndexRequests {
  readonly #path: string;
  #database: Database | null = null;
  #identity: string | null = null;
  #checkedAt = 0;
  /** Identifies the requests of this process. Each file gets a new one, so that a ticket of an earlier file finds nothing. */
  #asker = '';
  /** Number of changes by this object, which SQLite's `data_version` does not count. */
  #ownChanges = 0;
  /** An offset that makes each version larger than those of earlier connections. */
  #versionOffset = 0;
  #onChange: (() => void) | null = null;
  #watcher: FSWatcher | null = null;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  version(): number {
    return this.#read(
      (database) => this.#versionOffset + this.#ownChanges + Number(database.get('PRAGMA data_version')?.[0]),
    );
  }

  watch(onChange: () => void): void {
    this.#onChange = onChange;
    this.#watcher?.close();
    this.#watcher = this.#database === null ? null : watchRequests(this.#path, onChange);
  }

  async ask(work: RequestedWork): Promise<RequestTicket> {
    const text = packWork(work);
    const ticket = await this.#change((database): RequestTicket | null => {
      dropExpired(database);
      if (Number(database.get('SELECT count(*) FROM requests')?.[0]) >= mostRequests) return null;
      const now = Date.now();
      const sql = 'INSERT INTO requests (asker, work, asked_ms, seen_ms) VALUES (?, ?, ?, ?) RETURNING id';
      return { id: Number(database.get(sql, this.#asker, text, now, now)?.[0]), asker: this.#asker };
    });
    if (ticket === null) {
      throw new AppError('DatabaseError', `More than ${mostRequests} requests wait for the process that indexes.`, {
        hint: 'It may be suspended: `code-scout status` names it. End it, and another process takes over.',
      });
    }
    return ticket;
  }

  state({ id, asker }: RequestTicket): RequestState {
    const row = this.#read((database) => {
      const sql = 'SELECT taken_by, ended_ms, failed, outcome FROM requests WHERE id = ? AND asker = ?';
      return database.get(sql, id, asker);
    });
    if (row === undefined) return { is: 'gone' };
    const [takenBy, endedMs, failed, outcome] = row;
    if (endedMs === null) return { is: takenBy === null ? 'waiting' : 'taken' };
    if (failed === 0) return { is: 'done', report: typeof outcome === 'string' ? outcome : null };
    return { is: 'failed', error: unpackError(outcome) };
  }

  async renew({ id, asker }: RequestTicket): Promise<void> {
    await this.#change((database) =>
      database.run('UPDATE requests SET seen_ms = ? WHERE id = ? AND asker = ?', Date.now(), id, asker),
    );
  }

  async forget({ id, asker }: RequestTicket): Promise<void> {
    await this.#change((database) => database.run('DELETE FROM requests WHERE id = ? AND asker = ?', id, asker));
  }

  async begin(token: string, note: WriterNote): Promise<void> {
    await this.#change((database) => {
      database.run('UPDATE requests SET taken_by = NULL WHERE ended_ms IS NULL');
      database.run('INSERT OR REPLACE INTO writer VALUES (1, ?, ?, NULL)', token, JSON.stringify(note));
    });
  }

  async take(token: string): Promise<TakenRequest[]> {
    // Most changes of the file are not requests. This check needs no write lock.
    const waiting = 'SELECT 1 FROM requests WHERE taken_by IS NULL LIMIT 1';
    if (this.#read((database) => database.get(waiting)) === undefined) return [];
    return this.#change((database) => {
      dropExpired(database);
      const sql = 'SELECT id, work, asked_ms FROM requests WHERE taken_by IS NULL ORDER BY id';
      const rows = database.all(sql);
      database.run('UPDATE requests SET taken_by = ? WHERE taken_by IS NULL', token);
      return rows.map(([id, work, askedMs]) => ({
        id: Number(id),
        work: unpackWork(work),
        askedAtMs: Number(askedMs),
      }));
    });
  }

  async giveBack(token: string, ids: readonly number[]): Promise<void> {
    const sql = 'UPDATE requests SET taken_by = NULL WHERE id = ? AND taken_by = ? AND ended_ms IS NULL';
    await this.#change((database) => {
      for (const id of ids) database.run(sql, id, token);
    });
  }

  async finish(
    token: string,
    ids: readonly number[],
    outcome: { report: string | null } | { error: AppError },
  ): Promise<void> {
    const failed = 'error' in outcome;
    const text = failed ? packError(outcome.error) : (outcome.report?.slice(0, mostReportCharacters) ?? null);
    await this.#change((database) => {
      const sql = 'UPDATE requests SET ended_ms = ?, failed = ?, outcome = ? WHERE id = ? AND taken_by = ?';
      for (const id of ids) database.run(sql, Date.now(), failed ? 1 : 0, text, id, token);
      dropExpired(database);
    });
  }

  async setProgress(token: string, progress: WriterProgress | null, beat: number): Promise<void> {
    const text = JSON.stringify({ ...progress, beat });
    await this.#change((database) => database.run('UPDATE writer SET progress = ? WHERE token = ?', text, token));
  }

  end(token: string): void {
    if (this.#database === null) return;
    try {
      this.#database.run('DELETE FROM writer WHERE token = ?', token);
      this.#ownChanges++;
    } catch {
      // A stale note does no harm: readers of it check the lock too.
    }
  }

  writer(): WriterRow | null {
    try {
      if (this.#database === null && !isInMemory(this.#path) && statFile(this.#path) === null) return null;
    } catch (error) {
      throw this.#handleError(error);
    }
    const row = this.#read((database) => database.get('SELECT token, note, progress FROM writer'));
    if (row === undefined) return null;
    const note = parse(row[1]);
    if (!isNote(note)) return null;
    const progress = parse(row[2]);
    const beat = isRecord(progress) && typeof progress['beat'] === 'number' ? progress['beat'] : 0;
    return { token: String(row[0]), note, progress: isProgress(progress) ? progressOf(progress) : null, beat };
  }

  close(): void {
    this.#closed = true;
    this.#disconnect();
  }

  #read<T>(work: (database: Database) => T): T {
    try {
      return work(this.#open());
    } catch (error) {
      throw this.#handleError(error);
    }
  }

  async #change<T>(work: (database: Database) => T): Promise<T> {
    try {
      return await whileBusy(busyTimeoutMs, () => {
        const database = this.#open();
        const result = inWriteTransaction(database, () => work(database));
        this.#ownChanges++;
        return result;
      });
    } catch (error) {
      throw this.#handleError(error);
    }
  }

  /** Opens the file at the path, which may have been removed or replaced. */
  #open(): Database {
    if (this.#closed) throw new AppError('DatabaseError', 'The requests are closed.', { hint: 'Open them again.' });
    const inMemory = isInMemory(this.#path);
    if (this.#database !== null) {
      const now = clockMs();
      if (inMemory || now - this.#checkedAt < recheckMs) return this.#database;
      this.#checkedAt = now;
      if (identityOf(statFile(this.#path)) === this.#identity) return this.#database;
      this.#disconnect();
      // A new file may have the inode number of the old one. So `#asker` is renewed here, even if the identity stays the same.
      this.#asker = '';
    }
    const database = connectRequests(this.#path);
    const identity = inMemory ? null : identityOf(statFile(this.#path));
    if (this.#asker === '' || identity !== this.#identity) this.#asker = uniqueName();
    this.#identity = identity;
    this.#checkedAt = clockMs();
    this.#database = database;
    if (this.#onChange !== null) this.#watcher = watchRequests(this.#path, this.#onChange);
    return database;
  }

  #disconnect(): void {
    const database = this.#database;
    this.#database = null;
    this.#watcher?.close();
    this.#watcher = null;
    // `data_version` starts from a small number in each connection.
    this.#versionOffset += 1_000_000;
    try {
      database?.close();
    } catch {
      // When the last connection is closed, SQLite empties the log, which fails on a full disk. The next connection will do it.
    }
  }

  /** Closes the connection after an error, so that the next call opens the file again; sets a damaged file aside. Returns the error to throw. */
  #handleError(error: unknown): AppError {
    if (!isBusy(error) && this.#database !== null) {
      this.#disconnect();
      if (isUnusable(error) && moveRequestsAside(this.#path, this.#identity)) this.#asker = '';
    }
    return requestsError(error, this.#path);
  }
}

/** Drops expired rows. If the clock was changed, live requests may be dropped too; their requesters ask again. */
function dropExpired(database: Database): void {
  const now = Date.now();
  database.run('DELETE FROM requests WHERE taken_by IS NULL AND abs(? - seen_ms) > ?', now, askerPatienceMs);
  database.run('DELETE FROM requests WHERE ended_ms IS NOT NULL AND abs(? - ended_ms) > ?', now, maxOutcomeAgeMs);
}

function packWork(work: RequestedWork): string {
  if (work.kind === 'run') return JSON.stringify(work);
  const text = JSON.stringify({ kind: 'files', paths: work.paths });
  const isLarge = work.paths.length > mostPaths || text.length > mostPathCharacters;
  return isLarge ? JSON.stringify({ kind: 'run', force: false } satisfies RequestedWork) : text;
}

function parse(text: SqlValue | undefined): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Unknown work becomes a run, which includes all other work. */
function unpackWork(text: SqlValue | undefined): RequestedWork {
  const work = parse(text);
  if (!isRecord(work)) return { kind: 'run', force: false };
  const { kind, paths } = work;
  if (kind === 'files' && Array.isArray(paths) && paths.every((path) => typeof path === 'string')) {
    return { kind, paths };
  }
  if (kind !== 'run') return { kind: 'run', force: false };
  const { force, compiler, embeddings } = work;
  return {
    ...{ kind, force: force === true },
    ...(compiler === true ? { compiler } : {}),
    ...(embeddings === true ? { embeddings } : {}),
  };
}

function packError({ code, message, hint }: AppError): string {
  return JSON.stringify({ code, message: message.slice(0, mostReportCharacters), hint });
}

function unpackError(text: SqlValue | undefined): AppError {
  const parsed = parse(text);
  const { code, message, hint } = isRecord(parsed) ? parsed : {};
  const isKnown = (value: unknown): value is ErrorCode => (errorCodes as readonly unknown[]).includes(value);
  return new AppError(
    isKnown(code) ? code : 'InternalError',
    typeof message === 'string' ? message : 'The process that indexes failed without an error message.',
    typeof hint === 'string' ? { hint } : {},
  );
}

function isNote(value: unknown): value is WriterNote {
  if (!isRecord(value)) return false;
  const { pid, startedAtMs, host, what, version } = value;
  return (
    typeof pid === 'number' &&
    typeof startedAtMs === 'number' &&
    typeof host === 'string' &&
    typeof version === 'string' &&
    (what === 'server' || what === 'command')
  );
}

function progressOf({ phase, done, total }: WriterProgress): WriterProgress {
  return { phase, done, total };
}

function isProgress(value: unknown): value is WriterProgress {
  if (!isRecord(value)) return false;
  return typeof value['phase'] === 'string' && typeof value['done'] === 'number' && typeof value['total'] === 'number';
}

/** An error of SQLite or the file system, with the file's path. */
function requestsError(error: unknown, path: string): AppError {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  if (cause instanceof AppError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const hint = 'Until it can be used, this process cannot send requests to the one that indexes.';
  return new AppError('DatabaseError', `${path} cannot be used: ${message}`, { hint, cause });
}
