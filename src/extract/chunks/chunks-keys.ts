/**
 * Keys of chunks: numbers computed from their texts.
 * Invariant: a key depends only on the lines of the chunk, without blank lines at its ends, and not on the kind of line breaks. The one exception:
 * chunks with the same text are numbered in order.
 */
import { maxChunkKey } from '../../model/chunk.ts';

/** Two rounds of Murmur's mixing (https://github.com/aappleby/smhasher), so that keys of similar lines have nothing in common. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** A key of 40 bits from two checksums. */
function keyOf(low: number, high: number): number {
  return (mix(high) & 0xff) * 0x1_0000_0000 + (mix(low) >>> 0);
}

/** @param sums two checksums of the lines of each chunk, as returned by the kernel's `sumChunks` */
export function chunkKeys(sums: Int32Array): number[] {
  const usedKeys = new Set<number>();
  /** By the key that a chunk's text gives: the round in which the next chunk with this text looks for a key. */
  const nextRounds = new Map<number, number>();
  const keys: number[] = [];
  for (let at = 0; at < sums.length; at += 2) {
    const low = sums[at]!;
    const high = sums[at + 1]!;
    const firstChoice = keyOf(low, high);
    let round = nextRounds.get(firstChoice) ?? 0;
    let key = round === 0 ? firstChoice : keyOf(low + round, high ^ Math.imul(round, 0x2545f491));
    while (usedKeys.has(key)) key = (key + ++round) % (maxChunkKey + 1);
    nextRounds.set(firstChoice, round + 1);
    usedKeys.add(key);
    keys.push(key);
  }
  return keys;
}
