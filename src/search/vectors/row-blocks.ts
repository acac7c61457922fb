/**
 * Where the rows lie, and what scores them: one WebAssembly memory with the SIMD kernel, or plain arrays where the machine has none.
 * Invariant: both give the same scores, bit for bit; rows never move, so growing copies nothing (the memory reserves its addresses
 * and grows in place).
 */
import { openKernel, pageBytes, type WasmMemory } from '../../kernels/open-module.ts';
import { narrowModule, roundCoarsely, type CoarseQuery } from './narrow-module.ts';
import { packModule, unpackRow } from './pack-module.ts';
import { blockLayout, blockRows, headLayout, rowWidth, stagedRows } from './row-layout.ts';
import { scanModule } from './scan-module.ts';

export interface RowBlocks {
  readonly simd: boolean;
  /** Bytes that the blocks hold. */
  readonly bytes: number;
  /** Appends a block of `blockRows` rows. Views that were given before are void. Throws a `RangeError` when there is no room. */
  grow(): void;
  /** Writes rows of a block from `row` on: as many values a row as there are dimensions, and a factor each. */
  put(block: number, row: number, { values, scales }: RowValues): void;
  /** The values of one row, and zeros behind them; good until another is asked for. */
  row(block: number, row: number): Int8Array;
  scale(block: number, row: number): number;
  /** What rows are multiplied with; to be written before `scan`. The sums of products must stay below 2^31. */
  query(): Int16Array;
  /** A bit for each row of a block that `scan` is to look at; to be written before it. */
  selection(): Int32Array;
  /**
   * Takes rows that cannot reach `threshold` out of the selection, as far as that costs less than to score them; the same rows and query
   * always leave the same.
   */
  narrow(block: number, threshold: number): void;
  /** Scores the selected rows of a block; how many reach `threshold` (a 32-bit float): see `found…`. */
  scan(block: number, threshold: number): number;
  /** The row (in its block) of one that `scan` found, in ascending order. */
  foundRow(index: number): number;
  /** Its score: sum of products times the row's scale, in 32-bit floats. */
  foundScore(index: number): number;
}

/** Rows one behind another. */
export interface RowValues {
  values: Int8Array;
  scales: Float32Array;
}

type Scan = (block: number, threshold: number) => number;
type Pack = (upper: number, centres: number, count: number, perValue: number) => number;
type Narrow = (block: number, slope: number, margin: number, threshold: number) => number;

/** What stands before the blocks. Rows and scores found take turns, four bytes each. */
interface HeadViews {
  query: Int16Array;
  coarseQuery: Int8Array;
  selection: Int32Array;
  rows: Int32Array;
  scores: Float32Array;
  staged: Int8Array;
}

/** Of a block. */
interface BlockViews {
  upper: Uint8Array;
  lower: Uint8Array;
  scales: Float32Array;
}

class WasmBlocks implements RowBlocks {
  readonly simd = true;
  readonly #dimensions: number;
  readonly #width: number;
  readonly #head: ReturnType<typeof headLayout>;
  readonly #block: ReturnType<typeof blockLayout>;
  readonly #memory: WasmMemory;
  readonly #scan: Scan;
  readonly #pack: Pack;
  #count = 0;
  #views: HeadViews;
  /** By block; empty after growing. */
  #blockViews: BlockViews[] = [];
  /** Undefined until it is needed: who asks one question does without. Null where the runtime has not what it takes. */
  #narrow: Narrow | null | undefined;
  /** Of the query at hand; null until it is needed. */
  #coarseQuery: CoarseQuery | null = null;
  readonly #row: Int8Array;

  constructor(dimensions: number, memory: WasmMemory, { scan, pack }: { scan: Scan; pack: Pack }) {
    this.#dimensions = dimensions;
    this.#width = rowWidth(dimensions);
    this.#head = headLayout(this.#width);
    this.#block = blockLayout(this.#width);
    this.#row = new Int8Array(this.#width);
    this.#memory = memory;
    this.#scan = scan;
    this.#pack = pack;
    this.#views = this.#viewHead();
  }

