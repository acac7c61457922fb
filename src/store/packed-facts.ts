/**
 * A file's link facts as one blob: in front what linking has to know of every file (`LinkHeader`, the modules it names), then, compressed,
 * the tables, column by column as differences, and the key of each definition's symbol.
 * Invariant: `unpackFacts(packFacts(x))` equals `x`.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { entityWidth, exportWidth, scopeWidth, siteWidth, type LinkFacts } from '../model/link-facts.ts';
import type { LinkHeader } from '../model/link-header.ts';
import {
  byteSink,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeBytes,
  writeSignedVarint,
  writeVarint,
} from '../util/varint.ts';
import type { ByteSink, ByteSource } from '../util/varint.ts';
import { expectEnd, packedSource, readTexts, textNumber, writeTexts } from './packed-texts.ts';
import type { PackedSource, TextTable } from './packed-texts.ts';

export interface FileFactsContent {
  header: LinkHeader;
  facts: LinkFacts;
  /** `symbolKey` of each of the file's definitions. */
  keys: readonly number[];
}

export interface FactsFront {
  header: LinkHeader;
  /** `LinkFacts.modules`. */
  modules: string[];
}

/** Fast rather than small: the facts are half of the index before compression and a tenth of the time to make them. */
const compressionLevel = 1;

export function packFacts({ header, facts, keys }: FileFactsContent): Uint8Array {
  const body = byteSink(facts.nodes.length * 2 + facts.entities.length * 2 + facts.sites.length * 2);
  writeList(body, facts.strings);
  writeTable(body, facts.nodes, 1);
  writeTable(body, facts.scopes, scopeWidth);
  writeTable(body, facts.entities, entityWidth);
  writeTable(body, facts.exports, exportWidth);
  writeTable(body, facts.sites, siteWidth);
  writeTable(body, facts.expected, 2);
  writeVarint(body, facts.global ? 1 : 0);
  writeVarint(body, keys.length);
  for (const key of keys) writeVarint(body, key);
  const compressed = zstdCompressSync(body.bytes.subarray(0, body.length), {
    params: { [constants.ZSTD_c_compressionLevel]: compressionLevel },
  });
  const sink = byteSink(compressed.length + 256);
  writeList(sink, [header.unit]);
  writeList(sink, header.globals);
  writeList(sink, header.extensions);
  writeList(sink, facts.modules);
  writeBytes(sink, compressed);
  return sinkBytes(sink);
}

/** What stands in front of the compressed part. */
export function unpackFactsFront(bytes: Uint8Array): FactsFront {
  return readFront(packedSource(bytes));
}

/** Throws on bytes that `packFacts` did not make. */
export function unpackFacts(bytes: Uint8Array): FileFactsContent {
  const front = packedSource(bytes);
  const { header, modules } = readFront(front);
  const source = packedSource(decompress(bytes.subarray(front.at)));
  const strings = readTexts(source);
  const nodes = readTable(source, 1);
  const scopes = readTable(source, scopeWidth);
  const entities = readTable(source, entityWidth);
  const exports = readTable(source, exportWidth);
  const sites = readTable(source, siteWidth);
  const expected = readTable(source, 2);
  const global = readVarint(source) === 1;
  const keys: number[] = [];
  for (let left = readVarint(source); left > 0; left--) keys.push(readVarint(source));
  expectEnd(source);
  const facts = { strings, nodes, scopes, entities, exports, sites, expected, modules, global, unit: header.unit };
  return { header, facts, keys };
}

function decompress(bytes: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(bytes);
  } catch (error) {
    throw new RangeError('compressed facts cannot be read', { cause: error });
  }
}

function readFront(source: PackedSource): FactsFront {
  const [unit = ''] = readTexts(source);
  const globals = readTexts(source);
  const extensions = readTexts(source);
  return { header: { unit, globals, extensions }, modules: readTexts(source) };
}

/** Texts, none twice. */
function writeList(sink: ByteSink, texts: readonly string[]): void {
  const table: TextTable = new Map();
  for (const text of texts) textNumber(table, text);
  writeTexts(sink, table);
}

function writeTable(sink: ByteSink, values: Int32Array, width: number): void {
  writeVarint(sink, values.length);
  for (let column = 0; column < width; column++) {
    let before = 0;
    for (let at = column; at < values.length; at += width) {
      const value = values[at]!;
      writeSignedVarint(sink, value - before);
      if (width > 1) before = value;
    }
  }
}

function readTable(source: ByteSource, width: number): Int32Array {
  const count = readVarint(source);
  // Each number takes a byte at the least.
  if (count > source.end - source.at) throw new RangeError('a table runs past the end of its bytes');
  const values = new Int32Array(count);
  for (let column = 0; column < width; column++) {
    let before = 0;
    for (let at = column; at < count; at += width) {
      const value = readSignedVarint(source) + before;
      values[at] = value;
      if (width > 1) before = value;
    }
  }
  return values;
}
