/** Functions, methods and lambdas: scope, parameters, results. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import { alternatives, nameText, placeNow, placeOf, finishFrame, type Collector } from './collector.ts';
import type { Decoration } from './decorators.ts';
import { bindingOf, newFrame, type Frame } from './frames.ts';
import { hoist } from './hoisting.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { typesFromComment } from './type-comments.ts';
import { gatherTypeVariables } from './type-variables.ts';
import { typeOfNode } from './types.ts';

/** Methods that are class methods without a decorator. */
const implicitClassMethods = new Set(['__new__', '__init_subclass__', '__class_getitem__']);

export function visitFunction(c: Collector, node: SyntaxNode, decoration: Decoration | null): void {
  const { writer } = c;
  const entity = c.declared.get(node.startIndex);
  const parts = partsOf(node);
  if (entity === undefined) {
    for (const part of parts.slice(1)) c.visit(part);
    return;
  }
  const outer = { frame: c.frame, scope: c.scope };
  const frame = newFrame({
    kind: 'function',
    scope: writer.scope(c.scope, scopeKinds.function, entity),
    parent: c.frame,
    entity,
  });
  writer.set(entity, entityFields.ownScope, frame.scope);
  const flags = classifyFunction(c, node, entity, decoration);
  writer.addFlags(entity, flags);
  let returnType = 0;
  const gathered = gatherTypeVariables(c, () => {
    returnType = visitSignature(c, frame, { parts, entity, flags }) || typesFromComment(c, entity, parts);
  });
  writer.set(entity, entityFields.type, returnType);
  if (decoration !== null && decoration.parameters.size > 0) setParameterValues(c, entity, decoration);
  if (gathered.length > 0 && writer.get(entity, entityFields.listB) === 0) {
    // Type variables of the class are not type parameters of its methods.
    const ownVariables = gathered.filter((variable) => !outer.frame.typeVariables.includes(variable));
    writer.set(entity, entityFields.listB, writer.list(ownVariables));
  }
  enterFrame(c, frame);
  const body = parts.find((part) => codeOf(part) === codes.block);
  if (body !== undefined) {
    hoist(c, frame, body);
    c.visit(body);
  }
  leaveFrame(c, outer);
  finishFunction(c, frame, entity, decoration);
}

/** Gives parameters the values that decorators pass to them. */
function setParameterValues({ writer }: Collector, entity: number, { parameters }: Decoration): void {
  for (const parameter of writer.items(writer.get(entity, entityFields.listA))) {
    const value = parameters.get(writer.text(writer.get(parameter, entityFields.name)));
    if (value !== undefined && writer.get(parameter, entityFields.value) === 0)
      writer.set(parameter, entityFields.value, value);
  }
}

/** Visits type parameters and parameters; returns the result type. */
function visitSignature(
  c: Collector,
  frame: Frame,
  { parts, entity, flags }: { parts: readonly SyntaxNode[]; entity: number; flags: number },
): number {
  let returnType = 0;
  for (const part of parts) {
    switch (codeOf(part)) {
      case codes.type_parameter:
        enterFrame(c, frame);
        c.writer.set(entity, entityFields.listB, typeParameters(c, part));
        break;
      case codes.parameters:
        declareParameters(c, frame, { parameters: part, entity, flags });
        break;
      case codes.type:
        returnType = typeOfNode(c, part);
        break;
    }
  }
  return returnType;
}

/** Sets the kind of a method that a decorator makes a property. Returns the flags of the function. */
function classifyFunction(c: Collector, node: SyntaxNode, entity: number, decoration: Decoration | null): number {
  let flags = decoration?.flags ?? 0;
  if (decoration?.isOverload !== true) flags |= entityFlags.implemented;
  if (c.source.startsWith('async', node.startIndex)) flags |= entityFlags.async;
  if (c.frame.kind !== 'class') return flags;
  const first = partsOf(node)[0];
  const name = first === undefined ? '' : nameText(c, first);
  if (implicitClassMethods.has(name)) flags |= entityFlags.static | entityFlags.classMethod;
  if (decoration?.isProperty === true) c.writer.set(entity, entityFields.kind, entityKinds.property);
  return flags;
}

function enterFrame(c: Collector, frame: Frame): void {
  c.frame = frame;
  c.scope = frame.scope;
}

