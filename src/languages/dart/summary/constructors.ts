/** Constructors of classes and extension types, enum constants, and the constructors that either of them call. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  declareParameter,
  field,
  setContext,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  within,
  type Collector,
} from '../../nominal-summary.ts';
import { declareParameters, noOwner, visitBody, type Owner, type Signature } from './functions.ts';
import { declareMember, superclassOf } from './names.ts';
import { argumentsOf, setContexts, valueAfter } from './runs.ts';
import { childrenOf, typeIn } from './types.ts';

/** The names in a constructor's signature: that of the class and, if it is a named constructor, its name. */
export function namesOf(node: SyntaxNode): SyntaxNode[] {
  const children = childrenOf(node);
  const list = children.findIndex((child) => child.type === 'formal_parameter_list');
  return children.slice(0, list).filter((child) => child.type === 'identifier');
}

/**
 * An unnamed constructor becomes the method `constructor`. A named one becomes a static method that returns the class; it gets the type parameters
 * of the class.
 */
export function declareConstructor(
  c: Collector,
  { node, name, body }: Signature,
  { owner, isNamed }: { owner: Owner; isNamed: boolean },
): void {
  const { writer } = c;
  const { scope } = c.frame;
  const entity = writer.entity({
    name: isNamed ? nameOf(c, name) : 'constructor',
    kind: entityKinds.method,
    ...placeOf(name),
    scope,
    parent: owner.entity,
    flags: entityFlags.implemented | (isNamed ? entityFlags.static : 0),
  });
  if (isNamed) {
    writer.set(entity, entityFields.type, instanceType(c, owner));
    writer.set(entity, entityFields.listB, writer.get(owner.entity, entityFields.listB));
  }
  // The scope has no owner: in it `this` is an instance, although a named constructor is a static method.
  within(c, { kind: 'function' }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    const list = partOf(partsOf(node), 'formal_parameter_list');
    if (list !== undefined) writer.set(entity, entityFields.listA, declareParameters(c, list, entity));
    const siblings = node.parent === null ? [] : partsOf(node.parent);
    for (const part of siblings)
      if (/^(?:initializers|redirection)$/.test(part.type)) visitInitializers(c, part, owner);
    if (node.type.startsWith('redirecting')) visitRedirection(c, node);
    if (body !== undefined) visitBody(c, body);
  });
}

/** The type `A<T>` of a class A with the type parameter T. */
function instanceType(c: Collector, { entity }: Owner): number {
  const { writer } = c;
  const typeByName = (name: number): number => writer.node(ops.named, writer.list([name]), c.frame.scope, 0);
  const parameters = writer.items(writer.get(entity, entityFields.listB));
  const args = writer.list(parameters.map((parameter) => typeByName(writer.get(parameter, entityFields.name))));
  return writer.node(ops.named, writer.list([writer.get(entity, entityFields.name)]), c.frame.scope, args);
}

/** `= A<T>.named`: the target of a redirecting factory. */
function visitRedirection(c: Collector, node: SyntaxNode): void {
  const { writer } = c;
  const { scope } = c.frame;
  const children = childrenOf(node);
  const path = children
    .slice(children.findIndex((child) => child.type === '='))
    .filter((child) => child.type === 'type_identifier' || child.type === 'identifier');
  let value = 0;
  for (const [index, part] of path.entries()) {
    value = value === 0 ? writer.name(nameOf(c, part), scope) : writer.member(value, nameOf(c, part));
    writer.site(index === path.length - 1 ? siteKinds.construct : siteKinds.read, value, placeOf(part), scope);
  }
}

/** `: a = b, super.named(c)`, `: this.named(a)`. */
function visitInitializers(c: Collector, node: SyntaxNode, owner: Owner): void {
  for (const part of node.type === 'redirection' ? [node] : partsOf(node)) {
    const parts = partsOf(part);
    const initializer = partOf(parts, 'field_initializer');
    if (initializer !== undefined) visitFieldInitializer(c, initializer);
    else if (parts[0]?.type === 'super' || parts[0]?.type === 'this') visitDelegation(c, parts, owner);
    else for (const child of parts) c.visit(child);
  }
}

