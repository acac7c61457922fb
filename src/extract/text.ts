/**
 * Text functions that all extractors share: folding, comment markers, doc comments, receivers.
 * Invariant: every function is linear in its input (no pattern backtracks over a run of stars or blanks).
 */
import type { Comment } from '../model/extraction.ts';

/** Maximum lengths (characters). */
export const maxSignature = 200;
export const maxDocstring = 1000;
const maxReceiver = 80;

/** Folds white space to single spaces, trims the ends, and cuts at `limit` characters (with `…`). */
export function fold(text: string, limit: number): string {
  if (text.length <= limit && isFolded(text)) return text;
  // The text is cut first, so that the regular expression does not run over a signature of a megabyte.
  const folded = text
    .slice(0, limit * 8)
    .replace(/\s+/g, ' ')
    .trim();
  return folded.length <= limit ? folded : folded.slice(0, limit - 1).trimEnd() + '…';
}

const blank = 32;

/** Whether a text is certainly folded: its only white space is single blanks between words. A character beyond ASCII may be white space. */
function isFolded(text: string): boolean {
  let before = blank;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= blank ? code !== blank || before === blank : code > 126) return false;
    before = code;
  }
  return before !== blank;
}

/** The offset after the marks of a line comment (`#`, `//`, `///`, `//!`); 0 for any other comment. */
function afterMark(raw: string): number {
  const first = raw.charCodeAt(0);
  let at = 0;
  if (first === 0x23) while (raw.charCodeAt(at) === 0x23) at++;
  else if (first === 0x2f && raw.charCodeAt(1) === 0x2f) at = 2;
  else return 0;
  const mark = raw.charCodeAt(at);
  if (mark === 0x21 || (mark === 0x2f && first === 0x2f)) at++;
  return at;
}

/** A comment's text without its markers; the line breaks stay. */
export function stripCommentMarkers(raw: string): string {
  const from = afterMark(raw);
  if (from > 0) {
    const code = raw.charCodeAt(from);
    const isBlank = code === blank || ((code < blank || code > 126) && /\s/.test(raw[from]!));
    return raw.slice(isBlank ? from + 1 : from).trimEnd();
  }
  let text = raw;
  if (text.startsWith('/*')) text = withoutClosing(text).replace(/^\/\*+!?/, '');
  else if (text.startsWith('"""') || text.startsWith("'''")) text = text.slice(3).replace(/("""|''')$/, '');
  else if (text.startsWith('--[[')) text = text.slice(4).replace(/\]\](--)?$/, '');
  else if (text.startsWith('=begin')) text = text.slice(6).trimEnd().replace(/=end$/, '');
  else if (text.startsWith('<!--')) text = text.slice(4).replace(/-->$/, '');
  else return text.replace(/^\s*(\/\/[/!]?|#+!?|--+|;+|%+)\s?/, '').trimEnd();
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** A block comment without the closing stars and slash. */
function withoutClosing(text: string): string {
  if (!text.endsWith('*/') || text.length < 4) return text;
  let end = text.length - 1;
  while (end > 2 && text.charCodeAt(end - 1) === 0x2a) end--;
  return text.slice(0, end);
}

interface CommentedText {
  text: string;
  /** Offsets, in order of place. */
  comments: readonly { start: number; end: number }[];
}

/** The source between two offsets, with a blank in place of each comment. */
export function withoutComments({ text, comments }: CommentedText, start: number, end: number): string {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  if (low === comments.length || comments[low]!.start >= end) return text.slice(start, Math.max(start, end));
  let result = '';
  let from = start;
  for (let index = low; index < comments.length && comments[index]!.start < end; index++) {
    const comment = comments[index]!;
    result += `${text.slice(from, Math.max(from, comment.start))} `;
    from = Math.max(from, comment.end);
  }
  return result + text.slice(from, Math.max(from, end));
}

/** Whether only blanks are between the start of the line and `offset`. */
export function startsLine(text: string, offset: number): boolean {
  for (let at = offset - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) return true;
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d && code !== 0x0c && code !== 0xfeff) return false;
  }
  return true;
}

// Unicode classes take V8 up to half a millisecond to compile, so the pattern is made on demand.
const plainPath = (): RegExp => /^[\p{L}\p{N}\p{M}_$@.:>?!\\-]+$/u;
/** Matches only the operator before a name, without a receiver. */
const operatorOnly = /^[.:>?!\\-]+$/;
const lastPart = (): RegExp => /[.>:\\]([\p{L}\p{N}\p{M}_$]+)$/u;
const superCall = /^super ?(\([^()]*\)|<[^<>]*>|\[[^[\]]*\])$/;

/** The receiver of a reference, from the source between two offsets: a dotted path; calls and indexing become `?`. */
export function receiverText(text: string, start: number, end: number): string | null {
  if (end <= start) return null;
  // Only the end of a long chain is read: each link is the receiver of the next one.
  const raw = end - start <= maxReceiver * 4 ? text.slice(start, end) : text.slice(end - maxReceiver, end);
  if (end - start <= maxReceiver && plainPath().test(raw)) return operatorOnly.test(raw) ? '?' : raw;
  if (end - start <= maxReceiver * 4) {
    if (superCall.test(raw)) return 'super';
    // Blanks are removed around dots only: `items map weigh` is not a path.
    const path = withoutTypeArguments(raw)
      .trim()
      .replace(/\s*(\?\.|!!\.|\.|->|::|:)\s*/g, '$1');
    if (path.length <= maxReceiver && plainPath().test(path)) return path;
  }
  const last = lastPart().exec(raw);
  return last === null ? '?' : `?.${last[1]}`.slice(0, maxReceiver);
}

/** `Vec::<Vec<u8>>` becomes `Vec`. */
function withoutTypeArguments(raw: string): string {
  let text = raw;
  for (let depth = 0; depth < 4 && text.includes('<'); depth++) {
    const shorter = text.replace(/(::)?<[^<>()=]*>/g, '');
    if (shorter === text) break;
    text = shorter;
  }
  return text;
}

export interface PlacedComment extends Comment {
  column: number;
  /** Whether only white space precedes it on its line. */
  ownLine: boolean;
}

interface Block {
  text: string;
  endLine: number;
  column: number;
}

/** Doc comments by the line on which they end. Comments on successive lines that begin in the same column form one block. */
export class CommentBlocks {
  readonly #byEndLine = new Map<number, Block>();

  /** @param comments in order of place */
  constructor(comments: readonly PlacedComment[]) {
    let block: Block | undefined;
    for (const comment of comments) {
      // The heading of a notebook's cell, and the directives that begin one (`#| export`), describe no definition.
      if (!comment.ownLine || /^(?:%%|\|\s*[\w-]+(?::|$))/.test(comment.text)) continue;
      if (block !== undefined && comment.line === block.endLine + 1 && comment.column === block.column) {
        this.#byEndLine.delete(block.endLine);
        block.endLine = comment.endLine;
        block.text = `${block.text}\n${comment.text}`;
      } else {
        block = { text: comment.text, endLine: comment.endLine, column: comment.column };
      }
      this.#byEndLine.set(block.endLine, block);
    }
  }

  /** The doc comment of a definition that starts on `line`, or null. */
  above(line: number): string | null {
    if (this.#byEndLine.size === 0) return null;
    const block = this.#byEndLine.get(line - 1);
    if (block === undefined) return null;
    const text = block.text.trim();
    return text === '' ? null : text.slice(0, maxDocstring);
  }
}
