/** Finds the word that was probably meant. */

/** Edits (insert, delete, replace, swap of neighbours) from one word to the other; `limit + 1` as soon as there are more. */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[to.length]!;
}

/** The candidate nearest to `word`, upper and lower case alike; null when none is near. The first of equals wins. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  // A third of the letters may be wrong: more and the guess is noise.
  let limit = Math.max(1, Math.floor(wanted.length / 3));
  let found: string | null = null;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), limit);
    if (distance <= limit) {
      if (distance === 0) return candidate;
      found = candidate;
      limit = distance - 1;
    }
  }
  return found;
}
