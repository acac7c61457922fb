/**
 * The writer's lock: an empty SQLite file on which the holder keeps an exclusive transaction that it never commits. The operating system
 * takes SQLite's lock away with the process, and SQLite keeps two connections of one process apart.
 * Invariants: nothing is ever written, so there is nothing to be damaged or recovered; no other code of this process opens the file.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../../model/error.ts';
import type { LockAttempt, WriterLock } from '../../processes/writer-lock.ts';
import { uniqueName } from '../../../util/unique-name.ts';
import { databaseError, isBusy, resultCode, resultCodes } from '../file/database-error.ts';
import { Database, isInMemory } from '../file/driver.ts';
import { identityOf, lookAt, makePrivate, sideFilePath } from '../file/side-file.ts';

/** A file that was replaced between two looks is opened anew so often. */
const attempts = 3;

export function openWriterLock(databasePath: string): WriterLock {
  return isInMemory(databasePath)
    ? new MemoryWriterLock()
    : new SqliteWriterLock(sideFilePath(databasePath, 'writer.lock'));
}

/** Nobody else has an index in memory. */
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
  #held = false;
  #locksWork: boolean | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  get isHeld(): boolean {
    return this.#held && this.#connection !== null && this.#connection.identity === currentIdentity(this.#path);
  }

  tryAcquire(): LockAttempt {
    if (this.isHeld) return 'held';
    try {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const connection = this.#connect();
        const taken = connection.take();
        if (currentIdentity(this.#path) !== connection.identity) {
          this.release();
          continue;
        }
        this.#held = taken;
        if (taken) return 'held';
        // Where the file system knows no locks, SQLite says the same as where another has them.
        this.#locksWork ??= doLocksWork(this.#path);
        if (this.#locksWork) return 'busy';
        this.release();
        return unavailable(this.#path, new Error('its file system knows no locks'));
      }
      return 'busy';
    } catch (error) {
      this.release();
      return unavailable(this.#path, error);
    }
  }

  isTaken(): boolean {
    if (this.isHeld) return true;
    try {
      const found = lookAt(this.#path);
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
    this.#held = false;
    const connection = this.#connection;
    this.#connection = null;
    try {
      connection?.close();
    } catch {
      // Nothing was written, so nothing can be lost; what is left open the end of the process closes.
    }
  }

  /** A connection to the file that is there now, which is made if there is none. */
  #connect(): LockConnection {
    const found = lookAt(this.#path) ?? makeFile(this.#path);
    const identity = identityOf(found);
    if (this.#connection !== null && this.#connection.identity === identity) return this.#connection;
    this.release();
    if (found.size !== 0n) throw new Error('it is not empty, so it is not the one that this program made');
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

  /** False while another has it. */
  take(): boolean {
    try {
      // Without it a journal would lie beside the file. Needs a free lock itself.
      if (!this.#isPrepared) this.#database.exec('PRAGMA journal_mode = MEMORY');
      this.#isPrepared = true;
      this.#database.exec('BEGIN EXCLUSIVE');
      // In a file that may not be written SQLite begins a reading transaction instead and says nothing; this it refuses.
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
    return identityOf(lookAt(path));
  } catch {
    return null;
  }
}

/** Left to SQLite, which alone may open it. */
function makeFile(path: string): NonNullable<ReturnType<typeof lookAt>> {
  new Database(path).close();
  const found = lookAt(path);
  if (found === null) throw new Error('it cannot be made');
  return found;
}

/** Whether a file that nobody else knows can be locked in the same folder. */
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
    // The folder may not be written: nothing speaks against the locks of files that are there.
    return true;
  } finally {
    rmSync(probe, { force: true });
  }
}

function unavailable(path: string, error: unknown): LockAttempt {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  const known = resultCode(error) !== null || (cause instanceof Error && 'code' in cause);
  const isRefused = resultCode(error) === resultCodes.cantOpen || resultCode(error) === resultCodes.readOnly;
  return {
    unavailable: `${path} cannot be locked: ${cause instanceof Error ? cause.message : String(cause)}`,
    hint: isRefused
      ? `The folder ${dirname(path)} or this file cannot be written: check its permissions. Until then each process indexes for itself.`
      : known
        ? `${databaseError(cause, path).hint ?? ''} Until then each process indexes for itself.`
        : 'Each process indexes for itself until that file is removed or the index is put elsewhere with `--db PATH`.',
  };
}
