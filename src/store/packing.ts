/**
 * A file's references as one compact blob: about seven bytes a reference, against eighty in rows of a table.
 * Layout: a table of texts (names and receivers in order of first use), then the references one after another, lines and containers as
 * differences from the reference before.
 * Invariant: `unpackReferences(packReferences(x))` equals `x`.
 */
import type { Reference, ReferenceKind } from '../model/reference.ts';
import { readCodeUnits, writeCodeUnits } from '../util/code-units.ts';
import {
  byteSink,
  byteSource,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeBytes,
  writeSignedVarint,
  writeVarint,
} from '../util/varint.ts';

/** Written to disk: numbers are never given anew. */
const kindCodes: Record<ReferenceKind, number> = {
  call: 0,
  construct: 1,
  render: 2,
  inherit: 3,
  implement: 4,
  type: 5,
  decorate: 6,
};
const kindsByCode = new Map(Object.entries(kindCodes).map(([kind, code]) => [code, kind as ReferenceKind]));
const kindLimit = 16;

/** `references` are best in order of place (any order survives); an empty list gives no bytes. */
export function packReferences(references: readonly Reference[]): Uint8Array {
  if (references.length === 0) return new Uint8Array(0);
  const texts = new Map<string, number>();
  const textIndex = (text: string): number => {
    let index = texts.get(text);
    if (index === undefined) texts.set(text, (index = texts.size));
    return index;
  };
  const body = byteSink(references.length * 8);
  let line = 0;
  let container = -1;
  for (const reference of references) {
    writeSignedVarint(body, reference.line - line);
    writeVarint(body, reference.column);
    writeVarint(body, textIndex(reference.name) * kindLimit + kindCodes[reference.kind]);
    writeVarint(body, reference.receiver === null ? 0 : textIndex(reference.receiver) + 1);
    writeSignedVarint(body, reference.container - container);
    line = reference.line;
    container = reference.container;
  }
  const sink = byteSink(body.length + texts.size * 16);
  const encoded = byteSink();
  writeVarint(sink, texts.size);
  for (const text of texts.keys()) {
    encoded.length = 0;
    writeVarint(sink, writeCodeUnits(encoded, text));
    writeBytes(sink, encoded.bytes, 0, encoded.length);
  }
  writeVarint(sink, references.length);
  writeBytes(sink, body.bytes, 0, body.length);
  return sinkBytes(sink);
}

/** Throws a `RangeError` on bytes that `packReferences` did not make. */
export function unpackReferences(bytes: Uint8Array): Reference[] {
  if (bytes.length === 0) return [];
  const source = byteSource(bytes);
  const texts: string[] = [];
  for (let left = readVarint(source); left > 0; left--) {
    const length = readVarint(source);
    texts.push(readCodeUnits(bytes, source.at, source.at + length));
    source.at += length;
  }
  const textAt = (index: number): string => {
    const text = texts[index];
    if (text === undefined) throw new RangeError(`packed references name text ${index} of ${texts.length}`);
    return text;
  };
  const references: Reference[] = [];
  let line = 0;
  let container = -1;
  for (let left = readVarint(source); left > 0; left--) {
    line += readSignedVarint(source);
    const column = readVarint(source);
    const code = readVarint(source);
    const kind = kindsByCode.get(code % kindLimit);
    if (kind === undefined) throw new RangeError(`packed references have no kind ${code % kindLimit}`);
    const name = textAt(Math.floor(code / kindLimit));
    const receiver = readVarint(source);
    container += readSignedVarint(source);
    references.push({ name, kind, receiver: receiver === 0 ? null : textAt(receiver - 1), line, column, container });
  }
  return references;
}
