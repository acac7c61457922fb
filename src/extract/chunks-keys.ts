/**
 * Keys of chunks: numbers for their texts.
 * Invariant: a key depends on the chunk's own lines (without blank ones around it, and whatever the line breaks are), and on nothing else
 * in the file but chunks of the same text before it.
 */
import { maxChunkKey } from '../model/chunk.ts';
import type { ChunkLines } from './chunks-lines.ts';

/** Two rounds of Murmur's mixing (https://github.com/aappleby/smhasher), so that keys of like lines have nothing in common. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function keyOf(low: number, high: number): number {
  return (mix(high) & 0xff) * 0x1_0000_0000 + (mix(low) >>> 0);
}

/** @param starts ranks at which the chunks begin, ascending; the last ends with the lines */
export function chunkKeys(lines: ChunkLines, starts: readonly number[]): number[] {
  const { numbers, hashes, count } = lines;
  const taken = new Set<number>();
  /** How many chunks had this key as their first choice. */
  const repeats = new Map<number, number>();
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? count;
    let low = 0x9747b28c;
    let high = 0x3c6ef372;
    for (let rank = from; rank < to; rank++) {
      // Blank lines within are part of the text.
      const gap = rank === from ? 1 : numbers[rank]! - numbers[rank - 1]!;
      low = Math.imul(low ^ hashes[rank]!, 0x5bd1e995) + gap;
      high = Math.imul(high + (hashes[rank]! >>> 5), 0x1b873593) ^ (low >>> 7);
    }
    const wanted = keyOf(low, high);
    let round = repeats.get(wanted) ?? 0;
    let key = round === 0 ? wanted : keyOf(low + round, high ^ Math.imul(round, 0x2545f491));
    while (taken.has(key)) key = (key + ++round) % (maxChunkKey + 1);
    repeats.set(wanted, round + 1);
    taken.add(key);
    return key;
  });
}
