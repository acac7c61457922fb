/** A file's chunks against a query: by their words, and by the names that are defined in them. */
import type { Chunk } from '../model/chunk.ts';
import { kindBit, wordBits, type ChunkWords } from './chunk-words.ts';
import type { SearchKind } from './kind-names.ts';
import type { ParsedRepoQuery } from './repo-query.ts';
import { repoRanking, type WeightedTerm } from './repo-ranking.ts';
import type { WordLexicon } from './word-lexicon.ts';

/** A chunk that has the phrases of the query as they are counts so much more. */
export const phraseFactor = 1.5;

const wordMask = 2 ** wordBits - 1;
/** What is known of a word: nothing yet, that it has nothing of the query, or that it has. */
const states = { unknown: 0, other: 1, asked: 2 } as const;

/** What a question asks of chunks. */
export interface ChunkQuestion {
  query: Pick<ParsedRepoQuery, 'phrases' | 'words'>;
  terms: readonly WeightedTerm[];
  /** A chunk answers that is of one of them, or in which something of such a kind is defined; null when any may. */
  kinds: readonly SearchKind[] | null;
}

export interface RankedChunk {
  chunk: Chunk;
  score: number;
}

/** Scores chunks of many files against one query. */
export class ChunkScorer {
  readonly #lexicon: WordLexicon;
  readonly #terms: readonly WeightedTerm[];
  readonly #phrases: readonly string[];
  readonly #kinds: number;
  /** Numbers of the terms that say something, with their places in the query. */
  readonly #places: ReadonlyMap<number, number>;
  /** Words of the query as they are written. */
  readonly #written: ReadonlySet<number>;
  /** By word. */
  #states: Uint8Array<ArrayBuffer>;
  /** Places in the query of the terms of words that have some. */
  readonly #asked = new Map<number, readonly number[]>();
  /** What names say, by `ChunkWords.name`. */
  readonly #nameScores = new Map<number, number>();
  readonly #counts: Int32Array;

  constructor({ query, terms, kinds }: ChunkQuestion, lexicon: WordLexicon) {
    this.#lexicon = lexicon;
    this.#terms = terms;
    this.#phrases = query.phrases.map((phrase) => phrase.toLowerCase());
    this.#kinds = kinds === null ? -1 : kinds.reduce((bits, kind) => bits | kindBit(kind), 0);
    this.#places = new Map(
      terms.flatMap(({ term, weight }, at) => (weight > 0 ? [[lexicon.termNumber(term), at] as const] : [])),
    );
    this.#written = new Set([...query.words].map((word) => lexicon.numberOf(word)));
    this.#states = new Uint8Array(lexicon.size + 4096);
    for (const word of this.#written) this.#states[word] = states.asked;
    this.#counts = new Int32Array(terms.length);
  }

