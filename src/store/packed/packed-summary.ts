/**
 * A file summary as one blob. The front has what linking needs of every file (`LinkHeader` and the imported modules). Then follow, compressed: the
 * texts; the names of the definitions, from which the keys of their symbols are computed; the nodes; and the tables, column by column, mostly as
 * differences.
 * Invariant: `unpackSummary(packSummary(x))` equals `x`.
 */
import { entityFields, type FileSummary } from '../../model/file-summary.ts';
import type { Definition } from '../../model/definition.ts';
import type { LinkHeader } from '../../model/link-header.ts';
import { keyPath, noPath, pathHash, pathKey, qualifiedName, type PathHash } from '../../model/link.ts';
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
} from '../../util/bytes/varint.ts';
import type { ByteSink, ByteSource } from '../../util/bytes/varint.ts';
import { frameContent, zstdFrame } from '../../util/bytes/zstd.ts';
import { readNodes, skipNodes, writeNodes } from './packed-nodes.ts';
import { readColumns, readTable, skipTable, skipVarints, summaryTables, writeTable } from './packed-tables.ts';
import {
  expectEnd,
  packedSource,
  readTexts,
  skipText,
  textAt,
  textNumber,
  writeTextList,
  writeTexts,
} from './packed-texts.ts';
import type { PackedSource, TextTable } from './packed-texts.ts';

export interface FileSummaryContent {
  header: LinkHeader;
  summary: FileSummary;
}

/** The parts of a definition that its symbol's key is computed from. */
export type DefinitionName = Pick<Definition, 'name' | 'container'>;

export interface UnpackedSummary extends FileSummaryContent {
  /** `symbolKey` of each of the file's definitions. */
  keys: readonly number[];
}

export interface SummaryFront {
  header: LinkHeader;
  /** `FileSummary.modules`. */
  modules: string[];
}

/** Lists in the front: the unit, global names, extensions and modules. */
const frontLists = 4;

/** Reused for each file: new buffers would be much work for the garbage collector. */
const [scratch, namesScratch] = [byteSink(), byteSink()];

/** A packed summary before its second part is compressed. */
export interface EncodedSummary {
  front: Uint8Array;
  tables: Uint8Array;
}

/** @param definitions the definitions of the file */
export function packSummary(content: FileSummaryContent, definitions: readonly DefinitionName[]): Uint8Array {
  return compressSummary(encodeSummary(content, definitions));
}

/** @param definitions the definitions of the file */
export function encodeSummary(
  { header, summary }: FileSummaryContent,
  definitions: readonly DefinitionName[],
): EncodedSummary {
  const tables = emptied(scratch);
  writeTables(tables, summary, definitions);
  const tableBytes = sinkBytes(tables);
  const front = emptied(scratch);
  writeTextList(front, [header.unit]);
  writeTextList(front, header.globals);
  writeTextList(front, header.extensions);
  writeTextList(front, summary.modules);
  return { front: sinkBytes(front), tables: tableBytes };
}

function writeTables(sink: ByteSink, summary: FileSummary, definitions: readonly DefinitionName[]): void {
  const texts = textTable(summary.strings);
  const names = emptied(namesScratch);
  writeNames(names, texts, definitions);
  writeVarint(sink, summary.strings.length);
  writeTexts(sink, texts);
  writeBytes(sink, names.bytes, 0, names.length);
  writeNodes(sink, summary);
  writeTable(sink, summary.scopes, summaryTables.scopes);
  writeTable(sink, summary.entities, summaryTables.entities);
  writeTable(sink, summary.exports, summaryTables.exports);
  writeTable(sink, summary.sites, summaryTables.sites);
  writeTable(sink, summary.expected, summaryTables.expected);
  writeVarint(sink, summary.global ? 1 : 0);
}

export function compressSummary({ front, tables }: EncodedSummary): Uint8Array {
  const packed = emptied(scratch);
  writeBytes(packed, front);
  writeBytes(packed, zstdFrame(tables));
  return sinkBytes(packed);
}

