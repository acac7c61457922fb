/** Type parameters and type arguments. */
import { Ints } from '../ints';
import {
  Identifier,
  Node,
  NodeType,
  TSTypeAnnotation,
  TSTypeParameter,
  TSTypeParameterDeclaration,
  TSTypeParameterInstantiation,
} from '../generated/nodes';
import { fieldType, kindTypeParameter, opPrimitiveType, primitiveAny } from '../generated/codes';
import { collectType } from './collector';
import { writer } from './writer';

/** The declared type. `any` and `unknown` say nothing, so that value and context do not give the type either. */
export function declaredType(annotation: Node | null, scope: i32): i32 {
  const type = collectType(annotation, scope);
  if (annotation === null || annotation.type !== NodeType.TSTypeAnnotation) return type;
  return isAnyOrUnknown(changetype<TSTypeAnnotation>(annotation).typeAnnotation) ? anything() : type;
}

function isAnyOrUnknown(type: Node | null): bool {
  return type !== null && (type.type === NodeType.TSAnyKeyword || type.type === NodeType.TSUnknownKeyword);
}

function anything(): i32 {
  return writer.node1(opPrimitiveType, primitiveAny);
}

/** The list of type arguments; 0 for none. An argument `any` or `unknown` does not bind its parameter. */
export function typeArguments(node: Node | null, scope: i32): i32 {
  if (node === null || node.type !== NodeType.TSTypeParameterInstantiation) return 0;
  const params = changetype<TSTypeParameterInstantiation>(node).params;
  const types = Ints.of(params.length);
  for (let index = 0; index < params.length; index++) {
    const type = params.at(index);
    types.push(isAnyOrUnknown(type) ? anything() : collectType(type, scope));
  }
  return writer.list(types);
}

/** Declares type parameters in `scope`. @returns the list of their entities */
export function typeParameters(node: Node | null, scope: i32): i32 {
  if (node === null || node.type !== NodeType.TSTypeParameterDeclaration) return 0;
  const params = changetype<TSTypeParameterDeclaration>(node).params;
  const entities = Ints.of(params.length);
  for (let index = 0; index < params.length; index++) {
    entities.push(typeParameter(changetype<TSTypeParameter>(params.get(index)), scope));
  }
  return writer.list(entities);
}

function typeParameter(node: TSTypeParameter, scope: i32): i32 {
  const name = changetype<Identifier>(node.name);
  const constraint = collectType(node.constraint, scope);
  const initial = collectType(node.defaultType, scope);
  const entity = writer.entity(name.name, kindTypeParameter, name.start, scope);
  // Calls on a value of this type use the constraint.
  writer.set(entity, fieldType, constraint === 0 ? initial : constraint);
  return entity;
}
