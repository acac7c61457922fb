/** Functions of all forms: their scope, parameters, types and results. */
import { Ints } from '../ints';
import {
  AssignmentPattern,
  BlockStatement,
  Decorator,
  Identifier,
  Node,
  NodeType,
  Pattern,
  RestElement,
  TSParameterProperty,
} from '../generated/nodes';
import { ascii, Text } from '../texts';
import {
  fieldListA,
  fieldListB,
  fieldOwnScope,
  fieldFlags,
  fieldParent,
  fieldScope,
  fieldType,
  fieldValue,
  flagAlias,
  flagAsync,
  flagGenerator,
  flagImplemented,
  flagOptional,
  flagProperty,
  flagRest,
  kindFunction,
  kindMethod,
  kindParameter,
  kindVariable,
  opArray,
  opAwait,
  opEntity,
  scopeArrow,
  scopeBlock,
  scopeFunction,
  siteRead,
} from '../generated/codes';
import { collectExpression, collectStatements, collectType } from './collector';
import { contextOfResult, setContext } from './contexts';
import { documentParameters, documentResult } from './doc-types';
import {
  annotationOf,
  bodyOf,
  decoratorsOf,
  isArrow,
  isAsync,
  isGenerator,
  nameNodeOf,
  parametersOf,
  returnTypeOf,
  NameScope,
  typeParametersOf,
} from './function-nodes';
import { declarePattern } from './patterns';
import { declareThis } from './this-parameter';
import { returns, setResults, yields } from './state';
import { bare, noName } from './syntax';
import { declaredType, typeParameters } from './type-parameters';
import { writer } from './writer';

/** Maximum number of recorded yields of a generator. */
const maxYields = 8;

/**
 * Collects a function. @returns its entity
 * @param name its own name, or the name of the variable or member whose value it is
 * @param offset of the name
 * @param parent the entity whose member it is; -1 for none, or `undeclared`
 * @param extraFlags added to those of the node
 */
export function collectFunction(
  node: Node,
  scope: i32,
  name: Text,
  offset: i32,
  nameScope: NameScope,
  parent: i32,
  extraFlags: i32,
): i32 {
  const id = nameNodeOf(node);
  // A function that is recorded under its own name needs no second entity for that name.
  const ownNameEntity = id === null || id.start === offset ? -1 : ownName(id, scope);
  const outerScope = ownNameEntity === -1 ? scope : writer.get(ownNameEntity, fieldScope);
  const ownScope = writer.scope(outerScope, isArrow(node) ? scopeArrow : scopeFunction, -1);
  const flags =
    extraFlags |
    (isAsync(node) ? flagAsync : 0) |
    (isGenerator(node) ? flagGenerator : 0) |
    (bodyOf(node) === null ? 0 : flagImplemented);
  const kind = nameScope === NameScope.Member ? kindMethod : kindFunction;
  const entity = writer.entity(name, kind, offset, nameScope === NameScope.Expression ? ownScope : scope);
  writer.set(entity, fieldFlags, flags);
  writer.set(entity, fieldParent, parent);
  writer.set(entity, fieldOwnScope, ownScope);
  writer.setScopeOwner(ownScope, entity);
  if (ownNameEntity !== -1) writer.set(ownNameEntity, fieldValue, writer.entityNode(entity));
  writer.set(entity, fieldListB, typeParameters(typeParametersOf(node), ownScope));
  const params = parametersOf(node);
  const parameters = Ints.of(params.length);
  for (let index = declareThis(params, ownScope); index < params.length; index++) {
    parameters.push(collectParameter(params.get(index), ownScope, entity));
  }
  const documentedOffset = min(node.start, offset);
  documentParameters(documentedOffset, params, parameters, ownScope);
  writer.set(entity, fieldListA, writer.list(parameters));
  writer.set(entity, fieldType, collectType(returnTypeOf(node), ownScope));
  collectBody(node, ownScope, entity, (flags & flagGenerator) !== 0);
  documentResult(documentedOffset, entity, ownScope);
  return entity;
}

