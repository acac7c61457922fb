/**
 * Where the rows lie, and what scores them: one WebAssembly memory with the SIMD kernel, or plain arrays where the machine has none.
 * Invariant: both give the same scores, bit for bit; rows never move, so growing copies nothing (the memory reserves its addresses
 * and grows in place).
 */
import { openKernel, pageBytes, type WasmKernel, type WasmMemory } from '../../util/wasm-kernel.ts';
import { blockRows, scanLayout, scanModule } from './scan-module.ts';

export { blockRows };

export interface RowBlocks {
  readonly simd: boolean;
  /** Bytes that the blocks hold. */
  readonly bytes: number;
  /** Appends a block of `blockRows` rows. Views that were given before are void. Throws a `RangeError` when there is no room. */
  grow(): void;
  /** Rows of a block one after the other, `width` bytes each. */
  rows(block: number): Int8Array;
  /** A factor for each row of a block. */
  scales(block: number): Float32Array;
  /** What rows are multiplied with; to be written before `scan`. The sums of products must stay below 2^31. */
  query(): Int16Array;
  /** A bit for each row of a block that `scan` is to look at; to be written before it. */
  selection(): Int32Array;
  /** Scores the selected rows of a block; how many reach `threshold` (a 32-bit float): see `found…`. */
  scan(block: number, threshold: number): number;
  /** The row (in its block) of one that `scan` found, in ascending order. */
  foundRow(index: number): number;
  /** Its score: sum of products times the row's scale, in 32-bit floats. */
  foundScore(index: number): number;
}

type Scan = (rows: number, scales: number, threshold: number) => number;

/** What stands before the blocks. Rows and scores found take turns, four bytes each. */
interface HeadViews {
  query: Int16Array;
  selection: Int32Array;
  rows: Int32Array;
  scores: Float32Array;
}

class WasmBlocks implements RowBlocks {
  readonly simd = true;
  readonly #width: number;
  readonly #layout: ReturnType<typeof scanLayout>;
  readonly #memory: WasmMemory;
  readonly #scan: Scan;
  #count = 0;
  #views: HeadViews;
  /** By block; empty after growing. */
  #rowViews: Int8Array[] = [];
  #scaleViews: Float32Array[] = [];

  constructor(width: number, { memory, exports }: WasmKernel) {
    this.#width = width;
    this.#layout = scanLayout(width);
    this.#memory = memory;
    this.#scan = exports.scan as Scan;
    this.#views = this.#viewHead();
  }

  #viewHead(): HeadViews {
    const { buffer } = this.#memory;
    const { query, selection, found } = this.#layout;
    return {
      query: new Int16Array(buffer, query, this.#width),
      selection: new Int32Array(buffer, selection, blockRows / 32),
      rows: new Int32Array(buffer, found, blockRows * 2),
      scores: new Float32Array(buffer, found, blockRows * 2),
    };
  }

  get #blockBytes(): number {
    return blockRows * (this.#width + 4);
  }
  #rowsAt(block: number): number {
    return this.#layout.blocks + block * this.#blockBytes;
  }
  #scalesAt(block: number): number {
    return this.#rowsAt(block) + blockRows * this.#width;
  }

  get bytes(): number {
    return this.#count * this.#blockBytes;
  }

  grow(): void {
    const missing = this.#rowsAt(this.#count + 1) - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#growBy(Math.ceil(missing / pageBytes));
      this.#views = this.#viewHead();
      this.#rowViews = [];
      this.#scaleViews = [];
    }
    this.#count++;
  }

  /**
   * By half as much again where that can be had: pages that are not used take no memory, and each growth makes a buffer that V8 takes for
   * as much more until it collects.
   */
  #growBy(pages: number): void {
    const held = this.#memory.buffer.byteLength / pageBytes;
    try {
      this.#memory.grow(Math.max(pages, Math.floor(held / 2)));
    } catch {
      this.#memory.grow(pages);
    }
  }

  rows(block: number): Int8Array {
    return (this.#rowViews[block] ??= new Int8Array(this.#memory.buffer, this.#rowsAt(block), blockRows * this.#width));
  }
  scales(block: number): Float32Array {
    return (this.#scaleViews[block] ??= new Float32Array(this.#memory.buffer, this.#scalesAt(block), blockRows));
  }
  query(): Int16Array {
    return this.#views.query;
  }
  selection(): Int32Array {
    return this.#views.selection;
  }
  scan(block: number, threshold: number): number {
    return this.#scan(this.#rowsAt(block), this.#scalesAt(block), threshold);
  }
  foundRow(index: number): number {
    return this.#views.rows[index * 2]!;
  }
  foundScore(index: number): number {
    return this.#views.scores[index * 2 + 1]!;
  }
}

class ArrayBlocks implements RowBlocks {
  readonly simd = false;
  readonly #width: number;
  readonly #query: Int16Array;
  readonly #selection = new Int32Array(blockRows / 32);
  readonly #foundRows = new Int32Array(blockRows);
  readonly #foundScores = new Float32Array(blockRows);
  readonly #rows: Int8Array[] = [];
  readonly #scales: Float32Array[] = [];

  constructor(width: number) {
    this.#width = width;
    this.#query = new Int16Array(width);
  }

  get bytes(): number {
    return this.#rows.length * blockRows * (this.#width + 4);
  }
  grow(): void {
    this.#rows.push(new Int8Array(blockRows * this.#width));
    this.#scales.push(new Float32Array(blockRows));
  }
  rows(block: number): Int8Array {
    return this.#rows[block]!;
  }
  scales(block: number): Float32Array {
    return this.#scales[block]!;
  }
  query(): Int16Array {
    return this.#query;
  }
  selection(): Int32Array {
    return this.#selection;
  }

  scan(block: number, threshold: number): number {
    const rows = this.rows(block);
    const scales = this.scales(block);
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

/** `width`: bytes of a row, a multiple of 16. `simd: false` takes plain arrays in any case. */
export function openRowBlocks(width: number, { simd = true }: { simd?: boolean } = {}): RowBlocks {
  const kernel = simd ? openKernel(scanModule(width), scanLayout(width).blocks) : null;
  return kernel === null ? new ArrayBlocks(width) : new WasmBlocks(width, kernel);
}
