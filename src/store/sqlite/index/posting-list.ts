/**
 * The documents of one key as bytes, ascending by file id. Each has three parts: the difference to the id before (for the first, to the segment's
 * `first_file`); a varint whose lowest bit means that all counts are 1, and whose other bits are the fields with a count; and, unless all counts
 * are 1, one byte for each of these fields. Lists are written by `segment-builder.ts` and joined by `list-merge.ts`.
 */
import type { ByteSink } from '../../../util/bytes/varint.ts';
import { writeByte, writeBytes, writeVarint } from '../../../util/bytes/varint.ts';

/** A position in a posting list; `nextPosting` moves it. */
export interface PostingCursor {
  bytes: Uint8Array;
  at: number;
  end: number;
  fileId: number;
  /** One bit per field. */
  fields: number;
  /** Where the current posting's fields and counts start (after its id). */
  payloadAt: number;
  /** Where the counts are; -1 if all are 1. */
  countsAt: number;
}

export function postingCursor(): PostingCursor {
  return { bytes: new Uint8Array(0), at: 0, end: 0, fileId: 0, fields: 0, payloadAt: 0, countsAt: -1 };
}

/** Places the cursor before the first posting of `bytes[start, end)`. */
export function startPostings(
  cursor: PostingCursor,
  list: { bytes: Uint8Array; start: number; end: number; base: number },
): void {
  cursor.bytes = list.bytes;
  cursor.at = list.start;
  cursor.end = list.end;
  cursor.fileId = list.base;
}

/** Moves to the next posting; false at the end. Throws a `RangeError` if the bytes end inside a posting. */
export function nextPosting(cursor: PostingCursor): boolean {
  const { bytes, end } = cursor;
  let at = cursor.at;
  if (at >= end) return false;
  let byte = bytes[at++] as number;
  let delta = byte & 127;
  for (let scale = 128; byte > 127; scale *= 128) {
    byte = at < end ? (bytes[at++] as number) : 0;
    delta += (byte & 127) * scale;
  }
  cursor.fileId += delta;
  cursor.payloadAt = at;
  byte = at < end ? (bytes[at++] as number) : 0;
  let mask = byte & 127;
  if (byte > 127) mask |= (at < end ? (bytes[at++] as number) : 0) << 7;
  const fields = mask >> 1;
  cursor.fields = fields;
  if ((mask & 1) === 1) {
    cursor.countsAt = -1;
  } else {
    cursor.countsAt = at;
    at += bitCount(fields);
  }
  // A truncated list gives a mask of 0, which is never written.
  if (mask === 0 || at > end) throw new RangeError('a posting runs past the end of its list');
  cursor.at = at;
  return true;
}

/** The last file of the complete list `bytes[start, end)`. */
export function lastFile(bytes: Uint8Array, start: number, end: number, base: number): number {
  let file = base;
  for (let at = start; at < end;) {
    let byte = bytes[at++]!;
    file += byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = bytes[at++]!;
      file += (byte & 127) * scale;
    }
    let mask = bytes[at++]!;
    if (mask > 127) mask = (mask & 127) | (bytes[at++]! << 7);
    if ((mask & 1) === 0) at += bitCount(mask >> 1);
  }
  return file;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Appends the fields and counts of one posting. They are in `counts[from, from + width)`, one per field. */
export function writePayload(sink: ByteSink, counts: Uint8Array, from: number, width: number): void {
  let mask = 0;
  let maxCount = 1;
  for (let field = 0; field < width; field++) {
    const count = counts[from + field]!;
    if (count === 0) continue;
    mask |= 2 << field;
    if (count > maxCount) maxCount = count;
  }
  if (maxCount === 1) {
    writeVarint(sink, mask | 1);
    return;
  }
  writeVarint(sink, mask);
  for (let field = 0; field < width; field++) {
    const count = counts[from + field]!;
    if (count !== 0) writeByte(sink, count);
  }
}

/** Appends the fields and counts of the cursor's posting unchanged. */
export function copyPayload(sink: ByteSink, cursor: PostingCursor): void {
  writeBytes(sink, cursor.bytes, cursor.payloadAt, cursor.at);
}

/** Writes the current posting's counts to `counts[start, …)`, which must be zero. */
export function readCounts(cursor: PostingCursor, counts: Uint8Array, start: number): void {
  let at = cursor.countsAt;
  for (let field = 0, rest = cursor.fields; rest !== 0; field++, rest >>= 1) {
    if ((rest & 1) === 0) continue;
    counts[start + field] = at < 0 ? 1 : (cursor.bytes[at++] as number);
  }
}
