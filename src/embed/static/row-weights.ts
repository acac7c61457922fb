/** Weights and rows of sub-words, shared by both forms of a static model. */

/** The weight of a word that occurs `count` times in a text. */
export function weightOf(count: number): number {
  return 1 + Math.log(count);
}

/** The row of a word without its own, among the rows behind those of the words. */
export function bucketOf(hashA: number, buckets: number): number {
  return (hashA >>> 0) % buckets;
}
