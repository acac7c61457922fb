/** Weights and rows of sub-words, shared by `StaticModel` and `QuestionModel`. */

/** The weight of a word that occurs `count` times in a text. */
export function weightOf(count: number): number {
  return 1 + Math.log(count);
}

/** The shared row of a word that has no row of its own, counted from the first shared row. */
export function bucketOf(hashA: number, buckets: number): number {
  return (hashA >>> 0) % buckets;
}
