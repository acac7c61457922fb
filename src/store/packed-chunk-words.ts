/**
 * The words of a file's chunks as one compact blob: a sixth of the text for most.
 * Layout: how many chunks there are; for each its length, its kinds as bits and its names; then each term: by how much its hash is greater
 * than the one before, and where it stands. A term that one chunk has: four times the chunk, plus one and the count unless that is 1. Else: four times the bytes that
 * follow, plus two, and for each chunk twice the difference to the one before, plus one and the count unless that is 1.
 * Invariant: `unpackChunkWords(packChunkWords(x))` equals `x`.
 */
import type { ChunkKind } from '../model/chunk.ts';
import {
  termTable,
  type ChunkWords,
  type ChunkWordsEntry,
  type NameWords,
  type TermTable,
} from '../model/chunk-words.ts';
import type { DefinitionKind } from '../model/definition.ts';
import {
  byteSink,
  byteSource,
  emptied,
  readByte,
  readVarint,
  sinkBytes,
  writeByte,
  writeBytes,
  writeVarint,
} from '../util/varint.ts';
import type { ByteSink, ByteSource } from '../util/varint.ts';
import { chunkKindCodes } from './packed-chunks.ts';
import { definitionKindCodes } from './word-codes.ts';

const firstDefinitionBit = 8;

/** By bit. */
const kindsByBit = new Map<number, ChunkKind | DefinitionKind>([
  ...Object.entries(chunkKindCodes.of).map(([kind, code]) => [code, kind as ChunkKind] as const),
  ...Object.entries(definitionKindCodes.of).map(
    ([kind, code]) => [code + firstDefinitionBit, kind as DefinitionKind] as const,
  ),
]);
const bitsByKind = new Map([...kindsByBit].map(([bit, kind]) => [kind, bit]));

/** Kinds as the bits that packed chunks have of them. */
export function kindBits(kinds: Iterable<ChunkKind | DefinitionKind>): number {
  let bits = 0;
  for (const kind of kinds) bits |= 1 << bitsByKind.get(kind)!;
  return bits;
}

/** Serves one file of the thread after the other. */
const scratch = byteSink();

/** No chunks give no bytes. */
export function packChunkWords({ chunks, terms }: ChunkWords): Uint8Array {
  if (chunks.length === 0) return new Uint8Array(0);
  const sink = emptied(scratch);
  writeVarint(sink, chunks.length);
  for (const { length, kinds, names } of chunks) {
    writeVarint(sink, length);
    writeVarint(sink, kindBits(kinds));
    writeVarint(sink, names.length);
    for (const name of names) writeName(sink, name);
  }
  for (let term = 0; term < terms.hashes.length; term++) writeTerm(sink, terms, term);
  return sinkBytes(sink);
}

/** The places of one term, which their length goes before. */
const list = byteSink();

function writeTerm(sink: ByteSink, { hashes, starts, chunks, counts }: TermTable, term: number): void {
  writeVarint(sink, term === 0 ? hashes[0]! : hashes[term]! - hashes[term - 1]!);
  const from = starts[term]!;
  const to = starts[term + 1]!;
  if (to - from === 1) {
    writePlace(sink, chunks[from]! * 2, counts[from]!);
    return;
  }
  emptied(list);
  let before = 0;
  for (let at = from; at < to; at++) {
    writePlace(list, chunks[at]! - before, counts[at]!);
    before = chunks[at]!;
  }
  writeVarint(sink, list.length * 4 + 2);
  writeBytes(sink, list.bytes, 0, list.length);
}

function writeName(sink: ByteSink, { written, isTop, parts, whole }: NameWords): void {
  writeVarint(sink, parts.length * 4 + (whole === null ? 0 : 2) + (isTop ? 1 : 0));
  writeHash(sink, written);
  for (const part of parts) writeHash(sink, part);
  if (whole !== null) writeHash(sink, whole);
}

function writeHash(sink: ByteSink, hash: number): void {
  writeByte(sink, hash >>> 16);
  writeByte(sink, (hash >>> 8) & 255);
  writeByte(sink, hash & 255);
}

function writePlace(sink: ByteSink, place: number, count: number): void {
  writeVarint(sink, place * 2 + (count === 1 ? 0 : 1));
  if (count !== 1) writeVarint(sink, count);
}

/** Throws a `RangeError` on bytes that `packChunkWords` did not make. */
export function unpackChunkWords(bytes: Uint8Array): ChunkWords {
  const terms: { hash: number; chunks: number[]; counts: number[] }[] = [];
  const source = byteSource(bytes);
  const chunks = readChunks(source).map(({ length, kinds, names }): ChunkWordsEntry => ({
    length,
    kinds: [...kindsByBit].flatMap(([bit, kind]) => ((kinds & (1 << bit)) === 0 ? [] : [kind])),
    names,
  }));
  readTerms(
    source,
    (hash) => terms.push({ hash, chunks: [], counts: [] }) > 0,
    (chunk, count) => {
      terms.at(-1)!.chunks.push(chunk);
      terms.at(-1)!.counts.push(count);
    },
  );
  return { chunks, terms: termTable(terms) };
}

/** A chunk's record; `kinds` as `kindBits` has them. */
export interface PackedChunk {
  length: number;
  kinds: number;
  names: NameWords[];
}

/** The chunks that packed bytes begin with; the terms follow. */
export function readChunks(source: ByteSource): PackedChunk[] {
  const chunks: PackedChunk[] = [];
  if (source.at === source.end) return chunks;
  for (let left = readVarint(source); left > 0; left--) {
    const [length, kinds] = [readVarint(source), readVarint(source)];
    const names: NameWords[] = [];
    for (let more = readVarint(source); more > 0; more--) names.push(readName(source));
    chunks.push({ length, kinds, names });
  }
  return chunks;
}

function readName(source: ByteSource): NameWords {
  const head = readVarint(source);
  const written = readHash(source);
  const parts: number[] = [];
  for (let left = head >>> 2; left > 0; left--) parts.push(readHash(source));
  return { written, isTop: (head & 1) !== 0, parts, whole: (head & 2) === 0 ? null : readHash(source) };
}

function readHash(source: ByteSource): number {
  return (readByte(source) << 16) | (readByte(source) << 8) | readByte(source);
}

/**
 * Reads the terms behind the chunks.
 * @param wants whether the places of a term are to be visited
 */
export function readTerms(
  source: ByteSource,
  wants: (hash: number) => boolean,
  visit: (chunk: number, count: number) => void,
): void {
  const { bytes, end } = source;
  let hash = 0;
  while (source.at < end) {
    // Most differences take two bytes: this runs for every term of every file that a question looks at.
    const [first, second] = [bytes[source.at]!, bytes[source.at + 1]!];
    if (first > 127 && second < 128) {
      hash += (first & 127) + second * 128;
      source.at += 2;
    } else hash += readVarint(source);
    const isWanted = wants(hash);
    const head = readVarint(source);
    if (head % 4 < 2) {
      const count = head % 4 === 0 ? 1 : readVarint(source);
      if (isWanted) visit(head >>> 2, count);
      continue;
    }
    const placesEnd = source.at + (head >>> 2);
    if (placesEnd > end) throw new RangeError('the places of a term run past the end of their bytes');
    if (!isWanted) source.at = placesEnd;
    for (let chunk = 0; source.at < placesEnd;) {
      const place = readVarint(source);
      chunk += place >>> 1;
      visit(chunk, place % 2 === 0 ? 1 : readVarint(source));
    }
  }
}
