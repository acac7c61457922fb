/**
 * The words of a file's chunks as one compact blob, usually a sixth of the text.
 * Layout: the number of chunks; for each chunk its length, its kinds as bits and its names; then the terms in the order of their hashes. A term is the
 * difference of its hash to the hash before, followed by its occurrences:
 * - in one chunk: four times the chunk's index. If its count is not 1, one is added, and the count follows.
 * - in several chunks: four times the number of bytes that follow, plus two; then for each chunk twice the difference to the chunk before. If its
 *   count is not 1, one is added, and the count follows.
 * Invariant: `unpackChunkWords(packChunkWords(x))` equals `x`.
 */
import type { ChunkKind } from '../../model/chunk.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import {
  termTable,
  type ChunkWords,
  type ChunkWordsEntry,
  type NameWords,
  type TermTable,
} from '../../model/chunk-words.ts';
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
} from '../../util/bytes/varint.ts';
import type { ByteSink, ByteSource } from '../../util/bytes/varint.ts';
import { chunkKindCodes } from './packed-chunks.ts';
import { definitionKindCodes } from './word-codes.ts';

/** Kinds of chunks have the bits below this one, kinds of definitions those above. */
const firstDefinitionBit = 8;

/** Kinds by their bit. */
const kindsByBit = new Map<number, ChunkKind | DefinitionKind>([
  ...Object.entries(chunkKindCodes.of).map(([kind, code]) => [code, kind as ChunkKind] as const),
  ...Object.entries(definitionKindCodes.of).map(
    ([kind, code]) => [code + firstDefinitionBit, kind as DefinitionKind] as const,
  ),
]);
const bitsByKind = new Map([...kindsByBit].map(([bit, kind]) => [kind, bit]));

/** Kinds as bits. */
export function kindBits(kinds: Iterable<ChunkKind | DefinitionKind>): number {
  let bits = 0;
  for (const kind of kinds) bits |= 1 << bitsByKind.get(kind)!;
  return bits;
}

/** The kinds of `kindBits`, in the order of their bits. */
export function kindsOfBits(bits: number): (ChunkKind | DefinitionKind)[] {
  return [...kindsByBit].flatMap(([bit, kind]) => ((bits & (1 << bit)) === 0 ? [] : [kind]));
}

/** Reused for each file. */
const scratch = byteSink();

/** Without chunks the result is empty. */
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

/** The occurrences of one term, collected here because their length is written first. */
const occurrences = byteSink();

function writeTerm(sink: ByteSink, { hashes, starts, chunks, counts }: TermTable, term: number): void {
  writeVarint(sink, term === 0 ? hashes[0]! : hashes[term]! - hashes[term - 1]!);
  const from = starts[term]!;
  const to = starts[term + 1]!;
  if (to - from === 1) {
    writeOccurrence(sink, chunks[from]! * 2, counts[from]!);
    return;
  }
  emptied(occurrences);
  let previousChunk = 0;
  for (let at = from; at < to; at++) {
    writeOccurrence(occurrences, chunks[at]! - previousChunk, counts[at]!);
    previousChunk = chunks[at]!;
  }
  writeVarint(sink, occurrences.length * 4 + 2);
  writeBytes(sink, occurrences.bytes, 0, occurrences.length);
}

