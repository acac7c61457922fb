/** Expressions in brackets: arguments, items, tuples, lists, sets, dictionaries and comprehensions. A mark is the start of a node (`markOf`). */
import { giveUp, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { parseTargets } from './targets.ts';
import { tokens } from './tokens.ts';

/** `(…)` after a callee or the name of a class. */
export function parseArguments(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.enter();
  s.next();
  const parts: PythonNode[] = [];
  while (!s.at(tokens.closeParen)) {
    const first = argument(s);
    if (s.at(tokens.for) || s.at(tokens.async)) {
      if (parts.length > 0 || first.code === codes.keyword_argument) giveUp();
      s.leave();
      return comprehension(s, codes.generator_expression, mark, { body: first, close: tokens.closeParen });
    }
    parts.push(first);
    if (!s.at(tokens.closeParen)) s.expect(tokens.comma);
  }
  s.leave();
  s.next();
  return nodeSince(s, codes.argument_list, mark, parts);
}

/** `a`, `*a`, `**a`, `name=a`. */
function argument(s: Scanner): PythonNode {
  if (s.token === tokens.star) return splat(s, codes.list_splat);
  if (s.token === tokens.power) return splat(s, codes.dictionary_splat);
  const value = s.rules.named(s);
  if (!s.at(tokens.assign)) return value;
  if (value.code !== codes.identifier) giveUp();
  s.next();
  return nodeFrom(s, codes.keyword_argument, value, [value, s.rules.expression(s)]);
}

/** The current stars and the expression after them. */
function splat(s: Scanner, code: number): PythonNode {
  const mark = markOf(s);
  s.next();
  const value = s.rules.expression(s);
  return nodeSince(s, code, mark, [value]);
}

/** `x[i]`, `x[a:b, c]`. */
export function parseItem(s: Scanner, object: PythonNode): PythonNode {
  s.enter();
  s.next();
  const parts = [object];
  while (!s.at(tokens.closeBracket)) {
    parts.push(itemOrSlice(s));
    if (!s.at(tokens.closeBracket)) s.expect(tokens.comma);
  }
  if (parts.length === 1) giveUp();
  s.leave();
  s.next();
  return nodeFrom(s, codes.subscript, object, parts);
}

/** `i`, or a slice `a:b:c`, each part of which may be missing. */
function itemOrSlice(s: Scanner): PythonNode {
  const mark = markOf(s);
  const parts: PythonNode[] = [];
  if (!s.at(tokens.colon)) {
    const value = s.rules.named(s);
    if (!s.at(tokens.colon)) return value;
    parts.push(value);
  }
  for (let colons = 0; colons < 2 && s.accept(tokens.colon); colons++)
    if (!s.at(tokens.colon) && !s.at(tokens.comma) && !s.at(tokens.closeBracket)) parts.push(s.rules.expression(s));
  return nodeSince(s, codes.slice, mark, parts);
}

/** An element of a list, a set or a tuple. */
function element(s: Scanner): PythonNode {
  return s.token === tokens.star ? splat(s, codes.list_splat) : s.rules.named(s);
}

/**
 * The first element. If it is the only one and has a star before a name, the grammar binds the star to that name: it reads
 * `[*a.b]` as `[(*a).b]`.
 */
function firstElement(s: Scanner): PythonNode {
  if (!s.at(tokens.star)) return s.rules.named(s);
  const place = s.place();
  s.next();
  const isNamed = s.at(tokens.name);
  const value = s.rules.expression(s);
  if (!isNamed || s.at(tokens.comma)) return nodeSince(s, codes.list_splat, place, [value]);
  s.returnTo(place);
  return s.rules.expression(s);
}

/**
 * A parenthesised expression, a tuple or a generator.
 * @param parseAs parses the `as` after a value, which only `with` allows
 */
export function parseParentheses(s: Scanner, parseAs?: (s: Scanner, value: PythonNode) => PythonNode): PythonNode {
  const mark = markOf(s);
  s.enter();
  s.next();
  const parts: PythonNode[] = [];
  let isTuple = s.at(tokens.closeParen);
  if (s.at(tokens.yield)) parts.push(s.rules.yielded(s));
  while (!s.at(tokens.closeParen)) {
    if (parts.length > 0 && !isTuple) giveUp();
    const value = parts.length === 0 ? firstElement(s) : element(s);
    if (s.at(tokens.for) || s.at(tokens.async)) {
      if (isTuple) giveUp();
      s.leave();
      return comprehension(s, codes.generator_expression, mark, { body: value, close: tokens.closeParen });
    }
    parts.push(parseAs !== undefined && s.at(tokens.as) ? parseAs(s, value) : value);
    if (s.at(tokens.closeParen)) break;
    s.expect(tokens.comma);
    isTuple = true;
  }
  s.leave();
  s.next();
  // `(*a)` is not valid Python.
  if (!isTuple && startsWithStar(parts[0]!)) giveUp();
  return nodeSince(s, isTuple ? codes.tuple : codes.parenthesized_expression, mark, parts);
}

const star = '*'.charCodeAt(0);

function startsWithStar({ source, startIndex }: PythonNode): boolean {
  return source.charCodeAt(startIndex) === star;
}

export function parseList(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.enter();
  s.next();
  const parts: PythonNode[] = [];
  while (!s.at(tokens.closeBracket)) {
    const value = parts.length === 0 ? firstElement(s) : element(s);
    if (s.at(tokens.for) || s.at(tokens.async)) {
      if (parts.length > 0) giveUp();
      s.leave();
      return comprehension(s, codes.list_comprehension, mark, { body: value, close: tokens.closeBracket });
    }
    parts.push(value);
    if (!s.at(tokens.closeBracket)) s.expect(tokens.comma);
  }
  s.leave();
  s.next();
  return nodeSince(s, codes.list, mark, parts);
}

/** A dictionary or a set. */
export function parseBraces(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.enter();
  s.next();
  const parts: PythonNode[] = [];
  let isSet = false;
  while (!s.at(tokens.closeBrace)) {
    const value = parts.length === 0 && s.at(tokens.star) ? firstElement(s) : entry(s);
    const isPair = value.code === codes.pair;
    const isElement = !isPair && value.code !== codes.dictionary_splat;
    if (parts.length === 0) isSet = isElement;
    else if (isSet !== isElement) giveUp();
    if (s.at(tokens.for) || s.at(tokens.async)) {
      if (parts.length > 0 || (!isPair && !isSet)) giveUp();
      s.leave();
      const code = isPair ? codes.dictionary_comprehension : codes.set_comprehension;
      return comprehension(s, code, mark, { body: value, close: tokens.closeBrace });
    }
    parts.push(value);
    if (!s.at(tokens.closeBrace)) s.expect(tokens.comma);
  }
  s.leave();
  s.next();
  return nodeSince(s, isSet ? codes.set : codes.dictionary, mark, parts);
}

/** `key: value`, `**mapping`, or an element of a set. */
function entry(s: Scanner): PythonNode {
  if (s.token === tokens.power) return splat(s, codes.dictionary_splat);
  const key = element(s);
  if (!s.at(tokens.colon)) return key;
  if (key.code === codes.list_splat || key.code === codes.named_expression) giveUp();
  s.next();
  return nodeFrom(s, codes.pair, key, [key, s.rules.expression(s)]);
}

/** The clauses of a comprehension, up to and including the closing bracket. `body` has been parsed already. */
function comprehension(
  s: Scanner,
  code: number,
  mark: Mark,
  { body, close }: { body: PythonNode; close: number },
): PythonNode {
  if (body.code === codes.dictionary_splat || startsWithStar(body)) giveUp();
  s.enter();
  const parts = [body];
  while (!s.at(close)) {
    const clauseMark = markOf(s);
    if (s.accept(tokens.if)) {
      const test = s.rules.condition(s);
      parts.push(nodeSince(s, codes.if_clause, clauseMark, [test]));
      continue;
    }
    s.accept(tokens.async);
    s.expect(tokens.for);
    const left = parseTargets(s);
    s.expect(tokens.in);
    const right = s.rules.condition(s);
    parts.push(nodeSince(s, codes.for_in_clause, clauseMark, [left, right]));
  }
  s.leave();
  s.next();
  return nodeSince(s, code, mark, parts);
}