/** Reads the front, which is not compressed. */
export function unpackSummaryFront(bytes: Uint8Array): SummaryFront {
  return readFront(frontSource(bytes));
}

/** A source of the front alone, so that no string is made of the rest. */
function frontSource(bytes: Uint8Array): PackedSource {
  const source = { ...byteSource(bytes), latin1: '' };
  for (let list = 0; list < frontLists; list++) for (let left = readVarint(source); left > 0; left--) skipText(source);
  return packedSource(bytes.subarray(0, source.at));
}

/** The separators of a path in a text of a summary (`a::b`, `a.b`, `a\b`). */
export const pathMarks = /::|[\\.]/;

/** Those of `names` that are texts of the summary, or parts of a path in one of its texts. */
export function mentionedIn(bytes: Uint8Array, names: ReadonlySet<string>): Set<string> {
  const front = frontSource(bytes);
  readFront(front);
  const source = packedSource(frameContent(bytes.subarray(front.at)));
  const mentioned = new Set<string>();
  // Texts are decoded only if one of the names may be among them: most files have none.
  if (![...names].some((name) => /[^\0-\x7f]/.test(name) || source.latin1.includes(name))) return mentioned;
  for (const text of readStrings(source)) {
    if (names.has(text)) mentioned.add(text);
    if (pathMarks.test(text)) for (const part of text.split(pathMarks)) if (names.has(part)) mentioned.add(part);
  }
  return mentioned;
}

/** Whether the texts of the summary may contain one of these parts: false only where none does. */
export function mayContain(bytes: Uint8Array, parts: readonly string[]): boolean {
  const front = frontSource(bytes);
  readFront(front);
  const { latin1 } = packedSource(frameContent(bytes.subarray(front.at)));
  return parts.some((part) => /[^\0-\x7f]/.test(part) || latin1.includes(part));
}

/** All texts of a summary: the names that the file declares and mentions. */
export function unpackSummaryStrings(bytes: Uint8Array): string[] {
  const front = frontSource(bytes);
  readFront(front);
  return readStrings(packedSource(frameContent(bytes.subarray(front.at))));
}

/** The texts of the summary, without those at the end that only the keys of definitions need. */
function readStrings(source: PackedSource): string[] {
  const count = readVarint(source);
  return readTexts(source).slice(0, count);
}

/** Throws on bytes that `packSummary` did not make. */
export function unpackSummary(bytes: Uint8Array): UnpackedSummary {
  const front = frontSource(bytes);
  return decode(front, () => frameContent(bytes.subarray(front.at)));
}

/** Where a file's entities and sites are, and of what kind (`entityKinds`, `siteKinds`): an entry in each list for each of them. */
export interface SummaryPositions {
  entities: Record<'kinds' | 'lines' | 'columns', Int32Array>;
  sites: Record<'kinds' | 'lines' | 'columns', Int32Array>;
}

/** Reads positions alone, at a fraction of the cost of `unpackSummary`. Throws as that. */
export function unpackSummaryPositions(bytes: Uint8Array): SummaryPositions {
  const front = frontSource(bytes);
  const source = byteSource(frameContent(bytes.subarray(front.end)));
  readVarint(source);
  for (let left = readVarint(source); left > 0; left--) skipText(source);
  // The name and the container of each definition.
  skipVarints(source, 2 * readVarint(source));
  skipNodes(source);
  skipTable(source);
  const { kind, line, column } = entityFields;
  const [entityKinds, entityLines, entityColumns] = readColumns(source, summaryTables.entities, [kind, line, column]);
  skipTable(source);
  const [siteKinds, siteLines, siteColumns] = readColumns(source, summaryTables.sites, [0, 2, 3]);
  return {
    entities: { kinds: entityKinds!, lines: entityLines!, columns: entityColumns! },
    sites: { kinds: siteKinds!, lines: siteLines!, columns: siteColumns! },
  };
}

