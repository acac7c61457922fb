/**
 * Parses expressions. Each function parses the grammar rule of its name. A mark is the start of a node (`markOf`). Ambiguous code, such as an index
 * before parentheses (`f[T](x)`), makes the parser give up, so that the grammar reads the file.
 */
import { codes } from './codes.ts';
import type { GoNode } from './node.ts';
import { giveUp, markOf, nodeFrom, nodeSince, type Mark, type Scanner } from './scanner.ts';
import { precedence, tokens } from './tokens.ts';
import { bracketType, parseSignature, parseType } from './types.ts';

/** By node code: 1 for nodes that can only be types. */
const isTypeNode = new Uint8Array(Math.max(...Object.values(codes)) + 1);
for (const name of [
  'pointer_type',
  'parenthesized_type',
  'slice_type',
  'array_type',
  'implicit_length_array_type',
  'map_type',
  'channel_type',
  'function_type',
  'struct_type',
  'interface_type',
] as const)
  isTypeNode[codes[name]] = 1;

export function parseExpression(s: Scanner): GoNode {
  const node = operation(s, 1);
  return isTypeNode[node.code] === 1 ? giveUp() : node;
}

/** Expressions separated by commas: the grammar's `expression_list`. */
export function parseList(s: Scanner): GoNode {
  const first = parseExpression(s);
  const parts = [first];
  while (s.accept(tokens.comma)) parts.push(parseExpression(s));
  return nodeFrom(s, codes.expression_list, first, parts);
}

/** @param minRank the lowest precedence of an operator that still belongs to the operation */
function operation(s: Scanner, minRank: number): GoNode {
  s.enter();
  let left = unary(s);
  for (let rank = precedence[s.token]!; rank >= minRank; rank = precedence[s.token]!) {
    s.next();
    const right = operation(s, rank + 1);
    if (isTypeNode[left.code] === 1 || isTypeNode[right.code] === 1) giveUp();
    left = nodeFrom(s, codes.binary_expression, left, [left, right]);
  }
  s.leave();
  return left;
}

function unary(s: Scanner): GoNode {
  const { token } = s;
  if (token === tokens.tilde) giveUp();
  const isOperator =
    token === tokens.sign ||
    token === tokens.not ||
    token === tokens.star ||
    token === tokens.ampersand ||
    token === tokens.arrow;
  if (!isOperator) return primary(s);
  s.enter();
  const mark = markOf(s);
  s.next();
  const operand = unary(s);
  s.leave();
  if (isTypeNode[operand.code] === 1)
    return token === tokens.star ? nodeSince(s, codes.pointer_type, mark, [operand]) : giveUp();
  return nodeSince(s, codes.unary_expression, mark, [operand]);
}

function primary(s: Scanner): GoNode {
  let node = operand(s);
  for (;;) {
    switch (s.token) {
      case tokens.dot:
        node = selection(s, node);
        break;
      case tokens.openBracket:
        node = element(s, node);
        break;
      case tokens.openParen:
        node = call(s, node);
        break;
      case tokens.openBrace:
        if (!mayBeLiteral(s, node)) return node;
        node = composite(s, node);
        break;
      default:
        return node;
    }
  }
}

function operand(s: Scanner): GoNode {
  const mark = markOf(s);
  switch (s.token) {
    case tokens.name:
      return s.leaf(nameCode(s));
    case tokens.int:
      return s.leaf(codes.int_literal);
    case tokens.float:
      return s.leaf(codes.float_literal);
    case tokens.imaginary:
      return s.leaf(codes.imaginary_literal);
    case tokens.rune:
      return s.leaf(codes.rune_literal);
    case tokens.string:
      return s.leaf(codes.interpreted_string_literal);
    case tokens.rawString:
      return s.leaf(codes.raw_string_literal);
    case tokens.openParen:
      return parenthesized(s, mark);
    case tokens.func:
      return functionValue(s, mark);
    case tokens.openBracket:
      return bracketType(s);
    case tokens.map:
    case tokens.chan:
    case tokens.struct:
    case tokens.interface:
      return parseType(s);
    default:
      return giveUp();
  }
}

function nameCode(s: Scanner): number {
  switch (s.end - s.start) {
    case 3:
      return s.is('nil') ? codes.nil : codes.identifier;
    case 4:
      return s.is('true') ? codes.true : s.is('iota') ? codes.iota : codes.identifier;
    case 5:
      return s.is('false') ? codes.false : codes.identifier;
    default:
      return codes.identifier;
  }
}

function parenthesized(s: Scanner, mark: Mark): GoNode {
  const { level } = s;
  s.level = Math.max(1, level + 1);
  s.next();
  const content = operation(s, 1);
  s.level = level;
  s.expect(tokens.closeParen);
  const isType = isTypeNode[content.code] === 1;
  return nodeSince(s, isType ? codes.parenthesized_type : codes.parenthesized_expression, mark, [content]);
}

/** A function literal, or a function type. */
function functionValue(s: Scanner, mark: Mark): GoNode {
  s.next();
  const parts = parseSignature(s);
  if (!s.at(tokens.openBrace)) return nodeSince(s, codes.function_type, mark, parts);
  const { level } = s;
  s.level = 0;
  const body = s.rules.block(s);
  s.level = level;
  const node = nodeSince(s, codes.func_literal, mark, [...parts, body]);
  node.fields = { parameters: parts[0]!, body };
  return node;
}

