/**
 * The layout of rows. Each value is split into two halves of four bits, since the upper halves alone rule most rows out. For 32 values, sixteen bytes
 * hold the upper halves and sixteen the lower ones. The low bits of a byte belong to one of the first sixteen values, the high bits to one of the
 * others. 128 is added to a value before it is split, so that both halves are 0 to 15. A block holds the upper halves of its rows, then the lower
 * halves, a scale factor per row, and the mean of each row's lower halves. Rows never move: the memory grows in place.
 */
import { reach } from '../shared/memory';

/** Values of a row that are packed together. */
const step: usize = 32;
/** Values of the same half in one vector. */
export const halfStep: usize = step / 2;
/** The offset that is added to a value before it is split. */
export const middle: i8 = -128;
/** Maximum number of staged bytes: what fits into a processor's cache. */
const maxStaged: usize = 1 << 18;

/** Number of values in a row, padding included. */
export let width: usize = 0;
/** Rows of a block: a multiple of 32. */
export let rows: i32 = 0;
/** Bytes of a row's halves. */
export let halfBytes: usize = 0;
/** Offsets within a block (bytes): of the lower halves, of the scale factors, and of the means of the lower halves. */
export let lower: usize = 0;
export let scales: usize = 0;
export let centres: usize = 0;
export let blockBytes: usize = 0;

/** Addresses: the query with sixteen bits per value; with eight; the selection, one bit per row; the rows found, each followed by its score. */
export let query: usize = 0;
export let coarseQuery: usize = 0;
export let selection: usize = 0;
export let found: usize = 0;
/** Rows that wait for `pack`, one byte per value, and how many fit. */
export let staged: usize = 0;
export let stagedRows: i32 = 0;
/** The row that `unpack` has joined. */
export let unpackedRow: usize = 0;
let blocks: usize = 0;

/** Must be called once. @param blockRows a multiple of 32 */
export function open(dimensions: i32, blockRows: i32): void {
  width = (<usize>dimensions + step - 1) & ~(step - 1);
  rows = blockRows;
  halfBytes = width / 2;
  lower = <usize>rows * halfBytes;
  scales = lower * 2;
  centres = scales + ((<usize>rows) << 2);
  blockBytes = centres + ((<usize>rows) << 2);
  stagedRows = <i32>min(<usize>rows, max(1, maxStaged / width));
  query = (__heap_base + 15) & ~(<usize>15);
  coarseQuery = query + width * 2;
  selection = coarseQuery + width;
  found = selection + (<usize>rows >> 3);
  staged = found + ((<usize>rows) << 3);
  unpackedRow = staged + <usize>stagedRows * width;
  blocks = unpackedRow + width;
  reserve(blocks);
}

export function blockAt(block: i32): usize {
  return blocks + <usize>block * blockBytes;
}

/**
 * Grows the memory by at least half. Unused pages take no memory, but each growth makes a new buffer, and V8 counts the old ones as memory until it
 * collects garbage.
 */
function reserve(end: usize): bool {
  return reach(end, memory.size() >>> 1);
}

/** @returns whether there is room for this many blocks */
export function reserveBlocks(count: i32): bool {
  const end = <u64>blocks + <u64>count * <u64>blockBytes;
  // A WebAssembly memory has at most 4 GB; its last page stays unused.
  return end <= 0xffff0000 && reserve(<usize>end);
}
