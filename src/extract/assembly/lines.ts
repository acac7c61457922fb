/** The lines of the file at hand as the chunker sees them (`extract/chunks-lines.ts` says what is in each list), and sums over them for keys. */
import { get, nextUnit, Numbers, set, unit } from './memory';

const tab: i32 = 9;
const lineFeed: i32 = 10;
const formFeed: i32 = 12;
const carriageReturn: i32 = 13;
const space: i32 = 32;

/** Where each line starts, with that behind a line break at the text's end. */
export const allStarts = new Numbers(1 << 10);
/** By entry: a line that holds something. */
export const numbers = new Numbers(1 << 10);
export const starts = new Numbers(1 << 10);
export const ends = new Numbers(1 << 10);
export const indents = new Numbers(1 << 10);
export const firsts = new Numbers(1 << 10);
export const hashes = new Numbers(1 << 10);
/** By line, from 1 on. */
export const ranks = new Numbers(1 << 10);

/** Where the host writes the entries at which chunks begin, and two sums of each chunk. */
export const chunkStarts = new Numbers(1 << 8);
export const chunkSums = new Numbers(1 << 9);

/** @returns how many lines there are, blank ones too */
export function readLines(text: usize, length: i32): i32 {
  allStarts.length = 0;
  numbers.length = 0;
  starts.length = 0;
  ends.length = 0;
  indents.length = 0;
  firsts.length = 0;
  hashes.length = 0;
  ranks.length = 0;
  ranks.push(0);
  let line = 1;
  for (let start = 0; start < length; line++) {
    allStarts.push(start);
    ranks.push(starts.length);
    start = readLine(text, start, length, line) + 1;
  }
  ranks.push(starts.length);
  if (length === 0 || unit(text, length - 1) === lineFeed) allStarts.push(length);
  // The file's end; the list's length is that of the others.
  numbers.reserve(starts.length + 1);
  set(numbers.at, starts.length, line);
  starts.reserve(starts.length + 1);
  set(starts.at, starts.length, length);
  // Nothing grows, so that no address changes, before another text is read.
  chunkStarts.reserve(starts.length);
  chunkSums.reserve(starts.length * 2);
  return line - 1;
}

/** @returns where the line ends */
function readLine(text: usize, start: i32, length: i32, line: i32): i32 {
  let at = start;
  let indent = 0;
  let first = 0;
  for (; at < length; at++) {
    first = unit(text, at);
    if (first === space) indent++;
    else if (first === tab) indent += 4;
    else if (first !== carriageReturn && first !== formFeed) break;
  }
  if (at === length || first === lineFeed) return at;
  const end = nextUnit(text, lineFeed, at + 1, length);
  numbers.push(line);
  starts.push(start);
  ends.push(end);
  indents.push(indent);
  firsts.push(first);
  hashes.push(lineHash(text, start, unit(text, end - 1) === carriageReturn ? end - 1 : end));
  return end;
}

/** FNV-1a of the even and of the odd characters: two chains that a processor follows at once. */
function lineHash(text: usize, start: i32, end: i32): i32 {
  let even: i32 = 0x811c9dc5;
  let odd: i32 = 0x050c5d1f;
  let next = start;
  for (; next + 1 < end; next += 2) {
    const both = load<u32>(text + ((<usize>next) << 1));
    even = (even ^ (both & 0xffff)) * 0x01000193;
    odd = (odd ^ (both >>> 16)) * 0x01000193;
  }
  if (next < end) even = (even ^ unit(text, next)) * 0x01000193;
  return even ^ (odd * 0x2c1b3c6d);
}

/** Behind `readLines`: fills `chunkSums` for so many `chunkStarts`. */
export function sumChunks(chunks: i32): void {
  for (let chunk = 0; chunk < chunks; chunk++) {
    const from = get(chunkStarts.at, chunk);
    const to = chunk + 1 < chunks ? get(chunkStarts.at, chunk + 1) : starts.length;
    let low: i32 = 0x9747b28c;
    let high: i32 = 0x3c6ef372;
    for (let rank = from; rank < to; rank++) {
      // Blank lines within are part of the text.
      const gap = rank === from ? 1 : numbers.get(rank) - numbers.get(rank - 1);
      const hash = hashes.get(rank);
      low = (low ^ hash) * 0x5bd1e995 + gap;
      high = ((high + (hash >>> 5)) * 0x1b873593) ^ (low >>> 7);
    }
    set(chunkSums.at, chunk * 2, low);
    set(chunkSums.at, chunk * 2 + 1, high);
  }
}
