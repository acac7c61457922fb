/**
 * The writer election among processes that share an index. A process is the writer, or a reader, which sends its work to the writer.
 * Invariants: a reader tries to get the lease every one to two seconds, so a dead writer is replaced in about that time; the election never keeps
 * the process alive; callbacks run after the call that caused them has returned.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from '../../model/error.ts';
import { processLives } from '../../runtime/process-lives.ts';
import { uniqueName } from '../../util/unique-name.ts';
import {
  askerPatienceMs,
  type IndexRequests,
  type RequestedWork,
  type RequestState,
  type RequestTicket,
  type TakenRequest,
  type WriterNote,
  type WriterProgress,
  type WriterRow,
} from './index-requests.ts';
import type { WriterLock } from './writer-lock.ts';
import { clockMs } from '../../util/clock.ts';

/**
 * `writer`: only this process writes. `reader`: another process is the writer. `independent`: there is no lock and so no election; each process
 * writes for itself, one transaction at a time.
 */
export type WriterRole = { is: 'writer' } | { is: 'reader' } | { is: 'independent'; reason: string; hint: string };

export interface ElectionOptions {
  what: WriterNote['what'];
  version: string;
  /**
   * Does the requests of other processes, in order. Work that was under way before the call does not count, because it may miss later changes of
   * files. When the promise resolves the requests are done, with its value as the report; when it rejects they have failed. Called again for
   * requests that come meanwhile.
   */
  serve: (requests: readonly TakenRequest[]) => Promise<string | null>;
  /** Called with the first role and at each change. */
  onRole?: (role: WriterRole) => void;
}

export interface AskOptions {
  /** Stops waiting, and withdraws the request if no writer has taken it. */
  signal?: AbortSignal;
  /** A writer without a sign of life for this long is unreachable (ms); absent: no limit. */
  silenceMs?: number;
  onProgress?: (progress: WriterProgress) => void;
}

/** The writer cannot be asked, or does not answer: the work is not done, or whether it is done is not known. */
export class UnreachableWriter extends AppError {
  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super('DatabaseError', message, options);
  }
}

type Outcome = Extract<RequestState, { is: 'done' | 'failed' }>;

/** Pause between two attempts to get the lock (ms); a random time up to the same length is added. */
const attemptMs = 1000;
/** Pause before the second attempt (ms): the first may have met another process's attempt rather than a holder. */
const secondAttemptMs = 30;
/**
 * The usual interval of polling for requests (ms). A poll costs 5 microseconds, and waking up for it fifty times as much: four times a second, 0.1 % of
 * a core.
 */
const idlePollMs = 250;
/** The interval for some time (`busyForMs`) after the last request (ms). */
const busyPollMs = 20;
const busyForMs = 5000;
/** The interval if the system notifies of changes, because each notification causes a poll (ms). */
const notifiedPollMs = 1000;
/** How often a waiting request is renewed (ms). */
const renewMs = askerPatienceMs / 6;
/** Least time between two writes of progress (ms). */
const progressMs = 250;
/** Interval of the writer's heartbeat while others wait for it (ms). */
const beatMs = 2000;

export class WriterElection {
  readonly #lock: WriterLock;
  readonly #requests: IndexRequests;
  readonly #options: ElectionOptions;
  readonly #note: WriterNote;
  #role: WriterRole = { is: 'reader' };
  #isRoleReported = false;
  /** Identifies this lease; null if the lock is not held. */
  #token: string | null = null;
  /** Whether the note of this lease is stored, and the requests that the last writer left wait again. */
  #hasBegun = false;
  /** Requests whose outcome could not be stored. */
  #unreported: number[] = [];
  /** Whether the last poll failed. */
  #hasPollFailed = false;
  /** The row of a process that stored its note while this one held the lock. */
  #overtakenBy: WriterRow | null = null;
  #attempts = 0;
  #attemptTimer: NodeJS.Timeout | null = null;
  /** Null while a poll is under way. */
  #pollTimer: NodeJS.Timeout | null = null;
  /** Whether the next poll has been brought forward. */
  #isWoken = false;
  /** Whether the system has notified of a change at least once, even if this process made the change. */
  #isNotified = false;
  #lastVersion: number | null = null;
  #lastActivity = clockMs();
  #progress: WriterProgress | null = null;
  #shownProgress: WriterProgress | null = null;
  #progressTimer: NodeJS.Timeout | null = null;
  #beat = 0;
  #closed = false;

