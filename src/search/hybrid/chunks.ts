/** Scores a file's chunks against a query, by their words and by the names defined in them. */
import type { Chunk, ChunkSpan } from '../../model/chunk.ts';
import { wordHash, type NameWords } from '../../model/chunk-words.ts';
import { kindBits, visitChunkWords, type ChunkWordsVisitor } from '../../store/packed/packed-chunk-words.ts';
import { hashWord } from '../../util/words/word-hash.ts';
import type { SearchKind } from '../kind-names.ts';
import type { ParsedHybridQuery } from './query.ts';
import { hybridRanking } from './constants.ts';
import type { WeightedTerm } from './ranking.ts';
import { maxVerbatimShare, type VerbatimQuery } from '../verbatim.ts';

/** Factor for a chunk that contains the phrases of the query verbatim. */
export const phraseFactor = 1.5;

/** A long chunk counts as at most this many times the average length. */
const maxLengthRatio = 4;

/** The parts of a query that chunks are scored by. */
export interface ChunkQuestion {
  query: Pick<ParsedHybridQuery, 'phrases' | 'words'>;
  terms: readonly WeightedTerm[];
  /** The query for verbatim matching; null where it is not a text. */
  written: VerbatimQuery | null;
  /** A chunk matches if it is of one of these kinds, or contains a definition of one; null when any chunk may match. */
  kinds: readonly SearchKind[] | null;
}

export interface RankedChunk {
  chunk: Chunk;
  /** Comparable with other chunks of its file. */
  score: number;
  /** Score by words, comparable with chunks of all files. */
  words: number;
  /** What the score has beyond words: nearness in meaning, definitions that the query names, the query verbatim. */
  bonus: number;
  /** Whether all that the chunk defines are types that do nothing themselves. */
  isDeclaration: boolean;
}

/** Scores of the chunks of a file. */
export interface ChunkScores {
  /** By chunk; 0 where nothing of the query matches. */
  scores: Float64Array;
  /** By chunk: whether it is of a requested kind, or contains a definition of one. */
  ofKind: readonly boolean[];
  /** By chunk: whether all its definitions are types that do nothing themselves: interfaces, enums, aliases. */
  isDeclaration: readonly boolean[];
  /** By chunk: upper bound of the share of the query that it can contain verbatim, 0 to 1. */
  maxVerbatim: Float64Array;
  /** By chunk: 1 if it contains all phrases of the query; `verbatimScore`, if it contains the query verbatim; otherwise no entry. */
  withPhrases: ReadonlyMap<number, number>;
}

/** Upper bounds for a file, which are known before its chunks are read. */
export interface FileBounds {
  /** Sum of the weights of all terms that the file may have. */
  words: number;
  /** Sum of the weights of the terms that may be in the names of its definitions. */
  names: number;
  /** Largest weight among the terms of `names`. */
  name: number;
  /** Whether a definition of the file may have a name that the query contains exactly. */
  isDefining: boolean;
}

/** Kinds of types that do nothing themselves. */
const declaredTypes = kindBits(['interface', 'typeAlias', 'enum', 'enumMember']);
/** Kinds of definitions beside which a type is not all that a chunk defines. The methods of an interface belong to it. */
const beside = kindBits(['class', 'function', 'component', 'variable', 'macro', 'module']);
const interfaces = kindBits(['interface']);
const methods = kindBits(['method']);

function isDeclaration(kinds: number): boolean {
  return (
    (kinds & declaredTypes) !== 0 && (kinds & beside) === 0 && ((kinds & methods) === 0 || (kinds & interfaces) !== 0)
  );
}

/** Number of entries of the filter that hashes are checked with first; a power of two. */
const filterSize = 2 ** 12;

