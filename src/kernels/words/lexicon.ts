/**
 * Words and their index terms as numbers, remembered between files: a word that was seen before costs one look-up, and one that was not
 * costs a look-up for each of its parts.
 * Invariant: a word's terms are those of `identifierTerms` (util/words.ts).
 */
import { allocate, Numbers, set, widened } from './memory';
import { porterStem } from './porter';
import { splitClass, turnsInto } from './split-classes';
import { classOf, smallLetters } from './word-masks';
import { hashedA, hashedB, hashSeed, wordHash, WordNumbers } from './word-numbers';

/** Learns the terms of a word that is not all ASCII, by `learnTerm` and `learnJoined`. */
declare function learnElsewhere(text: usize, length: i32): void;

/** As `util/words.ts` has them (characters). */
const shortestTerm: i32 = 3;
const longestTerm: i32 = 64;
const longestStemmed: i32 = 32;
const shortestData: i32 = 20;
const maxIdentifier: i32 = longestTerm * 4;

/** Of a unit's class: a word of such units is a term as it is. */
const plainBit: u8 = 8;
/** And with such units behind it, by its small letter. */
const capitalBit: u8 = 16;

/** Words and terms remembered between files; emptied between two files when there are more. */
const rememberedWords: i32 = 200_000;

/** Lists of numbers, by a number that counts up. */
class NumberLists {
  readonly starts: Numbers = new Numbers(1 << 12);
  readonly values: Numbers = new Numbers(1 << 12);

  constructor() {
    this.starts.push(0);
  }

  size(): i32 {
    return this.starts.length - 1;
  }

  /** Adds to the list that is not closed yet, what it has not. */
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
const parts = new WordNumbers(12);
const ids = new WordNumbers(13);
export const termsOf = new NumberLists();
const termsOfParts = new NumberLists();
/** Of each word, whether its last term is all of its parts joined. */
const joined = new Numbers(1 << 12);

/** Of each term its `wordHash`, and how many letters it has: below 0 for one beyond ASCII, -1 for one that the host made, and has. */
export const termHashes = new Numbers(1 << 12);
export const termLengths = new Numbers(1 << 12);

/** Letters of terms that the host has not taken yet. */
class Letters {
  at: usize = allocate(1 << 12);
  /** Bytes. */
  length: i32 = 0;
  private room: i32 = 1 << 12;

