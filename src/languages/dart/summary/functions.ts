/** Functions, accessors, variables and parameters; lambdas; annotations. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  declareLocal,
  declareName,
  declareParameter,
  field,
  setContext,
  nameOf,
  ofType,
  partOf,
  partsOf,
  placeOf,
  within,
  writeLambda,
  writeReturn,
  type Collector,
} from '../../nominal-summary.ts';
import { withinDepth } from './depth.ts';
import { superclassOf } from './names.ts';
import { argumentsOf, setContexts, valueAfter, valueIn } from './runs.ts';
import { childrenOf, declareTypeParameters, typeIn } from './types.ts';

export function visitAnnotation(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = field(node, 'name');
  if (name === undefined) return 0;
  const path = name.type === 'identifier' ? [name] : partsOf(name).filter((part) => part.type === 'identifier');
  let value = 0;
  for (const [index, part] of path.entries()) {
    value = index === 0 ? writer.name(nameOf(c, part), c.frame.scope) : writer.member(value, nameOf(c, part));
    writer.site(index === path.length - 1 ? siteKinds.decorate : siteKinds.read, value, placeOf(part), c.frame.scope);
  }
  const argumentList = partOf(partsOf(node), 'arguments');
  if (argumentList !== undefined) {
    const passed = argumentsOf(c, argumentList);
    setContexts(c, writer.node(ops.construct, value, writer.list(passed.args), 0), passed);
  }
  return 0;
}

/** The type or extension that contains a declaration. */
export interface Owner {
  /** The surrounding class, mixin, enum or extension; -1 for none. */
  entity: number;
  isStatic: boolean;
  /** In an extension: the node of the extended type; else 0. */
  extended: number;
  /** In an extension: the list of its type parameters. */
  parameters: number;
}

export const noOwner: Owner = { entity: -1, isStatic: false, extended: 0, parameters: 0 };

/** Members of an extension are not members of a class: they are found by name and have a receiver. */
function isExtending({ extended, isStatic }: Owner): boolean {
  return extended !== 0 && !isStatic;
}

function flagsOf(owner: Owner, hasBody: boolean): number {
  let flags = hasBody ? entityFlags.implemented : entityFlags.abstract;
  if (owner.isStatic) flags |= entityFlags.static;
  if (isExtending(owner)) flags |= entityFlags.extension;
  return flags;
}

function declareReceiver(c: Collector, entity: number, { extended }: Owner, place: SyntaxNode): void {
  const { line } = placeOf(place);
  const receiver = declareParameter(c, { name: '', place: { line, column: 0 }, owner: entity, type: extended });
  c.writer.set(entity, entityFields.assignedTo, receiver);
}

export interface Signature {
  node: SyntaxNode;
  name: SyntaxNode;
  text: string;
  body: SyntaxNode | undefined;
}

/** A function, method, operator or local function; returns the entity. */
export function declareFunction(c: Collector, { node, name, text, body }: Signature, owner: Owner): number {
  const { writer, frame: outer } = c;
  const isMember = owner.entity !== -1 && !isExtending(owner);
  const entity = writer.entity({
    name: text,
    kind: isMember ? entityKinds.method : entityKinds.function,
    ...placeOf(name),
    scope: outer.scope,
    parent: isMember ? owner.entity : -1,
    flags: flagsOf(owner, body !== undefined) | waitFlags(body),
  });
  if (outer.scope === 0) writer.export(text, exportForms.own, entity, 0);
  else if (owner.entity === -1) declareName(outer, text);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    const own = declareTypeParameters(c, partOf(partsOf(node), 'type_parameters'));
    writer.set(entity, entityFields.listB, joined(c, owner, own));
    if (isExtending(owner)) declareReceiver(c, entity, owner, name);
    const children = childrenOf(node);
    const type = typeIn(
      c,
      children.filter((child) => child.endIndex <= name.startIndex),
    );
    writer.set(entity, entityFields.type, type);
    const list = partOf(partsOf(node), 'formal_parameter_list');
    if (list !== undefined) writer.set(entity, entityFields.listA, declareParameters(c, list, entity));
    if (body !== undefined) visitBody(c, body);
    writer.set(entity, entityFields.value, writer.either(frame.returns));
  });
  return entity;
}

/** The type parameters that an extension's receiver determines come before the member's own ones. */
function joined({ writer }: Collector, owner: Owner, own: number): number {
  if (!isExtending(owner) || owner.parameters === 0) return own;
  return own === 0 ? owner.parameters : writer.list([...writer.items(owner.parameters), ...writer.items(own)]);
}

