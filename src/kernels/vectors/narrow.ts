/**
 * Takes rows out of a selection that cannot be among the best, by the upper halves of their values: half the bytes, which for vectors beyond what
 * a processor keeps at hand is half the time.
 * Invariant: a row is taken out only where what its lower halves add would have to be off by `margins` standard deviations to bring it back. Of
 * eleven million pairs of questions and rows of kubernetes none was off by more than 5.4; what is left (one in 75) is scored as ever.
 *
 * Lower halves count as their mean, of each row, so that rows with many zeros are no exception; each is off by no more than an even spread over
 * 16 values, and a query that has one large value alone by no more than two deviations.
 */
import { blockAt, centres, coarseQuery, halfBytes, halfStep, query, rows, scales, selection, width } from './rows';
import { Sums } from './sums';

const halves: f64 = 16;
/** Of what a value is moved by. */
const moved: f64 = 128;
/** Of an even spread over what a lower half holds. */
const deviation: f64 = halves / sqrt<f64>(12);
/** Of rounding the query to eight bits, in its steps. */
const queryDeviation: f64 = 1 / sqrt<f64>(12);
const largestValue: f64 = 127;
const margins: f64 = 6;

/** Whether the coarse query is that of the query. */
let isRounded: bool = false;
/** For the mean of a row's lower halves. */
let slope: f32 = 0;
/** Added to a row's sum: it cannot reach more. */
let margin: f32 = 0;
/** A threshold of `scan` is to be multiplied by it. */
let perThreshold: f64 = 0;

/** The query is written anew. */
export function forgetQuery(): void {
  isRounded = false;
}

/** Rounds the query to eight bits. */
function roundQuery(): void {
  let largest: f64 = 0;
  let squares: f64 = 0;
  for (let at: usize = 0; at < width; at++) {
    const value = <f64>load<i16>(query + (at << 1));
    largest = max(largest, abs(value));
    squares += value * value;
  }
  const factor = largest === 0 ? 1 : largest / largestValue;
  let sum: f64 = 0;
  for (let at: usize = 0; at < width; at++) {
    const value = floor<f64>(<f64>load<i16>(query + (at << 1)) / factor + 0.5);
    store<i8>(coarseQuery + at, <i8>value);
    sum += value;
  }
  const ofRows = deviation * sqrt<f64>(squares);
  const ofQuery = queryDeviation * factor * largestValue * sqrt<f64>(<f64>width);
  const unit = factor * halves;
  slope = <f32>(sum / halves);
  margin = <f32>((margins * sqrt<f64>(ofRows * ofRows + ofQuery * ofQuery)) / unit - (moved * sum) / halves);
  perThreshold = 1 / unit;
  isRounded = true;
}

abstract class Rows {
  /** Adds the products of the upper halves of 32 values and the query, four neighbours each, to four sums. */
  @inline
  static addProducts(sum: v128, from: usize, first: v128, second: v128): v128 {
    const values = v128.load(from);
    const lowBits = i8x16.splat(15);
    const total = i32x4.relaxed_dot_i8x16_i7x16_add_s(first, v128.and(values, lowBits), sum);
    return i32x4.relaxed_dot_i8x16_i7x16_add_s(second, v128.and(i16x8.shr_u(values, 4), lowBits), total);
  }

  /** What a row and the three behind it may reach at the most. */
  @inline
  static mostOfFour(block: usize, row: usize): v128 {
    let first = i32x4.splat(0);
    let second = first;
    let third = first;
    let fourth = first;
    const from = block + row * halfBytes;
    for (let at: usize = 0; at < halfBytes; at += halfStep) {
      const part = v128.load(coarseQuery + (at << 1));
      const behind = v128.load(coarseQuery + (at << 1), 16);
      first = Rows.addProducts(first, from + at, part, behind);
      second = Rows.addProducts(second, from + at + halfBytes, part, behind);
      third = Rows.addProducts(third, from + at + halfBytes * 2, part, behind);
      fourth = Rows.addProducts(fourth, from + at + halfBytes * 3, part, behind);
    }
    const ofLower = f32x4.mul(v128.load(block + centres + (row << 2)), f32x4.splat(slope));
    const sums = f32x4.add(f32x4.convert_i32x4_s(Sums.ofFour(first, second, third, fourth)), ofLower);
    return f32x4.mul(f32x4.add(sums, f32x4.splat(margin)), v128.load(block + scales + (row << 2)));
  }
}

/** Takes rows of a block out of the selection that cannot reach the threshold of `scan`. */
export function narrow(block: i32, threshold: f32): void {
  if (!isRounded) roundQuery();
  const from = blockAt(block);
  const least = f32x4.splat(<f32>(<f64>threshold * perThreshold));
  for (let word: usize = 0; word < <usize>rows >> 3; word += 4) {
    const bits = load<u32>(selection + word);
    let kept: u32 = 0;
    for (let shift: u32 = 0; shift < 32; shift += 4) {
      const own = (bits >> shift) & 15;
      if (own === 0) continue;
      const most = Rows.mostOfFour(from, (word << 3) + <usize>shift);
      kept |= (<u32>i32x4.bitmask(f32x4.ge(most, least)) & own) << shift;
    }
    store<u32>(selection + word, kept);
  }
}
