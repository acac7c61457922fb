/**
 * Turns of the event loop within long synchronous work: without them the process hears no signal, no message and no timer. Where the work also waits for
 * queries, `TimeSlices` is used.
 * Invariant: of all work that waits for a turn, one piece runs in each round of the loop, in the order of waiting. With `setImmediate` alone a piece of each
 * of a hundred questions would run in one round.
 */
import { clockMs } from './clock.ts';

/** The longest work between two turns (ms), except where a single step takes longer. */
const usualSliceMs = 50;
/** The same for a question: other questions wait for the end of each slice. */
export const questionSliceMs = 12;

/** What waits for its turn. */
const waiting: (() => void)[] = [];

/** Resolves in a later round of the event loop, after what waited before. */
export function nextTurn(): Promise<void> {
  return new Promise((goOn) => {
    if (waiting.push(goOn) === 1) setImmediate(passOn);
  });
}

function passOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(passOn);
}

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
    await nextTurn();
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
