/**
 * The likelihood that a hit answers the query, which is shown instead of the hit's score. It depends on the score relative to the best score, and on the
 * lead of the best score over the next.
 * Invariant: the likelihood orders hits as their scores do.
 */

/**
 * Logistic regression on the first ten hits for the queries of the development halves of semble, mswe and history.
 * `npm run bench -- quality --repo` reports how often hits of each likelihood are right.
 */
const relativeFactor = 9;
const leadFactor = 3;
const intercept = -9.3;

/** 0 to 1. @param total score of the hit @param totals scores of all hits, best first */
export function likelihood(total: number, totals: readonly number[]): number {
  const [best = 0, next = 0] = totals;
  if (best <= 0) return 0;
  return 1 / (1 + Math.exp(-(intercept + (relativeFactor * total) / best + leadFactor * (best - next))));
}
