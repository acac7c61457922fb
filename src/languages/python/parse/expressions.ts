/** Expressions, with the operator precedence of the grammar. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import { parseArguments, parseBraces, parseItem, parseList, parseParentheses } from './collections.ts';
import type { PythonNode } from './node.ts';
import { parseLambdaParameters } from './parameters.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { parseStrings } from './strings.ts';
import { continuesExpression, precedence, startsExpression, startsPrimary, tokens } from './tokens.ts';

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

/** An expression, or a list of expressions separated by commas. */
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

/** An expression that is neither a lambda nor a conditional: operands of `or`, `and` and stronger operators. */
export function parseCondition(s: Scanner): PythonNode {
  // Fast path: most conditions are a single operand, for which no level of precedence has to be tried.
  if (startsPrimary[s.token] === 0) return disjunction(s, null);
  const first = parsePrimary(s);
  return continuesExpression[s.token] === 0 ? first : disjunction(s, first);
}

/**
 * Operands of `or`. This function and those of the stronger operators take `first`: the primary expression at the start, if it has
 * been parsed already.
 */
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
  if (!isAtComparison(s)) return first;
  const parts = [first];
  while (isAtComparison(s)) {
    const isNegation = s.at(tokens.not);
    const isIdentity = s.at(tokens.is);
    s.next();
    if (isNegation) s.expect(tokens.in);
    else if (isIdentity) s.accept(tokens.not);
    parts.push(operation(s, 1, null));
  }
  return nodeFrom(s, codes.comparison_operator, first, parts);
}

function isAtComparison({ token }: Scanner): boolean {
  return token === tokens.compare || token === tokens.in || token === tokens.is || token === tokens.not;
}

/**
 * Binary operators stronger than comparisons.
 * @param minPrecedence the lowest precedence of an operator that still belongs to the operation
 */
function operation(s: Scanner, minPrecedence: number, first: PythonNode | null): PythonNode {
  let left = first === null ? parseUnary(s) : power(s, first);
  for (let level = precedence[s.token]!; level >= minPrecedence; level = precedence[s.token]!) {
    s.next();
    left = nodeFrom(s, codes.binary_operator, left, [left, operation(s, level + 1, null)]);
  }
  return left;
}

/** `-x`, `+x`, `~x`, `await x`, or an operand of these. */
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

/** `base ** exponent`, or the base alone. */
function power(s: Scanner, base: PythonNode): PythonNode {
  if (!s.at(tokens.power)) return base;
  s.enter();
  s.next();
  const exponent = parseUnary(s);
  s.leave();
  return nodeFrom(s, codes.binary_operator, base, [base, exponent]);
}

/** An atom with the attributes, calls and items after it. */
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

/** A call, which is also recorded as an import if it is `import_module("…")` or `__import__("…")`. */
function call(s: Scanner, callee: PythonNode): PythonNode {
  const argumentList = parseArguments(s);
  const node = nodeFrom(s, codes.call, callee, [callee, argumentList]);
  const name = callee.code === codes.attribute ? callee.namedChildren[callee.namedChildren.length - 1]! : callee;
  if (
    name.code === codes.identifier &&
    isImportFunction(s, name) &&
    argumentList.namedChildren[0]?.code === codes.string
  )
    s.imports.push(node);
  return node;
}

function isImportFunction({ text }: Scanner, { startIndex, endIndex }: PythonNode): boolean {
  const length = endIndex - startIndex;
  return (
    (length === 'import_module'.length && text.startsWith('import_module', startIndex)) ||
    (length === '__import__'.length && text.startsWith('__import__', startIndex))
  );
}

function atom(s: Scanner): PythonNode {
  switch (s.token) {
    case tokens.name:
      return s.leaf(codes.identifier);
    case tokens.string:
    case tokens.fString:
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

/** Outside of collections, the grammar binds a star to the name alone: it reads `*a.b` as `(*a).b`. */
function starredName(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.next();
  return nodeSince(s, codes.list_splat, mark, [s.name()]);
}
