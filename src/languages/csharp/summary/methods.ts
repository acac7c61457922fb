/** Methods, constructors, operators, local functions and lambdas: scope, parameters, results; attributes. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  enclosingClass,
  declareParameter,
  field,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  within,
  writeConstruction,
  writeLambda,
  writeReturn,
  type Collector,
} from '../../nominal-summary.ts';
import { visitArguments } from './calls.ts';
import { segmentsOf } from './names.ts';
import { operatorName } from './operators.ts';
import { declareTypeParameters, isType, typeOf } from './types.ts';

/** The type whose member is visited. */
export interface Owner {
  /** -1 outside of any type, in a broken file. */
  entity: number;
  isInterface: boolean;
  /** Whether it is a class that names a base. */
  hasBase?: boolean;
}

/** The call of the base's constructor without arguments that nobody writes. */
export function runsBase(c: Collector, name: SyntaxNode): void {
  const { writer } = c;
  const callee = writer.node(ops.overload, writer.node(ops.super, c.frame.scope), writer.list([]));
  writer.site(siteKinds.implicit, callee, placeOf(name), c.frame.scope);
}

export function modifiersOf({ source }: Collector, parts: readonly SyntaxNode[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of parts) {
    if (part.type === 'modifier') found.add(source.slice(part.startIndex, part.endIndex));
    else if (part.type !== 'attribute_list') break;
  }
  return found;
}

/** `[A(1, B = 2)]`: a site for the class `AAttribute`, whose suffix the code may leave out. */
export function visitAttributes(c: Collector, parts: readonly SyntaxNode[]): void {
  for (const list of parts) {
    if (list.type !== 'attribute_list') continue;
    for (const attribute of partsOf(list)) visitAttribute(c, attribute);
  }
}

