/**
 * The contract of the lock that makes one process of several the writer of an index.
 * Invariants: at most one lock object holds it, over all processes and within one; it ends with its holder's process, however that ends;
 * taking it never waits; it is given back, too, when nobody refers to its object any more. It says who writes, and is not what keeps the
 * index whole: the store's own locks do that.
 */

/** The lock cannot be had here, by this process or by any; the index works without it. */
export interface LockUnavailable {
  /** A sentence. */
  unavailable: string;
  /** What to do about it, as a sentence. */
  hint: string;
}

export type LockAttempt = 'held' | 'busy' | LockUnavailable;

export interface WriterLock {
  /** False also once its file has been removed or replaced: then another process may hold the new one. */
  readonly isHeld: boolean;
  /**
   * Takes the lock if it is free. `busy` may be said of a lock for which another only tries at the same moment. A holder that is stopped
   * (SIGSTOP, a debugger) keeps it.
   */
  tryAcquire(): LockAttempt;
  /** Whether some process holds it at this moment; makes no file. */
  isTaken(): boolean;
  /** At once. It may be taken again. */
  release(): void;
}
