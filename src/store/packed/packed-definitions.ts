/**
 * A file's definitions as one compact blob, made where the file is parsed. It takes a third of the bytes of table rows, and the writing thread does
 * not have to insert definitions one by one.
 * Layout: the length of the outline, and the outline, uncompressed because questions read it for many files. The outline has a table of repeated texts
 * (names and containers, in order of first use) and then the definitions, each with its place (as differences to the definition before) and its
 * signature. After the outline come the parts that are only displayed (docstrings and decorators), deflated, in the order of the definitions; nothing
 * if there are none.
 * Invariant: `unpackDefinitions(packDefinitions(x))` equals `x`.
 */
import type { Definition } from '../../model/definition.ts';
import type { DefinitionChoice, OutlineEntry } from '../outline.ts';
import {
  byteSink,
  byteSource,
  emptied,
  readByte,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeByte,
  writeBytes,
  writeSignedVarint,
  writeVarint,
} from '../../util/bytes/varint.ts';
import type { ByteSink, ByteSource } from '../../util/bytes/varint.ts';
import { deflate, inflate } from './deflated.ts';
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

/** A definition's first byte has the code of its kind and these flags. */
export const flags = { exported: 16, signature: 32, docstring: 64, decorators: 128 } as const;
const kindMask = 15;
/** Flags of a definition that has parts that are only displayed. */
const displayFlags = flags.docstring | flags.decorators;

/** Reused for each file: new buffers would be much work for the garbage collector. */
const [bodyScratch, shownScratch, outlineScratch, wholeScratch] = [byteSink(), byteSink(), byteSink(), byteSink()];

/** Packs definitions in the given order; an empty list gives an empty result. Numbers must be integers. */
export function packDefinitions(definitions: readonly Definition[]): Uint8Array {
  if (definitions.length === 0) return new Uint8Array(0);
  const texts: TextTable = new Map();
  const body = emptied(bodyScratch);
  const shown = emptied(shownScratch);
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
    if (docstring !== null) writeText(shown, docstring);
    if (decorators.length === 0) continue;
    writeVarint(shown, decorators.length);
    for (const decorator of decorators) writeText(shown, decorator);
  }
  return joinParts({ texts, count: definitions.length, body }, shown);
}

/** Joins the length of the outline, the outline, and the displayed parts. */
function joinParts(
  { texts, count, body }: { texts: TextTable; count: number; body: ByteSink },
  shown: ByteSink,
): Uint8Array {
  const outline = emptied(outlineScratch);
  writeTexts(outline, texts);
  writeVarint(outline, count);
  writeBytes(outline, body.bytes, 0, body.length);
  const rest = shown.length === 0 ? new Uint8Array(0) : deflate(shown);
  const sink = emptied(wholeScratch);
  writeVarint(sink, outline.length);
  writeBytes(sink, outline.bytes, 0, outline.length);
  writeBytes(sink, rest);
  return sinkBytes(sink);
}

/** `line` and `column` are the start of the definition before. */
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

/** The definitions with one of these names, each with its index among all. Signatures, docstrings and decorators of others are not decoded. */
export function unpackDefinitionsNamed(
  bytes: Uint8Array,
  names: ReadonlySet<string>,
): { index: number; definition: Definition }[] {
  const found: { index: number; definition: Definition }[] = [];
  unpack(bytes, names, (definition, index) => found.push({ index, definition }));
  return found;
}

/** The outline, and the offset of the displayed parts. */
function outlineOf(bytes: Uint8Array): { source: PackedSource; shownAt: number } {
  const outline = outlineBytes(bytes);
  return { source: packedSource(outline), shownAt: outline.byteOffset - bytes.byteOffset + outline.length };
}

export function outlineBytes(bytes: Uint8Array): Uint8Array {
  const head = byteSource(bytes);
  const end = readVarint(head) + head.at;
  if (end > bytes.length) throw new RangeError('an outline runs past the end of its bytes');
  return bytes.subarray(head.at, end);
}

