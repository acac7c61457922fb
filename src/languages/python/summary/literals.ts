/** Strings, and literals that hold others: lists, tuples, dictionaries. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives } from '../../../model/file-summary.ts';
import { placeNow, placeOf, primitive, type Collector, type Place } from './collector.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';

/** Further elements of a literal are dropped. */
const maxElements = 16;
const maxEntries = 64;

const opening = /([a-zA-Z]{0,2})("""|'''|"|')/y;

interface PlainString {
  text: string;
  /** Start of the text; null where the string spans several lines. */
  place: Place | null;
}

/** A single string literal without interpolation and escapes; null for others. */
export function plainString(c: Collector, node: SyntaxNode): PlainString | null {
  if (codeOf(node) !== codes.string) return null;
  const quote = c.source.charCodeAt(node.startIndex);
  if (isQuote(quote) && c.source.charCodeAt(node.startIndex + 1) !== quote) return shortString(c, node);
  opening.lastIndex = node.startIndex;
  const found = opening.exec(c.source);
  if (found === null || /[fFtTbB]/.test(found[1]!)) return null;
  const from = node.startIndex + found[0].length;
  const text = c.source.slice(from, Math.max(from, node.endIndex - found[2]!.length));
  if (text.includes('\\')) return null;
  const { line, column } = placeOf(node);
  return { text, place: text.includes('\n') ? null : { line, column: column + found[0].length } };
}

/** A string without a prefix, in single (not triple) quotes. */
function shortString({ source }: Collector, node: SyntaxNode): PlainString | null {
  const from = node.startIndex + 1;
  const text = source.slice(from, Math.max(from, node.endIndex - 1));
  if (text.includes('\\')) return null;
  const { line, column } = placeNow(node);
  return { text, place: text.includes('\n') ? null : { line, column: column + 1 } };
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39;
}

/** Visits the interpolations of an f-string. */
export function visitString(c: Collector, node: SyntaxNode): number {
  if (isQuote(c.source.charCodeAt(node.startIndex))) return primitive(c, primitives.string);
  opening.lastIndex = node.startIndex;
  const prefix = opening.exec(c.source)?.[1] ?? '';
  if (/[fFtT]/.test(prefix))
    for (const part of partsOf(node)) if (codeOf(part) === codes.interpolation) visitParts(c, part);
  return primitive(c, primitives.string);
}

export function visitParts(c: Collector, node: SyntaxNode): void {
  const parts = partsOf(node);
  for (let at = 0; at < parts.length; at++) c.visit(parts[at]!);
}

/** A list, tuple, set or unparenthesised tuple. */
export function visitSequence(c: Collector, node: SyntaxNode): number {
  const elements: number[] = [];
  const parts = withoutComments(partsOf(node));
  for (let at = 0; at < parts.length; at++) elements.push(c.visit(parts[at]!));
  if (elements.length > maxElements) elements.length = maxElements;
  return c.writer.node(ops.array, c.writer.list(elements));
}

/** The member name for a dictionary key. The quotes keep it apart from attribute names. */
export function keyName(text: string): string {
  return `'${text}'`;
}

/** An object whose properties are the values of literal keys, if any of them can be linked. */
export function visitDictionary(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const entries: Entry[] = [];
  const parts = partsOf(node);
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    if (codeOf(part) === codes.pair) visitPair(c, part, entries);
    else c.visit(part);
  }
  if (entries.length === 0) return 0;
  const object = writer.declare('', entityKinds.object, placeNow(node), c.scope);
  writer.set(object, entityFields.parent, -2);
  for (const { name, value, node: key } of entries) {
    const property = writer.declare(name, entityKinds.property, placeNow(key), c.scope);
    writer.set(property, entityFields.parent, object);
    writer.set(property, entityFields.value, value);
  }
  return writer.entityNode(object);
}

interface Entry {
  name: string;
  value: number;
  node: SyntaxNode;
}

function visitPair(c: Collector, node: SyntaxNode, entries: Entry[]): void {
  const parts = partsOf(node);
  const key = parts[0];
  const last = lastOf(parts);
  if (key === undefined || last === undefined) return;
  c.visit(key);
  const value = last === key ? 0 : c.visit(last);
  if (value === 0 || c.writer.opOf(value) === ops.primitive || entries.length >= maxEntries) return;
  const name = plainString(c, key);
  if (name !== null && name.text.length <= 100) entries.push({ name: keyName(name.text), value, node: key });
}
