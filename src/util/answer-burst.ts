/**
 * Lets a server's background work wait while queries follow one another. Otherwise each query would wait for a slice of that work, and for
 * another slice wherever the query yields to the event loop.
 * Invariants: in a process that answers nothing, work never waits. In a server, work gets its turn however many queries there are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { clockMs } from './clock.ts';

/** A query follows an answer if it comes within this time after the answer (ms). */
const followingMs = 20;
/** Work waits at most this long between two slices (ms), so that it gets at least a tenth of the time. */
const maxPauseMs = 40;
const pollMs = 10;

let answeredAt = -Infinity;

/** The clock and the timer; tests replace them. */
export interface Pauses {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

const realPauses: Pauses = { now: clockMs, sleep: (ms) => sleep(ms, undefined, { ref: false }) };

/** To be called when a query has been answered. */
export function noteAnswer(now: number = clockMs()): void {
  answeredAt = now;
}

/** Waits while queries follow one another, at most for `maxPauseMs`. Resolves with whether they still do. */
export async function afterAnswers(pauses: Pauses = realPauses): Promise<boolean> {
  const until = pauses.now() + maxPauseMs;
  for (;;) {
    const now = pauses.now();
    if (now - answeredAt >= followingMs) return false;
    if (now >= until) return true;
    await pauses.sleep(pollMs);
  }
}
