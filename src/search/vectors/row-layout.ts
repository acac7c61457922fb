/** The layout of rows of vectors. */

/** Rows per block; a multiple of 32. */
export const blockRows = 1024;
/** The number of values of a row is a multiple of this. */
const widthStep = 32;

/** Values of a row, padding included. */
export function rowWidth(dimensions: number): number {
  return Math.ceil(dimensions / widthStep) * widthStep;
}
