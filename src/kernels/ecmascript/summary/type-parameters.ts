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
import {
  fieldFlags,
  fieldType,
  fieldValue,
  flagOptional,
  kindTypeParameter,
  opPrimitiveType,
  primitiveAny,
} from '../generated/codes';
import { collectType } from './collector';
import { writer } from './writer';

/** The declared type. `any` and `unknown` get a node too: without one, the linker would infer a type from the value or the context. */
export function declaredType(annotation: Node | null, scope: i32): i32 {
  const type = collectType(annotation, scope);
  if (annotation === null || annotation.type !== NodeType.TSTypeAnnotation) return type;
  return isAnyOrUnknown(changetype<TSTypeAnnotation>(annotation).typeAnnotation) ? anyType() : type;
}

function isAnyOrUnknown(type: Node | null): bool {
  return type !== null && (type.type === NodeType.TSAnyKeyword || type.type === NodeType.TSUnknownKeyword);
}

function anyType(): i32 {
  return writer.node1(opPrimitiveType, primitiveAny);
}

/** The list of type arguments; 0 for none. For the linker, an argument `any` or `unknown` does not bind its parameter. */
export function typeArguments(node: Node | null, scope: i32): i32 {
  if (node === null || node.type !== NodeType.TSTypeParameterInstantiation) return 0;
  const params = changetype<TSTypeParameterInstantiation>(node).params;
  const types = Ints.of(params.length);
  for (let index = 0; index < params.length; index++) {
    const type = params.at(index);
    types.push(isAnyOrUnknown(type) ? anyType() : collectType(type, scope));
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
  // Members of a value of this type are those of the constraint.
  writer.set(entity, fieldType, constraint === 0 ? initial : constraint);
  // Outside of its declaration, one that is left out means its default, which says more than the constraint.
  if (constraint !== 0) writer.set(entity, fieldValue, initial);
  // A call may leave out a type argument that has a default.
  if (node.defaultType !== null) writer.set(entity, fieldFlags, flagOptional);
  return entity;
}
