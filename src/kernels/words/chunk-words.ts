/** In which chunks of a file its terms occur, and the terms of names. */
import { lineEnds, runOffsets, runWords } from './file-words';
import { isJoined, termHashes, termsOf, wordNumber } from './lexicon';
import { get, Numbers, set } from './memory';
import { lexiconNumbers } from './tags';
import { unitHash } from './unit-hash';

/** Everything after this offset in a line is taken for data (UTF-16 units). */
const maxLine: i32 = 2000;

/** The words of the current chunk, by their number in the file, and the count of each in the chunk. */
const seen = new Numbers(1 << 10);
const counts = new Numbers(1 << 12);

/** Row of each term of the current file plus one, by the term's number; 0 for none. */
const rowOf = new Numbers(1 << 12);
/** By row: its term, its last place, and its number of places. */
const rowTerms = new Numbers(1 << 10);
const rowLast = new Numbers(1 << 10);
const rowSizes = new Numbers(1 << 10);
/** Places in the order of chunks: the row of the term, the chunk, and the count in it. */
const placeRows = new Numbers(1 << 12);
const placeChunks = new Numbers(1 << 12);
const placeCounts = new Numbers(1 << 12);

/** Number of terms of all words of each chunk. */
export const chunkLengths = new Numbers(1 << 8);
/** A `TermTable`. */
export const tableHashes = new Numbers(1 << 10);
export const tableStarts = new Numbers(1 << 10);
export const tableChunks = new Numbers(1 << 12);
export const tableCounts = new Numbers(1 << 12);
/** Whether two terms of the table have the same hash. */
export let hasShared = false;

/** The reading position: the next word, the next line, and the offset where that line begins. */
let nextWord = 0;
let nextLine = 0;
let offset = 0;

/** @param lines number of lines of each chunk */
export function countChunks(lines: usize, chunks: i32, textLength: i32): void {
  nextWord = 0;
  nextLine = 0;
  offset = 0;
  chunkLengths.length = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    countLines(get(lines, chunk), textLength);
    chunkLengths.push(takeChunk(chunk));
  }
  fillTable();
}

/** Counts the words of this many lines. Words that begin at `maxLine` of a line or later are skipped. */
function countLines(lines: i32, textLength: i32): void {
  for (let left = lines; left > 0 && offset < textLength; left--) {
    const end = nextLine < lineEnds.length ? lineEnds.get(nextLine++) : textLength;
    if (end - offset > maxLine) {
      countUntil(offset + maxLine);
      while (nextWord < runOffsets.length && runOffsets.get(nextWord) < end) nextWord++;
    }
    offset = end + 1;
  }
  countUntil(offset);
}

function countUntil(end: i32): void {
  const length = runOffsets.length;
  for (; nextWord < length && runOffsets.get(nextWord) < end; nextWord++) {
    const word = runWords.get(nextWord);
    counts.reserve(word + 1);
    const count = counts.get(word);
    if (count === 0) seen.push(word);
    set(counts.at, word, count + 1);
  }
}

/** Turns the counted words into the terms of a chunk. @returns the number of terms */
function takeChunk(chunk: i32): i32 {
  let length = 0;
  for (let index = 0; index < seen.length; index++) {
    const word = seen.get(index);
    const count = counts.get(word);
    set(counts.at, word, 0);
    const number = lexiconNumbers.get(word);
    const end = termsOf.starts.get(number + 1);
    for (let at = termsOf.starts.get(number); at < end; at++) {
      length += count;
      addPlace(termsOf.values.get(at), chunk, count);
    }
  }
  seen.length = 0;
  return length;
}

function addPlace(term: i32, chunk: i32, count: i32): void {
  rowOf.reserve(term + 1);
  let row = rowOf.get(term) - 1;
  if (row === -1) {
    row = rowTerms.length;
    rowTerms.push(term);
    set(rowOf.at, term, row + 1);
    rowLast.push(0);
    rowSizes.push(0);
  } else {
    const last = rowLast.get(row);
    if (placeChunks.get(last) === chunk) {
      set(placeCounts.at, last, placeCounts.get(last) + count);
      return;
    }
  }
  set(rowLast.at, row, placeRows.length);
  set(rowSizes.at, row, rowSizes.get(row) + 1);
  placeRows.push(row);
  placeChunks.push(chunk);
  placeCounts.push(count);
}

