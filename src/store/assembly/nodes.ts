/**
 * A file's nodes (expressions and types) as bytes: ops and operands apart, each kind of operand in a stream of its own, since alike
 * compresses best. Nodes are told as distances back, strings from the next new one, scopes and entities from the last.
 * Invariant: `readNodes` gives what `writeNodes` was given.
 */
import * as layout from './layout';
import { get, set } from './memory';
import { takeCount } from './tables';
import { isBroken, next, place, put, refuse, skip, take, takeFrom, unzigzag, zigzag } from './varint';

/** The host's description has these numbers. */
const opStream: i32 = 0;
const nodeStream: i32 = 1;
const stringStream: i32 = 2;
const scopeStream: i32 = 3;
const entityStream: i32 = 4;
const numberStream: i32 = 5;
const listStream: i32 = 6;
const streamCount: i32 = 7;

/** Written in the place of the op for lists of what is no node. */
const stringListOp: i32 = layout.opCount;
const entityListOp: i32 = layout.opCount + 1;

/** The most bytes that `writeNodes` needs for each number besides those of its result: a byte of `lists`, and a number of each stream. */
export const workBytes: i32 = 1 + 7 * 5;

/** By stream: where it goes on, as an address; in reading, where it ends behind that. */
const ends = memory.data(7 * 8);

let nodes: usize = 0;
let count: i32 = 0;
/** By the place of a list, the stream of its items; 0 where they are nodes, or nothing is said. Wrong, it costs bytes and nothing else. */
let lists: usize = 0;

/** What operands are told against; of strings the highest so far: the next new one is one more. */
let lastScope: i32 = 0;
let lastEntity: i32 = 0;
let highestString: i32 = -1;

function begin(at: usize, length: i32): void {
  nodes = at;
  count = length;
  lastScope = 0;
  lastEntity = 0;
  highestString = -1;
}

/** Says of a list what its items are; of a place that is none, nothing. */
function noteList(at: i32, stream: i32): void {
  if (<u32>at < <u32>count) store<u8>(lists + <usize>at, <u8>stream);
}

/** Whether all nodes are such and whole; notes lists of names on the way. */
function checkNodes(): bool {
  let at = 0;
  while (at < count) {
    const op = get(nodes, at);
    if (<u32>op >= <u32>layout.opCount) return false;
    if (op === layout.listOp()) {
      if (at + 1 >= count || <u32>get(nodes, at + 1) > <u32>(count - at - 2)) return false;
      at += 2 + get(nodes, at + 1);
      continue;
    }
    const operands = layout.operandCount(op);
    if (operands < 0 || at + operands >= count) return false;
    if (op === layout.namedOp()) noteList(get(nodes, at + 1), stringStream);
    at += 1 + operands;
  }
  return true;
}

/** Notes the lists of entities. */
function noteEntities(entities: usize, entityNumbers: i32): void {
  const columns = layout.columnCount(layout.entities);
  for (let column = 0; column < columns; column++) {
    const kinds = layout.listKinds(layout.entities, column);
    if (kinds === 0) continue;
    for (let entity = 0; entity < entityNumbers; entity += columns) {
      const kind = get(entities, entity + layout.kindColumn());
      if (((kinds >>> kind) & 1) === 1) noteList(get(entities, entity + column), entityStream);
    }
  }
}

function streamStart(work: usize, stream: i32): usize {
  return work + <usize>count * <usize>(1 + 5 * stream);
}

/**
 * @param work room for `workBytes` for each number
 * @returns where it ends; 0 for what are no nodes
 */
export function writeNodes(
  to: usize,
  from: usize,
  length: i32,
  entities: usize,
  entityNumbers: i32,
  work: usize,
): usize {
  begin(from, length);
  lists = work;
  memory.fill(lists, 0, count);
  if (!checkNodes()) return 0;
  noteEntities(entities, entityNumbers);
  for (let stream = 0; stream < streamCount; stream++) set(ends, stream, <i32>streamStart(work, stream));
  for (let at = 0; at < count;) at = writeNode(at);
  let at = put(to, count);
  for (let stream = 0; stream < streamCount; stream++) {
    const first = streamStart(work, stream);
    const bytes = <usize>get(ends, stream) - first;
    at = put(at, bytes);
    memory.copy(at, first, bytes);
    at += bytes;
  }
  return at;
}

function write(stream: i32, value: i64): void {
  writePlain(stream, zigzag(value));
}

function writePlain(stream: i32, value: u64): void {
  const at = <usize>get(ends, stream);
  let end = at + 1;
  // Nearly all.
  if (value < 128) store<u8>(at, <u8>value);
  else end = put(at, value);
  set(ends, stream, <i32>end);
}

