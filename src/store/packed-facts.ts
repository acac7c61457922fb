/**
 * A file's link facts as one blob: in front what linking has to know of every file (`LinkHeader`, the modules it names), then, compressed,
 * the tables, column by column as differences, and the key of each definition's symbol.
 * Invariant: `unpackFacts(packFacts(x))` equals `x`.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  entityFields,
  entityWidth,
  exportWidth,
  operands,
  ops,
  scopeWidth,
  siteWidth,
  type LinkFacts,
  type Operand,
} from '../model/link-facts.ts';
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
  writeNodes(body, facts.nodes);
  writeTable(body, facts.scopes, plainColumns(scopeWidth));
  writeTable(body, facts.entities, entityColumns);
  writeTable(body, facts.exports, plainColumns(exportWidth));
  writeTable(body, facts.sites, plainColumns(siteWidth));
  writeTable(body, facts.expected, plainColumns(2));
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

const pathMarks = /::|[\\.]/;

/** Those of some names that are among the texts of a file's facts, alone or as a part of a path. */
export function mentionedIn(bytes: Uint8Array, names: ReadonlySet<string>): Set<string> {
  const front = packedSource(bytes);
  readFront(front);
  const source = packedSource(decompress(bytes.subarray(front.at)));
  const mentioned = new Set<string>();
  // Texts are read only where one of the names can be: most files have none.
  if (![...names].some((name) => /[^\0-\x7f]/.test(name) || source.latin1.includes(name))) return mentioned;
  for (const text of readTexts(source)) {
    if (names.has(text)) mentioned.add(text);
    if (pathMarks.test(text)) for (const part of text.split(pathMarks)) if (names.has(part)) mentioned.add(part);
  }
  return mentioned;
}

