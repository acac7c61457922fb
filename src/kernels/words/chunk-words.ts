/** In which chunks of a file its terms occur, and the terms of names. */
import { lineEnds, runOffsets, runWords } from './file-words';
import { isJoined, termHashes, termsOf, wordNumber } from './lexicon';
import { get, Numbers, set } from './memory';
import { lexiconNumbers } from './tags';
import { unitHash } from './unit-hash';

/** Everything after this offset in a line is taken for data (UTF-16 units). */
const maxLine: i32 = 2000;

/** The numbers of the distinct words of the current chunk; and the count of each word in the chunk, by number. */
const distinctWords = new Numbers(1 << 10);
const counts = new Numbers(1 << 12);

/** For each term of the current file, by number: its row plus one; 0 for none. */
const rowOf = new Numbers(1 << 12);
/** By row: its term, its last posting, and its number of postings. */
const rowTerms = new Numbers(1 << 10);
const rowLast = new Numbers(1 << 10);
const rowSizes = new Numbers(1 << 10);
/** Postings in the order of chunks: the row of the term, the chunk, and the term's count in the chunk. */
const postingRows = new Numbers(1 << 12);
const postingChunks = new Numbers(1 << 12);
const postingCounts = new Numbers(1 << 12);

/** Number of terms of all words of each chunk. */
export const chunkLengths = new Numbers(1 << 8);
/** The terms of the file and the chunks that have them, in the form of the host's `TermTable`. */
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
    if (count === 0) distinctWords.push(word);
    set(counts.at, word, count + 1);
  }
}

/** Turns the counted words into the terms of a chunk. @returns the number of terms */
function takeChunk(chunk: i32): i32 {
  let length = 0;
  for (let index = 0; index < distinctWords.length; index++) {
    const word = distinctWords.get(index);
    const count = counts.get(word);
    set(counts.at, word, 0);
    const number = lexiconNumbers.get(word);
    const end = termsOf.starts.get(number + 1);
    for (let at = termsOf.starts.get(number); at < end; at++) {
      length += count;
      addPosting(termsOf.values.get(at), chunk, count);
    }
  }
  distinctWords.length = 0;
  return length;
}

function addPosting(term: i32, chunk: i32, count: i32): void {
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
    if (postingChunks.get(last) === chunk) {
      set(postingCounts.at, last, postingCounts.get(last) + count);
      return;
    }
  }
  set(rowLast.at, row, postingRows.length);
  set(rowSizes.at, row, rowSizes.get(row) + 1);
  postingRows.push(row);
  postingChunks.push(chunk);
  postingCounts.push(count);
}

/** Writes the postings in the order of their terms' hashes, and clears the rows for the next file. */
function fillTable(): void {
  const rows = rowTerms.length;
  const postings = postingRows.length;
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
    // From here on, `rowLast` is where the next posting of the row goes.
    set(rowLast.at, row, start);
    start += rowSizes.get(row);
  }
  tableStarts.push(start);
  tableChunks.reserve(postings);
  tableCounts.reserve(postings);
  for (let posting = 0; posting < postings; posting++) {
    const row = postingRows.get(posting);
    const to = rowLast.get(row);
    set(rowLast.at, row, to + 1);
    set(tableChunks.at, to, postingChunks.get(posting));
    set(tableCounts.at, to, postingCounts.get(posting));
  }
  clearRows();
}

function clearRows(): void {
  for (let row = 0; row < rowTerms.length; row++) set(rowOf.at, rowTerms.get(row), 0);
  rowTerms.length = 0;
  rowLast.length = 0;
  rowSizes.length = 0;
  postingRows.length = 0;
  postingChunks.length = 0;
  postingCounts.length = 0;
}

/** Bits of a digit of the radix sort: half of the bits of a hash. */
const digitBits: i32 = 11;
const digits: i32 = 1 << digitBits;
const buckets = memory.data(digits << 2);
const firstPass = new Numbers(1 << 10);
const secondPass = new Numbers(1 << 10);

/** The rows in the order of their terms' hashes, then of their numbers: a radix sort in two stable passes. */
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

/** One pass of the sort: by one digit of the hash. */
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
