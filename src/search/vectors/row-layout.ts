/**
 * Where rows lie in the memory of the kernels: in two halves of four bits a value, since the upper ones tell of most rows that they are not
 * wanted. Of 32 values sixteen bytes hold the upper halves and sixteen the lower: in a byte's low bits that of one of the first sixteen
 * values, in its high bits that of one of the others. What is halved is the value plus 128, so that both halves are 0 to 15.
 */

/** Rows of a block; a multiple of 32. */
export const blockRows = 1024;
/** Values of a row that are packed together. */
export const step = 32;
/** Values of the same half in one vector. */
export const halfStep = step / 2;
const stagedBytes = 2 ** 18;
/** What a value is moved by before it is halved. */
export const middle = 128;

/** Values of a row, those that only fill up counted. */
export function rowWidth(dimensions: number): number {
  return Math.ceil(dimensions / step) * step;
}

/** Rows that are packed at a time: few calls, of what a processor has at hand. */
export function stagedRows(width: number): number {
  return Math.min(blockRows, Math.max(1, Math.floor(stagedBytes / width)));
}

/** Places in the memory (bytes). */
export interface HeadLayout {
  /** The query by sixteen bits, and by eight. */
  query: number;
  coarseQuery: number;
  /** Which rows are wanted: a bit each. */
  selection: number;
  /** Rows that were found: pairs of row and score. */
  found: number;
  /** Rows that are to be packed, a byte a value. */
  staged: number;
  blocks: number;
}

export function headLayout(width: number): HeadLayout {
  const coarseQuery = 2 * width;
  const selection = coarseQuery + width;
  const found = selection + blockRows / 8;
  const staged = found + blockRows * 8;
  return { query: 0, coarseQuery, selection, found, staged, blocks: staged + stagedRows(width) * width };
}

/** Places in a block (bytes from its beginning): upper halves, lower halves, a factor a row, and the mean of each row's lower halves. */
export interface BlockLayout {
  lower: number;
  scales: number;
  centres: number;
  bytes: number;
}

export function blockLayout(width: number): BlockLayout {
  const lower = (blockRows * width) / 2;
  const scales = lower * 2;
  const centres = scales + blockRows * 4;
  return { lower, scales, centres, bytes: centres + blockRows * 4 };
}
