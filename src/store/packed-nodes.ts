/**
 * A file's nodes (expressions and types) as bytes: ops and operands apart, each kind of operand in a stream of its own, since alike
 * compresses best.
 * Invariant: `readNodes` gives what `writeNodes` was given.
 */
import {
  entityFields,
  entityKinds,
  entityWidth,
  operands,
  ops,
  type LinkFacts,
  type Operand,
} from '../model/link-facts.ts';
import { byteSink, readVarint, writeBytes, writeSignedVarint, writeVarint } from '../util/varint.ts';
import type { ByteSink, ByteSource } from '../util/varint.ts';

/** What operands of a kind are told against: each kind has bytes of its own, since alike compresses best. */
interface Operands {
  sinks: Record<Operand | 'op' | 'list', ByteSink>;
  scope: number;
  entity: number;
  /** The highest string so far: the next new one is one more. */
  string: number;
}

const streams = ['op', 'node', 'string', 'scope', 'entity', 'number', 'list'] as const;

/** Written in the place of `ops.list` for lists of what is no node. */
const listCodes = { string: 64, entity: 65 } as const;

/** By the place of a list, what its numbers are; nodes where nothing is said. Wrong, it costs bytes and nothing else. */
function listsOf({ nodes, entities }: LinkFacts): ReadonlyMap<number, 'string' | 'entity'> {
  const lists = new Map<number, 'string' | 'entity'>();
  for (let at = 0; at < nodes.length;) {
    const op = nodes[at]!;
    if (op === ops.named) lists.set(nodes[at + 1]!, 'string');
    at += op === ops.list ? 2 + nodes[at + 1]! : 1 + operands[op]!.length;
  }
  for (let at = 0; at < entities.length; at += entityWidth) {
    const kind = entities[at + entityFields.kind]!;
    if (kind === entityKinds.function || kind === entityKinds.method)
      lists.set(entities[at + entityFields.listA]!, 'entity');
    if (kind !== entityKinds.import) lists.set(entities[at + entityFields.listB]!, 'entity');
  }
  return lists;
}

/** Ops and operands apart; nodes as distances back, strings from the next new one, scopes and entities from the last. */
export function writeNodes(sink: ByteSink, facts: LinkFacts): void {
  const { nodes } = facts;
  const lists = listsOf(facts);
  const sinks = Object.fromEntries(streams.map((stream) => [stream, byteSink(nodes.length)])) as Operands['sinks'];
  const state: Operands = { sinks, scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) {
    const op = nodes[at]!;
    if (op === ops.list) {
      const kind = lists.get(at);
      writeVarint(sinks.op, kind === undefined ? op : listCodes[kind]);
      writeVarint(sinks.number, nodes[at + 1]!);
      at = writeItems(state, nodes, at, kind);
      continue;
    }
    writeVarint(sinks.op, op);
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

/** The last item first: it stands just before the list. Gives where the next node starts. */
function writeItems(state: Operands, nodes: Int32Array, at: number, kind: 'string' | 'entity' | undefined): number {
  const [first, end] = [at + 2, at + 2 + nodes[at + 1]!];
  if (kind !== undefined) {
    for (let item = first; item < end; item++) writeOperand(state, kind, nodes[item]!, at);
    return end;
  }
  let before = at;
  for (let item = end - 1; item >= first; item--) {
    writeSignedVarint(state.sinks.list, before - nodes[item]!);
    before = nodes[item]!;
  }
  return end;
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
    const source: ByteSource = { bytes: this.#bytes, at: this.#at[stream]!, end: this.#ends[stream]! };
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

const streamOf = Object.fromEntries(streams.map((stream, place) => [stream, place])) as Record<
  (typeof streams)[number],
  number
>;

/** By op: the streams of its operands. */
const operandStreams: readonly (readonly number[] | undefined)[] = Array.from({ length: listCodes.string }, (_, op) =>
  operands[op]?.map((kind) => streamOf[kind]),
);

export function readNodes(source: ByteSource): Int32Array {
  const nodes = new Int32Array(readCount(source));
  const reader = new Streams(source);
  const state: Last = { scope: 0, entity: 0, string: -1 };
  for (let at = 0; at < nodes.length;) {
    const op = reader.next(streamOf.op);
    if (op === ops.list || op === listCodes.string || op === listCodes.entity) {
      at = readList(reader, state, { nodes, at, code: op });
      continue;
    }
    nodes[at] = op;
    const kinds = operandStreams[op];
    if (kinds === undefined) throw new RangeError(`no expression has the code ${op}`);
    for (let place = 0; place < kinds.length; place++)
      nodes[at + 1 + place] = readOperand(reader, state, kinds[place]!, at);
    at += 1 + kinds.length;
  }
  return nodes;
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

/** What operands are told against. */
type Last = Omit<Operands, 'sinks'>;

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
