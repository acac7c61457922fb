/**
 * The kernel that scores rows of int8 against a query of int16, as a WebAssembly module with SIMD. Written for one width of rows, so that
 * the inner loop is laid out flat. Invariant: it computes what the plain loop in row-blocks.ts does, bit for bit.
 *
 * The query is sixteen bits wide since that costs nothing: the instruction that multiplies takes sixteen, and a row's bytes are widened
 * as they are loaded. Four rows at a time share what is read of the query, and what is to be done with their sums.
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
import type { Code, ValueType } from '../../util/wasm-encoder.ts';

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
/** Steps of four rows that are laid out flat: with more code grows and nothing is saved. */
function flatSteps(width: number): number {
  return width % (4 * step) === 0 ? 4 : 2;
}

/** Rows that are scored at a time. */
const together = 4;

const parameterNames = ['rows', 'scales', 'threshold'] as const;
const localTypes = {
  ...{ word: 'i32', bits: 'i32', row: 'i32', from: 'i32', at: 'i32', out: 'i32', mask: 'i32' },
  ...{ query: 'v128', first: 'v128', second: 'v128', third: 'v128', fourth: 'v128' },
} as const satisfies Record<string, ValueType>;

const names = [...parameterNames, ...(Object.keys(localTypes) as (keyof typeof localTypes)[])];
/** Numbers of the parameters and locals. */
const local = Object.fromEntries(names.map((name, at) => [name, at])) as Record<(typeof names)[number], number>;
const { rows, scales, threshold, word, bits, row, from, at, out, mask, query } = local;
const { first, second, third, fourth } = local;
const sums = [first, second, third, fourth];

/** Multiplies the row at hand and the three behind it with the query, and adds up the products of each in four parts. */
function multiply(width: number): Code[] {
  const flat = flatSteps(width);
  const products = Array.from({ length: flat }, (_, n) => {
    const offset = n * step;
    const values = (one: number): Code => v128.load8x8(i32.add(get(from), get(at)), one * width + offset);
    return [
      set(query, v128.load(i32.shiftLeft(get(at), i32.constant(1)), scanLayout(width).query + 2 * offset)),
      ...sums.map((sum, one) => set(sum, v128.i32x4Add(get(sum), v128.dotI16x8(values(one), get(query))))),
    ];
  });
  return [
    set(from, i32.add(get(rows), i32.mul(get(row), i32.constant(width)))),
    set(at, i32.constant(0)),
    ...sums.map((sum) => set(sum, v128.i32x4Splat(i32.constant(0)))),
    loop(
      ...products.flat(),
      set(at, i32.add(get(at), i32.constant(flat * step))),
      branchIf(0, i32.lessUnsigned(get(at), i32.constant(width))),
    ),
  ];
}

/** Scores them, and notes those that are wanted and reach the threshold. */
function scoreFour(width: number): Code[] {
  const { found } = scanLayout(width);
  const inPairs = (a: number, b: number): Code =>
    v128.i32x4Add(v128.shuffle32(get(a), get(b), [0, 4, 1, 5]), v128.shuffle32(get(a), get(b), [2, 6, 3, 7]));
  const all = v128.i32x4Add(
    v128.shuffle32(get(first), get(third), [0, 1, 4, 5]),
    v128.shuffle32(get(first), get(third), [2, 3, 6, 7]),
  );
  const ofRows = v128.load(i32.add(get(scales), i32.shiftLeft(get(row), i32.constant(2))), 0);
  const reaching = v128.f32x4GreaterOrEqual(get(first), v128.f32x4Splat(get(threshold)));
  const each = sums.map((_, lane) =>
    when(
      i32.and(get(mask), i32.constant(1 << lane)),
      i32.store(get(out), i32.add(get(row), i32.constant(lane)), found),
      f32.store(get(out), v128.f32x4Lane(get(first), lane), found + 4),
      set(out, i32.add(get(out), i32.constant(8))),
    ),
  );
  return [
    ...multiply(width),
    set(first, inPairs(first, second)),
    set(third, inPairs(third, fourth)),
    set(first, v128.f32x4Mul(v128.f32x4FromI32x4(all), ofRows)),
    set(mask, i32.and(v128.i32x4Bitmask(reaching), get(bits))),
    when(get(mask), ...each),
  ];
}

/** `scan(rows, scales, threshold)`: addresses of a block's rows and scales; how many of its wanted rows reach the threshold. */
export function scanModule(width: number): Uint8Array<ArrayBuffer> {
  const eachFour = loop(
    branchIf(1, i32.eqz(get(bits))),
    when(i32.and(get(bits), i32.constant(2 ** together - 1)), ...scoreFour(width)),
    set(bits, i32.shiftRightUnsigned(get(bits), i32.constant(together))),
    set(row, i32.add(get(row), i32.constant(together))),
    branch(0),
  );
  // `word` counts bytes of the selection, four at a time.
  const eachWord = loop(
    set(bits, i32.load(get(word), scanLayout(width).selection)),
    set(row, i32.shiftLeft(get(word), i32.constant(3))),
    block(eachFour),
    set(word, i32.add(get(word), i32.constant(4))),
    branchIf(0, i32.lessUnsigned(get(word), i32.constant(blockRows / 8))),
  );
  return encodeModule({
    name: 'scan',
    parameters: ['i32', 'i32', 'f32'],
    result: 'i32',
    locals: Object.values(localTypes),
    body: [...eachWord, ...i32.shiftRightUnsigned(get(out), i32.constant(3))],
  });
}
