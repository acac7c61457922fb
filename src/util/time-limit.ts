/** Runs a function that may not end, and stops it when its time is over: V8 breaks off whatever it is doing. Only for what waits for nothing. */
import { createContext, Script, type Context } from 'node:vm';

/** The function that is to run, as the script below sees it. */
const scope: { work: (() => unknown) | null } = { work: null };
let made: { script: Script; context: Context } | null = null;

/** Throws what it throws, and an error that `isOutOfTime` knows after `limitMs`. */
export function withinTime<T>(limitMs: number, work: () => T): T {
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
