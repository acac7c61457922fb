/**
 * The tables of a file summary as bytes: column by column, mostly as differences.
 * Invariant: `readTable` returns the values that `writeTable` was given.
 */
import { entityFields, entityWidth, exportWidth, scopeWidth, siteWidth } from '../../model/file-summary.ts';
import { readVarint, writeVarint, type ByteSink, type ByteSource } from '../../util/bytes/varint.ts';

/** A column of a table. */
interface Column {
  /** The value that means "none", if the column has one. It is written as 0, and the next difference is relative to the value before it. */
  none: number | null;
  /**
   * What a number is written relative to. `before`: the number of the record before. `line`: the same, if that record is on the same line of the file
   * (the previous column has the line), otherwise 0. `nothing`: 0.
   */
  against: 'before' | 'line' | 'nothing';
}

type Columns = readonly Column[];

function columns(width: number, against: Readonly<Record<number, Column['against']>> = {}): Column[] {
  return Array.from({ length: width }, (_, column) => ({ none: null, against: against[column] ?? 'before' }));
}

/** Fields that most entities do not have, with the value for "none". */
const noneOf: Readonly<Record<number, number>> = {
  [entityFields.flags]: 0,
  [entityFields.parent]: -1,
  [entityFields.type]: 0,
  [entityFields.value]: 0,
  [entityFields.ownScope]: -1,
  [entityFields.definition]: -1,
  [entityFields.listA]: 0,
  [entityFields.listB]: 0,
  [entityFields.context]: 0,
  [entityFields.assignedTo]: -1,
};

/** In the order in which they are packed. */
export const summaryTables = {
  scopes: columns(scopeWidth),
  entities: columns(entityWidth, {
    [entityFields.kind]: 'nothing',
    [entityFields.flags]: 'nothing',
    [entityFields.column]: 'line',
  }).map((column, field) => ({ ...column, none: noneOf[field] ?? null })),
  exports: columns(exportWidth),
  // Column 0 is the kind, columns 2 and 3 are line and column.
  sites: columns(siteWidth, { 0: 'nothing', 3: 'line' }),
  expected: columns(2),
} as const satisfies Record<string, Columns>;

export function writeTable(sink: ByteSink, values: Int32Array, table: Columns): void {
  writeVarint(sink, values.length);
  for (let column = 0; column < table.length; column++) writeColumn(sink, values, table, column);
}

function writeColumn(sink: ByteSink, values: Int32Array, table: Columns, column: number): void {
  const width = table.length;
  const { none, against } = table[column]!;
  const shift = none === null ? 0 : 1;
  let previous = 0;
  for (let at = column; at < values.length; at += width) {
    const value = values[at]!;
    if (against === 'nothing' || (against === 'line' && isOtherLine(values, at, width))) previous = 0;
    if (value === none) writeVarint(sink, 0);
    else {
      const difference = value - previous;
      writeVarint(sink, (difference < 0 ? -2 * difference - 1 : 2 * difference) + shift);
      previous = value;
    }
  }
}

/** Whether the line, in the previous column, differs from that of the record before. */
function isOtherLine(values: Int32Array, at: number, width: number): boolean {
  return at >= width && values[at - 1] !== values[at - 1 - width];
}

/** Throws a `RangeError` if the bytes end before the table. */
export function readTable(source: ByteSource, table: Columns): Int32Array<ArrayBuffer> {
  const values = new Int32Array(readCount(source));
  for (let column = 0; column < table.length; column++) readColumn(source, values, table, column);
  return values;
}

/**
 * Reads some columns of a table, at the cost of these columns: a number for each record. The column before one that is written against a line must be
 * among them. Throws as `readTable`.
 */
export function readColumns(source: ByteSource, table: Columns, wanted: readonly number[]): Int32Array[] {
  const count = readCount(source) / table.length;
  const found: Int32Array[] = [];
  for (const [column, { none, against }] of table.entries()) {
    if (!wanted.includes(column)) {
      skipVarints(source, count);
      continue;
    }
    const values = new Int32Array(count);
    const lines = found.at(-1);
    const shift = none === null ? 0 : 1;
    let previous = 0;
    for (let at = 0; at < count; at++) {
      const written = readVarint(source);
      if (against === 'nothing' || (against === 'line' && at > 0 && lines![at] !== lines![at - 1])) previous = 0;
      values[at] = written < shift ? none! : (previous += unzigzag(written - shift));
    }
    found.push(values);
  }
  return found;
}

/** Moves the source past a table. */
export function skipTable(source: ByteSource): void {
  skipVarints(source, readCount(source));
}

/** Moves the source past numbers. Throws a `RangeError` if the bytes end before. */
export function skipVarints(source: ByteSource, count: number): void {
  const { bytes, end } = source;
  let { at } = source;
  for (let left = count; left > 0; at++) {
    if (at >= end) throw new RangeError('numbers run past the end of their bytes');
    if (bytes[at]! < notOneByte) left--;
  }
  source.at = at;
}

/** Reads a number of values, each of which takes at least one byte. */
export function readCount(source: ByteSource): number {
  const count = readVarint(source);
  if (count > source.end - source.at) throw new RangeError('a table runs past the end of its bytes');
  return count;
}

/** Minimum of the first byte of a varint with several bytes. */
const notOneByte = 128;

/** Numbers of one byte, which most are, are read inline: a call for each would cost more than all the rest. */
function readColumn(source: ByteSource, values: Int32Array, table: Columns, column: number): void {
  const width = table.length;
  const { none, against } = table[column]!;
  const { bytes, end } = source;
  const shift = none === null ? 0 : 1;
  let from = source.at;
  let previous = 0;
  for (let at = column; at < values.length; at += width) {
    let written = from < end ? bytes[from]! : notOneByte;
    if (written < notOneByte) from++;
    else {
      source.at = from;
      written = readVarint(source);
      from = source.at;
    }
    if (against === 'nothing' || (against === 'line' && isOtherLine(values, at, width))) previous = 0;
    if (written < shift) values[at] = none!;
    else values[at] = previous += unzigzag(written - shift);
  }
  source.at = from;
}

function unzigzag(written: number): number {
  if (written > 0x7fffffff) return written % 2 === 0 ? written / 2 : -(written + 1) / 2;
  return (written >>> 1) ^ -(written & 1);
}
