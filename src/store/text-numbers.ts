/**
 * Numbers for the terms and names of many batches, from 0 in the order they come in: what writes them then counts and sorts numbers, and a
 * text is compared with others once, not once a batch.
 * Invariant: a number keeps its text.
 */

const firstRoom = 16;

/** Held by who writes batch after batch. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** The numbers of the first `#ordered` texts, by their texts; behind them is room. */
  #order = new Int32Array(firstRoom);
  /** `startOf` each of these texts, in that order: most comparisons end there, and follow no pointer. */
  #starts = new Float64Array(firstRoom);
  #ordered = 0;

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
    const { length } = this.#texts;
    if (this.#ordered < length) this.#orderFresh();
    return this.#order.subarray(0, length);
  }

  /** Puts the texts that came since between the others, the last first, so that each of those is moved once. */
  #orderFresh(): void {
    const { length } = this.#texts;
    const fresh = this.#texts.slice(this.#ordered).sort();
    this.#makeRoom(length);
    const [order, starts] = [this.#order, this.#starts];
    let end = this.#ordered;
    let to = length;
    for (let at = fresh.length - 1; at >= 0; at--) {
      const text = fresh[at]!;
      const start = startOf(text);
      const place = this.#place(text, start, end);
      to -= end - place;
      order.copyWithin(to, place, end);
      starts.copyWithin(to, place, end);
      to--;
      starts[to] = start;
      order[to] = this.#numbers.get(text)!;
      end = place;
    }
    this.#ordered = length;
  }

  #makeRoom(length: number): void {
    if (length <= this.#order.length) return;
    const order = new Int32Array(length * 2);
    const starts = new Float64Array(length * 2);
    order.set(this.#order.subarray(0, this.#ordered));
    starts.set(this.#starts.subarray(0, this.#ordered));
    [this.#order, this.#starts] = [order, starts];
  }

  /** Where `text`, which has no place yet, belongs among the first `end` of those that have one. */
  #place(text: string, start: number, end: number): number {
    let low = 0;
    let high = end;
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
