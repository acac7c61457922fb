/**
 * Words and their index terms as numbers, remembered between files. A word that was seen before costs one look-up. For a new one the module asks
 * the host, which alone knows how words split and what their stems are (`identifierTerms` of util/words/words.ts).
 */
import { Numbers } from './memory';
import { WordNumbers } from './word-numbers';

/**
 * Asks the host for a word's terms. The host answers by calling `addTerm` and `markJoined`.
 * @param width bytes per letter: 1 where all are ASCII
 */
declare function learnTerms(text: usize, length: i32, width: i32): void;

/** Words remembered between files. When there are more, all are forgotten between two files. */
const rememberedWords: i32 = 200_000;

/** Lists of numbers, themselves numbered from 0. */
class NumberLists {
  readonly starts: Numbers = new Numbers(1 << 12);
  readonly values: Numbers = new Numbers(1 << 12);

  constructor() {
    this.starts.push(0);
  }

  size(): i32 {
    return this.starts.length - 1;
  }

  /** Adds to the last list, which is not closed yet, unless it has the value. */
  add(value: i32): void {
    const values = this.values;
    for (let at = this.starts.get(this.starts.length - 1); at < values.length; at++)
      if (values.get(at) === value) return;
    values.push(value);
  }

  close(): void {
    this.starts.push(this.values.length);
  }

  clear(): void {
    this.starts.length = 1;
    this.values.length = 0;
  }
}

const words = new WordNumbers(14);
export const termsOf = new NumberLists();
/** For each word, whether its last term is all of its parts joined. */
const joined = new Numbers(1 << 12);

/** The `wordHash` of each term. */
export const termHashes = new Numbers(1 << 12);

/** Room for the letters of a word, one byte each. */
const letterRoom: i32 = 256;
const letters = memory.data(256);

/** The number of the word of `length` UTF-16 units. */
export function wordNumber(text: usize, length: i32, hashA: i32, hashB: i32): i32 {
  const number = words.number(length, hashA, hashB);
  if (number === termsOf.size()) learn(text, length);
  return number;
}

function learn(text: usize, length: i32): void {
  const before = joined.length;
  if (narrow(text, length)) learnTerms(letters, length, 1);
  else learnTerms(text, length, 2);
  if (joined.length === before) joined.push(0);
  termsOf.close();
}

/** Copies a word of ASCII into `letters`, since the host reads bytes fastest; false for any other word, and for a longer one. */
function narrow(text: usize, length: i32): bool {
  if (length > letterRoom) return false;
  for (let at = 0; at < length; at++) {
    const code = load<u16>(text + ((<usize>at) << 1));
    if (code > 127) return false;
    store<u8>(letters + <usize>at, <u8>code);
  }
  return true;
}

/** Adds a term to the word that `learnTerms` was called for. @param hash its `wordHash`, used when the term is new */
export function addTerm(term: i32, hash: i32): void {
  if (term === termHashes.length) termHashes.push(hash);
  termsOf.add(term);
}

/** Marks the last added term as all parts of its word joined. */
export function markJoined(): void {
  joined.push(1);
}

/** Whether the last term of a word is all of its parts joined. */
export function isJoined(word: i32): bool {
  return joined.get(word) !== 0;
}

/** Forgets all words where there are too many. To be called between files only. @returns whether it did, so that numbers are assigned anew */
export function trim(): bool {
  if (words.size < rememberedWords && termHashes.length < rememberedWords * 2) return false;
  words.clear();
  termsOf.clear();
  joined.length = 0;
  termHashes.length = 0;
  return true;
}
