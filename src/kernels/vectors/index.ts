/**
 * What the host calls (kernels/vectors.ts): it writes rows, the query and a selection where they are wanted, and reads what was found where it is.
 * Invariant: rows never move, and what is found follows from rows, query and selection alone.
 */
import * as rows from './rows';

export { forgetQuery, narrow } from './narrow';
export { pack, unpack } from './pack';
export { holdBlocks, open } from './rows';
export { scan } from './scan';

/** The query, sixteen bits a value. */
export function queryAt(): usize {
  return rows.query;
}
/** A bit for each row of a block. */
export function selectionAt(): usize {
  return rows.selection;
}
/** Pairs of row and score. */
export function foundAt(): usize {
  return rows.found;
}
/** Rows that `pack` takes, and how many at the most. */
export function stagedAt(): usize {
  return rows.staged;
}
export function stagedRows(): i32 {
  return rows.stagedRows;
}
/** Values of a row, those that only fill it up counted. */
export function width(): i32 {
  return <i32>rows.width;
}
export function blockBytes(): usize {
  return rows.blockBytes;
}
/** A 32-bit float a row. */
export function scalesAt(block: i32): usize {
  return rows.blockAt(block) + rows.scales;
}
