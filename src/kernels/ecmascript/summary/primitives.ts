/** Nodes of values with a primitive type. All values of one type share one node. */
import { Literal, LiteralKind } from '../generated/nodes';
import {
  opPrimitive,
  primitiveBigint,
  primitiveBoolean,
  primitiveNothing,
  primitiveNumber,
  primitiveRegexp,
  primitiveString,
} from '../generated/codes';
import { writer } from './writer';

/** The node of each primitive type, by code; 0 where none has been written yet. */
const primitiveNodes = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0]);
const primitiveBytes: usize = 32;

export function startPrimitives(): void {
  memory.fill(primitiveNodes, 0, primitiveBytes);
}

export function primitive(code: i32): i32 {
  const at = primitiveNodes + ((<usize>code) << 2);
  let node = load<i32>(at);
  if (node === 0) {
    node = writer.node1(opPrimitive, code);
    store<i32>(at, node);
  }
  return node;
}

export function literalCode(literal: Literal): i32 {
  switch (literal.kind) {
    case LiteralKind.String:
      return primitiveString;
    case LiteralKind.Number:
      return primitiveNumber;
    case LiteralKind.Boolean:
      return primitiveBoolean;
    case LiteralKind.BigInt:
      return primitiveBigint;
    case LiteralKind.Null:
      return primitiveNothing;
    default:
      return primitiveRegexp;
  }
}
