/**
 * Blocks of sorted keys with their posting lists, in the form that store/sqlite/index/term-block.ts reads, one behind the other.
 * Invariant: blocks are cut where `blockWriter` there cuts them.
 */
import { addressOf, lengthOf, sharedLength } from './keys';
import { allocate, putVarint, shrinkLast } from './memory';

/** As in store/sqlite/index/term-block.ts. */
const blockBytes: i32 = 960;
/** In front of a block: the lengths of its first key and of its entries, which follow. */
const headBytes: usize = 8;
/** The most that the three numbers of an entry take. */
const mostNumbers: usize = 15;

/** Of the first block; the others follow, each at the next multiple of 16. */
export let blocks: usize = 0;
export let count: i32 = 0;

/** Of the block at hand; 0 for none. */
let head: usize = 0;
/** Its entries. */
let start: usize = 0;
let end: usize = 0;
let first: i32 = 0;
let previous: i32 = 0;

export function beginBlocks(): void {
  blocks = 0;
  count = 0;
  head = 0;
}

/** Keys come in ascending order, each once, with their lists. */
export function addEntry(key: i32, list: usize, length: i32): void {
  // Five bytes: the numbers, which are rarely longer.
  if (head !== 0 && <i32>(end - start) + lengthOf(key) + length + 5 > blockBytes - lengthOf(first)) finishBlock();
  const shared = head === 0 ? 0 : sharedLength(previous, key);
  if (head === 0) openBlock(key, length);
  const added = lengthOf(key) - shared;
  end = putVarint(putVarint(end, shared), added);
  memory.copy(end, addressOf(key) + <usize>shared, added);
  end = putVarint(end + <usize>added, length);
  memory.copy(end, list, length);
  end += <usize>length;
  previous = key;
}

function openBlock(key: i32, length: i32): void {
  const keyLength = lengthOf(key);
  const most = <usize>max(keyLength + length, blockBytes) + mostNumbers;
  head = allocate(headBytes + <usize>keyLength + most);
  if (count === 0) blocks = head;
  first = key;
  start = head + headBytes + <usize>keyLength;
  end = start;
  memory.copy(head + headBytes, addressOf(key), keyLength);
}

/** To be called behind the last entry, too. */
export function finishBlock(): void {
  if (head === 0) return;
  store<i32>(head, lengthOf(first));
  store<i32>(head, <i32>(end - start), 4);
  shrinkLast(end);
  head = 0;
  count++;
}
