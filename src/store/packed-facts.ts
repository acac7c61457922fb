/**
 * A file's link facts as one blob: in front what linking has to know of every file (`LinkHeader`, the modules it names), then, compressed,
 * the tables, column by column, mostly as differences, and the names of the definitions, from which the keys of their symbols follow.
 * Invariant: `unpackFacts(packFacts(x))` equals `x`.
 */
import { entityFields, entityWidth, exportWidth, scopeWidth, siteWidth, type LinkFacts } from '../model/link-facts.ts';
import type { Definition } from '../model/definition.ts';
import type { LinkHeader } from '../model/link-header.ts';
import { noPath, pathHash, pathKey, qualifiedName, type PathHash } from '../model/link.ts';
import {
  byteSink,
  byteSource,
  emptied,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeBytes,
  writeSignedVarint,
  writeVarint,
} from '../util/varint.ts';
import type { ByteSink, ByteSource } from '../util/varint.ts';
import { frameContent, zstdFrame } from '../util/zstd.ts';
import { readCount, readNodes, writeNodes } from './packed-nodes.ts';
import { expectEnd, packedSource, readTexts, skipText, textAt, textNumber, writeTexts } from './packed-texts.ts';
import type { PackedSource, TextTable } from './packed-texts.ts';

/** Fields of entities that most have not, with what stands for that. */
const noneOf: ReadonlyMap<number, number> = new Map([
  [entityFields.flags, 0],
  [entityFields.parent, -1],
  [entityFields.type, 0],
  [entityFields.value, 0],
  [entityFields.ownScope, -1],
  [entityFields.definition, -1],
  [entityFields.listA, 0],
  [entityFields.listB, 0],
  [entityFields.context, 0],
  [entityFields.assignedTo, -1],
]);

export interface FileFactsContent {
  header: LinkHeader;
  facts: LinkFacts;
}

/** What a definition's symbol is named by. */
export type DefinitionName = Pick<Definition, 'name' | 'container'>;

export interface UnpackedFacts extends FileFactsContent {
  /** `symbolKey` of each of the file's definitions. */
  keys: readonly number[];
}

export interface FactsFront {
  header: LinkHeader;
  /** `LinkFacts.modules`. */
  modules: string[];
}

/** The unit, names for the program, extensions and modules. */
const frontLists = 4;

/** They serve one file of the thread after the other: buffers of their own are much to collect. */
const [bodyScratch, packedScratch] = [byteSink(), byteSink()];

/** @param definitions those of the file */
export function packFacts({ header, facts }: FileFactsContent, definitions: readonly DefinitionName[]): Uint8Array {
  const body = emptied(bodyScratch);
  const texts = textTable(facts.strings);
  const names = byteSink(definitions.length * 3);
  writeNames(names, texts, definitions);
  writeVarint(body, facts.strings.length);
  writeTexts(body, texts);
  writeBytes(body, names.bytes, 0, names.length);
  writeNodes(body, facts);
  writeTable(body, facts.scopes, scopeColumns);
  writeTable(body, facts.entities, entityColumns);
  writeTable(body, facts.exports, exportColumns);
  writeTable(body, facts.sites, siteColumns);
  writeTable(body, facts.expected, pairColumns);
  writeVarint(body, facts.global ? 1 : 0);
  const packed = emptied(packedScratch);
  writeList(packed, [header.unit]);
  writeList(packed, header.globals);
  writeList(packed, header.extensions);
  writeList(packed, facts.modules);
  writeBytes(packed, zstdFrame(body.bytes.subarray(0, body.length)));
  return sinkBytes(packed);
}

/** What stands in front of the compressed part. */
export function unpackFactsFront(bytes: Uint8Array): FactsFront {
  return readFront(frontSource(bytes));
}

/** What stands in front alone: all that is behind it would be made a string for nothing. */
function frontSource(bytes: Uint8Array): PackedSource {
  const source = { ...byteSource(bytes), latin1: '' };
  for (let list = 0; list < frontLists; list++) for (let left = readVarint(source); left > 0; left--) skipText(source);
  return packedSource(bytes.subarray(0, source.at));
}

