/** Parses declarations, at the top level and in blocks. Each function parses the grammar rule of its name. A mark is the start of a node (`markOf`). */
import { codes } from './codes.ts';
import { parseList } from './expressions.ts';
import type { GoNode } from './node.ts';
import { giveUp, markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { parseBlock } from './statements.ts';
import { tokens } from './tokens.ts';
import { parseParameters, parseSignature, parseType } from './types.ts';

export function parseSourceFile(s: Scanner): GoNode {
  const mark = { start: 0, row: 0, column: 0 };
  const clauseMark = markOf(s);
  s.expect(tokens.package);
  const name = s.name(codes.package_identifier);
  const parts = [nodeSince(s, codes.package_clause, clauseMark, [name])];
  s.expect(tokens.semicolon);
  while (!s.at(tokens.end)) {
    parts.push(topDeclaration(s));
    if (!s.at(tokens.end)) s.expect(tokens.semicolon);
  }
  return nodeSince(s, codes.source_file, mark, parts);
}

function topDeclaration(s: Scanner): GoNode {
  if (s.at(tokens.import)) return importDeclaration(s);
  if (s.at(tokens.func)) return functionDeclaration(s);
  return parseDeclaration(s) ?? giveUp();
}

/** A declaration of constants, variables or types; null where none begins. */
export function parseDeclaration(s: Scanner): GoNode | null {
  switch (s.token) {
    case tokens.const:
      return declaration(s, codes.const_declaration, (scanner) => valueSpec(scanner, codes.const_spec));
    case tokens.var:
      return declaration(s, codes.var_declaration, (scanner) => valueSpec(scanner, codes.var_spec));
    case tokens.type:
      return declaration(s, codes.type_declaration, typeSpec);
    default:
      return null;
  }
}

/** A single declaration, or several in parentheses. */
function declaration(s: Scanner, code: number, spec: (s: Scanner) => GoNode): GoNode {
  const mark = markOf(s);
  s.next();
  if (!s.at(tokens.openParen)) return nodeSince(s, code, mark, [spec(s)]);
  const listMark = markOf(s);
  s.next();
  const specs: GoNode[] = [];
  while (!s.at(tokens.closeParen)) {
    specs.push(spec(s));
    s.endPart(tokens.closeParen);
  }
  s.next();
  // Only these two have a node for the list in the grammar's tree.
  const isListed = code === codes.var_declaration || code === codes.import_declaration;
  const listCode = code === codes.var_declaration ? codes.var_spec_list : codes.import_spec_list;
  return nodeSince(s, code, mark, isListed ? [nodeSince(s, listCode, listMark, specs)] : specs);
}

function importDeclaration(s: Scanner): GoNode {
  return declaration(s, codes.import_declaration, importSpec);
}

function importSpec(s: Scanner): GoNode {
  const mark = markOf(s);
  let name: GoNode | null = null;
  if (s.at(tokens.dot)) name = s.leaf(codes.dot);
  else if (s.at(tokens.name)) name = s.leaf(s.is('_') ? codes.blank_identifier : codes.package_identifier);
  const path = s.at(tokens.string)
    ? s.leaf(codes.interpreted_string_literal)
    : s.at(tokens.rawString)
      ? s.leaf(codes.raw_string_literal)
      : giveUp();
  const node = nodeSince(s, codes.import_spec, mark, name === null ? [path] : [name, path]);
  node.fields = { name, path };
  s.declared.push(node);
  return node;
}

/** `a, b T = x, y`. The type, the values or both may be missing. */
function valueSpec(s: Scanner, code: number): GoNode {
  const first = s.name(codes.identifier);
  const parts = [first];
  while (s.accept(tokens.comma)) parts.push(s.name(codes.identifier));
  let type: GoNode | null = null;
  let value: GoNode | null = null;
  let sign: GoNode | null = null;
  if (!s.at(tokens.assign) && !s.at(tokens.semicolon) && !s.at(tokens.closeParen)) parts.push((type = parseType(s)));
  if (s.at(tokens.assign)) {
    sign = s.leaf(codes.other);
    parts.push((value = parseList(s)));
  }
  const node = nodeFrom(s, code, first, parts);
  node.fields = { type, value, sign };
  s.declared.push(node);
  return node;
}

function typeSpec(s: Scanner): GoNode {
  const name = s.name(codes.type_identifier);
  const code = s.accept(tokens.assign) ? codes.type_alias : codes.type_spec;
  const type = parseType(s);
  const node = nodeFrom(s, code, name, [name, type]);
  node.fields = { name, type };
  s.declared.push(node);
  return node;
}

function functionDeclaration(s: Scanner): GoNode {
  const mark = markOf(s);
  s.next();
  const receiver = s.at(tokens.openParen) ? parseParameters(s) : null;
  const name = s.name(receiver === null ? codes.identifier : codes.field_identifier);
  const signature = parseSignature(s);
  const body = s.at(tokens.openBrace) ? parseBlock(s) : null;
  const parts = [name, ...signature];
  if (receiver !== null) parts.unshift(receiver);
  if (body !== null) parts.push(body);
  const code = receiver === null ? codes.function_declaration : codes.method_declaration;
  const node = nodeSince(s, code, mark, parts);
  node.fields = { receiver, name, parameters: signature[0]!, body };
  s.declared.push(node);
  return node;
}
