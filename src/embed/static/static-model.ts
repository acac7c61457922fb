/**
 * A text's vector by a static model: the sum of its sub-words' rows, each weighted by 1 + ln(number of occurrences), normalised to length
 * 1. The length of a row is how much its word contributes.
 * Invariant: the numbers for a text do not depend on the texts before it, and equal those of `QuestionModel`.
 */
import { WeightedRows } from '../../kernels/weighted-rows.ts';
import { hashWord } from '../../util/words/word-hash.ts';
import { quantiseInto, type QuantisedVectors } from '../quantised-vector.ts';
import { bucketOf, weightOf } from './row-weights.ts';
import { decodeWeights } from './static-weights.ts';
import { scanSubWords, type SubWord } from './sub-words.ts';

/** Numbers per slot: both hashes, and the row plus one (0: free). */
const slotWidth = 3;

export class StaticModel {
  readonly dimensions: number;
  readonly #buckets: number;
  readonly #scales: Float32Array;
  readonly #rows: WeightedRows;
  /** Number of words with rows of their own. Only the hashes of the words are stored. */
  readonly #words: number;
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** For the current text: the count of each row's words, and the rows that occur. */
  readonly #counts: Uint32Array;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  readonly #visit = ({ hashA, hashB }: SubWord): void => this.#count(this.#rowOf(hashA, hashB));

  /** Throws an `AppError` for bytes that are not a file of weights. */
  constructor(file: Buffer) {
    const { dimensions, words, buckets, scales, values } = decodeWeights(file);
    this.dimensions = dimensions;
    this.#buckets = buckets;
    this.#scales = scales;
    this.#rows = new WeightedRows(dimensions, scales.length);
    this.#rows.room(values.length).set(values);
    this.#words = words.length;
    this.#mask = 2 ** Math.ceil(Math.log2(words.length * 2 + 2)) - 1;
    this.#slots = new Int32Array((this.#mask + 1) * slotWidth);
    for (let row = 0; row < words.length; row++) this.#insert(words[row]!, row);
    this.#counts = new Uint32Array(scales.length);
    this.#touched = new Int32Array(scales.length);
  }

  #insert(word: string, row: number): void {
    const { hashA, hashB } = hashWord(word);
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

  /** The result is valid until the next text. */
  #vectorOf(text: string): Float32Array {
    this.#touchedCount = 0;
    scanSubWords(text, this.#visit);
    for (let index = 0; index < this.#touchedCount; index++) {
      const row = this.#touched[index]!;
      this.#rows.add(row * this.dimensions, this.#scales[row]! * weightOf(this.#counts[row]!));
      this.#counts[row] = 0;
    }
    return this.#rows.take();
  }

  /** All zeros for a text without sub-words. */
  embed(text: string): Float32Array {
    return this.#vectorOf(text).slice();
  }

  /** Writes the vector of a text as vector `index` of `vectors`, quantised like `quantiseVectors`. */
  embedInto(vectors: QuantisedVectors, index: number, text: string): void {
    quantiseInto(vectors, index, this.#vectorOf(text));
  }
}

function firstSlot(hashA: number): number {
  return hashA ^ (hashA >>> 15);
}