/** The definitions without docstrings and decorators, which are not read. Throws a `RangeError` on bytes that `packDefinitions` did not make. */
export function unpackOutline(bytes: Uint8Array): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  if (bytes.length === 0) return entries;
  const { source } = outlineOf(bytes);
  const texts = readTexts(source);
  let startLine = 0;
  let startColumn = 0;
  for (let left = readVarint(source); left > 0; left--) {
    const head = readByte(source);
    const name = textAt(texts, readVarint(source));
    const container = containerAt(texts, readVarint(source));
    // As in `readPlace`, without an object, because a file can have thousands of definitions.
    startLine += readSignedVarint(source);
    startColumn += readSignedVarint(source);
    const line = startLine + readSignedVarint(source);
    const column = startColumn + readSignedVarint(source);
    const endLine = line + readSignedVarint(source);
    const endColumn = startColumn + readSignedVarint(source);
    const signature = (head & flags.signature) === 0 ? null : readText(source);
    const exported = (head & flags.exported) !== 0;
    const kind = definitionKindCodes.word(head & kindMask);
    entries.push({ name, container, kind, line, column, startLine, startColumn, endLine, endColumn, exported, signature }); // prettier-ignore
  }
  expectEnd(source);
  return entries;
}

/** The definitions that `choice` chooses, best first; equal ones in the order of the file. Others are not decoded. */
export function unpackChosen(bytes: Uint8Array, choice: DefinitionChoice): OutlineEntry[] {
  if (bytes.length === 0) return [];
  const { maxCount, lastKinds } = choice;
  const { source } = outlineOf(bytes);
  const table = textStarts(source);
  // By text; -1: not computed yet.
  const scores = new Int32Array(table.length).fill(-1);
  let lastKindBits = 0;
  for (const kind of lastKinds) lastKindBits |= 1 << definitionKindCodes.of[kind];
  const chosen: { rank: number; at: number; startLine: number; startColumn: number }[] = [];
  let [startLine, startColumn] = [0, 0];
  for (let left = readVarint(source); left > 0; left--) {
    const at = source.at;
    const head = readByte(source);
    const name = readVarint(source);
    if (scores[name] === -1) scores[name] = nameScore(source, table[name]!, choice);
    const rank = 2 * (scores[name] ?? 0) + ((lastKindBits >>> (head & kindMask)) & 1 ? 0 : 1);
    const isChosen = chosen.length < maxCount || rank > chosen[maxCount - 1]!.rank;
    if (isChosen) {
      let index = chosen.length;
      while (index > 0 && chosen[index - 1]!.rank < rank) index--;
      chosen.splice(index, 0, { rank, at, startLine, startColumn });
      if (chosen.length > maxCount) chosen.pop();
    }
    // The container.
    readVarint(source);
    startLine += readSignedVarint(source);
    startColumn += readSignedVarint(source);
    // The line and column of the name, and those of the end.
    for (let left = 4; left > 0; left--) readVarint(source);
    if ((head & flags.signature) !== 0) skipText(source);
  }
  expectEnd(source);
  return chosen.map(({ at, ...previousStart }) => {
    source.at = at;
    return readEntry(source, (text) => textStartingAt(source, table, text), previousStart);
  });
}

/** The score of a name. Does not move the source. */
function nameScore(source: PackedSource, start: number, { scoreOf, mayScore }: DefinitionChoice): number {
  const { at } = source;
  source.at = start;
  const head = readVarint(source);
  const from = source.at;
  let score = 0;
  if (head % 2 !== 0 || mayScore(source.bytes, from, from + head / 2)) {
    source.at = start;
    score = scoreOf(readText(source));
  }
  source.at = at;
  return score;
}

/** The offset of each text in a table. */
export function textStarts(source: ByteSource): Uint32Array {
  const starts = new Uint32Array(Math.min(readVarint(source), source.end));
  for (let text = 0; text < starts.length; text++) {
    starts[text] = source.at;
    skipText(source);
  }
  return starts;
}

