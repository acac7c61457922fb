/**
 * Tag search: 002's weighted sources scored as BM25F over the tag index, with the fused ranking's priors for what a file is.
 * Invariant: the answer depends on the files' contents only; ties are broken by path.
 */
import { tagFields, type DocumentTable, type Postings, type Store } from '../store/store.ts';
import { filePrior, greatestPrior, repoRanking, testTerm } from './repo-ranking.ts';
import { parseTag, type QueryTag } from './tag-query.ts';
import { bestRows, offer, sortBest, threshold } from './vectors/best-rows.ts';

/** 002's five weights over the nine sources. */
export interface ScoringWeights {
  filename: number;
  path: number;
  definitions: number;
  imports: number;
  documentation: number;
}

export interface RankedFile {
  id: number;
  path: string;
  score: number;
  /** Bit i: the query's tag i is in the file. */
  tagMask: number;
}

export interface TagRanking {
  /** All files that match. */
  total: number;
  hits: RankedFile[];
}

export interface TagSearchRequest {
  tags: readonly string[];
  weights: ScoringWeights;
  offset: number;
  limit: number;
  /** Whether a row of the document table may be in the answer. */
  accepts: (documents: DocumentTable, row: number) => boolean;
}

/**
 * Constants of the ranking, set on the development halves of semble (subfolder and whole), history, mswe and swelite together
 * (`npm run bench:quality`; mean NDCG@10 over the five sets), each moved alone while the others stood.
 */
export const tagRanking = {
  /** BM25's saturation. 3 gives .631, 5 .637, 12 .639, but swelite falls from .516 to .480 on the way. */
  k1: 5,
  /** How much a field's length counts. .2 gives .635, .35 .637, .5 .634. */
  b: 0.35,
  /** A long field counts as this many times the average at the most: a file of a thousand functions stays findable by each. 3: .636. */
  maxNorm: 2,
  /** Factor of a tag that names nothing anywhere in the project: chatter rather than subject. 1 gives .634, .5 .637, .3 .638. */
  unnamed: 0.4,
};

const fieldCount = tagFields.length;

export async function searchTags(store: Store, request: TagSearchRequest): Promise<TagRanking> {
  const tags = request.tags.map(parseTag);
  const terms = [
    ...new Set(
      tags.flatMap((tag) => [
        ...tag.parts,
        ...(tag.whole === null ? [] : [tag.whole]),
        ...tag.expansions.map((e) => e.term),
      ]),
    ),
  ];
  const { documents, postings } = await store.postings(terms);
  const scorer = new Scorer(documents, new Map(postings.map((posting) => [posting.term, posting])), request.weights);
  const scores = new Float64Array(documents.count);
  const masks = new Uint8Array(documents.count);
  const tagScores = new Float64Array(documents.count);
  for (const [i, tag] of tags.entries()) {
    for (const row of scorer.addTag(tag, tagScores)) {
      scores[row]! += tagScores[row]!;
      masks[row]! |= 1 << i;
      tagScores[row] = 0;
    }
  }
  const ofTests = tags.some(isTestTag) ? 1 : repoRanking.test;
  const last = request.offset + request.limit;
  const best = bestRows(Math.max(1, Math.min(last, documents.count)));
  const priorAtMost = greatestPrior(ofTests);
  const found = { slot: 0, id: 0, score: 0 };
  let total = 0;
  for (let row = 0; row < scores.length; row++) {
    if (masks[row] === 0 || !request.accepts(documents, row)) continue;
    total++;
    if (scores[row]! * priorAtMost < threshold(best)) continue;
    // Rows are in path order, and so are ties.
    found.slot = found.id = row;
    found.score = scores[row]! * filePrior(documents, row, ofTests);
    offer(best, found);
  }
  sortBest(best);
  const hits = [...best.slots.subarray(0, best.length)].map((row, at) => ({
    id: documents.ids[row]!,
    path: documents.paths[row]!,
    score: best.scores[at]!,
    tagMask: masks[row]!,
  }));
  return { total, hits: hits.slice(request.offset, last) };
}

/** In how many files a word is found as `searchTags` would match it without its synonyms. */
export interface WordFrequency {
  /** Anywhere. */
  files: number;
  /** In a name: of the file, its folders, its definitions, imports, decorators or symbols. */
  named: number;
}

/** Columns before this one hold names, those from it on hold text. */
const firstTextField = tagFields.indexOf('docstrings');

