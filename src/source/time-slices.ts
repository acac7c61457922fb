/** Long synchronous work in slices, so that a thread that serves queries stays responsive and a run can be cancelled. */
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../model/error.ts';

/** How long a slice may last (ms). */
const sliceMs = 12;
/** How many steps go by between two looks at the clock. */
const stepsPerLook = 64;

export class TimeSlices {
  readonly #signal: AbortSignal | undefined;
  #steps = 0;
  #started = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Counts a step; true when it is time to `rest`. */
  isOver(): boolean {
    if (++this.#steps < stepsPerLook) return false;
    this.#steps = 0;
    return performance.now() - this.#started > sliceMs;
  }

  /** Lets the event loop run; rejects when the work was cancelled. */
  async rest(): Promise<void> {
    this.throwIfCancelled();
    await setImmediate();
    this.throwIfCancelled();
    this.#started = performance.now();
  }

  throwIfCancelled(): void {
    if (this.#signal?.aborted === true) throw cancelled();
  }
}

export function cancelled(): AppError {
  return new AppError('CancelledError', 'Listing the files was cancelled');
}