function visitFieldInitializer(c: Collector, node: SyntaxNode): void {
  const { writer } = c;
  const { scope } = c.frame;
  const name = partOf(partsOf(node), 'identifier');
  if (name === undefined) return;
  const target = writer.member(writer.node(ops.this, scope), nameOf(c, name));
  writer.site(siteKinds.write, target, placeOf(name), scope);
  setContext(c, valueAfter(c, node, '='), target);
}

/** A call of another constructor of the same class or of the superclass. */
function visitDelegation(c: Collector, parts: readonly SyntaxNode[], owner: Owner): void {
  const { writer } = c;
  const { scope } = c.frame;
  const [keyword] = parts;
  const name = partOf(parts, 'identifier');
  const argumentList = partOf(parts, 'arguments');
  if (keyword === undefined) return;
  const isSuper = keyword.type === 'super';
  const classValue = isSuper ? superclassOf(c).classValue : writer.entityNode(owner.entity);
  const unnamed = isSuper ? writer.node(ops.super, scope) : classValue;
  const callee = name === undefined ? unnamed : classValue === 0 ? 0 : writer.member(classValue, nameOf(c, name));
  const callArguments = argumentList === undefined ? { args: [], positions: [] } : argumentsOf(c, argumentList);
  if (callee === 0) return;
  writer.site(name === undefined ? siteKinds.construct : siteKinds.call, callee, placeOf(name ?? keyword), scope);
  const op = name === undefined ? ops.construct : ops.call;
  setContexts(c, writer.node(op, callee, writer.list(callArguments.args), 0), callArguments);
}

/** An enum constant is an instance of its enum. If it has arguments, it calls a constructor. */
export function declareConstant(c: Collector, node: SyntaxNode, owner: number): void {
  const { writer } = c;
  const { scope } = c.frame;
  const name = field(node, 'name');
  if (name === undefined) return;
  const value = writer.node(ops.instance, writer.entityNode(owner));
  writer.entity({
    name: nameOf(c, name),
    kind: entityKinds.property,
    ...placeOf(name),
    scope,
    parent: owner,
    value,
    flags: entityFlags.static | entityFlags.constant | entityFlags.implemented,
  });
  const parts = partsOf(node);
  const argumentPart = partOf(parts, 'argument_part');
  const argumentList = partOf(argumentPart === undefined ? parts : partsOf(argumentPart), 'arguments');
  if (argumentList === undefined) return;
  const constructor = parts.find((child) => child.type === 'identifier' && child.startIndex > name.startIndex);
  const type = writer.entityNode(owner);
  const callee = constructor === undefined ? type : writer.member(type, nameOf(c, constructor));
  const callArguments = argumentsOf(c, argumentList);
  writer.site(siteKinds.construct, callee, placeOf(constructor ?? argumentList), scope);
  setContexts(c, writer.node(ops.construct, callee, writer.list(callArguments.args), 0), callArguments);
}

/** `(A value)` of an extension type declares a field, and a constructor with a parameter of that name. */
export function declareRepresentation(c: Collector, node: SyntaxNode, { entity }: Owner): void {
  const { writer, frame } = c;
  const name = field(node, 'name');
  if (name === undefined) return;
  const text = nameOf(c, name);
  const type = typeIn(c, childrenOf(node));
  const flags = entityFlags.implemented | entityFlags.constant;
  declareMember(frame, text, false);
  writer.entity({
    name: text,
    kind: entityKinds.property,
    ...placeOf(name),
    scope: frame.scope,
    parent: entity,
    type,
    flags,
  });
  const constructorName = partsOf(node).find((part) => part.type === 'identifier' && part.startIndex < name.startIndex);
  const place = { line: placeOf(node).line, column: 0 };
  const isNamed = constructorName !== undefined;
  const constructor = writer.entity({
    name: isNamed ? nameOf(c, constructorName) : 'constructor',
    kind: entityKinds.method,
    ...place,
    scope: frame.scope,
    parent: entity,
    flags: entityFlags.implemented | (isNamed ? entityFlags.static : 0),
    type: isNamed ? instanceType(c, { ...noOwner, entity }) : 0,
  });
  within(c, { kind: 'function' }, () => {
    const parameter = declareParameter(c, { name: text, place, owner: constructor, type });
    writer.set(constructor, entityFields.listA, writer.list([parameter]));
  });
}