/** Writes the places in the order of their terms' hashes, and clears the rows for the next file. */
function fillTable(): void {
  const rows = rowTerms.length;
  const places = placeRows.length;
  const sorted = sortedRows();
  tableHashes.length = 0;
  tableStarts.length = 0;
  hasShared = false;
  let start = 0;
  for (let index = 0; index < rows; index++) {
    const row = sorted.get(index);
    const hash = termHashes.get(rowTerms.get(row));
    if (index > 0 && tableHashes.get(index - 1) === hash) hasShared = true;
    tableHashes.push(hash);
    tableStarts.push(start);
    // From here on, `rowLast` is where the next place of the row goes.
    set(rowLast.at, row, start);
    start += rowSizes.get(row);
  }
  tableStarts.push(start);
  tableChunks.reserve(places);
  tableCounts.reserve(places);
  for (let place = 0; place < places; place++) {
    const row = placeRows.get(place);
    const to = rowLast.get(row);
    set(rowLast.at, row, to + 1);
    set(tableChunks.at, to, placeChunks.get(place));
    set(tableCounts.at, to, placeCounts.get(place));
  }
  clearRows();
}

function clearRows(): void {
  for (let row = 0; row < rowTerms.length; row++) set(rowOf.at, rowTerms.get(row), 0);
  rowTerms.length = 0;
  rowLast.length = 0;
  rowSizes.length = 0;
  placeRows.length = 0;
  placeChunks.length = 0;
  placeCounts.length = 0;
}

/** Bits of a digit of the radix sort: half of those of a hash. */
const digitBits: i32 = 11;
const digits: i32 = 1 << digitBits;
const buckets = memory.data(digits << 2);
const firstPass = new Numbers(1 << 10);
const secondPass = new Numbers(1 << 10);

/** Rows by their terms' hashes, those with equal hashes by row: a radix sort in two stable passes. */
function sortedRows(): Numbers {
  const rows = rowTerms.length;
  firstPass.reserve(rows);
  secondPass.reserve(rows);
  for (let row = 0; row < rows; row++) set(firstPass.at, row, row);
  distribute(firstPass, secondPass, 0);
  distribute(secondPass, firstPass, digitBits);
  return firstPass;
}

function digitOf(row: i32, shift: i32): i32 {
  return (termHashes.get(rowTerms.get(row)) >>> shift) & (digits - 1);
}

function distribute(from: Numbers, to: Numbers, shift: i32): void {
  const rows = rowTerms.length;
  memory.fill(buckets, 0, digits << 2);
  for (let index = 0; index < rows; index++) {
    const digit = digitOf(from.get(index), shift);
    set(buckets, digit, get(buckets, digit) + 1);
  }
  let start = 0;
  for (let digit = 0; digit < digits; digit++) {
    const size = get(buckets, digit);
    set(buckets, digit, start);
    start += size;
  }
  for (let index = 0; index < rows; index++) {
    const row = from.get(index);
    const digit = digitOf(row, shift);
    const at = get(buckets, digit);
    set(buckets, digit, at + 1);
    set(to.at, at, row);
  }
}

/** For each name: the number of terms of its parts, whether all of them joined are a term too, and the terms' hashes, the joined one last. */
export const nameNumbers = new Numbers(1 << 8);

/** @param texts the names, concatenated @param lengths of the names (UTF-16 units) */
export function readNames(texts: usize, lengths: usize, count: i32): void {
  nameNumbers.length = 0;
  let text = texts;
  for (let name = 0; name < count; name++) {
    const length = get(lengths, name);
    readName(text, length);
    text += (<usize>length) << 1;
  }
}

function readName(text: usize, length: i32): void {
  const hash = unitHash(text, length);
  const word = wordNumber(text, length, <i32>hash, <i32>(hash >> 32));
  const start = termsOf.starts.get(word);
  const end = termsOf.starts.get(word + 1);
  nameNumbers.push(end - start);
  nameNumbers.push(isJoined(word) ? 1 : 0);
  for (let at = start; at < end; at++) nameNumbers.push(termHashes.get(termsOf.values.get(at)));
}
