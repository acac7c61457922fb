/** How rows of vectors are cut. */

/** Rows of a block; a multiple of 32. */
export const blockRows = 1024;
/** A row has a multiple of so many values. */
const step = 32;

/** Values of a row, those that only fill up counted. */
export function rowWidth(dimensions: number): number {
  return Math.ceil(dimensions / step) * step;
}
