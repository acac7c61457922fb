/**
 * The contract of the messages between processes that share an index: work requested from the writer, its outcome, who the writer is, and its
 * progress.
 * Invariants: a request is done at least once, or reported as failed, unless its requester withdraws it or ends; nothing here touches the index or waits for its
 * transactions; the stored data is bounded in number, size and age. The correctness of the index never depends on these messages.
 */
import type { AppError } from '../../model/error.ts';

export type RequestedWork =
  /** `force`: index all files again; `compiler`: also ask the TypeScript compiler (second tier); `embeddings`: also make vectors. */
  | { kind: 'run'; force: boolean; compiler?: boolean; embeddings?: boolean }
  /** Paths relative to the root. More than `mostPaths` become a request for a run. */
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
  /** When the process started (ms since 1970). */
  startedAtMs: number;
}

/** Progress of the writer's run. */
export interface WriterProgress {
  phase: string;
  done: number;
  total: number;
}

export interface WriterRow {
  /** Identifies one lease: one time that a process holds the lock. */
  token: string;
  note: WriterNote;
  /** Null: no run is under way. */
  progress: WriterProgress | null;
  /** A heartbeat: a number that increases while the writer works on requests. */
  beat: number;
}

/** State of a request: `waiting` for a writer, `taken` by one, done (with the writer's report), failed, or `gone` from the file. */
export type RequestState =
  | { is: 'waiting' | 'taken' | 'gone' }
  | { is: 'done'; report: string | null }
  | { is: 'failed'; error: AppError };

export interface RequestTicket {
  id: number;
  /** Identifies the connection that asked, because another file may have the same ids. */
  asker: string;
}

/** A request with more paths, or more characters of JSON, becomes a request for a run. */
export const mostPaths = 500;
export const mostPathCharacters = 65_536;
/** Limit on the number of requests stored at a time. */
export const mostRequests = 256;
/** Longer reports of the writer are cut (characters). */
export const mostReportCharacters = 65_536;
/** A waiting request is dropped if its requester has given no sign of life for this long, forward or backward on the clock (ms). */
export const askerPatienceMs = 30_000;
/** An outcome that nobody has fetched is dropped after this time (ms). */
export const maxOutcomeAgeMs = 60_000;

/** Calls reject or throw a `DatabaseError` if the file cannot be used, except `watch`, `end` and `close`; the next call tries again. */
export interface IndexRequests {
  /** A number that changes if anything here may have changed. Costs a few microseconds. */
  version(): number;
  /** Calls back soon after a change, if the system reports the change. This only makes polling of `version` faster; nothing depends on it. */
  watch(onChange: () => void): void;

  ask(work: RequestedWork): Promise<RequestTicket>;
  state(ticket: RequestTicket): RequestState;
  /** Shows that the requester is still there. */
  renew(ticket: RequestTicket): Promise<void>;
  /** Withdraws the request if it is not taken yet; otherwise its outcome is dropped. */
  forget(ticket: RequestTicket): Promise<void>;

  /** Stores this writer's note, and makes requests that the last writer left unfinished wait again. To be called only while the lock is held. */
  begin(token: string, note: WriterNote): Promise<void>;
  /** Takes all waiting requests, in the order of asking; drops expired ones. */
  take(token: string): Promise<TakenRequest[]>;
  /** Makes the unfinished ones of these requests wait again. */
  giveBack(token: string, ids: readonly number[]): Promise<void>;
  finish(
    token: string,
    ids: readonly number[],
    outcome: { report: string | null } | { error: AppError },
  ): Promise<void>;
  setProgress(token: string, progress: WriterProgress | null, beat: number): Promise<void>;
  /** Removes the note, if it belongs to this writer and the file is not locked. */
  end(token: string): void;

  /** The note of the last writer, which may have ended. Creates no file. */
  writer(): WriterRow | null;
  close(): void;
}