/** Throws on bytes that `encodeSummary` did not make. */
export function decodeSummary({ front, tables }: EncodedSummary): UnpackedSummary {
  return decode(packedSource(front), () => tables);
}

/** @param tablesOf called when the front was read */
function decode(front: PackedSource, tablesOf: () => Uint8Array): UnpackedSummary {
  const { header, modules } = readFront(front);
  const content = tablesOf();
  const source = packedSource(content, textsEnd(content));
  const stringCount = readVarint(source);
  const strings = readTexts(source);
  const keys = readKeys(source, strings);
  // Drops the texts at the end that only the keys of definitions need.
  strings.length = Math.min(strings.length, stringCount);
  const nodes = readNodes(source);
  const scopes = readTable(source, summaryTables.scopes);
  const entities = readTable(source, summaryTables.entities);
  const exports = readTable(source, summaryTables.exports);
  const sites = readTable(source, summaryTables.sites);
  const expected = readTable(source, summaryTables.expected);
  const global = readVarint(source) === 1;
  expectEnd(source);
  const summary = { strings, nodes, scopes, entities, exports, sites, expected, modules, global, unit: header.unit };
  return { header, summary, keys };
}

/** Offset of the end of the texts, so that no string is made of the rest. */
function textsEnd(content: Uint8Array): number {
  const source = byteSource(content);
  readVarint(source);
  for (let left = readVarint(source); left > 0; left--) skipText(source);
  return source.at;
}

function readFront(source: PackedSource): SummaryFront {
  const [unit = ''] = readTexts(source);
  const globals = readTexts(source);
  const extensions = readTexts(source);
  return { header: { unit, globals, extensions }, modules: readTexts(source) };
}

function textTable(texts: readonly string[]): TextTable {
  const table: TextTable = new Map();
  for (const text of texts) textNumber(table, text);
  return table;
}

/**
 * Writes for each definition the number of its name as a difference, and its container. The container is 0 for none; twice the distance back to the
 * definition of the container; or, if no earlier definition has its name, twice the number of its text, plus one. Adds texts to the table.
 */
function writeNames(sink: ByteSink, texts: TextTable, definitions: readonly DefinitionName[]): void {
  const indexByName = new Map<string, number>();
  let previousNumber = 0;
  writeVarint(sink, definitions.length);
  for (let index = 0; index < definitions.length; index++) {
    const definition = definitions[index]!;
    const { name, container } = keyPath(definition);
    const number = textNumber(texts, name);
    writeSignedVarint(sink, number - previousNumber);
    previousNumber = number;
    const containerIndex = container === null ? undefined : indexByName.get(container);
    if (container === null) writeVarint(sink, 0);
    else if (containerIndex === undefined) writeVarint(sink, textNumber(texts, container) * 2 + 1);
    else writeVarint(sink, (index - containerIndex) * 2);
    indexByName.set(qualifiedName(definition), index);
  }
}

/** `symbolKey` of each definition. The hash of a container's path is continued for its members. */
function readKeys(source: ByteSource, texts: readonly string[]): number[] {
  const count = readVarint(source);
  const keys: number[] = [];
  const paths: PathHash[] = [];
  let previousNumber = 0;
  for (let index = 0; index < count; index++) {
    const name = textAt(texts, (previousNumber += readSignedVarint(source)));
    const path = pathHash(name, readContainer(source, texts, paths));
    paths.push(path);
    keys.push(pathKey(path));
  }
  return keys;
}

/** The hash of a container's path with its separator, which the hash of the name continues. */
function readContainer(source: ByteSource, texts: readonly string[], paths: readonly PathHash[]): PathHash {
  const written = readVarint(source);
  if (written === 0) return noPath;
  if (written % 2 === 1) return pathHash('.', pathHash(textAt(texts, (written - 1) / 2), noPath));
  const container = paths[paths.length - written / 2];
  if (container === undefined) throw new RangeError('a container is before the first definition');
  return pathHash('.', container);
}
