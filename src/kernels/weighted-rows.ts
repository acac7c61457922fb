/**
 * Makes vectors of the rows of a static model: a WebAssembly module of our own (`weighted-rows/`, written in AssemblyScript), for passages
 * and for questions. Owned by one thread.
 */
import { openModule } from './open-module.ts';

/** The exports of `weighted-rows/index.ts`; addresses are in bytes. */
interface RowsModule {
  memory: { buffer: ArrayBuffer };
  open(dimensions: number, maxRows: number): void;
  room(bytes: number): number;
  entriesAt(): number;
  vectorAt(): number;
  sum(count: number): void;
}

export class WeightedRows {
  readonly #module: RowsModule;
  readonly #dimensions: number;
  readonly #maxRows: number;
  /** Views of the module's memory. */
  #bytes = Buffer.alloc(0);
  #addresses = new Uint32Array(0);
  #factors = new Float32Array(0);
  #vector = new Float32Array(0);
  #rows = 0;
  #count = 0;

  /** @param maxRows of one vector */
  constructor(dimensions: number, maxRows: number) {
    this.#module = openModule('weighted-rows', {}) as unknown as RowsModule;
    this.#dimensions = dimensions;
    this.#maxRows = maxRows;
    this.#module.open(dimensions, maxRows);
  }

  /** A buffer for rows, with the content of the last one. All buffers returned before become invalid. */
  room(bytes: number): Buffer {
    const at = this.#module.room(bytes);
    if (at === 0) throw new RangeError(`there is no room for ${bytes} bytes of rows`);
    const { buffer } = this.#module.memory;
    if (this.#bytes.buffer !== buffer) {
      const entries = this.#module.entriesAt();
      this.#bytes = Buffer.from(buffer);
      this.#addresses = new Uint32Array(buffer, entries, this.#maxRows * 2);
      this.#factors = new Float32Array(buffer, entries, this.#maxRows * 2);
      this.#vector = new Float32Array(buffer, this.#module.vectorAt(), this.#dimensions);
    }
    this.#rows = at;
    return this.#bytes.subarray(at, at + bytes);
  }

  /** Adds the row at offset `from` of the buffer of `room` to the next vector of `take`. */
  add(from: number, factor: number): void {
    const entry = this.#count++ * 2;
    this.#addresses[entry] = this.#rows + from;
    this.#factors[entry + 1] = factor;
  }

  /** The weighted sum of the rows added since the last call, of length 1, or zeros. Valid until the next call. */
  take(): Float32Array {
    this.#module.sum(this.#count);
    this.#count = 0;
    return this.#vector;
  }
}
