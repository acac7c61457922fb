/** V8's settings for a process that works on projects. */
import { deferOptimisation } from '../util/late-optimisation.ts';
import { compileGrammarsLate } from '../util/wasm-compiling.ts';

let areSettled = false;

/**
 * Before the first project is opened, and not before: with any setting that is not V8's own Node compiles its own modules anew instead of
 * taking them from its cache, a tenth of what a handshake takes.
 */
export function settleCompilers(): void {
  if (areSettled) return;
  areSettled = true;
  deferOptimisation();
  compileGrammarsLate();
}
