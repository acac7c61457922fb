/**
 * Numbers for the terms and names of many batches, from 0 in the order they come in: what writes them then counts and sorts numbers, and a
 * text is compared with others once, not once a batch.
 * Invariant: a number keeps its text.
 */

/** Held by who writes batch after batch. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** The numbers of the first texts, by their texts. */
  #order = new Int32Array(0);
  /** `startOf` each of these texts, in that order: most comparisons end there, and follow no pointer. */
  #starts = new Float64Array(0);

  get size(): number {
    return this.#texts.length;
  }

  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    this.#numbers.set(text, number);
    this.#texts.push(text);
    return number;
  }

  text(number: number): string {
    return this.#texts[number]!;
  }

  /** All numbers in the order of their texts (by code units); the caller's until the next text comes. */
  order(): Int32Array {
    const known = this.#order;
    const texts = this.#texts;
    if (known.length === texts.length) return known;
    const fresh = texts.slice(known.length).sort();
    const order = new Int32Array(texts.length);
    const starts = new Float64Array(texts.length);
    let from = 0;
    let to = 0;
    for (const text of fresh) {
      const start = startOf(text);
      const end = this.#place(text, start, from);
      order.set(known.subarray(from, end), to);
      starts.set(this.#starts.subarray(from, end), to);
      to += end - from;
      starts[to] = start;
      order[to++] = this.#numbers.get(text)!;
      from = end;
    }
    order.set(known.subarray(from), to);
    starts.set(this.#starts.subarray(from), to);
    this.#starts = starts;
    return (this.#order = order);
  }

  /** Where `text`, which has no place yet, belongs among those that have one, from `first` on. */
  #place(text: string, start: number, first: number): number {
    let low = first;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#starts[middle]!;
      if (other < start || (other === start && this.#texts[this.#order[middle]!]! < text)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Code units that one byte of `startOf` is for. */
const mostUnit = 0xff;
const startUnits = 6;

/** A number that orders texts by how they begin; of texts with the same one, nothing is known. */
function startOf(text: string): number {
  let start = 0;
  let isOpen = true;
  for (let at = 0; at < startUnits; at++) {
    const unit = isOpen && at < text.length ? Math.min(text.charCodeAt(at), mostUnit) : 0;
    // Behind what is cut to one byte, order is not said by what follows.
    if (unit === mostUnit) isOpen = false;
    start = start * 256 + unit;
  }
  return start;
}

/** A file's terms and names as numbers of one table. */
export interface NumberedTexts {
  table: TextNumbers;
  terms: Uint32Array;
  definitionNames: Uint32Array;
}
