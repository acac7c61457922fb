/** Long synchronous work in slices, so that a thread that serves queries stays responsive and a run can be cancelled. */
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../model/error.ts';
import { afterAnswers } from '../../util/answer-burst.ts';
import { clockMs } from '../../util/clock.ts';

/** How long a slice may last (ms), and how long while questions follow one another, since the next one waits for it. */
const sliceMs = 12;
const shortSliceMs = 4;
/** How many steps go by between two looks at the clock: some read a folder and open a handle for it. */
const stepsPerLook = 16;

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
    if (++this.#steps < stepsPerLook) return false;
    this.#steps = 0;
    return this.#now() - this.#started > this.#sliceMs;
  }

  /** Lets the event loop run; rejects when the work was cancelled. */
  async rest(): Promise<void> {
    this.throwIfCancelled();
    await setImmediate();
    this.throwIfCancelled();
    this.#started = this.#now();
  }

  /** The same of work that no question waits for: while they follow one another it stands back for them, and its slices are short. */
  async standBack(): Promise<void> {
    this.throwIfCancelled();
    await setImmediate();
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