function leaveFrame(c: Collector, { frame, scope }: { frame: Frame; scope: number }): void {
  c.frame = frame;
  c.scope = scope;
}

function finishFunction(c: Collector, frame: Frame, entity: number, decoration: Decoration | null): void {
  const { writer } = c;
  finishFrame(c, frame);
  let value = alternatives(c, frame.returns);
  const isFixture = decoration !== null && (decoration.flags & entityFlags.fixture) !== 0;
  const returnsYielded = decoration?.isContextManager === true || (isFixture && frame.isGenerator);
  if (frame.isGenerator) {
    const yielded = alternatives(c, frame.yields);
    // A context manager yields the value for its `with`, a fixture the value for its tests.
    if (returnsYielded) value = yielded;
    else value = yielded === 0 ? 0 : writer.node(ops.array, writer.list([yielded]));
    if (!returnsYielded) writer.addFlags(entity, entityFlags.generator);
  }
  if (returnsYielded || isFixture) markSynchronous(c, entity);
  if (returnsYielded) unwrapIterator(c, entity);
  writer.set(entity, entityFields.value, value);
}

/** Removes the flag `async`: callers of the function get its value without `await`. */
function markSynchronous({ writer }: Collector, entity: number): void {
  writer.set(entity, entityFields.flags, writer.get(entity, entityFields.flags) & ~entityFlags.async);
}

/** Replaces an iterable result type of a function, such as `Iterator[X]`, by X, for a context manager or a fixture. */
function unwrapIterator(c: Collector, entity: number): void {
  const type = c.writer.get(entity, entityFields.type);
  if (type !== 0 && c.writer.opOf(type) === ops.arrayOf)
    c.writer.set(entity, entityFields.type, c.writer.operand(type, 0));
}

/** Limit of the nodes around the name of a type parameter (`type`, `constrained_type` and the like). */
const maxWrappers = 4;

/** `[T: Bound, *Ts]`: declares type parameters in the current frame; returns the list of their entities. */
export function typeParameters(c: Collector, node: SyntaxNode): number {
  const { writer, frame } = c;
  const list: number[] = [];
  for (const part of partsOf(node)) {
    let nameNode: SyntaxNode | undefined = part;
    let bound: SyntaxNode | undefined;
    for (
      let level = 0;
      level < maxWrappers && nameNode !== undefined && codeOf(nameNode) !== codes.identifier;
      level++
    ) {
      const parts: readonly SyntaxNode[] = partsOf(nameNode);
      if (codeOf(nameNode) === codes.constrained_type) bound = parts[1];
      nameNode = parts[0];
    }
    if (nameNode === undefined || codeOf(nameNode) !== codes.identifier) continue;
    const name = nameText(c, nameNode);
    const type = bound === undefined ? 0 : typeOfNode(c, bound);
    const entity = writer.entity({
      name,
      kind: entityKinds.typeParameter,
      ...placeOf(nameNode),
      scope: frame.scope,
      type,
    });
    const binding = bindingOf(frame, name);
    binding.variable = entity;
    binding.at = nameNode.startIndex;
    list.push(entity);
  }
  return writer.list(list);
}

interface ParameterSource {
  parameters: SyntaxNode;
  entity: number;
  flags: number;
}

/** Declares the parameters in the scope of the function. Annotations and defaults are looked up in the surrounding scope. */
function declareParameters(c: Collector, frame: Frame, { parameters, entity, flags }: ParameterSource): void {
  const { writer } = c;
  const list: number[] = [];
  for (const part of partsOf(parameters)) {
    const parameter = codeOf(part) === codes.identifier ? plainParameter(c, part) : visitParameter(c, part);
    if (parameter === null) continue;
    const receiver = list.length === 0 && !parameter.isRest ? receiverOf(c, frame, flags) : 0;
    list.push(declareParameter(c, frame, parameter, receiver));
  }
  for (const declared of list) writer.set(declared, entityFields.parent, entity);
  writer.set(entity, entityFields.listA, writer.list(list));
}

/**
 * @param receiver the node that the first parameter of a method means; 0 for any other parameter
 * @returns the entity of the parameter
 */
