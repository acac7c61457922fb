/**
 * A process's seat at an index that several share: it is the writer, or waits to become it and asks the one who is.
 * Invariants: while it waits it tries again every one to two seconds, so that a dead writer is followed within that; it never keeps the
 * process alive; what it is told comes in a later turn, never from within a call.
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
 * `writer`: this process alone is to write. `reader`: another one is the writer. `independent`: nobody can tell, as there is no lock to be
 * had; each process writes for itself, in the store's turns.
 */
export type WriterRole = { is: 'writer' } | { is: 'reader' } | { is: 'independent'; reason: string; hint: string };

export interface ElectionOptions {
  what: WriterNote['what'];
  version: string;
  /**
   * Does what others ask for, in the order in which it was asked; what it begins must be begun after the call. The requests are done, with
   * the report, or failed, when it settles. Called again for what is asked meanwhile.
   */
  serve: (requests: readonly TakenRequest[]) => Promise<string | null>;
  /** Each change of role, the first one too. */
  onRole?: (role: WriterRole) => void;
}

export interface AskOptions {
  /** Ends the waiting, and takes the request back if nobody has begun it. */
  signal?: AbortSignal;
  /** A writer that gives no sign of life for so long is unreachable (ms); absent: it is waited for. */
  silenceMs?: number;
  onProgress?: (progress: WriterProgress) => void;
}

/** The writer cannot be asked, or does not answer: what it was asked for is not done, or not known to be. */
export class UnreachableWriter extends AppError {
  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super('DatabaseError', message, options);
  }
}

type Ended = Extract<RequestState, { is: 'done' | 'failed' }>;

/** Between two attempts at the lock, with up to as much again by chance (ms). */
const attemptMs = 1000;
/** The second attempt comes this soon: the first may have met another attempt instead of a holder (ms). */
const secondAttemptMs = 30;
/**
 * Requests are looked for this often for a while after the last one, and this often otherwise (ms); a change of which the system tells is
 * looked at when it does. A look costs 5 microseconds, being woken for it fifty times as much: four times a second, .1 % of a core.
 */
const busyPollMs = 20;
const idlePollMs = 250;
const toldPollMs = 1000;
const busyForMs = 5000;
const renewMs = askerPatienceMs / 6;
/** Progress is written this often at the most (ms). */
const progressMs = 250;
/** So often the writer shows that it lives while others wait for it (ms). */
const beatMs = 2000;

export class WriterElection {
  readonly #lock: WriterLock;
  readonly #requests: IndexRequests;
  readonly #options: ElectionOptions;
  readonly #note: WriterNote;
  #role: WriterRole = { is: 'reader' };
  #isToldOnce = false;
  /** Of this holding of the lock; null when it is not held. */
  #token: string | null = null;
  /** The note of this holding is written, and what was left behind waits again. */
  #hasBegun = false;
  /** Requests whose end could not be told. */
  #untold: number[] = [];
  /** The last look for requests failed. */
  #isFailing = false;
  #overtakenBy: WriterRow | null = null;
  #attempts = 0;
  #attemptTimer: NodeJS.Timeout | null = null;
  /** Null while a look is under way. */
  #pollTimer: NodeJS.Timeout | null = null;
  #isWoken = false;
  /** The system has told of a change once, be it this process's own. */
  #isToldOfChanges = false;
  #seenVersion: number | null = null;
  #lastNews = clockMs();
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

  /** Who writes, and how far it has come; null when it is not known or is this process. */
  writer(): WriterRow | null {
    return this.#role.is === 'reader' ? this.#writerRow() : null;
  }