export const pathMarks = /::|[\\.]/;

/** Those of some names that are among the texts of a file's facts, alone or as a part of a path. */
export function mentionedIn(bytes: Uint8Array, names: ReadonlySet<string>): Set<string> {
  const front = frontSource(bytes);
  readFront(front);
  const source = packedSource(frameContent(bytes.subarray(front.at)));
  const mentioned = new Set<string>();
  // Texts are read only where one of the names can be: most files have none.
  if (![...names].some((name) => /[^\0-\x7f]/.test(name) || source.latin1.includes(name))) return mentioned;
  for (const text of readStrings(source)) {
    if (names.has(text)) mentioned.add(text);
    if (pathMarks.test(text)) for (const part of text.split(pathMarks)) if (names.has(part)) mentioned.add(part);
  }
  return mentioned;
}

/** All texts of a file's facts: what it declares and mentions. */
export function unpackFactsStrings(bytes: Uint8Array): string[] {
  const front = frontSource(bytes);
  readFront(front);
  return readStrings(packedSource(frameContent(bytes.subarray(front.at))));
}

/** The facts' own texts; behind them stand some that only the names of definitions need. */
function readStrings(source: PackedSource): string[] {
  const count = readVarint(source);
  return readTexts(source).slice(0, count);
}

/** Throws on bytes that `packFacts` did not make. */
export function unpackFacts(bytes: Uint8Array): UnpackedFacts {
  const front = frontSource(bytes);
  const { header, modules } = readFront(front);
  const source = packedSource(frameContent(bytes.subarray(front.at)));
  const stringCount = readVarint(source);
  const texts = readTexts(source);
  const keys = readKeys(source, texts);
  // What only the names of definitions need stands behind.
  texts.length = Math.min(texts.length, stringCount);
  const strings = texts;
  const nodes = readNodes(source);
  const scopes = readTable(source, scopeColumns);
  const entities = readTable(source, entityColumns);
  const exports = readTable(source, exportColumns);
  const sites = readTable(source, siteColumns);
  const expected = readTable(source, pairColumns);
  const global = readVarint(source) === 1;
  expectEnd(source);
  const facts = { strings, nodes, scopes, entities, exports, sites, expected, modules, global, unit: header.unit };
  return { header, facts, keys };
}

function readFront(source: PackedSource): FactsFront {
  const [unit = ''] = readTexts(source);
  const globals = readTexts(source);
  const extensions = readTexts(source);
  return { header: { unit, globals, extensions }, modules: readTexts(source) };
}

/** Texts, none twice. */
function writeList(sink: ByteSink, texts: readonly string[]): void {
  writeTexts(sink, textTable(texts));
}

function textTable(texts: readonly string[]): TextTable {
  const table: TextTable = new Map();
  for (const text of texts) textNumber(table, text);
  return table;
}

/** Each name by its number; each container by how far back it is defined, or, where it is not, by the number of its text. */
function writeNames(sink: ByteSink, texts: TextTable, definitions: readonly DefinitionName[]): void {
  const places = new Map<string, number>();
  let before = 0;
  writeVarint(sink, definitions.length);
  for (const [index, definition] of definitions.entries()) {
    const number = textNumber(texts, definition.name);
    writeSignedVarint(sink, number - before);
    before = number;
    const { container } = definition;
    const place = container === null ? undefined : places.get(container);
    if (container === null) writeVarint(sink, 0);
    else writeVarint(sink, place === undefined ? textNumber(texts, container) * 2 + 1 : (index - place) * 2);
    places.set(qualifiedName(definition), index);
  }
}

/** `symbolKey` of each definition; the hash of a container's path goes on into those of its members. */
function readKeys(source: ByteSource, texts: readonly string[]): number[] {
  const count = readVarint(source);
  const keys: number[] = [];
  const paths: PathHash[] = [];
  let before = 0;
  for (let index = 0; index < count; index++) {
    const name = textAt(texts, (before += readSignedVarint(source)));
    const path = pathHash(name, readContainer(source, texts, paths));
    paths.push(path);
    keys.push(pathKey(path));
  }
  return keys;
}

