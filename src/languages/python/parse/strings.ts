/** Strings, concatenated strings, and the expressions in them. */
import { giveUp, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, type Scanner } from './scanner.ts';
import { formatSpecifierEnd, formattedTextEnd, type StringForm } from './string-text.ts';
import { tokens } from './tokens.ts';

const openBrace = 123;

export function parseStrings(s: Scanner): PythonNode {
  const first = oneString(s);
  if (!s.at(tokens.string) && !s.at(tokens.formatted)) return first;
  const parts = [first];
  while (s.at(tokens.string) || s.at(tokens.formatted)) parts.push(oneString(s));
  return nodeFrom(s, codes.concatenated_string, first, parts);
}

function oneString(s: Scanner): PythonNode {
  if (s.at(tokens.string)) return s.leaf(codes.string);
  const mark = markOf(s);
  const { form } = s;
  s.enter();
  const parts: PythonNode[] = [];
  while (opensExpression(s, form)) parts.push(interpolation(s));
  s.leave();
  const node = s.node(codes.string, mark, s.end, parts);
  s.next();
  return node;
}

/** Moves over plain text, past the brace that opens an expression or past the closing quotes. */
function opensExpression(s: Scanner, form: StringForm): boolean {
  s.skipText((text, from) => formattedTextEnd(text, from, form));
  return s.text.charCodeAt(s.end - 1) === openBrace;
}

/** An interpolation, from the opening brace, which was just passed, to the closing one. */
function interpolation(s: Scanner): PythonNode {
  const mark = braceMark(s);
  s.brackets++;
  s.next();
  const parts = [expressionIn(s)];
  s.accept(tokens.assign);
  if (s.at(tokens.conversion)) parts.push(s.leaf(codes.type_conversion));
  if (s.at(tokens.colon)) parts.push(formatSpecifier(s));
  if (!s.at(tokens.closeBrace)) giveUp();
  return s.node(codes.interpolation, mark, s.end, parts);
}

function braceMark({ position: { start, row, column } }: Scanner): Mark {
  return { start: start - 1, row, column: column - 1 };
}

/** In Python, the colon of a bare lambda starts the format specifier; in the grammar it does not. */
function expressionIn(s: Scanner): PythonNode {
  if (s.at(tokens.lambda)) giveUp();
  return s.at(tokens.yield) ? s.rules.yielded(s) : s.rules.list(s);
}

/** `:>{width}`; afterwards the current token is the closing brace of the interpolation. */
function formatSpecifier(s: Scanner): PythonNode {
  const mark = markOf(s);
  const parts: PythonNode[] = [];
  for (;;) {
    s.skipText(formatSpecifierEnd);
    if (s.text.charCodeAt(s.end - 1) !== openBrace || s.end === mark.start + 1) break;
    const inner = interpolation(s);
    inner.code = codes.format_expression;
    parts.push(inner);
  }
  const node = s.node(codes.format_specifier, mark, s.end, parts);
  s.next();
  return node;
}
