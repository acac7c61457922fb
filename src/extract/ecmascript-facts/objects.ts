/** Object literals with their members. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, heritage, ops, siteKinds } from '../../model/link-facts.ts';
import { setContext } from './contexts.ts';
import { type Collector, bare, collectExpression, keyName, located } from './collector.ts';
import { type FunctionNode, collectFunction, isFunction } from './functions.ts';

export function objectOf(c: Collector, node: Node & { type: 'ObjectExpression' }, scope: number): number {
  const { writer } = c;
  const object = writer.entity({ name: '', kind: entityKinds.object, scope }, located(c, node.start));
  const mixed: number[] = [];
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = collectExpression(c, property.argument, scope);
      if (spread !== 0) mixed.push(heritage.mixesIn, spread);
      continue;
    }
    if (property.computed) collectExpression(c, property.key, scope);
    const name = keyName(property);
    const value = bare(property.value);
    const expected = name === null ? 0 : writer.node(ops.expectedMember, object, writer.string(name));
    if (name !== null) {
      writer.site(siteKinds.write, expected, located(c, property.key.start), scope);
    }
    if (name !== null && isFunction(value)) {
      if (property.kind === 'get' || property.kind === 'set') accessor(c, { property, value, name, object }, scope);
      else collectFunction(c, value, scope, { name, at: property.key.start, parent: object, isMember: true });
      continue;
    }
    const expressionNode = collectExpression(c, property.value, scope);
    if (name === null) continue;
    setContext(c, expressionNode, () => expected);
    writer.entity(
      {
        name,
        kind: entityKinds.property,
        flags: value.type === 'Identifier' ? entityFlags.alias : 0,

        scope,
        parent: object,
        value: expressionNode,
      },
      located(c, property.key.start),
    );
  }
  writer.set(object, entityFields.listA, writer.list(mixed));
  return writer.node(ops.entity, object);
}

interface AccessorDraft {
  property: { kind: string; key: Node };
  value: FunctionNode;
  name: string;
  object: number;
}

function accessor(c: Collector, { property, value, name, object }: AccessorDraft, scope: number): void {
  const { writer } = c;
  const body = collectFunction(c, value, scope, {
    name,
    at: property.key.start,
    parent: object,
    flags: entityFlags.accessorBody,
  });
  writer.entity(
    {
      name,
      kind: entityKinds.property,
      flags: property.kind === 'get' ? entityFlags.getter : entityFlags.setter,

      scope,
      parent: object,
      type: property.kind === 'get' ? writer.get(body, entityFields.type) : 0,
      value: property.kind === 'get' ? writer.get(body, entityFields.value) : 0,
    },
    located(c, property.key.start),
  );
}
