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
const newline = 10;
const formFeed = 12;
const carriageReturn = 13;
const space = 32;

function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.charCodeAt(text.length - 1) === newline ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function emptyLines(lineCount: number): ChunkLines {
  return {
    lineCount,
    count: 0,
    numbers: new Int32Array(lineCount + 1),
    starts: new Int32Array(lineCount + 1),
    ends: new Int32Array(lineCount),
    indents: new Int32Array(lineCount),
    firsts: new Uint16Array(lineCount),
    hashes: new Int32Array(lineCount),
    comments: new Uint8Array(lineCount),
    ranks: new Int32Array(lineCount + 2),
  };
}

/** @param comments in order of place */
export function chunkLines(text: string, comments: readonly Pick<Comment, 'line' | 'endLine'>[]): ChunkLines {
  const lines = emptyLines(countLines(text));
  const { numbers, starts, ends, indents, firsts, hashes, ranks, lineCount } = lines;
  const { length } = text;
  let rank = 0;
  let at = 0;
  for (let number = 1; number <= lineCount; number++) {
    ranks[number] = rank;
    const start = at;
    let indent = 0;
    let code = at < length ? text.charCodeAt(at) : newline;
    let hash = 0x811c9dc5;
    while (code === space || code === tab || code === carriageReturn || code === formFeed) {
      indent += code === tab ? 4 : 1;
      hash = Math.imul(hash ^ code, 0x01000193);
      code = ++at < length ? text.charCodeAt(at) : newline;
    }
    if (code === newline) {
      at++;
      continue;
    }
    indents[rank] = indent;
    firsts[rank] = code;
    // The character before is hashed when the next is known, since a carriage return at the end is not the text's.
    let before = code;
    for (at++; at < length && (code = text.charCodeAt(at)) !== newline; at++) {
      hash = Math.imul(hash ^ before, 0x01000193);
      before = code;
    }
    hashes[rank] = before === carriageReturn ? hash : Math.imul(hash ^ before, 0x01000193);
    numbers[rank] = number;
    starts[rank] = start;
    ends[rank] = at;
    rank++;
    at++;
  }
  ranks[lineCount + 1] = rank;
  numbers[rank] = lineCount + 1;
  starts[rank] = length;
  lines.count = rank;
  markComments(lines, comments);
  return lines;
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
