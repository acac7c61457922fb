/**
 * The vectors of a file's chunks as one blob: a byte a value and four bytes a vector.
 * Layout, little-endian: how many there are and their dimensions as varints, a 32-bit float each (its scale), then their values.
 * Invariant: `unpackVectors(packVectors(x))` equals `x`.
 */
import { byteSink, readVarint, sinkBytes, writeBytes, writeVarint } from '../../util/bytes/varint.ts';
import { packedSource } from './packed-texts.ts';

/** `value = values[i] * scale`. */
export interface StoredVector {
  vector: Int8Array;
  scale: number;
}

/** The same of vectors that stand one behind the other. */
export interface JoinedVectors {
  values: Int8Array;
  /** One a vector. */
  scales: Float32Array;
}

/** Most bytes of the two numbers in front. */
export const packedHeadBytes = 10;

/** All vectors have these dimensions. */
export function packVectors(vectors: readonly StoredVector[], dimensions: number): Uint8Array {
  const values = new Int8Array(vectors.length * dimensions);
  for (const [at, { vector }] of vectors.entries()) {
    if (vector.length !== dimensions) throw new RangeError(`${vector.length} dimensions among ${dimensions}`);
    values.set(vector, at * dimensions);
  }
  return packJoinedVectors({ values, scales: Float32Array.from(vectors, ({ scale }) => scale) }, dimensions);
}

export function packJoinedVectors({ values, scales }: JoinedVectors, dimensions: number): Uint8Array {
  const sink = byteSink(packedHeadBytes + scales.length * 4 + values.length);
  writeVarint(sink, scales.length);
  writeVarint(sink, dimensions);
  const numbers = new DataView(new ArrayBuffer(scales.length * 4));
  for (let at = 0; at < scales.length; at++) numbers.setFloat32(at * 4, scales[at]!, true);
  writeBytes(sink, new Uint8Array(numbers.buffer));
  writeBytes(sink, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return sinkBytes(sink);
}

/** The vectors look into `bytes`. Throws a `RangeError` on bytes that `packVectors` did not make. */
export function unpackVectors(bytes: Uint8Array): StoredVector[] {
  const source = packedSource(bytes);
  const count = readVarint(source);
  const dimensions = readVarint(source);
  const values = source.at + count * 4;
  if (values + count * dimensions !== bytes.length)
    throw new RangeError(`${bytes.length} bytes for ${count} vectors of ${dimensions} dimensions`);
  const scales = new DataView(bytes.buffer, bytes.byteOffset + source.at, count * 4);
  return Array.from({ length: count }, (_, at) => ({
    vector: new Int8Array(bytes.buffer, bytes.byteOffset + values + at * dimensions, dimensions),
    scale: scales.getFloat32(at * 4, true),
  }));
}
