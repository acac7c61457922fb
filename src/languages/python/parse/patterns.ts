/** Patterns of `case`. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import { parseDottedName } from './imports.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { parseStrings } from './strings.ts';
import { tokens } from './tokens.ts';

/** The patterns after `case`, up to the guard or the colon. */
export function parseCasePatterns(s: Scanner): PythonNode[] {
  const parts = [casePattern(s)];
  while (s.accept(tokens.comma)) {
    if (s.at(tokens.colon) || s.at(tokens.if)) break;
    parts.push(casePattern(s));
  }
  return parts;
}

/** A pattern, optionally with `as name`. */
function casePattern(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.enter();
  let pattern = nodeSince(s, codes.case_pattern, mark, alternatives(s));
  while (s.accept(tokens.as)) {
    const named = nodeSince(s, codes.as_pattern, mark, [pattern, s.name()]);
    pattern = nodeSince(s, codes.case_pattern, mark, [named]);
  }
  s.leave();
  return pattern;
}

/** Patterns separated by `|`, as one node. None for `_`, which has no node in the grammar. */
function alternatives(s: Scanner): PythonNode[] {
  const mark = markOf(s);
  const parts = simplePattern(s);
  if (!s.at(tokens.pipe)) return parts;
  while (s.accept(tokens.pipe)) parts.push(...simplePattern(s));
  return [nodeSince(s, codes.union_pattern, mark, parts)];
}

/** A pattern without `|` and `as`; empty for `_`. */
function simplePattern(s: Scanner): PythonNode[] {
  const mark = markOf(s);
  switch (s.token) {
    case tokens.name:
      if (s.is('_')) {
        s.next();
        return s.at(tokens.dot) || s.at(tokens.openParen) ? giveUp() : [];
      }
      return [namedPattern(s)];
    case tokens.string:
    case tokens.fString:
      return [parseStrings(s)];
    case tokens.None:
      return [s.leaf(codes.none)];
    case tokens.True:
      return [s.leaf(codes.true)];
    case tokens.False:
      return [s.leaf(codes.false)];
    case tokens.sign:
    case tokens.int:
    case tokens.float:
      return numberPattern(s);
    case tokens.star:
    case tokens.power:
      s.next();
      if (s.is('_')) s.next();
      else return [nodeSince(s, codes.splat_pattern, mark, [s.name()])];
      return [nodeSince(s, codes.splat_pattern, mark, [])];
    case tokens.openBracket:
      return [sequence(s, codes.list_pattern, tokens.closeBracket)];
    case tokens.openParen:
      return [sequence(s, codes.tuple_pattern, tokens.closeParen)];
    case tokens.openBrace:
      return [dictionaryPattern(s)];
    default:
      return giveUp();
  }
}

/** `a.b`, `A(…)`, or `key=pattern` inside the parentheses of `A(…)`. */
function namedPattern(s: Scanner): PythonNode {
  const name = parseDottedName(s);
  if (s.at(tokens.assign)) {
    const [key] = name.namedChildren;
    if (name.namedChildren.length !== 1) giveUp();
    s.next();
    return nodeFrom(s, codes.keyword_pattern, name, [key!, ...alternatives(s)]);
  }
  if (!s.at(tokens.openParen)) return name;
  s.next();
  const parts = [name];
  while (!s.at(tokens.closeParen)) {
    parts.push(casePattern(s));
    if (!s.at(tokens.closeParen)) s.expect(tokens.comma);
  }
  s.next();
  return nodeFrom(s, codes.class_pattern, name, parts);
}

/** `-1`, `1 + 2j`. */
function numberPattern(s: Scanner): PythonNode[] {
  const mark = markOf(s);
  if (s.at(tokens.sign)) s.next();
  const parts = [number(s)];
  if (!s.accept(tokens.sign)) return parts;
  parts.push(number(s));
  return [nodeSince(s, codes.complex_pattern, mark, parts)];
}

function number(s: Scanner): PythonNode {
  if (s.at(tokens.float)) return s.leaf(codes.float);
  return s.at(tokens.int) ? s.leaf(codes.integer) : giveUp();
}

/** A list or tuple of patterns, in its brackets. */
function sequence(s: Scanner, code: number, close: number): PythonNode {
  const mark = markOf(s);
  s.next();
  const parts: PythonNode[] = [];
  while (!s.at(close)) {
    parts.push(casePattern(s));
    if (!s.at(close)) s.expect(tokens.comma);
  }
  s.next();
  return nodeSince(s, code, mark, parts);
}

function dictionaryPattern(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.enter();
  s.next();
  const parts: PythonNode[] = [];
  while (!s.at(tokens.closeBrace)) {
    const isRest = s.at(tokens.power);
    parts.push(...simplePattern(s));
    if (!isRest) {
      s.expect(tokens.colon);
      parts.push(casePattern(s));
    }
    if (!s.at(tokens.closeBrace)) s.expect(tokens.comma);
  }
  s.leave();
  s.next();
  return nodeSince(s, codes.dict_pattern, mark, parts);
}
