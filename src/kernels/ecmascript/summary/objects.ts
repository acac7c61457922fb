/** Object literals with their members. */
import { Ints } from '../ints';
import { Node, NodeType, ObjectExpression, Property, SpreadElement, Word } from '../generated/nodes';
import { Text } from '../texts';
import {
  fieldFlags,
  fieldListA,
  fieldParent,
  fieldType,
  fieldValue,
  flagAccessorBody,
  flagAlias,
  flagGetter,
  flagSetter,
  heritageMixesIn,
  kindObject,
  kindProperty,
  opEither,
  opEntity,
  opExpectedMember,
  siteWrite,
} from '../generated/codes';
import { collectExpression } from './collector';
import { setContext, contextOfNode } from './contexts';
import { isFunction, NameScope } from './function-nodes';
import { collectFunction } from './functions';
import { memberName, memberOffset } from './member-names';
import { bare, noName } from './syntax';
import { writer } from './writer';

export function objectOf(node: ObjectExpression, scope: i32): i32 {
  const object = writer.entity(noName, kindObject, node.start, scope);
  const spreads = Ints.of(0);
  for (let index = 0; index < node.properties.length; index++) {
    const property = node.properties.get(index);
    if (property.type === NodeType.SpreadElement) {
      const spread = collectExpression(changetype<SpreadElement>(property).argument, scope);
      if (spread === 0) continue;
      // An object that is spread into another has to be of the other's type: `{ ...(wide ? { width } : {}) }`.
      const op = writer.opOf(spread);
      if (op === opEntity || op === opEither)
        setContext(spread, contextOfNode(writer.node2(opExpectedMember, object, writer.string(noName))));
      spreads.push(heritageMixesIn);
      spreads.push(spread);
    } else collectProperty(changetype<Property>(property), object, scope);
  }
  writer.set(object, fieldListA, writer.list(spreads));
  return writer.node1(opEntity, object);
}

function collectProperty(property: Property, object: i32, scope: i32): void {
  const key = property.key;
  if (property.computed) collectExpression(key, scope);
  const name = memberName(key, property.computed);
  if (name === null) {
    collectExpression(property.value, scope);
    return;
  }
  const value = bare(property.value);
  const offset = memberOffset(key, property.computed);
  const expected = writer.node2(opExpectedMember, object, writer.string(name));
  writer.site(siteWrite, expected, key.start, scope);
  if (isFunction(value)) {
    if (property.kind === Word.Get || property.kind === Word.Set)
      collectAccessor(property, value, name, offset, object, scope);
    else collectFunction(value, scope, name, offset, NameScope.Member, object, 0);
    return;
  }
  const expressionNode = collectExpression(property.value, scope);
  setContext(expressionNode, contextOfNode(expected));
  const entity = writer.entity(name, kindProperty, offset, scope);
  writer.set(entity, fieldFlags, value.type === NodeType.Identifier ? flagAlias : 0);
  writer.set(entity, fieldParent, object);
  writer.set(entity, fieldValue, expressionNode);
}

function collectAccessor(property: Property, value: Node, name: Text, offset: i32, object: i32, scope: i32): void {
  const functionEntity = collectFunction(value, scope, name, offset, NameScope.Expression, object, flagAccessorBody);
  const isGetter = property.kind === Word.Get;
  const entity = writer.entity(name, kindProperty, offset, scope);
  writer.set(entity, fieldFlags, isGetter ? flagGetter : flagSetter);
  writer.set(entity, fieldParent, object);
  if (!isGetter) return;
  writer.set(entity, fieldType, writer.get(functionEntity, fieldType));
  writer.set(entity, fieldValue, writer.get(functionEntity, fieldValue));
}