  add(text: usize, bytes: i32): void {
    if (this.length + bytes > this.room) {
      this.at = widened(this.at, this.room, this.room * 2);
      this.room *= 2;
    }
    memory.copy(this.at + <usize>this.length, text, bytes);
    this.length += bytes;
  }
}

/** A byte a letter, and of terms beyond ASCII two. */
const letters = new Letters();
const wideLetters = new Letters();

/** A part or a stem on its way. */
const scratch = memory.data(512);
/** A word without what stands between its parts. */
const whole = memory.data(512);

function codeAt(text: usize, at: i32): i32 {
  return <i32>load<u16>(text + ((<usize>at) << 1));
}

/** Number of the word of `length` UTF-16 units. */
export function wordNumber(text: usize, length: i32, hashA: i32, hashB: i32): i32 {
  const number = words.number(length, hashA, hashB);
  if (number === termsOf.size()) learn(text, length);
  return number;
}

/** Whether the last term of a word is all of its parts joined. */
export function isJoined(word: i32): bool {
  return joined.get(word) !== 0;
}

function learn(text: usize, length: i32): void {
  const hasTerms = length <= maxIdentifier && !isData(text, length);
  let isAscii = true;
  for (let at = 0; at < length && hasTerms && isAscii; at++) isAscii = codeAt(text, at) < 128;
  const before = joined.length;
  if (hasTerms && !isAscii) learnWide(text, length);
  else if (hasTerms) learnParts(text, length);
  if (joined.length === before) joined.push(0);
  termsOf.close();
}

/** A word beyond ASCII: one of small letters, and letters without case, behind a capital or not, is one term; of all others the host knows more. */
function learnWide(text: usize, length: i32): void {
  const first = <u16>codeAt(text, 0);
  const isCapital = (classOf(first) & capitalBit) !== 0;
  for (let at = isCapital ? 1 : 0; at < length; at++) {
    if ((classOf(<u16>codeAt(text, at)) & plainBit) !== 0) continue;
    learnElsewhere(text, length);
    return;
  }
  if (length < shortestTerm || length > longestTerm) return;
  memory.copy(scratch, text, (<usize>length) << 1);
  if (isCapital) store<u16>(scratch, load<u16>(smallLetters + ((<usize>first) << 1)));
  const known = termHashes.length;
  termsOf.add(wideNumberOf(scratch, length));
  if (termHashes.length === known) return;
  set(termLengths.at, known, -length);
  wideLetters.add(scratch, length << 1);
}

/** As `isData` of `util/words.ts`. */
function isData(text: usize, length: i32): bool {
  if (length < shortestData) return false;
  let turns = 0;
  let hasDigit = false;
  let previous = 0;
  for (let at = 0; at < length; at++) {
    const current = splitClass(codeAt(text, at));
    if (current === 0) return false;
    if (current === 3) hasDigit = true;
    if (at > 0 && turnsInto(previous, current)) turns++;
    previous = current;
  }
  return hasDigit && turns * 3 > length;
}

/** Adds the terms of each part. */
function learnParts(text: usize, length: i32): void {
  let count = 0;
  let start = -1;
  let wholeLength = 0;
  let previous = 0;
  let hashA = hashSeed;
  let hashB = 0;
  for (let at = 0; at <= length; at++) {
    const code = at < length ? codeAt(text, at) : 0;
    const current = splitClass(code);
    if (start !== -1 && (current === 0 || startsPart(text, length, at, previous, current))) {
      addPart(whole + <usize>start, wholeLength - start, hashA, hashB);
      count++;
      start = -1;
    }
    if (current !== 0) {
      if (start === -1) {
        start = wholeLength;
        hashA = hashSeed;
        hashB = 0;
      }
      const lower = current === 2 ? code + 32 : code;
      hashA = hashedA(hashA, lower);
      hashB = hashedB(hashB, lower);
      store<u8>(whole + <usize>wholeLength, <u8>lower);
      wholeLength++;
    }
    previous = current;
  }
  if (count > 1 && isJoinedTerm(wholeLength)) {
    termsOf.add(termOf(whole, wholeLength));
    joined.push(1);
  }
}

/** Whether a new part starts at `at` right behind another; both classes are those of the characters at and before it. */
function startsPart(text: usize, length: i32, at: i32, previous: i32, current: i32): bool {
  return current === 2 && (previous !== 2 || opensWord(text, length, at));
}

/** Whether the capital at `at`, after another capital, starts a word: a small letter follows that is not just a plural s. */
function opensWord(text: usize, length: i32, at: i32): bool {
  if (at + 1 >= length || splitClass(codeAt(text, at + 1)) !== 1) return false;
  if (codeAt(text, at + 1) !== 0x73) return true;
  return at + 2 < length && splitClass(codeAt(text, at + 2)) === 1;
}

/** Of the letters of `whole`. */
function isJoinedTerm(length: i32): bool {
  return length >= shortestTerm && length <= longestTerm && !isNumber(whole, length);
}

function isDigit(code: u8): bool {
  return code <= 0x39;
}

function isNumber(text: usize, length: i32): bool {
  for (let at = 0; at < length; at++) if (!isDigit(load<u8>(text + <usize>at))) return false;
  return true;
}

/** @param part small letters and digits, a byte each */
function addPart(part: usize, length: i32, hashA: i32, hashB: i32): void {
  const number = parts.number(length, hashA, hashB);
  if (number === termsOfParts.size()) {
    if (length <= longestTerm) learnPart(part, length, hashA, hashB);
    termsOfParts.close();
  }
  const end = termsOfParts.starts.get(number + 1);
  for (let at = termsOfParts.starts.get(number); at < end; at++) termsOf.add(termsOfParts.values.get(at));
}

function learnPart(part: usize, length: i32, hashA: i32, hashB: i32): void {
  let run = 0;
  let hasDigit = false;
  for (let at = 0; at < length && !hasDigit; at++) hasDigit = isDigit(load<u8>(part + <usize>at));
  if (hasDigit && length >= shortestTerm && !isNumber(part, length))
    termsOfParts.add(numberOf(part, length, hashA, hashB));
  for (let at = 0; at <= length; at++) {
    if (at < length && !isDigit(load<u8>(part + <usize>at))) continue;
    learnLetters(part + <usize>run, at - run);
    run = at + 1;
  }
}

/** A run of letters. */
function learnLetters(text: usize, length: i32): void {
  if (length < shortestTerm) return;
  memory.copy(scratch, text, length);
  termsOfParts.add(termOf(scratch, length <= longestStemmed ? porterStem(scratch, length) : length));
}

/** Number of the term that is all of `text`, a byte a letter. */
function termOf(text: usize, length: i32): i32 {
  let hashA = hashSeed;
  let hashB = 0;
  for (let at = 0; at < length; at++) {
    const code = <i32>load<u8>(text + <usize>at);
    hashA = hashedA(hashA, code);
    hashB = hashedB(hashB, code);
  }
  return numberOf(text, length, hashA, hashB);
}

function numberOf(text: usize, length: i32, hashA: i32, hashB: i32): i32 {
  const id = ids.number(length, hashA, hashB);
  if (id === termHashes.length) {
    termHashes.push(wordHash(hashA, hashB));
    termLengths.push(length);
    letters.add(text, length);
  }
  return id;
}

/** Bytes of the letters of terms that are new since they were taken last, and where they are. */
export function newTermLetters(): i32 {
  return letters.length;
}
export function takeLetters(): usize {
  letters.length = 0;
  return letters.at;
}
export function newWideLetters(): i32 {
  return wideLetters.length;
}
export function takeWideLetters(): usize {
  wideLetters.length = 0;
  return wideLetters.at;
}

/** Room for a term of the word that `learnElsewhere` was asked for, as UTF-16: none has more than 64 units. */
const elsewhere = memory.data(256);

export function termRoom(): usize {
  return elsewhere;
}

/** Adds the term of so many units. @returns its number */
export function addTerm(length: i32): i32 {
  const id = wideNumberOf(elsewhere, length);
  termsOf.add(id);
  return id;
}

/** Number of a term, two bytes a letter; a new one is the host's. */
function wideNumberOf(text: usize, length: i32): i32 {
  let hashA = hashSeed;
  let hashB = 0;
  for (let at = 0; at < length; at++) {
    const code = codeAt(text, at);
    hashA = hashedA(hashA, code);
    hashB = hashedB(hashB, code);
  }
  const id = ids.number(length, hashA, hashB);
  if (id === termHashes.length) {
    termHashes.push(wordHash(hashA, hashB));
    termLengths.push(-1);
  }
  return id;
}

/** The last term that was added is all parts of its word joined. */
export function markJoined(): void {
  joined.push(1);
}

/** Between files only: forgets all words where there are too many. @returns whether it did, so that numbers are others from now on */
export function trim(): bool {
  if (words.size < rememberedWords && termHashes.length < rememberedWords * 2) return false;
  words.clear();
  parts.clear();
  ids.clear();
  termsOf.clear();
  termsOfParts.clear();
  joined.length = 0;
  termHashes.length = 0;
  termLengths.length = 0;
  letters.length = 0;
  wideLetters.length = 0;
  return true;
}
