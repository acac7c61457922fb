/**
 * What the chunks of a file can be worth at the most, told from the index alone: by which of the query's terms stand in the file, how
 * often, and which of them in names.
 * Invariant: no chunk of the indexed content scores more.
 */
import { tagFields, type Postings } from '../store/store.ts';
import { phraseFactor } from './repo-chunks.ts';
import { repoRanking, type WeightedTerm } from './repo-ranking.ts';

const width = tagFields.length;
/** All words of a file's text are counted there, but for keywords of its language. */
const derived = tagFields.indexOf('derived');
const definitions = tagFields.indexOf('definitions');
const symbols = tagFields.indexOf('symbols');
/** A count that is at its limit may be any. */
const mostCounted = 255;

export interface BoundsInput {
  terms: readonly WeightedTerm[];
  /** Of `terms`, in their order. */
  postings: readonly Postings[];
  hasPhrases: boolean;
  /** Terms of the query's words by which something is defined somewhere; null: they are not known. */
  defined: ReadonlySet<string> | null;
}

/**
 * Gives what the best and the second best chunk of a file add to its score at the most.
 * @param keywords terms of the words that the file's language has as keywords, which the index does not count
 */
export function chunkBounds(input: BoundsInput): (row: number, keywords: ReadonlySet<string>) => number {
  const { chunkK, chunkB, exactName, exactMember, names: ofNames, second } = repoRanking;
  const norm = chunkK * (1 - chunkB);
  const terms = input.terms.flatMap((term, at) => {
    const posting = input.postings[at];
    return posting === undefined || term.weight <= 0 ? [] : [{ ...term, posting }];
  });
  return (row, keywords) => {
    let words = 0;
    let names = 0;
    let exact = 0;
    for (const { term, weight, isWhole, posting } of terms) {
      const isKeyword = keywords.has(term);
      const at = placeOf(posting.rows, row);
      if (at === -1 && !isKeyword) continue;
      const from = at * width;
      const count = isKeyword ? mostCounted : posting.counts[from + derived]!;
      words += count >= mostCounted ? weight : (weight * count) / (norm + count);
      // Of a name with dots, the parts behind the last may be joined where the index joins all.
      const isName = isKeyword || posting.counts[from + definitions]! + posting.counts[from + symbols]! > 0;
      if (!isName && !(isWhole && count > 0)) continue;
      names += weight;
      // Of a name with dots, which the index has whole, the last part counts as a member's name.
      const isDefined = input.defined === null || input.defined.has(term);
      exact = Math.max(exact, weight * (isDefined ? Math.max(exactName, exactMember) : exactMember));
    }
    const chunk = words + ofNames * (names + exact);
    return (1 + second) * chunk * (input.hasPhrases ? phraseFactor : 1);
  };
}

/** The index of `row` among ascending rows; -1 when it is not there. */
export function placeOf(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}
