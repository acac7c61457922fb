/**
 * A file's nodes (expressions and types) as bytes. Operations and each kind of operand have separate streams, because similar values compress best.
 * An operand that is a node is written as the distance back to that node; a string as the distance from the next new string; a scope or an entity as
 * the difference to the last scope or entity.
 * Invariant: `readNodes` returns the nodes that `writeNodes` was given.
 */
import { entityFields, entityKinds, entityWidth, operands, ops, type FileSummary } from '../../model/file-summary.ts';
import {
  byteSink,
  emptied,
  readSignedVarint,
  readVarint,
  writeBytes,
  writeSignedVarint,
  writeVarint,
  type ByteSink,
  type ByteSource,
} from '../../util/bytes/varint.ts';
import { readCount } from './packed-tables.ts';

/** Streams in the order in which they are packed. */
const streamOf = { op: 0, node: 1, string: 2, scope: 3, entity: 4, number: 5, list: 6 } as const;
const streams = Object.keys(streamOf);

/** Written instead of `ops.list` for lists of strings and entities. */
const listCodes = { string: 64, entity: 65 } as const;

/** The streams of each op's operands. */
const operandStreams: readonly (readonly number[] | undefined)[] = Array.from({ length: listCodes.string }, (_, op) =>
  operands[op]?.map((kind) => streamOf[kind]),
);

/** The last values, which operands are written relative to. */
interface LastValues {
  scope: number;
  entity: number;
  /** The highest string so far: the next new one is one more. */
  string: number;
}

interface WriteState extends LastValues {
  nodes: Int32Array;
  /** By the position of a list in `nodes`: the stream of its items; 0 if they are nodes. */
  lists: Uint8Array;
  /** Indexed by `streamOf`. */
  sinks: readonly ByteSink[];
}

/** Reused for each file. */
const sinks = streams.map(() => byteSink());
let kindsOfLists = new Uint8Array(1 << 12);

/**
 * By the position of a list in `nodes`: the stream of its items; 0 if they are nodes. A wrong stream only costs bytes.
 * Throws a `RangeError` for invalid or truncated nodes.
 */
function listsOf({ nodes, entities }: Pick<FileSummary, 'nodes' | 'entities'>): Uint8Array {
  if (kindsOfLists.length < nodes.length) kindsOfLists = new Uint8Array(nodes.length * 2);
  const lists = kindsOfLists.fill(0, 0, nodes.length);
  let end = 0;
  while (end < nodes.length) end = noteNames(nodes, end, lists);
  if (end !== nodes.length) throw invalidNodesError();
  for (let at = 0; at < entities.length; at += entityWidth) {
    const kind = entities[at + entityFields.kind]!;
    if (kind === entityKinds.function || kind === entityKinds.method)
      lists[entities[at + entityFields.listA]!] = streamOf.entity;
    if (kind !== entityKinds.import) lists[entities[at + entityFields.listB]!] = streamOf.entity;
  }
  return lists;
}

/** Notes that the list of a `named` node has strings. Returns the position of the next node. */
function noteNames(nodes: Int32Array, at: number, lists: Uint8Array): number {
  const op = nodes[at]!;
  if (op === ops.list) {
    const count = at + 1 < nodes.length ? nodes[at + 1]! : -1;
    if (count < 0) throw invalidNodesError();
    return at + 2 + count;
  }
  const kinds = operandStreams[op];
  if (kinds === undefined) throw invalidNodesError();
  if (op === ops.named) lists[nodes[at + 1]!] = streamOf.string;
  return at + 1 + kinds.length;
}

function invalidNodesError(): RangeError {
  return new RangeError('the nodes of a summary are invalid');
}

/** Throws a `RangeError` for invalid nodes. */
export function writeNodes(sink: ByteSink, summary: Pick<FileSummary, 'nodes' | 'entities'>): void {
  const { nodes } = summary;
  for (const one of sinks) emptied(one);
  const state: WriteState = { nodes, lists: listsOf(summary), sinks, scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) at = writeNode(state, at);
  writeVarint(sink, nodes.length);
  for (const { bytes, length } of sinks) {
    writeVarint(sink, length);
    writeBytes(sink, bytes, 0, length);
  }
}

/** Returns the position of the next node. */
function writeNode(state: WriteState, at: number): number {
  const { nodes } = state;
  const op = nodes[at]!;
  if (op === ops.list) return writeList(state, at);
  writeVarint(state.sinks[streamOf.op]!, op);
  const kinds = operandStreams[op]!;
  for (let operand = 0; operand < kinds.length; operand++)
    writeOperand(state, kinds[operand]!, nodes[at + 1 + operand]!, at);
  return at + 1 + kinds.length;
}

