/** Statements with blocks. Each function parses one of them; `mark` is where its node begins. */
import { giveUp, notPlain, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import { parseArguments, parseParentheses } from './collections.ts';
import { parseExpression, parseExpressions, parseNamed, parsePrimary } from './expressions.ts';
import type { PythonNode } from './node.ts';
import { parseParameters } from './parameters.ts';
import { parseCasePatterns } from './patterns.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { parseLine } from './simple-statements.ts';
import { parseTargets } from './targets.ts';
import { tokens } from './tokens.ts';
import { parseType, parseTypeParameters } from './types.ts';

/** Adds to `statements` a statement with blocks, or the simple statements of one line. */
export function parseStatement(s: Scanner, statements: PythonNode[]): void {
  const statement = blockStatement(s);
  if (statement === null) parseLine(s, statements);
  else statements.push(statement);
}

/** A statement with blocks; null where none begins here. */
function blockStatement(s: Scanner): PythonNode | null {
  switch (s.token) {
    case tokens.if:
      return ifStatement(s, markOf(s));
    case tokens.for:
      return forStatement(s, markOf(s));
    case tokens.while:
      return whileStatement(s, markOf(s));
    case tokens.try:
      return tryStatement(s, markOf(s));
    case tokens.with:
      return withStatement(s, markOf(s));
    case tokens.def:
      return functionDefinition(s, markOf(s));
    case tokens.class:
      return classDefinition(s, markOf(s));
    case tokens.at:
      return decoratedDefinition(s, markOf(s));
    case tokens.async:
      return asyncStatement(s, markOf(s));
    case tokens.name:
      return s.is('match') ? matchStatement(s, markOf(s)) : null;
    default:
      return null;
  }
}

function asyncStatement(s: Scanner, mark: Mark): PythonNode {
  s.next();
  switch (s.token) {
    case tokens.def:
      return functionDefinition(s, mark);
    case tokens.with:
      return withStatement(s, mark);
    case tokens.for:
      return forStatement(s, mark);
    default:
      return giveUp();
  }
}

/** The block after a colon: indented lines, or the rest of the line. */
function block(s: Scanner): PythonNode {
  s.expect(tokens.colon);
  const statements: PythonNode[] = [];
  if (!s.at(tokens.newline)) {
    const mark = markOf(s);
    parseLine(s, statements);
    // The node includes the line end, and a comment before it.
    return nodeSince(s, codes.block, mark, statements);
  }
  s.next();
  s.expect(tokens.indent);
  const mark = markOf(s);
  s.enter();
  while (!s.at(tokens.dedent)) parseStatement(s, statements);
  s.leave();
  s.next();
  return nodeSince(s, codes.block, mark, statements);
}

function ifStatement(s: Scanner, mark: Mark): PythonNode {
  s.next();
  const parts = [parseNamed(s), block(s)];
  while (s.at(tokens.elif)) {
    const clauseMark = markOf(s);
    s.next();
    const test = parseNamed(s);
    parts.push(nodeUntilBlockEnd(s, codes.elif_clause, clauseMark, [test, block(s)]));
  }
  addElse(s, parts);
  return nodeUntilBlockEnd(s, codes.if_statement, mark, parts);
}

/** Adds the `else` clause, if one follows. */
function addElse(s: Scanner, parts: PythonNode[]): void {
  if (!s.at(tokens.else)) return;
  const mark = markOf(s);
  s.next();
  parts.push(nodeUntilBlockEnd(s, codes.else_clause, mark, [block(s)]));
}

/** A node that ends where its last part, a block, ends. */
function nodeUntilBlockEnd(s: Scanner, code: number, mark: Mark, parts: PythonNode[]): PythonNode {
  return s.node(code, mark, parts[parts.length - 1]!.endIndex, parts);
}

function forStatement(s: Scanner, mark: Mark): PythonNode {
  s.expect(tokens.for);
  const left = parseTargets(s);
  s.expect(tokens.in);
  const parts = [left, parseExpressions(s)];
  parts.push(block(s));
  addElse(s, parts);
  return nodeUntilBlockEnd(s, codes.for_statement, mark, parts);
}

function whileStatement(s: Scanner, mark: Mark): PythonNode {
  s.next();
  const parts = [parseNamed(s)];
  parts.push(block(s));
  addElse(s, parts);
  return nodeUntilBlockEnd(s, codes.while_statement, mark, parts);
}

function tryStatement(s: Scanner, mark: Mark): PythonNode {
  s.next();
  const parts = [block(s)];
  while (s.at(tokens.except)) parts.push(exceptClause(s));
  addElse(s, parts);
  if (s.at(tokens.finally)) {
    const clauseMark = markOf(s);
    s.next();
    parts.push(nodeUntilBlockEnd(s, codes.finally_clause, clauseMark, [block(s)]));
  }
  return parts.length === 1 ? giveUp() : nodeUntilBlockEnd(s, codes.try_statement, mark, parts);
}

function exceptClause(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.next();
  s.accept(tokens.star);
  const parts: PythonNode[] = [];
  if (!s.at(tokens.colon)) {
    const value = parseExpression(s);
    parts.push(s.at(tokens.as) ? asPattern(s, value) : value);
  }
  parts.push(block(s));
  return nodeUntilBlockEnd(s, codes.except_clause, mark, parts);
}

/** `value as target`. */
function asPattern(s: Scanner, value: PythonNode): PythonNode {
  // The grammar would attach the name to the last operand of the conditional, or to the lambda's body.
  if (value.code === codes.conditional_expression || value.code === codes.lambda) giveUp();
  s.expect(tokens.as);
  const name = parsePrimary(s);
  const target = nodeFrom(s, codes.as_pattern_target, name, [name]);
  return nodeFrom(s, codes.as_pattern, value, [value, target]);
}

function withStatement(s: Scanner, mark: Mark): PythonNode {
  s.expect(tokens.with);
  const clause = withClause(s);
  return nodeUntilBlockEnd(s, codes.with_statement, mark, [clause, block(s)]);
}

/** The items of `with`. Several items in parentheses are separate items; a single one in parentheses is an expression. */
function withClause(s: Scanner): PythonNode {
  const mark = markOf(s);
  const items: PythonNode[] = [];
  do {
    const isParenthesised = s.at(tokens.openParen);
    const item = withItem(s);
    const value = item.namedChildren[0]!;
    const isWholeClause = isParenthesised && items.length === 0 && s.at(tokens.colon) && value.code === codes.tuple;
    if (isWholeClause && value.namedChildren.filter(isValue).length > 1) return itemsOfTuple(s, value);
    items.push(item);
  } while (s.accept(tokens.comma));
  return nodeSince(s, codes.with_clause, mark, items);
}

/** Whether a child is a value, not a comment or the end of a joined line. */
function isValue({ code }: PythonNode): boolean {
  return code !== codes.comment && code !== codes.line_continuation;
}

/** Turns the tuple `(a, b)` into a clause with an item for each value. */
function itemsOfTuple(s: Scanner, { startIndex, endIndex, row, column, namedChildren }: PythonNode): PythonNode {
  const items = namedChildren.map((value) => {
    if (!isValue(value)) return value;
    if (value.code === codes.list_splat) giveUp();
    const mark = { start: value.startIndex, row: value.row, column: value.column };
    return s.node(codes.with_item, mark, value.endIndex, [value]);
  });
  return s.node(codes.with_clause, { start: startIndex, row, column }, endIndex, items);
}

function withItem(s: Scanner): PythonNode {
  const value = s.at(tokens.openParen) ? parenthesisedItem(s) : parseExpression(s);
  const item = s.at(tokens.as) ? asPattern(s, value) : value;
  return nodeFrom(s, codes.with_item, item, [item]);
}

/** An item that begins with a parenthesis. Inside of the parentheses, `as` may follow a value. */
function parenthesisedItem(s: Scanner): PythonNode {
  const place = s.place();
  const value = parseParentheses(s, asPattern);
  if (s.at(tokens.colon) || s.at(tokens.as) || s.at(tokens.comma)) return value;
  s.returnTo(place);
  return parseExpression(s);
}

function functionDefinition(s: Scanner, mark: Mark): PythonNode {
  s.expect(tokens.def);
  const parts = [s.name()];
  if (s.at(tokens.openBracket)) parts.push(parseTypeParameters(s));
  parts.push(parseParameters(s));
  if (s.accept(tokens.arrow)) parts.push(parseType(s));
  parts.push(block(s));
  const node = nodeUntilBlockEnd(s, codes.function_definition, mark, parts);
  s.declared.push(node);
  return node;
}

function classDefinition(s: Scanner, mark: Mark): PythonNode {
  s.expect(tokens.class);
  const parts = [s.name()];
  if (s.at(tokens.openBracket)) parts.push(parseTypeParameters(s));
  if (s.at(tokens.openParen)) {
    const bases = parseArguments(s);
    parts.push(bases.code === codes.argument_list ? bases : giveUp());
  }
  parts.push(block(s));
  const node = nodeUntilBlockEnd(s, codes.class_definition, mark, parts);
  s.declared.push(node);
  return node;
}

function decoratedDefinition(s: Scanner, mark: Mark): PythonNode {
  const parts: PythonNode[] = [];
  while (s.at(tokens.at)) {
    const decoratorMark = markOf(s);
    s.next();
    const expression = parseNamed(s);
    s.expect(tokens.newline);
    parts.push(nodeSince(s, codes.decorator, decoratorMark, [expression]));
  }
  // The node of an `async` function begins at that word.
  const definitionMark = markOf(s);
  const isClass = s.at(tokens.class);
  if (s.at(tokens.async)) s.next();
  const definition = isClass ? classDefinition(s, definitionMark) : functionDefinition(s, definitionMark);
  parts.push(definition);
  const node = nodeUntilBlockEnd(s, codes.decorated_definition, mark, parts);
  s.declared.push(node);
  return node;
}

/** Null where `match` is an ordinary name. */
function matchStatement(s: Scanner, mark: Mark): PythonNode | null {
  const place = s.place();
  const head = tryMatchHead(s);
  if (head === null) {
    s.returnTo(place);
    return null;
  }
  s.expect(tokens.newline);
  if (!s.at(tokens.indent)) giveUp();
  // The block node of the grammar begins at the indent.
  const blockMark = markOf(s);
  s.next();
  const cases: PythonNode[] = [];
  s.enter();
  while (!s.at(tokens.dedent)) cases.push(caseClause(s));
  s.leave();
  s.next();
  head.push(nodeSince(s, codes.block, blockMark, cases));
  return nodeUntilBlockEnd(s, codes.match_statement, mark, head);
}

/** Like `matchHead`, but also null where the text after `match` cannot be parsed as a subject. */
function tryMatchHead(s: Scanner): PythonNode[] | null {
  try {
    return matchHead(s);
  } catch (error) {
    if (error === notPlain) return null;
    throw error;
  }
}

/** The subjects of `match`, up to and including the colon; null where the line has another form. */
function matchHead(s: Scanner): PythonNode[] | null {
  s.next();
  const subjects: PythonNode[] = [];
  // No subject begins with these tokens, so `match` is an ordinary name.
  switch (s.token) {
    case tokens.dot:
    case tokens.comma:
    case tokens.colon:
    case tokens.assign:
    case tokens.augment:
    case tokens.newline:
    case tokens.compare:
      return null;
  }
  if (s.at(tokens.star)) return null;
  do {
    if (s.at(tokens.colon)) break;
    subjects.push(parseNamed(s));
  } while (s.accept(tokens.comma));
  return s.accept(tokens.colon) && s.at(tokens.newline) ? subjects : null;
}

function caseClause(s: Scanner): PythonNode {
  const mark = markOf(s);
  if (!s.at(tokens.name) || !s.is('case')) giveUp();
  s.next();
  const parts = parseCasePatterns(s);
  if (s.at(tokens.if)) {
    const guardMark = markOf(s);
    s.next();
    const test = parseNamed(s);
    parts.push(nodeSince(s, codes.if_clause, guardMark, [test]));
  }
  parts.push(block(s));
  return nodeUntilBlockEnd(s, codes.case_clause, mark, parts);
}
