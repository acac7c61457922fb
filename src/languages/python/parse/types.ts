/** Annotations. The grammar reads a name with arguments in brackets as a type, and anything else as an expression. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';

const openBracket = 91;

/** A type, inside the node `type` of the grammar. */
export function parseType(s: Scanner): PythonNode {
  s.enter();
  let left = typeNode(operand(s), s);
  while (s.accept(tokens.pipe)) {
    const right = typeNode(operand(s), s);
    const union = nodeFrom(s, codes.union_type, left, [left, right]);
    left = typeNode(union, s);
  }
  s.leave();
  return left;
}

/** Wraps a node in the node `type`. */
function typeNode(node: PythonNode, s: Scanner): PythonNode {
  return nodeFrom(s, codes.type, node, [node]);
}

/** One side of a union: `A[B]`, `*Ts`, or an expression. */
function operand(s: Scanner): PythonNode {
  if (s.at(tokens.star) || s.at(tokens.power)) return splat(s);
  if (!s.at(tokens.name) || s.text.charCodeAt(s.end) !== openBracket) {
    const value = s.rules.expression(s);
    // A generic type with blanks before the bracket is left to the grammar.
    const isGeneric = value.code === codes.subscript && value.namedChildren[0]!.code === codes.identifier;
    return isGeneric ? giveUp() : value;
  }
  // The grammar may read these names as keywords.
  if (s.is('match') || s.is('print') || s.is('exec')) giveUp();
  const name = s.name();
  let node = nodeFrom(s, codes.generic_type, name, [name, parseTypeParameters(s)]);
  while (s.at(tokens.dot)) {
    const type = typeNode(node, s);
    s.next();
    node = nodeFrom(s, codes.member_type, type, [type, s.name()]);
  }
  return node;
}

/** `*Ts`, `**P`. */
function splat(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.next();
  const name = s.name();
  if (s.at(tokens.dot) || s.at(tokens.openBracket) || s.at(tokens.openParen)) giveUp();
  return nodeSince(s, codes.splat_type, mark, [name]);
}

/** `[A, B: C]`: the type arguments of a type, or the type parameters of a definition. */
export function parseTypeParameters(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.expect(tokens.openBracket);
  const parts: PythonNode[] = [];
  while (!s.at(tokens.closeBracket)) {
    parts.push(constrained(s));
    if (!s.at(tokens.closeBracket)) s.expect(tokens.comma);
  }
  if (parts.length === 0) giveUp();
  s.next();
  return nodeSince(s, codes.type_parameter, mark, parts);
}

/** A type, or `T: Bound`. */
function constrained(s: Scanner): PythonNode {
  const left = parseType(s);
  if (!s.accept(tokens.colon)) return left;
  const right = parseType(s);
  return typeNode(nodeFrom(s, codes.constrained_type, left, [left, right]), s);
}
