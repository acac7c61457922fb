/** Classes, traits, objects and enums, with their members; functions and values. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  heritage,
  ops,
  siteKinds,
} from '../../../model/file-summary.ts';
import {
  declareLocal,
  declareName,
  declareParameter,
  declareType,
  field,
  setContext,
  nameOf,
  ofType,
  partOf,
  partsOf,
  placeOf,
  within,
  withinClass,
  writeConstruction,
  writeReturn,
  type Collector,
} from '../../nominal-summary.ts';
import { visitArguments } from './arguments.ts';
import { visitPattern } from './patterns.ts';
import { declareTypeParameters, isType, typeOf } from './types.ts';

/** By scope: the receiver parameter of the functions in the scope, which an `extension` or `implicit class` declares. */
const receivers = new WeakMap<Collector, Map<number, number>>();

/** Makes a parameter the receiver of all functions in the current scope. */
function setReceiver(c: Collector, parameter: number | undefined): void {
  if (parameter === undefined) return;
  const byScope = receivers.get(c) ?? new Map<number, number>();
  receivers.set(c, byScope.set(c.frame.scope, parameter));
}

/** `extension [T](a: A) def f`. */
export function visitExtension(c: Collector, node: SyntaxNode): number {
  return within(c, { kind: 'block' }, () => {
    const parts = partsOf(node);
    declareTypeParameters(c, parts);
    for (const part of parts) {
      if (part.type !== 'parameters') c.visit(part);
      else setReceiver(c, c.writer.items(declareParameters(c, part, -1))[0]);
    }
    return 0;
  });
}

/** A declared class, trait, object or enum. */
interface Declared {
  name: string;
  entity: number;
  /** Heritage pairs. */
  pairs: number[];
  isObject: boolean;
}

const typeDefinitions: ReadonlySet<string> = new Set(
  'class_definition trait_definition object_definition enum_definition package_object'.split(' '),
);

/** Visits the members of a body or the top level. A class mixes in the object with an equal name, its companion. */
export function visitMembers(c: Collector, members: readonly SyntaxNode[]): void {
  const { writer, frame } = c;
  const classes = new Set(
    members
      .filter(({ type }) => typeDefinitions.has(type) && type !== 'object_definition')
      .map((member) => field(member, 'name'))
      .map((name) => (name === undefined ? '' : nameOf(c, name))),
  );
  for (const member of members) {
    const name = field(
      member,
      member.type === 'val_definition' || member.type === 'var_definition' ? 'pattern' : 'name',
    );
    const isProperty = frame.kind === 'class' && name?.type === 'identifier' && /^va[lr]_/.test(member.type);
    if (isProperty) declareName(frame, nameOf(c, name));
  }
  const declared: Declared[] = [];
  for (const member of members) {
    if (typeDefinitions.has(member.type)) declared.push(...visitType(c, member, classes));
    else c.visit(member);
    c.frame = frame;
  }
  for (const object of declared) {
    const companionClass = object.isObject
      ? declared.find((candidate) => !candidate.isObject && candidate.name === object.name)
      : undefined;
    if (companionClass === undefined) continue;
    companionClass.pairs.push(heritage.mixesIn, writer.node(ops.instance, writer.entityNode(object.entity)));
    writer.set(companionClass.entity, entityFields.listA, writer.list(companionClass.pairs));
  }
}

function visitType(c: Collector, node: SyntaxNode, classes: ReadonlySet<string>): Declared[] {
  const { writer } = c;
  const nameNode = field(node, 'name');
  const parts = partsOf(node);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return [];
  }
  const name = nameOf(c, nameNode);
  const isObject = node.type === 'object_definition' || node.type === 'package_object';
  const isTrait = node.type === 'trait_definition';
  for (const part of parts) if (part.type === 'annotation') c.visit(part);
  const entity = declareType(c, {
    name: isObject && classes.has(name) ? '' : name,
    place: placeOf(nameNode),
    kind: isTrait ? entityKinds.interface : entityKinds.class,
    flags: (isTrait ? entityFlags.abstract : 0) | (isObject ? entityFlags.constant : 0),
  });
  const pairs: number[] = [];
  const header = (): void => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    const bases = field(node, 'extend');
    if (bases !== undefined) pairs.push(...heritageOf(c, bases, isTrait));
    pairs.push(...selfTypesOf(c, node));
    writer.set(entity, entityFields.listA, writer.list(pairs));
  };
  withinClass(c, entity, header, () => {
    declareConstructor(c, parts, entity);
    visitBaseArguments(c, parts);
    const body = field(node, 'body');
    if (body !== undefined) visitMembers(c, partsOf(body));
  });
  return [{ name, entity, pairs, isObject }];
}