/** A getter or setter: it is used without parentheses, so it is a property. */
export function declareAccessor(c: Collector, { node, name, text, body }: Signature, owner: Owner): void {
  const { writer, frame: outer } = c;
  const isMember = owner.entity !== -1 && !isExtending(owner);
  const isGetter = node.type === 'getter_signature';
  const entity = writer.entity({
    name: text,
    kind: isMember ? entityKinds.property : entityKinds.variable,
    ...placeOf(name),
    scope: outer.scope,
    parent: isMember ? owner.entity : -1,
    flags: flagsOf(owner, body !== undefined) | (isGetter ? entityFlags.getter : entityFlags.setter),
  });
  if (outer.scope === 0) writer.export(text, exportForms.own, entity, 0);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    if (isExtending(owner)) {
      writer.set(entity, entityFields.listB, owner.parameters);
      declareReceiver(c, entity, owner, name);
    }
    if (isGetter) writer.set(entity, entityFields.type, typeIn(c, childrenOf(node)));
    const list = partOf(partsOf(node), 'formal_parameter_list');
    const taken = list === undefined ? [] : writer.items(declareParameters(c, list, entity));
    // The type of a setter is that of its parameter.
    if (!isGetter) writer.set(entity, entityFields.type, taken[0] === undefined ? 0 : typeOfEntity(c, taken[0]));
    if (body !== undefined) visitBody(c, body);
    writer.set(entity, entityFields.value, isGetter ? writer.either(frame.returns) : 0);
  });
}

function typeOfEntity({ writer }: Collector, entity: number): number {
  return writer.get(entity, entityFields.type);
}

function waitFlags(body: SyntaxNode | undefined): number {
  const word = body === undefined ? '' : (childrenOf(body)[0]?.type ?? '');
  if (word === 'async') return entityFlags.async;
  return word === 'async*' || word === 'sync*' ? entityFlags.generator : 0;
}

/** `=> value` or `{ … }`. */
export function visitBody(c: Collector, body: SyntaxNode): void {
  const block = partOf(partsOf(body), 'block');
  if (block === undefined) writeReturn(c, valueIn(c, childrenOf(body)));
  else c.visit(block);
}

/** A list node of the parameters' entities. */
export function declareParameters(c: Collector, node: SyntaxNode, owner: number, flags = 0): number {
  return c.writer.list(parametersIn(c, node, owner, flags));
}

function parametersIn(c: Collector, node: SyntaxNode, owner: number, flags: number): number[] {
  const declared: number[] = [];
  for (const part of partsOf(node)) {
    if (part.type === 'optional_formal_parameters')
      declared.push(...parametersIn(c, part, owner, entityFlags.optional));
    else if (part.type === 'formal_parameter') declared.push(declareOne(c, part, owner, flags));
    else if (part.type === 'annotation') visitAnnotation(c, part);
  }
  // The default values of the parameters.
  if (flags !== 0) valueDefaults(c, node, declared);
  return declared;
}

/** Default values stand between the parameters, after a sign. */
function valueDefaults(c: Collector, node: SyntaxNode, declared: readonly number[]): void {
  let count = 0;
  let run: SyntaxNode[] | null = null;
  for (const part of [...childrenOf(node), null]) {
    if (part === null || part.type === ',') {
      const type = typeOfEntity(c, declared[count - 1] ?? 0);
      if (run !== null) setContext(c, valueIn(c, run), ofType(c, count === 0 ? 0 : type));
      run = null;
    } else if (part.type === 'formal_parameter') count++;
    else if (part.type === '=' || part.type === ':') run = [];
    else if (part.type !== '}' && part.type !== ']') run?.push(part);
  }
}

function declareOne(c: Collector, node: SyntaxNode, owner: number, flags: number): number {
  const parts = partsOf(node);
  for (const part of parts) if (part.type === 'annotation') visitAnnotation(c, part);
  const fieldParameter = parts.find(
    (part) => part.type === 'constructor_param' || part.type === 'super_formal_parameter',
  );
  if (fieldParameter !== undefined) return declareFieldParameter(c, fieldParameter, owner, flags);
  const name = field(node, 'name') ?? parts.findLast((part) => part.type === 'identifier');
  if (name === undefined) return declareParameter(c, { name: '', place: placeOf(node), owner, type: 0, flags });
  const type = typeIn(
    c,
    childrenOf(node).filter((child) => child.endIndex <= name.startIndex),
  );
  const list = partOf(parts, 'formal_parameter_list');
  const whole = list === undefined ? type : withinDepth(c, 0, () => functionTaken(c, node, list, type));
  return declareParameter(c, { name: nameOf(c, name), place: placeOf(name), owner, type: whole, flags });
}

