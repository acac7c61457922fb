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

/** Maximum number of words remembered. When there are more, all are forgotten before the next file. */
const maxRemembered: i32 = 200_000;

/** Numbered lists of numbers. */
class NumberLists {
  readonly starts: Numbers = new Numbers(1 << 12);
  readonly values: Numbers = new Numbers(1 << 12);

  constructor() {
    this.starts.push(0);
  }

  size(): i32 {
    return this.starts.length - 1;
  }

  /** Adds a value to the last list, which is still open, unless the list has it. */
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
/** For each word: 1 if its last term is all of its parts joined, otherwise 0. */
const joinedFlags = new Numbers(1 << 12);

/** The `wordHash` of each term. */
export const termHashes = new Numbers(1 << 12);

/** Room for the letters of a word, one byte each. */
const letterRoom: i32 = 256;
const letters = memory.data(256);

/** The number of a word. @param length in UTF-16 units @param hashA and `hashB`: its `unitHash` */
export function wordNumber(text: usize, length: i32, hashA: i32, hashB: i32): i32 {
  const number = words.number(length, hashA, hashB);
  if (number === termsOf.size()) learn(text, length);
  return number;
}

function learn(text: usize, length: i32): void {
  const flagCount = joinedFlags.length;
  if (copyAscii(text, length)) learnTerms(letters, length, 1);
  else learnTerms(text, length, 2);
  if (joinedFlags.length === flagCount) joinedFlags.push(0);
  termsOf.close();
}

/** Copies a word into `letters`, since the host reads bytes fastest. @returns false for a word that is too long or not all ASCII */
function copyAscii(text: usize, length: i32): bool {
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
  joinedFlags.push(1);
}

/** Whether the last term of a word is all of its parts joined. */
export function isJoined(word: i32): bool {
  return joinedFlags.get(word) !== 0;
}

/** Forgets all words and terms if there are too many of either. Call it between files only. @returns whether it did: then numbers start from 0 again */
export function trim(): bool {
  if (words.size < maxRemembered && termHashes.length < maxRemembered * 2) return false;
  words.clear();
  termsOf.clear();
  joinedFlags.length = 0;
  termHashes.length = 0;
  return true;
}
