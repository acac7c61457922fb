/** Edits of a text that keep its length and its lines. */
import { listOf, type FlowNode } from './nodes.ts';

export class Edits {
  readonly text: string;
  readonly #units: string[];

  constructor(text: string) {
    this.text = text;
    this.#units = text.split('');
  }

  blank(start: number, end: number): void {
    for (let at = start; at < end; at++) if (!isLineEnd(this.#units[at]!)) this.#units[at] = ' ';
  }

  /** Overwrites the text from `start` on with `other`. */
  put(start: number, other: string): void {
    for (let at = 0; at < other.length; at++) this.#units[start + at] = other[at]!;
  }

  /** Blanks the first occurrence of a word in a range. */
  blankWord(word: string, start: number, end: number): void {
    const at = this.#find(word, start, end);
    if (at !== -1) this.blank(at, at + word.length);
  }

  /** Removes the last list member in a range that equals a word. */
  dropLast(word: string, start: number, end: number): void {
    const at = this.text.lastIndexOf(word, end - word.length);
    if (at >= start) this.dropMember(at, at + word.length);
  }

  /** Replaces the first occurrence of a word in a range by one that is not longer. */
  replace(word: string, other: string, start: number, end: number): void {
    const at = this.#find(word, start, end);
    if (at === -1) return;
    this.blank(at, at + word.length);
    this.put(at, other);
  }

  /** Replaces a type by `any`, or by something shorter where there is no room for it. */
  cover(start: number, end: number): void {
    const room = this.roomAt(start, end);
    this.blank(start, end);
    this.put(start, room >= 3 ? 'any' : room === 2 ? '{}' : '_');
  }

  /** Number of UTF-16 units in a range before its first line end. */
  roomAt(start: number, end: number): number {
    let at = start;
    while (at < end && !isLineEnd(this.text[at]!)) at++;
    return at - start;
  }

  /** The offset of a word in a range; -1 where it is not found. Searches the range only, however long the text is. */
  #find(word: string, start: number, end: number): number {
    const at = this.text.slice(start, end).indexOf(word);
    return at === -1 ? -1 : start + at;
  }

  /** Removes a list member, with the separator after it. */
  dropMember(start: number, end: number): void {
    const separator = this.skipBlanks(end);
    const hasSeparator = this.text[separator] === ',' || this.text[separator] === ';';
    this.blank(start, hasSeparator ? separator + 1 : end);
  }

  /** Replaces the commas after the members of a declared class by semicolons. */
  separateMembers(body: FlowNode): void {
    for (const field of ['properties', 'indexers', 'callProperties'])
      for (const { range } of listOf(body, field)) {
        const separator = this.skipBlanks(range[1]);
        if (this.text[separator] === ',') this.put(separator, ';');
      }
  }

  /** The offset of the last `mark` before `end`. */
  lastBefore(mark: string, end: number): number {
    return this.text.lastIndexOf(mark, end - 1);
  }

  /** The offset after blanks and comments. */
  skipBlanks(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      while (at < text.length && /\s/.test(text[at]!)) at++;
      const end = text.startsWith('//', at)
        ? text.indexOf('\n', at)
        : text.startsWith('/*', at)
          ? text.indexOf('*/', at) + 2
          : at;
      if (end <= at) return at;
      at = end;
    }
  }

  toText(): string {
    return this.#units.join('');
  }
}

function isLineEnd(unit: string): boolean {
  return unit === '\n' || unit === '\r' || unit === '\u2028' || unit === '\u2029';
}