function visitAttribute(c: Collector, node: SyntaxNode): void {
  const { writer } = c;
  const { scope } = c.frame;
  const written = field(node, 'name');
  const path = written === undefined ? [] : segmentsOf(c, written);
  const last = path.at(-1);
  if (last !== undefined) {
    const name = last.name.endsWith('Attribute') ? last.name : last.name.replace(/(?=`|$)/, 'Attribute');
    const names = [...path.slice(0, -1).map((segment) => segment.name), name];
    const type = writer.node(ops.named, writer.list(names.map((text) => writer.string(text))), scope, 0);
    writer.site(siteKinds.decorate, type, placeOf(last.node), scope);
  }
  const argumentList = partOf(partsOf(node), 'attribute_argument_list');
  for (const argument of argumentList === undefined ? [] : partsOf(argumentList)) {
    const parts = partsOf(argument);
    const value = parts.at(-1);
    if (value !== undefined) c.visit(value);
  }
}

export function visitMethod(c: Collector, node: SyntaxNode, owner: Owner): void {
  const { writer } = c;
  const parts = partsOf(node);
  const isConstructor = node.type === 'constructor_declaration';
  const nameNode = isConstructor ? field(node, 'name') : methodName(node);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return;
  }
  visitAttributes(c, parts);
  const modifiers = modifiersOf(c, parts);
  const specifier = partOf(parts, 'explicit_interface_specifier');
  const [interfaceNode] = specifier === undefined ? [] : partsOf(specifier);
  const body = field(node, 'body');
  let flags = methodFlags(modifiers, body !== undefined);
  if (interfaceNode !== undefined) {
    typeOf(c, interfaceNode);
    flags |= entityFlags.explicitMember;
  }
  const isInitializer = isConstructor && modifiers.has('static');
  const isPlain = node.type === 'method_declaration' || (isConstructor && !isInitializer);
  const extended = owner.entity === -1 ? undefined : extendedParameter(c, parts);
  if (extended !== undefined) flags |= entityFlags.extension;
  const entity = writer.entity({
    name: isPlain ? (isConstructor ? 'constructor' : nameOf(c, nameNode)) : specialName(c, node, nameNode),
    kind: entityKinds.method,
    ...placeOf(nameNode),
    scope: c.frame.scope,
    parent: owner.entity,
    flags,
  });
  within(c, { kind: 'function', entity }, () => {
    const callsOther = partOf(parts, 'constructor_initializer') !== undefined;
    if (isConstructor && !isInitializer && owner.hasBase === true && !callsOther) runsBase(c, nameNode);
    visitFunction(c, node, entity);
    if (extended !== undefined) {
      const [first = -1] = writer.items(writer.get(entity, entityFields.listA));
      writer.set(entity, entityFields.assignedTo, first);
    }
    if (body !== undefined) visitBody(c, body);
  });
}

/** The node of a method's name. A destructor and an operator are named by their first word. */
function methodName(node: SyntaxNode): SyntaxNode | undefined {
  const word = node.children.find((child) => child?.type === 'operator' || child?.type === '~');
  return field(node, node.type === 'destructor_declaration' ? '' : 'name') ?? word ?? undefined;
}

/** The name of an operator (`operator +`), of a conversion (`operator int`), or of another method that has none. */
function specialName(c: Collector, node: SyntaxNode, nameNode: SyntaxNode): string {
  const written = field(node, node.type === 'conversion_operator_declaration' ? 'type' : 'operator');
  return operatorName(nameOf(c, written ?? nameNode));
}

function methodFlags(modifiers: ReadonlySet<string>, hasBody: boolean): number {
  let flags = hasBody ? entityFlags.implemented : 0;
  if (modifiers.has('static')) flags |= entityFlags.static;
  if (modifiers.has('abstract')) flags |= entityFlags.abstract;
  if (modifiers.has('private')) flags |= entityFlags.private;
  return flags;
}

/** The first parameter, where it is `this A a`: the method extends A. */
function extendedParameter(c: Collector, parts: readonly SyntaxNode[]): SyntaxNode | undefined {
  const list = partOf(parts, 'parameter_list');
  const first = list === undefined ? undefined : partsOf(list)[0];
  if (
    first === undefined ||
    !/^(?:\[[^\]]*\]\s*)?(?:ref |in )?this\b/.test(c.source.slice(first.startIndex, first.endIndex))
  )
    return undefined;
  return first;
}

/** Visits the type parameters, the parameters, the result type, and the `: this(…)` of a constructor. */
function visitFunction(c: Collector, node: SyntaxNode, entity: number): void {
  const { writer } = c;
  const parts = partsOf(node);
  writer.set(entity, entityFields.ownScope, c.frame.scope);
  writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
  const written = field(node, 'returns') ?? field(node, 'type');
  if (written !== undefined && isType(written)) writer.set(entity, entityFields.type, typeOf(c, written));
  const parameters = partOf(parts, 'parameter_list');
  if (parameters !== undefined) writer.set(entity, entityFields.listA, declareParameters(c, parameters, entity));
  const initializer = partOf(parts, 'constructor_initializer');
  if (initializer !== undefined) visitInitializer(c, initializer);
}

/** Visits `: this(…)` or `: base(…)`, the call of another constructor. */
function visitInitializer(c: Collector, node: SyntaxNode): void {
  const argumentList = partOf(partsOf(node), 'argument_list');
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList);
  const word = node.children.find((child) => child?.type === 'this' || child?.type === 'base');
  const owner = enclosingClass(c.frame);
  if (word === undefined || word === null || owner === null) return;
  const isBase = word.type === 'base';
  const callee = isBase ? c.writer.node(ops.super, c.frame.scope) : c.writer.entityNode(owner.entity);
  writeConstruction(c, { callee, args, place: placeOf(word) });
}

function visitBody(c: Collector, body: SyntaxNode): void {
  const value = c.visit(body);
  if (body.type === 'arrow_expression_clause') writeReturn(c, value);
}

/** Declares parameters; returns the list node of their entities. */
export function declareParameters(c: Collector, node: SyntaxNode, owner: number): number {
  const { writer } = c;
  const list: number[] = [];
  let isRest = false;
  let restType = 0;
  for (const part of node.children as SyntaxNode[]) {
    // `params` stands next to its type and name, without a node around them.
    if (part.type === 'params') isRest = true;
    else if (part.type === 'parameter') {
      visitAttributes(c, partsOf(part));
      const writtenType = field(part, 'type');
      const name = field(part, 'name');
      const type = writtenType === undefined ? 0 : typeOf(c, writtenType);
      if (name === undefined) continue;
      const initial = partsOf(part).find((child) => child.startIndex >= name.endIndex);
      const flags = initial === undefined ? 0 : entityFlags.optional;
      list.push(declareParameter(c, { name: nameOf(c, name), place: placeOf(name), owner, type, flags }));
      if (initial !== undefined) c.visit(initial);
    } else if (isRest && part.type !== 'identifier' && isType(part)) restType = typeOf(c, part);
    else if (isRest && part.type === 'identifier') {
      const draft = { name: nameOf(c, part), place: placeOf(part), owner, type: restType, flags: entityFlags.rest };
      list.push(declareParameter(c, draft));
    }
  }
  return writer.list(list);
}

export function visitLocalFunction(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = field(node, 'name');
  if (nameNode === undefined) return 0;
  visitAttributes(c, partsOf(node));
  const entity = writer.entity({
    name: nameOf(c, nameNode),
    kind: entityKinds.function,
    ...placeOf(nameNode),
    scope: c.frame.scope,
    flags: entityFlags.implemented,
  });
  if (c.frame.scope === 0) writer.export(nameOf(c, nameNode), exportForms.own, entity, 0);
  within(c, { kind: 'function', entity }, () => {
    visitFunction(c, node, entity);
    const body = field(node, 'body');
    if (body !== undefined) visitBody(c, body);
  });
  return 0;
}

export function visitLambda(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  return writeLambda(c, node, (entity) => {
    const parameters = field(node, 'parameters');
    if (parameters?.type === 'parameter_list')
      writer.set(entity, entityFields.listA, declareParameters(c, parameters, entity));
    else if (parameters !== undefined) {
      const draft = { name: nameOf(c, parameters), place: placeOf(parameters), owner: entity, type: 0 };
      writer.set(entity, entityFields.listA, writer.list([declareParameter(c, draft)]));
    }
    const body = field(node, 'body') ?? partsOf(node).findLast((part) => part.type === 'block');
    if (body === undefined) return 0;
    const value = c.visit(body);
    return body.type === 'block' ? 0 : value;
  });
}
