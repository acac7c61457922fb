/**
 * Bytes as frames of zstd (RFC 8878) that say how long they are; short ones stand in theirs as they are. Each thread keeps what it
 * compresses and decompresses with.
 * Invariant: `frameContent(zstdFrame(x))` equals `x`.
 */
import { cachedCodec } from './cached-codec.ts';
import { lazyZlib } from '../lazy-module.ts';
import { byteSink, emptied, reserve } from './varint.ts';

/** From here on compressing is worth it (bytes), 12 µs and 5 to take that back: two fifths of trpc's facts are shorter, and a tenth of their bytes. */
const worthwhile = 1024;
/** 2 takes as long for 1 % fewer bytes, and 3 a tenth longer for 2 %; -2, which leaves single bytes as they are, takes a fifth less for a quarter more. */
const compressionLevel = 1;
/** zlib's `ZSTD_e_end`. */
const endOfFrame = 2;

function options(): { params: Record<number, number> } {
  return { params: { [lazyZlib().constants.ZSTD_c_compressionLevel]: compressionLevel } };
}

const compress = cachedCodec({
  stream: () => lazyZlib().createZstdCompress(options()),
  end: endOfFrame,
  anew: (content) => lazyZlib().zstdCompressSync(content, options()),
});

const decompress = cachedCodec({
  stream: () => lazyZlib().createZstdDecompress(),
  end: endOfFrame,
  anew: decompressAnew,
});

const scratch = byteSink();

/** Bytes that the next call may write over. */
export function zstdFrame(content: Uint8Array): Uint8Array {
  const { length } = content;
  if (length < worthwhile) return rawFrame(content);
  // The most that a frame takes (`ZSTD_COMPRESSBOUND`), and some to spare.
  reserve(emptied(scratch), length + (length >> 8) + 128);
  return compress(content, scratch.bytes);
}

/** Bytes of their own, or a part of the frame's. Throws a `RangeError` on what is broken; of what is cut short it may give the beginning. */
export function frameContent(frame: Uint8Array): Uint8Array {
  const head = readHead(frame);
  if (isRaw(frame, head)) return frame.subarray(head.end + blockHead);
  try {
    // One that is kept would wait for what is missing.
    if (head.contentLength === null || !isWhole(frame, head)) return decompressAnew(frame);
    return decompress(frame, new Uint8Array(head.contentLength));
  } catch (error) {
    throw new RangeError('a compressed frame cannot be read', { cause: error });
  }
}

/** In one piece of the content's length it needs no window of its own, and nothing has to be put together. */
function decompressAnew(frame: Uint8Array): Uint8Array {
  const length = readHead(frame).contentLength ?? usualPiece;
  return lazyZlib().zstdDecompressSync(frame, { chunkSize: Math.max(length, leastPiece) + 1 });
}

/** The least length of pieces, the usual one, and the longest that a frame is believed to need. */
const [leastPiece, usualPiece, mostPiece] = [64, 16 * 1024, 64 * 1024 * 1024];

const magic = [0x28, 0xb5, 0x2f, 0xfd] as const;
const blockHead = 3;

/** A frame of one segment (its length in one byte, or less 256 in two) and one block, which is the content as it is. */
function rawFrame(content: Uint8Array): Uint8Array {
  const { length } = content;
  const size = length < 256 ? [0x20, length] : [0x60, (length - 256) & 255, (length - 256) >> 8];
  const block = rawBlock(length);
  const head = [...magic, ...size, block & 255, (block >> 8) & 255, block >> 16];
  const frame = new Uint8Array(head.length + length);
  frame.set(head);
  frame.set(content, head.length);
  return frame;
}

/** The head of such a block. */
function rawBlock(length: number): number {
  return (length << 3) | 1;
}

/** What stands in front of a frame's blocks (RFC 8878, 3.1.1.1). */
interface FrameHead {
  /** In bytes; null where it is not said, or too much to believe. */
  contentLength: number | null;
  hasChecksum: boolean;
  /** Where the blocks begin. */
  end: number;
}

function readHead(frame: Uint8Array): FrameHead {
  const descriptor = frame[4] ?? 0;
  const isSingle = (descriptor & 32) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const size = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const [a = 0, b = 0, c = 0, d = 0] = frame.subarray(at, at + size);
  const length = a + b * 256 + c * 65_536 + d * 16_777_216 + (size === 2 ? 256 : 0);
  const isBelieved = size > 0 && size < 8 && length <= mostPiece;
  return { contentLength: isBelieved ? length : null, hasChecksum: (descriptor & 4) !== 0, end: at + size };
}

/** Three bytes, the low one first. */
function blockAt(frame: Uint8Array, at: number): number {
  return frame[at]! | (frame[at + 1]! << 8) | (frame[at + 2]! << 16);
}

/** Whether the content stands in it as it is, in one block. */
function isRaw(frame: Uint8Array, { contentLength, end }: FrameHead): boolean {
  if (contentLength === null || frame.length !== end + blockHead + contentLength) return false;
  return hasMagic(frame) && blockAt(frame, end) === rawBlock(contentLength);
}

/** Whether it has all of its blocks, and nothing behind them. */
function isWhole(frame: Uint8Array, { hasChecksum, end }: FrameHead): boolean {
  if (!hasMagic(frame)) return false;
  let at = end;
  for (let isLast = false; !isLast;) {
    if (at + blockHead > frame.length) return false;
    const block = blockAt(frame, at);
    isLast = (block & 1) !== 0;
    const isRepeatedByte = ((block >> 1) & 3) === 1;
    at += blockHead + (isRepeatedByte ? 1 : block >> 3);
  }
  return at + (hasChecksum ? 4 : 0) === frame.length;
}

function hasMagic(frame: Uint8Array): boolean {
  return magic.every((byte, at) => frame[at] === byte);
}
