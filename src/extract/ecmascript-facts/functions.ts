/** Functions of every form: their scope, parameters, types and what they return. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../model/link-facts.ts';
import { type Collector, collectExpression, collectStatements, collectType, located } from './collector.ts';
import { setContext } from './contexts.ts';
import { declarePattern } from './patterns.ts';
import { declaredType, typeParameters } from './type-parameters.ts';

export type FunctionNode = Node & {
  type:
    | 'FunctionDeclaration'
    | 'FunctionExpression'
    | 'ArrowFunctionExpression'
    | 'TSDeclareFunction'
    | 'TSEmptyBodyFunctionExpression';
};

export function isFunction(node: Node): node is FunctionNode {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSDeclareFunction':
    case 'TSEmptyBodyFunctionExpression':
      return true;
    default:
      return false;
  }
}

interface FunctionDraft {
  name: string;
  /** Offset of the name. */
  at: number;
  /** What it is a member of. */
  parent?: number;
  isMember?: boolean;
  /** Declares its name in the scope. */
  declared?: boolean;
  flags?: number;
}

/** Gives the function's entity. */
export function collectFunction(c: Collector, node: FunctionNode, scope: number, draft: FunctionDraft): number {
  const { writer } = c;
  const isArrow = node.type === 'ArrowFunctionExpression';
  const own = writer.scope(scope, isArrow ? scopeKinds.arrow : scopeKinds.function, -1);
  const flags =
    (draft.flags ?? 0) |
    (node.async ? entityFlags.async : 0) |
    (!isArrow && node.generator ? entityFlags.generator : 0) |
    (node.body === null || node.body === undefined ? 0 : entityFlags.implemented);
  const entity = writer.entity(
    {
      name: draft.name,
      kind: draft.isMember === true ? entityKinds.method : entityKinds.function,
      flags,

      // An expression's name is seen inside it only.
      scope: draft.declared === true || draft.isMember === true ? scope : own,
      parent: draft.parent ?? -1,
      ownScope: own,
    },
    located(c, draft.at),
  );
  writer.setScopeOwner(own, entity);
  writer.set(entity, entityFields.listB, typeParameters(c, node.typeParameters, own));
  const parameters = node.params.map((parameter) => collectParameter(c, parameter, { own, entity }));
  writer.set(entity, entityFields.listA, writer.list(parameters));
  writer.set(entity, entityFields.type, collectType(c, node.returnType, own));
  const { returns: outer, yields: outerYields } = c;
  c.returns = [];
  c.yields = (flags & entityFlags.generator) === 0 ? null : [];
  if (node.body?.type === 'BlockStatement') collectStatements(c, node.body.body, own);
  else if (node.body) c.returns.push(collectExpression(c, node.body, own));
  const values =
    c.yields === null ? writer.either(c.returns) : writer.node(ops.array, writer.list(c.yields.slice(0, 8)));
  writer.set(entity, entityFields.value, values);
  if (c.yields === null) for (const value of c.returns) setContext(c, value, () => returnContext(c, entity));
  c.returns = outer;
  c.yields = outerYields;
  return entity;
}

/** What a function has to return: by its declaration, else by where it stands. */
function returnContext({ writer }: Collector, entity: number): number {
  const type = writer.get(entity, entityFields.type);
  const whole = type === 0 ? writer.node(ops.returned, entity) : writer.node(ops.cast, type, 0);
  const isAsync = (writer.get(entity, entityFields.flags) & entityFlags.async) !== 0;
  return isAsync ? writer.node(ops.await, whole) : whole;
}

interface ParameterDraft {
  own: number;
  entity: number;
}

function collectParameter(c: Collector, parameter: Node, { own, entity }: ParameterDraft): number {
  let node: Node = parameter;
  let flags = 0;
  if ('decorators' in parameter)
    for (const decorator of parameter.decorators ?? []) collectExpression(c, decorator.expression, own);
  if (node.type === 'TSParameterProperty') {
    flags |= entityFlags.property;
    node = node.parameter as Node;
  }
  let initial = 0;
  if (node.type === 'AssignmentPattern') {
    initial = collectExpression(c, node.right, own);
    node = node.left as Node;
  } else if (node.type === 'RestElement') {
    flags |= entityFlags.rest;
    const annotation = node.typeAnnotation;
    const type = collectType(c, annotation, own);
    node = node.argument as Node;
    return parameterEntity(c, node, { own, entity, flags, type, initial });
  }
  const annotation = 'typeAnnotation' in node ? (node.typeAnnotation as Node | null) : null;
  const type = declaredType(c, annotation, own);
  return parameterEntity(c, node, { own, entity, flags, type, initial });
}

function parameterEntity(
  c: Collector,
  node: Node,
  draft: ParameterDraft & { flags: number; type: number; initial: number },
): number {
  const { writer } = c;
  const { own, entity, flags, type, initial } = draft;
  const isPlain = node.type === 'Identifier';
  const parameter = writer.entity(
    {
      name: isPlain ? node.name : '',
      kind: entityKinds.parameter,
      flags: flags | (isPlain && (node as { optional?: boolean }).optional === true ? entityFlags.optional : 0),

      scope: own,
      parent: entity,
      type,
      value: initial,
    },
    located(c, node.start),
  );
  if (!isPlain) declarePattern(c, node, { value: writer.node(ops.entity, parameter), scope: own, flags: 0 });
  return parameter;
}
