/**
 * A checksum of 32 bits, four bytes at a time. It is no protection against an attacker.
 * A CRC-32 of zlib is faster for many kilobytes, but loading that module takes longer than checking all that a command reads.
 * Invariants: changes within one group of four bytes always change the checksum, others in all but one of 2^32 cases; the checksum of a part whose length
 * is a multiple of four is the seed of the next.
 */

/** @param seed 32 bits */
export function checksum(bytes: Uint8Array, seed: number): number {
  const { length } = bytes;
  const whole = length & ~3;
  let sum = seed;
  let at = 0;
  // Each step is reversible, for a given sum and for given bytes.
  for (; at < whole; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    sum = Math.imul(sum ^ word, multiplier);
    sum ^= sum >>> 15;
  }
  for (; at < length; at++) {
    sum = Math.imul(sum ^ bytes[at]!, multiplier);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/** Odd, so that multiplying is reversible. */
const multiplier = 0x9e3779b1;
