/**
 * Ends the work of a question that nobody waits for any more: its next turn rejects with a `QuestionGone`. The signal of the client's cancellation, or of its
 * closed connection, goes with the asynchronous work, so that what the question calls need not hand it on.
 * Invariant: work that outlives a question takes other turns (turns.ts) or is apart from it, and is never ended here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { firstTurn, nextTurn, questionSliceMs, Turns } from './turns.ts';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Thrown where the question is gone. */
export class QuestionGone extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('The call was cancelled');
  }
}

/** Runs the work of a question until its signal fires. */
export function asQuestion<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return signals.run(signal, work);
}

/** Of the question under way; undefined outside of one. */
export function questionSignal(): AbortSignal | undefined {
  return signals.getStore();
}

/** Runs work that a question begins and that outlives it, such as a run of the indexer: nothing in it ends with the question. */
export function apartFromQuestion<T>(work: () => T): T {
  return signals.exit(work);
}

/** For questions, before a step that takes long and has no turns. */
export function throwIfGone(signal = signals.getStore()): void {
  if (signal?.aborted === true) throw new QuestionGone();
}

/** `firstTurn` of a question. */
export async function firstQuestionTurn(): Promise<void> {
  await firstTurn();
  throwIfGone();
}

/** `nextTurn` of a question. */
export async function questionTurn(): Promise<void> {
  await nextTurn();
  throwIfGone();
}

/** The turns of the question that makes them. */
export class QuestionTurns extends Turns {
  readonly #signal = signals.getStore();

  constructor() {
    super(questionSliceMs);
  }

  override take(): Promise<void> | null {
    throwIfGone(this.#signal);
    return super.take();
  }
}

/** Work that several questions wait for. It is ended when all of them are gone. */
export class SharedWork<T> {
  readonly #end = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(work: () => Promise<T>) {
    this.#result = asQuestion(this.#end.signal, work);
    this.#result.catch(() => this.#end.abort());
  }

  /** Whether it was ended before its result, or has failed, so that the next question has to begin it again. */
  get isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  /** The result, for the question that calls this; rejects when that question is gone. */
  wait(): Promise<T> {
    this.#waiting++;
    const signal = signals.getStore();
    if (signal === undefined) return this.#result;
    const gone = Promise.withResolvers<never>();
    const leave = (): void => {
      if (--this.#waiting === 0) this.#end.abort();
      gone.reject(new QuestionGone());
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return Promise.race([this.#result, gone.promise]).finally(() => signal.removeEventListener('abort', leave));
  }
}
