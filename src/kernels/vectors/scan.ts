/**
 * Scores rows against a query of sixteen bits per value. Eight bits would be no faster: the multiplying instruction takes sixteen bits, so a row's
 * bytes have to be widened for it. Four rows at a time share the loaded query and the final steps on their sums.
 * Invariant: the result equals that of the plain loop in search/vectors/row-blocks.ts, bit for bit.
 */
import { Values } from './pack';
import { blockAt, found, halfBytes, halfStep, lower, query, rows, scales, selection } from './rows';
import { Sums } from './sums';

abstract class Rows {
  /** Adds the products of 32 values of a row and of the query to four sums. */
  @inline
  static addProducts(sum: v128, from: usize, part: usize): v128 {
    const high = v128.load(from);
    const low = v128.load(from + lower);
    const first = Values.earlier(high, low);
    const second = Values.later(high, low);
    let total = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(first), v128.load(part)));
    total = i32x4.add(total, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(first), v128.load(part, 16)));
    total = i32x4.add(total, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(second), v128.load(part, 32)));
    return i32x4.add(total, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(second), v128.load(part, 48)));
  }

  /** Scores of a row and of the three after it. */
  @inline
  static scoreFour(block: usize, row: usize): v128 {
    let first = i32x4.splat(0);
    let second = first;
    let third = first;
    let fourth = first;
    const from = block + row * halfBytes;
    for (let at: usize = 0; at < halfBytes; at += halfStep) {
      const part = query + (at << 2);
      first = Rows.addProducts(first, from + at, part);
      second = Rows.addProducts(second, from + at + halfBytes, part);
      third = Rows.addProducts(third, from + at + halfBytes * 2, part);
      fourth = Rows.addProducts(fourth, from + at + halfBytes * 3, part);
    }
    const sums = f32x4.convert_i32x4_s(Sums.ofFour(first, second, third, fourth));
    return f32x4.mul(sums, v128.load(block + scales + (row << 2)));
  }
}

/** Writes the selected rows of a block that reach the threshold, with their scores, in ascending order. @returns their number */
export function scan(block: i32, threshold: f32): i32 {
  const from = blockAt(block);
  let out = found;
  for (let word: usize = 0; word < <usize>rows >> 3; word += 4) {
    let row: usize = word << 3;
    for (let bits = load<u32>(selection + word); bits !== 0; bits >>= 4, row += 4) {
      if ((bits & 15) === 0) continue;
      const scores = Rows.scoreFour(from, row);
      let mask = <u32>i32x4.bitmask(f32x4.ge(scores, f32x4.splat(threshold))) & bits;
      if (mask === 0) continue;
      for (let lane: usize = 0; mask !== 0; mask >>= 1, lane++) {
        if ((mask & 1) === 0) continue;
        store<u32>(out, <u32>(row + lane));
        store<f32>(out, scoreOf(scores, lane), 4);
        out += 8;
      }
    }
  }
  return <i32>((out - found) >> 3);
}

function scoreOf(scores: v128, lane: usize): f32 {
  if (lane === 0) return f32x4.extract_lane(scores, 0);
  if (lane === 1) return f32x4.extract_lane(scores, 1);
  return lane === 2 ? f32x4.extract_lane(scores, 2) : f32x4.extract_lane(scores, 3);
}
