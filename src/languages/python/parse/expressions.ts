/** Expressions, with the grammar's operator precedence. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import { parseArguments, parseBraces, parseItem, parseList, parseParentheses } from './collections.ts';
import type { PythonNode } from './node.ts';
import { parseLambdaParameters } from './parameters.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { parseStrings } from './strings.ts';
import { operates, precedence, startsExpression, startsPrimary, tokens } from './tokens.ts';

export function parseExpression(s: Scanner): PythonNode {
  if (s.at(tokens.lambda)) return lambda(s);
  return conditional(s, parseCondition(s));
}

/** An expression, or `name := value`. In the grammar, a conditional after the value contains the whole assignment expression. */
export function parseNamed(s: Scanner): PythonNode {
  if (s.at(tokens.lambda)) return lambda(s);
  const first = parseCondition(s);
  if (!s.at(tokens.walrus)) return conditional(s, first);
  if (first.code !== codes.identifier) giveUp();
  s.next();
  const value = s.at(tokens.lambda) ? lambda(s) : parseCondition(s);
  return conditional(s, nodeFrom(s, codes.named_expression, first, [first, value]));
}

/** `value if test else other`. */
function conditional(s: Scanner, value: PythonNode): PythonNode {
  if (!s.at(tokens.if)) return value;
  s.enter();
  s.next();
  const test = parseCondition(s);
  s.expect(tokens.else);
  const other = parseExpression(s);
  s.leave();
  return nodeFrom(s, codes.conditional_expression, value, [value, test, other]);
}

function lambda(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.enter();
  s.next();
  const parts = s.at(tokens.colon) ? [] : [parseLambdaParameters(s)];
  s.expect(tokens.colon);
  parts.push(parseExpression(s));
  s.leave();
  return nodeSince(s, codes.lambda, mark, parts);
}

/** Expressions separated by commas; a single one without a list around it. */
export function parseExpressions(s: Scanner): PythonNode {
  const isStarred = s.at(tokens.star);
  const first = parseExpression(s);
  if (!s.at(tokens.comma)) return isStarred ? giveUp() : first;
  const parts = [first];
  while (s.accept(tokens.comma)) {
    if (startsExpression[s.token] === 0) break;
    parts.push(parseExpression(s));
  }
  return nodeFrom(s, codes.expression_list, first, parts);
}

/** `yield`, `yield a, b`, `yield from x`. */
export function parseYield(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.next();
  if (s.accept(tokens.from)) return nodeSince(s, codes.yield, mark, [parseExpression(s)]);
  return nodeSince(s, codes.yield, mark, startsExpression[s.token] === 1 ? [parseExpressions(s)] : []);
}

/** Operands of `or`. */
export function parseCondition(s: Scanner): PythonNode {
  // Fast path: most conditions are a single operand, so no precedence levels have to be tried.
  if (startsPrimary[s.token] === 0) return disjunction(s, null);
  const first = parsePrimary(s);
  return operates[s.token] === 0 ? first : disjunction(s, first);
}

/** @param first the primary expression at its start, if it has been parsed already */
function disjunction(s: Scanner, first: PythonNode | null): PythonNode {
  let left = conjunction(s, first);
  while (s.accept(tokens.or)) left = nodeFrom(s, codes.boolean_operator, left, [left, conjunction(s, null)]);
  return left;
}

function conjunction(s: Scanner, first: PythonNode | null): PythonNode {
  let left = negation(s, first);
  while (s.accept(tokens.and)) left = nodeFrom(s, codes.boolean_operator, left, [left, negation(s, null)]);
  return left;
}

function negation(s: Scanner, first: PythonNode | null): PythonNode {
  if (first !== null || s.token !== tokens.not) return comparison(s, first);
  const mark = markOf(s);
  s.enter();
  s.next();
  const operand = negation(s, null);
  s.leave();
  return nodeSince(s, codes.not_operator, mark, [operand]);
}

