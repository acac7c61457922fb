/**
 * Mapped types, `{ [K in keyof T]: … }`. A type that maps each property to itself is read as `T`. A type over named keys is read as an object whose
 * values all have one type.
 */
import {
  Identifier,
  Node,
  NodeType,
  TSIndexedAccessType,
  TSMappedType,
  TSTypeReference,
  TSUnionType,
} from '../generated/nodes';
import { ascii, same } from '../texts';
import { fieldParent, fieldType, kindProperty, kindTypeLiteral, opElementType, opShape } from '../generated/codes';
import { collectType } from './collector';
import { identifierName, noName } from './syntax';
import { writer } from './writer';

export function mappedType(node: TSMappedType, scope: i32): i32 {
  collectType(node.constraint, scope);
  collectType(node.nameType, scope);
  const type = collectType(node.typeAnnotation, scope);
  if (type === 0) return 0;
  if (node.nameType === null && mapsToItself(node) && writer.opOf(type) === opElementType) {
    return writer.operand(type, 0);
  }
  if (!namesKeys(node.constraint)) return 0;
  const shape = writer.entity(noName, kindTypeLiteral, node.start, scope);
  const values = writer.entity(ascii('[]'), kindProperty, node.start, scope);
  writer.set(values, fieldParent, shape);
  writer.set(values, fieldType, type);
  return writer.node1(opShape, shape);
}

/** Whether all keys are named, as in `'a' | 'b'`. For the keys of another type, the result is not computed. */
function namesKeys(keys: Node): bool {
  if (keys.type !== NodeType.TSUnionType) return keys.type === NodeType.TSLiteralType;
  const types = changetype<TSUnionType>(keys).types;
  for (let index = 0; index < types.length; index++) if (!namesKeys(types.get(index))) return false;
  return true;
}

/** Whether the value of key `K` is `T[K]`. */
function mapsToItself(node: TSMappedType): bool {
  const valueType = node.typeAnnotation;
  if (valueType === null || valueType.type !== NodeType.TSIndexedAccessType) return false;
  const index = changetype<TSIndexedAccessType>(valueType).indexType;
  if (index.type !== NodeType.TSTypeReference) return false;
  const name = changetype<TSTypeReference>(index).typeName;
  return name.type === NodeType.Identifier && same(changetype<Identifier>(name).name, identifierName(node.key));
}
