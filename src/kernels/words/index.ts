/**
 * The functions that the host (`kernels/words.ts`) calls. The host writes a file's text once, as UTF-16, and reads results from this memory.
 * Invariant: the results for a file do not depend on the files before it.
 */
import { clearWords, countWhole, countWords } from './file-words';
import * as chunkWords from './chunk-words';
import * as depth from './depth';
import { breaks } from './depth-breaks';
import * as lexicon from './lexicon';
import * as lines from './lines';
import { get, copyToLarger } from './memory';
import * as tags from './tags';
import { unitClasses } from './word-masks';

let textBytes: usize = 1 << 16;
let text: usize = heap.alloc(1 << 16);
let inputBytes: usize = 1 << 12;
let input: usize = heap.alloc(1 << 12);
/** The column of the words of the file's own text. */
const textColumn: i32 = 8;
/** Length of the current file's text (UTF-16 units). */
let textLength: i32 = 0;

/** @returns the address of room for the text of a file, which becomes the current one */
export function textRoom(length: i32): usize {
  const bytes = (<usize>length) << 1;
  if (bytes > textBytes) {
    const newBytes = max(textBytes * 2, bytes);
    text = copyToLarger(text, textBytes, newBytes);
    textBytes = newBytes;
  }
  textLength = length;
  return text;
}

/** @returns the address of room for further input about the current file */
export function room(bytes: usize): usize {
  if (bytes > inputBytes) {
    const newBytes = max(inputBytes * 2, bytes);
    input = copyToLarger(input, inputBytes, newBytes);
    inputBytes = newBytes;
  }
  return input;
}

/** Where to write the class of each UTF-16 unit, one byte each (`unitClasses` of word-masks.ts). */
export function classes(): usize {
  return unitClasses;
}

/** Must be called before the words of another file. @returns whether all terms were forgotten */
export function begin(): bool {
  clearWords();
  return lexicon.trim();
}

/** @returns how many numbers `deepRanges` has; -1 when the scan cannot distinguish code from text */
export function boundDepth(jsx: bool): i32 {
  return depth.boundDepth(text, textLength, jsx, false) ? depth.deepRanges.length : -1;
}
export function deepRanges(): usize {
  return depth.deepRanges.at;
}

/** @returns how many numbers `lineBreaks` has; -1 when the scan cannot distinguish code from text */
export function findBreaks(jsx: bool): i32 {
  return depth.boundDepth(text, textLength, jsx, true) ? breaks.length : -1;
}
export function lineBreaks(): usize {
  return breaks.at;
}

/** Reads the text's lines. @returns their number */
export function readLines(): i32 {
  return lines.readLines(text, textLength);
}

/**
 * Counts the words of the pieces in `input` and of the file's own text. `input` holds a number for each piece, then the pieces. The number is the
 * piece's length times 32, plus twice its column, plus 1 where the whole piece counts as one word.
 * @returns the number of terms
 */
export function countFile(pieces: i32, language: i32): i32 {
  let piece = input + ((<usize>pieces) << 2);
  for (let index = 0; index < pieces; index++) {
    const head = get(input, index);
    const units = head >>> 5;
    const column = (head >>> 1) & 15;
    if ((head & 1) === 1) countWhole(piece, units, column);
    else countWords(piece, units, column, false);
    piece += (<usize>units) << 1;
  }
  countWords(text, textLength, textColumn, true);
  tags.countTerms(language);
  return tags.takeTerms();
}

/** Must follow `countFile`. `input` holds the number of lines of each chunk. @returns the number of terms in the table */
export function countChunks(chunks: i32): i32 {
  chunkWords.countChunks(input, chunks, textLength);
  return chunkWords.tableHashes.length;
}

/** Words that are not counted in a language's texts; `input` holds their lengths (UTF-16 units), then the words. */
export function addKeywords(language: i32, count: i32): void {
  let word = input + ((<usize>count) << 2);
  for (let index = 0; index < count; index++) {
    const length = get(input, index);
    tags.addKeyword(language, word, length);
    word += (<usize>length) << 1;
  }
}

/** `input` holds the lengths of names (UTF-16 units), then the names. */
export function readNames(count: i32): void {
  chunkWords.readNames(input + ((<usize>count) << 2), input, count);
}

/** The number of entries of `allStarts`. */
export function startCount(): i32 {
  return lines.startCount;
}
export function allStarts(): usize {
  return lines.allStarts.at;
}
/** The number of non-blank lines. */
export function filledLines(): i32 {
  return lines.count;
}
export function lineNumbers(): usize {
  return lines.numbers.at;
}
export function lineStarts(): usize {
  return lines.starts.at;
}
export function lineEnds(): usize {
  return lines.ends.at;
}
export function lineIndents(): usize {
  return lines.indents.at;
}
export function lineFirsts(): usize {
  return lines.firsts.at;
}
export function lineHashes(): usize {
  return lines.hashes.at;
}
export function lineRanks(): usize {
  return lines.ranks.at;
}
export function chunkStarts(): usize {
  return lines.chunkStarts.at;
}
export function chunkSums(): usize {
  return lines.chunkSums.at;
}
export { sumChunks } from './lines';

export function terms(): usize {
  return tags.rowTerms.at;
}
export function termCounts(): usize {
  return tags.packedCounts.at;
}
export function columnSums(): usize {
  return tags.columnSums.at;
}
export function chunkLengths(): usize {
  return chunkWords.chunkLengths.at;
}
export function tableHashes(): usize {
  return chunkWords.tableHashes.at;
}
export function tableStarts(): usize {
  return chunkWords.tableStarts.at;
}
export function tableChunks(): usize {
  return chunkWords.tableChunks.at;
}
export function tableCounts(): usize {
  return chunkWords.tableCounts.at;
}
export function hasShared(): bool {
  return chunkWords.hasShared;
}
export function nameNumbers(): usize {
  return chunkWords.nameNumbers.at;
}

export { addTerm, markJoined } from './lexicon';
export { openKeywords } from './tags';
