/**
 * Removes rows from a selection that cannot be among the best. Only the upper halves of their values are read: half of the bytes, which takes half of
 * the time when the vectors do not fit into the processor's cache.
 * Invariant: a removed row could only belong to the best if the share of its lower halves were off by more than `allowedDeviations` standard deviations.
 * In eleven million pairs of a question and a row, measured on kubernetes, the largest error was 5.4. The rows that remain (one in 75) are scored
 * exactly.
 *
 * The lower halves count as their mean, which is stored for each row, so that rows with many zeros need no exception. The error of a lower half is at
 * most that of an even spread over 16 values. In a query with a single large value it is at most two deviations.
 */
import { blockAt, centres, coarseQuery, halfBytes, halfStep, query, rows, scales, selection, width } from './rows';
import { Sums } from './sums';

/** How many values a half can have. */
const halfValues: f64 = 16;
/** The offset that is added to each value before it is split. */
const valueOffset: f64 = 128;
/** Standard deviation of an even spread over the values of a lower half. */
const deviation: f64 = halfValues / sqrt<f64>(12);
/** Standard deviation of rounding the query to eight bits, in steps of the rounded query. */
const queryDeviation: f64 = 1 / sqrt<f64>(12);
/** Largest value of the rounded query. */
const largestValue: f64 = 127;
/** Standard deviations that the upper bound of a row allows for. */
const allowedDeviations: f64 = 6;

/** Whether the coarse query belongs to the current query. */
let isRounded: bool = false;
/** Factor for the mean of a row's lower halves. */
let slope: f32 = 0;
/** Added to a row's sum, which gives an upper bound: the allowed error, less what `valueOffset` adds to the sum. */
let margin: f32 = 0;
/** Factor for the threshold of `scan`. */
let thresholdFactor: f64 = 0;

/** Must be called after the query has changed. */
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
  const rowError = deviation * sqrt<f64>(squares);
  const queryError = queryDeviation * factor * largestValue * sqrt<f64>(<f64>width);
  const unit = factor * halfValues;
  slope = <f32>(sum / halfValues);
  margin = <f32>(
    ((allowedDeviations * sqrt<f64>(rowError * rowError + queryError * queryError)) / unit -
      (valueOffset * sum) / halfValues)
  );
  thresholdFactor = 1 / unit;
  isRounded = true;
}

abstract class Rows {
  /** Adds the products of the upper halves of 32 values and the query to four sums, four neighbours per sum. */
  @inline
  static addProducts(sum: v128, from: usize, first: v128, second: v128): v128 {
    const values = v128.load(from);
    const lowBits = i8x16.splat(15);
    const total = i32x4.relaxed_dot_i8x16_i7x16_add_s(first, v128.and(values, lowBits), sum);
    return i32x4.relaxed_dot_i8x16_i7x16_add_s(second, v128.and(i16x8.shr_u(values, 4), lowBits), total);
  }

  /** Upper bounds of the scores of a row and the next three rows. */
  @inline
  static maxOfFour(block: usize, row: usize): v128 {
    let first = i32x4.splat(0);
    let second = first;
    let third = first;
    let fourth = first;
    const from = block + row * halfBytes;
    for (let at: usize = 0; at < halfBytes; at += halfStep) {
      const firstPart = v128.load(coarseQuery + (at << 1));
      const secondPart = v128.load(coarseQuery + (at << 1), 16);
      first = Rows.addProducts(first, from + at, firstPart, secondPart);
      second = Rows.addProducts(second, from + at + halfBytes, firstPart, secondPart);
      third = Rows.addProducts(third, from + at + halfBytes * 2, firstPart, secondPart);
      fourth = Rows.addProducts(fourth, from + at + halfBytes * 3, firstPart, secondPart);
    }
    const lowerShare = f32x4.mul(v128.load(block + centres + (row << 2)), f32x4.splat(slope));
    const sums = f32x4.add(f32x4.convert_i32x4_s(Sums.ofFour(first, second, third, fourth)), lowerShare);
    return f32x4.mul(f32x4.add(sums, f32x4.splat(margin)), v128.load(block + scales + (row << 2)));
  }
}

/** Removes the rows of a block that cannot reach the threshold of `scan` from the selection. */
export function narrow(block: i32, threshold: f32): void {
  if (!isRounded) roundQuery();
  const from = blockAt(block);
  const least = f32x4.splat(<f32>(<f64>threshold * thresholdFactor));
  for (let word: usize = 0; word < <usize>rows >> 3; word += 4) {
    const bits = load<u32>(selection + word);
    let remaining: u32 = 0;
    for (let shift: u32 = 0; shift < 32; shift += 4) {
      const selected = (bits >> shift) & 15;
      if (selected === 0) continue;
      const bounds = Rows.maxOfFour(from, (word << 3) + <usize>shift);
      remaining |= (<u32>i32x4.bitmask(f32x4.ge(bounds, least)) & selected) << shift;
    }
    store<u32>(selection + word, remaining);
  }
}
