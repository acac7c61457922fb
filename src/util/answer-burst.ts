/**
 * Lets work behind the answers of a server stand back while one question follows another: each would wait for a slice of it, and for
 * another one wherever it lets the event loop run.
 * Invariants: a process that answers nothing never waits; work that has to be done gets its turn however many questions there are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { clockMs } from './clock.ts';

/** Questions that come within this after an answer follow it (ms)… */
const watchingMs = 20;
/** … and work waits no longer for them between two slices (ms): a tenth of the time is its own then. */
const longestPauseMs = 40;
const lookMs = 10;

let answeredAt = -Infinity;

/** How time goes by; tests have a time of their own. */
export interface Pauses {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

const real: Pauses = { now: clockMs, sleep: (ms) => sleep(ms, undefined, { ref: false }) };

/** To be called when a question was answered. */
export function noteAnswer(now: number = clockMs()): void {
  answeredAt = now;
}

/** Resolves when no question follows the last answer any more, or after a while: then with true. */
export async function afterAnswers(pauses: Pauses = real): Promise<boolean> {
  const until = pauses.now() + longestPauseMs;
  for (;;) {
    const now = pauses.now();
    if (now - answeredAt >= watchingMs) return false;
    if (now >= until) return true;
    await pauses.sleep(lookMs);
  }
}
