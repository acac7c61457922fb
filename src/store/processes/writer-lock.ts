/**
 * The contract of the lock that makes one process the writer of an index.
 * Invariants: at most one lock object holds the lock, among all processes and within one. The lock is released when the holder's process ends,
 * however that happens, and when the lock object is garbage-collected. Taking it never waits. The lock only decides who writes: the locks of the
 * store keep the index consistent.
 */

/** No process can get the lock here; the index works without it. */
export interface LockUnavailable {
  /** The reason, as a sentence. */
  unavailable: string;
  /** What to do, as a sentence. */
  hint: string;
}

export type LockAttempt = 'held' | 'busy' | LockUnavailable;

export interface WriterLock {
  /** Also false if the file was removed or replaced: another process may then hold the lock of the new file. */
  readonly isHeld: boolean;
  /**
   * Takes the lock if it is free. `busy` may also mean that another process tries to take it at the same moment. A suspended holder (SIGSTOP, a
   * debugger) keeps the lock.
   */
  tryAcquire(): LockAttempt;
  /** Whether some process holds the lock at this moment; creates no file. */
  isTaken(): boolean;
  /** Releases the lock at once; it may be taken again. */
  release(): void;
}
