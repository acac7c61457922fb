/** Long synchronous work in slices, so that a thread that serves queries stays responsive and a run can be cancelled. */
import { AppError } from '../../model/error.ts';
import { afterAnswers } from '../../util/answer-burst.ts';
import { clockMs } from '../../util/clock.ts';
import { nextTurn } from '../../util/turns/turns.ts';

/** Duration of a slice (ms). While queries follow one another slices are short, because the next query waits for the end of a slice. */
const sliceMs = 12;
const shortSliceMs = 4;
/** Number of steps between two readings of the clock. It is low because a step may read a folder and open a handle for the folder. */
const stepsPerCheck = 16;

export class TimeSlices {
  readonly #signal: AbortSignal | undefined;
  readonly #now: () => number;
  #steps = 0;
  #sliceMs = sliceMs;
  #started: number;

  constructor(signal: AbortSignal | undefined, now: () => number = clockMs) {
    this.#signal = signal;
    this.#now = now;
    this.#started = now();
  }

  /** Counts a step; true when it is time to `rest`. */
  isOver(): boolean {
    if (++this.#steps < stepsPerCheck) return false;
    this.#steps = 0;
    return this.#now() - this.#started > this.#sliceMs;
  }

  /** Lets the event loop run; rejects when the work was cancelled. */
  async rest(): Promise<void> {
    this.throwIfCancelled();
    await nextTurn();
    this.throwIfCancelled();
    this.#started = this.#now();
  }

  /** Like `rest`, for work that no query waits for: while queries follow one another the work waits for them, and its slices are short. */
  async yieldToQueries(): Promise<void> {
    this.throwIfCancelled();
    await nextTurn();
    this.#sliceMs = (await afterAnswers()) ? shortSliceMs : sliceMs;
    this.throwIfCancelled();
    this.#started = this.#now();
  }

  throwIfCancelled(): void {
    if (this.#signal?.aborted === true) throw cancelled();
  }
}

export function cancelled(): AppError {
  return new AppError('CancelledError', 'Listing the files was cancelled');
}
