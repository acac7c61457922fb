/** Annotations as a small syntax tree. Annotations in code and in strings get the same form. */
import type { SyntaxNode } from '../../language.ts';
import { nameText, placeOf, type Collector, type Place } from './collector.ts';
import { plainString } from './literals.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** One name in the path of a type. */
export interface TypeName {
  text: string;
  /** Null in a string of several lines, where the place is unknown. */
  place: Place | null;
}

export type TypeSyntax =
  | { is: 'path'; names: TypeName[]; args: TypeSyntax[] }
  | { is: 'union'; parts: TypeSyntax[] }
  | { is: 'list'; parts: TypeSyntax[] }
  | { is: 'none' | 'ellipsis' | 'other' };

const other: TypeSyntax = { is: 'other' };

/** Limit of nested types. */
const maxDepth = 40;

/** The syntax of an annotation. Parts that are no types are visited as expressions. */
export function typeSyntax(c: Collector, node: SyntaxNode, depth = 0): TypeSyntax {
  if (depth > maxDepth) return other;
  const code = codeOf(node);
  switch (code) {
    case codes.type:
    case codes.parenthesized_expression: {
      const parts = partsOf(node).filter((part) => codeOf(part) !== codes.comment);
      return parts.length === 1 ? typeSyntax(c, parts[0]!, depth + 1) : other;
    }
    case codes.identifier:
    case codes.attribute: {
      const names = pathOf(c, node, depth);
      if (names !== null) return { is: 'path', names, args: [] };
      c.visit(node);
      return other;
    }
    case codes.generic_type:
    case codes.subscript:
      return genericSyntax(c, node, depth);
    case codes.union_type:
    case codes.binary_operator:
      return {
        is: 'union',
        parts: partsOf(node).flatMap((part) => (isComment(part) ? [] : [typeSyntax(c, part, depth + 1)])),
      };
    case codes.list:
    case codes.tuple:
      return {
        is: 'list',
        parts: partsOf(node).flatMap((part) => (isComment(part) ? [] : [typeSyntax(c, part, depth + 1)])),
      };
    case codes.string: {
      const text = plainString(c, node);
      return text === null ? other : parseType(text.text, text.place);
    }
    case codes.none:
      return { is: 'none' };
    case codes.ellipsis:
      return { is: 'ellipsis' };
    case codes.comment:
      return other;
    default:
      c.visit(node);
      return other;
  }
}

function isComment(node: SyntaxNode): boolean {
  return codeOf(node) === codes.comment;
}

/** The names of a dotted path; null for other expressions. */
function pathOf(c: Collector, node: SyntaxNode, depth: number): TypeName[] | null {
  if (codeOf(node) === codes.identifier) {
    const text = nameText(c, node);
    return text === '' ? null : [{ text, place: placeOf(node) }];
  }
  if (codeOf(node) !== codes.attribute || depth > maxDepth) return null;
  const parts = partsOf(node);
  const last = parts.at(-1);
  if (parts[0] === undefined || last === undefined || last === parts[0]) return null;
  const names = pathOf(c, parts[0], depth + 1);
  const text = nameText(c, last);
  if (names === null || text === '') return null;
  names.push({ text, place: placeOf(last) });
  return names;
}

/** `A[B, C]`. */
function genericSyntax(c: Collector, node: SyntaxNode, depth: number): TypeSyntax {
  const parts = partsOf(node);
  const names = parts[0] === undefined ? null : pathOf(c, parts[0], depth + 1);
  if (names === null) {
    for (const part of parts) c.visit(part);
    return other;
  }
  const last = names.at(-1)!.text;
  // The arguments of `Literal` are not types.
  if (last === 'Literal') return { is: 'path', names, args: [] };
  const argumentNodes = parts
    .slice(1)
    .flatMap((part) => (codeOf(part) === codes.type_parameter ? partsOf(part) : [part]));
  const args: TypeSyntax[] = [];
  for (const part of argumentNodes) {
    if (isComment(part)) continue;
    if (last === 'Annotated' && args.length > 0) visitMetadata(c, part);
    else args.push(typeSyntax(c, part, depth + 1));
  }
  return { is: 'path', names, args };
}

