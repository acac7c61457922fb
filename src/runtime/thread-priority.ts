/** How much of a contended processor this thread gets. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Where both want the same core, a thread that gives way gets a tenth of what one at the usual priority gets. */
const givingWay = 10;

/**
 * This thread, and those that it starts from now on, give way to the others: for work behind questions. On Linux alone, where a thread has a
 * priority of its own; elsewhere nothing changes.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    if (thread > 0) setPriority(thread, givingWay);
  } catch {
    // A container may not have /proc, or not allow it.
  }
}
