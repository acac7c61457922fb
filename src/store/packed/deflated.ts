/**
 * Packed bytes that are deflated unless they are few. The first byte says whether they are. Then come the bytes, or their length and the deflated
 * bytes.
 * Deflate and zstd compress a few kilobytes equally well, but deflate decompresses them in half the time.
 * Invariant: `inflate(deflate(x))` equals `x`.
 */
import {
  byteSink,
  byteSource,
  emptied,
  readVarint,
  sinkBytes,
  writeByte,
  writeBytes,
  writeVarint,
} from '../../util/bytes/varint.ts';
import { lazyZlib } from '../../util/lazy-module.ts';
import type { ByteSink } from '../../util/bytes/varint.ts';

/** Minimum size that is deflated (bytes). Deflating a kilobyte takes 40 µs, inflating it 15. With a minimum of 512 an index would be 1 % smaller. */
const minDeflated = 2048;
/** zlib's fastest level. */
const level = 1;

/** Reused for each call. */
const scratch = byteSink();

const forms = { plain: 0, deflated: 1 } as const;

/** The result is a new buffer. */
export function deflate(sink: ByteSink): Uint8Array {
  const { bytes, length } = sink;
  const out = emptied(scratch);
  if (length >= minDeflated) {
    // Reusing a stream would halve the time, but its output sometimes depends on earlier input.
    const compressed = lazyZlib().deflateRawSync(bytes.subarray(0, length), { level });
    writeByte(out, forms.deflated);
    writeVarint(out, length);
    writeBytes(out, compressed);
  } else {
    writeByte(out, forms.plain);
    writeBytes(out, bytes, 0, length);
  }
  return sinkBytes(out);
}

/** Throws a `RangeError` on bytes that `deflate` did not make. */
export function inflate(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === forms.plain) return bytes.subarray(1);
  if (bytes[0] !== forms.deflated) throw new RangeError(`no packed bytes start with ${bytes[0]}`);
  const source = byteSource(bytes);
  source.at = 1;
  const length = readVarint(source);
  const whole = inflateRaw(bytes.subarray(source.at), length);
  if (whole.length !== length) throw new RangeError(`deflated bytes give ${whole.length} bytes instead of ${length}`);
  return whole;
}

function inflateRaw(bytes: Uint8Array, length: number): Uint8Array {
  try {
    return lazyZlib().inflateRawSync(bytes, { maxOutputLength: Math.max(length, 1) });
  } catch (error) {
    throw new RangeError('deflated bytes cannot be read', { cause: error });
  }
}
