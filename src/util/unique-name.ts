/** Names that nobody else has, which are no secret: those of `node:crypto` take 2 ms to load. */

let made = 0;

/** By the process, the thread's clock, a count and 52 bits of chance. */
export function uniqueName(): string {
  const parts = [process.pid, process.hrtime.bigint(), ++made, Math.floor(Math.random() * 2 ** 52)];
  return parts.map((part) => part.toString(36)).join('-');
}
