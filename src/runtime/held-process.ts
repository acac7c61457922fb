/** Work that the process waits for. Threads and timers of the engine do not hold it, so that a server can end at any moment. */

/** The longest that a timer can be (ms). */
const longestMs = 2 ** 31 - 1;

export async function heldProcess<T>(work: Promise<T>): Promise<T> {
  const hold = setInterval(() => {}, longestMs);
  try {
    return await work;
  } finally {
    clearInterval(hold);
  }
}
