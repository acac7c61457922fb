/** Nodes of values with a primitive type. All values of one type share one node. */
import { Literal, LiteralKind, Word } from '../generated/nodes';
import {
  opPrimitive,
  primitiveBigint,
  primitiveBoolean,
  primitiveNothing,
  primitiveNumber,
  primitiveOther,
  primitiveRegexp,
  primitiveString,
} from '../generated/codes';
import { writer } from './writer';

/** The node of each primitive type, by code; 0 where none has been written yet. */
const primitiveNodes = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0]);
const primitiveBytes: usize = 32;

/** The node of a value that is a string or a number; 0 where none has been written yet. */
let textOrNumber = 0;

export function startPrimitives(): void {
  memory.fill(primitiveNodes, 0, primitiveBytes);
  textOrNumber = 0;
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

/** The value of `left operator right`. */
export function binaryValue(operator: Word, left: i32, right: i32): i32 {
  switch (operator) {
    case Word.Plus:
      return sum(left, right);
    case Word.Minus:
    case Word.Star:
    case Word.Slash:
    case Word.Percent:
    case Word.StarStar:
    case Word.BitAnd:
    case Word.BitOr:
    case Word.BitXor:
    case Word.ShiftLeft:
    case Word.ShiftRight:
    case Word.ShiftRightUnsigned:
      return primitive(isPrimitive(left, primitiveBigint) ? primitiveBigint : primitiveNumber);
    default:
      return primitive(primitiveBoolean);
  }
}

function sum(left: i32, right: i32): i32 {
  if (isPrimitive(left, primitiveString) || isPrimitive(right, primitiveString)) return primitive(primitiveString);
  if (isPrimitive(left, primitiveNumber) && isPrimitive(right, primitiveNumber)) return primitive(primitiveNumber);
  if (isPrimitive(left, primitiveBigint) || isPrimitive(right, primitiveBigint)) return primitive(primitiveBigint);
  if (textOrNumber === 0) textOrNumber = writer.eitherOf(primitive(primitiveString), primitive(primitiveNumber));
  return textOrNumber;
}

function isPrimitive(node: i32, code: i32): bool {
  return node !== 0 && writer.opOf(node) === opPrimitive && writer.operand(node, 0) === code;
}

/** The code of the value of `operator operand`. */
export function unaryCode(operator: Word, operand: i32): i32 {
  switch (operator) {
    case Word.Typeof:
      return primitiveString;
    case Word.Minus:
    case Word.Plus:
    case Word.BitNot:
      return isPrimitive(operand, primitiveBigint) ? primitiveBigint : primitiveNumber;
    case Word.Not:
    case Word.Delete:
      return primitiveBoolean;
    case Word.Void:
      return primitiveNothing;
    default:
      return primitiveOther;
  }
}
