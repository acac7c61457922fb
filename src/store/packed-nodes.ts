/**
 * A file's nodes (expressions and types) as bytes: ops and operands apart, each kind of operand in a stream of its own, since alike
 * compresses best.
 * Invariant: `readNodes` gives what `writeNodes` was given.
 */
import { entityFields, entityKinds, entityWidth, operands, ops, type LinkFacts } from '../model/link-facts.ts';
import { byteSink, emptied, readVarint, writeBytes, writeSignedVarint, writeVarint } from '../util/varint.ts';
import type { ByteSink, ByteSource } from '../util/varint.ts';

const streams = ['op', 'node', 'string', 'scope', 'entity', 'number', 'list'] as const;

/** Streams by their place in `streams`. */
const streamOf = { op: 0, node: 1, string: 2, scope: 3, entity: 4, number: 5, list: 6 } as const;

/** What operands are told against. */
interface Last {
  scope: number;
  entity: number;
  /** The highest string so far: the next new one is one more. */
  string: number;
}

interface Written extends Last {
  nodes: Int32Array;
  /** By the place of a list, the stream of its items; 0 where they are nodes. */
  lists: Uint8Array;
  /** By `streamOf`: each kind of operand has bytes of its own, since alike compresses best. */
  sinks: readonly ByteSink[];
}

/** Written in the place of `ops.list` for lists of what is no node. */
const listCodes = { string: 64, entity: 65 } as const;

/** By op: the streams of its operands. */
const operandStreams: readonly (readonly number[] | undefined)[] = Array.from({ length: listCodes.string }, (_, op) =>
  operands[op]?.map((kind) => streamOf[kind]),
);

/** Serve one file of the thread after the other. */
const sinks = streams.map(() => byteSink());
let kindsOfLists = new Uint8Array(1 << 12);

/** By the place of a list, what its numbers are; nodes where nothing is said. Wrong, it costs bytes and nothing else. */
function listsOf({ nodes, entities }: LinkFacts): Uint8Array {
  if (kindsOfLists.length < nodes.length) kindsOfLists = new Uint8Array(nodes.length * 2);
  const lists = kindsOfLists.fill(0, 0, nodes.length);
  for (let at = 0; at < nodes.length;) at = noteNames(nodes, at, lists);
  for (let at = 0; at < entities.length; at += entityWidth) {
    const kind = entities[at + entityFields.kind]!;
    if (kind === entityKinds.function || kind === entityKinds.method)
      lists[entities[at + entityFields.listA]!] = streamOf.entity;
    if (kind !== entityKinds.import) lists[entities[at + entityFields.listB]!] = streamOf.entity;
  }
  return lists;
}

/** Gives where the next node starts. */
function noteNames(nodes: Int32Array, at: number, lists: Uint8Array): number {
  const op = nodes[at]!;
  if (op === ops.list) return at + 2 + nodes[at + 1]!;
  if (op === ops.named) lists[nodes[at + 1]!] = streamOf.string;
  return at + 1 + operandStreams[op]!.length;
}

/** Ops and operands apart; nodes as distances back, strings from the next new one, scopes and entities from the last. */
export function writeNodes(sink: ByteSink, facts: LinkFacts): void {
  const { nodes } = facts;
  for (const one of sinks) emptied(one);
  const state: Written = { nodes, lists: listsOf(facts), sinks, scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) at = writeNode(state, at);
  writeVarint(sink, nodes.length);
  for (const { bytes, length } of sinks) {
    writeVarint(sink, length);
    writeBytes(sink, bytes, 0, length);
  }
}

/** Gives where the next node starts. */
function writeNode(state: Written, at: number): number {
  const { nodes } = state;
  const op = nodes[at]!;
  if (op === ops.list) return writeList(state, at);
  writeVarint(state.sinks[streamOf.op]!, op);
  const kinds = operandStreams[op]!;
  for (let place = 0; place < kinds.length; place++) writeOperand(state, kinds[place]!, nodes[at + 1 + place]!, at);
  return at + 1 + kinds.length;
}

/** The last item of nodes first: it stands just before the list. */
function writeList(state: Written, at: number): number {
  const { nodes } = state;
  const kind = state.lists[at]!;
  writeVarint(
    state.sinks[streamOf.op]!,
    kind === 0 ? ops.list : kind === streamOf.string ? listCodes.string : listCodes.entity,
  );
  writeVarint(state.sinks[streamOf.number]!, nodes[at + 1]!);
  const first = at + 2;
  const end = first + nodes[at + 1]!;
  if (kind !== 0) {
    for (let item = first; item < end; item++) writeOperand(state, kind, nodes[item]!, at);
    return end;
  }
  let before = at;
  for (let item = end - 1; item >= first; item--) {
    writeSignedVarint(state.sinks[streamOf.list]!, before - nodes[item]!);
    before = nodes[item]!;
  }
  return end;
}

