/**
 * A compressor or decompressor of zlib's that is kept and serves one call after another. zlib's synchronous functions make a stream and
 * what it works in for each call, which takes longer than to compress a few kilobytes. Node has no public interface for keeping them, so
 * this goes by the parts of its streams, in versions whose parts are known, and not before a first result was the public function's.
 * Invariant: results and errors are those of the public function, which is asked wherever a call does not do all at once; what has failed
 * is not used again.
 */

/** Majors of Node whose streams were looked at (22.18 to 26.10). In another one a call that it does not expect would end the process. */
const knownMajors = { first: 22, last: 26 } as const;

type Part = [bytes: Uint8Array, start: number, length: number];

interface Handle {
  writeSync: (flush: number, ...inputAndOutput: [...Part, ...Part]) => void;
  /** Called within `writeSync`, of what is wrong. */
  onerror: () => void;
  close: () => void;
}

interface Codec {
  handle: Handle;
  /** Of the last call: how much room it left in its output, and how much of its input. */
  left: Uint32Array;
  hasFailed: boolean;
}

export interface CodecParts {
  /** A stream of zlib's that is as new whenever it has done all of something. */
  stream: () => object;
  /** The flush that ends what is written. */
  end: number;
  /** The public function for the same. */
  anew: (input: Uint8Array) => Uint8Array;
}

/**
 * The result is the start of `output`, which has room for all of it, or has a buffer of its own. The input does not end early: not every
 * version tells when more of it was waited for.
 */
export type CachedCodec = (input: Uint8Array, output: Uint8Array) => Uint8Array;

/** @param major of Node */
export function cachedCodec(
  { stream, end, anew }: CodecParts,
  major = Number.parseInt(process.versions.node),
): CachedCodec {
  let isFit = major >= knownMajors.first && major <= knownMajors.last;
  let isProven = false;
  let codec: Codec | null = null;
  return (input, output) => {
    if (!isFit) return anew(input);
    codec ??= codecOf(stream());
    const result = codec === null ? null : resultOf(codec, end, input, output);
    if (result !== null && isProven) return result;
    if (result === null) {
      codec?.handle.close();
      codec = null;
    }
    // It throws where the input is at fault.
    const expected = anew(input);
    isFit = isProven = result !== null && Buffer.compare(result, expected) === 0;
    return expected;
  };
}

/** Null where a stream has other parts. */
function codecOf(stream: object): Codec | null {
  const { _handle: handle, _writeState: left } = stream as { _handle?: Partial<Handle>; _writeState?: unknown };
  const { writeSync, onerror, close } = handle ?? {};
  if (typeof writeSync !== 'function' || typeof onerror !== 'function' || typeof close !== 'function') return null;
  if (!(left instanceof Uint32Array) || left.length !== 2) return null;
  const codec: Codec = { handle: handle as Handle, left, hasFailed: false };
  // Its own would destroy the stream, which throws later where nobody listens.
  codec.handle.onerror = () => (codec.hasFailed = true);
  return codec;
}

/** Null where something is wrong, or the input or the room was not enough or too much for one call. */
function resultOf(codec: Codec, end: number, input: Uint8Array, output: Uint8Array): Uint8Array | null {
  const { handle, left } = codec;
  handle.writeSync(end, input, 0, input.length, output, 0, output.length);
  const [room = 0, unread = 0] = left;
  return codec.hasFailed || unread > 0 ? null : output.subarray(0, output.length - room);
}
