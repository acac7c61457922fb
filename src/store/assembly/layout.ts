/** What facts are made of, which the host writes here once (store/packing-kernel.ts has it of model/link-facts.ts). */
import { get } from './memory';

/** Ops are below this; those from here on stand for lists of what is no node. */
export const opCount: i32 = 64;
/** Numbers of an op: how many operands it has (-1: there is no such op), and what stream each is in. */
const opWidth: i32 = 4;
/** The most columns of a table, and numbers of each. */
const mostColumns: i32 = 15;
const columnWidth: i32 = 4;
const tableWidth: i32 = 1 + mostColumns * columnWidth;
const tableCount: i32 = 5;

/** Tables by number. */
export const entities: i32 = 1;

const opsAt: i32 = 3;
const tablesAt: i32 = opsAt + opCount * opWidth;
const described = memory.data(4 * (3 + 64 * 4 + 5 * 61));

/** The op of lists, that whose first operand is a list of strings, and the column of an entity's kind; then for each op `opWidth` numbers; then for each table its columns' count, and `columnWidth` numbers for each. */
export function description(): usize {
  return described;
}

export function listOp(): i32 {
  return get(described, 0);
}
export function namedOp(): i32 {
  return get(described, 1);
}
export function kindColumn(): i32 {
  return get(described, 2);
}

export function operandCount(op: i32): i32 {
  return get(described, opsAt + op * opWidth);
}
/** The stream of an operand. */
export function operandStream(op: i32, operand: i32): i32 {
  return get(described, opsAt + op * opWidth + 1 + operand);
}

export function columnCount(table: i32): i32 {
  return get(described, tablesAt + table * tableWidth);
}
function columnPart(table: i32, column: i32, part: i32): i32 {
  return get(described, tablesAt + table * tableWidth + 1 + column * columnWidth + part);
}

/** What a number is told against: that of the record before, that of a record on the same line, which the column before says, or nothing. */
export const againstBefore: i32 = 0;
export const againstLine: i32 = 1;
export const againstNothing: i32 = 2;

export function against(table: i32, column: i32): i32 {
  return columnPart(table, column, 0);
}
/** Whether a value stands for none. */
export function hasNone(table: i32, column: i32): bool {
  return columnPart(table, column, 1) !== 0;
}
export function none(table: i32, column: i32): i32 {
  return columnPart(table, column, 2);
}
/** By an entity's kind, a bit each, whether the number in its column leads to a list of entities. */
export function listKinds(table: i32, column: i32): i32 {
  return columnPart(table, column, 3);
}
