/** Memory beside V8's heap, which V8 gives back only when it collects garbage: it may see no reason to for minutes. */

/** When so much is added to what it counts (bytes), V8 collects garbage at once in a parse worker, and soon in a thread whose heap may be larger. */
const mostAtOnce = 256 * 1024 ** 2;

/**
 * Has V8 give back memory of this size that nobody refers to any more. It is shown a buffer of the same size, where nothing is ever written, so that the
 * system provides nothing. It is shown two, since the first may only end a collection that has begun while the memory was in use.
 */
export function giveBack(bytes: number): void {
  try {
    for (let shown = 0; shown < 2; shown++) new ArrayBuffer(Math.min(bytes, mostAtOnce)).transfer(0);
  } catch {
    // V8 has collected garbage before it refused.
  }
}