function writeOccurrence(sink: ByteSink, value: number, count: number): void {
  writeVarint(sink, value * 2 + (count === 1 ? 0 : 1));
  if (count !== 1) writeVarint(sink, count);
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

/** Throws a `RangeError` on bytes that `packChunkWords` did not make. */
export function unpackChunkWords(bytes: Uint8Array): ChunkWords {
  const terms: { hash: number; chunks: number[]; counts: number[] }[] = [];
  const chunks: ChunkWordsEntry[] = [];
  const names: NameWords[][] = [];
  visitChunkWords(bytes, {
    filter: Uint8Array.of(1),
    chunk: (length, bits) => {
      const kinds = kindsOfBits(bits);
      const namesOfChunk: NameWords[] = [];
      names.push(namesOfChunk);
      chunks.push({ length, kinds, names: namesOfChunk });
    },
    name: (name) => names.at(-1)!.push(name),
    wants: (hash) => terms.push({ hash, chunks: [], counts: [] }) > 0,
    occurrence: (chunk, count) => {
      terms.at(-1)!.chunks.push(chunk);
      terms.at(-1)!.counts.push(count);
    },
  });
  return { chunks, terms: termTable(terms) };
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

/** Receives the parts of packed words that a query needs. */
export interface ChunkWordsVisitor {
  /** By the lower bits of a hash (`hash % filter.length`, a power of 2 up to 2^16): 0 for hashes that are not wanted. */
  filter: Uint8Array;
  /** Called for each chunk. */
  chunk: (length: number, kinds: number) => void;
  /** Called for each name of the last chunk, if one of its hashes may be wanted. */
  name: (name: NameWords) => void;
  /** Whether to visit the occurrences of a term. */
  wants: (hash: number) => boolean;
  /** Called for each chunk that has the last term that was wanted. */
  occurrence: (chunk: number, count: number) => void;
}

/** Visits packed words. It must be fast: it reads every word of every file that a query scores. */
export function visitChunkWords(bytes: Uint8Array, visitor: ChunkWordsVisitor): void {
  const source = byteSource(bytes);
  if (source.at === source.end) return;
  for (let left = readVarint(source); left > 0; left--) {
    const length = readVarint(source);
    visitor.chunk(length, readVarint(source));
    visitNames(source, visitor);
  }
  visitTerms(source, visitor);
}

function visitNames(source: ByteSource, { filter, name }: ChunkWordsVisitor): void {
  const { bytes } = source;
  const mask = filter.length - 1;
  for (let left = readVarint(source); left > 0; left--) {
    const start = source.at;
    const head = readVarint(source);
    const end = source.at + 3 * ((head >>> 2) + 1 + ((head >>> 1) & 1));
    if (end > source.end) throw new RangeError('a name runs past the end of its bytes');
    let isWanted = false;
    for (let at = source.at; at < end && !isWanted; at += 3)
      isWanted = filter[((bytes[at + 1]! << 8) | bytes[at + 2]!) & mask] !== 0;
    source.at = end;
    if (isWanted) {
      source.at = start;
      name(readName(source));
    }
  }
}

function visitTerms(source: ByteSource, { filter, wants, occurrence }: ChunkWordsVisitor): void {
  const { bytes, end } = source;
  const mask = filter.length - 1;
  let at = source.at;
  let hash = 0;
  while (at < end) {
    // Both numbers are varints, read inline for speed: the difference of the hash, and the head of the occurrences.
    let byte = bytes[at++]!;
    hash += byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      hash += (byte & 127) << shift;
    }
    byte = bytes[at++]!;
    let head = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      head += (byte & 127) << shift;
    }
    const isWanted = filter[hash & mask] !== 0 && wants(hash);
    source.at = at;
    if ((head & 2) === 0) {
      const count = (head & 1) === 0 ? 1 : readVarint(source);
      if (isWanted) occurrence(head >>> 2, count);
    } else {
      const occurrencesEnd = at + (head >>> 2);
      if (occurrencesEnd > end) throw new RangeError('the places of a term run past the end of their bytes');
      if (isWanted) visitOccurrences(source, occurrencesEnd, occurrence);
      else source.at = occurrencesEnd;
    }
    at = source.at;
  }
  if (at > end) throw new RangeError('a term runs past the end of its bytes');
}

function visitOccurrences(source: ByteSource, end: number, occurrence: ChunkWordsVisitor['occurrence']): void {
  for (let chunk = 0; source.at < end;) {
    const head = readVarint(source);
    chunk += head >>> 1;
    occurrence(chunk, head % 2 === 0 ? 1 : readVarint(source));
  }
}
