/** CPU and wall time of one piece of work in this process, all of its threads and the children that it waited for included. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface StageCost {
  cpuS: number;
  wallS: number;
}

/** Linux counts children's time in ticks of 10 ms, whatever the machine (USER_HZ). */
const ticksPerSecond = 100;

/** Null where the system does not tell. */
function childrenCpuS(): number | null {
  if (process.platform !== 'linux') return null;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // Behind the name, which may hold anything: state is the third field, cutime and cstime the sixteenth and seventeenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

/** All of it, which takes as long as some stages. */
export function collectGarbage(): void {
  collect();
}

/**
 * @param withChildren children are counted, by ticks: for work of half a second at the least
 */
export async function timed(work: () => unknown, withChildren = false): Promise<StageCost> {
  // One piece's garbage is not the next one's to collect.
  collect({ type: 'minor' });
  const children = withChildren ? childrenCpuS() : null;
  const start = performance.now();
  const before = process.cpuUsage();
  const result = work();
  // Waiting for what is there already would be counted too.
  if (result instanceof Promise) await result;
  const { user, system } = process.cpuUsage(before);
  const wallS = (performance.now() - start) / 1000;
  const ofChildren = children === null ? 0 : (childrenCpuS() ?? 0) - children;
  return { cpuS: (user + system) / 1e6 + ofChildren, wallS };
}
