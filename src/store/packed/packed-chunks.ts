/**
 * A file's chunks as one compact blob, usually seven bytes per chunk.
 * Layout: the number of chunks, then for each its number of lines, its kind and its key.
 * Invariant: `unpackChunks(packChunks(x))` equals `x`, for chunks that cover a file without gaps.
 */
import type { ChunkKind, ChunkSpan } from '../../model/chunk.ts';
import { byteSink, readByte, readVarint, sinkBytes, writeByte, writeVarint } from '../../util/bytes/varint.ts';
import { expectEnd, packedSource } from './packed-texts.ts';
import { codes } from './word-codes.ts';

/** Codes below 8, because packed chunk words store them as bits. */
export const chunkKindCodes = codes<ChunkKind>({ definition: 1, group: 2, part: 3, imports: 4, section: 5, text: 6 });

/** Bytes of a key. */
const keyLength = 5;
/** Bytes reserved per chunk: the usual seven and one more. */
const reservedBytes = 8;

/** The bytes of a key in the blob, for searching it. */
export function chunkKeyBytes(key: number): Uint8Array {
  const bytes = new Uint8Array(keyLength);
  for (let at = keyLength - 1, rest = key; at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

/** Without chunks the result is empty. */
export function packChunks(spans: readonly ChunkSpan[]): Uint8Array {
  if (spans.length === 0) return new Uint8Array(0);
  const sink = byteSink(spans.length * reservedBytes);
  writeVarint(sink, spans.length);
  for (const { startLine, endLine, kind, key } of spans) {
    writeVarint(sink, endLine - startLine + 1);
    writeByte(sink, chunkKindCodes.of[kind]);
    // The same bytes as `chunkKeyBytes`, without an array for each key.
    writeByte(sink, Math.floor(key / 2 ** 32));
    for (let shift = 24; shift >= 0; shift -= 8) writeByte(sink, (key >>> shift) & 255);
  }
  return sinkBytes(sink);
}

/** Throws a `RangeError` on bytes that `packChunks` did not make. */
export function unpackChunks(bytes: Uint8Array): ChunkSpan[] {
  if (bytes.length === 0) return [];
  const source = packedSource(bytes);
  const spans: ChunkSpan[] = [];
  let startLine = 1;
  for (let left = readVarint(source); left > 0; left--) {
    const endLine = startLine + readVarint(source) - 1;
    const kind = chunkKindCodes.word(readByte(source));
    let key = 0;
    for (let byte = 0; byte < keyLength; byte++) key = key * 256 + readByte(source);
    spans.push({ startLine, endLine, kind, key });
    startLine = endLine + 1;
  }
  expectEnd(source);
  return spans;
}
