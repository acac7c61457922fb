/**
 * Words and their index terms as numbers, remembered between files: a word that was seen before costs one look-up, without a string made
 * for it. Owned by one thread.
 */
import { wordHash } from '../model/chunk-words.ts';
import { placeWhole, WordNumbers, type PlacedWord } from '../util/word-table.ts';
import { identifierTerms } from '../util/words.ts';

/** Words and terms remembered between files; emptied between two files when there are more. */
const rememberedWords = 200_000;

export class Lexicon {
  #words = new WordNumbers(16);
  /** The terms of word n are `#termsOf` from `#starts[n]` to `#starts[n + 1]`. */
  #starts: number[] = [0];
  #termsOf: number[] = [];
  /** Whether the last term of a word is all of its parts joined. */
  #isJoined: boolean[] = [];
  readonly #ids = new Map<string, number>();
  readonly terms: string[] = [];
  /** `wordHash` of each. */
  readonly hashes: number[] = [];

  /** The word's number. */
  number(word: PlacedWord): number {
    const number = this.#words.number(word.length, word.hashA, word.hashB);
    if (number === this.#starts.length - 1) this.#learn(word.text.slice(word.offset, word.offset + word.length));
    return number;
  }

  #learn(identifier: string): void {
    const { parts, whole } = identifierTerms(identifier);
    for (const term of parts) this.#termsOf.push(this.#id(term));
    if (whole !== null) this.#termsOf.push(this.#id(whole));
    this.#isJoined.push(whole !== null);
    this.#starts.push(this.#termsOf.length);
  }

  /** Where the terms of a word begin; those of the next one follow. */
  start(word: number): number {
    return this.#starts[word]!;
  }

  /** Whether the last term of a word is all of its parts joined. */
  isJoined(word: number): boolean {
    return this.#isJoined[word]!;
  }

  /** A term's number. */
  term(at: number): number {
    return this.#termsOf[at]!;
  }

  #id(term: string): number {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.terms.length;
      this.#ids.set(term, id);
      this.terms.push(term);
      this.hashes.push(wordHash(placeWhole(term)));
    }
    return id;
  }

  /** Between files only: numbers change. */
  trim(): void {
    if (this.#words.size < rememberedWords && this.terms.length < rememberedWords * 2) return;
    this.#words = new WordNumbers(16);
    this.#starts = [0];
    this.#termsOf = [];
    this.#isJoined = [];
    this.#ids.clear();
    this.terms.length = 0;
    this.hashes.length = 0;
  }
}
