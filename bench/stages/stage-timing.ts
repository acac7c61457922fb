/**
 * CPU and wall time of one piece of work in this process, including all threads and the children that it waited for.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface StageCost {
  cpuS: number;
  wallS: number;
}

/** Linux counts children's time in ticks of 10 ms on every machine (USER_HZ). */
const ticksPerSecond = 100;

/** Null where the system does not have it. */
function childrenCpuS(): number | null {
  if (process.platform !== 'linux') return null;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // After the process name, which may contain anything, state is the third field, and cutime and cstime are the
  // sixteenth and seventeenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

/** Collects all garbage, which takes as long as some stages. */
export function collectGarbage(): void {
  collect();
}

/** @param withChildren includes children, in ticks: only for work of at least half a second */
export async function timed(work: () => unknown, withChildren = false): Promise<StageCost> {
  // So that the garbage of one piece is not collected during the next.
  collect({ type: 'minor' });
  const children = withChildren ? childrenCpuS() : null;
  const start = performance.now();
  const before = process.cpuUsage();
  const result = work();
  // Awaiting a value that is not a promise would count as well.
  if (result instanceof Promise) await result;
  const { user, system } = process.cpuUsage(before);
  const wallS = (performance.now() - start) / 1000;
  const ofChildren = children === null ? 0 : (childrenCpuS() ?? 0) - children;
  return { cpuS: (user + system) / 1e6 + ofChildren, wallS };
}
