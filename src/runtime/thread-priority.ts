/** The share of a contended processor that a thread gets. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The nice value for low priority: on a contended core such a thread gets a tenth of the time of one with normal priority. */
const lowPriority = 10;

/**
 * Lowers the priority of this thread, and of threads that it starts later, for background work. On Linux only, where each thread has its own
 * priority; elsewhere nothing changes.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    if (thread > 0) setPriority(thread, lowPriority);
  } catch {
    // A container may lack /proc, or deny access to it.
  }
}