/** Writes a list of nodes from its last item on, because that is mostly the node directly before the list. Returns the position of the next node. */
function writeList(state: WriteState, at: number): number {
  const { nodes } = state;
  const kind = state.lists[at]!;
  const code = kind === 0 ? ops.list : kind === streamOf.string ? listCodes.string : listCodes.entity;
  writeVarint(state.sinks[streamOf.op]!, code);
  writeVarint(state.sinks[streamOf.number]!, nodes[at + 1]!);
  const first = at + 2;
  const end = first + nodes[at + 1]!;
  if (kind !== 0) {
    for (let item = first; item < end; item++) writeOperand(state, kind, nodes[item]!, at);
    return end;
  }
  let previousItem = at;
  for (let item = end - 1; item >= first; item--) {
    writeSignedVarint(state.sinks[streamOf.list]!, previousItem - nodes[item]!);
    previousItem = nodes[item]!;
  }
  return end;
}

function writeOperand(state: WriteState, stream: number, value: number, at: number): void {
  const sink = state.sinks[stream]!;
  switch (stream) {
    case streamOf.node:
      // 0 means no node.
      writeSignedVarint(sink, value === 0 ? 0 : at - value);
      return;
    case streamOf.string:
      writeSignedVarint(sink, state.string + 1 - value);
      if (value > state.string) state.string = value;
      return;
    case streamOf.scope:
      writeSignedVarint(sink, value - state.scope);
      state.scope = value;
      return;
    case streamOf.entity:
      writeSignedVarint(sink, value - state.entity);
      state.entity = value;
      return;
    default:
      writeSignedVarint(sink, value);
  }
}

/** Minimum of the first byte of a varint with several bytes. */
const notOneByte = 128;

/** Reads from the streams. */
class Streams {
  readonly #sources: ByteSource[] = [];

  /** Moves the source past the streams. */
  constructor(source: ByteSource) {
    const { bytes } = source;
    for (const _ of streams) {
      const length = readVarint(source);
      if (length > source.end - source.at) throw new RangeError('nodes run past the end of their bytes');
      const at = source.at;
      source.at += length;
      this.#sources.push({ bytes, at, end: source.at });
    }
  }

  /** The next number of a stream, by `streamOf`; most take one byte. */
  next(stream: number): number {
    const source = this.#sources[stream]!;
    const byte = source.at < source.end ? source.bytes[source.at]! : notOneByte;
    if (byte >= notOneByte) return readVarint(source);
    source.at++;
    return byte;
  }

  nextSigned(stream: number): number {
    return readSignedVarint(this.#sources[stream]!);
  }
}

/** Throws a `RangeError` for truncated bytes, and for some damaged ones. */
export function readNodes(source: ByteSource): Int32Array<ArrayBuffer> {
  const nodes = new Int32Array(readCount(source));
  const reader = new Streams(source);
  const state: LastValues = { scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) at = readNode(reader, state, nodes, at);
  return nodes;
}

/** Moves the source past the nodes. Throws a `RangeError` for truncated bytes. */
export function skipNodes(source: ByteSource): void {
  readCount(source);
  for (const _ of streams) {
    const length = readVarint(source);
    if (length > source.end - source.at) throw new RangeError('nodes run past the end of their bytes');
    source.at += length;
  }
}

/** Returns the position of the next node. */
function readNode(reader: Streams, state: LastValues, nodes: Int32Array, at: number): number {
  const op = reader.next(streamOf.op);
  if (op === ops.list || op === listCodes.string || op === listCodes.entity)
    return readList(reader, state, { nodes, at, code: op });
  nodes[at] = op;
  const kinds = operandStreams[op];
  if (kinds === undefined) throw new RangeError(`no expression has the code ${op}`);
  if (at + kinds.length >= nodes.length) throw new RangeError('an expression runs past the end of its nodes');
  for (let operand = 0; operand < kinds.length; operand++)
    nodes[at + 1 + operand] = readOperand(reader, state, kinds[operand]!, at);
  return at + 1 + kinds.length;
}

/** Returns the position of the next node. */
function readList(
  reader: Streams,
  state: LastValues,
  { nodes, at, code }: { nodes: Int32Array; at: number; code: number },
): number {
  const count = reader.next(streamOf.number);
  const first = at + 2;
  const end = first + count;
  if (end > nodes.length) throw new RangeError('a list runs past the end of its nodes');
  nodes[at] = ops.list;
  nodes[at + 1] = count;
  if (code === ops.list) {
    let previousItem = at;
    for (let item = end - 1; item >= first; item--) nodes[item] = previousItem -= reader.nextSigned(streamOf.list);
    return end;
  }
  const kind = code === listCodes.string ? streamOf.string : streamOf.entity;
  for (let item = first; item < end; item++) nodes[item] = readOperand(reader, state, kind, at);
  return end;
}

/** @param stream the stream of the operand's kind */
function readOperand(reader: Streams, state: LastValues, stream: number, at: number): number {
  const written = reader.nextSigned(stream);
  switch (stream) {
    case streamOf.node:
      return written === 0 ? 0 : at - written;
    case streamOf.string: {
      const value = state.string + 1 - written;
      if (value > state.string) state.string = value;
      return value;
    }
    case streamOf.scope:
      return (state.scope += written);
    case streamOf.entity:
      return (state.entity += written);
    default:
      return written;
  }
}
