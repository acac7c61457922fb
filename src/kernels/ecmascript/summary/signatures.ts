/** Function signatures without a body, and the members of interfaces and type literals. */
import { Ints } from '../ints';
import {
  Identifier,
  List,
  Node,
  NodeType,
  Pattern,
  RestElement,
  TSCallSignatureDeclaration,
  TSConstructSignatureDeclaration,
  TSIndexSignature,
  TSMethodSignature,
  TSPropertySignature,
  Word,
} from '../generated/nodes';
import { ascii, Text } from '../texts';
import {
  fieldFlags,
  fieldListA,
  fieldListB,
  fieldOwnScope,
  fieldParent,
  fieldType,
  flagGetter,
  flagOptional,
  flagRest,
  flagSetter,
  kindMethod,
  kindParameter,
  kindProperty,
  scopeArrow,
} from '../generated/codes';
import { collectExpression, collectType } from './collector';
import { annotationOf } from './function-nodes';
import { memberName, memberOffset } from './member-names';
import { declareThis } from './this-parameter';
import { noName } from './syntax';
import { declaredType, typeParameters } from './type-parameters';
import { writer } from './writer';

/**
 * Begins a function entity for a signature without a body; `finishSignature` adds its parameters and result.
 * @param offset of the name
 */
export function startSignature(name: Text, kind: i32, offset: i32, parent: i32, scope: i32): i32 {
  const ownScope = writer.scope(scope, scopeArrow, -1);
  const entity = writer.entity(name, kind, offset, ownScope);
  writer.set(entity, fieldParent, parent);
  writer.set(entity, fieldOwnScope, ownScope);
  return entity;
}

export function finishSignature(
  entity: i32,
  typeParameterNode: Node | null,
  params: List,
  returnType: Node | null,
): i32 {
  const ownScope = writer.get(entity, fieldOwnScope);
  writer.set(entity, fieldListB, typeParameters(typeParameterNode, ownScope));
  const parameters = Ints.of(params.length);
  for (let index = declareThis(params, ownScope); index < params.length; index++)
    parameters.push(signatureParameter(params.get(index), ownScope, entity));
  writer.set(entity, fieldListA, writer.list(parameters));
  writer.set(entity, fieldType, collectType(returnType, ownScope));
  return entity;
}

function signatureParameter(parameter: Node, ownScope: i32, entity: i32): i32 {
  const isRest = parameter.type === NodeType.RestElement;
  const pattern = isRest ? changetype<RestElement>(parameter).argument : parameter;
  const name = pattern.type === NodeType.Identifier ? changetype<Identifier>(pattern).name : noName;
  const type = declaredType(annotationOf(parameter), ownScope);
  const parameterEntity = writer.entity(name, kindParameter, pattern.start, ownScope);
  const flags = (isRest ? flagRest : 0) | (changetype<Pattern>(pattern).optional ? flagOptional : 0);
  writer.set(parameterEntity, fieldFlags, flags);
  writer.set(parameterEntity, fieldParent, entity);
  writer.set(parameterEntity, fieldType, type);
  return parameterEntity;
}

/**
 * Collects the members of an interface or type literal. Call signatures are members named `()`, construct signatures `new`, index signatures `[]`.
 */
export function collectMembers(members: List, owner: i32, scope: i32): void {
  for (let index = 0; index < members.length; index++) collectMember(members.get(index), owner, scope);
}

export function collectMember(member: Node, owner: i32, scope: i32): void {
  switch (member.type) {
    case NodeType.TSMethodSignature:
      collectMethodSignature(changetype<TSMethodSignature>(member), owner, scope);
      return;
    case NodeType.TSPropertySignature: {
      const node = changetype<TSPropertySignature>(member);
      const name = memberName(node.key, node.computed);
      if (node.computed) collectExpression(node.key, scope);
      const type = collectType(node.typeAnnotation, scope);
      if (name === null) return;
      const offset = memberOffset(node.key, node.computed);
      addProperty(name, offset, node.optional ? flagOptional : 0, type, owner, scope);
      return;
    }
    case NodeType.TSCallSignatureDeclaration: {
      const node = changetype<TSCallSignatureDeclaration>(member);
      const entity = startSignature(ascii('()'), kindMethod, node.start, owner, scope);
      finishSignature(entity, node.typeParameters, node.params, node.returnType);
      return;
    }
    case NodeType.TSConstructSignatureDeclaration: {
      const node = changetype<TSConstructSignatureDeclaration>(member);
      const entity = startSignature(ascii('new'), kindMethod, node.start, owner, scope);
      finishSignature(entity, node.typeParameters, node.params, node.returnType);
      return;
    }
    case NodeType.TSIndexSignature: {
      const type = collectType(changetype<TSIndexSignature>(member).typeAnnotation, scope);
      addProperty(ascii('[]'), member.start, 0, type, owner, scope);
      return;
    }
    default:
  }
}

function collectMethodSignature(node: TSMethodSignature, owner: i32, scope: i32): void {
  const name = memberName(node.key, node.computed);
  if (node.computed) collectExpression(node.key, scope);
  if (name === null) return;
  const offset = memberOffset(node.key, node.computed);
  if (node.kind === Word.Method) {
    const entity = startSignature(name, kindMethod, offset, owner, scope);
    finishSignature(entity, node.typeParameters, node.params, node.returnType);
    return;
  }
  const type = collectType(node.returnType, scope);
  addProperty(name, offset, node.kind === Word.Get ? flagGetter : flagSetter, type, owner, scope);
}

function addProperty(name: Text, offset: i32, flags: i32, type: i32, owner: i32, scope: i32): void {
  const entity = writer.entity(name, kindProperty, offset, scope);
  writer.set(entity, fieldFlags, flags);
  writer.set(entity, fieldParent, owner);
  writer.set(entity, fieldType, type);
}
