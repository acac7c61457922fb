/** Parses types, parameters and results. Each function parses the grammar rule of its name. A mark is the start of a node (`markOf`). */
import { codes } from './codes.ts';
import { GoNode } from './node.ts';
import { giveUp, markOf, nodeFrom, nodeSince, type Mark, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';

/** Parses a type, which must be present. */
export function parseType(s: Scanner): GoNode {
  s.enter();
  const type = typeAt(s);
  s.leave();
  return type ?? giveUp();
}

/** Parses a type if one begins here; null otherwise. */
export function parseTypeIfAny(s: Scanner): GoNode | null {
  s.enter();
  const type = typeAt(s);
  s.leave();
  return type;
}

function typeAt(s: Scanner): GoNode | null {
  const mark = markOf(s);
  switch (s.token) {
    case tokens.name:
      return namedType(s, s.leaf(codes.type_identifier));
    case tokens.star:
      s.next();
      return nodeSince(s, codes.pointer_type, mark, [parseType(s)]);
    case tokens.openParen: {
      s.next();
      const type = parseType(s);
      s.expect(tokens.closeParen);
      return nodeSince(s, codes.parenthesized_type, mark, [type]);
    }
    case tokens.openBracket:
      return bracketType(s);
    case tokens.map:
      return mapType(s, mark);
    case tokens.chan: {
      s.next();
      s.accept(tokens.arrow);
      return nodeSince(s, codes.channel_type, mark, [parseType(s)]);
    }
    case tokens.arrow:
      s.next();
      s.expect(tokens.chan);
      return nodeSince(s, codes.channel_type, mark, [parseType(s)]);
    case tokens.func:
      s.next();
      return nodeSince(s, codes.function_type, mark, parseSignature(s));
    case tokens.struct:
      return structType(s, mark);
    case tokens.interface:
      return interfaceType(s, mark);
    default:
      return null;
  }
}

/** @param first a `type_identifier`; if a dot follows, it is the name of a package */
export function namedType(s: Scanner, first: GoNode): GoNode {
  let type = first;
  if (s.at(tokens.dot)) {
    s.next();
    first.code = codes.package_identifier;
    const name = s.name(codes.type_identifier);
    type = nodeFrom(s, codes.qualified_type, first, [first, name]);
  }
  // The bracket begins type arguments, or an index that the grammar reads as type arguments.
  return s.at(tokens.openBracket) ? giveUp() : type;
}

function mapType(s: Scanner, mark: Mark): GoNode {
  s.next();
  s.expect(tokens.openBracket);
  const key = parseType(s);
  s.expect(tokens.closeBracket);
  return nodeSince(s, codes.map_type, mark, [key, parseType(s)]);
}

/** `[]T`, `[n]T`, `[...]T`. */
export function bracketType(s: Scanner): GoNode {
  const mark = markOf(s);
  s.next();
  if (s.accept(tokens.closeBracket)) return nodeSince(s, codes.slice_type, mark, [parseType(s)]);
  if (s.accept(tokens.ellipsis)) {
    s.expect(tokens.closeBracket);
    return nodeSince(s, codes.implicit_length_array_type, mark, [parseType(s)]);
  }
  const { level } = s;
  s.level = 1;
  const length = s.rules.expression(s);
  s.level = level;
  s.expect(tokens.closeBracket);
  return nodeSince(s, codes.array_type, mark, [length, parseType(s)]);
}

function structType(s: Scanner, mark: Mark): GoNode {
  s.next();
  const listMark = markOf(s);
  s.expect(tokens.openBrace);
  const fields: GoNode[] = [];
  while (!s.at(tokens.closeBrace)) {
    fields.push(fieldDeclaration(s));
    s.endPart(tokens.closeBrace);
  }
  s.next();
  return nodeSince(s, codes.struct_type, mark, [nodeSince(s, codes.field_declaration_list, listMark, fields)]);
}

function fieldDeclaration(s: Scanner): GoNode {
  const mark = markOf(s);
  const parts: GoNode[] = [];
  const fields: Record<string, GoNode | null> = {};
  if (s.accept(tokens.star)) parts.push((fields['type'] = namedType(s, s.name(codes.type_identifier))));
  else {
    const first = s.name(codes.field_identifier);
    if (s.at(tokens.dot) || endsField(s)) {
      first.code = codes.type_identifier;
      parts.push((fields['type'] = namedType(s, first)));
    } else {
      parts.push(first);
      while (s.accept(tokens.comma)) parts.push(s.name(codes.field_identifier));
      parts.push((fields['type'] = parseType(s)));
      fields['name'] = first;
    }
  }
  if (s.at(tokens.string)) parts.push(s.leaf(codes.interpreted_string_literal));
  else if (s.at(tokens.rawString)) parts.push(s.leaf(codes.raw_string_literal));
  const node = nodeSince(s, codes.field_declaration, mark, parts);
  node.fields = fields;
  s.declared.push(node);
  return node;
}

function endsField({ token }: Scanner): boolean {
  return (
    token === tokens.semicolon || token === tokens.closeBrace || token === tokens.string || token === tokens.rawString
  );
}

function interfaceType(s: Scanner, mark: Mark): GoNode {
  s.next();
  s.expect(tokens.openBrace);
  const elements: GoNode[] = [];
  while (!s.at(tokens.closeBrace)) {
    const first = s.name(codes.field_identifier);
    if (s.at(tokens.openParen)) elements.push(methodElement(s, first));
    else {
      first.code = codes.type_identifier;
      const type = namedType(s, first);
      elements.push(nodeFrom(s, codes.type_elem, type, [type]));
    }
    s.endPart(tokens.closeBrace);
  }
  s.next();
  return nodeSince(s, codes.interface_type, mark, elements);
}

function methodElement(s: Scanner, name: GoNode): GoNode {
  const signature = parseSignature(s);
  const node = nodeFrom(s, codes.method_elem, name, [name, ...signature]);
  node.fields = { name, parameters: signature[0]!, body: null };
  s.declared.push(node);
  return node;
}

/** The parameters, then the results if there are any. */
export function parseSignature(s: Scanner): GoNode[] {
  const { level } = s;
  s.level = 0;
  const parts = [parseParameters(s)];
  if (s.at(tokens.openParen)) parts.push(parseParameters(s));
  else {
    const result = parseTypeIfAny(s);
    if (result !== null) parts.push(result);
  }
  s.level = level;
  return parts;
}

/** One entry of a comma-separated list. */
interface Entry {
  /** A name, or a type where `type` is null. Null for `...T`. */
  first: GoNode | null;
  type: GoNode | null;
  isVariadic: boolean;
  mark: Mark;
  end: number;
}

export function parseParameters(s: Scanner): GoNode {
  const mark = markOf(s);
  s.expect(tokens.openParen);
  const entries: Entry[] = [];
  while (!s.at(tokens.closeParen)) {
    entries.push(entryAt(s));
    if (!s.at(tokens.closeParen)) s.expect(tokens.comma);
  }
  s.next();
  return nodeSince(s, codes.parameter_list, mark, declarationsOf(s, entries));
}

function entryAt(s: Scanner): Entry {
  const mark = markOf(s);
  let first: GoNode | null = null;
  let type: GoNode | null = null;
  let isVariadic = s.accept(tokens.ellipsis);
  if (isVariadic) type = parseType(s);
  else if (s.at(tokens.name)) {
    first = s.leaf(codes.identifier);
    if (s.at(tokens.dot)) first = namedType(s, first);
    else if (s.accept(tokens.ellipsis)) {
      isVariadic = true;
      type = parseType(s);
    } else if (!s.at(tokens.comma) && !s.at(tokens.closeParen)) type = parseType(s);
  } else first = parseType(s);
  return { first, type, isVariadic, mark, end: s.lastEnd };
}

/** Groups entries into declarations. `a, b T` is one declaration; in a list without names, each type is one. */
function declarationsOf(s: Scanner, entries: readonly Entry[]): GoNode[] {
  const declare = (code: number, { mark: { start, row, column }, end }: Entry, parts: GoNode[]): GoNode =>
    new GoNode(s.text, code, start, end, row, column, parts);
  const isNamed = entries.some(({ first, type }) => first !== null && type !== null);
  const found: GoNode[] = [];
  let names: { entry: Entry; nodes: GoNode[] } | null = null;
  for (const entry of entries) {
    const { first, type, isVariadic } = entry;
    const code = isVariadic ? codes.variadic_parameter_declaration : codes.parameter_declaration;
    if (!isNamed) {
      if (first?.code === codes.identifier) first.code = codes.type_identifier;
      found.push(declare(code, entry, [first ?? type ?? giveUp()]));
      continue;
    }
    if (first === null || first.code !== codes.identifier) return giveUp();
    const group: { entry: Entry; nodes: GoNode[] } = names ?? { entry, nodes: [] };
    group.nodes.push(first);
    names = group;
    if (type === null) continue;
    found.push(declare(code, { ...entry, mark: group.entry.mark }, [...group.nodes, type]));
    names = null;
  }
  return names === null ? found : giveUp();
}
