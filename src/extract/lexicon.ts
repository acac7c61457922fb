/**
 * Words and their index terms as numbers, remembered between files: a word that was seen before costs one look-up, without a string made
 * for it, and one that was not costs a look-up for each of its parts. Owned by one thread.
 * Invariant: a word's terms are those of `identifierTerms`.
 */
import { wordHash } from '../model/chunk-words.ts';
import { hashFactorA, hashFactorB, hashSeed, placeWhole, WordNumbers, type PlacedWord } from '../util/word-table.ts';
import {
  identifierTerms,
  isJoinedTerm,
  maxIdentifier,
  splitClasses,
  startsPart,
  termOfLetters,
} from '../util/words.ts';

/** Words and terms remembered between files; emptied between two files when there are more. */
const rememberedWords = 200_000;

/** Lists of numbers, by a number that counts up. */
class NumberLists {
  #starts: number[] = [0];
  #values: number[] = [];

  get size(): number {
    return this.#starts.length - 1;
  }

  /** Where list n begins; that of the next one is where it ends. */
  start(list: number): number {
    return this.#starts[list]!;
  }

  value(at: number): number {
    return this.#values[at]!;
  }

  /** Adds to the list that is not closed yet, what it has not. */
  add(value: number): void {
    const values = this.#values;
    for (let at = this.#starts.at(-1)!; at < values.length; at++) if (values[at] === value) return;
    values.push(value);
  }

  close(): void {
    this.#starts.push(this.#values.length);
  }

  clear(): void {
    this.#starts = [0];
    this.#values = [];
  }
}

export class Lexicon {
  #words = new WordNumbers(16);
  #parts = new WordNumbers(12);
  #ids = new WordNumbers(14);
  readonly #termsOf = new NumberLists();
  readonly #termsOfParts = new NumberLists();
  /** Whether the last term of a word is all of its parts joined. */
  #isJoined: boolean[] = [];
  /** Changes with the numbers. */
  generation = 0;
  readonly terms: string[] = [];
  /** `wordHash` of each. */
  readonly hashes: number[] = [];

  /** The word's number. */
  number(word: PlacedWord): number {
    const number = this.#words.number(word.length, word.hashA, word.hashB);
    if (number === this.#termsOf.size) this.#learn(word.text.slice(word.offset, word.offset + word.length));
    return number;
  }

  #learn(identifier: string): void {
    const parts = this.#learnParts(identifier);
    if (parts === null) {
      const { parts: terms, whole } = identifierTerms(identifier);
      for (const term of terms) this.#termsOf.add(this.#id(term));
      if (whole !== null) this.#termsOf.add(this.#id(whole));
      this.#isJoined.push(whole !== null);
    } else {
      const whole = parts > 1 ? withoutSeparators(identifier) : '';
      const isJoined = parts > 1 && isJoinedTerm(whole);
      if (isJoined) this.#termsOf.add(this.#id(whole));
      this.#isJoined.push(isJoined);
    }
    this.#termsOf.close();
  }

  /** Adds the terms of each part; how many parts there are, or null, and nothing added, where `identifierTerms` has to look. */
  #learnParts(identifier: string): number | null {
    const { length } = identifier;
    if (length > maxIdentifier) return null;
    for (let i = 0; i < length; i++) if (identifier.charCodeAt(i) >= 128) return null;
    let parts = 0;
    let start = -1;
    let previous = 0;
    let hashA = hashSeed;
    let hashB = 0;
    for (let i = 0; i <= length; i++) {
      const code = i < length ? identifier.charCodeAt(i) : 0;
      const current = splitClasses[code]!;
      if (start !== -1 && (current === 0 || startsPart(identifier, i, previous, current))) {
        this.#addPart(identifier, start, i, hashA, hashB);
        parts++;
        start = -1;
      }
      if (current !== 0) {
        if (start === -1) {
          start = i;
          hashA = hashSeed;
          hashB = 0;
        }
        const lower = code >= 0x41 && code <= 0x5a ? code + 32 : code;
        hashA = Math.imul(hashA ^ lower, hashFactorA);
        hashB = (Math.imul(hashB, hashFactorB) + lower) | 0;
      }
      previous = current;
    }
    return parts;
  }

  // Not one object: this runs once a part of every new word.
  // eslint-disable-next-line max-params
  #addPart(identifier: string, start: number, end: number, hashA: number, hashB: number): void {
    const lists = this.#termsOfParts;
    const part = this.#parts.number(end - start, hashA, hashB);
    if (part === lists.size) this.#learnPart(identifier.slice(start, end).toLowerCase());
    for (let at = lists.start(part); at < lists.start(part + 1); at++) this.#termsOf.add(lists.value(at));
  }

  /** @param part small letters and digits */
  #learnPart(part: string): void {
    const lists = this.#termsOfParts;
    if (hasDigit(part)) for (const term of identifierTerms(part).parts) lists.add(this.#id(term));
    else {
      const term = termOfLetters(part);
      if (term !== null) lists.add(this.#id(term));
    }
    lists.close();
  }

  /** Where the terms of a word begin; those of the next one follow. */
  start(word: number): number {
    return this.#termsOf.start(word);
  }

  /** Whether the last term of a word is all of its parts joined. */
  isJoined(word: number): boolean {
    return this.#isJoined[word]!;
  }

  /** A term's number. */
  term(at: number): number {
    return this.#termsOf.value(at);
  }

  #id(term: string): number {
    const word = placeWhole(term);
    const id = this.#ids.number(word.length, word.hashA, word.hashB);
    if (id === this.terms.length) {
      this.terms.push(term);
      this.hashes.push(wordHash(word));
    }
    return id;
  }

  /** Between files only: numbers change. */
  trim(): void {
    if (this.#words.size < rememberedWords && this.terms.length < rememberedWords * 2) return;
    this.generation++;
    this.#words = new WordNumbers(16);
    this.#parts = new WordNumbers(12);
    this.#ids = new WordNumbers(14);
    this.#termsOf.clear();
    this.#termsOfParts.clear();
    this.#isJoined = [];
    this.terms.length = 0;
    this.hashes.length = 0;
  }
}

function hasDigit(part: string): boolean {
  for (let i = 0; i < part.length; i++) if (part.charCodeAt(i) <= 0x39) return true;
  return false;
}

function withoutSeparators(identifier: string): string {
  const lower = identifier.toLowerCase();
  let joined = '';
  let start = 0;
  for (let i = 0; i < lower.length; i++) {
    if (splitClasses[lower.charCodeAt(i)] !== 0) continue;
    joined += lower.slice(start, i);
    start = i + 1;
  }
  return start === 0 ? lower : joined + lower.slice(start);
}
