/** The common part of all nodes, and helpers for reading the native parser's memory. */
import { NodeType } from './generated/nodes';
import { take } from './memory';

/** A node of a tree as in ESTree, in a piece of memory. Its type determines its class. */
@unmanaged
export class Node {
  type: NodeType;
  /** Offsets in UTF-16 units. */
  start: i32;
  end: i32;
}

export const enum LiteralKind {
  String,
  Number,
  Boolean,
  BigInt,
  RegExp,
  Null,
}

/** Nodes in order; the holes of an array are null. */
@unmanaged
export class List {
  length: i32;

  @inline
  at(index: i32): Node | null {
    return changetype<Node | null>(load<usize>(this.place(index)));
  }

  /** For a list without holes. */
  @inline
  get(index: i32): Node {
    return changetype<Node>(load<usize>(this.place(index)));
  }

  @inline
  set(index: i32, node: Node | null): void {
    store<usize>(this.place(index), changetype<usize>(node));
  }

  @inline
  private place(index: i32): usize {
    return changetype<usize>(this) + ((<usize>(index + 1)) << 2);
  }
}

/**
 * The parser's memory is copied into this module's, and its pointers keep their values: these bytes have to be subtracted from a pointer to get the
 * address in the copy.
 */
let shift: usize = 0;
export function setShift(bytes: usize): void {
  shift = bytes;
}

/** The address, in the copy, of what a pointer of the parser points to. @param at address of the pointer */
export function pointer(at: usize): usize {
  return <usize>load<u32>(at) - shift;
}

export function newList(length: i32): List {
  const list = changetype<List>(take((<usize>(length + 1)) << 2));
  list.length = length;
  return list;
}

/** A new list that is as long as a list of the parser. @param at address of that list, whose length is at byte 8 */
export function listFor(at: usize): List {
  return newList(load<i32>(at + 8));
}

/** A copy of a list with one more node at its end; the list itself where that node is null. */
export function withLast(list: List, last: Node | null): List {
  if (last === null) return list;
  const longer = newList(list.length + 1);
  for (let index = 0; index < list.length; index++) longer.set(index, list.at(index));
  longer.set(list.length, last);
  return longer;
}

/** A new node of this many bytes, with the place of one of the parser's nodes. @param at address of that node's start; its end is behind it */
export function make(type: NodeType, bytes: usize, at: usize): Node {
  return makeAt(type, bytes, load<i32>(at), load<i32>(at + 4));
}

export function makeAt(type: NodeType, bytes: usize, start: i32, end: i32): Node {
  const node = changetype<Node>(take(bytes));
  node.type = type;
  node.start = start;
  node.end = end;
  return node;
}

const nothing = memory.data<i32>([0]);
/** A list without nodes. */
export const noNodes: List = changetype<List>(nothing);