function comparison(s: Scanner, primary: PythonNode | null): PythonNode {
  const first = operation(s, 1, primary);
  if (!comparesHere(s)) return first;
  const parts = [first];
  while (comparesHere(s)) {
    const isNegation = s.at(tokens.not);
    const isIdentity = s.at(tokens.is);
    s.next();
    if (isNegation) s.expect(tokens.in);
    else if (isIdentity) s.accept(tokens.not);
    parts.push(operation(s, 1, null));
  }
  return nodeFrom(s, codes.comparison_operator, first, parts);
}

function comparesHere({ token }: Scanner): boolean {
  return token === tokens.compare || token === tokens.in || token === tokens.is || token === tokens.not;
}

/** @param least the lowest precedence of an operator that still belongs to the operation */
function operation(s: Scanner, least: number, first: PythonNode | null): PythonNode {
  let left = first === null ? parseUnary(s) : power(s, first);
  for (let binds = precedence[s.token]!; binds >= least; binds = precedence[s.token]!) {
    s.next();
    left = nodeFrom(s, codes.binary_operator, left, [left, operation(s, binds + 1, null)]);
  }
  return left;
}

function parseUnary(s: Scanner): PythonNode {
  const { token } = s;
  if (token !== tokens.sign && token !== tokens.tilde && token !== tokens.await) return power(s, parsePrimary(s));
  const mark = markOf(s);
  s.enter();
  s.next();
  const operand = parseUnary(s);
  s.leave();
  return nodeSince(s, token === tokens.await ? codes.await : codes.unary_operator, mark, [operand]);
}

function power(s: Scanner, base: PythonNode): PythonNode {
  if (!s.at(tokens.power)) return base;
  s.enter();
  s.next();
  const exponent = parseUnary(s);
  s.leave();
  return nodeFrom(s, codes.binary_operator, base, [base, exponent]);
}

/** An atom, with the attributes, calls and items after it. */
export function parsePrimary(s: Scanner): PythonNode {
  let node = atom(s);
  for (;;) {
    switch (s.token) {
      case tokens.dot:
        s.next();
        node = nodeFrom(s, codes.attribute, node, [node, s.name()]);
        break;
      case tokens.openParen:
        node = call(s, node);
        break;
      case tokens.openBracket:
        node = parseItem(s, node);
        break;
      default:
        return node;
    }
  }
}

function call(s: Scanner, on: PythonNode): PythonNode {
  const argumentList = parseArguments(s);
  const node = nodeFrom(s, codes.call, on, [on, argumentList]);
  const named = on.code === codes.attribute ? on.namedChildren[on.namedChildren.length - 1]! : on;
  if (
    named.code === codes.identifier &&
    importsByCall(s, named) &&
    argumentList.namedChildren[0]?.code === codes.string
  )
    s.imports.push(node);
  return node;
}

function importsByCall({ text }: Scanner, { startIndex, endIndex }: PythonNode): boolean {
  const length = endIndex - startIndex;
  return (
    (length === 13 && text.startsWith('import_module', startIndex)) ||
    (length === 10 && text.startsWith('__import__', startIndex))
  );
}

function atom(s: Scanner): PythonNode {
  switch (s.token) {
    case tokens.name:
      return s.leaf(codes.identifier);
    case tokens.string:
    case tokens.formatted:
      return parseStrings(s);
    case tokens.int:
      return s.leaf(codes.integer);
    case tokens.float:
      return s.leaf(codes.float);
    case tokens.None:
      return s.leaf(codes.none);
    case tokens.True:
      return s.leaf(codes.true);
    case tokens.False:
      return s.leaf(codes.false);
    case tokens.ellipsis:
      return s.leaf(codes.ellipsis);
    case tokens.openParen:
      return parseParentheses(s);
    case tokens.openBracket:
      return parseList(s);
    case tokens.openBrace:
      return parseBraces(s);
    case tokens.star:
      return starredName(s);
    default:
      return giveUp();
  }
}

/** Outside of collections, the grammar binds a star more strongly than what follows the name. */
function starredName(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.next();
  return nodeSince(s, codes.list_splat, mark, [s.name()]);
}
