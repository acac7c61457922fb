/**
 * The writer's lock: an empty SQLite file in which the holder keeps an exclusive transaction open that it never commits. The operating system
 * releases SQLite's lock when the process ends, and SQLite separates two connections of one process.
 * Invariants: nothing is ever written, so nothing can be damaged or needs recovery; no other code of this process opens the file.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../../model/error.ts';
import type { LockAttempt, WriterLock } from '../../processes/writer-lock.ts';
import { uniqueName } from '../../../util/unique-name.ts';
import { databaseError, isBusy, resultCode, resultCodes } from '../file/database-error.ts';
import { Database, isInMemory } from '../file/driver.ts';
import { identityOf, statFile, makePrivate, sideFilePath } from '../file/side-file.ts';

/** Maximum number of attempts if the file is replaced while it is opened. */
const maxAttempts = 3;

export function openWriterLock(databasePath: string): WriterLock {
  return isInMemory(databasePath)
    ? new MemoryWriterLock()
    : new SqliteWriterLock(sideFilePath(databasePath, 'writer.lock'));
}

/** An index in memory belongs to one process, so no other process can hold its lock. */
class MemoryWriterLock implements WriterLock {
  isHeld = false;

  tryAcquire(): LockAttempt {
    this.isHeld = true;
    return 'held';
  }

  isTaken(): boolean {
    return this.isHeld;
  }

  release(): void {
    this.isHeld = false;
  }
}

class SqliteWriterLock implements WriterLock {
  readonly #path: string;
  #connection: LockConnection | null = null;
  #hasLock = false;
  /** Whether the file system has working locks; null until that is checked. */
  #locksWork: boolean | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  get isHeld(): boolean {
    return this.#hasLock && this.#connection !== null && this.#connection.identity === currentIdentity(this.#path);
  }

  tryAcquire(): LockAttempt {
    if (this.isHeld) return 'held';
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const connection = this.#connect();
        const taken = connection.take();
        if (currentIdentity(this.#path) !== connection.identity) {
          this.release();
          continue;
        }
        this.#hasLock = taken;
        if (taken) return 'held';
        // On a file system without locks, SQLite reports a lock as taken, although nobody has it.
        this.#locksWork ??= doLocksWork(this.#path);
        if (this.#locksWork) return 'busy';
        this.release();
        return lockUnavailable(this.#path, new Error('its file system has no locks'));
      }
      return 'busy';
    } catch (error) {
      this.release();
      return lockUnavailable(this.#path, error);
    }
  }

  isTaken(): boolean {
    if (this.isHeld) return true;
    try {
      const found = statFile(this.#path);
      if (found === null || found.size !== 0n) return false;
      const connection = new LockConnection(this.#path, null);
      try {
        return connection.isTaken();
      } finally {
        connection.close();
      }
    } catch {
      return false;
    }
  }

  release(): void {
    this.#hasLock = false;
    const connection = this.#connection;
    this.#connection = null;
    try {
      connection?.close();
    } catch {
      // Nothing was written, so nothing can be lost; the end of the process closes the file.
    }
  }

  /** A connection to the file at the path, which is created if there is none. */
  #connect(): LockConnection {
    const found = statFile(this.#path) ?? makeFile(this.#path);
    const identity = identityOf(found);
    if (this.#connection !== null && this.#connection.identity === identity) return this.#connection;
    this.release();
    if (found.size !== 0n) throw new Error('it is not empty, so this program did not create it');
    makePrivate(this.#path, found);
    this.#connection = new LockConnection(this.#path, identity);
    return this.#connection;
  }
}

class LockConnection {
  readonly identity: string | null;
  readonly #database: Database;
  #isPrepared = false;

  constructor(path: string, identity: string | null) {
    this.identity = identity;
    this.#database = new Database(path);
    this.#database.exec('PRAGMA busy_timeout = 0');
  }

  /** False if another process holds the lock. */
  take(): boolean {
    try {
      // Keeps SQLite from creating a journal file. This statement also needs a free lock.
      if (!this.#isPrepared) this.#database.exec('PRAGMA journal_mode = MEMORY');
      this.#isPrepared = true;
      this.#database.exec('BEGIN EXCLUSIVE');
      // In a read-only file SQLite silently begins a read transaction instead, but it refuses this write.
      this.#database.exec('PRAGMA user_version = 1');
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  isTaken(): boolean {
    try {
      this.#database.get('PRAGMA schema_version');
      return false;
    } catch (error) {
      return isBusy(error);
    }
  }

  close(): void {
    this.#database.close();
  }
}

function currentIdentity(path: string): string | null {
  try {
    return identityOf(statFile(path));
  } catch {
    return null;
  }
}

/** Creates the file through SQLite, because no other code may open it. */
function makeFile(path: string): NonNullable<ReturnType<typeof statFile>> {
  new Database(path).close();
  const found = statFile(path);
  if (found === null) throw new Error('it cannot be created');
  return found;
}

/** Whether a new file in the same folder can be locked. */
function doLocksWork(path: string): boolean {
  const probe = `${path}.${uniqueName()}`;
  try {
    const connection = new LockConnection(probe, null);
    try {
      return connection.take();
    } finally {
      connection.close();
    }
  } catch {
    // The folder cannot be written, which says nothing about locks of existing files.
    return true;
  } finally {
    rmSync(probe, { force: true });
  }
}

function lockUnavailable(path: string, error: unknown): LockAttempt {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  const isSystemError = resultCode(error) !== null || (cause instanceof Error && 'code' in cause);
  const isRefused = resultCode(error) === resultCodes.cantOpen || resultCode(error) === resultCodes.readOnly;
  return {
    unavailable: `${path} cannot be locked: ${cause instanceof Error ? cause.message : String(cause)}`,
    hint: isRefused
      ? `The folder ${dirname(path)} or this file cannot be written: check its permissions. Until then each process indexes for itself.`
      : isSystemError
        ? `${databaseError(cause, path).hint ?? ''} Until then each process indexes for itself.`
        : 'Each process indexes for itself until that file is removed or the index is put elsewhere with `--db PATH`.',
  };
}
