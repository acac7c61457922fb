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
    let from = 0;
    let to = 0;
    for (const text of fresh) {
      const end = this.#place(text, from);
      order.set(known.subarray(from, end), to);
      to += end - from;
      order[to++] = this.#numbers.get(text)!;
      from = end;
    }
    order.set(known.subarray(from), to);
    return (this.#order = order);
  }

  /** Where `text`, which has no place yet, belongs among those that have one, from `low` on. */
  #place(text: string, low: number): number {
    let start = low;
    let end = this.#order.length;
    while (start < end) {
      const middle = (start + end) >> 1;
      if (this.#texts[this.#order[middle]!]! < text) start = middle + 1;
      else end = middle;
    }
    return start;
  }
}

/** A file's terms and names as numbers of one table. */
export interface NumberedTexts {
  table: TextNumbers;
  terms: Uint32Array;
  definitionNames: Uint32Array;
}
