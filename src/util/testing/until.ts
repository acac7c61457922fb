/** Waiting for what other threads, processes and timers do. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends what hangs, and nothing that is only slow (ms): a starved machine may take minutes. Less than the limit of a test in vitest.config.ts, so
 * that the message is that of who waits.
 */
export const patienceMs = 300_000;

const stepMs = 5;

/** Waits until there is something that is neither undefined, null nor false, and gives it. `what` is told of what hangs. */
export async function until<T>(
  condition: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  what: () => unknown = () => condition.toString(),
): Promise<T> {
  // Steps are counted, no time is compared: while the machine gives us none, none goes by.
  for (let steps = patienceMs / stepMs; steps > 0; steps--) {
    const found = await condition();
    if (found !== undefined && found !== null && found !== false) return found;
    await sleep(stepMs);
  }
  throw new Error(`waited in vain: ${JSON.stringify(what())}`);
}
