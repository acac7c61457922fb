/** Functions, lambdas, accessors, variables, parameters and annotations. */
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
    const callArguments = argumentsOf(c, argumentList);
    setContexts(c, writer.node(ops.construct, value, writer.list(callArguments.args), 0), callArguments);
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

/** Whether the owner's members are instance members of an extension. These are functions with a receiver, which the linker finds by name. */
function isExtensionMember({ extended, isStatic }: Owner): boolean {
  return extended !== 0 && !isStatic;
}

function flagsOf(owner: Owner, hasBody: boolean): number {
  let flags = hasBody ? entityFlags.implemented : entityFlags.abstract;
  if (owner.isStatic) flags |= entityFlags.static;
  if (isExtensionMember(owner)) flags |= entityFlags.extension;
  return flags;
}

/** Declares the parameter that stands for the receiver of an extension member. */
function declareReceiver(c: Collector, entity: number, { extended }: Owner, nameNode: SyntaxNode): void {
  const { line } = placeOf(nameNode);
  const receiver = declareParameter(c, { name: '', place: { line, column: 0 }, owner: entity, type: extended });
  c.writer.set(entity, entityFields.assignedTo, receiver);
}

/** A function, accessor or constructor as the tree has it. */
export interface Signature {
  node: SyntaxNode;
  name: SyntaxNode;
  /** The text of the name; '' for a constructor. */
  text: string;
  body: SyntaxNode | undefined;
}

/** Declares a function, method, operator or local function. Returns its entity. */
export function declareFunction(c: Collector, { node, name, text, body }: Signature, owner: Owner): number {
  const { writer, frame: outer } = c;
  const isMember = owner.entity !== -1 && !isExtensionMember(owner);
  const entity = writer.entity({
    name: text,
    kind: isMember ? entityKinds.method : entityKinds.function,
    ...placeOf(name),
    scope: outer.scope,
    parent: isMember ? owner.entity : -1,
    flags: flagsOf(owner, body !== undefined) | asyncFlags(body),
  });
  if (outer.scope === 0) writer.export(text, exportForms.own, entity, 0);
  else if (owner.entity === -1) declareName(outer, text);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    const ownParameters = declareTypeParameters(c, partOf(partsOf(node), 'type_parameters'));
    writer.set(entity, entityFields.listB, joinTypeParameters(c, owner, ownParameters));
    if (isExtensionMember(owner)) declareReceiver(c, entity, owner, name);
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

/** The type parameters of an extension member: those of the extension, which the receiver determines, then those of the member. */
function joinTypeParameters({ writer }: Collector, owner: Owner, ownParameters: number): number {
  if (!isExtensionMember(owner) || owner.parameters === 0) return ownParameters;
  return ownParameters === 0
    ? owner.parameters
    : writer.list([...writer.items(owner.parameters), ...writer.items(ownParameters)]);
}

/** Declares a getter or setter. It is a property, because it is used without parentheses. */
export function declareAccessor(c: Collector, { node, name, text, body }: Signature, owner: Owner): void {
  const { writer, frame: outer } = c;
  const isMember = owner.entity !== -1 && !isExtensionMember(owner);
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
    if (isExtensionMember(owner)) {
      writer.set(entity, entityFields.listB, owner.parameters);
      declareReceiver(c, entity, owner, name);
    }
    if (isGetter) writer.set(entity, entityFields.type, typeIn(c, childrenOf(node)));
    const list = partOf(partsOf(node), 'formal_parameter_list');
    const parameters = list === undefined ? [] : writer.items(declareParameters(c, list, entity));
    // The type of a setter is that of its parameter.
    if (!isGetter)
      writer.set(entity, entityFields.type, parameters[0] === undefined ? 0 : typeOfEntity(c, parameters[0]));
    if (body !== undefined) visitBody(c, body);
    writer.set(entity, entityFields.value, isGetter ? writer.either(frame.returns) : 0);
  });
}

function typeOfEntity({ writer }: Collector, entity: number): number {
  return writer.get(entity, entityFields.type);
}

