/** The words of the current file: their counts by column, and the places of the words of its text. */
import { get, Numbers, set } from './memory';
import { splitClass, turnsInto } from './split-classes';
import { unitHash } from './unit-hash';
import { blockUnits, digitMask, lineMask, readMasks, shortestRun, unitClasses, wordMask } from './word-masks';
import { WordNumbers } from './word-numbers';

/** Number of columns in which words are counted, one for each kind of text that they come from. */
export const columns: i32 = 9;

/** A longer run is data, not a word (UTF-16 units). */
const maxWord: i32 = 256;

/** The class of a unit. The masks of the text have been read, so that the host has written the class. */
function classAt(text: usize, at: i32): u8 {
  return load<u8>(unitClasses + <usize>load<u16>(text + ((<usize>at) << 1))) & 3;
}

/** Where the current run of base64 characters ends, and whether it is encoded data. */
let runEnd: i32 = 0;
let isDataRun = false;

/**
 * Sets `runEnd` and `isDataRun` for the run that begins at `at`. A run is data if its character class changes often, by the rule for single words
 * (`isData` of util/words/words.ts).
 */
function findRunEnd(text: usize, at: i32, length: i32): void {
  let end = at;
  while (end < length && (load<u8>(unitClasses + <usize>load<u16>(text + ((<usize>end) << 1))) & 4) !== 0) end++;
  runEnd = end;
  isDataRun = end - at >= shortestRun && hasTurns(text, at, end);
}

/** Whether a run has a digit, and its character class changes at more than a third of its letters and digits. */
function hasTurns(text: usize, start: i32, end: i32): bool {
  let turns = 0;
  let units = 0;
  let hasDigit = false;
  let previous = 0;
  for (let at = start; at < end; at++) {
    const current = splitClass(<i32>load<u16>(text + ((<usize>at) << 1)));
    if (current === 3) hasDigit = true;
    if (current !== 0) units++;
    if (current !== 0 && previous !== 0 && turnsInto(previous, current)) turns++;
    previous = current;
  }
  return hasDigit && turns * 3 > units;
}

/** The words of the file, numbered. */
const numbers = new WordNumbers(12);
/** For each word: its address, length, both hashes, and one bit for each column that counts it. */
const entryWidth: i32 = 5;
const entries = new Numbers(entryWidth << 12);
const counts = new Numbers(columns << 12);

/** The words of the text in order: their offsets, and their numbers. */
export const runOffsets = new Numbers(1 << 12);
export const runWords = new Numbers(1 << 12);
/** Where the text's lines end (UTF-16 units). */
export const lineEnds = new Numbers(1 << 10);

export function wordCount(): i32 {
  return numbers.size;
}

export function wordText(word: i32): usize {
  return <usize>entries.get(word * entryWidth);
}

export function wordLength(word: i32): i32 {
  return entries.get(word * entryWidth + 1);
}

export function wordHashA(word: i32): i32 {
  return entries.get(word * entryWidth + 2);
}

export function wordHashB(word: i32): i32 {
  return entries.get(word * entryWidth + 3);
}

export function wordColumns(word: i32): i32 {
  return entries.get(word * entryWidth + 4);
}

/** Address of a word's counts. */
export function wordCounts(word: i32): usize {
  return counts.at + ((<usize>(word * columns)) << 2);
}

export function clearWords(): void {
  memory.fill(counts.at, 0, (<usize>(numbers.size * columns)) << 2);
  numbers.clear();
  entries.length = 0;
  runOffsets.length = 0;
  runWords.length = 0;
  lineEnds.length = 0;
}

/** Counts a word. @returns its number */
function count(text: usize, length: i32, column: i32): i32 {
  const nextNumber = numbers.size;
  const hash = unitHash(text, length);
  const hashA = <i32>hash;
  const hashB = <i32>(hash >> 32);
  const word = numbers.number(length, hashA, hashB);
  if (word === nextNumber) {
    counts.reserve((word + 1) * columns);
    entries.push(<i32>text);
    entries.push(length);
    entries.push(hashA);
    entries.push(hashB);
    entries.push(0);
  }
  const at = word * columns + column;
  set(counts.at, at, get(counts.at, at) + 1);
  const mask = word * entryWidth + 4;
  set(entries.at, mask, get(entries.at, mask) | (1 << column));
  return word;
}

/** Counts `length` units as one word, whatever characters they are. */
export function countWhole(text: usize, length: i32, column: i32): void {
  if (length <= maxWord) count(text, length, column);
}

/** Counts a word of a text, unless it is too long. @param isText whether to record its place */
function countWord(text: usize, start: i32, end: i32, column: i32, isText: bool): void {
  if (end - start > maxWord) return;
  const word = count(text + ((<usize>start) << 1), end - start, column);
  if (!isText) return;
  runOffsets.push(start);
  runWords.push(word);
}

/**
 * Counts the words of a text. Numbers, words over 256 UTF-16 units, and runs of encoded data are skipped.
 * @param isText whether to record their places
 */
export function countWords(text: usize, length: i32, column: i32, isText: bool): void {
  if (readMasks(text, length)) countWithData(text, length, column, isText);
  else countMasked(text, length, column, isText);
}

/** Counts the words of a text without encoded data, by the masks that were read. */
function countMasked(text: usize, length: i32, column: i32, isText: bool): void {
  let start = -1;
  let isNumber = false;
  /** Whether the last unit of the block before belongs to a word. */
  let carry: u64 = 0;
  for (let block = 0, base = 0; base < length; block++, base += blockUnits) {
    if (isText) for (let ends = lineMask(block); ends !== 0; ends &= ends - 1) lineEnds.push(base + <i32>ctz(ends));
    const words = wordMask(block);
    const digits = digitMask(block);
    // Where a word begins or ends.
    for (let turns = words ^ ((words << 1) | carry); turns !== 0; turns &= turns - 1) {
      const turn = ctz(turns);
      if (start === -1) {
        start = base + <i32>turn;
        isNumber = ((digits >> turn) & 1) !== 0;
      } else {
        if (!isNumber) countWord(text, start, base + <i32>turn, column, isText);
        start = -1;
      }
    }
    carry = words >> 63;
  }
  if (start !== -1 && !isNumber) countWord(text, start, length, column, isText);
}

/** Counts the words of a text that may have encoded data, unit by unit, and skips the runs that are data. */
function countWithData(text: usize, length: i32, column: i32, isText: bool): void {
  let at = 0;
  runEnd = 0;
  while (at < length) {
    if (at >= runEnd) {
      findRunEnd(text, at, length);
      if (isDataRun) {
        at = runEnd;
        continue;
      }
      // A unit that is not base64 ends the run at once: move on by one.
      if (runEnd === at) runEnd++;
    }
    const start = at;
    const first = classAt(text, at);
    if (first === 0) {
      if (isText && load<u16>(text + ((<usize>at) << 1)) === 0x0a) lineEnds.push(at);
      at++;
      continue;
    }
    do at++;
    while (at < length && classAt(text, at) !== 0);
    if (first === 1) countWord(text, start, at, column, isText);
  }
}
