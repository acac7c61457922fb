/** Rows of a model by the hashes of their words, and how often the words of each stand in the text at hand. */
import { hashedA, hashedB, hashSeed } from './hashes';

/** Bytes of a slot: both hashes, the row plus one (0: free). */
const slotBytes: usize = 12;

let slots: usize = 0;
let mask: i32 = 0;
/** Of those with a row of their own; the rest share the rows behind these. */
let words: u32 = 0;
let buckets: u32 = 1;
/** By row. */
let counts: usize = 0;
/** Rows that are counted, in the order in which they were met. */
export let touched: usize = 0;
export let touchedCount: i32 = 0;

/**
 * Makes the table of words; the words themselves are not looked at again.
 * @param list them as UTF-8, separated by line feeds
 * @returns how many of `wordCount` there are; more than that where the list goes on
 */
export function openRows(list: usize, listEnd: usize, wordCount: i32, bucketCount: i32): i32 {
  words = <u32>wordCount;
  buckets = <u32>bucketCount;
  // A third to two thirds of the slots are taken.
  mask = max((1 << (32 - clz(wordCount + (wordCount >> 1)))) - 1, 1);
  slots = heap.alloc(<usize>(mask + 1) * slotBytes);
  memory.fill(slots, 0, <usize>(mask + 1) * slotBytes);
  const rows = <usize>(wordCount + bucketCount);
  counts = heap.alloc(rows << 2);
  memory.fill(counts, 0, rows << 2);
  touched = heap.alloc(rows << 2);
  return placeWords(list, listEnd, wordCount);
}

function placeWords(list: usize, listEnd: usize, wordCount: i32): i32 {
  let at = list;
  let row = 0;
  while (at < listEnd) {
    if (row === wordCount) return row + 1;
    let hashA = hashSeed;
    let hashB = 0;
    while (at < listEnd) {
      const byte = <i32>load<u8>(at++);
      if (byte === 0x0a) break;
      let code = byte;
      if (byte >= 0x80) {
        // What UTF-8 has in two to four bytes.
        const more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        code = byte & (0x3f >> more);
        for (let left = more; left > 0 && at < listEnd; left--) code = (code << 6) | (<i32>load<u8>(at++) & 0x3f);
        if (code >= 0x10000) {
          const high = 0xd800 + ((code - 0x10000) >> 10);
          hashA = hashedA(hashA, high);
          hashB = hashedB(hashB, high);
          code = 0xdc00 + (code & 0x3ff);
        }
      }
      hashA = hashedA(hashA, code);
      hashB = hashedB(hashB, code);
    }
    place(hashA, hashB, row++);
  }
  return row;
}

function place(hashA: i32, hashB: i32, row: i32): void {
  let slot = firstSlot(hashA);
  while (load<i32>(slotAt(slot), 8) !== 0) slot = (slot + 1) & mask;
  const at = slotAt(slot);
  store<i32>(at, hashA);
  store<i32>(at, hashB, 4);
  store<i32>(at, row + 1, 8);
}

function firstSlot(hashA: i32): i32 {
  return (hashA ^ (hashA >>> 15)) & mask;
}

function slotAt(slot: i32): usize {
  return slots + <usize>slot * slotBytes;
}

function rowOf(hashA: i32, hashB: i32): u32 {
  let slot = firstSlot(hashA);
  let at = slotAt(slot);
  let row = load<u32>(at, 8);
  while (row !== 0 && (load<i32>(at) !== hashA || load<i32>(at, 4) !== hashB)) {
    slot = (slot + 1) & mask;
    at = slotAt(slot);
    row = load<u32>(at, 8);
  }
  return row === 0 ? words + (<u32>hashA % buckets) : row - 1;
}

/** Counts a word that is not kept. */
export function countWord(hashA: i32, hashB: i32): void {
  const row = rowOf(hashA, hashB);
  const at = counts + ((<usize>row) << 2);
  const count = load<i32>(at);
  store<i32>(at, count + 1);
  if (count === 0) {
    store<u32>(touched + ((<usize>touchedCount) << 2), row);
    touchedCount++;
  }
}

/** How often the row's words were met; nothing is known of it then. */
export function takeCount(row: i32): i32 {
  const at = counts + ((<usize>row) << 2);
  const count = load<i32>(at);
  store<i32>(at, 0);
  return count;
}

export function forgetTouched(): void {
  touchedCount = 0;
}
