/**
 * For tests that something ends in time. Machines differ by more than two, and by as much from hour to hour: a limit in milliseconds is multiplied by
 * how much longer than usual a bare Node takes to start at that moment.
 */
import { spawnSync } from 'node:child_process';

/** What that start takes on the machine that the limits were set on (ms). */
const usualMs = 40;

/** At least 1. */
export function slowness(): number {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return Math.max(1, (performance.now() - started) / usualMs);
}