  constructor(lock: WriterLock, requests: IndexRequests, options: ElectionOptions) {
    this.#lock = lock;
    this.#requests = requests;
    this.#options = options;
    const startedAtMs = Math.round(Date.now() - process.uptime() * 1000);
    this.#note = { pid: process.pid, host: hostname(), what: options.what, version: options.version, startedAtMs };
    requests.watch(() => this.#pollSoon());
    this.#attempt();
  }

  get role(): WriterRole {
    return this.#role;
  }

  /** The writer and its progress; null if it is not known, or is this process. */
  writer(): WriterRow | null {
    return this.#role.is === 'reader' ? this.#writerRow() : null;
  }

  /**
   * Asks the writer and waits until the work is done; returns the writer's report. This process itself may become the writer meanwhile. Rejects with
   * the writer's error, with a `CancelledError`, or with an `UnreachableWriter`.
   */
  async ask(work: RequestedWork, options: AskOptions = {}): Promise<string | null> {
    this.#assertCanAsk();
    const isCancelled = (): boolean => options.signal?.aborted === true;
    if (isCancelled()) throw new AppError('CancelledError', 'The request was cancelled.');
    let outcome: Outcome;
    try {
      outcome = await this.#outcomeOf(work, options);
    } catch (error) {
      if (isCancelled()) throw new AppError('CancelledError', 'The request was cancelled.', { cause: error });
      const { code, message, hint } = toAppError(error);
      if (code === 'CancelledError' || error instanceof UnreachableWriter) throw error;
      throw new UnreachableWriter(message, { ...(hint === null ? {} : { hint }), cause: error });
    }
    if (outcome.is === 'failed') throw outcome.error;
    return outcome.report;
  }

  async #outcomeOf(work: RequestedWork, { signal, silenceMs = Infinity, onProgress }: AskOptions): Promise<Outcome> {
    let ticket = await this.#requests.ask(work);
    const began = clockMs();
    let renewed = began;
    let lastVersion: number | null = null;
    // The last change of the request's state or of the writer's row: a sign of life.
    let lastSign = { text: '', atMs: began };
    try {
      for (;;) {
        const now = clockMs();
        const version = this.#requests.version();
        if (version !== lastVersion) {
          const state = this.#requests.state(ticket);
          if (state.is === 'done' || state.is === 'failed') return state;
          // The file was removed, or this process was suspended so long that its request was dropped.
          if (state.is === 'gone') ticket = await this.#requests.ask(work);
          if (state.is === 'taken') this.#reportProgress(onProgress);
          const text = `${state.is} ${JSON.stringify(this.#writerRow())}`;
          if (text !== lastSign.text) lastSign = { text, atMs: now };
          lastVersion = version;
        }
        if (now - lastSign.atMs > silenceMs) throw this.#unresponsiveError();
        if (now - renewed > renewMs) {
          renewed = now;
          await this.#requests.renew(ticket);
        }
        await sleep(now - began < busyForMs ? busyPollMs : idlePollMs, null, { signal });
        this.#assertCanAsk();
      }
    } finally {
      this.#forget(ticket);
    }
  }

