/**
 * Weighted sums of rows of a table of bytes: nearly all of what a static model does for a text.
 * Invariant: the kernel and the plain loop give the same 32-bit floats, bit for bit: each product and each sum is rounded, row by row.
 */
import { block, branchIf, encodeModule, get, i32, loop, set, v128, type Code } from '../../util/wasm-encoder.ts';
import { openKernel, type WasmKernel } from '../../util/wasm-kernel.ts';

/** Rows that one call adds; a sum of more is made of several calls. */
const rowsAtOnce = 1024;
/** Bytes of a row in the list of those to add: its address, its weight. */
const entryBytes = 8;

export interface RowSums {
  /** The table that it was opened with is its own from now on: it looks at it. */
  readonly keepsTable: boolean;
  /** Empties the sums. */
  clear(): void;
  /** Adds a row times `weight`. */
  add(row: number, weight: number): void;
  /** The sums; void with the next call. */
  sums(): Float32Array;
}

/** `add(end)`: adds the rows of the list from 0 to the address `end` to the sums. */
function sumModule(dimensions: number, sumsAt: number): Uint8Array<ArrayBuffer> {
  const [end, entry, at, row, weight, bytes, ...totals] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
  const weighted = (lanes: Code): Code => v128.f32x4Mul(v128.f32x4FromI32(lanes), get(weight));
  const eight = (offset: number, low: number, high: number): Code[] => [
    set(bytes, v128.load8x8(get(row), offset)),
    set(low, v128.f32x4Add(get(low), weighted(v128.widenLow(get(bytes))))),
    set(high, v128.f32x4Add(get(high), weighted(v128.widenHigh(get(bytes))))),
  ];
  const sumAddress = i32.shiftLeft(get(at), i32.constant(2));
  const eachRow = loop(
    set(row, i32.add(i32.load(get(entry)), get(at))),
    set(weight, v128.load32Splat(get(entry), 4)),
    ...eight(0, totals[0], totals[1]),
    ...eight(8, totals[2], totals[3]),
    set(entry, i32.add(get(entry), i32.constant(entryBytes))),
    branchIf(0, i32.lessUnsigned(get(entry), get(end))),
  );
  // Sixteen sums at a time stay in registers while all rows are added.
  const eachPart = loop(
    ...totals.map((total, n) => set(total, v128.load(sumAddress, sumsAt + 16 * n))),
    set(entry, i32.constant(0)),
    eachRow,
    ...totals.map((total, n) => v128.store(sumAddress, get(total), sumsAt + 16 * n)),
    set(at, i32.add(get(at), i32.constant(16))),
    branchIf(0, i32.lessUnsigned(get(at), i32.constant(dimensions))),
  );
  return encodeModule({
    name: 'add',
    parameters: ['i32'],
    result: 'i32',
    locals: ['i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128'],
    body: [...block(eachPart), ...i32.constant(0)],
  });
}

class KernelSums implements RowSums {
  readonly keepsTable = false;
  readonly #add: (end: number) => number;
  readonly #addresses: Int32Array;
  readonly #weights: Float32Array;
  readonly #sums: Float32Array;
  readonly #width: number;
  readonly #rowsAt: number;
  #entries = 0;

  constructor({ memory, exports }: WasmKernel, values: Int8Array, { dimensions, sumsAt, rowsAt }: Layout) {
    this.#add = exports.add as (end: number) => number;
    this.#addresses = new Int32Array(memory.buffer, 0, rowsAtOnce * 2);
    this.#weights = new Float32Array(memory.buffer, 0, rowsAtOnce * 2);
    this.#sums = new Float32Array(memory.buffer, sumsAt, dimensions);
    this.#width = dimensions;
    this.#rowsAt = rowsAt;
    new Int8Array(memory.buffer, rowsAt, values.length).set(values);
  }

  clear(): void {
    this.#entries = 0;
    this.#sums.fill(0);
  }

  add(row: number, weight: number): void {
    if (this.#entries === rowsAtOnce) this.#flush();
    const at = 2 * this.#entries++;
    this.#addresses[at] = this.#rowsAt + row * this.#width;
    this.#weights[at + 1] = weight;
  }

  #flush(): void {
    if (this.#entries > 0) this.#add(this.#entries * entryBytes);
    this.#entries = 0;
  }

  sums(): Float32Array {
    this.#flush();
    return this.#sums;
  }
}

class PlainSums implements RowSums {
  readonly keepsTable = true;
  readonly #values: Int8Array;
  readonly #sums: Float32Array;

  constructor(values: Int8Array, dimensions: number) {
    this.#values = values;
    this.#sums = new Float32Array(dimensions);
  }

  clear(): void {
    this.#sums.fill(0);
  }

  add(row: number, weight: number): void {
    const sums = this.#sums;
    const values = this.#values;
    const factor = Math.fround(weight);
    const from = row * sums.length;
    for (let k = 0; k < sums.length; k++) sums[k]! += Math.fround(factor * values[from + k]!);
  }

  sums(): Float32Array {
    return this.#sums;
  }
}

interface Layout {
  dimensions: number;
  sumsAt: number;
  rowsAt: number;
}

/** @param values rows of `dimensions` bytes; `simd: false` takes the plain loop in any case */
export function openRowSums(values: Int8Array, dimensions: number, { simd = true } = {}): RowSums {
  const sumsAt = rowsAtOnce * entryBytes;
  const rowsAt = sumsAt + dimensions * 4;
  const isSuited = simd && dimensions % 16 === 0;
  const kernel = isSuited ? openKernel(sumModule(dimensions, sumsAt), rowsAt + values.length) : null;
  return kernel === null
    ? new PlainSums(values, dimensions)
    : new KernelSums(kernel, values, { dimensions, sumsAt, rowsAt });
}
