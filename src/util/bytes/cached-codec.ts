/**
 * A compressor or decompressor of zlib that is reused for many calls. zlib's synchronous functions create a stream and
 * its working memory for each call, which takes longer than compressing a few kilobytes. Node has no public interface for reuse. So
 * this module accesses internal parts of zlib's streams, in versions of Node that were examined. Until a first result equals that of the public
 * function, results of the codec are not used.
 * Invariant: results and errors are those of the public function. That function is also called for the first input, and whenever one call of the
 * codec fails or does not process everything. If it succeeds where the codec failed, only that function is called from then on.
 */

/** Major versions of Node whose streams were examined (22.18 to 26.10). In other versions, calls of internal parts could crash the process. */
const knownMajors = { first: 22, last: 26 } as const;

type Part = [bytes: Uint8Array, start: number, length: number];

interface Handle {
  writeSync: (flush: number, ...inputAndOutput: [...Part, ...Part]) => void;
  /** Called within `writeSync` for an error. */
  onerror: () => void;
  close: () => void;
}

interface Codec {
  handle: Handle;
  /** After a call: the number of unused bytes of the output, and of unread bytes of the input. */
  left: Uint32Array;
  hasFailed: boolean;
}

export interface CodecParts {
  /** Creates a zlib stream that can be reused once it has processed a complete input. */
  stream: () => object;
  /** The flush value that completes the output. */
  end: number;
  /** The public function with the same results. */
  fallback: (input: Uint8Array) => Uint8Array;
}

/**
 * Returns either the start of `output`, filled, or a new buffer. The input must be complete: not every version of Node reports that more input
 * was expected.
 */
export type CachedCodec = (input: Uint8Array, output: Uint8Array) => Uint8Array;

/** @param major version of Node */
export function cachedCodec(
  { stream, end, fallback }: CodecParts,
  major = Number.parseInt(process.versions.node),
): CachedCodec {
  let isUsable = major >= knownMajors.first && major <= knownMajors.last;
  let isProven = false;
  let codec: Codec | null = null;
  return (input, output) => {
    if (!isUsable) return fallback(input);
    codec ??= codecOf(stream());
    const result = codec === null ? null : resultOf(codec, end, input, output);
    if (result !== null && isProven) return result;
    if (result === null) {
      codec?.handle.close();
      codec = null;
    }
    // Throws where the input is invalid.
    const expected = fallback(input);
    isUsable = isProven = result !== null && Buffer.compare(result, expected) === 0;
    return expected;
  };
}

/** Null where the stream does not have the internal parts that this module uses. */
function codecOf(stream: object): Codec | null {
  const { _handle: handle, _writeState: left } = stream as { _handle?: Partial<Handle>; _writeState?: unknown };
  const { writeSync, onerror, close } = handle ?? {};
  if (typeof writeSync !== 'function' || typeof onerror !== 'function' || typeof close !== 'function') return null;
  if (!(left instanceof Uint32Array) || left.length !== 2) return null;
  const codec: Codec = { handle: handle as Handle, left, hasFailed: false };
  // The original handler would destroy the stream, and the stream would throw the error later, where nothing catches it.
  codec.handle.onerror = () => (codec.hasFailed = true);
  return codec;
}

/** Null after an error, or where one call does not suffice for the input or the output. */
function resultOf(codec: Codec, end: number, input: Uint8Array, output: Uint8Array): Uint8Array | null {
  const { handle, left } = codec;
  handle.writeSync(end, input, 0, input.length, output, 0, output.length);
  const [room = 0, unread = 0] = left;
  return codec.hasFailed || unread > 0 ? null : output.subarray(0, output.length - room);
}
