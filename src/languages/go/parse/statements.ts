/** Parses statements. Each function parses the grammar rule of its name. A mark is the start of a node (`markOf`). */
import { codes } from './codes.ts';
import { parseExpression, parseList } from './expressions.ts';
import type { GoNode } from './node.ts';
import { giveUp, markOf, nodeFrom, nodeSince, type Mark, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';
import { parseType } from './types.ts';

export function parseBlock(s: Scanner): GoNode {
  const { level } = s;
  s.level = 0;
  const mark = markOf(s);
  s.expect(tokens.openBrace);
  const list = statementList(s);
  s.level = level;
  s.expect(tokens.closeBrace);
  return nodeSince(s, codes.block, mark, list);
}

/** The statements up to the brace, `case` or `default` that ends them: one list node, or none. */
function statementList(s: Scanner): GoNode[] {
  const statements: GoNode[] = [];
  while (!endsList(s)) {
    if (s.accept(tokens.semicolon)) continue;
    statements.push(statement(s));
    if (!endsList(s)) s.expect(tokens.semicolon);
  }
  const [first] = statements;
  return first === undefined ? [] : [nodeFrom(s, codes.statement_list, first, statements)];
}

function endsList({ token }: Scanner): boolean {
  return token === tokens.closeBrace || token === tokens.case || token === tokens.default;
}

function statement(s: Scanner): GoNode {
  s.enter();
  const node = s.rules.declaration(s) ?? plainStatement(s);
  s.leave();
  return node;
}

function plainStatement(s: Scanner): GoNode {
  const mark = markOf(s);
  switch (s.token) {
    case tokens.openBrace:
      return parseBlock(s);
    case tokens.if:
      return ifStatement(s, mark);
    case tokens.for:
      return forStatement(s, mark);
    case tokens.switch:
      return switchStatement(s, mark);
    case tokens.select:
      return selectStatement(s, mark);
    case tokens.return: {
      s.next();
      const isBare = s.at(tokens.semicolon) || endsList(s);
      return nodeSince(s, codes.return_statement, mark, isBare ? [] : [parseList(s)]);
    }
    case tokens.go:
      return prefixed(s, codes.go_statement, mark);
    case tokens.defer:
      return prefixed(s, codes.defer_statement, mark);
    case tokens.break:
      return jump(s, codes.break_statement, mark);
    case tokens.continue:
      return jump(s, codes.continue_statement, mark);
    case tokens.goto:
      return jump(s, codes.goto_statement, mark);
    case tokens.fallthrough:
      return s.leaf(codes.fallthrough_statement);
    default:
      return asStatement(s, simpleStatement(s));
  }
}

function prefixed(s: Scanner, code: number, mark: Mark): GoNode {
  s.next();
  return nodeSince(s, code, mark, [parseExpression(s)]);
}

function jump(s: Scanner, code: number, mark: Mark): GoNode {
  s.next();
  return nodeSince(s, code, mark, s.at(tokens.name) ? [s.leaf(codes.label_name)] : []);
}

/** A simple statement in the terms of the Go specification: an expression, a declaration with `:=`, an assignment and the like. */
interface Simple {
  node: GoNode;
  isExpression: boolean;
}

function asStatement(s: Scanner, { node, isExpression }: Simple): GoNode {
  return isExpression ? nodeFrom(s, codes.expression_statement, node, [node]) : node;
}

/** Parses a simple statement, or the clause of a `range`. */
function simpleStatement(s: Scanner): Simple {
  const left = parseList(s);
  const isOne = left.namedChildren.length === 1;
  const first = left.namedChildren[0]!;
  const statementOf = (code: number, parts: GoNode[]): Simple => ({
    node: nodeFrom(s, code, first, parts),
    isExpression: false,
  });
  switch (s.token) {
    case tokens.define:
    case tokens.assign: {
      const isDeclaring = s.at(tokens.define);
      s.next();
      if (s.accept(tokens.range)) return statementOf(codes.range_clause, [left, parseExpression(s)]);
      return statementOf(isDeclaring ? codes.short_var_declaration : codes.assignment_statement, [left, parseList(s)]);
    }
    case tokens.operate:
      s.next();
      return statementOf(codes.assignment_statement, [left, parseList(s)]);
    case tokens.increment:
    case tokens.decrement: {
      if (!isOne) giveUp();
      const code = s.at(tokens.increment) ? codes.inc_statement : codes.dec_statement;
      s.next();
      return statementOf(code, [first]);
    }
    case tokens.arrow:
      if (!isOne) giveUp();
      s.next();
      return statementOf(codes.send_statement, [first, parseExpression(s)]);
    case tokens.colon: {
      if (!isOne || first.code !== codes.identifier || s.level < 0) giveUp();
      s.next();
      first.code = codes.label_name;
      return statementOf(codes.labeled_statement, endsList(s) ? [first] : [first, statement(s)]);
    }
    default:
      return isOne ? { node: first, isExpression: true } : giveUp();
  }
}

function ifStatement(s: Scanner, mark: Mark): GoNode {
  s.next();
  const { level } = s;
  s.level = -1;
  const first = simpleStatement(s);
  const parts: GoNode[] = [];
  if (s.at(tokens.semicolon)) {
    parts.push(asStatement(s, first));
    s.next();
    parts.push(parseExpression(s));
  } else parts.push(first.isExpression ? first.node : giveUp());
  s.level = level;
  parts.push(parseBlock(s));
  if (s.accept(tokens.else)) {
    s.enter();
    parts.push(s.at(tokens.if) ? ifStatement(s, markOf(s)) : parseBlock(s));
    s.leave();
  }
  return nodeSince(s, codes.if_statement, mark, parts);
}

function forStatement(s: Scanner, mark: Mark): GoNode {
  s.next();
  const { level } = s;
  s.level = -1;
  const clauseMark = markOf(s);
  const parts: GoNode[] = [];
  if (s.accept(tokens.range)) parts.push(nodeSince(s, codes.range_clause, clauseMark, [parseExpression(s)]));
  else if (!s.at(tokens.openBrace)) parts.push(forClause(s, clauseMark));
  s.level = level;
  parts.push(parseBlock(s));
  return nodeSince(s, codes.for_statement, mark, parts);
}

function forClause(s: Scanner, mark: Mark): GoNode {
  const first = s.at(tokens.semicolon) ? null : simpleStatement(s);
  if (first !== null && !s.at(tokens.semicolon)) {
    const isHead = first.isExpression || first.node.code === codes.range_clause;
    return isHead ? first.node : giveUp();
  }
  const parts = first === null ? [] : [asStatement(s, first)];
  s.expect(tokens.semicolon);
  if (!s.at(tokens.semicolon)) parts.push(parseExpression(s));
  s.expect(tokens.semicolon);
  if (!s.at(tokens.openBrace)) parts.push(asStatement(s, simpleStatement(s)));
  return nodeSince(s, codes.for_clause, mark, parts);
}

/** An expression switch or a type switch. Which one it is shows in the head: `s.switched` is set after `x.(type)`. */
function switchStatement(s: Scanner, mark: Mark): GoNode {
  s.next();
  const { level, switched: outerSwitched } = s;
  s.level = -1;
  s.switched = null;
  let first: Simple | null = null;
  const parts: GoNode[] = [];
  if (!s.at(tokens.openBrace)) {
    if (!s.at(tokens.semicolon)) first = simpleStatement(s);
    if (s.at(tokens.semicolon)) {
      if (first !== null) parts.push(asStatement(s, first));
      if (s.switched !== null) giveUp();
      s.next();
      first = s.at(tokens.openBrace) ? null : simpleStatement(s);
    }
  }
  const guard = s.switched as GoNode | null;
  s.switched = outerSwitched;
  s.level = 0;
  let alias: GoNode | null = null;
  if (guard !== null && first!.node !== guard) {
    const isDeclaring = first!.node.code === codes.short_var_declaration;
    alias = isDeclaring ? first!.node.namedChildren[0]! : giveUp();
    parts.push(alias);
  }
  if (guard !== null) parts.push(guard);
  else if (first !== null) parts.push(first.isExpression ? first.node : giveUp());
  s.expect(tokens.openBrace);
  while (!s.at(tokens.closeBrace)) parts.push(switchCase(s, guard !== null));
  s.level = level;
  s.next();
  const node = nodeSince(s, guard === null ? codes.expression_switch_statement : codes.type_switch_statement, mark, parts); // prettier-ignore
  if (guard !== null) node.fields = { alias, value: guard };
  return node;
}

function switchCase(s: Scanner, isTypeSwitch: boolean): GoNode {
  const mark = markOf(s);
  if (s.at(tokens.default)) return defaultCase(s, mark);
  s.expect(tokens.case);
  const parts: GoNode[] = [];
  if (isTypeSwitch) {
    do parts.push(parseType(s));
    while (s.accept(tokens.comma));
  } else parts.push(parseList(s));
  s.expect(tokens.colon);
  parts.push(...statementList(s));
  return nodeSince(s, isTypeSwitch ? codes.type_case : codes.expression_case, mark, parts);
}

function defaultCase(s: Scanner, mark: Mark): GoNode {
  s.expect(tokens.default);
  s.expect(tokens.colon);
  return nodeSince(s, codes.default_case, mark, statementList(s));
}

function selectStatement(s: Scanner, mark: Mark): GoNode {
  s.next();
  const { level } = s;
  s.level = 0;
  s.expect(tokens.openBrace);
  const cases: GoNode[] = [];
  while (!s.at(tokens.closeBrace)) cases.push(communicationCase(s));
  s.level = level;
  s.next();
  return nodeSince(s, codes.select_statement, mark, cases);
}

function communicationCase(s: Scanner): GoNode {
  const mark = markOf(s);
  if (s.at(tokens.default)) return defaultCase(s, mark);
  s.expect(tokens.case);
  const left = parseList(s);
  const first = left.namedChildren[0]!;
  let communication: GoNode;
  if (s.accept(tokens.arrow)) communication = nodeFrom(s, codes.send_statement, first, [first, parseExpression(s)]);
  else if (s.accept(tokens.define) || s.accept(tokens.assign))
    communication = nodeFrom(s, codes.receive_statement, first, [left, parseExpression(s)]);
  else communication = nodeFrom(s, codes.receive_statement, first, [first]);
  s.expect(tokens.colon);
  return nodeSince(s, codes.communication_case, mark, [communication, ...statementList(s)]);
}
