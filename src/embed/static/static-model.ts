/**
 * A text's vector by a static model: the sum of its sub-words' rows, each weighted by 1 + ln(how often it stands there), brought to length
 * 1. How much a word says is in the length of its row. The work is done by a WebAssembly module of our own (`assembly/`; decision 28).
 * Invariants: the same text gives the same numbers, whatever was embedded before, as `QuestionModel` gives them; owned by one thread.
 */
import { openModule } from '../../util/wasm-kernel.ts';
import type { QuantisedVectors } from '../quantised-vector.ts';
import { weightOf } from './question-model.ts';
import { checkLength, checkWords, weightsLayout } from './static-weights.ts';
import { isLetter, scanOtherRun } from './sub-words.ts';

/** What `assembly/index.ts` exports; addresses are in bytes. */
interface VectorModule {
  memory: { buffer: ArrayBuffer };
  roomForFile(bytes: number): number;
  roomForText(bytes: number): number;
  open(...addressesAndSizes: number[]): number;
  embed(length: number): number;
  vectorAt(): number;
  bytesAt(): number;
  countWord(hashA: number, hashB: number): void;
}

export class StaticModel {
  readonly dimensions: number;
  readonly #module: VectorModule;
  #memory: Buffer<ArrayBuffer>;
  #vector: Float32Array;
  #bytes: Int8Array;

  /**
   * Throws an `AppError` for bytes that are no file of weights.
   * @param size of the file
   * @param read fills what it is given with the file
   */
  constructor(size: number, read: (into: Buffer) => void) {
    const countOther = (run: number, units: number): void => this.#countOther(run, units);
    const imports = {
      'sub-words': { isLetter: (codePoint: number) => Number(isLetter(codePoint)), countOther },
      vector: { weightOf },
    };
    this.#module = openModule('static-model', imports) as unknown as VectorModule;
    const module = this.#module;
    const at = module.roomForFile(size);
    const file = Buffer.from(module.memory.buffer, at, size);
    read(file);
    const layout = weightsLayout(file);
    checkLength(size, layout);
    const { dimensions, words, buckets, listAt, listEnd, scalesAt, valuesAt } = layout;
    const list = [at + listAt, at + listEnd, words, buckets] as const;
    checkWords(module.open(...list, dimensions, at + scalesAt, at + valuesAt), layout);
    this.dimensions = dimensions;
    this.#memory = Buffer.alloc(0);
    this.#vector = new Float32Array(0);
    this.#bytes = new Int8Array(0);
    this.#look();
  }

  /** Memory that has grown is another buffer. */
  #look(): void {
    const { memory, vectorAt, bytesAt } = this.#module;
    if (this.#memory.buffer === memory.buffer) return;
    this.#memory = Buffer.from(memory.buffer);
    this.#vector = new Float32Array(memory.buffer, vectorAt(), this.dimensions);
    this.#bytes = new Int8Array(memory.buffer, bytesAt(), this.dimensions);
  }

  /** How letters beyond ASCII are written in lower case, and which of them are words, is for Unicode to say. */
  #countOther(run: number, units: number): void {
    const text = this.#memory.toString('utf16le', run, run + units * 2);
    scanOtherRun(text, ({ hashA, hashB }) => this.#module.countWord(hashA, hashB));
  }

  #embed(text: string): number {
    const at = this.#module.roomForText(text.length * 2);
    this.#look();
    this.#memory.write(text, at, 'utf16le');
    return this.#module.embed(text.length);
  }

  /** All zeros for a text without sub-words. */
  embed(text: string): Float32Array {
    this.#embed(text);
    return this.#vector.slice();
  }

  /** Makes of a text vector `index` of `vectors`, as `quantiseVectors` makes it of what `embed` gives. */
  embedInto({ scales, values }: QuantisedVectors, index: number, text: string): void {
    scales[index] = this.#embed(text);
    values.set(this.#bytes, index * this.dimensions);
  }
}
