/**
 * The kernel that scores rows of int8 against a query of int16, as a WebAssembly module with SIMD. Written for one width of rows, so that
 * the inner loop is laid out flat. Invariant: it computes what the plain loop in row-blocks.ts does, bit for bit.
 *
 * The query is sixteen bits wide since that costs nothing: the instruction that multiplies takes sixteen, and a row's bytes are widened
 * as they are loaded. Most rows are wanted with all that stand beside them: four at a time they share what is read of the query, and what
 * is to be done with their sums.
 */
import {
  block,
  branch,
  branchIf,
  either,
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
/** Steps laid out flat at the most: beyond them code outgrows what a loop costs. */
const longestFlat = 64;

function flatSteps(width: number): number {
  const steps = width / step;
  if (steps <= longestFlat) return steps;
  return [32, 16, 8, 4, 2].find((one) => steps % one === 0) ?? 1;
}

/** Rows that are scored at a time where all of 32 are wanted. */
const together = 4;

const parameterNames = ['rows', 'scales', 'threshold'] as const;
const localTypes = {
  ...{ word: 'i32', bits: 'i32', row: 'i32', end: 'i32', from: 'i32', at: 'i32', out: 'i32', mask: 'i32' },
  ...{ score: 'f32', query: 'v128', even: 'v128', odd: 'v128', third: 'v128', fourth: 'v128' },
} as const satisfies Record<string, ValueType>;

const names = [...parameterNames, ...(Object.keys(localTypes) as (keyof typeof localTypes)[])];
/** Numbers of the parameters and locals. */
const local = Object.fromEntries(names.map((name, at) => [name, at])) as Record<(typeof names)[number], number>;
const { rows, scales, threshold, word, bits, row, end, from, at, out, mask, score } = local;
const { even, odd, third, fourth } = local;

const zero = v128.i32x4Splat(i32.constant(0));

/** Multiplies the rows from that at `from` on with the query; `sums` gives where the products of a row's step are added up. */
function multiply(width: number, count: number, sums: (row: number, step: number) => number): Code[] {
  const flat = flatSteps(width);
  const products = Array.from({ length: flat }, (_, n) => {
    const offset = n * step;
    const query = v128.load(i32.shiftLeft(get(at), i32.constant(1)), scanLayout(width).query + 2 * offset);
    const values = (one: number): Code => v128.load8x8(i32.add(get(from), get(at)), one * width + offset);
    const add = (one: number): Code =>
      set(sums(one, n), v128.i32x4Add(get(sums(one, n)), v128.dotI16x8(values(one), get(local.query))));
    return [set(local.query, query), ...Array.from({ length: count }, (__, one) => add(one))];
  });
  return [
    set(at, i32.constant(0)),
    ...[even, odd, third, fourth].map((sum) => set(sum, zero)),
    loop(
      ...products.flat(),
      set(at, i32.add(get(at), i32.constant(flat * step))),
      branchIf(0, i32.lessUnsigned(get(at), i32.constant(width))),
    ),
  ];
}

/** Notes a row that reaches the threshold. */
function found(width: number, at: Code, itsScore: Code): Code[] {
  const { found: places } = scanLayout(width);
  return [
    i32.store(get(out), at, places),
    f32.store(get(out), itsScore, places + 4),
    set(out, i32.add(get(out), i32.constant(8))),
  ];
}

const rowAddress = (width: number): Code => i32.add(get(rows), i32.mul(get(row), i32.constant(width)));
const scaleAddress = i32.add(get(scales), i32.shiftLeft(get(row), i32.constant(2)));

/** Scores the row at hand. */
function scoreOne(width: number): Code[] {
  const lanes = [0, 1, 2, 3].map((lane) => v128.i32x4Lane(get(even), lane)) as [Code, Code, Code, Code];
  const sum = i32.add(i32.add(lanes[0], lanes[1]), i32.add(lanes[2], lanes[3]));
  return [
    set(from, rowAddress(width)),
    ...multiply(width, 1, (_, n) => (n % 2 === 0 ? even : odd)),
    set(even, v128.i32x4Add(get(even), get(odd))),
    set(score, f32.mul(f32.fromI32(sum), f32.load(scaleAddress))),
    when(f32.greaterOrEqual(get(score), get(threshold)), ...found(width, get(row), get(score))),
  ];
}

/** Scores the row at hand and the three behind it. */
function scoreFour(width: number): Code[] {
  const inPairs = (a: number, b: number): Code =>
    v128.i32x4Add(v128.shuffle32(get(a), get(b), [0, 4, 1, 5]), v128.shuffle32(get(a), get(b), [2, 6, 3, 7]));
  const all = v128.i32x4Add(
    v128.shuffle32(get(even), get(third), [0, 1, 4, 5]),
    v128.shuffle32(get(even), get(third), [2, 3, 6, 7]),
  );
  const reaching = v128.f32x4GreaterOrEqual(get(even), v128.f32x4Splat(get(threshold)));
  const each = Array.from({ length: together }, (_, lane) =>
    when(
      i32.and(get(mask), i32.constant(1 << lane)),
      ...found(width, i32.add(get(row), i32.constant(lane)), v128.f32x4Lane(get(even), lane)),
    ),
  );
  return [
    set(from, rowAddress(width)),
    ...multiply(width, together, (one) => [even, odd, third, fourth][one]!),
    set(even, inPairs(even, odd)),
    set(third, inPairs(third, fourth)),
    set(even, v128.f32x4Mul(v128.f32x4FromI32x4(all), v128.load(scaleAddress, 0))),
    set(mask, v128.i32x4Bitmask(reaching)),
    when(get(mask), ...each),
  ];
}

/** `scan(rows, scales, threshold)`: addresses of a block's rows and scales; how many of its wanted rows reach the threshold. */
export function scanModule(width: number): Uint8Array<ArrayBuffer> {
  const eachWantedRow = loop(
    branchIf(1, i32.eqz(get(bits))),
    set(row, i32.add(i32.shiftLeft(get(word), i32.constant(3)), i32.ctz(get(bits)))),
    set(bits, i32.and(get(bits), i32.sub(get(bits), i32.constant(1)))),
    ...scoreOne(width),
    branch(0),
  );
  const allRows = [
    ...set(row, i32.shiftLeft(get(word), i32.constant(3))),
    ...set(end, i32.add(get(row), i32.constant(32))),
    ...loop(
      ...scoreFour(width),
      set(row, i32.add(get(row), i32.constant(together))),
      branchIf(0, i32.lessUnsigned(get(row), get(end))),
    ),
  ];
  // `word` counts bytes of the selection, four at a time.
  const eachWord = loop(
    set(bits, i32.load(get(word), scanLayout(width).selection)),
    either(i32.equal(get(bits), i32.constant(-1)), allRows, block(eachWantedRow)),
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
