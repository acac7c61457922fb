/** Annotations. The grammar reads them as types where a name has arguments in brackets, and as expressions otherwise. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';

const openBracket = 91;

/** A type, inside the grammar's node `type`. */
export function parseType(s: Scanner): PythonNode {
  s.enter();
  let left = typeOf(operand(s), s);
  while (s.accept(tokens.pipe)) {
    const right = typeOf(operand(s), s);
    const union = nodeFrom(s, codes.union_type, left, [left, right]);
    left = typeOf(union, s);
  }
  s.leave();
  return left;
}

function typeOf(node: PythonNode, s: Scanner): PythonNode {
  return nodeFrom(s, codes.type, node, [node]);
}

function operand(s: Scanner): PythonNode {
  if (s.at(tokens.star) || s.at(tokens.power)) return splat(s);
  if (!s.at(tokens.name) || s.text.charCodeAt(s.end) !== openBracket) {
    const value = s.rules.expression(s);
    // There are blanks before the bracket.
    const isGeneric = value.code === codes.subscript && value.namedChildren[0]!.code === codes.identifier;
    return isGeneric ? giveUp() : value;
  }
  if (s.is('match') || s.is('print') || s.is('exec')) giveUp();
  const name = s.name();
  let node = nodeFrom(s, codes.generic_type, name, [name, parseTypeParameters(s)]);
  while (s.at(tokens.dot)) {
    const type = typeOf(node, s);
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
  return typeOf(nodeFrom(s, codes.constrained_type, left, [left, right]), s);
}
