/**
 * The kernel that takes rows out of a selection that cannot be among the best, by the upper halves of their values: half the bytes, which for
 * vectors beyond what a processor keeps at hand is half the time.
 * Invariant: a row is taken out only where what its lower halves add would have to be off by `margins` standard deviations to bring it back. Of
 * eleven million pairs of questions and rows of kubernetes none was off by more than 5.4; what is left (one in 75) is scored as ever.
 *
 * Lower halves count as their mean, of each row, so that rows with many zeros are no exception; each is off by no more than an even spread over
 * 16 values, and a query that has one large value alone by no more than two deviations.
 */
import {
  branchIf,
  encodeModule,
  get,
  i32,
  loop,
  set,
  v128,
  when,
  withLocals,
  type Code,
} from '../../util/wasm-encoder.ts';
import { blockLayout, blockRows, halfStep, headLayout, middle, step } from './row-layout.ts';
import { addFour, together } from './scan-module.ts';

const halves = 16;
/** Of an even spread over what a lower half holds. */
const deviation = halves / Math.sqrt(12);
/** Of rounding the query to eight bits, in its steps. */
const queryDeviation = 1 / Math.sqrt(12);
const largestValue = 127;
const margins = 6;

/** Steps that are laid out flat. */
function flatSteps(steps: number): number {
  return [4, 3, 2].find((count) => steps % count === 0) ?? 1;
}

const { names, types } = withLocals(['block', 'slope', 'margin', 'threshold'], {
  ...{ word: 'i32', bits: 'i32', row: 'i32', from: 'i32', at: 'i32', kept: 'i32', mask: 'i32' },
  ...{ query: 'v128', queryBehind: 'v128', values: 'v128' },
  ...{ first: 'v128', second: 'v128', third: 'v128', fourth: 'v128' },
});
const { block, slope, margin, threshold, word, bits, row, from, at, kept, mask } = names;
const { query, queryBehind, values, first, second, third, fourth } = names;
const sums = [first, second, third, fourth] as const;

/** Multiplies the upper halves of the row at hand and of the three behind it with the query, and adds up the products of each in four parts. */
function multiply(width: number): Code[] {
  const { coarseQuery } = headLayout(width);
  const flat = flatSteps(width / step);
  const lowBits = v128.i8x16Splat(i32.constant(15));
  const steps = Array.from({ length: flat }, (_, n) => {
    const part = (number: number): Code =>
      v128.load(i32.shiftLeft(get(at), i32.constant(1)), coarseQuery + n * step + number * halfStep);
    const high = v128.and(v128.i16x8ShiftRightUnsigned(get(values), i32.constant(4)), lowBits);
    return [
      ...[set(query, part(0)), set(queryBehind, part(1))],
      ...sums.flatMap((sum, one) => [
        set(values, v128.load(i32.add(get(from), get(at)), (one * width) / 2 + n * halfStep)),
        set(sum, v128.dotI8x16Add(get(query), v128.and(get(values), lowBits), get(sum))),
        set(sum, v128.dotI8x16Add(get(queryBehind), high, get(sum))),
      ]),
    ];
  });
  return [
    set(from, i32.add(get(block), i32.mul(get(row), i32.constant(width / 2)))),
    set(at, i32.constant(0)),
    ...sums.map((one) => set(one, v128.i32x4Splat(i32.constant(0)))),
    loop(
      ...steps.flat(),
      set(at, i32.add(get(at), i32.constant(flat * halfStep))),
      branchIf(0, i32.lessUnsigned(get(at), i32.constant(width / 2))),
    ),
  ];
}

/** Tells which of them may reach the threshold. */
function judgeFour(width: number): Code[] {
  const { centres, scales } = blockLayout(width);
  const ofRows = (offset: number): Code =>
    v128.load(i32.add(get(block), i32.shiftLeft(get(row), i32.constant(2))), offset);
  const sum = v128.f32x4Add(
    v128.f32x4FromI32x4(addFour(sums)),
    v128.f32x4Mul(ofRows(centres), v128.f32x4Splat(get(slope))),
  );
  const atMost = v128.f32x4Mul(v128.f32x4Add(sum, v128.f32x4Splat(get(margin))), ofRows(scales));
  const reaching = v128.f32x4GreaterOrEqual(atMost, v128.f32x4Splat(get(threshold)));
  return [...multiply(width), set(mask, i32.and(v128.i32x4Bitmask(reaching), get(bits)))];
}

/** `narrow(block, slope, margin, threshold)`: the address of a block, and see `CoarseQuery`. */
export function narrowModule(width: number): Uint8Array<ArrayBuffer> {
  const { selection } = headLayout(width);
  // What is kept of a word comes in at its upper end, and is in its place behind eight times four rows.
  const eachFour = loop(
    set(mask, i32.constant(0)),
    when(i32.and(get(bits), i32.constant(2 ** together - 1)), ...judgeFour(width)),
    set(
      kept,
      i32.or(
        i32.shiftRightUnsigned(get(kept), i32.constant(together)),
        i32.shiftLeft(get(mask), i32.constant(32 - together)),
      ),
    ),
    set(bits, i32.shiftRightUnsigned(get(bits), i32.constant(together))),
    set(row, i32.add(get(row), i32.constant(together))),
    branchIf(0, i32.and(get(row), i32.constant(31))),
  );
  // `word` counts bytes of the selection, four at a time.
  const eachWord = loop(
    set(bits, i32.load(get(word), selection)),
    eachFour,
    i32.store(get(word), get(kept), selection),
    set(word, i32.add(get(word), i32.constant(4))),
    branchIf(0, i32.lessUnsigned(get(word), i32.constant(blockRows / 8))),
  );
  return encodeModule({
    name: 'narrow',
    parameters: ['i32', 'f32', 'f32', 'f32'],
    result: 'i32',
    locals: types,
    body: [...eachWord, ...get(word)],
  });
}

/** What a query is for `narrow`, in the unit of its sums. */
export interface CoarseQuery {
  /** For the mean of a row's lower halves. */
  slope: number;
  /** Added to a row's sum: it cannot reach more. */
  margin: number;
  /** A threshold of `scan` is to be multiplied by it. */
  perThreshold: number;
}

/** Rounds the query that `scan` has to eight bits. */
export function roundCoarsely(query: Int16Array, into: Int8Array): CoarseQuery {
  let largest = 0;
  let squares = 0;
  for (const value of query) {
    largest = Math.max(largest, Math.abs(value));
    squares += value * value;
  }
  const factor = largest === 0 ? 1 : largest / largestValue;
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += into[i] = Math.round(query[i]! / factor);
  const ofRows = deviation * Math.sqrt(squares);
  const ofQuery = queryDeviation * factor * largestValue * Math.sqrt(query.length);
  const unit = factor * halves;
  const margin = (margins * Math.hypot(ofRows, ofQuery)) / unit - (middle * sum) / halves;
  return { slope: sum / halves, margin, perThreshold: 1 / unit };
}