/** Heritage pairs. The first base of a class counts as a class, further bases as traits. */
function heritageOf(c: Collector, node: SyntaxNode, isTrait: boolean): number[] {
  const pairs: number[] = [];
  for (const [index, part] of partsOf(node).filter(isType).entries()) {
    const usesExtends = index === 0 || isTrait;
    const type = typeOf(c, part, usesExtends ? siteKinds.extends : siteKinds.implements);
    if (type !== 0) pairs.push(usesExtends ? heritage.extends : heritage.implements, type);
  }
  return pairs;
}

/** Heritage pairs of the types that the self type of a trait names (`this: A with B =>`), the last first: it overrides the others. Their sites are written with the body. */
function selfTypesOf(c: Collector, node: SyntaxNode): number[] {
  const body = field(node, 'body');
  const selfType = body === undefined ? undefined : partOf(partsOf(body), 'self_type');
  const type = selfType === undefined ? undefined : partsOf(selfType).find(isType);
  if (type === undefined) return [];
  const types = type.type === 'compound_type' ? partsOf(type).filter(isType) : [type];
  return c.writer.withoutSites(() => types.toReversed().flatMap((one) => [heritage.gives, typeOf(c, one)]));
}

function visitBaseArguments(c: Collector, parts: readonly SyntaxNode[]): void {
  const bases = partOf(parts, 'extends_clause');
  const argumentList = bases === undefined ? undefined : partOf(partsOf(bases), 'arguments');
  if (argumentList === undefined) return;
  const callee = c.writer.node(ops.super, c.frame.scope);
  writeConstruction(c, { callee, args: visitArguments(c, argumentList), place: placeOf(argumentList) });
}

/** Declares the constructor. Its parameters become properties, because they are visible in the whole body. */
function declareConstructor(c: Collector, parts: readonly SyntaxNode[], owner: number): void {
  const { writer } = c;
  const lists = parts.filter(({ type }) => type === 'class_parameters');
  const [first] = lists;
  if (first === undefined) return;
  const { scope } = c.frame;
  const { line } = placeOf(first);
  const flags = entityFlags.implemented;
  // The constructor has no definition, and none begins in column 0.
  const place = { line, column: 0 };
  const method = writer.entity({
    name: 'constructor',
    kind: entityKinds.method,
    ...place,
    scope,
    parent: owner,
    flags,
  });
  const parameterScope = writer.scope(scope, 1, method);
  const parameters: number[] = [];
  for (const part of lists.flatMap((list) => partsOf(list))) {
    const name = field(part, 'name');
    if (name === undefined) continue;
    const typeNode = field(part, 'type');
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    const text = nameOf(c, name);
    declareName(c.frame, text);
    writer.entity({ name: text, kind: entityKinds.property, ...placeOf(name), scope, parent: owner, type, flags });
    const initial = field(part, 'default_value');
    if (initial !== undefined) c.visit(initial);
    if (part.parent?.id !== first.id) continue;
    const draft = { name: text, kind: entityKinds.parameter, ...place, scope: parameterScope, parent: method, type };
    parameters.push(writer.entity({ ...draft, flags: initial === undefined ? 0 : entityFlags.optional }));
  }
  writer.set(method, entityFields.listA, writer.list(parameters));
  const modifiers = partOf(parts, 'modifiers');
  if (modifiers !== undefined && /\bimplicit\b/.test(c.source.slice(modifiers.startIndex, modifiers.endIndex)))
    setReceiver(c, parameters[0]);
}

export function visitFunction(c: Collector, node: SyntaxNode): number {
  const { writer, frame: outer } = c;
  const nameNode = field(node, 'name');
  const parts = partsOf(node);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return 0;
  }
  for (const part of parts) if (part.type === 'annotation') c.visit(part);
  const isMember = outer.kind === 'class';
  const body = field(node, 'body');
  const text = nameOf(c, nameNode);
  const name = text === 'this' && isMember ? 'constructor' : text;
  const receiver = receivers.get(c)?.get(outer.scope);
  const entity = writer.entity({
    name,
    kind: isMember ? entityKinds.method : entityKinds.function,
    ...placeOf(nameNode),
    scope: outer.scope,
    parent: isMember ? outer.entity : -1,
    flags:
      (body === undefined ? entityFlags.abstract : entityFlags.implemented) |
      (receiver === undefined ? 0 : entityFlags.extension),
  });
  if (receiver !== undefined) writer.set(entity, entityFields.assignedTo, receiver);
  if (outer.scope === 0) writer.export(name, exportForms.own, entity, 0);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    const lists = parts.filter(({ type }) => type === 'parameters');
    for (const [index, list] of lists.entries()) {
      const declared = declareParameters(c, list, entity);
      // Where the first list is implicit, a call writes no arguments, and the mere name is a call.
      if (index === 0 && !isImplicit(list)) writer.set(entity, entityFields.listA, declared);
    }
    const typeNode = field(node, 'return_type');
    if (typeNode !== undefined) writer.set(entity, entityFields.type, typeOf(c, typeNode));
    if (body === undefined) return;
    writeReturn(c, c.visit(body));
    writer.set(entity, entityFields.value, writer.either(frame.returns));
  });
  return 0;
}

