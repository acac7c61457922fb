/**
 * The vector of the rows that are counted: their weighted sum, of length 1, and the same in bytes.
 * Invariant: gives the bits that `embed/static` gives in JavaScript: each product and each sum is rounded, row by row.
 */
import { forgetTouched, takeCount, touched, touchedCount } from './rows';

/** What a word says that stands `count` times in a text: logarithms are V8's. */
declare function weightOf(count: i32): f64;

/** By count, those that were asked for; 0 else. */
const weightCount: i32 = 1024;
const weights: usize = memory.data(weightCount << 3);

let dimensions: i32 = 0;
let scales: usize = 0;
let values: usize = 0;

/** Bytes of an entry of the list of what to add: the address of a row, and its weight. */
const entryBytes: usize = 8;
let entries: usize = 0;
let sums: usize = 0;
/** The sums of length 1, and these as bytes of `embed` last asked for. */
export let vector: usize = 0;
export let bytes: usize = 0;

export function openVector(dimensionCount: i32, scalesAt: usize, valuesAt: usize, rows: i32): void {
  dimensions = dimensionCount;
  scales = scalesAt;
  values = valuesAt;
  entries = heap.alloc(<usize>rows * entryBytes);
  sums = heap.alloc((<usize>dimensionCount) << 2);
  vector = heap.alloc((<usize>dimensionCount) << 2);
  bytes = heap.alloc(<usize>dimensionCount);
}

function weight(count: i32): f64 {
  if (count >= weightCount) return weightOf(count);
  const at = weights + ((<usize>count) << 3);
  let known = load<f64>(at);
  if (known === 0) {
    known = weightOf(count);
    store<f64>(at, known);
  }
  return known;
}

/** Makes the vector of what was counted, which is forgotten. @returns what its bytes are to be multiplied by */
export function makeVector(): f32 {
  const end = listRows();
  sumRows(end);
  bringToLength();
  return quantise();
}

function listRows(): usize {
  let entry = entries;
  for (let index = 0; index < touchedCount; index++) {
    const row = load<i32>(touched + ((<usize>index) << 2));
    const scale = <f64>load<f32>(scales + ((<usize>row) << 2));
    store<i32>(entry, <i32>(values + <usize>row * <usize>dimensions));
    store<f32>(entry, <f32>(scale * weight(takeCount(row))), 4);
    entry += entryBytes;
  }
  forgetTouched();
  return entry;
}

function sumRows(end: usize): void {
  let at = 0;
  // Sixteen sums at a time stay in registers while all rows are added.
  for (; at + 16 <= dimensions; at += 16) sumSixteen(end, <usize>at);
  for (; at < dimensions; at++) sumOne(end, <usize>at);
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
  const to = sums + (at << 2);
  v128.store(to, first);
  v128.store(to, second, 16);
  v128.store(to, third, 32);
  v128.store(to, fourth, 48);
}

function sumOne(end: usize, at: usize): void {
  let sum: f32 = 0;
  for (let entry = entries; entry < end; entry += entryBytes)
    sum += load<f32>(entry, 4) * <f32>load<i8>(<usize>load<u32>(entry) + at);
  store<f32>(sums + (at << 2), sum);
}

function bringToLength(): void {
  const length = (<usize>dimensions) << 2;
  let square: f64 = 0;
  for (let at: usize = 0; at < length; at += 4) {
    const sum = <f64>load<f32>(sums + at);
    square += sum * sum;
  }
  const factor = square > 0 ? 1 / sqrt<f64>(square) : 0;
  for (let at: usize = 0; at < length; at += 4) store<f32>(vector + at, <f32>(<f64>load<f32>(sums + at) * factor));
}

/** As `quantiseVector` of `embed`. */
function quantise(): f32 {
  let largest: f32 = 0;
  for (let at: usize = 0; at < <usize>dimensions; at++)
    largest = max<f32>(largest, abs<f32>(load<f32>(vector + (at << 2))));
  const factor = largest === 0 ? 0 : 127 / <f64>largest;
  for (let at: usize = 0; at < <usize>dimensions; at++) {
    const value = <f64>load<f32>(vector + (at << 2)) * factor;
    // As `Math.round`: halves go up. Without a branch, which nobody could foresee.
    const up = ceil<f64>(value);
    store<i8>(bytes + at, <i32>up - <i32>(up - 0.5 > value));
  }
  return <f32>(<f64>largest / 127);
}
