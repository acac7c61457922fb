/** Strings, concatenated strings, and the expressions in f-strings. */
import { giveUp, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, type Scanner } from './scanner.ts';
import { formatSpecifierEnd, formattedTextEnd, type StringForm } from './string-text.ts';
import { tokens } from './tokens.ts';

const openBrace = 123;

export function parseStrings(s: Scanner): PythonNode {
  const first = singleString(s);
  if (!s.at(tokens.string) && !s.at(tokens.fString)) return first;
  const parts = [first];
  while (s.at(tokens.string) || s.at(tokens.fString)) parts.push(singleString(s));
  return nodeFrom(s, codes.concatenated_string, first, parts);
}

function singleString(s: Scanner): PythonNode {
  if (s.at(tokens.string)) return s.leaf(codes.string);
  const mark = markOf(s);
  const { form } = s;
  s.enter();
  const parts: PythonNode[] = [];
  while (skipToExpression(s, form)) parts.push(interpolation(s));
  s.leave();
  const node = s.node(codes.string, mark, s.end, parts);
  s.next();
  return node;
}

/** Moves past plain text, to an expression or past the closing quotes. Returns whether an expression follows. */
function skipToExpression(s: Scanner, form: StringForm): boolean {
  s.skipText((text, from) => formattedTextEnd(text, from, form));
  return s.text.charCodeAt(s.end - 1) === openBrace;
}

/** An interpolation. The scanner has just passed the opening brace; afterwards the current token is the closing brace. */
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

/** The start of the brace that the scanner has just passed. */
function braceMark({ position: { start, row, column } }: Scanner): Mark {
  return { start: start - 1, row, column: column - 1 };
}

/**
 * The expression in an interpolation. A lambda without parentheses is left to the grammar: its colon starts the format specifier in
 * Python, but not in the grammar.
 */
function expressionIn(s: Scanner): PythonNode {
  if (s.at(tokens.lambda)) giveUp();
  return s.at(tokens.yield) ? s.rules.yielded(s) : s.rules.list(s);
}

/** A format specifier (`:>{width}`). Afterwards the current token is the closing brace of the interpolation. */
function formatSpecifier(s: Scanner): PythonNode {
  const mark = markOf(s);
  const parts: PythonNode[] = [];
  for (;;) {
    s.skipText(formatSpecifierEnd);
    if (s.text.charCodeAt(s.end - 1) !== openBrace || s.end === mark.start + 1) break;
    const expression = interpolation(s);
    expression.code = codes.format_expression;
    parts.push(expression);
  }
  const node = s.node(codes.format_specifier, mark, s.end, parts);
  s.next();
  return node;
}
