/**
 * Packed bytes that are deflated where that pays: a byte that says whether they are, and then they, or their length and what is left of
 * them. Deflate rather than zstd: of a few kilobytes it makes as little, and gives them back in half the time.
 * Invariant: `inflated(deflated(x))` equals `x`; no bytes stay no bytes.
 */
import { constants, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { keptCodec } from '../util/kept-codec.ts';
import {
  byteSink,
  byteSource,
  emptied,
  readVarint,
  reserve,
  sinkBytes,
  writeByte,
  writeBytes,
  writeVarint,
} from '../util/varint.ts';
import type { ByteSink } from '../util/varint.ts';

/** From here on the call is worth it (bytes). Longer texts make up nine tenths of all. */
const worthwhile = 512;
const level = 1;

/** Anew it takes twice as long for most: the stream's tables are four times as large as they. */
const deflate = keptCodec({
  stream: () => createDeflateRaw({ level }),
  isReset: true,
  end: constants.Z_FINISH,
  anew: (bytes) => deflateRawSync(bytes, { level }),
});

/** What was deflated, and that behind its head. */
const [scratch, whole] = [byteSink(), byteSink()];

const forms = { plain: 0, deflated: 1 } as const;

/** A buffer of its own. */
export function deflated(sink: ByteSink): Uint8Array {
  const { bytes, length } = sink;
  const out = emptied(whole);
  if (length >= worthwhile) {
    // More than it takes at the most.
    reserve(emptied(scratch), length + (length >> 2) + 64);
    const compressed = deflate(bytes.subarray(0, length), scratch.bytes);
    writeByte(out, forms.deflated);
    writeVarint(out, length);
    writeBytes(out, compressed);
  } else {
    writeByte(out, forms.plain);
    writeBytes(out, bytes, 0, length);
  }
  return sinkBytes(out);
}

/** Throws a `RangeError` on bytes that `deflated` did not make. */
export function inflated(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === forms.plain) return bytes.subarray(1);
  if (bytes[0] !== forms.deflated) throw new RangeError(`no packed bytes start with ${bytes[0]}`);
  const source = byteSource(bytes);
  source.at = 1;
  const length = readVarint(source);
  const content = inflate(bytes.subarray(source.at), length);
  if (content.length !== length)
    throw new RangeError(`deflated bytes give ${content.length} bytes instead of ${length}`);
  return content;
}

function inflate(bytes: Uint8Array, length: number): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(length, 1) });
  } catch (error) {
    throw new RangeError('deflated bytes cannot be read', { cause: error });
  }
}