/** The path in front of a name. */
function readContainer(source: ByteSource, texts: readonly string[], paths: readonly PathHash[]): PathHash {
  const written = readVarint(source);
  if (written === 0) return noPath;
  if (written % 2 === 1) return pathHash('.', pathHash(textAt(texts, (written - 1) / 2), noPath));
  const container = paths[paths.length - written / 2];
  if (container === undefined) throw new RangeError('a container stands before the first definition');
  return pathHash('.', container);
}

/** A column of a table. */
interface Column {
  /** The value that stands for none and is passed over by the differences; null where there is no such value. */
  none: number | null;
  /** What a number is told against: that of the record before, that of a record on the same line (the column before says it), or nothing. */
  against: 'before' | 'line' | 'nothing';
}

type Columns = readonly Column[];

function plainColumns(width: number): Columns {
  return Array.from({ length: width }, () => ({ none: null, against: 'before' }));
}

const scopeColumns = plainColumns(scopeWidth);
const exportColumns = plainColumns(exportWidth);
const pairColumns = plainColumns(2);
const entityAgainst: ReadonlyMap<number, Column['against']> = new Map([
  [entityFields.kind, 'nothing'],
  [entityFields.flags, 'nothing'],
  [entityFields.column, 'line'],
]);
const entityColumns: Columns = Array.from({ length: entityWidth }, (_, field) => ({
  none: noneOf.get(field) ?? null,
  against: entityAgainst.get(field) ?? 'before',
}));
/** The kind is the first, line and column are the third and fourth. */
const siteColumns: Columns = plainColumns(siteWidth).map((column, field) => ({
  ...column,
  against: field === 0 ? 'nothing' : field === 3 ? 'line' : 'before',
}));

function writeTable(sink: ByteSink, values: Int32Array, columns: Columns): void {
  writeVarint(sink, values.length);
  for (let column = 0; column < columns.length; column++) writeColumn(sink, values, columns, column);
}

function writeColumn(sink: ByteSink, values: Int32Array, columns: Columns, column: number): void {
  const width = columns.length;
  const { none, against } = columns[column]!;
  const shift = none === null ? 0 : 1;
  let before = 0;
  for (let at = column; at < values.length; at += width) {
    const value = values[at]!;
    if (against === 'nothing' || (against === 'line' && isOtherLine(values, at, width))) before = 0;
    if (value === none) writeVarint(sink, 0);
    else {
      writeVarint(sink, zigzag(value - before) + shift);
      before = value;
    }
  }
}

/** Whether the line, in the column before, is another than that of the record before. */
function isOtherLine(values: Int32Array, at: number, width: number): boolean {
  return at >= width && values[at - 1] !== values[at - 1 - width];
}

function readTable(source: ByteSource, columns: Columns): Int32Array {
  const values = new Int32Array(readCount(source));
  for (let column = 0; column < columns.length; column++) readColumn(source, values, columns, column);
  return values;
}

/** The first byte of a varint that has more than one. */
const notOneByte = 128;

/** Most numbers are one byte, which is read here: a call for each would cost more than all the rest. */
function readColumn(source: ByteSource, values: Int32Array, columns: Columns, column: number): void {
  const width = columns.length;
  const { none, against } = columns[column]!;
  const { bytes, end } = source;
  const shift = none === null ? 0 : 1;
  let from = source.at;
  let before = 0;
  for (let at = column; at < values.length; at += width) {
    let written = from < end ? bytes[from]! : notOneByte;
    if (written < notOneByte) from++;
    else {
      source.at = from;
      written = readVarint(source);
      from = source.at;
    }
    if (against === 'nothing' || (against === 'line' && isOtherLine(values, at, width))) before = 0;
    if (written < shift) values[at] = none!;
    else values[at] = before += unzigzag(written - shift);
  }
  source.at = from;
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(written: number): number {
  if (written > 0x7fffffff) return written % 2 === 0 ? written / 2 : -(written + 1) / 2;
  return (written >>> 1) ^ -(written & 1);
}