/** Gives where the next node starts. */
function writeNode(at: i32): i32 {
  const op = get(nodes, at);
  if (op === layout.listOp()) return writeList(at);
  writePlain(opStream, <u64>op);
  const operands = layout.operandCount(op);
  for (let operand = 0; operand < operands; operand++)
    writeOperand(layout.operandStream(op, operand), get(nodes, at + 1 + operand), at);
  return at + 1 + operands;
}

/** The last item of nodes first: it stands just before the list. */
function writeList(at: i32): i32 {
  const stream = <i32>load<u8>(lists + <usize>at);
  const op = stream === 0 ? layout.listOp() : stream === stringStream ? stringListOp : entityListOp;
  writePlain(opStream, <u64>op);
  const items = get(nodes, at + 1);
  writePlain(numberStream, <u64>items);
  const first = at + 2;
  const end = first + items;
  if (stream !== 0) {
    for (let item = first; item < end; item++) writeOperand(stream, get(nodes, item), at);
    return end;
  }
  let before = at;
  for (let item = end - 1; item >= first; item--) {
    const node = get(nodes, item);
    write(listStream, <i64>before - <i64>node);
    before = node;
  }
  return end;
}

function writeOperand(stream: i32, value: i32, at: i32): void {
  if (stream === nodeStream) write(stream, value === 0 ? 0 : <i64>at - <i64>value);
  else if (stream === stringStream) {
    write(stream, <i64>highestString + 1 - <i64>value);
    if (value > highestString) highestString = value;
  } else if (stream === scopeStream) {
    write(stream, <i64>value - <i64>lastScope);
    lastScope = value;
  } else if (stream === entityStream) {
    write(stream, <i64>value - <i64>lastEntity);
    lastEntity = value;
  } else write(stream, value);
}

/** @param to where the numbers are to stand; @returns how many there are */
export function readNodes(to: usize): i32 {
  begin(to, takeCount());
  for (let stream = 0; stream < streamCount; stream++) {
    const bytes = take();
    set(ends, 2 * stream, <i32>place());
    skip(bytes);
    set(ends, 2 * stream + 1, <i32>place());
  }
  for (let at = 0; at < count && !isBroken;) at = readNode(at);
  return count;
}

function read(stream: i32): u64 {
  const at = <usize>get(ends, 2 * stream);
  const end = <usize>get(ends, 2 * stream + 1);
  const byte: u64 = at < end ? load<u8>(at) : 128;
  if (byte < 128) {
    set(ends, 2 * stream, <i32>at + 1);
    return byte;
  }
  const value = takeFrom(at, end);
  set(ends, 2 * stream, <i32>next);
  return value;
}

function readSigned(stream: i32): i32 {
  return <i32>unzigzag(read(stream));
}

/** Gives where the next node starts. */
function readNode(at: i32): i32 {
  const op = read(opStream);
  if (op === <u64>layout.listOp()) return readList(at, 0);
  if (op === <u64>stringListOp) return readList(at, stringStream);
  if (op === <u64>entityListOp) return readList(at, entityStream);
  const operands = op < <u64>layout.opCount ? layout.operandCount(<i32>op) : -1;
  if (operands < 0 || at + operands >= count) {
    refuse();
    return count;
  }
  set(nodes, at, <i32>op);
  for (let operand = 0; operand < operands; operand++)
    set(nodes, at + 1 + operand, readOperand(layout.operandStream(<i32>op, operand), at));
  return at + 1 + operands;
}

/** Gives where the next node starts. @param stream of the items; 0 for nodes */
function readList(at: i32, stream: i32): i32 {
  const items = read(numberStream);
  const first = at + 2;
  if (first > count || items > <u64>(count - first)) {
    refuse();
    return count;
  }
  const end = first + <i32>items;
  set(nodes, at, layout.listOp());
  set(nodes, at + 1, <i32>items);
  if (stream !== 0) {
    for (let item = first; item < end; item++) set(nodes, item, readOperand(stream, at));
    return end;
  }
  let before = at;
  for (let item = end - 1; item >= first; item--) {
    before -= readSigned(listStream);
    set(nodes, item, before);
  }
  return end;
}

function readOperand(stream: i32, at: i32): i32 {
  const written = readSigned(stream);
  if (stream === nodeStream) return written === 0 ? 0 : at - written;
  if (stream === stringStream) {
    const value = highestString + 1 - written;
    highestString = max(highestString, value);
    return value;
  }
  if (stream === scopeStream) return (lastScope += written);
  if (stream === entityStream) return (lastEntity += written);
  return written;
}
