/**
 * A text's vector by a static model: the sum of its sub-words' rows, each weighted by 1 + ln(how often it stands there), brought to length
 * 1. How much a word says is in the length of its row.
 * Invariant: the same text gives the same numbers, whatever was embedded before, as `QuestionModel` gives them.
 */
import { WeightedRows } from '../../kernels/weighted-rows.ts';
import { hashWord } from '../../util/words/word-hash.ts';
import { quantiseInto, type QuantisedVectors } from '../quantised-vector.ts';
import { bucketOf, weightOf } from './row-weights.ts';
import { decodeWeights } from './static-weights.ts';
import { scanSubWords, type SubWord } from './sub-words.ts';

/** Numbers of a slot: both hashes, the row plus one (0: free). */
const slotWidth = 3;

export class StaticModel {
  readonly dimensions: number;
  readonly #buckets: number;
  readonly #scales: Float32Array;
  readonly #rows: WeightedRows;
  /** How many words have rows of their own. The words themselves are not kept: their hashes are. */
  readonly #words: number;
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** Of the text at hand: how often each row's words stand in it, and which rows they are. */
  readonly #counts: Uint32Array;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  readonly #visit = ({ hashA, hashB }: SubWord): void => this.#count(this.#rowOf(hashA, hashB));

  /** Throws an `AppError` for bytes that are no file of weights. */
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
    for (let row = 0; row < words.length; row++) this.#place(words[row]!, row);
    this.#counts = new Uint32Array(scales.length);
    this.#touched = new Int32Array(scales.length);
  }

  #place(word: string, row: number): void {
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

  /** It holds until the next text. */
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

  /** Makes of a text vector `index` of `vectors`, as `quantiseVectors` makes it of what `embed` gives. */
  embedInto(vectors: QuantisedVectors, index: number, text: string): void {
    quantiseInto(vectors, index, this.#vectorOf(text));
  }
}

function firstSlot(hashA: number): number {
  return hashA ^ (hashA >>> 15);
}
