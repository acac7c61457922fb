/**
 * Stores and scores the rows: one WebAssembly memory with the SIMD kernel, or plain arrays where the machine has no SIMD.
 * Invariant: both give the same scores, bit for bit. Rows never move, so growing copies nothing (the memory reserves its addresses
 * and grows in place).
 */
import { openVectors, type VectorModule } from '../../kernels/vectors.ts';
import { blockRows, rowWidth } from './row-layout.ts';

export interface RowBlocks {
  readonly simd: boolean;
  /** Size of all blocks in bytes. */
  readonly bytes: number;
  /** Appends a block of `blockRows` rows. Views returned before become invalid. Throws a `RangeError` when there is no room. */
  grow(): void;
  /** Writes rows of a block from `row` on: for each row as many values as there are dimensions, and a scale factor. */
  put(block: number, row: number, { values, scales }: RowValues): void;
  /** The values of one row, padded with zeros; valid until the next call. */
  row(block: number, row: number): Int8Array;
  scale(block: number, row: number): number;
  /** The array for the query that rows are multiplied with. It must be written before `scan`. The sums of products must stay below 2^31. */
  query(): Int16Array;
  /** One bit for each row of a block: 1 for the rows that `scan` scores. It must be written before `scan`. */
  selection(): Int32Array;
  /**
   * Removes rows from the selection that do not reach `threshold`, as far as finding them costs less than scoring them. With the small odds stated
   * in kernels/vectors/narrow.ts a removed row does reach it. The same rows and query always give the same result.
   */
  narrow(block: number, threshold: number): void;
  /** Scores the selected rows of a block. Returns how many reach `threshold` (a 32-bit float); `foundRow` and `foundScore` return them. */
  scan(block: number, threshold: number): number;
  /** The row (in its block) at an index of the last `scan`, in ascending order. */
  foundRow(index: number): number;
  /** The score of the row at an index of the last `scan`: sum of products times the row's scale, in 32-bit floats. */
  foundScore(index: number): number;
}

/** Rows, concatenated. */
export interface RowValues {
  values: Int8Array;
  scales: Float32Array;
}

class WasmBlocks implements RowBlocks {
  readonly simd = true;
  readonly #dimensions: number;
  readonly #module: VectorModule;
  readonly #width: number;
  #count = 0;
  /** Views of the module's memory. */
  #bytes = new Int8Array(0);
  #shorts = new Int16Array(0);
  #numbers = new Int32Array(0);
  #floats = new Float32Array(0);

  constructor(dimensions: number, module: VectorModule) {
    this.#dimensions = dimensions;
    this.#module = module;
    module.open(dimensions, blockRows);
    this.#width = module.width();
    this.#refreshViews();
  }

  /** Makes the views anew: memory that has grown is a new buffer. */
  #refreshViews(): void {
    const { buffer } = this.#module.memory;
    this.#bytes = new Int8Array(buffer);
    this.#shorts = new Int16Array(buffer);
    this.#numbers = new Int32Array(buffer);
    this.#floats = new Float32Array(buffer);
  }

  get bytes(): number {
    return this.#count * this.#module.blockBytes();
  }

  grow(): void {
    if (this.#module.reserveBlocks(this.#count + 1) === 0) throw new RangeError('there is no room for more vectors');
    this.#refreshViews();
    this.#count++;
  }

  put(block: number, row: number, { values, scales }: RowValues): void {
    const module = this.#module;
    this.#floats.set(scales, floatAt(module.scalesAt(block)) + row);
    const dimensions = this.#dimensions;
    const maxRows = module.stagedRows();
    const staged = module.stagedAt();
    for (let done = 0; done < scales.length; done += maxRows) {
      const count = Math.min(maxRows, scales.length - done);
      const from = done * dimensions;
      // The padding of a row is never written.
      if (dimensions === this.#width) this.#bytes.set(values.subarray(from, from + count * dimensions), staged);
      else
        for (let at = 0; at < count; at++)
          this.#bytes.set(
            values.subarray(from + at * dimensions, from + (at + 1) * dimensions),
            staged + at * this.#width,
          );
      module.pack(block, row + done, count, 1 / dimensions);
    }
  }

  row(block: number, row: number): Int8Array {
    const at = this.#module.unpack(block, row);
    return this.#bytes.subarray(at, at + this.#width);
  }
  scale(block: number, row: number): number {
    return this.#floats[floatAt(this.#module.scalesAt(block)) + row]!;
  }
  query(): Int16Array {
    this.#module.forgetQuery();
    const at = this.#module.queryAt() / 2;
    return this.#shorts.subarray(at, at + this.#width);
  }
  selection(): Int32Array {
    const at = this.#module.selectionAt() / 4;
    return this.#numbers.subarray(at, at + blockRows / 32);
  }
  narrow(block: number, threshold: number): void {
    if (threshold !== -Infinity) this.#module.narrow(block, threshold);
  }
  scan(block: number, threshold: number): number {
    return this.#module.scan(block, threshold);
  }
  foundRow(index: number): number {
    return this.#numbers[this.#module.foundAt() / 4 + index * 2]!;
  }
  foundScore(index: number): number {
    return this.#floats[this.#module.foundAt() / 4 + index * 2 + 1]!;
  }
}

