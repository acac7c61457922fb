/**
 * One connection, whose reads and writes take turns.
 * Invariants: each read sees one committed state; writes run one after another, each in one transaction; waiting for another process's lock never
 * blocks the event loop; while a snapshot is pinned all reads see it, and the first write of this connection unpins it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { indexClosed } from '../../../model/error.ts';
import { decodingError, isDamage, isBusy } from './database-error.ts';
import { noteDamage } from './noted-damage.ts';
import type { Database } from './driver.ts';
import type { OpenedDatabase } from './open-database.ts';
import type { Transactions } from '../tables/vector-tables.ts';

/** How long a write waits for a write of another process (ms). */
const writePatienceMs = 30_000;

export class SerialisedConnection implements Transactions {
  readonly #reopen: OpenedDatabase['reopen'];
  #database: Database;
  /** The end of the queue of writes. */
  #writes: Promise<unknown> = Promise.resolve();
  #isPinned = false;
  /** Writes of this connection that were committed, and openings of the database. */
  #changes = 0;
  #closed = false;

  constructor({ database, reopen }: Pick<OpenedDatabase, 'database' | 'reopen'>) {
    this.#database = database;
    this.#reopen = reopen;
  }

  get database(): Database {
    return this.#database;
  }

  get isPinned(): boolean {
    return this.#isPinned;
  }

  /** Pins a snapshot: from now on reads see the present state. Does nothing for an immutable file, within a transaction, or if one is pinned. */
  pin(): void {
    if (this.#isPinned || this.#closed || this.#database.isImmutable || this.#database.inTransaction) return;
    this.#database.exec('BEGIN');
    this.#isPinned = true;
    // A transaction gets its snapshot at the first read.
    this.#database.get('SELECT count(*) FROM sqlite_schema');
  }

  unpin(): void {
    if (!this.#isPinned) return;
    this.#isPinned = false;
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  /** Runs `work` on one committed state. */
  read<T>(work: (database: Database) => T): T {
    this.#assertOpen();
    const database = this.#database.isOutdated ? this.#openAgain('read') : this.#database;
    const wasPinned = this.#isPinned && database.inTransaction;
    if (!wasPinned) database.exec('BEGIN');
    try {
      return work(database);
    } catch (error) {
      throw noted(decodingError(error, database.location), database.location);
    } finally {
      // Nothing was written, and on a damaged file COMMIT can fail.
      if (!wasPinned && database.inTransaction) database.exec('ROLLBACK');
    }
  }

  /** Identifies the committed state that `database` reads: changes with every write of this connection or another. To be called within a read. */
  stamp(database: Database): string {
    // SQLite counts the writes of other connections only.
    return `${this.#changes} ${String(database.get('PRAGMA data_version')?.[0])}`;
  }

  /** Runs `work` in a write transaction, after all earlier ones. */
  async change<T>(work: (database: Database) => T): Promise<T> {
    this.#assertOpen();
    const turn = this.#writes.then(() => this.#transact(work));
    this.#writes = turn.catch(() => undefined);
    return turn;
  }

  /** Nothing is awaited between taking the lock and releasing it, so no read of this connection comes in between. */
  async #transact<T>(work: (database: Database) => T): Promise<T> {
    // The medium may have become writable; if it is not, opening throws an error with the reason.
    const database = this.#database.isImmutable ? this.#openAgain('write') : this.#database;
    const deadline = Date.now() + writePatienceMs;
    for (let pause = 1; !this.#begin(Date.now() < deadline); pause = Math.min(pause * 2, 50)) await sleep(pause);
    try {
      const result = work(database);
      database.exec('COMMIT');
      this.#changes++;
      return result;
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK');
      throw noted(decodingError(error, database.location), database.location);
    }
  }

  /** Replaces the connection to an immutable file. */
  #openAgain(to: 'read' | 'write'): Database {
    const previous = this.#database;
    this.#database = this.#reopen?.(to) ?? previous;
    if (this.#database !== previous) previous.close();
    this.#changes++;
    return this.#database;
  }

  /** Takes the write lock. If another process has the lock, returns false while there is still time to wait (`mayWait`), and throws otherwise. */
  #begin(mayWait: boolean): boolean {
    this.unpin();
    try {
      this.#database.withoutWaiting(() => this.#database.exec('BEGIN IMMEDIATE'));
      return true;
    } catch (error) {
      if (mayWait && isBusy(error)) return false;
      throw error;
    }
  }

  /** Closes the connection after the writes under way and those that wait. Further calls do nothing. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writes;
    this.unpin();
    this.#database.close();
  }

  #assertOpen(): void {
    if (this.#closed) throw indexClosed();
  }
}

/** Returns the error. Damage is noted, so that the next use of the index sets it aside. */
function noted(error: unknown, location: string): unknown {
  if (isDamage(error)) noteDamage(location);
  return error;
}