export async function tagFrequencies(store: Store, words: readonly string[]): Promise<WordFrequency[]> {
  const tags = words.map(parseTag);
  const terms = [...new Set(tags.flatMap((tag) => [...tag.parts, ...(tag.whole === null ? [] : [tag.whole])]))];
  const { postings } = await store.postings(terms);
  const byTerm = new Map(postings.map((posting) => [posting.term, posting]));
  return tags.map((tag) => {
    const whole = tag.whole === null ? undefined : byTerm.get(tag.whole);
    const lists = whole !== undefined && whole.rows.length > 0 ? [whole] : tag.parts.map((part) => byTerm.get(part));
    return intersect(lists);
  });
}

/** Files that all lists have, and those that have all as names. */
function intersect(lists: (Postings | undefined)[]): WordFrequency {
  if (lists.length === 0) return { files: 0, named: 0 };
  const seen = new Map<number, { lists: number; named: number }>();
  for (const list of lists) {
    if (list === undefined || list.rows.length === 0) return { files: 0, named: 0 };
    list.rows.forEach((row, i) => {
      const entry = seen.get(row) ?? { lists: 0, named: 0 };
      entry.lists++;
      for (let field = 0; field < firstTextField; field++) {
        if (list.counts[i * fieldCount + field] !== 0) {
          entry.named++;
          break;
        }
      }
      seen.set(row, entry);
    });
  }
  let files = 0;
  let named = 0;
  for (const entry of seen.values()) {
    if (entry.lists !== lists.length) continue;
    files++;
    if (entry.named === lists.length) named++;
  }
  return { files, named };
}

/** Who gives the word as a tag wants tests no lower than what they test. */
function isTestTag({ parts }: QueryTag): boolean {
  return parts.length === 1 && parts[0] === testTerm;
}

/** Whether any file has the term in a name. */
function isNamed(posting: Postings): boolean {
  for (let i = 0; i < posting.counts.length; i += fieldCount) {
    for (let field = 0; field < firstTextField; field++) if (posting.counts[i + field] !== 0) return true;
  }
  return false;
}

const averages = new WeakMap<DocumentTable, Float64Array>();

/** The average length of each field, at least 1; gone through once for a table. */
function averageLengths(documents: DocumentTable): Float64Array {
  let average = averages.get(documents);
  if (average === undefined) {
    const sums = new Float64Array(fieldCount);
    const lengths = documents.fieldLengths;
    for (let i = 0; i < lengths.length; i += fieldCount)
      for (let field = 0; field < fieldCount; field++) sums[field]! += lengths[i + field]!;
    average = sums.map((sum) => Math.max(1, sum / Math.max(1, documents.count)));
    averages.set(documents, average);
  }
  return average;
}

class Scorer {
  readonly #documents: DocumentTable;
  readonly #postings: Map<string, Postings>;
  readonly #weights: Float64Array;
  readonly #average: Float64Array;

  constructor(documents: DocumentTable, postings: Map<string, Postings>, weights: ScoringWeights) {
    this.#documents = documents;
    this.#postings = postings;
    this.#weights = Float64Array.from([
      weights.filename,
      weights.path,
      weights.definitions,
      weights.imports,
      weights.imports,
      weights.imports,
      weights.documentation,
      weights.documentation,
      weights.documentation,
    ]);
    this.#average = averageLengths(documents);
  }

  /** Adds to zeros; the rows that are none any more. */
  addTag(tag: QueryTag, into: Float64Array): number[] {
    const rows: number[] = [];
    if (tag.whole !== null) this.#addTerm(tag.whole, 1, { into, rows });
    for (const part of tag.parts) this.#addTerm(part, 1 / tag.parts.length, { into, rows });
    for (const expansion of tag.expansions) this.#addTerm(expansion.term, expansion.weight, { into, rows });
    return rows;
  }

  #addTerm(term: string, weight: number, { into, rows }: { into: Float64Array; rows: number[] }): void {
    const posting = this.#postings.get(term);
    if (posting === undefined || posting.rows.length === 0) return;
    const count = this.#documents.count;
    const rarity = Math.log(1 + (count - posting.rows.length + 0.5) / (posting.rows.length + 0.5));
    const idf = isNamed(posting) ? rarity : rarity * tagRanking.unnamed;
    const lengths = this.#documents.fieldLengths;
    for (let i = 0; i < posting.rows.length; i++) {
      const row = posting.rows[i]!;
      let frequency = 0;
      for (let field = 0; field < fieldCount; field++) {
        const n = posting.counts[i * fieldCount + field]!;
        if (n === 0) continue;
        const length = lengths[row * fieldCount + field]! / this.#average[field]!;
        const norm = Math.min(tagRanking.maxNorm, 1 - tagRanking.b + tagRanking.b * length);
        frequency += (this.#weights[field]! * n) / norm;
      }
      const score = (weight * idf * frequency) / (tagRanking.k1 + frequency);
      if (into[row] === 0 && score > 0) rows.push(row);
      into[row]! += score;
    }
  }
}
