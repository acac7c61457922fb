/**
 * The kernel that scores rows of int8 against a query of int16, as a WebAssembly module with SIMD. Written for one width of rows, so that
 * the inner loop is laid out flat. Invariant: it computes what the plain loop in row-blocks.ts does, bit for bit.
 *
 * The query is sixteen bits wide since that costs nothing: the instruction that multiplies takes sixteen, and a row's bytes are widened
 * as they are loaded.
 */
import {
  block,
  branch,
  branchIf,
  encodeModule,
  f32,
  get,
  i32,
  loop,
  set,
  v128,
  when,
} from '../../util/wasm-encoder.ts';
import type { Code } from '../../util/wasm-encoder.ts';

/** Rows that one call looks at; a multiple of 32. */
export const blockRows = 1024;

/** Places in the memory (bytes): the query, which rows are wanted (a bit each), the rows found (pairs of row and score), the blocks. */
export interface ScanLayout {
  query: number;
  selection: number;
  found: number;
  blocks: number;
}

/** `width`: bytes of a row, a multiple of 16. */
export function scanLayout(width: number): ScanLayout {
  const selection = 2 * width;
  const found = selection + blockRows / 8;
  const blocks = found + blockRows * 8;
  return { query: 0, selection, found, blocks };
}

/** Values that one step multiplies. */
const step = 8;
/** Steps laid out flat at the most: beyond them code outgrows what a loop costs. */
const longestFlat = 64;

function flatSteps(width: number): number {
  const steps = width / step;
  if (steps <= longestFlat) return steps;
  return [32, 16, 8, 4, 2].find((one) => steps % one === 0) ?? 1;
}

/** `scan(rows, scales, threshold)`: addresses of a block's rows and scales; how many of its wanted rows reach the threshold. */
export function scanModule(width: number): Uint8Array<ArrayBuffer> {
  const { query, selection, found } = scanLayout(width);
  const [rows, scales, threshold, word, bits, row, from, at, out, score, even, odd] = Array.from(
    { length: 12 },
    (_, local) => local,
  ) as [number, number, number, number, number, number, number, number, number, number, number, number];
  const flat = flatSteps(width);
  const accumulate = (sum: number, offset: number): Code => {
    const products = v128.dotI16x8(
      v128.load8x8(i32.add(get(from), get(at)), offset),
      v128.load(i32.shiftLeft(get(at), i32.constant(1)), query + 2 * offset),
    );
    return set(sum, v128.i32x4Add(get(sum), products));
  };
  const zero = v128.i32x4Splat(i32.constant(0));
  const products = Array.from({ length: flat }, (_, n) => accumulate(n % 2 === 0 ? even : odd, n * step));
  const multiply: Code[] = [
    set(at, i32.constant(0)),
    set(even, zero),
    set(odd, zero),
    loop(
      ...products,
      set(at, i32.add(get(at), i32.constant(flat * step))),
      branchIf(0, i32.lessUnsigned(get(at), i32.constant(width))),
    ),
    set(even, v128.i32x4Add(get(even), get(odd))),
  ];
  const lanes = [0, 1, 2, 3].map((lane) => v128.i32x4Lane(get(even), lane)) as [Code, Code, Code, Code];
  const sum = i32.add(i32.add(lanes[0], lanes[1]), i32.add(lanes[2], lanes[3]));
  const scale = f32.load(i32.add(get(scales), i32.shiftLeft(get(row), i32.constant(2))));
  const eachWantedRow = loop(
    branchIf(1, i32.eqz(get(bits))),
    set(row, i32.add(i32.shiftLeft(get(word), i32.constant(3)), i32.ctz(get(bits)))),
    set(bits, i32.and(get(bits), i32.sub(get(bits), i32.constant(1)))),
    set(from, i32.add(get(rows), i32.mul(get(row), i32.constant(width)))),
    ...multiply,
    set(score, f32.mul(f32.fromI32(sum), scale)),
    when(
      f32.greaterOrEqual(get(score), get(threshold)),
      i32.store(get(out), get(row), found),
      f32.store(get(out), get(score), found + 4),
      set(out, i32.add(get(out), i32.constant(8))),
    ),
    branch(0),
  );
  // `word` counts bytes of the selection, four at a time.
  const eachWord = loop(
    set(bits, i32.load(get(word), selection)),
    block(eachWantedRow),
    set(word, i32.add(get(word), i32.constant(4))),
    branchIf(0, i32.lessUnsigned(get(word), i32.constant(blockRows / 8))),
  );
  return encodeModule({
    name: 'scan',
    parameters: ['i32', 'i32', 'f32'],
    result: 'i32',
    locals: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'f32', 'v128', 'v128'],
    body: [...eachWord, ...i32.shiftRightUnsigned(get(out), i32.constant(3))],
  });
}
