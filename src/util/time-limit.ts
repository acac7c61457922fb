/**
 * Runs a function that may not terminate, and stops it when its processor time is used up: V8 interrupts it anywhere. Only for synchronous work
 * that may be run again.
 */
import { createContext, Script, type Context } from 'node:vm';
import { threadCpuMs } from './cpu-time.ts';

/** The global object of the script: `work` is the function to run. */
const scope: { work: (() => unknown) | null } = { work: null };
let runner: { script: Script; context: Context } | null = null;

/** V8's limit is by the clock. Work that is stopped after less than this share of `limitMs` in CPU time is run again. */
const minShare = 0.5;
/** Maximum number of runs; each one has twice the limit of the previous one. */
const maxRuns = 8;

/** Throws the function's own error, or after about `limitMs` of work an error for which `isOutOfTime` is true. */
export function withinTime<T>(limitMs: number, work: () => T): T {
  for (let run = 1; ; run++) {
    const before = threadCpuMs();
    try {
      return stoppedAfter(limitMs * 2 ** (run - 1), work);
    } catch (error) {
      const worked = threadCpuMs() - before;
      if (!isOutOfTime(error) || worked >= limitMs * minShare || run === maxRuns) throw error;
    }
  }
}

function stoppedAfter<T>(limitMs: number, work: () => T): T {
  runner ??= { script: new Script('work()'), context: createContext(scope) };
  scope.work = work;
  try {
    return runner.script.runInContext(runner.context, { timeout: limitMs }) as T;
  } finally {
    scope.work = null;
  }
}

export function isOutOfTime(error: unknown): boolean {
  // The error comes from the context of the script, which has its own `Error` class, so `instanceof` would be false.
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