  /**
   * Asks the writer, which may be this process by then, and waits until it is done; returns what the writer reports. Rejects with the
   * writer's error, with a `CancelledError`, or with an `UnreachableWriter`.
   */
  async ask(work: RequestedWork, options: AskOptions = {}): Promise<string | null> {
    this.#assertCanAsk();
    const isCancelled = (): boolean => options.signal?.aborted === true;
    if (isCancelled()) throw new AppError('CancelledError', 'The request was cancelled.');
    let outcome: Ended;
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

  async #outcomeOf(work: RequestedWork, { signal, silenceMs = Infinity, onProgress }: AskOptions): Promise<Ended> {
    let ticket = await this.#requests.ask(work);
    const began = clockMs();
    let renewed = began;
    let seen: number | null = null;
    let life = { sign: '', atMs: began };
    try {
      for (;;) {
        const now = clockMs();
        const version = this.#requests.version();
        if (version !== seen) {
          const state = this.#requests.state(ticket);
          if (state.is === 'done' || state.is === 'failed') return state;
          // Its file was removed, or this process stood still for so long that it seemed to be dead.
          if (state.is === 'gone') ticket = await this.#requests.ask(work);
          if (state.is === 'taken') this.#tellProgress(onProgress);
          const sign = `${state.is} ${JSON.stringify(this.#writerRow())}`;
          if (sign !== life.sign) life = { sign, atMs: now };
          seen = version;
        }
        if (now - life.atMs > silenceMs) throw this.#silence();
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

  #silence(): UnreachableWriter {
    const note = this.#writerRow()?.note;
    const who = note === undefined ? 'The process' : `Process ${note.pid} (a ${note.what}) on ${note.host}`;
    return new UnreachableWriter(`${who} that writes the index gives no sign of life.`, {
      hint: 'It may be suspended: let it go on, or end it, and another process takes over.',
    });
  }

  #tellProgress(onProgress: AskOptions['onProgress']): void {
    const progress = onProgress === undefined ? null : this.#writerRow()?.progress;
    if (progress !== null && progress !== undefined) onProgress?.(progress);
  }

  /** How far this process's run has come, for the others to see; null when it has ended. Nothing where it is not the writer. */
  setProgress(progress: WriterProgress | null): void {
    this.#progress = progress;
    // An end is shown at once: who is told that the work is done may look the moment after.
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

  /** Gives the lock back at once; what others asked of it and is not done waits for the next writer. What this process writes must have ended. */
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

  /** Tries for the lock, or makes sure that it is still held. */
  #attempt(): void {
    if (this.#token !== null && (!this.#lock.isHeld || this.#isOvertaken())) this.#stepDown();
    if (this.#token === null) this.#tryLock();
    const pause = ++this.#attempts === 1 ? secondAttemptMs : attemptMs * (1 + Math.random());
    this.#attemptTimer = setTimeout(() => this.#attempt(), pause).unref();
  }

  #tryLock(): void {
    const attempt = this.#lock.tryAcquire();
    if (attempt === 'busy') this.#tell({ is: 'reader' });
    else if (attempt !== 'held') this.#tell({ is: 'independent', reason: attempt.unavailable, hint: attempt.hint });
    else if (this.#isShared()) this.#refuseSharedLock();
    else {
      this.#overtakenBy = null;
      this.#token = uniqueName();
      this.#hasBegun = false;
      this.#seenVersion = null;
      this.#tell({ is: 'writer' });
      this.#poll();
    }
  }

  /** Another one has written its note while the lock was held: it held it too. */
  #isOvertaken(): boolean {
    if (!this.#hasBegun) return false;
    const row = this.#writerRow();
    // Its file has gone, or was another one: the note is written again.
    if (row === null) this.#hasBegun = false;
    if (row === null || row.token === this.#token) return false;
    this.#overtakenBy = row;
    return true;
  }

  /**
   * Whether the lock was had a second time while the one who had it, too, still lives: its file system pretends to lock. (Or this process's
   * lock was lost, by something that opened and closed the file: then it is not had again.)
   */
  #isShared(): boolean {
    const other = this.#overtakenBy;
    if (other === null || this.#writerRow()?.token !== other.token) return false;
    return other.note.host !== hostname() || processLives(other.note.pid);
  }

  #refuseSharedLock(): void {
    this.#lock.release();
    const { pid, host } = this.#overtakenBy?.note ?? this.#note;
    this.#tell({
      is: 'independent',
      reason: `The index is on a file system that does not keep locks: process ${pid} on ${host} holds the same one.`,
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

  #tell(role: WriterRole): void {
    const isSame = this.#isToldOnce && JSON.stringify(role) === JSON.stringify(this.#role);
    this.#role = role;
    this.#isToldOnce = true;
    if (isSame) return;
    queueMicrotask(() => {
      if (!this.#closed && this.#role === role) this.#options.onRole?.(role);
    });
  }

  /** Looks for requests, now and again. Nothing of it throws: the file may be had the next time. */
  #poll(): void {
    const token = this.#token;
    this.#pollTimer = null;
    this.#isWoken = false;
    if (token === null) return;
    const next = (): void => {
      if (this.#token !== token) return;
      const isBusy = clockMs() - this.#lastNews < busyForMs;
      const usual = isBusy ? busyPollMs : this.#isToldOfChanges ? toldPollMs : idlePollMs;
      this.#pollTimer = setTimeout(() => this.#poll(), this.#isFailing ? attemptMs : usual).unref();
    };
    try {
      const version = this.#hasBegun ? this.#requests.version() : null;
      if (version !== null && version === this.#seenVersion && this.#untold.length === 0) return next();
      this.#seenVersion = version;
    } catch {
      this.#isFailing = true;
      return next();
    }
    void this.#serveNew(token)
      .then(() => {
        this.#isFailing = false;
      })
      .catch(() => {
        this.#isFailing = true;
        this.#seenVersion = null;
      })
      .finally(next);
  }

  /** Several changes at once are looked at once. */
  #pollSoon(): void {
    this.#isToldOfChanges = true;
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
      this.#untold = [];
      this.#shownProgress = null;
      if (this.#progress !== null) this.#showProgressSoon();
    }
    const untold = this.#untold;
    if (untold.length > 0) {
      await this.#requests.giveBack(token, untold);
      this.#untold = this.#untold.slice(untold.length);
    }
    const taken = await this.#requests.take(token);
    if (taken.length === 0 || this.#token !== token) return;
    this.#lastNews = clockMs();
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
    // The next writer does it again; also what is broken off since this process ends.
    if (this.#token !== token || ('error' in outcome && outcome.error.code === 'CancelledError')) return;
    this.#lastNews = clockMs();
    const ids = taken.map(({ id }) => id);
    await this.#requests.finish(token, ids, outcome).catch(() => {
      this.#untold = [...this.#untold, ...ids];
    });
  }

  #showLife(): void {
    this.#beat++;
    this.#showProgressSoon();
  }
}
