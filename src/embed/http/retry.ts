/** When a request is tried again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from './post-json.ts';
import { clockMs } from '../../util/clock.ts';

export interface RetryPolicy {
  /** Tries in all. */
  attempts: number;
  /** Wait before the second try; doubled before each further one. */
  baseMs: number;
  /** Longest wait of our own choice. */
  capMs: number;
  /** Longest wait that an answer may ask for; one that asks for more is given up. */
  mostAskedMs: number;
}

/** Waits of about half a second to eight: fifteen seconds in all, which outlast a restart and most limits a minute. */
export const usualRetries: RetryPolicy = { attempts: 6, baseMs: 500, capMs: 30_000, mostAskedMs: 90_000 };

/** Until when all requests to an endpoint hold back, by `clockMs()`. */
export interface Pause {
  until: number;
}

/** Half the time at least, so that a server gets its rest; the other half by chance, so that many clients do not come back together. */
function backoffMs({ baseMs, capMs }: RetryPolicy, failures: number): number {
  return Math.min(capMs, baseMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Runs `attempt` until it is answered or refused, or no try is left; the last outcome then. What an answer asks for (`Retry-After`) holds
 * for all who share `pause`; whoever would wait longer than `mostAskedMs` for its end gives up at once. Throws only when `signal` is aborted.
 */
export async function withRetries(
  attempt: () => Promise<Outcome>,
  { policy, pause, signal }: { policy: RetryPolicy; pause: Pause; signal: AbortSignal },
): Promise<{ outcome: Outcome; attempts: number }> {
  for (let attempts = 1; ; attempts++) {
    const asked = pause.until - clockMs();
    if (asked > policy.mostAskedMs)
      return { outcome: { kind: 'transient', reason: 'it is asked too much', waitMs: asked }, attempts };
    // Again after each wait: another request may have been told to wait longer meanwhile.
    for (let left = pause.until - clockMs(); left > 0; left = pause.until - clockMs()) {
      await sleep(left, undefined, { signal });
    }
    signal.throwIfAborted();
    const outcome = await attempt();
    if (outcome.kind !== 'transient' || attempts >= policy.attempts) return { outcome, attempts };
    const told = outcome.waitMs ?? 0;
    if (told > policy.mostAskedMs) return { outcome, attempts };
    const wait = backoffMs(policy, attempts);
    if (told > 0) pause.until = Math.max(pause.until, clockMs() + told);
    await sleep(Math.max(wait, told), undefined, { signal });
  }
}