/** Scores chunks of many files against one query. */
export class ChunkScorer {
  /** The terms with a weight. */
  readonly #terms: readonly WeightedTerm[];
  readonly #weights: Float64Array;
  readonly #verbatim: VerbatimQuery | null;
  /** Indexes in `#terms` for the words of `#verbatim`; -1 for a word that is not a term. */
  readonly #termsOfVerbatim: readonly number[];
  /** Index in `#terms`, by the hash of the term. */
  readonly #termsByHash: ReadonlyMap<number, number>;
  /** By the low bits of a hash: whether it may belong to a term, or to an exact word. */
  readonly #filter = new Uint8Array(filterSize);
  readonly #phrases: readonly string[];
  /** Bits of the requested kinds; 0 where any kind may match. */
  readonly #kinds: number;
  /** Hashes of the query's words as written. */
  readonly #exactWords: ReadonlySet<number>;
  /** Whether all words of the query are too short to be terms. */
  readonly #isWordless: boolean;
  readonly #visitor: ChunkWordsVisitor;
  /** For the current file, by chunk: the number of words. */
  #lengths: number[] = [];
  /** By chunk: its kinds, as bits. */
  #kindBits: number[] = [];
  /** By chunk: the best score of a name in it. */
  #nameScores: number[] = [];
  /** Counts of each term in each chunk, chunk by chunk; all zero between two files. */
  #counts = new Int32Array(1024);
  /** Index of the term whose counts are being read. */
  #currentTerm = 0;

