/** Tables of facts, column by column, mostly as differences. Invariant: `readTable` gives what `writeTable` was given. */
import { against, againstBefore, againstNothing, columnCount, hasNone, none } from './layout';
import { left, next, place, put, refuse, skip, take, takeFrom, unzigzag, zigzag } from './varint';

/** @param count of numbers; @returns where it ends */
export function writeTable(to: usize, table: i32, values: usize, count: i32): usize {
  const end = values + ((<usize>count) << 2);
  const columns = columnCount(table);
  let at = put(to, count);
  for (let column = 0; column < columns; column++) at = writeColumn(at, table, column, values, end);
  return at;
}

/** No number has this value. */
const noNumber: i64 = 1 << 40;

function writeColumn(to: usize, table: i32, column: i32, values: usize, end: usize): usize {
  const record = (<usize>columnCount(table)) << 2;
  const rule = against(table, column);
  const noValue: i64 = hasNone(table, column) ? none(table, column) : noNumber;
  const shift: u64 = hasNone(table, column) ? 1 : 0;
  const first = values + ((<usize>column) << 2);
  let at = to;
  let before: i64 = 0;
  for (let from = first; from < end; from += record) {
    const value: i64 = load<i32>(from);
    if (rule !== againstBefore && (rule === againstNothing || isOtherLine(from, first, record))) before = 0;
    if (value === noValue) {
      store<u8>(at++, 0);
      continue;
    }
    const written = zigzag(value - before) + shift;
    before = value;
    // Nearly all.
    if (written < 128) store<u8>(at++, <u8>written);
    else at = put(at, written);
  }
  return at;
}

/** Whether the line, in the column before, is another than that of the record before. */
function isOtherLine(at: usize, first: usize, record: usize): bool {
  return at > first && load<i32>(at - 4) !== load<i32>(at - 4 - record);
}

/** @param values where its numbers are to stand; @returns how many there are */
export function readTable(table: i32, values: usize): i32 {
  const count = takeCount();
  const end = values + ((<usize>count) << 2);
  const columns = columnCount(table);
  for (let column = 0; column < columns; column++) readColumn(table, column, values, end);
  return count;
}

/** A number of values of which each takes a byte at the least. */
export function takeCount(): i32 {
  const count = take();
  if (count <= <u64>left()) return <i32>count;
  refuse();
  return 0;
}

function readColumn(table: i32, column: i32, values: usize, end: usize): void {
  const record = (<usize>columnCount(table)) << 2;
  const rule = against(table, column);
  const noValue = none(table, column);
  const shift: u64 = hasNone(table, column) ? 1 : 0;
  const first = values + ((<usize>column) << 2);
  const from = place();
  const sourceEnd = from + left();
  let at = from;
  let before: i32 = 0;
  for (let to = first; to < end; to += record) {
    let written: u64 = at < sourceEnd ? load<u8>(at) : 128;
    if (written < 128) at++;
    else {
      written = takeFrom(at, sourceEnd);
      at = next;
    }
    if (rule !== againstBefore && (rule === againstNothing || isOtherLine(to, first, record))) before = 0;
    if (written < shift) store<i32>(to, noValue);
    else {
      before += <i32>unzigzag(written - shift);
      store<i32>(to, before);
    }
  }
  skip(at - from);
}
