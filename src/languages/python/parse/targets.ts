/** Targets of assignments and loops. They are parsed as expressions and then turned into patterns. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { nodeFrom, nodeSince, markOf, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';

/** Turns the node of an expression into that of a pattern. */
export function toPattern(node: PythonNode): PythonNode {
  switch (node.code) {
    case codes.identifier:
    case codes.attribute:
    case codes.subscript:
      return node;
    case codes.parenthesized_expression:
    case codes.tuple:
      node.code = codes.tuple_pattern;
      break;
    case codes.list:
      node.code = codes.list_pattern;
      break;
    case codes.expression_list:
      node.code = codes.pattern_list;
      break;
    case codes.list_splat:
      if (node.namedChildren[0]!.code !== codes.identifier) giveUp();
      node.code = codes.list_splat_pattern;
      return node;
    default:
      return giveUp();
  }
  for (const part of node.namedChildren) {
    if (part.code === codes.comment || part.code === codes.line_continuation) continue;
    // `a, *b.c = …`: in a pattern, the grammar does not bind the star to the name alone.
    if (part.code !== codes.list_splat && part.source[part.startIndex] === '*') giveUp();
    toPattern(part);
  }
  return node;
}

/** The targets of `for`, up to `in`. */
export function parseTargets(s: Scanner): PythonNode {
  const first = target(s);
  if (!s.at(tokens.comma)) return first;
  const parts = [first];
  while (s.accept(tokens.comma)) {
    if (s.at(tokens.in)) break;
    parts.push(target(s));
  }
  return nodeFrom(s, codes.pattern_list, first, parts);
}

function target(s: Scanner): PythonNode {
  if (!s.at(tokens.star)) return toPattern(s.rules.primary(s));
  const mark = markOf(s);
  s.next();
  const name = s.name();
  return nodeSince(s, codes.list_splat_pattern, mark, [name]);
}