  #unresponsiveError(): UnreachableWriter {
    const note = this.#writerRow()?.note;
    const who = note === undefined ? 'The process' : `Process ${note.pid} (a ${note.what}) on ${note.host}`;
    return new UnreachableWriter(`${who} that writes the index does not respond.`, {
      hint: 'It may be suspended: resume it, or end it so that another process takes over.',
    });
  }

  #reportProgress(onProgress: AskOptions['onProgress']): void {
    const progress = onProgress === undefined ? null : this.#writerRow()?.progress;
    if (progress !== null && progress !== undefined) onProgress?.(progress);
  }

  /** Publishes the progress of this process's run; null when it has ended. Does nothing if this process is not the writer. */
  setProgress(progress: WriterProgress | null): void {
    this.#progress = progress;
    // The end is published at once, because a requester that learns that its work is done may read the progress right away.
    if (progress === null && this.#shownProgress !== null) this.#showProgress();
    else this.#showProgressSoon();
  }

  #showProgressSoon(): void {
    if (this.#token === null) return;
    this.#progressTimer ??= setTimeout(() => this.#showProgress(), progressMs).unref();
  }

  #showProgress(): void {
    if (this.#progressTimer !== null) clearTimeout(this.#progressTimer);
    this.#progressTimer = null;
    if (this.#token === null) return;
    this.#shownProgress = this.#progress;
    this.#requests.setProgress(this.#token, this.#progress, this.#beat).catch(() => {});
  }

  /** Releases the lock at once; unfinished requests wait for the next writer. All writing of this process must have ended before. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stepDown();
    if (this.#attemptTimer !== null) clearTimeout(this.#attemptTimer);
    this.#requests.close();
  }

  #forget(ticket: RequestTicket): void {
    if (!this.#closed) this.#requests.forget(ticket).catch(() => {});
  }

  #assertCanAsk(): void {
    if (this.#closed) throw new AppError('CancelledError', 'The index was closed before the request was done.');
    const role = this.#role;
    if (role.is === 'independent') throw new UnreachableWriter(role.reason, { hint: role.hint });
  }

  /** Tries to get the lock, or checks that it is still held. */
  #attempt(): void {
    if (this.#token !== null && (!this.#lock.isHeld || this.#findOvertaker())) this.#stepDown();
    if (this.#token === null) this.#tryLock();
    const pause = ++this.#attempts === 1 ? secondAttemptMs : attemptMs * (1 + Math.random());
    this.#attemptTimer = setTimeout(() => this.#attempt(), pause).unref();
  }

  #tryLock(): void {
    const attempt = this.#lock.tryAcquire();
    if (attempt === 'busy') this.#setRole({ is: 'reader' });
    else if (attempt !== 'held') this.#setRole({ is: 'independent', reason: attempt.unavailable, hint: attempt.hint });
    else if (this.#isShared()) this.#refuseSharedLock();
    else {
      this.#overtakenBy = null;
      this.#token = uniqueName();
      this.#hasBegun = false;
      this.#lastVersion = null;
      this.#setRole({ is: 'writer' });
      this.#poll();
    }
  }

  /**
   * Whether another process has stored its note while this one held the lock, so that both hold it. Then sets `#overtakenBy`. If there is no note at
   * all, resets `#hasBegun`, so that the next poll stores the note of this process again.
   */
  #findOvertaker(): boolean {
    if (!this.#hasBegun) return false;
    const row = this.#writerRow();
    // The file was removed or replaced.
    if (row === null) this.#hasBegun = false;
    if (row === null || row.token === this.#token) return false;
    this.#overtakenBy = row;
    return true;
  }

  /**
   * Whether two living processes hold the lock at the same time, because the file system does not really lock. The other possible cause is that code of
   * this process has opened and closed the file, which loses the lock. In both cases this process does not take the lock while the other lives; a
   * process on another host counts as living.
   */
  #isShared(): boolean {
    const other = this.#overtakenBy;
    if (other === null || this.#writerRow()?.token !== other.token) return false;
    return other.note.host !== hostname() || processLives(other.note.pid);
  }

  #refuseSharedLock(): void {
    this.#lock.release();
    const { pid, host } = this.#overtakenBy?.note ?? this.#note;
    this.#setRole({
      is: 'independent',
      reason: `The index is on a file system without working locks: process ${pid} on ${host} holds the same lock.`,
      hint: 'Put the index on a local disk with `--db PATH`; until then each process indexes for itself.',
    });
  }

  #writerRow(): WriterRow | null {
    try {
      return this.#requests.writer();
    } catch {
      return null;
    }
  }

  #stepDown(): void {
    const token = this.#token;
    this.#token = null;
    if (this.#pollTimer !== null) clearTimeout(this.#pollTimer);
    if (this.#progressTimer !== null) clearTimeout(this.#progressTimer);
    this.#pollTimer = this.#progressTimer = null;
    if (token !== null) this.#requests.end(token);
    this.#lock.release();
  }

  #setRole(role: WriterRole): void {
    const isSame = this.#isRoleReported && JSON.stringify(role) === JSON.stringify(this.#role);
    this.#role = role;
    this.#isRoleReported = true;
    if (isSame) return;
    queueMicrotask(() => {
      if (!this.#closed && this.#role === role) this.#options.onRole?.(role);
    });
  }

  /** Polls for requests. Never throws: the file may be usable the next time. */
  #poll(): void {
    const token = this.#token;
    this.#pollTimer = null;
    this.#isWoken = false;
    if (token === null) return;
    const next = (): void => {
      if (this.#token !== token) return;
      const isBusy = clockMs() - this.#lastActivity < busyForMs;
      const usual = isBusy ? busyPollMs : this.#isNotified ? notifiedPollMs : idlePollMs;
      this.#pollTimer = setTimeout(() => this.#poll(), this.#hasPollFailed ? attemptMs : usual).unref();
    };
    try {
      const version = this.#hasBegun ? this.#requests.version() : null;
      if (version !== null && version === this.#lastVersion && this.#unreported.length === 0) return next();
      this.#lastVersion = version;
    } catch {
      this.#hasPollFailed = true;
      return next();
    }
    void this.#serveNew(token)
      .then(() => {
        this.#hasPollFailed = false;
      })
      .catch(() => {
        this.#hasPollFailed = true;
        this.#lastVersion = null;
      })
      .finally(next);
  }

  /** Polls soon; several changes at once cause one poll. */
  #pollSoon(): void {
    this.#isNotified = true;
    if (this.#pollTimer === null || this.#isWoken) return;
    this.#isWoken = true;
    clearTimeout(this.#pollTimer);
    this.#pollTimer = setTimeout(() => this.#poll(), 1).unref();
  }

  async #serveNew(token: string): Promise<void> {
    if (!this.#hasBegun) {
      await this.#requests.begin(token, this.#note);
      if (this.#token !== token) return;
      this.#hasBegun = true;
      this.#unreported = [];
      this.#shownProgress = null;
      if (this.#progress !== null) this.#showProgressSoon();
    }
    const unreported = this.#unreported;
    if (unreported.length > 0) {
      await this.#requests.giveBack(token, unreported);
      this.#unreported = this.#unreported.slice(unreported.length);
    }
    const taken = await this.#requests.take(token);
    if (taken.length === 0 || this.#token !== token) return;
    this.#lastActivity = clockMs();
    void this.#serve(token, taken);
  }

  async #serve(token: string, taken: readonly TakenRequest[]): Promise<void> {
    let outcome: { report: string | null } | { error: AppError };
    const beating = setInterval(() => this.#showLife(), beatMs).unref();
    try {
      outcome = { report: await this.#options.serve(taken) };
    } catch (error) {
      outcome = { error: toAppError(error) };
    } finally {
      clearInterval(beating);
    }
    // If the lease was lost, or this process is ending, the next writer does the requests again.
    if (this.#token !== token || ('error' in outcome && outcome.error.code === 'CancelledError')) return;
    this.#lastActivity = clockMs();
    const ids = taken.map(({ id }) => id);
    await this.#requests.finish(token, ids, outcome).catch(() => {
      this.#unreported = [...this.#unreported, ...ids];
    });
  }

  #showLife(): void {
    this.#beat++;
    this.#showProgressSoon();
  }
}
