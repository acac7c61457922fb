/** Parameters of functions and lambdas. */
import { giveUp } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';
import { parseType } from './types.ts';

/** The parameters of a function, with their parentheses. */
export function parseParameters(s: Scanner): PythonNode {
  const mark = markOf(s);
  s.expect(tokens.openParen);
  const parts: PythonNode[] = [];
  while (!s.at(tokens.closeParen)) {
    parts.push(parameter(s, true));
    if (!s.at(tokens.closeParen)) s.expect(tokens.comma);
  }
  s.next();
  return nodeSince(s, codes.parameters, mark, parts);
}

/** The parameters of a lambda, up to the colon. */
export function parseLambdaParameters(s: Scanner): PythonNode {
  const parts = [parameter(s, false)];
  while (s.accept(tokens.comma)) {
    if (s.at(tokens.colon)) break;
    parts.push(parameter(s, false));
  }
  return nodeFrom(s, codes.lambda_parameters, parts[0]!, parts);
}

/** @param isTyped whether the parameter may have an annotation */
function parameter(s: Scanner, isTyped: boolean): PythonNode {
  if (s.at(tokens.slash)) return s.leaf(codes.positional_separator);
  if (s.at(tokens.star) || s.at(tokens.power)) return starredParameter(s, isTyped);
  const name = s.at(tokens.name) ? s.name() : giveUp();
  if (isTyped && s.accept(tokens.colon)) {
    const type = parseType(s);
    if (!s.accept(tokens.assign)) return nodeFrom(s, codes.typed_parameter, name, [name, type]);
    const value = s.rules.expression(s);
    return nodeFrom(s, codes.typed_default_parameter, name, [name, type, value]);
  }
  if (!s.accept(tokens.assign)) return name;
  const value = s.rules.expression(s);
  return nodeFrom(s, codes.default_parameter, name, [name, value]);
}

/** `*args`, `**options`, or the star before keyword-only parameters. */
function starredParameter(s: Scanner, isTyped: boolean): PythonNode {
  const mark = markOf(s);
  const isList = s.at(tokens.star);
  const { end, row, column, start } = s;
  s.next();
  if (isList && s.at(tokens.comma)) return s.node(codes.keyword_separator, { start, row, column }, end, []);
  const pattern = isList ? codes.list_splat_pattern : codes.dictionary_splat_pattern;
  const name = s.name();
  const node = nodeSince(s, pattern, mark, [name]);
  if (!isTyped || !s.accept(tokens.colon)) return node;
  const type = parseType(s);
  return nodeFrom(s, codes.typed_parameter, node, [node, type]);
}
