/**
 * Texts in packed bytes: single ones, or a table of repeated texts that are referred to by number.
 * Invariant: any string is restored exactly, even with lone surrogates. A text is a varint (twice the number of its bytes, plus one unless all are
 * ASCII) and its bytes.
 */
import { readCodeUnits, writeCodeUnits } from '../../util/words/code-units.ts';
import { byteSink, emptied, readVarint, reserve, writeBytes, writeVarint } from '../../util/bytes/varint.ts';
import type { ByteSink, ByteSource } from '../../util/bytes/varint.ts';

/** Packed bytes being read. */
export interface PackedSource extends ByteSource {
  /** The bytes up to the last text as a string, one character each. ASCII texts are slices of this string, which costs a tenth of decoding each. */
  latin1: string;
}

/** @param textsEnd offset after the last text: a string is made only of the bytes before it */
export function packedSource(bytes: Uint8Array, textsEnd = bytes.length): PackedSource {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, textsEnd).toString('latin1');
  return { bytes, at: 0, end: bytes.length, latin1 };
}

/** Throws a `RangeError` if bytes are left over. */
export function expectEnd(source: ByteSource): void {
  if (source.at !== source.end) throw new RangeError(`${source.end - source.at} packed bytes are left over`);
}

/** From this length on (UTF-16 units) V8's encoder is faster than a loop, despite the cost of calling it. */
const longText = 64;
const encoder = new TextEncoder();

export function writeText(sink: ByteSink, text: string): void {
  const { length } = text;
  const start = sink.length;
  writeVarint(sink, length * 2);
  reserve(sink, length);
  const { bytes } = sink;
  if (length >= longText) {
    const { read, written } = encoder.encodeInto(text, bytes.subarray(sink.length, sink.length + length));
    // Text that is not ASCII takes more bytes than units.
    if (read === length && written === length) sink.length += length;
    else {
      sink.length = start;
      writeWideText(sink, text);
    }
    return;
  }
  let at = sink.length;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) {
      sink.length = start;
      writeWideText(sink, text);
      return;
    }
    bytes[at++] = unit;
  }
  sink.length = at;
}

/** Reused for each text. */
const wideScratch = byteSink();

/** Writes a text that is not ASCII. */
function writeWideText(sink: ByteSink, text: string): void {
  const encoded = emptied(wideScratch);
  const length = writeCodeUnits(encoded, text);
  writeVarint(sink, length * 2 + 1);
  writeBytes(sink, encoded.bytes, 0, length);
}

export function readText(source: PackedSource): string {
  const head = readVarint(source);
  const start = source.at;
  skip(source, head);
  return head % 2 === 0 ? source.latin1.slice(start, source.at) : readCodeUnits(source.bytes, start, source.at);
}

export function skipText(source: ByteSource): void {
  skip(source, readVarint(source));
}

function skip(source: ByteSource, head: number): void {
  source.at += Math.floor(head / 2);
  if (source.at > source.end) throw new RangeError('a text runs past the end of its bytes');
}

/** Texts by number, in the order of first use. */
export type TextTable = Map<string, number>;

/** The text's number in the table; a new text is added. */
export function textNumber(table: TextTable, text: string): number {
  const existing = table.get(text);
  if (existing !== undefined) return existing;
  const number = table.size;
  table.set(text, number);
  return number;
}

export function writeTexts(sink: ByteSink, table: TextTable): void {
  writeVarint(sink, table.size);
  for (const text of table.keys()) writeText(sink, text);
}

/** Writes a list of distinct texts, in the format of `writeTexts`. */
export function writeTextList(sink: ByteSink, texts: readonly string[]): void {
  writeVarint(sink, texts.length);
  for (const text of texts) writeText(sink, text);
}

export function readTexts(source: PackedSource): string[] {
  const texts: string[] = [];
  for (let left = readVarint(source); left > 0; left--) texts.push(readText(source));
  return texts;
}

/** Throws a `RangeError` for a number that the table does not have. */
export function textAt(texts: readonly string[], number: number): string {
  const text = texts[number];
  if (text === undefined) throw new RangeError(`packed bytes name text ${number} of ${texts.length}`);
  return text;
}
