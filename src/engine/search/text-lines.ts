/** A text by lines. It is split only where lines are needed, because an answer shows a few lines of a file that may have thousands. */

import type { Lines } from '../../model/chunk.ts';

/** Lines end in `\n` or `\r\n`, which are not part of them. A last line without a line break counts. */
export class TextLines implements Lines {
  readonly #text: string;
  #length: number | null = null;
  /** Offsets of every `markEvery`th line, as far as lines were looked up. Later lookups start at such a line. */
  readonly #marks = [0];

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    if (this.#length !== null) return this.#length;
    const text = this.#text;
    let count = text === '' || text.endsWith('\n') ? 0 : 1;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
    return (this.#length = count);
  }

  slice(from: number, to = Infinity): string[] {
    const found = this.#startOf(from);
    if (found === null) return [];
    const text = this.#text;
    const lines: string[] = [];
    for (let line = from, start = found; line < to && start < text.length; line++) {
      const feed = text.indexOf('\n', start);
      const end = feed === -1 ? text.length : feed;
      lines.push(text.slice(start, end > start && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end));
      start = end + 1;
    }
    return lines;
  }

  /** The lines of `slice` as one text, with the original line breaks. */
  text(from: number, to: number): string {
    const start = this.#startOf(from);
    if (start === null) return '';
    let end = start;
    for (let line = from; line < to && end < this.#text.length; line++) {
      const feed = this.#text.indexOf('\n', end);
      end = feed === -1 ? this.#text.length : feed + 1;
    }
    return this.#text.slice(start, end);
  }

  /** Offset of the line with this index; null after the last line. */
  #startOf(from: number): number | null {
    const text = this.#text;
    const marks = this.#marks;
    const mark = Math.min(Math.floor(from / markEvery), marks.length - 1);
    let [line, start] = [mark * markEvery, marks[mark]!];
    while (line < from) {
      const end = text.indexOf('\n', start);
      if (end === -1) return null;
      start = end + 1;
      line++;
      if (line === marks.length * markEvery) marks.push(start);
    }
    return start;
  }

  /** `JSON.stringify` writes the text as an array of lines. */
  toJSON(): string[] {
    return this.slice(0);
  }
}

const carriageReturn = 13;
const markEvery = 64;
