/** A file's chunks against a query: by their words, and by the names that are defined in them. */
import type { Chunk, ChunkedFile } from '../model/chunk.ts';
import { identifierTerms } from '../util/words.ts';
import type { ParsedRepoQuery } from './repo-query.ts';
import { repoRanking, type WeightedTerm } from './repo-ranking.ts';

export interface RankedChunk {
  chunk: Chunk;
  score: number;
}

/** Words remembered within one query; most files share them. */
const maxWords = 200_000;
/** A longer line is data (UTF-16 units). */
const maxLine = 2000;
/** Names of one chunk that are looked at. */
const maxSymbols = 40;
/** A chunk that has a phrase of the query as it is counts so much more. */
const phraseFactor = 1.5;

const words = /[\p{L}\p{N}_$]+/gu;

/** What a word of a text is: how many terms it has, and which of the query's. */
interface Word {
  count: number;
  terms: readonly number[];
}

/** Scores chunks of many files against one query. */
export class ChunkScorer {
  readonly #terms: readonly WeightedTerm[];
  readonly #phrases: readonly string[];
  readonly #written: ReadonlySet<string>;
  readonly #kind: string | null;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #words = new Map<string, Word>();
  readonly #counts: Int32Array;

  constructor({ phrases, kind, words: written }: ParsedRepoQuery, terms: readonly WeightedTerm[]) {
    this.#terms = terms;
    this.#phrases = phrases.map((phrase) => phrase.toLowerCase());
    this.#written = written;
    this.#kind = kind;
    this.#numbers = new Map(terms.map(({ term, weight }, at) => [term, weight > 0 ? at : -1]));
    this.#counts = new Int32Array(terms.length);
  }

  /** Chunks that have something of the query, best first. */
  rank(file: ChunkedFile): RankedChunk[] {
    return file.chunks
      .filter(({ kind }) => this.#kind === null || kind === this.#kind)
      .map((chunk) => ({ chunk, score: this.#score(file, chunk) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.chunk.startLine - b.chunk.startLine);
  }

  #score(file: ChunkedFile, chunk: Chunk): number {
    const length = this.#count(file, chunk);
    const { chunkK, chunkB, chunkWords, names } = repoRanking;
    const norm = chunkK * (1 - chunkB + chunkB * Math.min(4, length / chunkWords));
    let score = 0;
    for (let at = 0; at < this.#counts.length; at++) {
      const count = this.#counts[at]!;
      if (count > 0) score += (this.#terms[at]!.weight * count) / (norm + count);
    }
    score += names * this.#names(chunk);
    return this.#hasPhrase(file, chunk) ? score * phraseFactor : score;
  }

  /** Counts the query's terms in a chunk's lines; gives how many terms there are in all. */
  #count({ lines }: ChunkedFile, { startLine, endLine }: Chunk): number {
    this.#counts.fill(0);
    let length = 0;
    for (let line = startLine; line <= endLine; line++) {
      for (const [text] of (lines[line - 1] ?? '').slice(0, maxLine).matchAll(words)) {
        const word = this.#word(text);
        length += word.count;
        for (const term of word.terms) this.#counts[term]!++;
      }
    }
    return length;
  }

  #word(text: string): Word {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const { parts, whole } = identifierTerms(text);
    const terms = [...parts, ...(whole === null ? [] : [whole])];
    const numbers = terms.map((term) => this.#numbers.get(term) ?? -1).filter((number) => number !== -1);
    const word = { count: terms.length, terms: numbers };
    if (this.#words.size < maxWords) this.#words.set(text, word);
    return word;
  }

  /** The definition whose name says most of the query. */
  #names({ symbols }: Chunk): number {
    let best = 0;
    for (const symbol of symbols.slice(0, maxSymbols)) best = Math.max(best, this.#name(symbol));
    return best;
  }

  /** What of the query the parts of a name say, by the share that they are of the name; more where the query has the name as it is written. */
  #name(symbol: string): number {
    const dot = symbol.lastIndexOf('.');
    const name = symbol.slice(dot + 1);
    const { parts, whole } = identifierTerms(name);
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
    const ofWhole = whole === null ? null : this.#weightOf(whole);
    weight += ofWhole ?? 0;
    if (!this.#written.has(name)) return weight;
    const exact = dot === -1 ? repoRanking.exactName : repoRanking.exactMember;
    // Names that are too short to be terms are all that the query has then.
    const heaviest = this.#terms.length === 0 ? 1 : found > 0 ? most : (ofWhole ?? 0);
    return weight + exact * heaviest;
  }

  /** Null for a term that the query has not, or that says nothing here. */
  #weightOf(term: string): number | null {
    const number = this.#numbers.get(term) ?? -1;
    return number === -1 ? null : this.#terms[number]!.weight;
  }

  #hasPhrase({ lines }: ChunkedFile, { startLine, endLine }: Chunk): boolean {
    if (this.#phrases.length === 0) return false;
    const text = lines
      .slice(startLine - 1, endLine)
      .join('\n')
      .toLowerCase();
    return this.#phrases.every((phrase) => text.includes(phrase));
  }
}