  #viewHead(): HeadViews {
    const { buffer } = this.#memory;
    const { query, coarseQuery, selection, found, staged } = this.#head;
    return {
      query: new Int16Array(buffer, query, this.#width),
      coarseQuery: new Int8Array(buffer, coarseQuery, this.#width),
      selection: new Int32Array(buffer, selection, blockRows / 32),
      rows: new Int32Array(buffer, found, blockRows * 2),
      scores: new Float32Array(buffer, found, blockRows * 2),
      staged: new Int8Array(buffer, staged, stagedRows(this.#width) * this.#width),
    };
  }

  #at(block: number): number {
    return this.#head.blocks + block * this.#block.bytes;
  }

  get bytes(): number {
    return this.#count * this.#block.bytes;
  }

  grow(): void {
    const missing = this.#at(this.#count + 1) - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#growBy(Math.ceil(missing / pageBytes));
      this.#views = this.#viewHead();
      this.#blockViews = [];
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

  #viewsOf(block: number): BlockViews {
    const { buffer } = this.#memory;
    const { lower, scales } = this.#block;
    const from = this.#at(block);
    return (this.#blockViews[block] ??= {
      upper: new Uint8Array(buffer, from, lower),
      lower: new Uint8Array(buffer, from + lower, lower),
      scales: new Float32Array(buffer, from + scales, blockRows),
    });
  }

  put(block: number, row: number, { values, scales }: RowValues): void {
    this.#viewsOf(block).scales.set(scales, row);
    const own = this.#dimensions;
    const most = stagedRows(this.#width);
    for (let done = 0; done < scales.length; done += most) {
      const count = Math.min(most, scales.length - done);
      const from = done * own;
      // What fills up a row is never written.
      if (own === this.#width) this.#views.staged.set(values.subarray(from, from + count * own));
      else
        for (let at = 0; at < count; at++)
          this.#views.staged.set(values.subarray(from + at * own, from + (at + 1) * own), at * this.#width);
      this.#packStaged(block, row + done, count);
    }
  }

  #packStaged(block: number, row: number, count: number): void {
    const from = this.#at(block);
    const centres = from + this.#block.centres + row * 4;
    this.#pack(from + (row * this.#width) / 2, centres, count, 1 / this.#dimensions);
  }

  row(block: number, row: number): Int8Array {
    const { upper, lower } = this.#viewsOf(block);
    unpackRow(upper, lower, (row * this.#width) / 2, this.#row);
    return this.#row;
  }
  scale(block: number, row: number): number {
    return this.#viewsOf(block).scales[row]!;
  }
  query(): Int16Array {
    this.#coarseQuery = null;
    return this.#views.query;
  }
  selection(): Int32Array {
    return this.#views.selection;
  }
  narrow(block: number, threshold: number): void {
    if (threshold === -Infinity) return;
    const narrow = (this.#narrow ??= openNarrow(this.#width, this.#memory));
    if (narrow === null) return;
    const { query, coarseQuery } = this.#views;
    const { slope, margin, perThreshold } = (this.#coarseQuery ??= roundCoarsely(query, coarseQuery));
    narrow(this.#at(block), slope, margin, threshold * perThreshold);
  }
  scan(block: number, threshold: number): number {
    return this.#scan(this.#at(block), threshold);
  }
  foundRow(index: number): number {
    return this.#views.rows[index * 2]!;
  }
  foundScore(index: number): number {
    return this.#views.scores[index * 2 + 1]!;
  }
}

function openNarrow(width: number, memory: WasmMemory): Narrow | null {
  return (openKernel(narrowModule(width), memory)?.exports['narrow'] as Narrow | undefined) ?? null;
}

/** Null where there is no WebAssembly that takes this. */
function openWasmBlocks(dimensions: number): WasmBlocks | null {
  const width = rowWidth(dimensions);
  const kernel = openKernel(scanModule(width), headLayout(width).blocks);
  const pack = kernel === null ? null : openKernel(packModule(width), kernel.memory);
  if (kernel === null || pack === null) return null;
  return new WasmBlocks(dimensions, kernel.memory, {
    scan: kernel.exports['scan'] as Scan,
    pack: pack.exports['pack'] as Pack,
  });
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
    const own = this.#dimensions;
    for (let at = 0; at < scales.length; at++)
      this.#rows[block]!.set(values.subarray(at * own, (at + 1) * own), (row + at) * this.#width);
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

/** `simd: false` takes plain arrays in any case. */
export function openRowBlocks(dimensions: number, { simd = true }: { simd?: boolean } = {}): RowBlocks {
  return (simd ? openWasmBlocks(dimensions) : null) ?? new ArrayBlocks(dimensions);
}
