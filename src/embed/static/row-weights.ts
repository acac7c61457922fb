/** What both ways to ask a static model make of a text's sub-words. */

/** What a word says that stands `count` times in a text. */
export function weightOf(count: number): number {
  return 1 + Math.log(count);
}

/** Of a word without a row of its own, among the rows behind those of the words. */
export function bucketOf(hashA: number, buckets: number): number {
  return (hashA >>> 0) % buckets;
}
