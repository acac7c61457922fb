/**
 * Words and their index terms as numbers, remembered between questions: a word that was seen before costs one look-up by its hash.
 * Invariant: a number means the same word as long as the lexicon lives.
 */
import { placeWhole, WordNumbers } from '../util/word-table.ts';
import { identifierTerms } from '../util/words.ts';

/** Slots of the tables to begin with, as a power of two. */
const firstBits = 12;
/** What `onlyTerm` says of words that have not one term. */
export const noTerm = -1;
export const manyTerms = -2;

export class WordLexicon {
  readonly #words = new WordNumbers(firstBits);
  readonly #terms = new WordNumbers(firstBits);
  /** The terms of word n are `#termsOf` from `#starts[n]` to `#starts[n + 1]`. */
  #starts: Int32Array<ArrayBuffer> = new Int32Array(1024);
  #termsOf: Int32Array<ArrayBuffer> = new Int32Array(2048);
  /** By word: its term where it has one alone, `noTerm` or `manyTerms`: one look where there would be three. */
  #only: Int32Array<ArrayBuffer> = new Int32Array(1024);

  /** Words that are known. */
  get size(): number {
    return this.#words.size;
  }

  /** What it takes, about: a slot of the tables takes 12 bytes, and they are filled by half at the most. */
  get bytes(): number {
    const slots = 4 * (this.#words.size + this.#terms.size);
    return slots * 12 + this.#starts.byteLength + this.#only.byteLength + this.#termsOf.byteLength;
  }

  /** The number of the small letters and digits that stand in `text`, in whatever case, by their hashes in lower case (`placeWhole`). */
  // Not one object: this runs once a word of every file that is looked at.
  // eslint-disable-next-line max-params
  partNumber(text: string, offset: number, length: number, hashA: number, hashB: number): number {
    const before = this.#words.size;
    const number = this.#words.number(length, hashA, hashB);
    if (number === before) this.#learn(number, text.slice(offset, offset + length).toLowerCase());
    return number;
  }

  /** The number of the word that is all of `text`. */
  numberOf(text: string): number {
    const { length, hashA, hashB } = placeWhole(text);
    const before = this.#words.size;
    const number = this.#words.number(length, hashA, hashB);
    if (number === before) this.#learn(number, text);
    return number;
  }

  /** Terms that have a number. */
  get terms(): number {
    return this.#terms.size;
  }

  termNumber(term: string): number {
    const { length, hashA, hashB } = placeWhole(term);
    return this.#terms.number(length, hashA, hashB);
  }

  #learn(number: number, word: string): void {
    const { parts, whole } = identifierTerms(word);
    if (number + 2 > this.#starts.length) this.#starts = doubled(this.#starts);
    let end = this.#starts[number]!;
    if (end + parts.length + 1 > this.#termsOf.length) this.#termsOf = doubled(this.#termsOf, parts.length + 1);
    for (const part of parts) this.#termsOf[end++] = this.termNumber(part);
    if (whole !== null) this.#termsOf[end++] = ~this.termNumber(whole);
    const start = this.#starts[number]!;
    this.#starts[number + 1] = end;
    if (number >= this.#only.length) this.#only = doubled(this.#only);
    this.#only[number] = end === start ? noTerm : end === start + 1 ? this.#termsOf[start]! : manyTerms;
  }

  /** The term of a word that has one alone; `noTerm`, or `manyTerms`. */
  onlyTerm(word: number): number {
    return this.#only[word]!;
  }

  /** Where the terms of a word begin; those of the next one follow. */
  start(word: number): number {
    return this.#starts[word]!;
  }

  /** A term's number; the complement (`~`) of it for the parts of the word joined. */
  termAt(at: number): number {
    return this.#termsOf[at]!;
  }
}

function doubled(from: Int32Array, room = 0): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2 + room);
  to.set(from);
  return to;
}
