/**
 * A file's references as one compact blob: about seven bytes per reference, against eighty in table rows.
 * Layout: a table of texts (names and receivers in order of first use), then the references one after another, with lines and containers as
 * differences to the reference before.
 * Invariant: `unpackReferences(packReferences(x))` equals `x`.
 */
import type { Reference } from '../../model/reference.ts';
import {
  byteSink,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeBytes,
  writeSignedVarint,
  writeVarint,
} from '../../util/bytes/varint.ts';
import { expectEnd, packedSource, readTexts, textAt, textNumber, writeTexts } from './packed-texts.ts';
import type { TextTable } from './packed-texts.ts';
import { referenceKindCodes } from './word-codes.ts';

/** All codes of kinds are below this. */
const kindLimit = 16;

/** Packs references in the given order; the order of the text packs best. An empty list gives an empty result. */
export function packReferences(references: readonly Reference[]): Uint8Array {
  if (references.length === 0) return new Uint8Array(0);
  const texts: TextTable = new Map();
  const body = byteSink(references.length * 8);
  let line = 0;
  let container = -1;
  for (const reference of references) {
    writeSignedVarint(body, reference.line - line);
    writeVarint(body, reference.column);
    writeVarint(body, textNumber(texts, reference.name) * kindLimit + referenceKindCodes.of[reference.kind]);
    writeVarint(body, reference.receiver === null ? 0 : textNumber(texts, reference.receiver) + 1);
    writeSignedVarint(body, reference.container - container);
    line = reference.line;
    container = reference.container;
  }
  const sink = byteSink(body.length + texts.size * 16);
  writeTexts(sink, texts);
  writeVarint(sink, references.length);
  writeBytes(sink, body.bytes, 0, body.length);
  return sinkBytes(sink);
}

/** Throws a `RangeError` on bytes that `packReferences` did not make. */
export function unpackReferences(bytes: Uint8Array): Reference[] {
  if (bytes.length === 0) return [];
  const source = packedSource(bytes);
  const texts = readTexts(source);
  const references: Reference[] = [];
  let line = 0;
  let container = -1;
  for (let left = readVarint(source); left > 0; left--) {
    line += readSignedVarint(source);
    const column = readVarint(source);
    const code = readVarint(source);
    const kind = referenceKindCodes.word(code % kindLimit);
    const name = textAt(texts, Math.floor(code / kindLimit));
    const number = readVarint(source);
    const receiver = number === 0 ? null : textAt(texts, number - 1);
    container += readSignedVarint(source);
    references.push({ name, kind, receiver, line, column, container });
  }
  expectEnd(source);
  return references;
}
