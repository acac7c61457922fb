/**
 * Tag search: weighted fields scored as BM25F over the tag index, with hybrid search's priors for the role of a file (`filePrior`).
 * Invariant: the answer depends on the files' paths and contents only; ties are broken by path.
 */
import { tagFields, type DocumentTable, type Postings, type Store } from '../store/store.ts';
import { averageLengths, corpusOf, firstTextField, isNamedIn, type CorpusFigures, type TermFigures } from './corpus.ts';
import { hybridRanking } from './hybrid/constants.ts';
import { filePrior, greatestPrior, testTerm } from './hybrid/ranking.ts';
import { parseTag, type QueryTag } from './tag-query.ts';
import { bestRows, offer, sortBest, threshold } from './vectors/best-rows.ts';

/** Weights of the nine fields, some of which share one (`tagTerm` assigns them). */
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
  /** Bit i: the file has the query's tag i. */
  tagMask: number;
}

export interface TagRanking {
  /** Number of all files that match. */
  total: number;
  hits: RankedFile[];
}

/** Returns the requested terms, in their order, from one state of the index. */
export type TagTermSource = (
  terms: readonly string[],
) => Promise<{ documents: DocumentTable; known: readonly TagTerm[] }>;

export interface TagSearchRequest {
  tags: readonly string[];
  offset: number;
  limit: number;
  /** Whether the filters of the query let a row of the document table through. */
  accepts: (documents: DocumentTable, row: number) => boolean;
  /** Of all files, where the index has only some of those that are asked. */
  corpus?: AskedCorpus;
}

/** What is known of a corpus for the terms of a question. */
export interface AskedCorpus {
  figures: CorpusFigures;
  /** By term. */
  terms: ReadonlyMap<string, TermFigures>;
}

/** The part of a term's score that does not depend on the rest of a query. */
export interface TagTerm {
  /** Files that have the term. */
  readonly rows: Uint32Array;
  /** By index in `rows`: how often the file has the term, weighted by field and normalised by length. */
  readonly frequencies: Float64Array;
  /** Whether any file has the term in a name. */
  readonly isNamed: boolean;
  readonly bytes: number;
}

/**
 * Constants of the ranking, set on the development halves of semble (subfolder and whole), history, mswe and swelite together
 * (`npm run bench -- quality`; mean NDCG@10 over the five sets). Each was varied alone with the others fixed.
 */
export const tagRanking = {
  /** BM25's saturation. 3 gives .631, 5 .637, 12 .639, but swelite falls from .516 to .480 on the way. */
  k1: 5,
  /** Weight of a field's length. .2 gives .635, .35 .637, .5 .634. */
  b: 0.35,
  /** A long field counts as at most this many times the average, so that a file of a thousand functions can still be found by each. 3: .636. */
  maxNorm: 2,
  /** Factor of a tag that is not in any name of the project, and so is hardly the subject. 1 gives .634, .5 .637, .3 .638. */
  unnamed: 0.4,
};

const fieldCount = tagFields.length;

/** The terms that `searchTags` asks for: of the tags and of their synonyms, each once. */
export function askedTagTerms(tags: readonly string[]): string[] {
  return termsOf(tags.map(parseTag));
}

function termsOf(tags: readonly QueryTag[]): string[] {
  const all = tags.flatMap(({ parts, whole, expansions }) => [
    ...parts,
    ...(whole === null ? [] : [whole]),
    ...expansions.map(({ term }) => term),
  ]);
  return [...new Set(all)];
}

