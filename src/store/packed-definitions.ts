/**
 * A file's definitions as one compact blob, made where the file is parsed: a third of the bytes of rows of a table, and nothing to copy
 * or insert one by one on the thread that writes.
 * Layout: a table of the texts that repeat (names and containers, in order of first use), then the definitions one after another, places
 * as differences from the places before, with the texts that are their own; the whole is deflated.
 * Invariant: `unpackDefinitions(packDefinitions(x))` equals `x`.
 */
import type { Definition } from '../model/definition.ts';
import type { OutlineEntry } from './store.ts';
import {
  byteSink,
  readByte,
  readSignedVarint,
  readVarint,
  writeByte,
  writeBytes,
  writeSignedVarint,
  writeVarint,
} from '../util/varint.ts';
import type { ByteSink } from '../util/varint.ts';
import { deflated, inflated } from './deflated.ts';
import {
  expectEnd,
  packedSource,
  readText,
  readTexts,
  skipText,
  textAt,
  textNumber,
  writeText,
  writeTexts,
} from './packed-texts.ts';
import type { PackedSource, TextTable } from './packed-texts.ts';
import { definitionKindCodes } from './word-codes.ts';

/** A definition's first byte: the code of its kind, and these. */
const flags = { exported: 16, signature: 32, docstring: 64, decorators: 128 } as const;
const kindMask = 15;

/** What most definitions take beside the table of texts. */
const usualBytes = 64;

/** Any order survives; an empty list gives no bytes. Numbers are integers. */
export function packDefinitions(definitions: readonly Definition[]): Uint8Array {
  if (definitions.length === 0) return new Uint8Array(0);
  const texts: TextTable = new Map();
  const body = byteSink(definitions.length * usualBytes);
  let line = 0;
  let column = 0;
  for (const definition of definitions) {
    const { container, signature, docstring, decorators } = definition;
    const head =
      definitionKindCodes.of[definition.kind] |
      (definition.exported ? flags.exported : 0) |
      (signature === null ? 0 : flags.signature) |
      (docstring === null ? 0 : flags.docstring) |
      (decorators.length === 0 ? 0 : flags.decorators);
    writeByte(body, head);
    writeVarint(body, textNumber(texts, definition.name));
    writeVarint(body, container === null ? 0 : textNumber(texts, container) + 1);
    writePlace(body, definition, line, column);
    line = definition.startLine;
    column = definition.startColumn;
    if (signature !== null) writeText(body, signature);
    if (docstring !== null) writeText(body, docstring);
    if (decorators.length === 0) continue;
    writeVarint(body, decorators.length);
    for (const decorator of decorators) writeText(body, decorator);
  }
  const sink = byteSink(body.length + texts.size * 16);
  writeTexts(sink, texts);
  writeVarint(sink, definitions.length);
  writeBytes(sink, body.bytes, 0, body.length);
  return deflated(sink);
}

/** `line` and `column`: where the definition before starts. */
function writePlace(sink: ByteSink, definition: Definition, line: number, column: number): void {
  const { startLine, startColumn } = definition;
  writeSignedVarint(sink, startLine - line);
  writeSignedVarint(sink, startColumn - column);
  writeSignedVarint(sink, definition.line - startLine);
  writeSignedVarint(sink, definition.column - startColumn);
  writeSignedVarint(sink, definition.endLine - definition.line);
  writeSignedVarint(sink, definition.endColumn - startColumn);
}

/** Throws a `RangeError` on bytes that `packDefinitions` did not make. */
export function unpackDefinitions(bytes: Uint8Array): Definition[] {
  const definitions: Definition[] = [];
  unpack(bytes, null, (definition) => definitions.push(definition));
  return definitions;
}

/** Without docstrings and decorators, which are passed over. Throws a `RangeError` on bytes that `packDefinitions` did not make. */
export function unpackOutline(bytes: Uint8Array): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  if (bytes.length === 0) return entries;
  const source = packedSource(inflated(bytes));
  const texts = readTexts(source);
  let startLine = 0;
  let startColumn = 0;
  for (let left = readVarint(source); left > 0; left--) {
    const head = readByte(source);
    const name = textAt(texts, readVarint(source));
    const container = containerAt(texts, readVarint(source));
    // As `readPlace`, without an object for it: a file can have thousands.
    startLine += readSignedVarint(source);
    startColumn += readSignedVarint(source);
    const line = startLine + readSignedVarint(source);
    const column = startColumn + readSignedVarint(source);
    const endLine = line + readSignedVarint(source);
    const endColumn = startColumn + readSignedVarint(source);
    const signature = (head & flags.signature) === 0 ? null : readText(source);
    skipTexts(source, head & ~flags.signature);
    const exported = (head & flags.exported) !== 0;
    const kind = definitionKindCodes.word(head & kindMask);
    entries.push({ name, container, kind, line, column, startLine, startColumn, endLine, endColumn, exported, signature }); // prettier-ignore
  }
  expectEnd(source);
  return entries;
}

/** The definitions with one of these names, each with its place in the list; the texts of others are passed over. */
export function unpackDefinitionsNamed(
  bytes: Uint8Array,
  names: ReadonlySet<string>,
): { index: number; definition: Definition }[] {
  const found: { index: number; definition: Definition }[] = [];
  unpack(bytes, names, (definition, index) => found.push({ index, definition }));
  return found;
}

/** `names`: those that are wanted; null for all. */
function unpack(
  bytes: Uint8Array,
  names: ReadonlySet<string> | null,
  take: (definition: Definition, index: number) => void,
): void {
  if (bytes.length === 0) return;
  const source = packedSource(inflated(bytes));
  const texts = readTexts(source);
  const count = readVarint(source);
  let start = { line: 0, column: 0 };
  for (let index = 0; index < count; index++) {
    const head = readByte(source);
    const name = textAt(texts, readVarint(source));
    const container = readVarint(source);
    const place = readPlace(source, start);
    start = { line: place.startLine, column: place.startColumn };
    if (names !== null && !names.has(name)) {
      skipTexts(source, head);
      continue;
    }
    const definition: Definition = {
      name,
      kind: definitionKindCodes.word(head & kindMask),
      container: containerAt(texts, container),
      ...place,
      exported: (head & flags.exported) !== 0,
      signature: (head & flags.signature) === 0 ? null : readText(source),
      docstring: (head & flags.docstring) === 0 ? null : readText(source),
      decorators: (head & flags.decorators) === 0 ? [] : readTexts(source),
    };
    take(definition, index);
  }
  expectEnd(source);
}

type Place = Pick<Definition, 'line' | 'column' | 'startLine' | 'startColumn' | 'endLine' | 'endColumn'>;

/** @param before where the definition before starts */
function readPlace(source: PackedSource, before: { line: number; column: number }): Place {
  const startLine = before.line + readSignedVarint(source);
  const startColumn = before.column + readSignedVarint(source);
  const line = startLine + readSignedVarint(source);
  const column = startColumn + readSignedVarint(source);
  const endLine = line + readSignedVarint(source);
  return { line, column, startLine, startColumn, endLine, endColumn: startColumn + readSignedVarint(source) };
}

function containerAt(texts: readonly string[], number: number): string | null {
  return number === 0 ? null : textAt(texts, number - 1);
}

function skipTexts(source: PackedSource, head: number): void {
  if ((head & flags.signature) !== 0) skipText(source);
  if ((head & flags.docstring) !== 0) skipText(source);
  if ((head & flags.decorators) === 0) return;
  for (let left = readVarint(source); left > 0; left--) skipText(source);
}
