/** Scores a file's chunks against a query, by their words and by the names defined in them. */
import type { Chunk, ChunkSpan } from '../../model/chunk.ts';
import { wordHash, type NameWords } from '../../model/chunk-words.ts';
import { kindBits, visitChunkWords, type ChunkWordsVisitor } from '../../store/packed/packed-chunk-words.ts';
import { hashWord } from '../../util/words/word-hash.ts';
import type { SearchKind } from '../kind-names.ts';
import type { ParsedHybridQuery } from './query.ts';
import { hybridRanking } from './constants.ts';
import type { WeightedTerm } from './ranking.ts';
import { maxWrittenShare, type Written } from '../verbatim.ts';

/** Factor for a chunk that contains the phrases of the query verbatim. */
export const phraseFactor = 1.5;

/** A query as far as it concerns chunks. */
export interface ChunkQuestion {
  query: Pick<ParsedHybridQuery, 'phrases' | 'words'>;
  terms: readonly WeightedTerm[];
  /** Null where the query is not a text. */
  written: Written | null;
  /** A chunk matches if it is of one of these kinds, or if a definition in it is; null when any may match. */
  kinds: readonly SearchKind[] | null;
}

export interface RankedChunk {
  chunk: Chunk;
  score: number;
  /** Whether the chunk is similar to the query in meaning, whatever its words. */
  isNear: boolean;
}

/** Scores of the chunks of a file. */
export interface ChunkScores {
  /** By chunk; 0 where nothing of the query matches. */
  scores: Float64Array;
  /** By chunk: whether it has a requested kind. */
  ofKind: readonly boolean[];
  /** By chunk: upper bound of the share of the query that it can contain verbatim, 0 to 1. */
  having: Float64Array;
  /** Scores, 0 to 1, of chunks that contain all phrases of the query (if it has any), and of those that contain it verbatim. */
  withPhrases: ReadonlyMap<number, number>;
}

/** Data about a file that is known before its chunks are read. */
export interface FileBounds {
  /** Sums of weights: of all terms that the file may have, and of those that may be in its definitions' names; then the largest of the latter. */
  words: number;
  names: number;
  name: number;
  /** Whether a definition in it may have a name that the query contains exactly. */
  isDefining: boolean;
}

/** Number of low bits of a hash that are checked first, as a table size. */
const filterSize = 2 ** 12;

/** Scores chunks of many files against one query. */
export class ChunkScorer {
  /** The terms with a weight. */
  readonly #terms: readonly WeightedTerm[];
  readonly #weights: Float64Array;
  readonly #asWritten: Written | null;
  /** Indexes in `#terms` for the words of `#asWritten`; -1 for a word that is not a term. */
  readonly #placesOfWritten: readonly number[];
  /** Index in `#terms`, by the hash of the term. */
  readonly #places: ReadonlyMap<number, number>;
  /** By the low bits of a hash: whether it may belong to a term, or to an exact word. */
  readonly #filter = new Uint8Array(filterSize);
  readonly #phrases: readonly string[];
  /** Bits of the requested kinds; 0 where any kind may match. */
  readonly #kinds: number;
  /** Hashes of the query's exact words. */
  readonly #written: ReadonlySet<number>;
  /** Whether all words of the query are too short to be terms. */
  readonly #isWordless: boolean;
  readonly #visitor: ChunkWordsVisitor;
  /** For the current file, by chunk: number of words, kinds as bits, and the best score of a name in it. */
  #lengths: number[] = [];
  #bits: number[] = [];
  #names: number[] = [];
  /** Counts of each term in each chunk, chunk by chunk; all zero between two files. */
  #counts = new Int32Array(1024);
  /** Index of the current term. */
  #place = 0;

