/** Comments of an ECMAScript file: all of them for the index, and the doc comment of a definition. */
import type { Comment } from '../../model/extraction.ts';
import { locate, type Places } from './places.ts';
import { maxDocstring, startsLine, stripCommentMarkers } from '../text.ts';

export interface RawComment {
  type: 'Line' | 'Block';
  start: number;
  end: number;
}

export interface Docs {
  readonly text: string;
  readonly comments: readonly RawComment[];
  /** Number of comments that end before the definition of the last `docAbove`: the next search begins with it. */
  endedCount: number;
  /** By index of a comment: its text without the comment markers, computed on demand. */
  readonly words: (string | undefined)[];
}

function wordsOf({ text, comments, words }: Docs, index: number): string {
  const cached = words[index];
  if (cached !== undefined) return cached;
  const { start, end } = comments[index]!;
  return (words[index] = stripCommentMarkers(text.slice(start, end)));
}

/** Directives to linters, formatters and compilers, which document nothing. */
const directive =
  /^(?:\/\/|\/\*)[/*!]*\s*(?:eslint|oxlint|biome|prettier|tslint|jshint|jslint|globals?\b|istanbul|c8\b|v8 ignore|@ts-|@vite|webpack|#__|#?region|#?endregion|sourceMappingURL|<reference|@jsx|@flow|stylelint|deno-|cspell|spell-?checker|noinspection)/i;

/** A comment whose words and original text are read from the source on demand. For most comments only the words are needed. */
class SourceComment implements Comment {
  readonly #docs: Docs;
  readonly #index: number;
  readonly line: number;
  readonly endLine: number;

  constructor(docs: Docs, index: number, line: number, endLine: number) {
    this.#docs = docs;
    this.#index = index;
    this.line = line;
    this.endLine = endLine;
  }

  get text(): string {
    return wordsOf(this.#docs, this.#index);
  }

  get source(): string {
    const { start, end } = this.#docs.comments[this.#index]!;
    return this.#docs.text.slice(start, end);
  }

  toJSON(): Comment {
    return { text: this.text, line: this.line, endLine: this.endLine };
  }
}

export function readComments(docs: Docs, places: Places): Comment[] {
  const { text, comments } = docs;
  const result: Comment[] = [];
  for (let index = 0; index < comments.length; index++) {
    const { start, end } = comments[index]!;
    if (text.charCodeAt(start) === 0x23) continue; // `#!`
    locate(places, start);
    const { line } = places;
    locate(places, end);
    result.push(new SourceComment(docs, index, line, places.line));
  }
  return result;
}

/**
 * The doc comment of the definition at `start`: a `/** *\/` directly above, or else the plain comments directly above. Directives in between
 * are skipped. Null when there is none, or when code or a blank line stands between the comment and the definition.
 */
export function docAbove(docs: Docs, start: number): string | null {
  const { text, comments } = docs;
  let plain = '';
  let nextStart = start;
  for (let index = firstEndingAfter(docs, start) - 1; index >= 0; index--) {
    const comment = comments[index]!;
    const gap = newlinesBetween(text, comment.end, nextStart);
    if (gap === -1 || gap > 1) break;
    const isBlock = comment.type === 'Block';
    const isOnOwnLine = startsLine(text, comment.start);
    if (isBlock && (isOnOwnLine || gap === 0) && text.startsWith('/**', comment.start)) {
      const words = wordsOf(docs, index);
      if (words !== '') return words.slice(0, maxDocstring);
    }
    if (!isOnOwnLine || gap === 0) break;
    nextStart = comment.start;
    if (isDirective(text, comment)) continue;
    // A plain block comment is not joined with comments above it.
    if (isBlock && plain !== '') break;
    plain = plain === '' ? wordsOf(docs, index) : `${wordsOf(docs, index)}\n${plain}`;
    if (isBlock) break;
  }
  plain = plain.trim();
  return plain === '' ? null : plain.slice(0, maxDocstring);
}

function isDirective(text: string, { start, end }: RawComment): boolean {
  return directive.test(text.slice(start, Math.min(end, start + 60)));
}

/** Index of the first comment that does not end before `start`. */
function firstEndingAfter(docs: Docs, start: number): number {
  const { comments } = docs;
  while (docs.endedCount < comments.length && comments[docs.endedCount]!.end <= start) docs.endedCount++;
  while (docs.endedCount > 0 && comments[docs.endedCount - 1]!.end > start) docs.endedCount--;
  return docs.endedCount;
}

/** Number of line ends between two offsets (counted up to 2); -1 when there is anything but blanks between. */
function newlinesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 /* \n */) {
      if (++count === 2) return 2;
    } else if (code > 32 && code !== 0xa0 && code !== 0xfeff) return -1;
  }
  return count;
}
