/**
 * The best of many scored rows: a bounded heap with the worst of the chosen rows on top.
 * Invariant: the result is the beginning of a full sort, by descending score, then by ascending id, whatever the order of offers.
 */

/** Rows as a heap; only the first `length` count. */
export interface BestRows {
  slots: Int32Array;
  ids: Float64Array;
  scores: Float64Array;
  length: number;
}

/** @param limit at least 1 */
export function bestRows(limit: number): BestRows {
  return { slots: new Int32Array(limit), ids: new Float64Array(limit), scores: new Float64Array(limit), length: 0 };
}

/** A row with a lower score is not among the best; minus infinity while there is room. */
export function threshold({ slots, scores, length }: BestRows): number {
  return length < slots.length ? Number.NEGATIVE_INFINITY : scores[0]!;
}

function swap({ slots, ids, scores }: BestRows, a: number, b: number): void {
  const slot = slots[a]!;
  const id = ids[a]!;
  const score = scores[a]!;
  slots[a] = slots[b]!;
  ids[a] = ids[b]!;
  scores[a] = scores[b]!;
  slots[b] = slot;
  ids[b] = id;
  scores[b] = score;
}

/** Whether the row at `a` is worse than that at `b`. */
function isWorse({ ids, scores }: BestRows, a: number, b: number): boolean {
  const difference = scores[a]! - scores[b]!;
  return difference === 0 ? ids[a]! > ids[b]! : difference < 0;
}

function sink(best: BestRows, length: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= length) return;
    const child = left + 1 < length && isWorse(best, left + 1, left) ? left + 1 : left;
    if (!isWorse(best, child, at)) return;
    swap(best, at, child);
    at = child;
  }
}

function rise(best: BestRows): void {
  let at = best.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(best, at, parent)) return;
    swap(best, at, parent);
    at = parent;
  }
}

/** Adds the row if it is among the best. A row may be offered once only. */
export function offer(best: BestRows, row: { slot: number; id: number; score: number }): void {
  const { slots, ids, scores, length } = best;
  const full = length === slots.length;
  if (full && (row.score < scores[0]! || (row.score === scores[0]! && row.id > ids[0]!))) return;
  const at = full ? 0 : best.length++;
  slots[at] = row.slot;
  ids[at] = row.id;
  scores[at] = row.score;
  if (full) sink(best, length);
  else rise(best);
}

/** Sorts the rows, best first; after that they are not a heap any more. */
export function sortBest(best: BestRows): void {
  for (let last = best.length - 1; last > 0; last--) {
    swap(best, 0, last);
    sink(best, last);
  }
}