/** `void name(A a)` as a parameter: a function type. */
function functionTaken(c: Collector, node: SyntaxNode, list: SyntaxNode, result: number): number {
  const { writer } = c;
  const { scope } = c.frame;
  const draft = { name: '', kind: entityKinds.function, ...placeOf(node), scope, parent: -1, type: result };
  const entity = writer.entity(draft);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    writer.set(entity, entityFields.listA, declareParameters(c, list, entity));
  });
  return writer.node(ops.shape, entity);
}

/** `this.name` or `super.name` as a parameter. Its type is the type of the field with that name, of the class or of the superclass. */
function declareFieldParameter(c: Collector, node: SyntaxNode, owner: number, flags: number): number {
  const { writer } = c;
  const { scope } = c.frame;
  const name = partsOf(node).findLast((part) => part.type === 'identifier');
  if (name === undefined) return declareParameter(c, { name: '', place: placeOf(node), owner, type: 0, flags });
  const isOwn = node.type === 'constructor_param';
  const text = nameOf(c, name);
  const on = isOwn ? writer.node(ops.this, scope) : superclassOf(c).instance;
  const member = writer.member(on, text);
  if (isOwn) writer.site(siteKinds.write, member, placeOf(name), scope);
  const type = writer.node(ops.typeOf, member);
  const draft = { name: text, kind: entityKinds.parameter, ...placeOf(name), scope, parent: owner, type, flags };
  // In the body, `name` means the field, so a parameter `this.name` declares no name.
  return isOwn ? writer.entity(draft) : declareParameter(c, { name: text, place: placeOf(name), owner, type, flags });
}

/** Declares the variables of a list. `leading` are the nodes before it (`final A`). */
export function declareVariables(c: Collector, list: SyntaxNode, leading: readonly SyntaxNode[], owner: Owner): void {
  const { writer, frame } = c;
  const type = typeIn(c, leading);
  const isMember = owner.entity !== -1;
  const isConstant = leading.some((part) => part.type === 'final_builtin' || part.type === 'const_builtin');
  for (const part of partsOf(list)) {
    const name = partOf(partsOf(part), 'identifier') ?? (part.type === 'identifier' ? part : undefined);
    if (name === undefined) continue;
    const initial = part === name ? 0 : valueAfter(c, part, '=');
    setContext(c, initial, ofType(c, type));
    const text = nameOf(c, name);
    const entity = writer.entity({
      name: text,
      kind: isMember ? entityKinds.property : entityKinds.variable,
      ...placeOf(name),
      scope: frame.scope,
      parent: owner.entity,
      type,
      value: initial,
      flags:
        entityFlags.implemented | (owner.isStatic ? entityFlags.static : 0) | (isConstant ? entityFlags.constant : 0),
    });
    if (frame.scope === 0) writer.export(text, exportForms.own, entity, 0);
    c.frame = frame;
  }
}

/** `final A a = b, c = d;` in a function. */
export function visitLocal(c: Collector, node: SyntaxNode): number {
  const children = childrenOf(node);
  const name = field(node, 'name');
  if (name === undefined) return 0;
  const type = typeIn(
    c,
    children.filter((child) => child.endIndex <= name.startIndex),
  );
  const others = children.filter((child) => child.type === 'initialized_identifier');
  const own = children.slice(0, children.findIndex((child) => child.type === ',') + 1 || undefined);
  const sign = own.findIndex((child) => child.type === '=');
  declareTyped(c, name, type, sign === -1 ? 0 : valueIn(c, own.slice(sign + 1)));
  for (const other of others) {
    const another = partOf(partsOf(other), 'identifier');
    if (another !== undefined) declareTyped(c, another, type, valueAfter(c, other, '='));
  }
  return 0;
}

function declareTyped(c: Collector, name: SyntaxNode, type: number, value: number): void {
  setContext(c, value, ofType(c, type));
  declareLocal(c, { name, type, value });
}

/** `(a) => b`, `(a) { … }`. */
export function visitLambda(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  return writeLambda(c, node, (entity) => {
    const parts = partsOf(node);
    writer.set(entity, entityFields.listB, declareTypeParameters(c, partOf(parts, 'type_parameters')));
    const list = partOf(parts, 'formal_parameter_list');
    if (list !== undefined) writer.set(entity, entityFields.listA, declareParameters(c, list, entity));
    const body = partOf(parts, 'function_expression_body');
    if (body === undefined) return 0;
    writer.addFlags(entity, waitFlags(body));
    const block = partOf(partsOf(body), 'block');
    if (block === undefined) return valueIn(c, childrenOf(body));
    c.visit(block);
    return 0;
  });
}
