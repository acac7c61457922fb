/** V8's settings for a process that works on projects. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { deferOptimisation } from './late-optimisation.ts';
import { compileGrammarsLate } from './wasm-compiling.ts';

let areSettled = false;

/**
 * Before the first project is opened, and not before the engine is loaded: with any setting that is not V8's own Node compiles its own modules
 * anew instead of taking them from its cache (v8-settings.ts).
 */
export function settleCompilers(): void {
  if (areSettled) return;
  areSettled = true;
  deferOptimisation();
  compileGrammarsLate();
}

const ownProcess = 'code-scout: threads have the process for themselves';

/** Threads that begin from now on may settle V8's compilers for all of this process. */
export function leaveCompilersToThreads(): void {
  setEnvironmentData(ownProcess, true);
}

/** In a thread that has loaded; not where the process is that of somebody's program. */
export function settleCompilersOfThreads(): void {
  if (getEnvironmentData(ownProcess) === true) settleCompilers();
}
