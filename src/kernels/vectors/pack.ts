/** Splits rows of bytes into halves, and joins them again. */
import { blockAt, centres, halfBytes, halfStep, lower, middle, staged, unpackedRow } from './rows';

/**
 * Packs the staged rows.
 * @param row of the block where the first of them goes
 * @param perValue factor that makes a mean of a row's sum of lower halves
 */
export function pack(block: i32, row: i32, count: i32, perValue: f32): void {
  let upper = blockAt(block) + <usize>row * halfBytes;
  let centre = blockAt(block) + centres + ((<usize>row) << 2);
  let from = staged;
  for (let left = count; left > 0; left--) {
    store<f32>(centre, <f32>packRow(from, upper) * perValue);
    from += halfBytes << 1;
    upper += halfBytes;
    centre += 4;
  }
}

/** Splits one row. @returns the sum of its lower halves */
function packRow(from: usize, upper: usize): u32 {
  const lowBits = i8x16.splat(15);
  const highBits = i8x16.splat(-16);
  let sums = i16x8.splat(0);
  for (let at: usize = 0; at < halfBytes; at += halfStep) {
    const first = v128.xor(v128.load(from + (at << 1)), i8x16.splat(middle));
    const second = v128.xor(v128.load(from + (at << 1), 16), i8x16.splat(middle));
    v128.store(upper + at, v128.or(v128.and(i16x8.shr_u(first, 4), lowBits), v128.and(second, highBits)));
    const firstLow = v128.and(first, lowBits);
    const secondLow = v128.and(second, lowBits);
    v128.store(upper + lower + at, v128.or(firstLow, i16x8.shl(secondLow, 4)));
    sums = i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(i8x16.add(firstLow, secondLow)));
  }
  const four = i32x4.extadd_pairwise_i16x8_u(sums);
  return (
    <u32>i32x4.extract_lane(four, 0) +
    <u32>i32x4.extract_lane(four, 1) +
    <u32>i32x4.extract_lane(four, 2) +
    <u32>i32x4.extract_lane(four, 3)
  );
}

/** The values of a row, computed from its halves. */
export abstract class Values {
  /** The first sixteen values of 32. */
  @inline
  static earlier(high: v128, low: v128): v128 {
    const lowBits = i8x16.splat(15);
    const value = v128.or(i16x8.shl(v128.and(high, lowBits), 4), v128.and(low, lowBits));
    return v128.xor(value, i8x16.splat(middle));
  }

  /** The other sixteen values of 32. */
  @inline
  static later(high: v128, low: v128): v128 {
    const lowBits = v128.and(i16x8.shr_u(low, 4), i8x16.splat(15));
    return v128.xor(v128.or(v128.and(high, i8x16.splat(-16)), lowBits), i8x16.splat(middle));
  }
}

/** Joins the halves of a row. @returns the address of its values */
export function unpack(block: i32, row: i32): usize {
  const from = blockAt(block) + <usize>row * halfBytes;
  for (let at: usize = 0; at < halfBytes; at += halfStep) {
    const high = v128.load(from + at);
    const low = v128.load(from + lower + at);
    v128.store(unpackedRow + (at << 1), Values.earlier(high, low));
    v128.store(unpackedRow + (at << 1), Values.later(high, low), 16);
  }
  return unpackedRow;
}
