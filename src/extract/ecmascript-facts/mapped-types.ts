/** `{ [K in keyof T]: … }`: what maps each property to itself is the type that it maps; what names its keys has values of one type under them. */
import type { Node } from 'oxc-parser';
import { entityKinds, ops } from '../../model/link-facts.ts';
import { type Collector, collectType, located } from './collector.ts';

export function mappedType(c: Collector, node: Node & { type: 'TSMappedType' }, scope: number): number {
  const { writer } = c;
  collectType(c, node.constraint, scope);
  collectType(c, node.nameType, scope);
  const type = collectType(c, node.typeAnnotation, scope);
  if (type === 0) return 0;
  if (node.nameType === null && givesItsOwn(node) && writer.opOf(type) === ops.elementType)
    return writer.operand(type, 0);
  if (!namesKeys(node.constraint)) return 0;
  const shape = writer.entity({ name: '', kind: entityKinds.typeLiteral, scope }, located(c, node.start));
  writer.entity({ name: '[]', kind: entityKinds.property, scope, parent: shape, type }, located(c, node.start));
  return writer.node(ops.shape, shape);
}

/** `'a' | 'b'`. What the properties of a type become is not worked out. */
function namesKeys(keys: Node): boolean {
  return keys.type === 'TSUnionType' ? keys.types.every(namesKeys) : keys.type === 'TSLiteralType';
}

/** `T[K]` of the key. */
function givesItsOwn({ key, typeAnnotation: given }: Node & { type: 'TSMappedType' }): boolean {
  if (given?.type !== 'TSIndexedAccessType' || given.indexType.type !== 'TSTypeReference') return false;
  const { typeName } = given.indexType;
  return typeName.type === 'Identifier' && typeName.name === key.name;
}
