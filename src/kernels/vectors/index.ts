/**
 * The functions that the host (`kernels/vectors.ts`) calls. The host writes rows, the query and a selection into this memory, and reads results from
 * it.
 * Invariant: rows never move, and results depend on rows, query and selection alone.
 */
import * as rows from './rows';

export { forgetQuery, narrow } from './narrow';
export { pack, unpack } from './pack';
export { reserveBlocks, open } from './rows';
export { scan } from './scan';

/** Address of the query, sixteen bits per value. */
export function queryAt(): usize {
  return rows.query;
}
/** Address of the selection, one bit for each row of a block. */
export function selectionAt(): usize {
  return rows.selection;
}
/** Address of the result: pairs of row and score. */
export function foundAt(): usize {
  return rows.found;
}
/** Address of the rows for `pack`; `stagedRows` is how many fit. */
export function stagedAt(): usize {
  return rows.staged;
}
export function stagedRows(): i32 {
  return rows.stagedRows;
}
/** Number of values in a row, padding included. */
export function width(): i32 {
  return <i32>rows.width;
}
export function blockBytes(): usize {
  return rows.blockBytes;
}
/** Address of the scale factors: one 32-bit float per row. */
export function scalesAt(block: i32): usize {
  return rows.blockAt(block) + rows.scales;
}