function asyncFlags(body: SyntaxNode | undefined): number {
  const keyword = body === undefined ? '' : (childrenOf(body)[0]?.type ?? '');
  if (keyword === 'async') return entityFlags.async;
  return keyword === 'async*' || keyword === 'sync*' ? entityFlags.generator : 0;
}

/** `=> value` or `{ … }`. */
export function visitBody(c: Collector, body: SyntaxNode): void {
  const block = partOf(partsOf(body), 'block');
  if (block === undefined) writeReturn(c, valueIn(c, childrenOf(body)));
  else c.visit(block);
}

/** Declares parameters. Returns the list of their entities. */
export function declareParameters(c: Collector, node: SyntaxNode, owner: number, flags = 0): number {
  return c.writer.list(parametersIn(c, node, owner, flags));
}

function parametersIn(c: Collector, node: SyntaxNode, owner: number, flags: number): number[] {
  const declared: number[] = [];
  for (const part of partsOf(node)) {
    if (part.type === 'optional_formal_parameters')
      declared.push(...parametersIn(c, part, owner, entityFlags.optional));
    else if (part.type === 'formal_parameter') declared.push(declareFormalParameter(c, part, owner, flags));
    else if (part.type === 'annotation') visitAnnotation(c, part);
  }
  // Only optional parameters have default values.
  if (flags !== 0) visitDefaults(c, node, declared);
  return declared;
}

/** Visits the default values. In the tree they are siblings of their parameters, after `=` or `:`. */
function visitDefaults(c: Collector, node: SyntaxNode, declared: readonly number[]): void {
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

function declareFormalParameter(c: Collector, node: SyntaxNode, owner: number, flags: number): number {
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
  const parameterType = list === undefined ? type : withinDepth(c, 0, () => functionParameterType(c, node, list, type));
  return declareParameter(c, { name: nameOf(c, name), place: placeOf(name), owner, type: parameterType, flags });
}

/** The type of a parameter that is written like a function: `void name(A a)`. */
function functionParameterType(c: Collector, node: SyntaxNode, list: SyntaxNode, result: number): number {
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

/** A parameter `this.name` or `super.name`. Its type is that of the member `name` of the class or superclass. */
function declareFieldParameter(c: Collector, node: SyntaxNode, owner: number, flags: number): number {
  const { writer } = c;
  const { scope } = c.frame;
  const name = partsOf(node).findLast((part) => part.type === 'identifier');
  if (name === undefined) return declareParameter(c, { name: '', place: placeOf(node), owner, type: 0, flags });
  const isOfThis = node.type === 'constructor_param';
  const text = nameOf(c, name);
  const object = isOfThis ? writer.node(ops.this, scope) : superclassOf(c).instance;
  const member = writer.member(object, text);
  if (isOfThis) writer.site(siteKinds.write, member, placeOf(name), scope);
  const type = writer.node(ops.typeOf, member);
  const draft = { name: text, kind: entityKinds.parameter, ...placeOf(name), scope, parent: owner, type, flags };
  // In the body, `name` means the field, so a parameter `this.name` declares no name.
  return isOfThis
    ? writer.entity(draft)
    : declareParameter(c, { name: text, place: placeOf(name), owner, type, flags });
}

/**
 * Declares the variables of a list.
 * @param leading the nodes before the list (`final A`)
 */
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
  // The children up to the first comma; all if there is none.
  const firstVariable = children.slice(0, children.findIndex((child) => child.type === ',') + 1 || undefined);
  const assignIndex = firstVariable.findIndex((child) => child.type === '=');
  declareTypedLocal(c, name, type, assignIndex === -1 ? 0 : valueIn(c, firstVariable.slice(assignIndex + 1)));
  for (const other of others) {
    const otherName = partOf(partsOf(other), 'identifier');
    if (otherName !== undefined) declareTypedLocal(c, otherName, type, valueAfter(c, other, '='));
  }
  return 0;
}

function declareTypedLocal(c: Collector, name: SyntaxNode, type: number, value: number): void {
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
    writer.addFlags(entity, asyncFlags(body));
    const block = partOf(partsOf(body), 'block');
    if (block === undefined) return valueIn(c, childrenOf(body));
    c.visit(block);
    return 0;
  });
}