function declareParameter(c: Collector, frame: Frame, parameter: Parameter, receiver: number): number {
  const { writer } = c;
  const { nameNode, name, isRest, isOptional } = parameter;
  const declared = writer.declare(name, entityKinds.parameter, placeNow(nameNode), frame.scope);
  const flags = (isRest ? entityFlags.rest : 0) | (isOptional ? entityFlags.optional : 0);
  writer.set(declared, entityFields.flags, flags);
  writer.set(declared, entityFields.type, parameter.type);
  writer.set(declared, entityFields.value, receiver === 0 ? parameter.value : receiver);
  const binding = bindingOf(frame, name);
  binding.variable = declared;
  binding.at = nameNode.startIndex;
  binding.isParameter = true;
  binding.receiver = receiver;
  return declared;
}

/** A parameter without annotation and default. */
function plainParameter(c: Collector, nameNode: SyntaxNode): Parameter | null {
  const name = nameText(c, nameNode);
  return name === '' ? null : { nameNode, name, type: 0, value: 0, isRest: false, isOptional: false };
}

/** The node that a first parameter means: the class, or `this`; 0 in static methods and in functions that are no methods. */
function receiverOf(c: Collector, frame: Frame, flags: number): number {
  const owner = frame.parent;
  if (owner?.kind !== 'class') return 0;
  if ((flags & entityFlags.classMethod) !== 0) return c.writer.entityNode(owner.entity);
  return (flags & entityFlags.static) !== 0 ? 0 : c.writer.node(ops.this, frame.scope);
}

interface Parameter {
  nameNode: SyntaxNode;
  name: string;
  type: number;
  value: number;
  isRest: boolean;
  isOptional: boolean;
}

/** Visits the annotation and default of a parameter; null for separators (`*`, `/`). */
function visitParameter(c: Collector, node: SyntaxNode): Parameter | null {
  let code = codeOf(node);
  let nameNode: SyntaxNode | undefined = node;
  let type = 0;
  let value = 0;
  const isOptional = code === codes.default_parameter || code === codes.typed_default_parameter;
  if (isOptional || code === codes.typed_parameter) {
    const parts = partsOf(node);
    nameNode = parts[0];
    const typeNode = parts.find((part, index) => index > 0 && codeOf(part) === codes.type);
    if (typeNode !== undefined) type = typeOfNode(c, typeNode);
    const last = parts.at(-1);
    if (isOptional && last !== undefined && last !== nameNode && last !== typeNode) value = c.visit(last);
    if (nameNode === undefined) return null;
    code = codeOf(nameNode);
  }
  const isList = code === codes.list_splat_pattern;
  const isDictionary = code === codes.dictionary_splat_pattern;
  if (isList || isDictionary) {
    nameNode = partsOf(nameNode)[0];
    if (nameNode === undefined) return null;
    code = codeOf(nameNode);
  }
  if (code !== codes.identifier) return null;
  const name = nameText(c, nameNode);
  if (name === '') return null;
  if (isList && type !== 0) type = c.writer.node(ops.arrayOf, type);
  if (isDictionary) type = 0;
  return { nameNode, name, type, value, isRest: isList || isDictionary, isOptional };
}

/** Returns the node of the lambda's entity. */
export function visitLambda(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const functionScope = writer.scope(c.scope, scopeKinds.arrow, -1);
  const entity = writer.entity({
    name: '',
    kind: entityKinds.function,
    flags: entityFlags.implemented,
    ...placeOf(node),
    scope: functionScope,
    parent: -1,
    ownScope: functionScope,
  });
  writer.setScopeOwner(functionScope, entity);
  const outer = { frame: c.frame, scope: c.scope };
  const frame = newFrame({ kind: 'function', scope: functionScope, parent: c.frame, entity });
  // A lambda is no method, so its first parameter is no receiver.
  const parts = partsOf(node);
  const parameters = parts[0];
  if (parameters !== undefined && codeOf(parameters) === codes.lambda_parameters)
    declareParameters(c, frame, { parameters, entity, flags: entityFlags.static });
  enterFrame(c, frame);
  const body = parts.at(-1);
  if (body !== undefined && body !== parameters) frame.returns.push(c.visit(body));
  else if (parameters !== undefined && codeOf(parameters) !== codes.lambda_parameters)
    frame.returns.push(c.visit(parameters));
  leaveFrame(c, outer);
  finishFrame(c, frame);
  writer.set(entity, entityFields.value, alternatives(c, frame.returns));
  return writer.entityNode(entity);
}
