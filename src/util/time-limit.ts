/**
 * Runs a function that may not end, and stops it when its processor time is over: V8 breaks off whatever it is doing. Only for what waits for
 * nothing and may be run again.
 */
import { createContext, Script, type Context } from 'node:vm';
import { threadCpuMs } from './cpu-time.ts';

/** The function that is to run, as the script below sees it. */
const scope: { work: (() => unknown) | null } = { work: null };
let made: { script: Script; context: Context } | null = null;

/** V8's limit is by the clock: what it stops is run again where it got less than this share of that time to work… */
const leastShare = 0.5;
/** … with twice as much each time, so often at the most. */
const mostRuns = 8;

/** Throws what it throws, and an error that `isOutOfTime` knows after about `limitMs` of work. */
export function withinTime<T>(limitMs: number, work: () => T): T {
  for (let run = 1; ; run++) {
    const before = threadCpuMs();
    try {
      return stoppedAfter(limitMs * 2 ** (run - 1), work);
    } catch (error) {
      const worked = threadCpuMs() - before;
      if (!isOutOfTime(error) || worked >= limitMs * leastShare || run === mostRuns) throw error;
    }
  }
}

function stoppedAfter<T>(limitMs: number, work: () => T): T {
  made ??= { script: new Script('work()'), context: createContext(scope) };
  scope.work = work;
  try {
    return made.script.runInContext(made.context, { timeout: limitMs }) as T;
  } finally {
    scope.work = null;
  }
}

export function isOutOfTime(error: unknown): boolean {
  // It comes from the other context, whose `Error` is another.
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
