/** A file's tags: the terms of its words, counted by column. */
import { columns, wordColumns, wordCount, wordCounts, wordHashA, wordHashB, wordLength, wordText } from './file-words';
import { termsOf, wordNumber } from './lexicon';
import { get, Numbers, set } from './memory';
import { unitHash } from './unit-hash';
import { WordNumbers } from './word-numbers';

/** Bit of the last column, which counts the words of the file's own text. */
const textBit: i32 = 1 << 8;
const maxCounted: i32 = 255;

/** For each term of the current file, by number: its row plus one; 0 for none. */
const rowOf = new Numbers(1 << 12);
/** The terms of the current file, by row: their counts, and one bit for each column that has a count. */
export const rowTerms = new Numbers(1 << 10);
const rowColumns = new Numbers(1 << 10);
const rowCounts = new Numbers(columns << 10);
/** Bytes, row by row: the values of `rowCounts`, capped at 255. */
export const packedCounts = new Numbers((columns << 10) >> 2);
/** The sum of each column. */
export const columnSums = new Numbers(columns);

/** The lexicon's number of each word of the current file. */
export const lexiconNumbers = new Numbers(1 << 12);

/** Keywords of languages, which are not counted in a file's text. */
const keywords: WordNumbers[] = [];

/** @returns the number of a language, whose keywords are to be added */
export function openKeywords(): i32 {
  keywords.push(new WordNumbers(8));
  return keywords.length - 1;
}

export function addKeyword(language: i32, text: usize, length: i32): void {
  const hash = unitHash(text, length);
  keywords[language].number(length, <i32>hash, <i32>(hash >> 32));
}

/** Adds each word of the current file to the lexicon, and counts the word's terms. @param language returned by `openKeywords` */
export function countTerms(language: i32): void {
  numberWords();
  const languageKeywords = keywords[language];
  const size = wordCount();
  for (let word = 0; word < size; word++) {
    let mask = wordColumns(word);
    if ((mask & textBit) !== 0 && languageKeywords.has(wordLength(word), wordHashA(word), wordHashB(word)))
      mask ^= textBit;
    addTerms(lexiconNumbers.get(word), wordCounts(word), mask);
  }
}

/** Looks all words up in the lexicon. A separate pass, so that no look-up waits for the terms of the word before. */
function numberWords(): void {
  const size = wordCount();
  lexiconNumbers.length = 0;
  lexiconNumbers.reserve(size);
  for (let word = 0; word < size; word++)
    lexiconNumbers.push(wordNumber(wordText(word), wordLength(word), wordHashA(word), wordHashB(word)));
}

/** @param mask one bit for each column to add */
function addTerms(word: i32, counts: usize, mask: i32): void {
  const end = termsOf.starts.get(word + 1);
  for (let at = termsOf.starts.get(word); at < end; at++) {
    const term = termsOf.values.get(at);
    rowOf.reserve(term + 1);
    let row = rowOf.get(term) - 1;
    if (row === -1) row = addRow(term);
    const termCounts = rowCounts.at + ((<usize>(row * columns)) << 2);
    set(rowColumns.at, row, rowColumns.get(row) | mask);
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const column = ctz(rest);
      set(termCounts, column, get(termCounts, column) + get(counts, column));
    }
  }
}

function addRow(term: i32): i32 {
  const row = rowTerms.length;
  rowTerms.push(term);
  rowColumns.push(0);
  set(rowOf.at, term, row + 1);
  rowCounts.reserve((row + 1) * columns);
  return row;
}

/** Packs the rows, with counts of at most 255. Rows of terms that only keywords have are left out. @returns the number of rows */
export function takeTerms(): i32 {
  const size = rowTerms.length;
  packedCounts.reserve((size * columns + 3) >> 2);
  memory.fill(columnSums.at, 0, columns << 2);
  let rows = 0;
  for (let row = 0; row < size; row++) {
    const term = rowTerms.get(row);
    set(rowOf.at, term, 0);
    if (rowColumns.get(row) === 0) continue;
    packRow(row, rows);
    set(rowTerms.at, rows++, term);
  }
  memory.fill(rowCounts.at, 0, (<usize>(size * columns)) << 2);
  rowTerms.length = 0;
  rowColumns.length = 0;
  return rows;
}

function packRow(row: i32, to: i32): void {
  const counts = rowCounts.at + ((<usize>(row * columns)) << 2);
  const packed = packedCounts.at + <usize>(to * columns);
  // A row has nine bytes.
  store<u64>(packed, 0);
  store<u8>(packed, 0, 8);
  for (let rest = rowColumns.get(row); rest !== 0; rest &= rest - 1) {
    const column = ctz(rest);
    const found = min(get(counts, column), maxCounted);
    store<u8>(packed + <usize>column, <u8>found);
    set(columnSums.at, column, get(columnSums.at, column) + found);
  }
}