/**
 * Declares the own name of a function or class that is recorded under another name. A scope around the function holds the own name, which is visible
 * only inside the function.
 */
export function ownName(id: Identifier, scope: i32): i32 {
  const name = writer.entity(id.name, kindVariable, id.start, writer.scope(scope, scopeBlock, -1));
  writer.set(name, fieldFlags, flagAlias);
  return name;
}

/** Collects a function's body and the values that it returns. */
function collectBody(node: Node, ownScope: i32, entity: i32, isGenerator: bool): void {
  const outerReturns = returns;
  const outerYields = yields;
  const returned = Ints.of(2);
  const yielded: Ints | null = isGenerator ? Ints.of(2) : null;
  setResults(returned, yielded);
  const body = bodyOf(node);
  if (body !== null) {
    if (body.type === NodeType.BlockStatement) collectStatements(changetype<BlockStatement>(body).body, ownScope);
    else {
      const value = collectExpression(body, ownScope);
      returned.push(value);
      if (value !== 0) recordDefaultRead(body, value, ownScope);
    }
  }
  // A generator counts as a function that returns an array of what it yields.
  if (yielded !== null) {
    writer.set(entity, fieldValue, writer.node1(opArray, writer.list(yielded, maxYields)));
  } else {
    writer.set(entity, fieldValue, writer.either(returned));
    for (let index = 0; index < returned.length; index++) setContext(returned.get(index), contextOfResult(entity));
  }
  setResults(outerReturns, outerYields);
}

/** Records that a function that loads a module uses the module's default export: `lazy(() => import('./page'))`. */
function recordDefaultRead(body: Node, module: i32, scope: i32): void {
  const loaded = bare(body);
  if (loaded.type !== NodeType.ImportExpression) return;
  const name = writer.member(writer.node1(opAwait, module), ascii('default'));
  writer.site(siteRead, name, loaded.start, scope);
}

function collectParameter(parameter: Node, ownScope: i32, entity: i32): i32 {
  const decorators = decoratorsOf(parameter);
  for (let index = 0; index < decorators.length; index++) {
    collectExpression(changetype<Decorator>(decorators.get(index)).expression, ownScope);
  }
  let node = parameter;
  let flags = 0;
  if (node.type === NodeType.TSParameterProperty) {
    flags |= flagProperty;
    node = changetype<TSParameterProperty>(node).parameter;
  }
  let initial = 0;
  if (node.type === NodeType.AssignmentPattern) {
    initial = collectExpression(changetype<AssignmentPattern>(node).right, ownScope);
    node = changetype<AssignmentPattern>(node).left;
  } else if (node.type === NodeType.RestElement) {
    const rest = changetype<RestElement>(node);
    const type = collectType(rest.typeAnnotation, ownScope);
    return parameterEntity(rest.argument, ownScope, entity, flags | flagRest, type, initial);
  }
  return parameterEntity(node, ownScope, entity, flags, declaredType(annotationOf(node), ownScope), initial);
}

function parameterEntity(node: Node, ownScope: i32, entity: i32, flags: i32, type: i32, initial: i32): i32 {
  const isSingleName = node.type === NodeType.Identifier;
  const name = isSingleName ? changetype<Identifier>(node).name : noName;
  const isOptional = changetype<Pattern>(node).optional;
  const parameter = writer.entity(name, kindParameter, node.start, ownScope);
  writer.set(parameter, fieldFlags, flags | (isOptional ? flagOptional : 0));
  writer.set(parameter, fieldParent, entity);
  writer.set(parameter, fieldType, type);
  writer.set(parameter, fieldValue, initial);
  if (!isSingleName) declarePattern(node, writer.node1(opEntity, parameter), ownScope, 0, 0);
  return parameter;
}
