/**
 * Turns of the event loop within long synchronous work: without them the process hears no signal, no message and no timer. Where the work also waits for
 * queries, `TimeSlices` is used.
 * Invariants: of all work that waits for a turn, one piece runs in each round of the loop. With `setImmediate` alone a piece of each of a hundred questions
 * would run in one round. Work that begins and work that goes on take turns with each other, each in the order of waiting: a short question does not wait for
 * a piece of each long one.
 */
import { clockMs } from '../clock.ts';

/** The longest work between two turns (ms), except where a single step takes longer. */
const usualSliceMs = 50;
/** The same for a question: other questions wait for the end of each slice. */
export const questionSliceMs = 12;

const beginning: (() => void)[] = [];
const goingOn: (() => void)[] = [];
let hasLastBegun = false;
/** When the last piece of work went on (`clockMs()`). */
let turnBegan = -Infinity;

/** For work that begins: resolves in a later round of the event loop. */
export function firstTurn(): Promise<void> {
  return turnIn(beginning);
}

/** For work that goes on: resolves in a later round of the event loop. */
export function nextTurn(): Promise<void> {
  return turnIn(goingOn);
}

function turnIn(line: (() => void)[]): Promise<void> {
  return new Promise((run) => {
    if (beginning.length + goingOn.length === 0) setImmediate(passOn);
    line.push(run);
  });
}

function passOn(): void {
  const isBeginning = goingOn.length === 0 || (beginning.length > 0 && !hasLastBegun);
  hasLastBegun = isBeginning;
  turnBegan = clockMs();
  (isBeginning ? beginning : goingOn).shift()?.();
  if (beginning.length + goingOn.length > 0) setImmediate(passOn);
}

export class Turns {
  readonly #sliceMs: number;

  constructor(sliceMs = usualSliceMs) {
    this.#sliceMs = sliceMs;
  }

  /**
   * Gives the event loop a turn if the last one was too long ago, whichever work had it: several that wait for the same promise go on in one round. To be
   * called between steps, and awaited only where it returns a promise.
   */
  take(): Promise<void> | null {
    return clockMs() - turnBegan < this.#sliceMs ? null : nextTurn();
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
