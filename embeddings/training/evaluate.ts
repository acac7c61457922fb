/**
 * How well a table finds functions by their documentation, in repositories that it was not trained on: by vectors
 * alone, by words alone (BM25 over stems), and by both.
 * Each query has one right answer, its own function, among all functions and types of its repository, documented or
 * not. Texts that document several functions are left out, because no single answer is right.
 */
import { stem } from '../../src/util/words/words.ts';
import { pairKinds } from './pair-texts.ts';
import type { RepositoryPairs } from './collect-pairs.ts';
import type { TokenPairs } from './token-pairs.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Table {
  dimensions: number;
  /** A row for each word of the vocabulary, then one for each bucket. */
  values: Float32Array;
}

export interface Quality {
  ndcg: number;
  mrr: number;
  recall: number;
}

export interface RepositoryQuality {
  repository: string;
  queries: number;
  candidates: number;
  vectors: Quality;
  words: Quality;
  hybrid: Quality;
}

const maxQueries = 400;
const cutOff = 10;
/**
 * The weight of the vector score, with both scores scaled to 0..1. NDCG@10 on the held-out repositories by weight: .3
 * .453, .4 .475, .5 .495, .6 .511, .7 .521, .8 .523.
 */
export const vectorWeight = 0.7;

const docstring = pairKinds.indexOf('docstring');
const candidate = pairKinds.indexOf('candidate');

/** `side` is a number as in `starts`. */
function vectorOf(set: TokenPairs, side: number, rowOf: Uint32Array, { dimensions, values }: Table): Float32Array {
  const vector = new Float32Array(dimensions);
  for (let i = set.starts[side]!; i < set.starts[side + 1]!; i++) {
    const row = rowOf[set.tokens[i]!]! * dimensions;
    const weight = 1 + Math.log(set.counts[i]!);
    for (let k = 0; k < dimensions; k++) vector[k]! += weight * values[row + k]!;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** BM25 with k1 1.2 and b .75. */
class WordIndex {
  readonly #stems: string[];
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];
  readonly #mean: number;
  readonly #set: TokenPairs;

  /** @param sides the passages to search */
  constructor(set: TokenPairs, sides: readonly number[]) {
    this.#set = set;
    this.#stems = set.words.map(stem);
    for (const [document, side] of sides.entries()) {
      let length = 0;
      for (let i = set.starts[side]!; i < set.starts[side + 1]!; i++) {
        const word = this.#stems[set.tokens[i]!]!;
        let posting = this.#postings.get(word);
        if (posting === undefined) this.#postings.set(word, (posting = new Map<number, number>()));
        posting.set(document, (posting.get(document) ?? 0) + set.counts[i]!);
        length += set.counts[i]!;
      }
      this.#lengths.push(length);
    }
    this.#mean = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, sides.length);
  }

  scores(side: number): Float64Array {
    const scores = new Float64Array(this.#lengths.length);
    const words = new Set<string>();
    for (let i = this.#set.starts[side]!; i < this.#set.starts[side + 1]!; i++) {
      words.add(this.#stems[this.#set.tokens[i]!]!);
    }
    for (const word of words) {
      const posting = this.#postings.get(word);
      if (posting === undefined) continue;
      const rarity = Math.log(1 + (scores.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [document, count] of posting) {
        const saturation = count + 1.2 * (0.25 + (0.75 * this.#lengths[document]!) / this.#mean);
        scores[document]! += (rarity * 2.2 * count) / saturation;
      }
    }
    return scores;
  }
}

/** Scales the scores of all documents to 0..1. */
function scaled(scores: Float64Array): Float64Array {
  let least = Infinity;
  let most = -Infinity;
  for (const score of scores) {
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  return scores.map((score) => (most > least ? (score - least) / (most - least) : 0));
}

/** Ties count against the right answer. */
function rankOf(scores: Float64Array, right: number): number {
  let rank = 0;
  for (let i = 0; i < scores.length; i++) if (i === right || scores[i]! >= scores[right]!) rank++;
  return rank;
}

function qualityOf(ranks: readonly number[]): Quality {
  const mean = (value: (rank: number) => number): number =>
    ranks.reduce((sum, rank) => sum + (rank <= cutOff ? value(rank) : 0), 0) / Math.max(1, ranks.length);
  return { ndcg: mean((rank) => 1 / Math.log2(1 + rank)), mrr: mean((rank) => 1 / rank), recall: mean(() => 1) };
}

/** The documents whose query belongs to no other document. */
function unambiguous(set: TokenPairs, documents: readonly number[], asked: readonly number[]): number[] {
  const keyOf = (document: number): string => {
    const side = 2 * documents[document]!;
    return set.tokens
      .slice(set.starts[side], set.starts[side + 1])
      .toSorted()
      .join(' ');
  };
  const uses = new Map<string, number>();
  for (const document of asked) uses.set(keyOf(document), (uses.get(keyOf(document)) ?? 0) + 1);
  return asked.filter((document) => uses.get(keyOf(document)) === 1);
}

function evaluateOne({ repository, pairs }: RepositoryPairs, vocabulary: Vocabulary, table: Table): RepositoryQuality {
  const documents = [...pairs.kinds.keys()].filter((p) => pairs.kinds[p] === docstring || pairs.kinds[p] === candidate);
  const documented = unambiguous(
    pairs,
    documents,
    [...documents.keys()].filter((i) => pairs.kinds[documents[i]!] === docstring),
  );
  const count = Math.min(maxQueries, documented.length);
  const asked = Array.from({ length: count }, (_, i) => documented[Math.floor((i * documented.length) / count)]!);
  const rowOf = Uint32Array.from(pairs.words, (word) => vocabulary.rowOf(word));
  const vectors = documents.map((p) => vectorOf(pairs, 2 * p + 1, rowOf, table));
  const index = new WordIndex(
    pairs,
    documents.map((p) => 2 * p + 1),
  );
  const ranks = { vectors: [] as number[], words: [] as number[], hybrid: [] as number[] };
  for (const right of asked) {
    const query = vectorOf(pairs, 2 * documents[right]!, rowOf, table);
    const near = Float64Array.from(vectors, (vector) => dot(query, vector));
    const wordy = index.scores(2 * documents[right]!);
    const [a, b] = [scaled(near), scaled(wordy)];
    ranks.vectors.push(rankOf(near, right));
    ranks.words.push(rankOf(wordy, right));
    ranks.hybrid.push(
      rankOf(
        a.map((score, i) => vectorWeight * score + (1 - vectorWeight) * b[i]!),
        right,
      ),
    );
  }
  return {
    repository: repository.repository,
    queries: count,
    candidates: documents.length,
    vectors: qualityOf(ranks.vectors),
    words: qualityOf(ranks.words),
    hybrid: qualityOf(ranks.hybrid),
  };
}

export function evaluate(held: readonly RepositoryPairs[], vocabulary: Vocabulary, table: Table): RepositoryQuality[] {
  return held.map((one) => evaluateOne(one, vocabulary, table));
}

/** The mean over repositories. */
export function meanQuality(results: readonly RepositoryQuality[], by: 'vectors' | 'words' | 'hybrid'): Quality {
  const mean = (key: keyof Quality): number =>
    results.reduce((sum, result) => sum + result[by][key], 0) / Math.max(1, results.length);
  return { ndcg: mean('ndcg'), mrr: mean('mrr'), recall: mean('recall') };
}
