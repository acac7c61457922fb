/**
 * Growing byte buffers and variable-length integers (seven bits per byte, low bits first, as in Protocol Buffers).
 * Invariant: `read…` returns what `write…` has written. Reading past the end throws a `RangeError`, so that broken bytes are noticed.
 */

/** Bytes being written; only `bytes.subarray(0, length)` is valid. */
export interface ByteSink {
  bytes: Uint8Array;
  length: number;
}

/** Bytes being read, up to `end`. */
export interface ByteSource {
  bytes: Uint8Array;
  at: number;
  end: number;
}

export function byteSink(capacity = 256): ByteSink {
  return { bytes: new Uint8Array(Math.max(capacity, 16)), length: 0 };
}

/** Larger buffers (bytes) are not reused. */
const maxReused = 1 << 20;

/** Empties a sink for reuse. */
export function emptied(sink: ByteSink): ByteSink {
  sink.length = 0;
  if (sink.bytes.length > maxReused) sink.bytes = new Uint8Array(256);
  return sink;
}

export function byteSource(bytes: Uint8Array): ByteSource {
  return { bytes, at: 0, end: bytes.length };
}

/** A copy of what was written. */
export function sinkBytes(sink: ByteSink): Uint8Array {
  return sink.bytes.slice(0, sink.length);
}

/** Ensures room for `more` bytes. */
export function reserve(sink: ByteSink, more: number): void {
  const needed = sink.length + more;
  if (needed <= sink.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, sink.bytes.length * 2));
  grown.set(sink.bytes.subarray(0, sink.length));
  sink.bytes = grown;
}

export function writeByte(sink: ByteSink, byte: number): void {
  if (sink.length === sink.bytes.length) reserve(sink, 1);
  sink.bytes[sink.length++] = byte;
}

export function readByte(source: ByteSource): number {
  if (source.at >= source.end) throw new RangeError('a byte is past the end of its bytes');
  return source.bytes[source.at++] as number;
}

/** Appends `bytes[start, end)`. */
export function writeBytes(sink: ByteSink, bytes: Uint8Array, start = 0, end = bytes.length): void {
  const count = end - start;
  reserve(sink, count);
  // For the few bytes of most calls a loop is faster than `set(subarray())`.
  const { bytes: target, length } = sink;
  if (count < 32) for (let i = 0; i < count; i++) target[length + i] = bytes[start + i] as number;
  else target.set(bytes.subarray(start, end), length);
  sink.length = length + count;
}

/** `value`: an integer from 0 to `Number.MAX_SAFE_INTEGER`. */
export function writeVarint(sink: ByteSink, value: number): void {
  const { bytes, length } = sink;
  if (value < 128 && length < bytes.length) {
    bytes[length] = value;
    sink.length = length + 1;
  } else writeLong(sink, value);
}

function writeLong(sink: ByteSink, value: number): void {
  reserve(sink, 8);
  const { bytes } = sink;
  let rest = value;
  while (rest > 0x7fffffff) {
    bytes[sink.length++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  while (rest > 127) {
    bytes[sink.length++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[sink.length++] = rest;
}

export function readVarint(source: ByteSource): number {
  const { bytes, end } = source;
  // Numbers of one or two bytes, which nearly all are, are read with integer arithmetic only.
  let at = source.at;
  if (at + 2 <= end) {
    const first = bytes[at++] as number;
    const second = first < 128 ? 0 : (bytes[at++] as number);
    if (second < 128) {
      source.at = at;
      return (first & 127) | (second << 7);
    }
  }
  let value = 0;
  // A safe integer has at most eight bytes, and the scale of the eighth is 2 ** 49.
  let scale = 1;
  for (;;) {
    if (source.at >= end || scale > 2 ** 49) throw new RangeError('a number runs past the end of its bytes');
    const byte = bytes[source.at++] as number;
    if (byte < 128) return value + byte * scale;
    value += (byte & 127) * scale;
    scale *= 128;
  }
}

/** A signed integer; small ones of either sign take few bytes. */
export function writeSignedVarint(sink: ByteSink, value: number): void {
  writeVarint(sink, value < 0 ? -2 * value - 1 : 2 * value);
}

export function readSignedVarint(source: ByteSource): number {
  const value = readVarint(source);
  if (value < 2 ** 30) return (value & 1) === 0 ? value >> 1 : -((value + 1) >> 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
