/**
 * What the host calls (kernels/words.ts): it writes a file's text as UTF-16, once, and reads results where they are.
 * Invariant: what is found of a file follows from its texts alone, whatever was read before.
 */
import { clearWords, countWhole, countWords } from './file-words';
import * as chunkWords from './chunk-words';
import * as depth from './depth';
import { breaks } from './depth-breaks';
import * as lexicon from './lexicon';
import * as lines from './lines';
import { get, widened } from './memory';
import * as tags from './tags';
import { unitClasses } from './word-masks';

let textBytes: usize = 1 << 16;
let text: usize = heap.alloc(1 << 16);
let otherBytes: usize = 1 << 12;
let other: usize = heap.alloc(1 << 12);
/** Of the text of the file at hand (UTF-16 units). */
let textLength: i32 = 0;

/** @returns the address of room for the text of a file, which is the one at hand from here on */
export function holdText(length: i32): usize {
  const bytes = (<usize>length) << 1;
  if (bytes > textBytes) {
    const wanted = max(textBytes * 2, bytes);
    text = widened(text, textBytes, wanted);
    textBytes = wanted;
  }
  textLength = length;
  return text;
}

/** @returns the address of room for what else is asked of the file whose text is there */
export function room(bytes: usize): usize {
  if (bytes > otherBytes) {
    const wanted = max(otherBytes * 2, bytes);
    other = widened(other, otherBytes, wanted);
    otherBytes = wanted;
  }
  return other;
}

/** Where the class of each UTF-16 unit is to be written, a byte each (`unitClasses` of word-masks.ts). */
export function classes(): usize {
  return unitClasses;
}

/** Before the words of another file. @returns whether all terms were forgotten */
export function begin(): bool {
  clearWords();
  return lexicon.trim();
}

/** @returns how many numbers `deepRanges` has; -1 when nobody can tell */
export function boundDepth(jsx: bool): i32 {
  return depth.boundDepth(text, textLength, jsx, false) ? depth.blanks.length : -1;
}
export function deepRanges(): usize {
  return depth.blanks.at;
}

/** @returns how many numbers `lineBreaks` has; -1 when nobody can tell */
export function findBreaks(jsx: bool): i32 {
  return depth.boundDepth(text, textLength, jsx, true) ? breaks.length : -1;
}
export function lineBreaks(): usize {
  return breaks.at;
}

/** Reads the text's lines. @returns how many there are */
export function readLines(): i32 {
  return lines.readLines(text, textLength);
}

/**
 * Counts what is in `other`, `pieces` numbers (a piece's length, times 16 its column, plus 1 where it is one word whatever it is) and the pieces, and
 * the file's own text.
 * @returns how many terms there are
 */
export function countFile(pieces: i32, language: i32): i32 {
  let piece = other + ((<usize>pieces) << 2);
  for (let index = 0; index < pieces; index++) {
    const head = get(other, index);
    const units = head >>> 5;
    const column = (head >>> 1) & 15;
    if ((head & 1) === 1) countWhole(piece, units, column);
    else countWords(piece, units, column, false);
    piece += (<usize>units) << 1;
  }
  countWords(text, textLength, 8, true);
  tags.countTerms(language);
  return tags.takeTerms();
}

/** Behind `countFile`: `other` has how many lines each chunk has. @returns how many terms there are in the table */
export function countChunks(chunks: i32): i32 {
  chunkWords.countChunks(other, chunks, textLength);
  return chunkWords.tableHashes.length;
}

/** Words that say nothing in a language's texts; `other` has their lengths (UTF-16 units), then the words. */
export function addKeywords(language: i32, count: i32): void {
  let word = other + ((<usize>count) << 2);
  for (let index = 0; index < count; index++) {
    const length = get(other, index);
    tags.addKeyword(language, word, length);
    word += (<usize>length) << 1;
  }
}

/** `other` has the lengths of names (UTF-16 units), then the names. */
export function readNames(count: i32): void {
  chunkWords.readNames(other + ((<usize>count) << 2), other, count);
}

/** How many numbers `allStarts` has. */
export function startCount(): i32 {
  return lines.startCount;
}
export function allStarts(): usize {
  return lines.allStarts.at;
}
/** How many lines hold something. */
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