export async function searchTags(source: TagTermSource, request: TagSearchRequest): Promise<TagRanking> {
  const tags = request.tags.map(parseTag);
  const terms = termsOf(tags);
  const { documents, known: tagTerms } = await source(terms);
  const byTerm = new Map(terms.map((term, at) => [term, tagTerms[at]!]));
  const scorer = new Scorer(request.corpus?.figures.files ?? documents.count, byTerm, request.corpus?.terms);
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
  const priorOfTests = tags.some(isTestTag) ? 1 : hybridRanking.test;
  const last = request.offset + request.limit;
  const best = bestRows(Math.max(1, Math.min(last, documents.count)));
  const maxPrior = greatestPrior(priorOfTests);
  const found = { slot: 0, id: 0, score: 0 };
  let total = 0;
  for (let row = 0; row < scores.length; row++) {
    if (masks[row] === 0 || !request.accepts(documents, row)) continue;
    total++;
    if (scores[row]! * maxPrior < threshold(best)) continue;
    // `offer` puts equal scores in the order of ids. Here the id is the row, and rows are in the order of paths.
    found.slot = found.id = row;
    found.score = scores[row]! * filePrior(documents, row, priorOfTests);
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

/** In how many files `searchTags` would find a word, without its synonyms. */
export interface WordFrequency {
  /** In any field. */
  files: number;
  /** In a name: of the file, its folders, its definitions, imports, decorators or symbols. */
  named: number;
}

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

/** Files that are in all lists, and those that are in all lists by a name. */
function intersect(lists: (Postings | undefined)[]): WordFrequency {
  if (lists.length === 0) return { files: 0, named: 0 };
  const matchesByRow = new Map<number, { lists: number; named: number }>();
  for (const list of lists) {
    if (list === undefined || list.rows.length === 0) return { files: 0, named: 0 };
    list.rows.forEach((row, i) => {
      const entry = matchesByRow.get(row) ?? { lists: 0, named: 0 };
      entry.lists++;
      for (let field = 0; field < firstTextField; field++) {
        if (list.counts[i * fieldCount + field] !== 0) {
          entry.named++;
          break;
        }
      }
      matchesByRow.set(row, entry);
    });
  }
  let files = 0;
  let named = 0;
  for (const entry of matchesByRow.values()) {
    if (entry.lists !== lists.length) continue;
    files++;
    if (entry.named === lists.length) named++;
  }
  return { files, named };
}

/** Whether a tag is the word `test`. For such a tag, tests are not ranked below what they test. */
function isTestTag({ parts }: QueryTag): boolean {
  return parts.length === 1 && parts[0] === testTerm;
}

/**
 * @param posting from the same state of the index as `documents`
 * @param corpus of which the documents are a part; absent: they are all
 */
export function tagTerm(
  documents: DocumentTable,
  { rows, counts }: Postings,
  weights: ScoringWeights,
  corpus: CorpusFigures = corpusOf(documents),
): TagTerm {
  const { filename, path, definitions, imports, documentation } = weights;
  const fieldWeights = [filename, path, definitions, imports, imports, imports, documentation, documentation, documentation]; // prettier-ignore
  const averages = averageLengths(corpus);
  const lengths = documents.fieldLengths;
  const frequencies = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const rowStart = rows[i]! * fieldCount;
    let frequency = 0;
    for (let field = 0; field < fieldCount; field++) {
      const n = counts[i * fieldCount + field]!;
      if (n === 0) continue;
      const length = lengths[rowStart + field]! / averages[field]!;
      const norm = Math.min(tagRanking.maxNorm, 1 - tagRanking.b + tagRanking.b * length);
      frequency += (fieldWeights[field]! * n) / norm;
    }
    frequencies[i] = frequency;
  }
  // A view of a larger array would keep the whole array in memory.
  const ownRows = rows.byteLength === rows.buffer.byteLength ? rows : rows.slice();
  return { rows: ownRows, frequencies, isNamed: isNamedIn(counts), bytes: ownRows.byteLength + frequencies.byteLength };
}

class Scorer {
  readonly #count: number;
  readonly #terms: ReadonlyMap<string, TagTerm>;
  readonly #figures: AskedCorpus['terms'] | undefined;

  /** @param count number of files of the corpus @param figures of the terms in the corpus; absent: the terms have them */
  constructor(count: number, terms: ReadonlyMap<string, TagTerm>, figures?: AskedCorpus['terms']) {
    this.#count = count;
    this.#terms = terms;
    this.#figures = figures;
  }

  /** Writes a tag's scores into an array of zeros. Returns the rows that have a score. */
  addTag(tag: QueryTag, into: Float64Array): number[] {
    const rows: number[] = [];
    if (tag.whole !== null) this.#addTerm(tag.whole, 1, { into, rows });
    for (const part of tag.parts) this.#addTerm(part, 1 / tag.parts.length, { into, rows });
    for (const expansion of tag.expansions) this.#addTerm(expansion.term, expansion.weight, { into, rows });
    return rows;
  }

  #addTerm(term: string, weight: number, { into, rows: scoredRows }: { into: Float64Array; rows: number[] }): void {
    const tagTerm = this.#terms.get(term);
    if (tagTerm === undefined || tagTerm.rows.length === 0) return;
    const { rows, frequencies } = tagTerm;
    const { fileCount, isNamed } = this.#figures?.get(term) ?? { fileCount: rows.length, isNamed: tagTerm.isNamed };
    const rarity = Math.log(1 + (this.#count - fileCount + 0.5) / (fileCount + 0.5));
    const importance = weight * (isNamed ? rarity : rarity * tagRanking.unnamed);
    const { k1 } = tagRanking;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const frequency = frequencies[i]!;
      const score = (importance * frequency) / (k1 + frequency);
      if (into[row] === 0 && score > 0) scoredRows.push(row);
      into[row]! += score;
    }
  }
}
