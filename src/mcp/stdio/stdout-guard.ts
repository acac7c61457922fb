/**
 * Reserves standard output for the protocol. Invariant: until `release`, everything else that the process or one of its threads prints goes to
 * standard error; only the returned function writes to standard output.
 */
import type { Writable } from 'node:stream';

export function guardStdout(): { write: Writable['write']; release: () => void } {
  const { stdout, stderr } = process;
  const originalWrite = stdout.write;
  // `console` and the threads' standard output go through this property, so one assignment catches them all.
  stdout.write = stderr.write.bind(stderr);
  const release = (): void => {
    stdout.write = originalWrite;
  };
  return { write: originalWrite, release };
}
