/** Spelling correction: finds the word that was probably meant. */

/** Number of edits (insert, delete, replace, swap of neighbours) from one word to the other. If it is more than `limit`: some number above `limit`. */
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

/** The candidate nearest to `word`, ignoring case; null when none is near. The first of equals wins. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  return nearestFew(word, candidates, 1)[0] ?? null;
}

/** More edits of a long word are noise. Without a bound, a word of many characters would be compared with most others to their ends. */
const mostEdits = 32;

/**
 * Up to `count` candidates near `word`, nearest first; the first of equals wins.
 * @param maxEdits by default one letter may be wrong, in longer words up to a third of them, and at most `mostEdits`; with more, the guess is noise
 */
export function nearestFew(word: string, candidates: Iterable<string>, count: number, maxEdits?: number): string[] {
  const near = new NearestFew(word, count, maxEdits);
  for (const candidate of candidates) if (!near.offer(candidate)) break;
  return near.found;
}

/** The same for candidates that are offered one by one. */
export class NearestFew {
  readonly #wanted: string;
  readonly #letters: number;
  readonly #count: number;
  readonly #found: { candidate: string; distance: number }[] = [];
  #limit: number;

  constructor(word: string, count: number, maxEdits = Math.min(mostEdits, Math.max(1, Math.floor(word.length / 3)))) {
    this.#wanted = word.toLowerCase();
    this.#letters = lettersOf(this.#wanted);
    [this.#count, this.#limit] = [count, maxEdits];
  }

  /** Returns whether another candidate could still be nearer than those found. */
  offer(candidate: string): boolean {
    const distance = this.#distanceOf(candidate);
    if (distance <= this.#limit) {
      const found = this.#found;
      const index = found.findIndex((one) => one.distance > distance);
      found.splice(index === -1 ? found.length : index, 0, { candidate, distance });
      if (found.length > this.#count) found.pop();
      if (found.length === this.#count) this.#limit = found.at(-1)!.distance - 1;
    }
    return this.#limit >= 0;
  }

  /** More than the limit for a candidate that is not near. */
  #distanceOf(candidate: string): number {
    if (Math.abs(candidate.length - this.#wanted.length) > this.#limit) return Infinity;
    const other = candidate.toLowerCase();
    if (differInLetters(this.#letters, lettersOf(other), this.#limit)) return Infinity;
    return editDistance(this.#wanted, other, this.#limit);
  }

  get found(): string[] {
    return this.#found.map(({ candidate }) => candidate);
  }
}

/**
 * Whether words with these letters (`lettersOf`) need more than `limit` edits: an edit adds at most one letter to a word, and removes at most one.
 */
export function differInLetters(some: number, others: number, limit: number): boolean {
  return bitCount(some & ~others) > limit || bitCount(others & ~some) > limit;
}

/** The set of characters of a word, hashed to 32 bits; of ASCII letters, both cases are one. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
