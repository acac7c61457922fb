/** Literals: strings, lists, tuples, sets and dictionaries. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives } from '../../../model/file-summary.ts';
import { nameless, placeNow, placeOf, primitive, type Collector, type Place } from './collector.ts';
import { runsFormat } from './implicit-calls.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';

/** Limit of the recorded elements of a list, tuple or set. */
const maxElements = 16;

/** Limit of the recorded entries of a dictionary. */
const maxEntries = 64;

/** Longer keys of dictionaries (UTF-16 units) are not recorded. */
export const maxKeyLength = 100;

/** The prefix and the opening quotes of a string. */
const opening = /([a-zA-Z]{0,2})("""|'''|"|')/y;

interface PlainString {
  text: string;
  /** Start of the text; null where the string spans several lines. */
  place: Place | null;
}

/** The text of one string literal without interpolations and escapes; null for other nodes. */
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

/** The text of a string without a prefix, whose quotes are not triple. */
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

/** A string. In an f-string, the interpolations are visited. */
export function visitString(c: Collector, node: SyntaxNode): number {
  if (isQuote(c.source.charCodeAt(node.startIndex))) return primitive(c, primitives.string);
  opening.lastIndex = node.startIndex;
  const prefix = opening.exec(c.source)?.[1] ?? '';
  if (/[fFtT]/.test(prefix))
    for (const part of partsOf(node)) if (codeOf(part) === codes.interpolation) visitInterpolation(c, part);
  return primitive(c, primitives.string);
}

/** `{value!r:>10}` in an f-string. */
function visitInterpolation(c: Collector, node: SyntaxNode): void {
  const [first, ...rest] = withoutComments(partsOf(node));
  if (first === undefined) return;
  const value = c.visit(first);
  for (const part of rest) c.visit(part);
  const [second] = rest;
  const conversion = second === undefined ? '' : c.source.slice(second.startIndex, second.startIndex + 2);
  runsFormat(c, first, { value, conversion });
}

/** Visits all children of a node. */
export function visitParts(c: Collector, node: SyntaxNode): void {
  const parts = partsOf(node);
  for (let at = 0; at < parts.length; at++) c.visit(parts[at]!);
}

/** A list, a set, or a tuple with or without parentheses. */
export function visitSequence(c: Collector, node: SyntaxNode): number {
  const elements: number[] = [];
  const parts = withoutComments(partsOf(node));
  for (let at = 0; at < parts.length; at++) elements.push(c.visit(parts[at]!));
  if (elements.length > maxElements) elements.length = maxElements;
  return c.writer.node(ops.array, c.writer.list(elements));
}

/** The member name for a key of a dictionary. The quotes distinguish it from the name of an attribute. */
export function keyName(text: string): string {
  return `'${text}'`;
}

/** A dictionary as an object: its properties are the entries with literal keys whose values may be linked. 0 if there are none. */
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
  writer.set(object, entityFields.parent, nameless);
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

/** Visits an entry of a dictionary, and adds it to `entries` if its value may be linked. */
function visitPair(c: Collector, node: SyntaxNode, entries: Entry[]): void {
  const parts = partsOf(node);
  const key = parts[0];
  const last = lastOf(parts);
  if (key === undefined || last === undefined) return;
  c.visit(key);
  const value = last === key ? 0 : c.visit(last);
  if (value === 0 || c.writer.opOf(value) === ops.primitive || entries.length >= maxEntries) return;
  const name = plainString(c, key);
  if (name !== null && name.text.length <= maxKeyLength) entries.push({ name: keyName(name.text), value, node: key });
}
