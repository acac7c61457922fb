/**
 * Fields of structs and methods of interfaces. An embedded type is a field, and its members become members of the type that
 * embeds it.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, heritage, ops, siteKinds } from '../../../model/file-summary.ts';
import { isExported, nameText, placeOf, type Collector } from './collector.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';
import { signatureOf } from './signatures.ts';

/** A flat list of pairs: heritage code, type. */
export type Heritage = number[];

interface MemberDraft {
  name: string;
  kind: number;
  parent: number;
  type?: number;
}

function declareMember(c: Collector, node: SyntaxNode, { name, kind, parent, type = 0 }: MemberDraft): number {
  const flags = isExported(name) ? entityFlags.exported : 0;
  return c.writer.entity({ name, kind, flags, ...placeOf(node), scope: c.scope, parent, type });
}

/** @param struct a `struct_type` */
export function declareFields(c: Collector, owner: number, struct: SyntaxNode, pairs: Heritage): void {
  for (const list of partsOf(struct)) {
    for (const field of partsOf(list)) {
      if (codeOf(field) === codes.field_declaration) declareField(c, owner, field, pairs);
      else c.visit(field);
    }
  }
}

function declareField(c: Collector, owner: number, field: SyntaxNode, pairs: Heritage): void {
  const parts = partsOf(field);
  const names = parts.filter((part) => codeOf(part) === codes.field_identifier);
  const typeNode = parts.find((part) => isType(codeOf(part)));
  if (typeNode === undefined) return;
  const isEmbedded = names.length === 0;
  const type = c.typeOf(typeNode, isEmbedded ? siteKinds.extends : siteKinds.type);
  if (isEmbedded) {
    const nameNode = embeddedName(typeNode);
    const name = nameNode === null ? '' : nameText(c, nameNode);
    if (type !== 0 && c.writer.opOf(type) === ops.named) pairs.push(heritage.mixesIn, type);
    if (nameNode !== null && name !== '')
      declareMember(c, nameNode, { name, kind: entityKinds.property, parent: owner, type });
  }
  for (const node of names) {
    const name = nameText(c, node);
    if (name !== '') declareMember(c, node, { name, kind: entityKinds.property, parent: owner, type });
  }
}

/** The last name of an embedded type (`*p.T[A]`: `T`), which is also the name of the field. */
function embeddedName(type: SyntaxNode): SyntaxNode | null {
  let node: SyntaxNode | undefined = type;
  // `*`, parentheses, a package and type arguments can stand around the name.
  for (let level = 0; level < 6 && node !== undefined; level++) {
    const code = codeOf(node);
    if (code === codes.type_identifier) return node;
    const parts = partsOf(node);
    node = code === codes.qualified_type ? parts[1] : parts[0];
  }
  return null;
}

/** @param type an `interface_type` */
export function declareMethodElements(c: Collector, owner: number, type: SyntaxNode, pairs: Heritage): void {
  for (const element of partsOf(type)) {
    if (codeOf(element) === codes.method_elem) {
      const [nameNode, ...rest] = partsOf(element);
      const name = nameNode === undefined ? '' : nameText(c, nameNode);
      if (nameNode === undefined || name === '') continue;
      const method = declareMember(c, nameNode, { name, kind: entityKinds.method, parent: owner });
      signatureOf(c, method, rest, { hasBody: false });
      continue;
    }
    // A single type is an embedded interface; a union or `~T` is a constraint.
    const types = codeOf(element) === codes.type_elem ? partsOf(element) : [];
    const [only] = types;
    if (only === undefined || types.length > 1 || codeOf(only) === codes.negated_type) {
      c.visit(element);
      continue;
    }
    const base = c.typeOf(only, siteKinds.extends);
    if (base !== 0 && c.writer.opOf(base) === ops.named) pairs.push(heritage.extends, base);
  }
}

/**
 * Declares the members that stand for indexing, iterating or calling a value of a named type. Their names (`[]`, `()`) cannot occur
 * in a program.
 */
export function declareOperations(c: Collector, owner: number, type: SyntaxNode): void {
  const property = { kind: entityKinds.property, parent: owner };
  const parts = partsOf(type);
  switch (codeOf(type)) {
    case codes.slice_type:
    case codes.array_type:
      for (const part of parts.slice(0, -1)) c.visit(part);
      if (parts.length > 0) declareMember(c, type, { ...property, name: '[]', type: c.typeOf(parts.at(-1)!) });
      return;
    case codes.map_type: {
      const [key, value] = parts;
      if (key !== undefined) declareMember(c, type, { ...property, name: '[key]', type: c.typeOf(key) });
      if (value !== undefined) declareMember(c, type, { ...property, name: '[]', type: c.typeOf(value) });
      return;
    }
    case codes.channel_type:
      if (parts.length > 0) declareMember(c, type, { ...property, name: '[chan]', type: c.typeOf(parts.at(-1)!) });
      return;
    case codes.function_type: {
      const call = declareMember(c, type, { name: '()', kind: entityKinds.method, parent: owner });
      signatureOf(c, call, parts, { hasBody: false });
    }
  }
}
