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

  /** What is written over has to be as long. */
  put(start: number, other: string): void {
    for (let at = 0; at < other.length; at++) this.#units[start + at] = other[at]!;
  }

  /** Takes the first of such a word in a range away. */
  blankWord(word: string, start: number, end: number): void {
    const at = this.#find(word, start, end);
    if (at !== -1) this.blank(at, at + word.length);
  }

  /** Takes the last of such a member of a list away. */
  dropLast(word: string, start: number, end: number): void {
    const at = this.text.lastIndexOf(word, end - word.length);
    if (at >= start) this.dropMember(at, at + word.length);
  }

  /** One that is no longer, in place of the first of such a word in a range. */
  replace(word: string, other: string, start: number, end: number): void {
    const at = this.#find(word, start, end);
    if (at === -1) return;
    this.blank(at, at + word.length);
    this.put(at, other);
  }

  /** A type of which nothing is known in place of what stands there. */
  cover(start: number, end: number): void {
    const room = this.roomAt(start, end);
    this.blank(start, end);
    this.put(start, room >= 3 ? 'any' : room === 2 ? '{}' : '_');
  }

  /** How much stands in a range before its first line ends. */
  roomAt(start: number, end: number): number {
    let at = start;
    while (at < end && !isLineEnd(this.text[at]!)) at++;
    return at - start;
  }

  /** In the range alone, however long the text is; -1 for nowhere. */
  #find(word: string, start: number, end: number): number {
    const at = this.text.slice(start, end).indexOf(word);
    return at === -1 ? -1 : start + at;
  }

  /** Takes what stands in a list away, with the mark behind it. */
  dropMember(start: number, end: number): void {
    const mark = this.skipBlanks(end);
    const isMark = this.text[mark] === ',' || this.text[mark] === ';';
    this.blank(start, isMark ? mark + 1 : end);
  }

  /** Members of a class end with semicolons. */
  separateMembers(body: FlowNode): void {
    for (const field of ['properties', 'indexers', 'callProperties'])
      for (const { range } of listOf(body, field)) {
        const mark = this.skipBlanks(range[1]);
        if (this.text[mark] === ',') this.put(mark, ';');
      }
  }

  /** The offset of the last `mark` before another. */
  before(mark: string, end: number): number {
    return this.text.lastIndexOf(mark, end - 1);
  }

  /** Behind blanks and comments. */
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

  apply(): string {
    return this.#units.join('');
  }
}

function isLineEnd(unit: string): boolean {
  return unit === '\n' || unit === '\r' || unit === '\u2028' || unit === '\u2029';
}