/** `x.name`, `x.(T)`. For `x.(type)` the result is x, which is also stored in `s.switched`. */
function selection(s: Scanner, left: GoNode): GoNode {
  if (isTypeNode[left.code] === 1) giveUp();
  s.next();
  if (s.at(tokens.name)) {
    const field = s.leaf(codes.field_identifier);
    return nodeFrom(s, codes.selector_expression, left, [left, field]);
  }
  s.expect(tokens.openParen);
  if (s.at(tokens.type)) {
    s.next();
    if (s.switched !== null) giveUp();
    s.switched = left;
    s.expect(tokens.closeParen);
    return left;
  }
  const type = parseType(s);
  s.expect(tokens.closeParen);
  return nodeFrom(s, codes.type_assertion_expression, left, [left, type]);
}

/** `x[i]`, `x[a:b]`. */
function element(s: Scanner, left: GoNode): GoNode {
  if (isTypeNode[left.code] === 1) giveUp();
  const { level } = s;
  s.level = Math.max(1, level + 1);
  s.next();
  const parts = [left];
  let isSlice = false;
  while (!s.at(tokens.closeBracket)) {
    if (s.accept(tokens.colon)) isSlice = true;
    else parts.push(parseExpression(s));
  }
  s.level = level;
  s.next();
  if (isSlice) return nodeFrom(s, codes.slice_expression, left, parts);
  // Several keys, `f[T](x)` and `T[A]{…}` may be generic code, which is left to the grammar.
  if (parts.length !== 2 || s.at(tokens.openParen) || (s.at(tokens.openBrace) && level >= 0)) giveUp();
  return nodeFrom(s, codes.index_expression, left, parts);
}

function call(s: Scanner, left: GoNode): GoNode {
  const { level } = s;
  s.level = Math.max(1, level + 1);
  const mark = markOf(s);
  s.next();
  if (isTypeNode[left.code] === 1) {
    const value = parseExpression(s);
    s.accept(tokens.comma);
    s.level = level;
    s.expect(tokens.closeParen);
    return nodeFrom(s, codes.type_conversion_expression, left, [left, value]);
  }
  const args: GoNode[] = [];
  if (left.code === codes.identifier && takesType(s, left)) {
    if (!s.at(tokens.closeParen)) args.push(parseType(s));
    if (!s.at(tokens.closeParen)) s.expect(tokens.comma);
  }
  while (!s.at(tokens.closeParen)) {
    const value = parseExpression(s);
    args.push(s.at(tokens.ellipsis) ? (s.next(), nodeFrom(s, codes.variadic_argument, value, [value])) : value);
    if (!s.at(tokens.closeParen)) s.expect(tokens.comma);
  }
  s.level = level;
  s.next();
  return nodeFrom(s, codes.call_expression, left, [left, nodeSince(s, codes.argument_list, mark, args)]);
}

/** `new` and `make`, whose first argument is a type. */
function takesType({ text }: Scanner, { startIndex, endIndex }: GoNode): boolean {
  const length = endIndex - startIndex;
  return (length === 3 && text.startsWith('new', startIndex)) || (length === 4 && text.startsWith('make', startIndex));
}

/** Whether the current brace opens a composite literal. In the head of a statement, a brace after a type's name opens the body instead. */
function mayBeLiteral(s: Scanner, node: GoNode): boolean {
  switch (node.code) {
    case codes.slice_type:
    case codes.array_type:
    case codes.implicit_length_array_type:
    case codes.map_type:
    case codes.struct_type:
      return true;
    case codes.identifier:
      return s.level >= 0;
    case codes.selector_expression:
      return s.level >= 0 && node.namedChildren[0]?.code === codes.identifier;
    default:
      return false;
  }
}

function composite(s: Scanner, left: GoNode): GoNode {
  if (left.code === codes.identifier) left.code = codes.type_identifier;
  else if (left.code === codes.selector_expression) {
    left.code = codes.qualified_type;
    const [before, name] = left.namedChildren;
    before!.code = codes.package_identifier;
    name!.code = codes.type_identifier;
  }
  const body = literalValue(s);
  return nodeFrom(s, codes.composite_literal, left, [left, body]);
}

function literalValue(s: Scanner): GoNode {
  s.enter();
  const { level } = s;
  s.level = Math.max(1, level + 1);
  const mark = markOf(s);
  s.expect(tokens.openBrace);
  const elements: GoNode[] = [];
  while (!s.at(tokens.closeBrace)) {
    const first = literalElement(s);
    if (s.accept(tokens.colon)) elements.push(nodeFrom(s, codes.keyed_element, first, [first, literalElement(s)]));
    else elements.push(first);
    if (!s.at(tokens.closeBrace)) s.expect(tokens.comma);
  }
  s.level = level;
  s.next();
  s.leave();
  return nodeSince(s, codes.literal_value, mark, elements);
}

function literalElement(s: Scanner): GoNode {
  const value = s.at(tokens.openBrace) ? literalValue(s) : parseExpression(s);
  return nodeFrom(s, codes.literal_element, value, [value]);
}
