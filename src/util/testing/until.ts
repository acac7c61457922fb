/** Waits for the effects of other threads, processes and timers. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Timeout (ms) that ends what hangs, but nothing that is only slow: a starved machine may take minutes. Shorter than the test timeout in
 * vitest.config.ts, so that the message of the waiting code is shown.
 */
export const patienceMs = 300_000;

const stepMs = 5;

/** Waits until the condition returns something other than undefined, null or false, and returns it. `what` describes the state if it hangs. */
export async function until<T>(
  condition: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  what: () => unknown = () => condition.toString(),
): Promise<T> {
  // Steps are counted instead of comparing times: while the machine gives us no CPU time, no step passes.
  for (let steps = patienceMs / stepMs; steps > 0; steps--) {
    const found = await condition();
    if (found !== undefined && found !== null && found !== false) return found;
    await sleep(stepMs);
  }
  throw new Error(`nothing happened while waiting for ${JSON.stringify(what())}`);
}
