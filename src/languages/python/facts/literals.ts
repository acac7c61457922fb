/** Strings, and literals that hold others: lists, tuples, dictionaries. */
import type { SyntaxNode } from '../../language.ts';
import { entityKinds, ops, primitives } from '../../../model/link-facts.ts';
import { placeOf, primitive, type Collector, type Place } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** Elements of a literal, and entries of a dictionary, that are kept. */
const maxElements = 16;
const maxEntries = 64;

const opening = /([a-zA-Z]{0,2})("""|'''|"|')/y;

interface PlainString {
  text: string;
  /** Where its text starts; null when it is not on that line alone. */
  place: Place | null;
}

/** A string without interpolation or escapes, of one part; null for others. */
export function plainString(c: Collector, node: SyntaxNode): PlainString | null {
  if (codeOf(node) !== codes.string) return null;
  opening.lastIndex = node.startIndex;
  const found = opening.exec(c.source);
  if (found === null || /[fFtTbB]/.test(found[1]!)) return null;
  const from = node.startIndex + found[0].length;
  const text = c.source.slice(from, Math.max(from, node.endIndex - found[2]!.length));
  if (text.includes('\\')) return null;
  const { line, column } = placeOf(node);
  return { text, place: text.includes('\n') ? null : { line, column: column + found[0].length } };
}

/** Visits what an f-string interpolates. */
export function visitString(c: Collector, node: SyntaxNode): number {
  opening.lastIndex = node.startIndex;
  const prefix = opening.exec(c.source)?.[1] ?? '';
  if (/[fFtT]/.test(prefix))
    for (const part of partsOf(node)) if (codeOf(part) === codes.interpolation) visitParts(c, part);
  return primitive(c, primitives.string);
}

export function visitParts(c: Collector, node: SyntaxNode): void {
  for (const part of partsOf(node)) c.visit(part);
}

/** A list, tuple, set or unparenthesised tuple. */
export function visitSequence(c: Collector, node: SyntaxNode): number {
  const elements: number[] = [];
  for (const part of partsOf(node)) {
    if (codeOf(part) === codes.comment) continue;
    elements.push(c.visit(part));
  }
  return c.writer.node(ops.array, c.writer.list(elements.slice(0, maxElements)));
}

/** The name under which an object keeps what a key of a dictionary holds: no attribute is named like that. */
export function keyName(text: string): string {
  return `'${text}'`;
}

/** An object whose properties are the values under plain keys, when any of them can be linked. */
export function visitDictionary(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const entries: { name: string; value: number; node: SyntaxNode }[] = [];
  for (const part of partsOf(node)) {
    if (codeOf(part) !== codes.pair) {
      c.visit(part);
      continue;
    }
    const [key] = partsOf(part);
    const last = partsOf(part).at(-1);
    if (key === undefined || last === undefined) continue;
    c.visit(key);
    const value = last === key ? 0 : c.visit(last);
    if (value === 0 || writer.opOf(value) === ops.primitive || entries.length >= maxEntries) continue;
    const name = plainString(c, key);
    if (name !== null && name.text.length <= 100) entries.push({ name: keyName(name.text), value, node: key });
  }
  if (entries.length === 0) return 0;
  const object = writer.entity({ name: '', kind: entityKinds.object, ...placeOf(node), scope: c.scope, parent: -2 });
  for (const { name, value, node: key } of entries) {
    const place = placeOf(key);
    writer.entity({ name, kind: entityKinds.property, ...place, scope: c.scope, parent: object, value });
  }
  return writer.entityNode(object);
}