/** Throws on bytes that `packFacts` did not make. */
export function unpackFacts(bytes: Uint8Array): FileFactsContent {
  const front = packedSource(bytes);
  const { header, modules } = readFront(front);
  const source = packedSource(decompress(bytes.subarray(front.at)));
  const strings = readTexts(source);
  const nodes = readNodes(source);
  const scopes = readTable(source, plainColumns(scopeWidth));
  const entities = readTable(source, entityColumns);
  const exports = readTable(source, plainColumns(exportWidth));
  const sites = readTable(source, plainColumns(siteWidth));
  const expected = readTable(source, plainColumns(2));
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

/** By column, the value that stands for none and is passed over by the differences; null where there is no such value. */
type Columns = readonly (number | null)[];

function plainColumns(width: number): Columns {
  return new Array<null>(width).fill(null);
}

const entityColumns: Columns = Array.from({ length: entityWidth }, (_, field) => noneOf.get(field) ?? null);

function writeTable(sink: ByteSink, values: Int32Array, columns: Columns): void {
  const width = columns.length;
  writeVarint(sink, values.length);
  for (let column = 0; column < width; column++) {
    const none = columns[column]!;
    let before = 0;
    for (let at = column; at < values.length; at += width) {
      const value = values[at]!;
      if (value === none) {
        writeVarint(sink, 0);
        continue;
      }
      writeVarint(sink, zigzag(value - before) + (none === null ? 0 : 1));
      before = value;
    }
  }
}

function readTable(source: ByteSource, columns: Columns): Int32Array {
  const width = columns.length;
  const values = new Int32Array(readCount(source));
  for (let column = 0; column < width; column++) {
    const none = columns[column]!;
    let before = 0;
    for (let at = column; at < values.length; at += width) {
      const written = readVarint(source);
      if (none !== null && written === 0) values[at] = none;
      else values[at] = before += unzigzag(written - (none === null ? 0 : 1));
    }
  }
  return values;
}

/** A number of values of which each takes a byte at the least. */
function readCount(source: ByteSource): number {
  const count = readVarint(source);
  if (count > source.end - source.at) throw new RangeError('a table runs past the end of its bytes');
  return count;
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(written: number): number {
  return written % 2 === 0 ? written / 2 : -(written + 1) / 2;
}

/** What operands of a kind are told against: each kind has bytes of its own, since alike compresses best. */
interface Operands {
  sinks: Record<Operand | 'op' | 'list', ByteSink>;
  scope: number;
  entity: number;
  /** The highest string so far: the next new one is one more. */
  string: number;
}

const streams = ['op', 'node', 'string', 'scope', 'entity', 'number', 'list'] as const;

/** Ops and operands apart; nodes as distances back, strings from the next new one, scopes and entities from the last. */
function writeNodes(sink: ByteSink, nodes: Int32Array): void {
  const sinks = Object.fromEntries(streams.map((stream) => [stream, byteSink(nodes.length)])) as Operands['sinks'];
  const state: Operands = { sinks, scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) {
    const op = nodes[at]!;
    writeVarint(sinks.op, op);
    if (op === ops.list) {
      const count = nodes[at + 1]!;
      writeVarint(sinks.number, count);
      let before = at;
      for (let item = at + 2; item < at + 2 + count; item++) {
        writeSignedVarint(sinks.list, before - nodes[item]!);
        before = nodes[item]!;
      }
      at += 2 + count;
      continue;
    }
    const kinds = operands[op]!;
    for (const [place, kind] of kinds.entries()) writeOperand(state, kind, nodes[at + 1 + place]!, at);
    at += 1 + kinds.length;
  }
  writeVarint(sink, nodes.length);
  for (const stream of streams) {
    const { bytes, length } = sinks[stream];
    writeVarint(sink, length);
    writeBytes(sink, bytes, 0, length);
  }
}

function writeOperand(state: Operands, kind: Operand, value: number, at: number): void {
  const sink = state.sinks[kind];
  if (kind === 'node') writeSignedVarint(sink, value === 0 ? 0 : at - value);
  else if (kind === 'string') {
    writeSignedVarint(sink, state.string + 1 - value);
    state.string = Math.max(state.string, value);
  } else if (kind === 'number') writeSignedVarint(sink, value);
  else {
    writeSignedVarint(sink, value - state[kind]);
    state[kind] = value;
  }
}

function readNodes(source: ByteSource): Int32Array {
  const nodes = new Int32Array(readCount(source));
  const parts = new Map<string, ByteSource>();
  for (const stream of streams) {
    const length = readVarint(source);
    if (length > source.end - source.at) throw new RangeError('nodes run past the end of their bytes');
    parts.set(stream, { bytes: source.bytes, at: source.at, end: source.at + length });
    source.at += length;
  }
  const [opSource, listSource, numberSource] = [parts.get('op')!, parts.get('list')!, parts.get('number')!];
  const state = { scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) {
    const op = readVarint(opSource);
    nodes[at] = op;
    if (op === ops.list) {
      const count = readVarint(numberSource);
      nodes[at + 1] = count;
      let before = at;
      for (let item = at + 2; item < at + 2 + count; item++) {
        before -= readSignedVarint(listSource);
        nodes[item] = before;
      }
      at += 2 + count;
      continue;
    }
    const kinds = operands[op];
    if (kinds === undefined) throw new RangeError(`no expression has the code ${op}`);
    for (let place = 0; place < kinds.length; place++)
      nodes[at + 1 + place] = readOperand(state, kinds[place]!, parts.get(kinds[place]!)!, at);
    at += 1 + kinds.length;
  }
  return nodes;
}

function readOperand(state: Omit<Operands, 'sinks'>, kind: Operand, source: ByteSource, at: number): number {
  const written = readSignedVarint(source);
  if (kind === 'node') return written === 0 ? 0 : at - written;
  if (kind === 'number') return written;
  if (kind === 'string') {
    const value = state.string + 1 - written;
    state.string = Math.max(state.string, value);
    return value;
  }
  return (state[kind] += written);
}
