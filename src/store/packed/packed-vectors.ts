/**
 * The vectors of a file's chunks as one blob: one byte per value and four bytes per vector.
 * Layout, little-endian: the number of vectors and their dimensions as varints, zeros up to a multiple of four bytes (so that checksums can be computed in
 * parts), one 32-bit float per vector (its scale), then the values.
 * Invariant: `unpackVectors(packVectors(x))` equals `x`.
 */
import { byteSink, readVarint, sinkBytes, writeByte, writeBytes, writeVarint } from '../../util/bytes/varint.ts';
import { packedSource } from './packed-texts.ts';

/** `value = values[i] * scale`. */
export interface StoredVector {
  vector: Int8Array;
  scale: number;
}

/** Several vectors, one after the other. */
export interface JoinedVectors {
  values: Int8Array;
  /** One per vector. */
  scales: Float32Array;
}

/** Maximum size of what is before the scales (bytes). */
export const packedHeadBytes = 12;

/** Throws a `RangeError` if a vector does not have this number of dimensions. */
export function packVectors(vectors: readonly StoredVector[], dimensions: number): Uint8Array {
  const values = new Int8Array(vectors.length * dimensions);
  for (const [at, { vector }] of vectors.entries()) {
    if (vector.length !== dimensions) throw new RangeError(`${vector.length} dimensions among ${dimensions}`);
    values.set(vector, at * dimensions);
  }
  return packJoinedVectors({ values, scales: Float32Array.from(vectors, ({ scale }) => scale) }, dimensions);
}

/** What is before the scales. */
export function packedHead(count: number, dimensions: number): Uint8Array {
  const sink = byteSink(packedHeadBytes);
  writeVarint(sink, count);
  writeVarint(sink, dimensions);
  while (sink.length % 4 !== 0) writeByte(sink, 0);
  return sinkBytes(sink);
}

export function packJoinedVectors({ values, scales }: JoinedVectors, dimensions: number): Uint8Array {
  const sink = byteSink(packedHeadBytes + scales.length * 4 + values.length);
  writeBytes(sink, packedHead(scales.length, dimensions));
  const numbers = new DataView(new ArrayBuffer(scales.length * 4));
  for (let at = 0; at < scales.length; at++) numbers.setFloat32(at * 4, scales[at]!, true);
  writeBytes(sink, new Uint8Array(numbers.buffer));
  writeBytes(sink, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return sinkBytes(sink);
}

/** The vectors are views of `bytes`. Throws a `RangeError` on bytes that `packVectors` did not make. */
export function unpackVectors(bytes: Uint8Array): StoredVector[] {
  const source = packedSource(bytes);
  const count = readVarint(source);
  const dimensions = readVarint(source);
  const start = Math.ceil(source.at / 4) * 4;
  const values = start + count * 4;
  if (values + count * dimensions !== bytes.length)
    throw new RangeError(`${bytes.length} bytes for ${count} vectors of ${dimensions} dimensions`);
  const scales = new DataView(bytes.buffer, bytes.byteOffset + start, count * 4);
  return Array.from({ length: count }, (_, at) => ({
    vector: new Int8Array(bytes.buffer, bytes.byteOffset + values + at * dimensions, dimensions),
    scale: scales.getFloat32(at * 4, true),
  }));
}