/** The index of an address (bytes, unsigned 32 bits) among floats. */
function floatAt(address: number): number {
  return address >>> 2;
}

/** Null where there is no WebAssembly with the required features. */
function openWasmBlocks(dimensions: number): WasmBlocks | null {
  const module = openVectors();
  return module === null ? null : new WasmBlocks(dimensions, module);
}

class ArrayBlocks implements RowBlocks {
  readonly simd = false;
  readonly #dimensions: number;
  readonly #width: number;
  readonly #query: Int16Array;
  readonly #selection = new Int32Array(blockRows / 32);
  readonly #foundRows = new Int32Array(blockRows);
  readonly #foundScores = new Float32Array(blockRows);
  readonly #rows: Int8Array[] = [];
  readonly #scales: Float32Array[] = [];

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#width = rowWidth(dimensions);
    this.#query = new Int16Array(this.#width);
  }

  get bytes(): number {
    return this.#rows.length * blockRows * (this.#width + 4);
  }
  grow(): void {
    this.#rows.push(new Int8Array(blockRows * this.#width));
    this.#scales.push(new Float32Array(blockRows));
  }
  put(block: number, row: number, { values, scales }: RowValues): void {
    this.#scales[block]!.set(scales, row);
    const dimensions = this.#dimensions;
    for (let at = 0; at < scales.length; at++)
      this.#rows[block]!.set(values.subarray(at * dimensions, (at + 1) * dimensions), (row + at) * this.#width);
  }
  row(block: number, row: number): Int8Array {
    return this.#rows[block]!.subarray(row * this.#width, (row + 1) * this.#width);
  }
  scale(block: number, row: number): number {
    return this.#scales[block]![row]!;
  }
  query(): Int16Array {
    return this.#query;
  }
  selection(): Int32Array {
    return this.#selection;
  }

  narrow(): void {}

  scan(block: number, threshold: number): number {
    const rows = this.#rows[block]!;
    const scales = this.#scales[block]!;
    const selection = this.#selection;
    let found = 0;
    for (let word = 0; word < selection.length; word++) {
      for (let bits = selection[word]!; bits !== 0; bits &= bits - 1) {
        const row = word * 32 + 31 - Math.clz32(bits & -bits);
        const score = Math.fround(Math.fround(this.#dot(rows, row)) * scales[row]!);
        if (!(score >= threshold)) continue;
        this.#foundRows[found] = row;
        this.#foundScores[found++] = score;
      }
    }
    return found;
  }

  #dot(rows: Int8Array, row: number): number {
    const query = this.#query;
    const width = this.#width;
    const from = row * width;
    let even = 0;
    let odd = 0;
    for (let i = 0; i < width; i += 2) {
      even = (even + Math.imul(rows[from + i]!, query[i]!)) | 0;
      odd = (odd + Math.imul(rows[from + i + 1]!, query[i + 1]!)) | 0;
    }
    return (even + odd) | 0;
  }

  foundRow(index: number): number {
    return this.#foundRows[index]!;
  }
  foundScore(index: number): number {
    return this.#foundScores[index]!;
  }
}

/** @param options `simd: false` uses plain arrays in any case */
export function openRowBlocks(dimensions: number, { simd = true }: { simd?: boolean } = {}): RowBlocks {
  return (simd ? openWasmBlocks(dimensions) : null) ?? new ArrayBlocks(dimensions);
}
