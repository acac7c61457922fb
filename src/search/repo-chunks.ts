/** A file's chunks against a query: by their words, and by the names that are defined in them. */
import type { Chunk } from '../model/chunk.ts';
import { joinedFirst, joinedSecond, kindBit, termBits, type ChunkWords } from './chunk-words.ts';
import { placeWhole } from '../util/word-table.ts';
import type { SearchKind } from './kind-names.ts';
import type { ParsedRepoQuery } from './repo-query.ts';
import { repoRanking, type WeightedTerm } from './repo-ranking.ts';
import type { WordLexicon } from './word-lexicon.ts';

/** A chunk that has the phrases of the query as they are counts so much more. */
export const phraseFactor = 1.5;

const termMask = 2 ** termBits - 1;
/** What is known of a name: nothing yet, that it has nothing of the query, or that it has. */
const states = { unknown: 0, other: 1, asked: 2 } as const;

/** What a question asks of chunks. */
export interface ChunkQuestion {
  query: Pick<ParsedRepoQuery, 'phrases' | 'words'>;
  terms: readonly WeightedTerm[];
  /** A chunk answers that is of one of them, or in which something of such a kind is defined; null when any may. */
  kinds: readonly SearchKind[] | null;
}

/** A term as `ChunkWords` has the joined parts of identifiers. */
interface JoinedTerm {
  first: number;
  second: number;
  place: number;
}

export interface RankedChunk {
  chunk: Chunk;
  score: number;
}

/** What the chunks of a file say. */
export interface ChunkScores {
  /** By chunk; 0 for those that have nothing of the query. */
  scores: Float64Array;
  /** Chunks that have all phrases of the query, of which there are some. */
  withPhrases: ReadonlySet<number>;
}

/** Scores chunks of many files against one query. */
export class ChunkScorer {
  readonly #lexicon: WordLexicon;
  readonly #terms: readonly WeightedTerm[];
  readonly #phrases: readonly string[];
  readonly #kinds: number;
  /** By number: the place in the query of a term that says something, and one more; 0 for others. Terms that are newer are none of it. */
  readonly #places: Int16Array;
  /** The terms that say something, as joined parts. */
  readonly #joined: readonly JoinedTerm[];
  /** By the lower 8 bits of `JoinedTerm.first`: whether there is one. */
  readonly #joinedFlags = new Uint8Array(256);
  /** Words of the query as they are written. */
  readonly #written: ReadonlySet<number>;
  /** By name. */
  #states: Uint8Array<ArrayBuffer>;
  /** What names say, by `ChunkWords.name`. */
  readonly #nameScores = new Map<number, number>();
  readonly #counts: Int32Array;

  constructor({ query, terms, kinds }: ChunkQuestion, lexicon: WordLexicon) {
    this.#lexicon = lexicon;
    this.#terms = terms;
    this.#phrases = query.phrases.map((phrase) => phrase.toLowerCase());
    this.#kinds = kinds === null ? -1 : kinds.reduce((bits, kind) => bits | kindBit(kind), 0);
    const said = terms.flatMap(({ term, weight }, place) => (weight > 0 ? [{ term, place }] : []));
    const numbers = said.map(({ term }) => lexicon.termNumber(term));
    this.#places = new Int16Array(lexicon.terms);
    for (const [at, { place }] of said.entries()) this.#places[numbers[at]!] = place + 1;
    this.#joined = said.map(({ term, place }) => {
      const { length, hashA, hashB } = placeWhole(term);
      return { first: joinedFirst(length, hashA), second: joinedSecond(hashB), place };
    });
    for (const { first } of this.#joined) this.#joinedFlags[first & 255] = 1;
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

  /** @param textOf a chunk's text, where `needsText` says so */
  score(file: ChunkWords, textOf: (chunk: number) => string): ChunkScores {
    const scores = new Float64Array(file.count);
    const withPhrases = new Set<number>();
    for (let chunk = 0; chunk < file.count; chunk++) {
      if (!this.isOfKind(file, chunk)) continue;
      const score = this.#score(file, chunk);
      scores[chunk] = score;
      if (score === 0 || !this.needsText || !this.#hasPhrases(textOf(chunk))) continue;
      scores[chunk] = score * phraseFactor;
      withPhrases.add(chunk);
    }
    return { scores, withPhrases };
  }

  #score(file: ChunkWords, chunk: number): number {
    const termsEnd = file.termsEnd(chunk);
    const joinedEnd = file.joinedEnd(chunk);
    this.#counts.fill(0);
    for (let at = file.start(chunk); at < termsEnd; at++) {
      const entry = file.entry(at);
      const place = this.#places[entry & termMask];
      if (place !== undefined && place !== 0) this.#counts[place - 1]! += entry >>> termBits;
    }
    for (let at = termsEnd; at < joinedEnd; at += 2)
      if (this.#joinedFlags[file.entry(at) & 255] === 1) this.#countJoined(file.entry(at), file.entry(at + 1));
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
    for (let at = joinedEnd; at < namesEnd; at++) {
      const name = file.entry(at);
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
      if (this.#placeOf(this.#lexicon.termAt(at)) !== null) state = states.asked;
    }
    this.#states[word] = state;
    return state;
  }

  #countJoined(first: number, second: number): void {
    const times = second & 255;
    for (const joined of this.#joined)
      if (joined.first === first && joined.second === second - times) this.#counts[joined.place]! += times;
  }

  /** The place of a term in the query; null for one that it has not, or that says nothing here. */
  #placeOf(term: number): number | null {
    const place = this.#places[term < 0 ? ~term : term];
    return place === undefined || place === 0 ? null : place - 1;
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
    const place = this.#placeOf(term);
    return place === null ? null : this.#terms[place]!.weight;
  }

  #hasPhrases(text: string): boolean {
    const lower = text.toLowerCase();
    return this.#phrases.every((phrase) => lower.includes(phrase));
  }
}
