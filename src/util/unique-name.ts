/** Unique names that need not be secret; loading `node:crypto` for them would take 2 ms. */

let madeCount = 0;

/** A name made of the process id, the thread's clock, a counter and 52 random bits. */
export function uniqueName(): string {
  const parts = [process.pid, process.hrtime.bigint(), ++madeCount, Math.floor(Math.random() * 2 ** 52)];
  return parts.map((part) => part.toString(36)).join('-');
}