/** The text with this number. Does not move the source. */
function textStartingAt(source: PackedSource, starts: Uint32Array, text: number): string {
  const start = starts[text];
  if (start === undefined) throw new RangeError(`packed bytes name text ${text} of ${starts.length}`);
  const { at } = source;
  source.at = start;
  const found = readText(source);
  source.at = at;
  return found;
}

/** Reads one definition. @param previousStart start of the definition before, which positions are relative to */
function readEntry(
  source: PackedSource,
  textOf: (text: number) => string,
  previousStart: { startLine: number; startColumn: number },
): OutlineEntry {
  const head = readByte(source);
  const name = textOf(readVarint(source));
  const container = readVarint(source);
  const place = readPlace(source, { line: previousStart.startLine, column: previousStart.startColumn });
  return {
    name,
    container: container === 0 ? null : textOf(container - 1),
    kind: definitionKindCodes.word(head & kindMask),
    ...place,
    exported: (head & flags.exported) !== 0,
    signature: (head & flags.signature) === 0 ? null : readText(source),
  };
}

/** Calls `take` for each definition. @param names names of the definitions to read; null: all */
function unpack(
  bytes: Uint8Array,
  names: ReadonlySet<string> | null,
  take: (definition: Definition, index: number) => void,
): void {
  if (bytes.length === 0) return;
  const { source, shownAt } = outlineOf(bytes);
  // The displayed parts. They are inflated when the first definition that has some is read.
  const shown: { source: PackedSource | null } = { source: null };
  const shownTexts = (): PackedSource => (shown.source ??= packedSource(inflate(bytes.subarray(shownAt))));
  const skipped: number[] = [];
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
      if ((head & flags.signature) !== 0) skipText(source);
      if ((head & displayFlags) !== 0) skipped.push(head);
      continue;
    }
    const signature = (head & flags.signature) === 0 ? null : readText(source);
    if ((head & displayFlags) !== 0) for (const skippedHead of skipped.splice(0)) skipShown(shownTexts(), skippedHead);
    const definition: Definition = {
      name,
      kind: definitionKindCodes.word(head & kindMask),
      container: containerAt(texts, container),
      ...place,
      exported: (head & flags.exported) !== 0,
      signature,
      docstring: (head & flags.docstring) === 0 ? null : readText(shownTexts()),
      decorators: (head & flags.decorators) === 0 ? [] : readTexts(shownTexts()),
    };
    take(definition, index);
  }
  expectEnd(source);
  // The displayed parts of definitions after the last one that was read are left unread.
  if (names !== null) return;
  if (shown.source !== null) expectEnd(shown.source);
  else if (shownAt !== bytes.length) throw new RangeError(`${bytes.length - shownAt} packed bytes are left over`);
}

type Place = Pick<Definition, 'line' | 'column' | 'startLine' | 'startColumn' | 'endLine' | 'endColumn'>;

/** Reads the positions of a definition. @param previousStart start of the definition before */
function readPlace(source: PackedSource, previousStart: { line: number; column: number }): Place {
  const startLine = previousStart.line + readSignedVarint(source);
  const startColumn = previousStart.column + readSignedVarint(source);
  const line = startLine + readSignedVarint(source);
  const column = startColumn + readSignedVarint(source);
  const endLine = line + readSignedVarint(source);
  return { line, column, startLine, startColumn, endLine, endColumn: startColumn + readSignedVarint(source) };
}

function containerAt(texts: readonly string[], number: number): string | null {
  return number === 0 ? null : textAt(texts, number - 1);
}

function skipShown(source: PackedSource, head: number): void {
  if ((head & flags.docstring) !== 0) skipText(source);
  if ((head & flags.decorators) === 0) return;
  for (let left = readVarint(source); left > 0; left--) skipText(source);
}
