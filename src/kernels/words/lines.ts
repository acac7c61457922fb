/**
 * The lines of the current file as the chunker sees them (`extract/chunks/chunks-lines.ts` describes the lists), and checksums of chunks, from which
 * their keys are made.
 */
import { get, nextUnit, Numbers, set, unit } from './memory';

const tab: i32 = 9;
const lineFeed: i32 = 10;
const formFeed: i32 = 12;
const carriageReturn: i32 = 13;
const space: i32 = 32;

/** Number of non-blank lines. */
export let count: i32 = 0;
/** Number of entries of `allStarts`. */
export let startCount: i32 = 0;
/** Where each line starts; a line break at the text's end starts one more. */
export const allStarts = new Numbers(1 << 10);
/** By entry, that is by non-blank line. */
export const numbers = new Numbers(1 << 10);
export const starts = new Numbers(1 << 10);
export const ends = new Numbers(1 << 10);
export const indents = new Numbers(1 << 10);
export const firsts = new Numbers(1 << 10);
export const hashes = new Numbers(1 << 10);
/** By line, from 1 on: the first entry at or after the line. */
export const ranks = new Numbers(1 << 10);

/** The entries at which chunks begin, which the host writes, and two checksums of each chunk. */
export const chunkStarts = new Numbers(1 << 8);
export const chunkSums = new Numbers(1 << 9);

/** Number of lines for which the lists have room. */
let capacity: i32 = 1 << 10;

function growLists(): void {
  capacity *= 2;
  allStarts.reserve(capacity);
  numbers.reserve(capacity);
  starts.reserve(capacity);
  ends.reserve(capacity);
  indents.reserve(capacity);
  firsts.reserve(capacity);
  hashes.reserve(capacity);
  ranks.reserve(capacity);
}

/** @returns the number of lines, blank ones included */
export function readLines(text: usize, length: i32): i32 {
  count = 0;
  let line = 1;
  for (let start = 0; start < length; line++) {
    if (line + 2 > capacity) growLists();
    set(allStarts.at, line - 1, start);
    set(ranks.at, line, count);
    start = readLine(text, start, length, line) + 1;
  }
  if (line + 2 > capacity) growLists();
  set(ranks.at, line, count);
  set(allStarts.at, line - 1, length);
  startCount = length === 0 || unit(text, length - 1) === lineFeed ? line : line - 1;
  set(numbers.at, count, line);
  set(starts.at, count, length);
  // Reserved now: nothing may grow before another text is read, so that no address changes.
  chunkStarts.reserve(count);
  chunkSums.reserve(count * 2);
  return line - 1;
}

/** @returns the offset where the line ends */
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
  set(numbers.at, count, line);
  set(starts.at, count, start);
  set(ends.at, count, end);
  set(indents.at, count, indent);
  set(firsts.at, count, first);
  set(hashes.at, count, lineHash(text, start, unit(text, end - 1) === carriageReturn ? end - 1 : end));
  count++;
  return end;
}

/** FNV-1a of the even and of the odd characters: two chains that a processor computes in parallel. */
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

/** Must follow `readLines`. Fills `chunkSums` for this many `chunkStarts`. */
export function sumChunks(chunks: i32): void {
  for (let chunk = 0; chunk < chunks; chunk++) {
    const from = get(chunkStarts.at, chunk);
    const to = chunk + 1 < chunks ? get(chunkStarts.at, chunk + 1) : count;
    let low: i32 = 0x9747b28c;
    let high: i32 = 0x3c6ef372;
    for (let rank = from; rank < to; rank++) {
      // Blank lines within a chunk are part of its text.
      const gap = rank === from ? 1 : numbers.get(rank) - numbers.get(rank - 1);
      const hash = hashes.get(rank);
      low = (low ^ hash) * 0x5bd1e995 + gap;
      high = ((high + (hash >>> 5)) * 0x1b873593) ^ (low >>> 7);
    }
    set(chunkSums.at, chunk * 2, low);
    set(chunkSums.at, chunk * 2 + 1, high);
  }
}
