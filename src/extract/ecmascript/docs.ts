/** Comments of an ECMAScript file: all of them for the index, and the one that documents a definition. */
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
  /** How many comments end before the last definition that was asked for. */
  before: number;
  /** The words of comments that were asked for. */
  readonly words: (string | undefined)[];
}

function wordsOf({ text, comments, words }: Docs, index: number): string {
  const known = words[index];
  if (known !== undefined) return known;
  const { start, end } = comments[index]!;
  return (words[index] = stripCommentMarkers(text.slice(start, end)));
}

/** Words to linters, formatters and compilers, which document nothing. */
const directive =
  /^(?:\/\/|\/\*)[/*!]*\s*(?:eslint|oxlint|biome|prettier|tslint|jshint|jslint|globals?\b|istanbul|c8\b|v8 ignore|@ts-|@vite|webpack|#__|#?region|#?endregion|sourceMappingURL|<reference|@jsx|@flow|stylelint|deno-|cspell|spell-?checker|noinspection)/i;

/** Most comments are asked for their words alone, which the markers do not change. */
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
 * The doc comment of what starts at `start`: a `/** *\/` directly above, else the block of plain comments there. Directives between
 * are passed over. Null when there is none, or when the definition does not start its line.
 */
export function docAbove(docs: Docs, start: number): string | null {
  const { text, comments } = docs;
  let plain = '';
  let below = start;
  for (let index = moveTo(docs, start) - 1; index >= 0; index--) {
    const comment = comments[index]!;
    const gap = newlinesBetween(text, comment.end, below);
    if (gap === -1 || gap > 1) break;
    const isBlock = comment.type === 'Block';
    const own = startsLine(text, comment.start);
    if (isBlock && (own || gap === 0) && text.startsWith('/**', comment.start)) {
      const words = wordsOf(docs, index);
      if (words !== '') return words.slice(0, maxDocstring);
    }
    if (!own || gap === 0) break;
    below = comment.start;
    if (isDirective(text, comment)) continue;
    // Plain blocks do not join what stands above them.
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
function moveTo(docs: Docs, start: number): number {
  const { comments } = docs;
  while (docs.before < comments.length && comments[docs.before]!.end <= start) docs.before++;
  while (docs.before > 0 && comments[docs.before - 1]!.end > start) docs.before--;
  return docs.before;
}

/** Line ends between two offsets (at most 2 are counted); -1 when anything but blanks is between. */
function newlinesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      if (++count === 2) return 2;
    } else if (code > 32 && code !== 0xa0 && code !== 0xfeff) return -1;
  }
  return count;
}
