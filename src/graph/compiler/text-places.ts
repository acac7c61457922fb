/** Converts between lines and columns of a text (both from 1, columns in UTF-16 units) and offsets into it. */
import type { PrecisePlace } from '../../model/precise-links.ts';

export class TextPlaces {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** The offset of a place; null where no name begins at the place. */
  nameOffset({ line, column }: PrecisePlace): number | null {
    const start = this.#starts[line - 1];
    if (start === undefined) return null;
    const offset = start + column - 1;
    const end = this.#starts[line] ?? this.#text.length;
    return offset < end && /[\p{ID_Start}$_#'"]/u.test(String.fromCodePoint(this.#text.codePointAt(offset)!))
      ? offset
      : null;
  }

  /** The text `line:column` of an offset. */
  key(offset: number): string {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return `${low + 1}:${offset - this.#starts[low]! + 1}`;
  }
}
