/** Keeps the process alive while work is in progress. The engine's threads and timers do not do that, so that a server can end at any moment. */

/** Maximum duration of a timer (ms). */
const maxTimerMs = 2 ** 31 - 1;

export async function keepAliveDuring<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, maxTimerMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