  constructor({ query, terms, kinds, written }: ChunkQuestion) {
    this.#terms = terms.filter(({ weight }) => weight > 0);
    this.#weights = Float64Array.from(this.#terms, ({ weight }) => weight);
    this.#termsByHash = new Map(this.#terms.map(({ term }, index) => [hashOf(term), index]));
    this.#verbatim = written;
    const indexOf = new Map(this.#terms.map(({ term }, index) => [term, index]));
    this.#termsOfVerbatim = (written?.words ?? []).map(({ term }) => (term === null ? -1 : (indexOf.get(term) ?? -1)));
    for (const hash of this.#termsByHash.keys()) this.#filter[hash % filterSize] = 1;
    this.#phrases = query.phrases.map((phrase) => phrase.toLowerCase());
    this.#kinds = kinds === null ? 0 : kindBits(kinds);
    this.#exactWords = new Set([...query.words].map(hashOf));
    for (const hash of this.#exactWords) this.#filter[hash % filterSize] = 1;
    this.#isWordless = terms.length === 0;
    this.#visitor = {
      filter: this.#filter,
      chunk: (length, kinds) => {
        this.#lengths.push(length);
        this.#kindBits.push(kinds);
        this.#nameScores.push(0);
      },
      name: (name) => {
        const last = this.#nameScores.length - 1;
        this.#nameScores[last] = Math.max(this.#nameScores[last]!, this.#scoreName(name));
      },
      wants: (hash) => {
        this.#currentTerm = this.#termIndexOf(hash);
        return this.#currentTerm !== -1;
      },
      occurrence: (chunk, count) => this.#count(chunk, count),
    };
  }

  /**
   * Upper bound of the score that a chunk of a file can have without phrases. The score of a chunk in which two words have the same hash can exceed
   * the bound. That happens in about one of a few thousand files of a term, and does not matter.
   */
  maxScore({ words, names, name, isDefining }: FileBounds): number {
    const { exactName, exactMember } = hybridRanking;
    const exact = (isDefining ? Math.max(exactName, exactMember) : exactMember) * (this.#isWordless ? 1 : name);
    // A chunk has at most the words of its file, and a name at most the parts of all its names. The last factor allows for rounding.
    return (words + hybridRanking.names * (names + exact)) * (1 + 1e-9);
  }

  /** Whether `withPhrases` must be called too. */
  get hasPhrases(): boolean {
    return this.#phrases.length > 0;
  }

  /** @param words packed words of the file's chunks */
  score(words: Uint8Array): ChunkScores {
    [this.#lengths, this.#kindBits, this.#nameScores] = [[], [], []];
    visitChunkWords(words, this.#visitor);
    const width = this.#terms.length;
    const count = this.#lengths.length;
    const ofKind: boolean[] = [];
    const scores = new Float64Array(count);
    const maxVerbatim = new Float64Array(count);
    for (let at = 0; at < count; at++) {
      const isOfKind = this.#kinds === 0 || (this.#kindBits[at]! & this.#kinds) !== 0;
      ofKind.push(isOfKind);
      if (isOfKind)
        scores[at] = this.#wordScore(this.#lengths[at]!, at * width) + hybridRanking.names * this.#nameScores[at]!;
      if (isOfKind) maxVerbatim[at] = this.#maxVerbatimShare(at * width);
    }
    this.#counts.fill(0, 0, count * width);
    return { scores, ofKind, isDeclaration: this.#kindBits.map(isDeclaration), maxVerbatim, withPhrases: new Map() };
  }

  #count(chunk: number, count: number): void {
    const at = chunk * this.#terms.length + this.#currentTerm;
    if (chunk >= this.#lengths.length) throw new RangeError('a term refers to a chunk that does not exist');
    if (at >= this.#counts.length) {
      const more = new Int32Array(this.#lengths.length * this.#terms.length * 2);
      more.set(this.#counts);
      this.#counts = more;
    }
    this.#counts[at]! += count;
  }

  /**
   * Raises the scores of the chunks that contain all phrases of the query. The phrases are searched in the text, since the packed words have no
   * order.
   */
  withPhrases(
    { scores, ...others }: Omit<ChunkScores, 'withPhrases'>,
    text: string,
    spans: readonly ChunkSpan[],
  ): ChunkScores {
    const withPhrases = new Map<number, number>();
    const lowerText = text.toLowerCase();
    if (!this.#phrases.every((phrase) => lowerText.includes(phrase))) return { ...others, scores, withPhrases };
    const lines = lowerText.replaceAll('\r\n', '\n').split('\n');
    for (const [chunk, { startLine, endLine }] of spans.entries()) {
      if (!(scores[chunk]! > 0)) continue;
      const lower = lines.slice(startLine - 1, endLine).join('\n');
      if (this.#phrases.every((phrase) => lower.includes(phrase))) withPhrases.set(chunk, 1);
    }
    return {
      ...others,
      scores: scores.map((score, at) => (withPhrases.has(at) ? score * phraseFactor : score)),
      withPhrases,
    };
  }

  #maxVerbatimShare(from: number): number {
    if (this.#verbatim === null) return 0;
    return maxVerbatimShare(this.#verbatim, (at) => {
      const term = this.#termsOfVerbatim[at]!;
      return term === -1 || this.#counts[from + term]! > 0;
    });
  }

  #wordScore(length: number, from: number): number {
    const { chunkK, chunkB, chunkWords } = hybridRanking;
    const norm = chunkK * (1 - chunkB + chunkB * Math.min(maxLengthRatio, length / chunkWords));
    const weights = this.#weights;
    const counts = this.#counts;
    let score = 0;
    for (let at = 0; at < weights.length; at++) {
      const count = counts[from + at]!;
      if (count > 0) score += (weights[at]! * count) / (norm + count);
    }
    return score;
  }

  /** Scores a name: the weights of its matching parts, times their share of the name; more where the query contains the name exactly. */
  #scoreName({ written, isTop, parts, whole }: NameWords): number {
    let weight = 0;
    let heaviestPart = 0;
    let found = 0;
    for (const part of parts) {
      const partWeight = this.#weightOf(part);
      if (partWeight === 0) continue;
      weight += partWeight;
      heaviestPart = Math.max(heaviestPart, partWeight);
      found++;
    }
    if (found > 0) weight *= (found / parts.length) ** hybridRanking.nameShare;
    const wholeWeight = whole === null ? 0 : this.#weightOf(whole);
    weight += wholeWeight;
    if (!this.#exactWords.has(written)) return weight;
    const exact = isTop ? hybridRanking.exactName : hybridRanking.exactMember;
    // A query without a term consists of names that are too short to be terms. Then the name itself has weight 1.
    const heaviest = this.#isWordless ? 1 : found > 0 ? heaviestPart : wholeWeight;
    return weight + exact * heaviest;
  }

  /** The index of a term in `#terms`; -1 for a term that the query does not have. */
  #termIndexOf(hash: number): number {
    return this.#filter[hash % filterSize] === 0 ? -1 : (this.#termsByHash.get(hash) ?? -1);
  }

  /** The weight of a term; 0 for a term that the query does not have. */
  #weightOf(hash: number): number {
    const index = this.#termIndexOf(hash);
    return index === -1 ? 0 : this.#terms[index]!.weight;
  }
}

function hashOf(word: string): number {
  return wordHash(hashWord(word));
}
