/**
 * Finds comments by their markers, and the lines without code.
 * Invariant: one pass over the lines. A marker in a string is recognised by the quotes before it, as far as one line shows.
 */
import type { LineSyntax } from '../../languages/language.ts';
import type { PlacedComment } from '../text.ts';

export interface LineComments {
  /** In order of place. */
  list: PlacedComment[];
  /** 1 for each line of a verbatim block or of a block comment over several lines; not for the comment's first line if code precedes it there. */
  opaque: Uint8Array;
  /** Length of each line without the comment at its end. */
  lengths: Uint32Array;
}

/** A block comment or verbatim block that is not closed yet. */
interface Open {
  close: string;
  /** Whether the block is verbatim text, which is not a comment. */
  isFence: boolean;
  row: number;
  column: number;
  ownLine: boolean;
  text: string[];
}

/** Maximum number of occurrences of a marker in a line that are checked. */
const maxTries = 20;
/** Maximum length of a comment (characters). A longer one is cut. */
const maxComment = 20_000;

/** The comment markers of a language that occur in the current text. */
export interface CommentMarks extends Pick<LineSyntax, 'fence'> {
  lineComments: NonNullable<LineSyntax['lineComments']>;
  blockComments: NonNullable<LineSyntax['blockComments']>;
}

export function readComments(lines: readonly string[], syntax: CommentMarks, maxLine: number): LineComments {
  const list: PlacedComment[] = [];
  const opaque = new Uint8Array(lines.length);
  const lengths = new Uint32Array(lines.length);
  let open: Open | null = null;
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row]!;
    lengths[row] = line.length;
    if (line.length > maxLine) continue;
    if (open !== null) {
      opaque[row] = 1;
      const end = open.isFence ? (line.trimStart().startsWith(open.close) ? 0 : -1) : line.indexOf(open.close);
      if (end === -1) open.text.push(line);
      else {
        open.text.push(line.slice(0, end));
        if (!open.isFence) list.push(commentOf(open, row));
        open = null;
      }
      continue;
    }
    const fence = syntax.fence?.exec(line)?.[1];
    if (fence !== undefined) {
      opaque[row] = 1;
      open = { close: fence, isFence: true, row, column: 1, ownLine: true, text: [] };
      continue;
    }
    open = openBlock(line, row, syntax, list);
    if (open !== null) {
      lengths[row] = open.column - 1;
      if (open.ownLine) opaque[row] = 1;
      continue;
    }
    const comment = lineComment(line, syntax);
    if (comment === null) continue;
    lengths[row] = comment.start;
    list.push({
      text: comment.text,
      line: row + 1,
      endLine: row + 1,
      column: comment.start + 1,
      ownLine: line.slice(0, comment.start).trim() === '',
    });
  }
  // A comment that is never closed is not listed, although its lines do not count as code.
  list.sort((a, b) => a.line - b.line || a.column - b.column);
  return { list, opaque, lengths };
}

function commentOf({ row, column, ownLine, text }: Open, endRow: number): PlacedComment {
  const words = text
    .map((line) => line.replace(/^\s{0,200}[*|!-]? ?/, '').trimEnd())
    .join('\n')
    .trim()
    .slice(0, maxComment);
  return { text: words, line: row + 1, endLine: endRow + 1, column, ownLine };
}

/** The block comment that a line opens and does not close. A comment that the line also closes is added to the list. */
function openBlock(line: string, row: number, syntax: CommentMarks, list: PlacedComment[]): Open | null {
  for (const [mark, close] of syntax.blockComments) {
    const at = line.indexOf(mark);
    // A marker in a string opens nothing, and `{-#` is a pragma.
    if (at === -1 || !isOutsideStrings(line, at) || (mark === '{-' && line[at + 2] === '#')) continue;
    // `/*` after `//` opens nothing.
    const before = lineComment(line, syntax);
    if (before !== null && before.start < at) continue;
    const found: Open = {
      close,
      isFence: false,
      row,
      column: at + 1,
      ownLine: line.slice(0, at).trim() === '',
      text: [],
    };
    const end = line.indexOf(close, at + mark.length);
    found.text.push(line.slice(at + mark.length, end === -1 ? line.length : end));
    if (end === -1) return found;
    list.push(commentOf(found, row));
  }
  return null;
}

/** The line comment at the end of a line; null for none. */
function lineComment(line: string, { lineComments }: CommentMarks): { start: number; text: string } | null {
  let found: { start: number; mark: string } | null = null;
  for (const mark of lineComments) {
    const start = startOf(line, mark, found?.start ?? line.length);
    if (start !== -1) found = { start, mark };
  }
  if (found === null) return null;
  const last = found.mark[found.mark.length - 1]!;
  let from = found.start + found.mark.length;
  while (/\W/.test(last) && (line[from] === last || line[from] === '!' || line[from] === '|')) from++;
  // Roxygen's `#' text`.
  if (found.mark === '#' && line.startsWith("' ", from)) from++;
  if (line[from] === ' ') from++;
  // Haddock's `-- | text` and `-- ^ text`.
  if (found.mark === '--' && /^[|^] /.test(line.slice(from, from + 2))) from += 2;
  return { start: found.start, text: line.slice(from).trimEnd() };
}

/** The first offset before `limit` at which a marker starts a comment; -1 for none. Only the first `maxTries` occurrences are checked. */
function startOf(line: string, mark: string, limit: number): number {
  let at = line.indexOf(mark);
  for (let tries = 0; at !== -1 && at < limit && tries < maxTries; tries++, at = line.indexOf(mark, at + 1)) {
    // `http://` and `$#` do not start a comment: the marker must follow a blank or begin the line.
    if (at > 0 && !/\s/.test(line[at - 1]!)) continue;
    // A marker that is a word (`rem`) must be a whole word.
    if (/\w$/.test(mark) && /^\w/.test(line.slice(at + mark.length, at + mark.length + 1))) continue;
    if (isOutsideStrings(line, at)) return at;
  }
  return -1;
}

/** Whether the offset is outside of strings that this line opens: the number of quotes before the offset is even. */
function isOutsideStrings(line: string, offset: number): boolean {
  let double = 0;
  let single = 0;
  for (let at = 0; at < offset; at++) {
    const letter = line[at];
    if (letter === '\\') at++;
    else if (letter === '"') double++;
    else if (letter === "'" && double % 2 === 0) single++;
  }
  // A single apostrophe is part of a word (`don't`) or a prime (`x'`) as often as it opens a string.
  return double % 2 === 0 && (single % 2 === 0 || single === 1);
}
