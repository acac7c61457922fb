/** Targets of assignments: they are parsed as expressions first and then turned into patterns. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { nodeFrom, nodeSince, markOf, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';

/** Turns an expression into a pattern. */
export function asPattern(node: PythonNode): PythonNode {
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
    // `*b.c` in `a, *b.c = …`: here the star does not bind to the name.
    if (part.code !== codes.list_splat && part.source.charCodeAt(part.startIndex) === 42) giveUp();
    asPattern(part);
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
  if (!s.at(tokens.star)) return asPattern(s.rules.primary(s));
  const mark = markOf(s);
  s.next();
  const name = s.name();
  return nodeSince(s, codes.list_splat_pattern, mark, [name]);
}
