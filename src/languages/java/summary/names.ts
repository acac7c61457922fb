/** Names and fields: their nodes, and the sites that link them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { frameOf, isLocal } from './frames.ts';
import { code, codeOf, partsOf } from './node-codes.ts';
import { ownTypes, packageLength } from './types.ts';

const identifierCode = code('identifier');
const fieldAccess = code('field_access');
const superCode = code('super');
const thisCode = code('this');

/** A use of a name. Local variables get no site unless every site is wanted. */
export function visitName(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const name = nameText(c, node);
  if (name === '') return 0;
  const { writer, frame } = c;
  const result = writer.name(name, frame.scope);
  if ((c.everySite || !isLocal(frame, name)) && !(ownTypes.has(name) && frameOf(frame, name) === null))
    writer.site(site, result, placeOf(node), frame.scope);
  return result;
}

/** `a.b`, `this.b`, `A.this`, `A.super.b`: a site at the last name. */
export function visitField(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const { writer, frame } = c;
  const parts = partsOf(node);
  const object = parts[0];
  const last = parts.at(-1);
  if (object === undefined) return 0;
  if (last === undefined || last === object) return c.visit(object);
  if (codeOf(last) === thisCode) return typeAsValue(c, object);
  if (codeOf(last) !== identifierCode) return c.visit(object);
  const name = nameText(c, last);
  const on =
    parts.length > 2 && codeOf(parts[1]!) === superCode
      ? typeAsValue(c, object)
      : (packageOf(c, object) ?? c.visit(object));
  if (on === 0 || name === '') return 0;
  const result = writer.member(on, name);
  writer.site(site, result, placeOf(last), frame.scope);
  return result;
}

/** An instance of the type that an expression names: `A.this`, `A.super`. */
export function typeAsValue(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  c.visit(node);
  const names = chainOf(c, node);
  if (names === null) return 0;
  const path = writer.list(names.map((name) => writer.string(name)));
  return writer.node(ops.cast, writer.node(ops.named, path, c.frame.scope, 0), 0);
}

const maxChain = 40;

/** The names of `a.b.C`; null where the expression holds anything else. */
function chainOf(c: Collector, node: SyntaxNode): string[] | null {
  const names: string[] = [];
  let at = node;
  while (codeOf(at) === fieldAccess && names.length < maxChain) {
    const parts = partsOf(at);
    if (parts.length !== 2 || codeOf(parts[1]!) !== identifierCode) return null;
    names.unshift(nameText(c, parts[1]!));
    at = parts[0]!;
  }
  if (codeOf(at) !== identifierCode) return null;
  names.unshift(nameText(c, at));
  return names.includes('') ? null : names;
}

/** The package that `a.b` before a type is; undefined where it is an expression. The name after it decides. */
export function packageOf(c: Collector, node: SyntaxNode): number | undefined {
  const at = codeOf(node);
  if (at !== identifierCode && at !== fieldAccess) return undefined;
  if (!/^\s*\.\s*\p{Lu}/u.test(c.source.slice(node.endIndex, node.endIndex + 80))) return undefined;
  const names = chainOf(c, node);
  if (names === null || packageLength([...names, 'A']) !== names.length) return undefined;
  if (frameOf(c.frame, names[0]!) !== null) return undefined;
  // `field.CONSTANT` of an inherited field has the form of a package of one part.
  if (names.length < 2) return undefined;
  return c.writer.node(ops.module, c.writer.module(names.join('.')));
}
