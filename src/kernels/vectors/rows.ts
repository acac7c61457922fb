/**
 * Where rows lie: in two halves of four bits a value, since the upper ones tell of most rows that they are not wanted. Of 32 values sixteen bytes
 * hold the upper halves and sixteen the lower: in a byte's low bits that of one of the first sixteen values, in its high bits that of one of the
 * others. What is halved is the value plus 128, so that both halves are 0 to 15.
 * A block has the upper halves of its rows, the lower ones, a factor a row, and the mean of each row's lower halves. Rows never move: the memory
 * grows in place.
 */
import { reach } from '../shared/memory';

/** Values of a row that are packed together. */
const step: usize = 32;
/** Values of the same half in one vector. */
export const halfStep: usize = step / 2;
/** What a value is moved by before it is halved. */
export const middle: i8 = -128;
/** The most bytes that are staged: what a processor has at hand. */
const mostStaged: usize = 1 << 18;

/** Values of a row, those that only fill it up counted. */
export let width: usize = 0;
/** Rows of a block: a multiple of 32. */
export let rows: i32 = 0;
/** Bytes of a row's halves. */
export let halfBytes: usize = 0;
/** Of a block, from its beginning (bytes). */
export let lower: usize = 0;
export let scales: usize = 0;
export let centres: usize = 0;
export let blockBytes: usize = 0;

/** Addresses: the query by sixteen bits, and by eight; a bit for each row that is wanted; rows that were found, and their scores, by turns. */
export let query: usize = 0;
export let coarseQuery: usize = 0;
export let selection: usize = 0;
export let found: usize = 0;
/** Rows that are to be packed, a byte a value, and how many they are at the most. */
export let staged: usize = 0;
export let stagedRows: i32 = 0;
/** A row that was put together. */
export let whole: usize = 0;
let blocks: usize = 0;

/** To be called once. @param blockRows a multiple of 32 */
export function open(dimensions: i32, blockRows: i32): void {
  width = (<usize>dimensions + step - 1) & ~(step - 1);
  rows = blockRows;
  halfBytes = width / 2;
  lower = <usize>rows * halfBytes;
  scales = lower * 2;
  centres = scales + ((<usize>rows) << 2);
  blockBytes = centres + ((<usize>rows) << 2);
  stagedRows = <i32>min(<usize>rows, max(1, mostStaged / width));
  query = (__heap_base + 15) & ~(<usize>15);
  coarseQuery = query + width * 2;
  selection = coarseQuery + width;
  found = selection + (<usize>rows >> 3);
  staged = found + ((<usize>rows) << 3);
  whole = staged + <usize>stagedRows * width;
  blocks = whole + width;
  hold(blocks);
}

export function blockAt(block: i32): usize {
  return blocks + <usize>block * blockBytes;
}

/** Pages that are not used take no memory, and each growth makes a buffer that V8 takes for as much more until it collects. */
function hold(end: usize): bool {
  return reach(end, memory.size() >>> 1);
}

/** @returns whether there is room for so many blocks */
export function holdBlocks(count: i32): bool {
  const end = <u64>blocks + <u64>count * <u64>blockBytes;
  return end <= 0xffff0000 && hold(<usize>end);
}
