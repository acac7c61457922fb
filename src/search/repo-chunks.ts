/** A file's chunks against a query: by their words, and by the names that are defined in them. */
import type { Chunk, ChunkSpan } from '../model/chunk.ts';
import { wordHash, type NameWords } from '../model/chunk-words.ts';
import { kindBits, visitChunkWords, type ChunkWordsVisitor } from '../store/packed/packed-chunk-words.ts';
import { hashWord } from '../util/words/word-hash.ts';
import type { SearchKind } from './kind-names.ts';
import type { ParsedRepoQuery } from './repo-query.ts';
import { repoRanking } from './ranking-constants.ts';
import type { WeightedTerm } from './repo-ranking.ts';
import { mostWritten, type Written } from './verbatim.ts';

/** A chunk that has the phrases of the query as they are counts so much more. */
export const phraseFactor = 1.5;

/** What a question asks of chunks. */
export interface ChunkQuestion {
  query: Pick<ParsedRepoQuery, 'phrases' | 'words'>;
  terms: readonly WeightedTerm[];
  /** Null where the question is no text. */
  written: Written | null;
  /** A chunk answers that is of one of them, or in which something of such a kind is defined; null when any may. */
  kinds: readonly SearchKind[] | null;
}

export interface RankedChunk {
  chunk: Chunk;
  score: number;
  /** It is near in meaning, whatever its words. */
  isNear: boolean;
}

/** What the chunks of a file say. */
export interface ChunkScores {
  /** By chunk; 0 for those that have nothing of the query. */
  scores: Float64Array;
  /** Chunks that may answer: those of a kind that is asked for. */
  ofKind: readonly boolean[];
  /** By chunk, how much of the question as it is written its words may be, 0 to 1. */
  having: Float64Array;
  /** Chunks that have all phrases of the query, of which there are some, and those that have it as it is written: how much that says, 0 to 1. */
  withPhrases: ReadonlyMap<number, number>;
}

/** What is known of a file before its chunks are looked at. */
export interface KnownOfFile {
  /** The weights of all terms that it may have, of those that may be in names of what it defines, and of the heaviest of these. */
  words: number;
  names: number;
  name: number;
  /** Something in it may have a name that the query has as it is written. */
  isDefining: boolean;
}

/** Hashes are told apart by so many of their bits first. */
const filterSize = 2 ** 12;

/** Scores chunks of many files against one query. */
export class ChunkScorer {
  /** Those that say something here. */
  readonly #terms: readonly WeightedTerm[];
  readonly #weights: Float64Array;
  readonly #asWritten: Written | null;
  /** Places in `#terms` of its words, -1 for one that is no term. */
  readonly #placesOfWritten: readonly number[];
  /** Place of each term in `#terms`, by its hash. */
  readonly #places: ReadonlyMap<number, number>;
  /** By the lower bits of a hash: whether there may be a term of it, or a word as it is written. */
  readonly #filter = new Uint8Array(filterSize);
  readonly #phrases: readonly string[];
  /** 0 where any kind may answer. */
  readonly #kinds: number;
  /** Hashes of the query's words as they are written. */
  readonly #written: ReadonlySet<number>;
  /** All words of the query are too short to be terms. */
  readonly #isWordless: boolean;
  readonly #visitor: ChunkWordsVisitor;
  /** Of the file at hand, by chunk: its words, its kinds as bits, and what the name in it says that says most. */
  #lengths: number[] = [];
  #bits: number[] = [];
  #names: number[] = [];
  /** How often each chunk of it has each term, chunk by chunk; zeros between two files. */
  #counts = new Int32Array(1024);
  /** Place of the term that is being visited. */
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
   * More than any chunk without phrases can have of a file of which only so much is known: but for words that are taken for others of
   * their hash, one of a term's files in some thousands, which say nothing of it.
   */
  most({ words, names, name, isDefining }: KnownOfFile): number {
    const { exactName, exactMember } = repoRanking;
    const exact = (isDefining ? Math.max(exactName, exactMember) : exactMember) * (this.#isWordless ? 1 : name);
    // The words of a chunk have less than all of the file's, the parts of a name no more than all of its names.
    return (words + repoRanking.names * (names + exact)) * (1 + 1e-9);
  }

  /** Whether `withPhrases` is to be asked too. */
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
      if (isOfKind) scores[at] = this.#wordScore(this.#lengths[at]!, at * width) + repoRanking.names * this.#names[at]!;
      if (isOfKind) having[at] = this.#mostWritten(at * width);
    }
    this.#counts.fill(0, 0, count * width);
    return { scores, ofKind, having, withPhrases: new Map() };
  }

  #count(chunk: number, count: number): void {
    const at = chunk * this.#terms.length + this.#place;
    if (chunk >= this.#lengths.length) throw new RangeError('a term stands in a chunk that there is not');
    if (at >= this.#counts.length) {
      const more = new Int32Array(this.#lengths.length * this.#terms.length * 2);
      more.set(this.#counts);
      this.#counts = more;
    }
    this.#counts[at]! += count;
  }

  /** The same with what the phrases say, which stand in the text alone. */
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

  #mostWritten(from: number): number {
    if (this.#asWritten === null) return 0;
    return mostWritten(this.#asWritten, (at) => {
      const place = this.#placesOfWritten[at]!;
      return place === -1 || this.#counts[from + place]! > 0;
    });
  }

  #wordScore(length: number, from: number): number {
    const { chunkK, chunkB, chunkWords } = repoRanking;
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

  /** What of the query the parts of a name say, by the share that they are of the name; more where the query has the name as it is written. */
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
    if (found > 0) weight *= (found / parts.length) ** repoRanking.nameShare;
    const ofWhole = whole === null ? 0 : this.#weightOf(whole);
    weight += ofWhole;
    if (!this.#written.has(written)) return weight;
    const exact = isTop ? repoRanking.exactName : repoRanking.exactMember;
    // Names that are too short to be terms are all that the query has then.
    const heaviest = this.#isWordless ? 1 : found > 0 ? most : ofWhole;
    return weight + exact * heaviest;
  }

  /** -1 for a term that the query has not. */
  #placeOf(hash: number): number {
    return this.#filter[hash % filterSize] === 0 ? -1 : (this.#places.get(hash) ?? -1);
  }

  /** 0 for a term that the query has not, or that says nothing here. */
  #weightOf(hash: number): number {
    const place = this.#placeOf(hash);
    return place === -1 ? 0 : this.#terms[place]!.weight;
  }
}

function hashOf(word: string): number {
  return wordHash(hashWord(word));
}
