/**
 * What both ways to ask a static model make of the rows of a text's sub-words: their weighted sum, of length 1.
 * Invariant: each product and each sum is rounded to 32 bits, row by row, so that the same rows in the same order give the same bits.
 */

/** What a word says that stands `count` times in a text. */
export function weightOf(count: number): number {
  return 1 + Math.log(count);
}

/** Of a word without a row of its own, among the rows behind those of the words. */
export function bucketOf(hashA: number, buckets: number): number {
  return (hashA >>> 0) % buckets;
}

/** Adds the row of values that begins at `from`. */
export function addRow(sums: Float32Array, values: Int8Array, from: number, factor: number): void {
  for (let k = 0; k < sums.length; k++) sums[k]! += Math.fround(factor * values[from + k]!);
}

/** Brings sums to length 1, unless all are zeros. */
export function bringToLength(sums: Float32Array): void {
  let square = 0;
  for (let k = 0; k < sums.length; k++) square += sums[k]! * sums[k]!;
  const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let k = 0; k < sums.length; k++) sums[k]! *= factor;
}
