/**
 * The kernel that scores rows of int8 against a query of int16, as a WebAssembly module with SIMD. Written for one width of rows, so that
 * the inner loop is laid out flat. Invariant: it computes what the plain loop in row-blocks.ts does, bit for bit.
 *
 * The query is sixteen bits wide since that costs nothing: the instruction that multiplies takes sixteen, and a row's bytes are widened
 * in any case. Four rows at a time share what is read of the query, and what is to be done with their sums.
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
  withLocals,
} from '../../util/wasm-encoder.ts';
import type { Code } from '../../util/wasm-encoder.ts';
import { blockLayout, blockRows, halfStep, headLayout, middle } from './row-layout.ts';

/** Rows that are scored at a time. */
export const together = 4;

const { names, types } = withLocals(['rows', 'threshold'], {
  ...{ word: 'i32', bits: 'i32', row: 'i32', from: 'i32', at: 'i32', out: 'i32', mask: 'i32' },
  ...{ high: 'v128', low: 'v128', values: 'v128' },
  ...{ first: 'v128', second: 'v128', third: 'v128', fourth: 'v128' },
});
const { rows, threshold, word, bits, row, from, at, out, mask, high, low, values } = names;
const { first, second, third, fourth } = names;
const sums = [first, second, third, fourth] as const;

/** Multiplies the row at hand and the three behind it with the query, and adds up the products of each in four parts. */
function multiply(width: number): Code[] {
  const lowBits = v128.i8x16Splat(i32.constant(15));
  const highBits = v128.i8x16Splat(i32.constant(0xf0));
  const whole = (code: Code): Code => v128.xor(code, v128.i8x16Splat(i32.constant(middle)));
  const earlier = whole(
    v128.or(v128.i16x8ShiftLeft(v128.and(get(high), lowBits), i32.constant(4)), v128.and(get(low), lowBits)),
  );
  const later = whole(
    v128.or(v128.and(get(high), highBits), v128.and(v128.i16x8ShiftRightUnsigned(get(low), i32.constant(4)), lowBits)),
  );
  const query = (part: number): Code =>
    v128.load(i32.shiftLeft(get(at), i32.constant(2)), headLayout(width).query + part * halfStep);
  const add = (sum: number, part: number): Code[] => [
    set(sum, v128.i32x4Add(get(sum), v128.dotI16x8(v128.i16x8Low(get(values)), query(part)))),
    set(sum, v128.i32x4Add(get(sum), v128.dotI16x8(v128.i16x8High(get(values)), query(part + 1)))),
  ];
  const products = sums.flatMap((sum, one) => {
    const own = (one * width) / 2;
    return [
      set(high, v128.load(i32.add(get(from), get(at)), own)),
      set(low, v128.load(i32.add(get(from), get(at)), own + blockLayout(width).lower)),
      ...[set(values, earlier), ...add(sum, 0)],
      ...[set(values, later), ...add(sum, 2)],
    ];
  });
  return [
    set(from, i32.add(get(rows), i32.mul(get(row), i32.constant(width / 2)))),
    set(at, i32.constant(0)),
    ...sums.map((sum) => set(sum, v128.i32x4Splat(i32.constant(0)))),
    loop(
      ...products,
      set(at, i32.add(get(at), i32.constant(halfStep))),
      branchIf(0, i32.lessUnsigned(get(at), i32.constant(width / 2))),
    ),
  ];
}

/** The sum of each of four vectors of four lanes, in the place of its number; two of them are written over. */
export function addFour([one, two, three, four]: readonly [number, number, number, number]): Code {
  const inPairs = (a: number, b: number): Code =>
    v128.i32x4Add(v128.shuffle32(get(a), get(b), [0, 4, 1, 5]), v128.shuffle32(get(a), get(b), [2, 6, 3, 7]));
  return [
    ...set(one, inPairs(one, two)),
    ...set(three, inPairs(three, four)),
    ...v128.i32x4Add(
      v128.shuffle32(get(one), get(three), [0, 1, 4, 5]),
      v128.shuffle32(get(one), get(three), [2, 3, 6, 7]),
    ),
  ];
}

/** Scores them, and notes those that are wanted and reach the threshold. */
function scoreFour(width: number): Code[] {
  const { found } = headLayout(width);
  const ofRows = v128.load(i32.add(get(rows), i32.shiftLeft(get(row), i32.constant(2))), blockLayout(width).scales);
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
    set(first, v128.f32x4Mul(v128.f32x4FromI32x4(addFour(sums)), ofRows)),
    set(mask, i32.and(v128.i32x4Bitmask(reaching), get(bits))),
    when(get(mask), ...each),
  ];
}

/** `scan(rows, threshold)`: the address of a block; how many of its wanted rows reach the threshold. */
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
    set(bits, i32.load(get(word), headLayout(width).selection)),
    set(row, i32.shiftLeft(get(word), i32.constant(3))),
    block(eachFour),
    set(word, i32.add(get(word), i32.constant(4))),
    branchIf(0, i32.lessUnsigned(get(word), i32.constant(blockRows / 8))),
  );
  return encodeModule({
    name: 'scan',
    parameters: ['i32', 'f32'],
    result: 'i32',
    locals: types,
    body: [...eachWord, ...i32.shiftRightUnsigned(get(out), i32.constant(3))],
  });
}