  constructor({ query, terms, kinds, written }: ChunkQuestion) {
    this.#terms = terms.filter(({ weight }) => weight > 0);
    this.#weights = Float64Array.from(this.#terms, ({ weight }) => weight);
    this.#places = new Map(this.#terms.map(({ term }, place) => [hashOf(term), place]));
    this.#asWritten = written;
    const placeOf = new Map(this.#terms.map(({ term }, place) => [term, place]));
    this.#placesOfWritten = (written?.words ?? []).map(({ term }) => (term === null ? -1 : (placeOf.get(term) ?? -1)));
    for (const hash of this.#places.keys()) this.#filter[hash % filterSize] = 1;
    this.#phrases = query.phrases.map((phrase) => phrase.toLowerCase());
    this.#kinds = kinds === null ? 0 : kindBits(kinds);
    this.#written = new Set([...query.words].map(hashOf));
    for (const hash of this.#written) this.#filter[hash % filterSize] = 1;
    this.#isWordless = terms.length === 0;
    this.#visitor = {
      filter: this.#filter,
      chunk: (length, kinds) => {
        this.#lengths.push(length);
        this.#bits.push(kinds);
        this.#names.push(0);
      },
      name: (name) => {
        const last = this.#names.length - 1;
        this.#names[last] = Math.max(this.#names[last]!, this.#name(name));
      },
      wants: (hash) => {
        this.#place = this.#placeOf(hash);
        return this.#place !== -1;
      },
      place: (chunk, count) => this.#count(chunk, count),
    };
  }

  /**
   * Upper bound of the score that a chunk without phrases can have, by what is known of its file. A hash collision between words can exceed it;
   * that happens in one of some thousands of a term's files, and does not matter.
   */
  most({ words, names, name, isDefining }: FileBounds): number {
    const { exactName, exactMember } = hybridRanking;
    const exact = (isDefining ? Math.max(exactName, exactMember) : exactMember) * (this.#isWordless ? 1 : name);
    // A chunk has at most the words of its file, and a name at most the parts of all its names.
    return (words + hybridRanking.names * (names + exact)) * (1 + 1e-9);
  }

  /** Whether `withPhrases` must be called too. */
  get hasPhrases(): boolean {
    return this.#phrases.length > 0;
  }

  /** @param words packed words of the file's chunks */
  score(words: Uint8Array): ChunkScores {
    [this.#lengths, this.#bits, this.#names] = [[], [], []];
    visitChunkWords(words, this.#visitor);
    const width = this.#terms.length;
    const count = this.#lengths.length;
    const ofKind: boolean[] = [];
    const scores = new Float64Array(count);
    const having = new Float64Array(count);
    for (let at = 0; at < count; at++) {
      const isOfKind = this.#kinds === 0 || (this.#bits[at]! & this.#kinds) !== 0;
      ofKind.push(isOfKind);
      if (isOfKind)
        scores[at] = this.#wordScore(this.#lengths[at]!, at * width) + hybridRanking.names * this.#names[at]!;
      if (isOfKind) having[at] = this.#maxWrittenShare(at * width);
    }
    this.#counts.fill(0, 0, count * width);
    return { scores, ofKind, having, withPhrases: new Map() };
  }

  #count(chunk: number, count: number): void {
    const at = chunk * this.#terms.length + this.#place;
    if (chunk >= this.#lengths.length) throw new RangeError('a term refers to a chunk that does not exist');
    if (at >= this.#counts.length) {
      const more = new Int32Array(this.#lengths.length * this.#terms.length * 2);
      more.set(this.#counts);
      this.#counts = more;
    }
    this.#counts[at]! += count;
  }

  /** Adds the scores of phrases, which only the text contains. */
  withPhrases({ scores, ofKind, having }: ChunkScores, text: string, spans: readonly ChunkSpan[]): ChunkScores {
    const withPhrases = new Map<number, number>();
    const small = text.toLowerCase();
    if (!this.#phrases.every((phrase) => small.includes(phrase))) return { scores, ofKind, having, withPhrases };
    const lines = small.replaceAll('\r\n', '\n').split('\n');
    for (const [chunk, { startLine, endLine }] of spans.entries()) {
      if (!(scores[chunk]! > 0)) continue;
      const lower = lines.slice(startLine - 1, endLine).join('\n');
      if (this.#phrases.every((phrase) => lower.includes(phrase))) withPhrases.set(chunk, 1);
    }
    return {
      scores: scores.map((score, at) => (withPhrases.has(at) ? score * phraseFactor : score)),
      ofKind,
      having,
      withPhrases,
    };
  }

  #maxWrittenShare(from: number): number {
    if (this.#asWritten === null) return 0;
    return maxWrittenShare(this.#asWritten, (at) => {
      const place = this.#placesOfWritten[at]!;
      return place === -1 || this.#counts[from + place]! > 0;
    });
  }

  #wordScore(length: number, from: number): number {
    const { chunkK, chunkB, chunkWords } = hybridRanking;
    const norm = chunkK * (1 - chunkB + chunkB * Math.min(4, length / chunkWords));
    const weights = this.#weights;
    const counts = this.#counts;
    let score = 0;
    for (let at = 0; at < weights.length; at++) {
      const count = counts[from + at]!;
      if (count > 0) score += (weights[at]! * count) / (norm + count);
    }
    return score;
  }

  /** Score of a name: the weights of its matching parts, reduced by their share of the name; more where the query contains the name exactly. */
  #name({ written, isTop, parts, whole }: NameWords): number {
    let weight = 0;
    let most = 0;
    let found = 0;
    for (const part of parts) {
      const ofPart = this.#weightOf(part);
      if (ofPart === 0) continue;
      weight += ofPart;
      most = Math.max(most, ofPart);
      found++;
    }
    if (found > 0) weight *= (found / parts.length) ** hybridRanking.nameShare;
    const ofWhole = whole === null ? 0 : this.#weightOf(whole);
    weight += ofWhole;
    if (!this.#written.has(written)) return weight;
    const exact = isTop ? hybridRanking.exactName : hybridRanking.exactMember;
    // Without any term, the query consists of names that are too short to be terms.
    const heaviest = this.#isWordless ? 1 : found > 0 ? most : ofWhole;
    return weight + exact * heaviest;
  }

  /** -1 for a term that the query does not have. */
  #placeOf(hash: number): number {
    return this.#filter[hash % filterSize] === 0 ? -1 : (this.#places.get(hash) ?? -1);
  }

  /** 0 for a term that the query does not have, or that has no weight. */
  #weightOf(hash: number): number {
    const place = this.#placeOf(hash);
    return place === -1 ? 0 : this.#terms[place]!.weight;
  }
}

function hashOf(word: string): number {
  return wordHash(hashWord(word));
}
