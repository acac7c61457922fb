/**
 * What is shown of a score: how likely a hit is to answer, by its score beside the best one's and by how far the best is ahead of the next.
 * Invariant: it orders hits as their scores do.
 */

/**
 * Logistic regression on the first ten hits of the questions of semble's, mswe's and history's development halves;
 * `npm run bench -- quality --repo` says how often hits of each likelihood are right.
 */
const beside = 9;
const ahead = 3;
const base = -9.3;

/** @param totals scores of all hits, best first */
export function likelihood(total: number, totals: readonly number[]): number {
  const [best = 0, next = 0] = totals;
  if (best <= 0) return 0;
  return 1 / (1 + Math.exp(-(base + (beside * total) / best + ahead * (best - next))));
}