function writeOperand(state: Written, stream: number, value: number, at: number): void {
  const sink = state.sinks[stream]!;
  switch (stream) {
    case streamOf.node:
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

/** Where each stream is read. */
class Streams {
  readonly #bytes: Uint8Array;
  readonly #at: number[] = [];
  readonly #ends: number[] = [];

  /** Leaves the source behind the streams. */
  constructor(source: ByteSource) {
    this.#bytes = source.bytes;
    for (const _ of streams) {
      const length = readVarint(source);
      if (length > source.end - source.at) throw new RangeError('nodes run past the end of their bytes');
      this.#at.push(source.at);
      source.at += length;
      this.#ends.push(source.at);
    }
  }

  /** The next number of a stream, by its place in `streams`; most are one byte. */
  next(stream: number): number {
    const at = this.#at[stream]!;
    const byte = at < this.#ends[stream]! ? this.#bytes[at]! : notOneByte;
    if (byte >= notOneByte) return this.#nextLong(stream);
    this.#at[stream] = at + 1;
    return byte;
  }

  #nextLong(stream: number): number {
    const bytes = this.#bytes;
    const at = this.#at[stream]!;
    const second = at + 1 < this.#ends[stream]! ? bytes[at + 1]! : notOneByte;
    if (second < notOneByte) {
      this.#at[stream] = at + 2;
      return (bytes[at]! & 127) | (second << 7);
    }
    const source: ByteSource = { bytes, at, end: this.#ends[stream]! };
    const value = readVarint(source);
    this.#at[stream] = source.at;
    return value;
  }

  nextSigned(stream: number): number {
    const written = this.next(stream);
    return written % 2 === 0 ? written / 2 : -(written + 1) / 2;
  }
}

/** The first byte of a varint that has more than one. */
const notOneByte = 128;

export function readNodes(source: ByteSource): Int32Array {
  const nodes = new Int32Array(readCount(source));
  const reader = new Streams(source);
  const state: Last = { scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) at = readNode(reader, state, nodes, at);
  return nodes;
}

/** Gives where the next node starts. */
function readNode(reader: Streams, state: Last, nodes: Int32Array, at: number): number {
  const op = reader.next(streamOf.op);
  if (op === ops.list || op === listCodes.string || op === listCodes.entity)
    return readList(reader, state, { nodes, at, code: op });
  nodes[at] = op;
  const kinds = operandStreams[op];
  if (kinds === undefined) throw new RangeError(`no expression has the code ${op}`);
  for (let place = 0; place < kinds.length; place++)
    nodes[at + 1 + place] = readOperand(reader, state, kinds[place]!, at);
  return at + 1 + kinds.length;
}

/** Gives where the next node starts. */
function readList(
  reader: Streams,
  state: Last,
  { nodes, at, code }: { nodes: Int32Array; at: number; code: number },
): number {
  const count = reader.next(streamOf.number);
  const first = at + 2;
  const end = first + count;
  if (end > nodes.length) throw new RangeError('a list runs past the end of its nodes');
  nodes[at] = ops.list;
  nodes[at + 1] = count;
  if (code === ops.list) {
    let before = at;
    for (let item = end - 1; item >= first; item--) nodes[item] = before -= reader.nextSigned(streamOf.list);
    return end;
  }
  const kind = code === listCodes.string ? streamOf.string : streamOf.entity;
  for (let item = first; item < end; item++) nodes[item] = readOperand(reader, state, kind, at);
  return end;
}

/** @param stream of the operand's kind */
function readOperand(reader: Streams, state: Last, stream: number, at: number): number {
  const written = reader.nextSigned(stream);
  switch (stream) {
    case streamOf.node:
      return written === 0 ? 0 : at - written;
    case streamOf.string: {
      const value = state.string + 1 - written;
      state.string = Math.max(state.string, value);
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

/** A number of values of which each takes a byte at the least. */
export function readCount(source: ByteSource): number {
  const count = readVarint(source);
  if (count > source.end - source.at) throw new RangeError('a table runs past the end of its bytes');
  return count;
}
