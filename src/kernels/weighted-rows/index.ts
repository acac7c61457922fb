/**
 * The sum of rows of bytes, each with a factor, normalised to length 1. The host (kernels/weighted-rows.ts) writes rows at the address that `room`
 * returns, and a list of the rows to add.
 * Invariant: each product and each sum is rounded to 32 bits, row by row. The same rows in the same order give the same bits, wherever they are
 * stored.
 */
import { reach } from '../shared/memory';

/** Bytes of an entry of the list: the address of a row's first byte, and its factor. */
const entryBytes: usize = 8;

let dimensions: usize = 0;
let entries: usize = 0;
let vector: usize = 0;
let rows: usize = 0;

/** Must be called once. @param maxEntries of the list */
export function open(dimensionCount: i32, maxEntries: i32): void {
  dimensions = <usize>dimensionCount;
  entries = (__heap_base + 15) & ~(<usize>15);
  vector = entries + <usize>maxEntries * entryBytes;
  // Sixteen bytes of a row are read at a time.
  rows = (vector + (dimensions << 2) + 15) & ~(<usize>15);
}

/** @returns the address of room for this many bytes of rows, whose old content stays; 0 where there is not enough memory */
export function room(bytes: usize): usize {
  return reach(rows + bytes, 0) ? rows : 0;
}

export function entriesAt(): usize {
  return entries;
}

export function vectorAt(): usize {
  return vector;
}

/** Computes the vector of the first `count` entries. It is all zeros where the sum is. */
export function sum(count: i32): void {
  const end = entries + <usize>count * entryBytes;
  let at: usize = 0;
  // Sixteen sums at a time stay in registers while all rows are added.
  for (; at + 16 <= dimensions; at += 16) sumSixteen(end, at);
  for (; at < dimensions; at++) sumOne(end, at);
  normalise();
}

function sumSixteen(end: usize, at: usize): void {
  let first = f32x4.splat(0);
  let second = first;
  let third = first;
  let fourth = first;
  for (let entry = entries; entry < end; entry += entryBytes) {
    const row = <usize>load<u32>(entry) + at;
    const factor = v128.load_splat<f32>(entry, 4);
    const low = v128.load_ext<i8>(row);
    const high = v128.load_ext<i8>(row, 8);
    first = f32x4.add(first, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low)), factor));
    second = f32x4.add(second, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low)), factor));
    third = f32x4.add(third, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high)), factor));
    fourth = f32x4.add(fourth, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high)), factor));
  }
  const to = vector + (at << 2);
  v128.store(to, first);
  v128.store(to, second, 16);
  v128.store(to, third, 32);
  v128.store(to, fourth, 48);
}

function sumOne(end: usize, at: usize): void {
  let total: f32 = 0;
  for (let entry = entries; entry < end; entry += entryBytes)
    total += load<f32>(entry, 4) * <f32>load<i8>(<usize>load<u32>(entry) + at);
  store<f32>(vector + (at << 2), total);
}

function normalise(): void {
  const length = dimensions << 2;
  let square: f64 = 0;
  for (let at: usize = 0; at < length; at += 4) {
    const value = <f64>load<f32>(vector + at);
    square += value * value;
  }
  const factor = square > 0 ? 1 / sqrt<f64>(square) : 0;
  for (let at: usize = 0; at < length; at += 4) store<f32>(vector + at, <f32>(<f64>load<f32>(vector + at) * factor));
}