  /** Whether a chunk may answer. */
  isOfKind(file: ChunkWords, chunk: number): boolean {
    return chunk < file.count && (file.kinds(chunk) & this.#kinds) !== 0;
  }

  /** Whether chunks are scored by what is in no `ChunkWords`: `score` is then to be given the text of each. */
  get needsText(): boolean {
    return this.#phrases.length > 0;
  }

  /**
   * Scores by chunk; 0 for those that have nothing of the query.
   * @param textOf a chunk's text, where `needsText` says so
   */
  score(file: ChunkWords, textOf: (chunk: number) => string): Float64Array {
    const scores = new Float64Array(file.count);
    for (let chunk = 0; chunk < file.count; chunk++) {
      if (!this.isOfKind(file, chunk)) continue;
      const score = this.#score(file, chunk);
      scores[chunk] = score > 0 && this.needsText && this.#hasPhrases(textOf(chunk)) ? score * phraseFactor : score;
    }
    return scores;
  }

  #score(file: ChunkWords, chunk: number): number {
    const wordsEnd = file.wordsEnd(chunk);
    this.#counts.fill(0);
    for (let at = file.wordsStart(chunk); at < wordsEnd; at++) {
      const entry = file.word(at);
      if (this.#state(entry & wordMask) === states.asked) this.#count(entry & wordMask, entry >>> wordBits);
    }
    const { chunkK, chunkB, chunkWords, names } = repoRanking;
    const norm = chunkK * (1 - chunkB + chunkB * Math.min(4, file.length(chunk) / chunkWords));
    let score = 0;
    for (let at = 0; at < this.#counts.length; at++) {
      const count = this.#counts[at]!;
      if (count > 0) score += (this.#terms[at]!.weight * count) / (norm + count);
    }
    // The definition whose name says most of the query.
    let best = 0;
    const namesEnd = file.namesEnd(chunk);
    for (let at = wordsEnd; at < namesEnd; at++) {
      const name = file.name(at);
      if (this.#state(name >>> 1) === states.asked) best = Math.max(best, this.#nameScore(name));
    }
    return score + names * best;
  }

  #state(word: number): number {
    const state = this.#states[word];
    return state === undefined || state === states.unknown ? this.#learn(word) : state;
  }

  #learn(word: number): number {
    if (word >= this.#states.length) {
      const wider = new Uint8Array(Math.max(word + 1, this.#states.length * 2));
      wider.set(this.#states);
      this.#states = wider;
    }
    const end = this.#lexicon.start(word + 1);
    let state: number = states.other;
    for (let at = this.#lexicon.start(word); at < end && state === states.other; at++) {
      const term = this.#lexicon.termAt(at);
      if (this.#places.has(term < 0 ? ~term : term)) state = states.asked;
    }
    this.#states[word] = state;
    return state;
  }

  #count(word: number, times: number): void {
    let places = this.#asked.get(word);
    if (places === undefined) {
      places = this.#termsOf(word).flatMap((term) => this.#places.get(term < 0 ? ~term : term) ?? []);
      this.#asked.set(word, places);
    }
    for (const place of places) this.#counts[place]! += times;
  }

  #termsOf(word: number): number[] {
    const start = this.#lexicon.start(word);
    return Array.from({ length: this.#lexicon.start(word + 1) - start }, (_, at) => this.#lexicon.termAt(start + at));
  }

  #nameScore(name: number): number {
    let score = this.#nameScores.get(name);
    if (score === undefined) this.#nameScores.set(name, (score = this.#name(name >>> 1, (name & 1) === 1)));
    return score;
  }

  /** What of the query the parts of a name say, by the share that they are of the name; more where the query has the name as it is written. */
  #name(word: number, isTop: boolean): number {
    const all = this.#termsOf(word);
    const parts = all.filter((term) => term >= 0);
    let weight = 0;
    let most = 0;
    let found = 0;
    for (const part of parts) {
      const ofPart = this.#weightOf(part);
      if (ofPart === null) continue;
      weight += ofPart;
      most = Math.max(most, ofPart);
      found++;
    }
    if (found > 0) weight *= (found / parts.length) ** repoRanking.nameShare;
    const whole = all.find((term) => term < 0);
    const ofWhole = whole === undefined ? null : this.#weightOf(~whole);
    weight += ofWhole ?? 0;
    if (!this.#written.has(word)) return weight;
    const exact = isTop ? repoRanking.exactName : repoRanking.exactMember;
    // Names that are too short to be terms are all that the query has then.
    const heaviest = this.#terms.length === 0 ? 1 : found > 0 ? most : (ofWhole ?? 0);
    return weight + exact * heaviest;
  }

  /** Null for a term that the query has not, or that says nothing here. */
  #weightOf(term: number): number | null {
    const place = this.#places.get(term);
    return place === undefined ? null : this.#terms[place]!.weight;
  }

  #hasPhrases(text: string): boolean {
    const lower = text.toLowerCase();
    return this.#phrases.every((phrase) => lower.includes(phrase));
  }
}
