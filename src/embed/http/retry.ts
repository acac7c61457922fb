/** Repeats a request that failed for a reason that may pass, with waits in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from './post-json.ts';
import { clockMs } from '../../util/clock.ts';

export interface RetryPolicy {
  /** Attempts in total. */
  attempts: number;
  /** Wait before the second attempt; doubled before each further one. */
  baseMs: number;
  /** Longest wait, unless an answer requests a longer one. */
  capMs: number;
  /** Longest wait that an answer may request; with a longer one the request fails. */
  maxRequestedMs: number;
}

/**
 * Five waits of at most 0.5 to 8 seconds, together at most 15.5 seconds, which outlast a restart. A limit per minute is outlasted where the answer
 * says how long to wait.
 */
export const defaultRetries: RetryPolicy = { attempts: 6, baseMs: 500, capMs: 30_000, maxRequestedMs: 90_000 };

/** Until when all requests to an endpoint wait, by `clockMs()`. */
export interface Pause {
  until: number;
}

/**
 * The wait after a number of failures. Half of it is fixed, so that a server can recover; half is random, so that many clients do not return
 * together.
 */
function backoffMs({ baseMs, capMs }: RetryPolicy, failures: number): number {
  return Math.min(capMs, baseMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Runs `attempt` until it is answered or refused, or no attempt is left. Returns the last outcome. A wait that an answer requests (`Retry-After`)
 * applies to all requests that share `pause`. If that wait is longer than `maxRequestedMs`, the request fails at once. Throws only when `signal` is
 * aborted.
 */
export async function withRetries(
  attempt: () => Promise<Outcome>,
  { policy, pause, signal }: { policy: RetryPolicy; pause: Pause; signal: AbortSignal },
): Promise<{ outcome: Outcome; attempts: number }> {
  for (let attempts = 1; ; attempts++) {
    const requestedWait = pause.until - clockMs();
    if (requestedWait > policy.maxRequestedMs)
      return { outcome: { kind: 'transient', reason: 'it is asked too much', waitMs: requestedWait }, attempts };
    // Check again after each wait: another request may have extended the pause meanwhile.
    for (let left = pause.until - clockMs(); left > 0; left = pause.until - clockMs()) {
      await sleep(left, undefined, { signal });
    }
    signal.throwIfAborted();
    const outcome = await attempt();
    if (outcome.kind !== 'transient' || attempts >= policy.attempts) return { outcome, attempts };
    const requestedMs = outcome.waitMs ?? 0;
    if (requestedMs > policy.maxRequestedMs) return { outcome, attempts };
    const wait = backoffMs(policy, attempts);
    if (requestedMs > 0) pause.until = Math.max(pause.until, clockMs() + requestedMs);
    await sleep(Math.max(wait, requestedMs), undefined, { signal });
  }
}
