/** Names and fields: their nodes, and the sites that link them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { frameOf, isLocal } from './frames.ts';
import { code, codeOf, partsOf } from './node-codes.ts';
import { builtinTypes, packageLength } from './types.ts';

const identifierCode = code('identifier');
const fieldAccessCode = code('field_access');
const superCode = code('super');
const thisCode = code('this');

/** A use of a name. A local variable gets a site only with `everySite`. */
export function visitName(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const name = nameText(c, node);
  if (name === '') return 0;
  const { writer, frame } = c;
  const result = writer.name(name, frame.scope);
  // Built-in types get no site, unless a variable has the name.
  if ((c.everySite || !isLocal(frame, name)) && !(builtinTypes.has(name) && frameOf(frame, name) === null))
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
  const receiver =
    parts.length > 2 && codeOf(parts[1]!) === superCode
      ? typeAsValue(c, object)
      : (packageOf(c, object) ?? c.visit(object));
  if (receiver === 0 || name === '') return 0;
  const result = writer.member(receiver, name);
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

/** Longer chains of names are not read. */
const maxChain = 40;

/** The names of `a.b.C`; null for any other expression. */
function chainOf(c: Collector, node: SyntaxNode): string[] | null {
  const names: string[] = [];
  let current = node;
  while (codeOf(current) === fieldAccessCode && names.length < maxChain) {
    const parts = partsOf(current);
    if (parts.length !== 2 || codeOf(parts[1]!) !== identifierCode) return null;
    names.unshift(nameText(c, parts[1]!));
    current = parts[0]!;
  }
  if (codeOf(current) !== identifierCode) return null;
  names.unshift(nameText(c, current));
  return names.includes('') ? null : names;
}

/** The package that `a.b` means in `a.b.C`; undefined if `a.b` is an expression. It can be a package only if a capital letter follows. */
export function packageOf(c: Collector, node: SyntaxNode): number | undefined {
  const nodeCode = codeOf(node);
  if (nodeCode !== identifierCode && nodeCode !== fieldAccessCode) return undefined;
  if (!/^\s*\.\s*\p{Lu}/u.test(c.source.slice(node.endIndex, node.endIndex + 80))) return undefined;
  const names = chainOf(c, node);
  if (names === null || packageLength([...names, 'A']) !== names.length) return undefined;
  if (frameOf(c.frame, names[0]!) !== null) return undefined;
  // A single name may also be an inherited field: `field.CONSTANT`.
  if (names.length < 2) return undefined;
  return c.writer.node(ops.module, c.writer.module(names.join('.')));
}
