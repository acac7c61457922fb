/** Classes and interfaces with their heritage and members. */
import type { Node } from 'oxc-parser';
import {
  entityFields,
  entityFlags,
  entityKinds,
  heritage,
  ops,
  scopeKinds,
  siteKinds,
} from '../../model/link-facts.ts';
import {
  type Collector,
  bare,
  collectExpression,
  collectStatements,
  collectType,
  keyName,
  placeOf,
  located,
} from './collector.ts';
import { setContext } from './contexts.ts';
import { collectFunction, isFunction } from './functions.ts';
import { collectMembers } from './signatures.ts';
import { declaredType, typeArguments, typeParameters } from './type-parameters.ts';
import { namedType } from './types.ts';

type ClassNode = Node & { type: 'ClassDeclaration' | 'ClassExpression' };

interface ClassDraft {
  name: string;
  at: number;
  declared?: boolean;
  flags?: number;
}

/** Gives the class's entity. */
export function collectClass(c: Collector, node: ClassNode, scope: number, draft: ClassDraft): number {
  const { writer } = c;
  const own = writer.scope(scope, scopeKinds.class, -1);
  const entity = writer.entity(
    {
      name: draft.name,
      kind: entityKinds.class,
      flags: entityFlags.implemented | (draft.flags ?? 0),

      scope: draft.declared === true ? scope : own,
      ownScope: own,
    },
    located(c, draft.at),
  );
  writer.setScopeOwner(own, entity);
  decorators(c, node, scope);
  writer.set(entity, entityFields.listB, typeParameters(c, node.typeParameters, own));
  const ancestors: number[] = [];
  if (node.superClass) {
    const base = collectExpression(c, node.superClass, own, siteKinds.extends);
    const args = typeArguments(c, node.superTypeArguments, own);
    ancestors.push(heritage.extends, args === 0 ? base : writer.node(ops.call, base, 0, args));
  }
  for (const { expression, typeArguments: args } of node.implements ?? []) {
    ancestors.push(heritage.implements, namedType(c, { name: expression, args, kind: siteKinds.implements }, own));
  }
  writer.set(entity, entityFields.listA, writer.list(ancestors));
  const outer = c.classEntity;
  c.classEntity = entity;
  for (const member of node.body.body) collectMember(c, member, own);
  c.classEntity = outer;
  return entity;
}

function decorators(c: Collector, node: Node, scope: number): boolean {
  const list = 'decorators' in node ? (node.decorators ?? []) : [];
  for (const { expression } of list) {
    const at = bare(expression);
    collectExpression(c, expression, scope, at.type === 'CallExpression' ? siteKinds.read : siteKinds.decorate);
  }
  return list.length > 0;
}

function memberFlags(member: { static?: boolean; accessibility?: string | null; optional?: boolean }): number {
  return (
    (member.static === true ? entityFlags.static : 0) |
    (member.accessibility === 'private' ? entityFlags.private : 0) |
    (member.optional === true ? entityFlags.optional : 0)
  );
}

function collectMember(c: Collector, member: Node, own: number): void {
  const { writer } = c;
  switch (member.type) {
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
      collectMethod(c, member, own);
      return;
    case 'PropertyDefinition':
    case 'TSAbstractPropertyDefinition':
    case 'AccessorProperty':
    case 'TSAbstractAccessorProperty':
      collectField(c, member, own);
      return;
    case 'StaticBlock': {
      const place = placeOf(c, member.start);
      const holder = { name: '', kind: entityKinds.property, flags: entityFlags.static, ...place, scope: own };
      const scope = writer.scope(own, scopeKinds.function, writer.entity({ ...holder, parent: c.classEntity }));
      collectStatements(c, member.body, scope);
      return;
    }
    case 'TSIndexSignature':
      collectMembers(c, [member], c.classEntity, own);
      return;
    default:
  }
}

