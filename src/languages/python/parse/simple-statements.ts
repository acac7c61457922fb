/** Statements without blocks. */
import { giveUp, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import { parseExpression, parseExpressions, parseNamed, parseYield } from './expressions.ts';
import { parseImport, parseImportFrom } from './imports.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { toPattern } from './targets.ts';
import { startsExpression, tokens } from './tokens.ts';
import { parseType } from './types.ts';

/** Adds the statements of a line, which semicolons separate. Parses up to and including the line end. */
export function parseLine(s: Scanner, statements: PythonNode[]): void {
  for (;;) {
    statements.push(simpleStatement(s));
    if (!s.accept(tokens.semicolon) || s.at(tokens.newline)) break;
  }
  s.expect(tokens.newline);
}

function simpleStatement(s: Scanner): PythonNode {
  switch (s.token) {
    case tokens.import:
      return recordImport(s, parseImport(s, markOf(s)));
    case tokens.from:
      return recordImport(s, parseImportFrom(s, markOf(s)));
    case tokens.return:
      return returnStatement(s);
    case tokens.pass:
      return s.leaf(codes.pass_statement);
    case tokens.break:
      return s.leaf(codes.break_statement);
    case tokens.continue:
      return s.leaf(codes.continue_statement);
    case tokens.raise:
      return raiseStatement(s, markOf(s));
    case tokens.assert:
      return assertStatement(s, markOf(s));
    case tokens.del:
      return deleteStatement(s);
    case tokens.global:
      return namesStatement(s, codes.global_statement, markOf(s));
    case tokens.nonlocal:
      return namesStatement(s, codes.nonlocal_statement, markOf(s));
    case tokens.yield:
      return yieldStatement(s);
    case tokens.name:
      return startsSoftKeyword[s.text.charCodeAt(s.start)] === 1 ? wordStatement(s) : expressionStatement(s);
    default:
      return expressionStatement(s);
  }
}

function returnStatement(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.next();
  return nodeSince(s, codes.return_statement, mark, startsExpression[s.token] === 1 ? [parseExpressions(s)] : []);
}

function deleteStatement(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.next();
  return nodeSince(s, codes.delete_statement, mark, [parseExpressions(s)]);
}

function yieldStatement(s: Scanner): PythonNode {
  const value = parseYield(s);
  return nodeFrom(s, codes.expression_statement, value, [value]);
}

/** By character code: 1 for the first letters of `type`, `print` and `match`. */
const startsSoftKeyword = new Uint8Array(128);
for (const letter of 'tpm') startsSoftKeyword[letter.charCodeAt(0)] = 1;

/** A statement that begins with a name. `type`, `print` and `match` may be keywords. */
function wordStatement(s: Scanner): PythonNode {
  if (s.is('type')) return typeStatement(s);
  return s.is('print') || s.is('match') ? callStatement(s) : expressionStatement(s);
}

/** Records the node of an import statement. */
function recordImport(s: Scanner, node: PythonNode): PythonNode {
  s.imports.push(node);
  return node;
}

function raiseStatement(s: Scanner, mark: Mark): PythonNode {
  s.next();
  const parts: PythonNode[] = [];
  if (startsExpression[s.token] === 1) parts.push(parseExpressions(s));
  if (s.accept(tokens.from)) parts.push(parts.length === 0 ? giveUp() : parseExpression(s));
  return nodeSince(s, codes.raise_statement, mark, parts);
}

function assertStatement(s: Scanner, mark: Mark): PythonNode {
  s.next();
  const parts = [parseNamed(s)];
  if (s.accept(tokens.comma)) parts.push(parseExpression(s));
  return nodeSince(s, codes.assert_statement, mark, parts);
}

/** `global a, b`, `nonlocal a`. */
function namesStatement(s: Scanner, code: number, mark: Mark): PythonNode {
  s.next();
  const names = [s.name()];
  while (s.accept(tokens.comma)) names.push(s.name());
  return nodeSince(s, code, mark, names);
}

/**
 * `type X = …`, or a statement that begins with an ordinary name `type`. Gives up at an assignment to a call or item of `type`,
 * which the grammar reads as a type alias.
 */
function typeStatement(s: Scanner): PythonNode {
  const place = s.place();
  const mark = markOf(s);
  s.next();
  if (!s.at(tokens.name)) {
    const isCall = s.at(tokens.openParen) || s.at(tokens.openBracket);
    s.returnTo(place);
    const statement = callStatement(s);
    return isCall && statement.namedChildren[0]!.code === codes.assignment ? giveUp() : statement;
  }
  const left = parseType(s);
  s.expect(tokens.assign);
  const node = nodeSince(s, codes.type_alias_statement, mark, [left, parseType(s)]);
  s.declared.push(node);
  return node;
}

/** Empty lines and comments, then a character that may continue an expression on the next line. */
const continuation = /(?:\s|#[^\n]*\n)*[([+*~-]/y;

/** Whether the grammar may continue the expression before the current token on the next line. */
function mayContinue({ text, end }: Scanner): boolean {
  continuation.lastIndex = end;
  return continuation.test(text);
}

/** A statement that begins with the ordinary name `type`, `print` or `match`. */
function callStatement(s: Scanner): PythonNode {
  const { start, end, text } = s;
  // `print >>file, x` is a print statement.
  if (/^\s*>>/.test(text.slice(end, end + 40))) giveUp();
  const statement = expressionStatement(s);
  // The grammar may continue this statement on the next line.
  if (mayContinue(s)) giveUp();
  // Finds the call of the name, such as `print(a)`, at the start of the statement.
  let call = statement;
  while (call.code !== codes.call || call.namedChildren[0]!.endIndex !== end) {
    const [first] = call.namedChildren;
    if (first === undefined || first.startIndex !== start) return statement;
    call = first;
  }
  const argumentList = call.namedChildren[call.namedChildren.length - 1]!;
  // The grammar has two readings of such a call and chooses the one in which a star binds to the name. So `print(a, *b())` is left
  // to the grammar.
  for (const [index, argument] of argumentList.namedChildren.entries())
    if (index > 0 && argument.code === codes.list_splat && !isPath(argument.namedChildren[0]!)) giveUp();
  return statement;
}

/** Whether a node is a name, an attribute or an item. */
function isPath({ code }: PythonNode): boolean {
  return code === codes.identifier || code === codes.attribute || code === codes.subscript;
}

/** Expressions, or an assignment. */
function expressionStatement(s: Scanner): PythonNode {
  const first = parseExpressions(s);
  switch (s.token) {
    case tokens.assign:
    case tokens.augment:
    case tokens.colon: {
      const node = nodeFrom(s, codes.expression_statement, first, [assignment(s, first)]);
      s.declared.push(node);
      return node;
    }
  }
  // After a comma, the grammar may continue the list on the next line.
  if (first.code === codes.expression_list && (s.text[s.lastEnd - 1] === ',' || mayContinue(s))) giveUp();
  // The expressions of a list are direct children of the statement.
  const parts = first.code === codes.expression_list ? first.namedChildren : [first];
  return nodeFrom(s, codes.expression_statement, first, parts);
}

/** An assignment after its left side, which has been parsed already. */
function assignment(s: Scanner, left: PythonNode): PythonNode {
  const pattern = toPattern(left);
  const parts = [pattern];
  const isPlain = s.at(tokens.assign);
  const isAugmented = s.at(tokens.augment);
  s.next();
  if (!isPlain && !isAugmented) {
    if (pattern.code === codes.pattern_list) giveUp();
    parts.push(parseType(s));
    if (s.accept(tokens.assign)) parts.push(rightSide(s));
  } else parts.push(rightSide(s));
  return nodeFrom(s, isAugmented ? codes.augmented_assignment : codes.assignment, pattern, parts);
}

/** The right side of an assignment: a value, or a further assignment (`a = b = 1`). */
function rightSide(s: Scanner): PythonNode {
  if (s.at(tokens.yield)) return parseYield(s);
  const value = parseExpressions(s);
  if (!s.at(tokens.assign)) return value;
  s.enter();
  const node = assignment(s, value);
  s.leave();
  return node;
}