/** The extra arguments of `Annotated` are ordinary expressions. */
function visitMetadata(c: Collector, node: SyntaxNode): void {
  if (codeOf(node) === codes.type) for (const part of partsOf(node)) c.visit(part);
  else c.visit(node);
}

/** Groups: 1 a name; 2 `...`; 3 and 4 a quote and the text in quotes; 5 any other character. */
const token = /\s*(?:([\p{ID_Start}_][\p{ID_Continue}]*)|(\.\.\.)|(["'])([^"'\\]*)\3|(.))/suy;

interface Reader {
  text: string;
  /** Offset of the next token in the text. */
  at: number;
  /** Place of the start of the text. */
  place: Place | null;
  /** Number of surrounding brackets and strings. */
  depth: number;
}

/** Longer annotations in strings (UTF-16 units) are not read. */
const maxTextLength = 2000;

/** Limit of the type arguments in a string. */
const maxTypeArguments = 64;

/** The type in a string annotation; `other` where the string holds no type. */
export function parseType(text: string, place: Place | null): TypeSyntax {
  if (text.length > maxTextLength) return other;
  return readUnion({ text, at: 0, place, depth: 0 });
}

/** The next token, without moving past it. */
function peek(reader: Reader): RegExpExecArray | null {
  token.lastIndex = reader.at;
  return token.exec(reader.text);
}

/** Moves past a character if it is next, and returns whether it was. */
function accept(reader: Reader, character: string): boolean {
  const found = peek(reader);
  if (found?.[5] !== character) return false;
  reader.at += found[0].length;
  return true;
}

function readUnion(reader: Reader): TypeSyntax {
  const first = readOperand(reader);
  if (!accept(reader, '|')) return first;
  const parts = [first];
  do parts.push(readOperand(reader));
  while (accept(reader, '|'));
  return { is: 'union', parts };
}

/** One operand of a union. */
function readOperand(reader: Reader): TypeSyntax {
  const found = peek(reader);
  if (found === null || reader.depth > maxDepth) return other;
  if (found[5] === ']' || found[5] === ',' || found[5] === ')') return other;
  reader.at += found[0].length;
  if (found[2] !== undefined) return { is: 'ellipsis' };
  if (found[4] !== undefined) return nestedString(reader, found);
  if (found[5] === '[') return { is: 'list', parts: readArguments(reader) };
  if (found[5] === '(') {
    const type = readUnion(reader);
    accept(reader, ')');
    return type;
  }
  if (found[1] === undefined) return other;
  if (found[1] === 'None') return { is: 'none' };
  const names = [nameAt(reader, found[1])];
  while (accept(reader, '.')) {
    const name = peek(reader);
    if (name?.[1] === undefined) return other;
    reader.at += name[0].length;
    names.push(nameAt(reader, name[1]));
  }
  const args = accept(reader, '[') ? readArguments(reader) : [];
  return { is: 'path', names, args: names.at(-1)!.text === 'Literal' ? [] : args };
}

/** A string in a string: `"list['A']"`. */
function nestedString(reader: Reader, found: RegExpExecArray): TypeSyntax {
  const text = found[4]!;
  const { place } = reader;
  // The string ends with a quote, at the current offset.
  const column = place === null ? 0 : place.column + reader.at - text.length - 1;
  return readUnion({
    text,
    at: 0,
    place: place === null ? null : { line: place.line, column },
    depth: reader.depth + 1,
  });
}

/** Type arguments, up to the closing bracket. */
function readArguments(reader: Reader): TypeSyntax[] {
  const args: TypeSyntax[] = [];
  reader.depth++;
  while (reader.at < reader.text.length && args.length < maxTypeArguments) {
    if (accept(reader, ']')) break;
    const start = reader.at;
    args.push(readUnion(reader));
    if (!accept(reader, ',') && reader.at === start) {
      // No type starts here, so one character is skipped.
      reader.at++;
      args.pop();
    }
  }
  reader.depth--;
  return args;
}

/** The name that ends at the current offset. */
function nameAt({ at, place }: Reader, text: string): TypeName {
  return { text, place: place === null ? null : { line: place.line, column: place.column + at - text.length } };
}
