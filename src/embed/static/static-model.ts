/**
 * A text's vector by a static model: the sum of its sub-words' rows, each weighted by 1 + ln(how often it stands there), brought to length
 * 1. How much a word says is in the length of its row.
 * Invariant: the same text gives the same numbers, whatever was embedded before.
 */
import { hashWord, scanSubWords, type VisitSubWord } from './sub-words.ts';
import { openRowSums, type RowSums } from './row-sums.ts';
import type { StaticWeights } from './static-weights.ts';

/** Numbers of a slot: both hashes, the row plus one (0: free). */
const slotWidth = 3;
const logarithms = Float64Array.from({ length: 1024 }, (_, count) => 1 + Math.log(Math.max(1, count)));

export class StaticModel {
  readonly dimensions: number;
  readonly #buckets: number;
  readonly #scales: Float32Array;
  readonly #sums: RowSums;
  /** The words themselves are not kept: their hashes are. */
  readonly #words: number;
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** Of the text at hand: how often each row's words stand in it, and which rows they are. */
  readonly #counts: Uint32Array;
  #touched: Int32Array;
  #touchedCount = 0;
  readonly #visit: VisitSubWord;

  constructor(weights: StaticWeights) {
    this.dimensions = weights.dimensions;
    const { words, buckets, scales, values, dimensions } = weights;
    this.#buckets = buckets;
    this.#scales = scales;
    this.#sums = openRowSums(values, dimensions);
    this.#words = words.length;
    const rows = words.length + buckets;
    this.#mask = 2 ** Math.ceil(Math.log2(words.length * 2 + 2)) - 1;
    this.#slots = new Int32Array((this.#mask + 1) * slotWidth);
    for (let row = 0; row < words.length; row++) this.#place(words[row]!, row);
    this.#counts = new Uint32Array(rows);
    this.#touched = new Int32Array(rows);
    this.#visit = ({ hashA, hashB }) => this.#count(this.#rowOf(hashA, hashB));
  }

  /** Whether it looks at the values of the weights that it was made of; the rest of them it does without. */
  get keepsValues(): boolean {
    return this.#sums.keepsTable;
  }

  #place(word: string, row: number): void {
    const [hashA, hashB] = hashWord(word);
    const slots = this.#slots;
    let slot = firstSlot(hashA) & this.#mask;
    while (slots[slot * slotWidth + 2] !== 0) slot = (slot + 1) & this.#mask;
    const at = slot * slotWidth;
    slots[at] = hashA;
    slots[at + 1] = hashB;
    slots[at + 2] = row + 1;
  }

  #rowOf(hashA: number, hashB: number): number {
    const slots = this.#slots;
    for (let slot = firstSlot(hashA) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * slotWidth;
      const row = slots[at + 2]!;
      if (row === 0) return this.#words + bucketOf(hashA, this.#buckets);
      if (slots[at] === hashA && slots[at + 1] === hashB) return row - 1;
    }
  }

  #count(row: number): void {
    if (this.#counts[row]!++ === 0) this.#touched[this.#touchedCount++] = row;
  }

  /** All zeros for a text without sub-words. */
  embed(text: string): Float32Array {
    this.#touchedCount = 0;
    scanSubWords(text, this.#visit);
    const sums = this.#sums;
    sums.clear();
    for (let i = 0; i < this.#touchedCount; i++) {
      const row = this.#touched[i]!;
      const count = this.#counts[row]!;
      this.#counts[row] = 0;
      sums.add(row, this.#scales[row]! * weightOf(count));
    }
    return unit(sums.sums());
  }
}

/** What a word says that stands `count` times in a text. */
export function weightOf(count: number): number {
  return count < logarithms.length ? logarithms[count]! : 1 + Math.log(count);
}

/** Of a word without a row of its own, among the rows behind those of the words. */
export function bucketOf(hashA: number, buckets: number): number {
  return (hashA >>> 0) % buckets;
}

function firstSlot(hashA: number): number {
  return hashA ^ (hashA >>> 15);
}

/** Of length 1, unless all are zeros. */
export function unit(sums: Float32Array): Float32Array {
  let square = 0;
  for (let k = 0; k < sums.length; k++) square += sums[k]! * sums[k]!;
  const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
  const vector = new Float32Array(sums.length);
  for (let k = 0; k < sums.length; k++) vector[k] = sums[k]! * factor;
  return vector;
}
