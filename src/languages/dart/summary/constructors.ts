/** Constructors of classes and extension types, the constructors that they call, and those that enum constants call. */
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

/** The name of the constructor's class, and the constructor's own name where it has one. */
export function namesOf(node: SyntaxNode): SyntaxNode[] {
  const children = childrenOf(node);
  const list = children.findIndex((child) => child.type === 'formal_parameter_list');
  return children.slice(0, list).filter((child) => child.type === 'identifier');
}

/** A named constructor is a static method that returns the class; it has the class's type parameters too. */
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
  // The scope has no owner, because `this` in it is an instance, though a named constructor is static.
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

/** The class, applied to its own type parameters. */
function instanceType(c: Collector, { entity }: Owner): number {
  const { writer } = c;
  const named = (name: number): number => writer.node(ops.named, writer.list([name]), c.frame.scope, 0);
  const parameters = writer.items(writer.get(entity, entityFields.listB));
  const args = writer.list(parameters.map((one) => named(writer.get(one, entityFields.name))));
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
    const set = partOf(parts, 'field_initializer');
    if (set !== undefined) visitFieldSet(c, set);
    else if (parts[0]?.type === 'super' || parts[0]?.type === 'this') visitDelegation(c, parts, owner);
    else for (const one of parts) c.visit(one);
  }
}

function visitFieldSet(c: Collector, node: SyntaxNode): void {
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
  const [word] = parts;
  const name = partOf(parts, 'identifier');
  const argumentList = partOf(parts, 'arguments');
  if (word === undefined) return;
  const isSuper = word.type === 'super';
  const named = isSuper ? superclassOf(c).named : writer.entityNode(owner.entity);
  const whole = isSuper ? writer.node(ops.super, scope) : named;
  const callee = name === undefined ? whole : named === 0 ? 0 : writer.member(named, nameOf(c, name));
  const passed = argumentList === undefined ? { args: [], positions: [] } : argumentsOf(c, argumentList);
  if (callee === 0) return;
  writer.site(name === undefined ? siteKinds.construct : siteKinds.call, callee, placeOf(name ?? word), scope);
  const op = name === undefined ? ops.construct : ops.call;
  setContexts(c, writer.node(op, callee, writer.list(passed.args), 0), passed);
}

/** An enum constant is an instance of its enum; one with arguments calls a constructor. */
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
  const part = partOf(parts, 'argument_part');
  const argumentList = partOf(part === undefined ? parts : partsOf(part), 'arguments');
  if (argumentList === undefined) return;
  const constructor = parts.find((one) => one.type === 'identifier' && one.startIndex > name.startIndex);
  const type = writer.entityNode(owner);
  const callee = constructor === undefined ? type : writer.member(type, nameOf(c, constructor));
  const passed = argumentsOf(c, argumentList);
  writer.site(siteKinds.construct, callee, placeOf(constructor ?? argumentList), scope);
  setContexts(c, writer.node(ops.construct, callee, writer.list(passed.args), 0), passed);
}

/** `(A value)` of an extension type: a field, and a constructor with that parameter. */
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
  const own = partsOf(node).find((part) => part.type === 'identifier' && part.startIndex < name.startIndex);
  const place = { line: placeOf(node).line, column: 0 };
  const isNamed = own !== undefined;
  const constructor = writer.entity({
    name: isNamed ? nameOf(c, own) : 'constructor',
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
