/**
 * The vectors of a file's chunks as one blob: a byte a value and four bytes a vector.
 * Layout, little-endian: how many there are and their dimensions as varints, a 32-bit float each (its scale), then their values.
 * Invariant: `unpackVectors(packVectors(x))` equals `x`.
 */
import { byteSink, byteSource, readVarint, sinkBytes, writeBytes, writeVarint } from '../util/varint.ts';
import type { ByteSource } from '../util/varint.ts';

/** `value = values[i] * scale`. */
export interface StoredVector {
  vector: Int8Array;
  scale: number;
}

/** Most bytes of the two numbers in front. */
const headBytes = 10;

/** All vectors have these dimensions. */
export function packVectors(vectors: readonly StoredVector[], dimensions: number): Uint8Array {
  const sink = byteSink(headBytes + vectors.length * (4 + dimensions));
  writeVarint(sink, vectors.length);
  writeVarint(sink, dimensions);
  const scales = new DataView(new ArrayBuffer(vectors.length * 4));
  for (const [at, { scale }] of vectors.entries()) scales.setFloat32(at * 4, scale, true);
  writeBytes(sink, new Uint8Array(scales.buffer));
  for (const { vector } of vectors) {
    if (vector.length !== dimensions) throw new RangeError(`${vector.length} dimensions among ${dimensions}`);
    writeBytes(sink, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  }
  return sinkBytes(sink);
}

/** What `packVectors` wrote, as it lies in its bytes. */
export interface VectorRun {
  count: number;
  dimensions: number;
  /** The scales' floats, little-endian. */
  scales: DataView;
  /** One vector behind another. */
  values: Int8Array;
}

/** Behind it others may stand. Throws a `RangeError` on bytes that `packVectors` did not make. */
export function readVectorRun(source: ByteSource): VectorRun {
  const { bytes } = source;
  const count = readVarint(source);
  const dimensions = readVarint(source);
  const scalesAt = bytes.byteOffset + source.at;
  const valuesAt = source.at + count * 4;
  const end = valuesAt + count * dimensions;
  if (!(end <= source.end)) throw misfit(bytes, count, dimensions);
  source.at = end;
  return {
    count,
    dimensions,
    scales: new DataView(bytes.buffer, scalesAt, count * 4),
    values: new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, count * dimensions),
  };
}

function misfit(bytes: Uint8Array, count: number, dimensions: number): RangeError {
  return new RangeError(`${bytes.length} bytes for ${count} vectors of ${dimensions} dimensions`);
}

/** The vectors look into `bytes`. Throws a `RangeError` on bytes that `packVectors` did not make. */
export function unpackVectors(bytes: Uint8Array): StoredVector[] {
  const source = byteSource(bytes);
  const { count, dimensions, scales, values } = readVectorRun(source);
  if (source.at !== bytes.length) throw misfit(bytes, count, dimensions);
  return Array.from({ length: count }, (_, at) => ({
    vector: values.subarray(at * dimensions, (at + 1) * dimensions),
    scale: scales.getFloat32(at * 4, true),
  }));
}
