/**
 * Packed bytes with a checksum, as they are in the database. The last four bytes are the checksum of the rest (little-endian), begun with the row that the
 * bytes belong to, so that the bytes of another row are noticed too. A changed bit of packed bytes often gives other values that look right.
 * Empty bytes stay empty.
 * Invariant: `unsealed(sealed(x, row), row)` equals `x`; with any one bit changed it throws.
 */
import { checksum } from '../../util/bytes/checksum.ts';

/** Size of the checksum (bytes). */
export const sealBytes = 4;

/** Identifies a row by one or two numbers of its key. */
export function rowSeed(key: number, second = 0): number {
  return (Math.imul(key, 0x9e3779b1) ^ second) >>> 0;
}

/** As `rowSeed`, for a key of texts. */
export function textSeed(...key: string[]): number {
  return checksum(Buffer.from(key.join('\0')), 0);
}

/** @param seed the `rowSeed` or `textSeed` of the row */
export function sealed(bytes: Uint8Array, seed: number): Uint8Array {
  const { length } = bytes;
  if (length === 0) return bytes;
  const result = new Uint8Array(length + sealBytes);
  result.set(bytes);
  const sum = checksum(bytes, seed);
  for (let at = 0; at < sealBytes; at++) result[length + at] = sum >>> (8 * at);
  return result;
}

/** A part of `bytes`. Throws a `RangeError` where the checksum is that of other bytes or of another row. */
export function unsealed(bytes: Uint8Array, seed: number): Uint8Array {
  // A page of another table in the place of one of ours has rows whose columns may be null.
  if (!ArrayBuffer.isView(bytes)) throw new RangeError('packed bytes are missing');
  if (bytes.length === 0) return bytes;
  const content = bytes.subarray(0, -sealBytes);
  requireSum(checksum(content, seed), bytes, bytes.length - sealBytes);
  return content;
}

/**
 * As `unsealed`, for bytes that were read in parts: the content in order, each part but the last with a length that is a multiple of four, and the checksum
 * at an offset of `sums`.
 */
export function requireSeal(parts: readonly Uint8Array[], seed: number, sums: Uint8Array, at: number): void {
  let sum = seed;
  for (const part of parts) sum = checksum(part, sum);
  requireSum(sum, sums, at);
}

function requireSum(sum: number, bytes: Uint8Array, at: number): void {
  const stored = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  if (at < 0 || at + sealBytes > bytes.length || stored >>> 0 !== sum) throw new RangeError('a checksum is wrong');
}
