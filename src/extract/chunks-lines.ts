/**
 * A file's text as the chunker sees it: only lines that hold something, each with where it stands, how far it is indented and a number for
 * what it says. Blank lines belong to the line before them, and count for nothing.
 * Invariant: one pass over the text, whatever is in it.
 */
import type { Comment } from '../model/extraction.ts';

export interface ChunkLines {
  /** Lines of the whole file, blank ones too. */
  lineCount: number;
  /** How many lines hold something; the arrays below have one entry for each, and `numbers` and `starts` one more for the file's end. */
  count: number;
  /** 1-based. */
  numbers: Int32Array;
  /** Offset of its first character. */
  starts: Int32Array;
  /** Offset behind its last character, line break not included. */
  ends: Int32Array;
  /** Columns of white space before its first word; a tab counts four. */
  indents: Int32Array;
  /** Its first character that is no white space. */
  firsts: Uint16Array;
  /** Of its characters, without a carriage return at the end. */
  hashes: Int32Array;
  /** 1 where it is nothing but comment. */
  comments: Uint8Array;
  /** For line n, the first entry at or after it (`ranks[lineCount + 1]` is `count`). */
  ranks: Int32Array;
}

const tab = 9;
const formFeed = 12;
const carriageReturn = 13;
const space = 32;

/** Kept between files: most need no room of their own. Nobody holds on to what `chunkLines` gives beyond the next call. */
let room = emptyLines(4096);
const keptCapacity = 65_536;

function emptyLines(capacity: number): ChunkLines {
  return {
    lineCount: 0,
    count: 0,
    numbers: new Int32Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    indents: new Int32Array(capacity),
    firsts: new Uint16Array(capacity),
    hashes: new Int32Array(capacity),
    comments: new Uint8Array(capacity),
    ranks: new Int32Array(capacity),
  };
}

function larger(lines: ChunkLines): ChunkLines {
  const grown = emptyLines(lines.ranks.length * 2);
  grown.numbers.set(lines.numbers);
  grown.starts.set(lines.starts);
  grown.ends.set(lines.ends);
  grown.indents.set(lines.indents);
  grown.firsts.set(lines.firsts);
  grown.hashes.set(lines.hashes);
  grown.ranks.set(lines.ranks);
  return grown;
}

/**
 * What it gives is good until the next call.
 * @param comments in order of place
 */
export function chunkLines(text: string, comments: readonly Pick<Comment, 'line' | 'endLine'>[]): ChunkLines {
  let lines = room;
  const { length } = text;
  let rank = 0;
  let number = 1;
  for (let start = 0; start < length; number++) {
    if (number + 2 >= lines.ranks.length) lines = larger(lines);
    lines.ranks[number] = rank;
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? length : newline;
    if (readLine(lines, rank, { text, start, end })) lines.numbers[rank++] = number;
    start = end + 1;
  }
  lines.lineCount = number - 1;
  lines.count = rank;
  lines.ranks[number] = rank;
  lines.numbers[rank] = number;
  lines.starts[rank] = length;
  lines.comments.fill(0, 0, rank);
  if (lines.ranks.length <= keptCapacity) room = lines;
  markComments(lines, comments);
  return lines;
}

/** False for a line of blanks. */
function readLine(
  { starts, ends, indents, firsts, hashes }: ChunkLines,
  rank: number,
  { text, start, end }: { text: string; start: number; end: number },
): boolean {
  let at = start;
  let indent = 0;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === space) indent++;
    else if (code === tab) indent += 4;
    else if (code !== carriageReturn && code !== formFeed) break;
  }
  if (at === end) return false;
  starts[rank] = start;
  ends[rank] = end;
  indents[rank] = indent;
  firsts[rank] = text.charCodeAt(at);
  const last = text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end;
  // FNV-1a of the even and of the odd characters: two chains that a processor follows at once.
  let even = 0x811c9dc5;
  let odd = 0x050c5d1f;
  let next = start;
  for (; next + 1 < last; next += 2) {
    even = Math.imul(even ^ text.charCodeAt(next), 0x01000193);
    odd = Math.imul(odd ^ text.charCodeAt(next + 1), 0x01000193);
  }
  if (next < last) even = Math.imul(even ^ text.charCodeAt(next), 0x01000193);
  hashes[rank] = even ^ Math.imul(odd, 0x2c1b3c6d);
  return true;
}

/** What a line of code may start with that a comment does not: letters, digits, `_`, `$`, and what closes. */
function startsCode(first: number): boolean {
  if (first > 127) return true;
  const isLetter = (first >= 65 && first <= 90) || (first >= 97 && first <= 122);
  return isLetter || (first >= 48 && first <= 57) || first === 95 || first === 36 || closes(first);
}

/** `)`, `]` or `}`. */
export function closes(first: number): boolean {
  return first === 41 || first === 93 || first === 125;
}

function markComments(lines: ChunkLines, comments: readonly Pick<Comment, 'line' | 'endLine'>[]): void {
  const { ranks, numbers, firsts, lineCount, count } = lines;
  let next = 0;
  for (const { line, endLine } of comments) {
    if (line < 1 || line > lineCount) continue;
    for (let rank = Math.max(next, ranks[line]!); rank < count && numbers[rank]! <= endLine; rank++) {
      // The line on which a comment begins may begin with code.
      if (numbers[rank]! > line || !startsCode(firsts[rank]!)) lines.comments[rank] = 1;
      next = rank + 1;
    }
  }
}