function collectMethod(
  c: Collector,
  member: Node & { type: 'MethodDefinition' | 'TSAbstractMethodDefinition' },
  own: number,
): void {
  const { writer, classEntity } = c;
  const decorated = decorators(c, member, own) ? entityFlags.decorated : 0;
  if (member.computed) collectExpression(c, member.key, own);
  const name = keyName(member);
  const flags =
    memberFlags(member) | decorated | (member.type === 'TSAbstractMethodDefinition' ? entityFlags.abstract : 0);
  const at = member.key.start;
  if (member.kind === 'get' || member.kind === 'set') {
    const body = collectFunction(c, member.value, own, {
      name: name ?? '',
      at,
      parent: classEntity,
      flags: flags | entityFlags.accessorBody,
    });
    if (name === null) return;
    const isGetter = member.kind === 'get';
    writer.entity(
      {
        name,
        kind: entityKinds.property,
        flags: flags | (isGetter ? entityFlags.getter | entityFlags.implemented : entityFlags.setter),

        scope: writer.get(body, entityFields.ownScope),
        parent: classEntity,
        type: isGetter ? writer.get(body, entityFields.type) : 0,
        value: isGetter ? writer.get(body, entityFields.value) : 0,
      },
      located(c, at),
    );
    return;
  }
  const body = collectFunction(c, member.value, own, {
    name: name ?? '',
    at,
    parent: classEntity,
    isMember: true,
    flags,
  });
  if (member.kind !== 'constructor') return;
  // Parameter properties are members.
  const parameters = writer.items(writer.get(body, entityFields.listA));
  for (const [position, parameter] of member.value.params.entries()) {
    if (parameter.type !== 'TSParameterProperty') continue;
    const target = parameter.parameter.type === 'AssignmentPattern' ? parameter.parameter.left : parameter.parameter;
    if (target.type !== 'Identifier') continue;
    writer.entity(
      {
        name: target.name,
        kind: entityKinds.property,

        scope: writer.get(body, entityFields.ownScope),
        parent: classEntity,
        type: collectAgain(c, parameter.parameter, writer.get(body, entityFields.ownScope)),
        value: writer.entityNode(parameters[position]!),
      },
      located(c, target.start),
    );
  }
}

/** The type of a parameter property, without noting its names as sites twice. */
function collectAgain(c: Collector, parameter: Node, scope: number): number {
  const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
  const annotation = 'typeAnnotation' in target ? target.typeAnnotation : null;
  return c.writer.withoutSites(() => collectType(c, annotation, scope));
}

type FieldNode = Node & {
  type: 'PropertyDefinition' | 'TSAbstractPropertyDefinition' | 'AccessorProperty' | 'TSAbstractAccessorProperty';
};

function collectField(c: Collector, member: FieldNode, own: number): void {
  const { writer, classEntity } = c;
  decorators(c, member, own);
  if (member.computed) collectExpression(c, member.key, own);
  const name = keyName(member);
  const type = declaredType(c, member.typeAnnotation, own);
  const at = member.key.start;
  const flags = memberFlags(member);
  // An initial value runs with the instance as `this`.
  const inner = !member.value ? own : writer.scope(own, scopeKinds.function, -1);
  const value = !member.value ? null : bare(member.value);
  if (value !== null && name !== null && type === 0 && isFunction(value) && value.type === 'ArrowFunctionExpression') {
    collectFunction(c, value, own, { name, at, parent: classEntity, isMember: true, flags });
    return;
  }
  const holder =
    name === null
      ? -1
      : writer.entity(
          {
            name,
            kind: entityKinds.property,
            flags,

            scope: own,
            parent: classEntity,
            type,
          },
          located(c, at),
        );
  if (inner !== own && holder !== -1) writer.setScopeOwner(inner, holder);
  const node = collectExpression(c, member.value, inner);
  if (type !== 0) setContext(c, node, () => writer.node(ops.cast, type, 0));
  if (holder !== -1) writer.set(holder, entityFields.value, node);
}

export function collectInterface(
  c: Collector,
  node: Node & { type: 'TSInterfaceDeclaration' },
  scope: number,
  flags: number,
): number {
  const { writer } = c;
  const own = writer.scope(scope, scopeKinds.class, -1);
  const entity = writer.entity(
    {
      name: node.id.name,
      kind: entityKinds.interface,
      flags,

      scope,
      ownScope: own,
    },
    located(c, node.id.start),
  );
  writer.set(entity, entityFields.listB, typeParameters(c, node.typeParameters, own));
  const ancestors: number[] = [];
  for (const { expression, typeArguments: args } of node.extends ?? []) {
    ancestors.push(heritage.extends, namedType(c, { name: expression, args, kind: siteKinds.extends }, own));
  }
  writer.set(entity, entityFields.listA, writer.list(ancestors));
  collectMembers(c, node.body.body, entity, own);
  return entity;
}
