/**
 * The contract of what processes on one index tell each other: work that the writer is asked for, what became of it, who the writer is,
 * and how far it has come.
 * Invariants: a request is done at least once, or is told to have failed, or its asker has gone; nothing here touches the index or waits
 * for its transactions; what is kept is bounded, in number, size and age. Nothing of it is trusted for correctness.
 */
import type { AppError } from '../../model/error.ts';

export type RequestedWork =
  /** Everything anew by `force`; with the compiler's answers, and with vectors, by the others. */
  | { kind: 'run'; force: boolean; compiler?: boolean; embeddings?: boolean }
  /** Relative to the root. More than `mostPaths` are asked for as a run. */
  | { kind: 'files'; paths: readonly string[] };

export interface TakenRequest {
  id: number;
  work: RequestedWork;
  /** ms since 1970 */
  askedAtMs: number;
}

export interface WriterNote {
  pid: number;
  host: string;
  what: 'server' | 'command';
  version: string;
  /** When its process began (ms since 1970). */
  startedAtMs: number;
}

/** Of the writer's run. */
export interface WriterProgress {
  phase: string;
  done: number;
  total: number;
}

export interface WriterRow {
  /** Of one holding of the lock. */
  token: string;
  note: WriterNote;
  /** Null: nothing is under way. */
  progress: WriterProgress | null;
  /** Goes up while it works on requests: a sign of life. */
  beat: number;
}

/** Where a request is: `waiting` for a writer, `taken` by one, done (with what the writer says of it), failed, or not there any more. */
export type RequestState =
  | { is: 'waiting' | 'taken' | 'gone' }
  | { is: 'done'; report: string | null }
  | { is: 'failed'; error: AppError };

export interface RequestTicket {
  id: number;
  /** Of the connection that asked: ids of another file may be the same. */
  asker: string;
}

/** A request for more paths, or for longer ones than this in JSON, is one for a run. */
export const mostPaths = 500;
export const mostPathCharacters = 65_536;
/** Requests kept at a time. */
export const mostRequests = 256;
/** A writer's report is cut away when it is longer (characters). */
export const mostReportCharacters = 65_536;
/** A request whose asker has given no sign for so long is dropped, whether the clock went forth or back (ms). */
export const askerPatienceMs = 30_000;
/** What nobody fetched is dropped so long after its end (ms). */
export const keptOutcomeMs = 60_000;

/** Every call rejects or throws with a `DatabaseError` where the file cannot be used; the next one tries anew. */
export interface IndexRequests {
  /** Changes when anything here may have changed. Costs some microseconds. */
  version(): number;
  /** Calls back soon after something here may have changed, where the system tells of it: only sooner than `version` would be asked. */
  watch(onChange: () => void): void;

  ask(work: RequestedWork): Promise<RequestTicket>;
  state(ticket: RequestTicket): RequestState;
  /** A sign that the asker is still there. */
  renew(ticket: RequestTicket): Promise<void>;
  /** Takes back what is not taken yet; drops what became of the rest. */
  forget(ticket: RequestTicket): Promise<void>;

  /** Only with the lock held: what the last writer left undone waits again, and this one's note stands. */
  begin(token: string, note: WriterNote): Promise<void>;
  /** All that waits, in the order in which it was asked; drops what is not wanted any more. */
  take(token: string): Promise<TakenRequest[]>;
  /** Those of them that are not finished wait again. */
  giveBack(token: string, ids: readonly number[]): Promise<void>;
  finish(
    token: string,
    ids: readonly number[],
    outcome: { report: string | null } | { error: AppError },
  ): Promise<void>;
  setProgress(token: string, progress: WriterProgress | null, beat: number): Promise<void>;
  /** Takes the note away, if it is this writer's and can be done at once. */
  end(token: string): void;

  /** What the last writer said of itself; it may be gone. Makes no file. */
  writer(): WriterRow | null;
  close(): void;
}
