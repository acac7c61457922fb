/** Structs, unions, classes and enums: their bodies and members. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  heritage,
  ops,
  primitives,
  scopeKinds,
  siteKinds,
} from '../../../model/file-summary.ts';
import { namedType, partsOf, placeOf, tagKey, textOf, unnamedParent, type Collector } from './collector.ts';
import { declaratorOf, plainName } from './declarators.ts';
import { stubOf } from './stubs.ts';

/**
 * Declares the type of a specifier with a body, or writes the use of a type that is only named. Returns the type's node.
 * @param typedefName the name that a typedef gives to the type: the definition is then at that name
 */
export function visitTag(c: Collector, node: SyntaxNode, typedefName: SyntaxNode | null): number {
  const parts = partsOf(node);
  const body = parts.find((part) => part.type === 'field_declaration_list' || part.type === 'enumerator_list');
  const nameNode = node.childForFieldName('name');
  if (body === undefined) return nameNode === null ? 0 : visitTagName(c, node, nameNode);
  const name = typedefName ?? nameNode;
  if (node.type === 'enum_specifier') return visitEnum(c, { node, body, name });
  const isQualified = name?.type === 'qualified_identifier';
  const path = isQualified ? declaratorOf(c, name) : null;
  const text = name === null ? '' : plainName(c, path?.name ?? name);
  const isMember = c.owner !== -1;
  // `struct A::B {`: a member of A, wherever A is declared.
  const declarator = c.block === null ? path : null;
  const stub = declarator === null || declarator.scopes.length === 0 ? -1 : stubOf(c, declarator);
  const specialised = nameNode?.type === 'template_type' ? entityFlags.specialised : 0;
  const flags =
    entityFlags.implemented | specialised | (text === '' || isMember || stub !== -1 ? 0 : entityFlags.global);
  const entity = c.writer.entity({
    name: text,
    kind: text === '' ? entityKinds.typeLiteral : entityKinds.class,
    ...placeOf(stub === -1 ? (name ?? node) : declarator!.name),
    scope: isMember || text === '' ? c.scope : c.block === null ? c.outer : c.scope,
    parent: text === '' ? unnamedParent : isMember ? c.owner : stub,
    flags: c.block === null ? flags : flags & ~entityFlags.global,
  });
  if (text !== '') c.tags.add(tagKey(c, isMember ? c.scope : c.outer, text));
  c.writer.set(entity, entityFields.listB, c.typeParameters);
  const bases = parts.find((part) => part.type === 'base_class_clause');
  if (bases !== undefined) {
    const pairs: number[] = [];
    for (const base of partsOf(bases)) {
      if (!/^(?:type_identifier|qualified_identifier|template_type)$/.test(base.type)) continue;
      const type = c.typeOf(base, siteKinds.extends);
      if (type !== 0) pairs.push(heritage.extends, type);
    }
    c.writer.set(entity, entityFields.listA, c.writer.list(pairs));
  }
  const type = text === '' ? c.writer.node(ops.shape, entity) : namedType(c, text, c.scope);
  inBody(c, entity, () => {
    for (const member of partsOf(body)) c.visit(member);
  });
  return type;
}

/** Runs `work` in the body of a type. */
function inBody(c: Collector, entity: number, work: () => void): void {
  const { scope, owner, block, typeParameters, templateNames } = c;
  c.scope = c.writer.scope(c.scope, scopeKinds.class, entity);
  c.writer.set(entity, entityFields.ownScope, c.scope);
  c.owner = entity;
  c.block = null;
  c.typeParameters = 0;
  c.templateNames = [];
  work();
  Object.assign(c, { scope, owner, block, typeParameters, templateNames });
}

/** Notes a forward declaration. It belongs to the surrounding namespace, unless it is a member of a class: `class A { struct B; };`. */
function declareForward(c: Collector, node: SyntaxNode, name: SyntaxNode): void {
  const parent = node.parent;
  const isMember = c.isCpp && c.owner !== -1 && parent?.type === 'field_declaration' && partsOf(parent).length === 1;
  const scope = isMember ? c.scope : c.isCpp ? c.outer : 0;
  const text = textOf(c, name);
  const key = tagKey(c, scope, text);
  if (c.forward.has(key)) return;
  c.forward.set(key, { name: text, place: placeOf(name), scope, parent: isMember ? c.owner : -1 });
}

/** Visits a tag without a body, which names a type. The tag is declared where the statement may be its declaration. */
function visitTagName(c: Collector, node: SyntaxNode, name: SyntaxNode): number {
  const isIdentifier = name.type === 'type_identifier';
  if (!isIdentifier) return c.typeOf(name);
  const text = textOf(c, name);
  // `struct x;` and `struct x *p;` declare the tag if nothing else does.
  if (!c.isCpp || node.type !== 'enum_specifier') declareForward(c, node, name);
  const type = namedType(c, text, c.scope);
  c.writer.site(siteKinds.type, type, placeOf(name), c.scope);
  return type;
}

interface EnumParts {
  node: SyntaxNode;
  body: SyntaxNode;
  name: SyntaxNode | null;
}

/** Declares an enum. Its enumerators belong to the surrounding scope, except those of an `enum class`. */
function visitEnum(c: Collector, { node, body, name }: EnumParts): number {
  const { writer } = c;
  const isScoped = /^enum\s+(?:class|struct)\b/.test(c.source.slice(node.startIndex, node.startIndex + 40));
  const isMember = c.owner !== -1;
  const scope = isMember || c.block !== null ? c.scope : c.outer;
  const isGlobal = c.block === null && !isMember;
  const flags = entityFlags.implemented | (isGlobal ? entityFlags.global : 0);
  let entity = -1;
  if (name !== null) {
    const text = plainName(c, name);
    c.tags.add(tagKey(c, scope, text));
    const parent = isMember ? c.owner : -1;
    entity = writer.entity({ name: text, kind: entityKinds.enum, flags, ...placeOf(name), scope, parent });
  }
  for (const part of partsOf(body)) {
    const enumerator = part.type === 'enumerator' ? part.childForFieldName('name') : null;
    if (enumerator === null) {
      c.visit(part);
      continue;
    }
    const value = part.childForFieldName('value');
    if (value !== null) c.visit(value);
    const parent = isScoped && entity !== -1 ? entity : isMember ? c.owner : -1;
    const draft = { name: textOf(c, enumerator), kind: entityKinds.enumMember, ...placeOf(enumerator), scope };
    writer.entity({ ...draft, flags: parent === -1 ? flags : entityFlags.implemented, parent });
  }
  return name === null ? writer.node(ops.primitiveType, primitives.number) : namedType(c, plainName(c, name), c.scope);
}
