/**
 * Turns of the event loop within long synchronous work: without them the process hears no signal, no message and no timer. Where the work also waits for
 * queries, `TimeSlices` is used.
 */
import { setImmediate } from 'node:timers/promises';
import { clockMs } from './clock.ts';

/** The longest work between two turns (ms), except where a single step takes longer. */
const usualSliceMs = 50;
/** The same for a question: other questions wait for the end of each slice. */
export const questionSliceMs = 12;

export class Turns {
  readonly #sliceMs: number;
  #since = clockMs();

  constructor(sliceMs = usualSliceMs) {
    this.#sliceMs = sliceMs;
  }

  /** Gives the event loop a turn if the last one was too long ago. To be called between steps, and awaited only where it returns a promise. */
  take(): Promise<void> | null {
    return clockMs() - this.#since < this.#sliceMs ? null : this.#turn();
  }

  async #turn(): Promise<void> {
    await setImmediate();
    this.#since = clockMs();
  }
}

/** Runs the steps of some work for about `forMs`. The result after the last step; null before it. */
export function runSteps<Result>(steps: Iterator<void, Result, void>, forMs: number): Result | null {
  const end = clockMs() + forMs;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (clockMs() > end) return null;
  }
}