/** Whether the compiler finds the arguments of a list of parameters. */
function isImplicit(list: SyntaxNode): boolean {
  return list.children.some((child) => child?.type === 'implicit' || child?.type === 'using');
}

/** Declares parameters. Returns the list of their entities. */
export function declareParameters(c: Collector, node: SyntaxNode, owner: number): number {
  const list: number[] = [];
  for (const part of partsOf(node)) {
    const name = field(part, 'name');
    const typeNode = field(part, 'type');
    if (name === undefined) continue;
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    const initial = field(part, 'default_value');
    const isRest = typeNode?.type === 'repeated_parameter_type';
    const flags = (initial === undefined ? 0 : entityFlags.optional) | (isRest ? entityFlags.rest : 0);
    list.push(declareParameter(c, { name: nameOf(c, name), place: placeOf(name), owner, type, flags }));
    if (initial !== undefined) c.visit(initial);
  }
  return c.writer.list(list);
}

/** `val a: A = b` or `var`: a member, a variable of the package, or a local variable. */
export function visitValue(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const pattern = field(node, 'pattern') ?? field(node, 'name');
  const typeNode = field(node, 'type');
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  const valueNode = field(node, 'value');
  const isMember = c.frame.kind === 'class';
  if (pattern?.type !== 'identifier' || !(isMember || c.frame.scope === 0)) {
    const value = valueNode === undefined ? 0 : c.visit(valueNode);
    setContext(c, value, ofType(c, type));
    if (pattern?.type === 'identifier') declareLocal(c, { name: pattern, type, value });
    else if (pattern !== undefined) visitPattern(c, pattern, value);
    return 0;
  }
  const name = nameOf(c, pattern);
  const { scope } = c.frame;
  const entity = writer.entity({
    name,
    kind: isMember ? entityKinds.property : entityKinds.variable,
    ...placeOf(pattern),
    scope,
    parent: isMember ? c.frame.entity : -1,
    type,
    flags: entityFlags.implemented,
  });
  if (scope === 0) writer.export(name, exportForms.own, entity, 0);
  if (valueNode === undefined) return 0;
  const value = c.visit(valueNode);
  setContext(c, value, ofType(c, type));
  writer.set(entity, entityFields.value, value);
  return 0;
}

export function visitTypeAlias(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = field(node, 'name');
  const typeNode = field(node, 'type');
  if (name === undefined) return 0;
  const { scope } = c.frame;
  const parent = c.frame.kind === 'class' ? c.frame.entity : -1;
  const entity = writer.entity({ name: nameOf(c, name), kind: entityKinds.typeAlias, ...placeOf(name), scope, parent });
  if (scope === 0) writer.export(nameOf(c, name), exportForms.own, entity, 0);
  within(c, { kind: 'header' }, () => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, partsOf(node)));
    if (typeNode !== undefined) writer.set(entity, entityFields.type, typeOf(c, typeNode));
  });
  return 0;
}

/** A case of an enum (`case A`, `case B(x: X)`) is an instance of the enum. */
export function visitEnumCase(c: Collector, node: SyntaxNode): number {
  const { writer, frame } = c;
  const name = field(node, 'name');
  if (name === undefined || frame.kind !== 'class') return 0;
  writer.entity({
    name: nameOf(c, name),
    kind: entityKinds.property,
    ...placeOf(name),
    scope: frame.scope,
    parent: frame.entity,
    value: writer.node(ops.instance, writer.entityNode(frame.entity)),
    flags: entityFlags.static | entityFlags.constant | entityFlags.implemented,
  });
  for (const part of partsOf(node))
    for (const parameter of partsOf(part)) {
      const typeNode = field(parameter, 'type');
      if (typeNode !== undefined) typeOf(c, typeNode);
    }
  return 0;
}

/** The anonymous class in `new A(x) { … }`. Returns an instance of it. */
export function visitAnonymousClass(c: Collector, { body, base }: { body: SyntaxNode; base: number }): number {
  const { writer } = c;
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.class, ...placeOf(body), scope, parent: -1 });
  if (base !== 0) writer.set(entity, entityFields.listA, writer.list([heritage.extends, base]));
  within(c, { kind: 'class', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    visitMembers(c, partsOf(body));
  });
  return writer.node(ops.instance, writer.entityNode(entity));
}
